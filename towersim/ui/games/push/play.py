"""A match of Push in the window: nothing is hidden, so nobody has to look away."""

from collections.abc import Iterable
from typing import NamedTuple

from towersim.rules.base import Action
from towersim.rules.push_cards import COLOURS, Card, Mark, deck, value
from towersim.rules.push_legal import refusal, refusals
from towersim.rules.push_state import Bank, Put, Take, View
from towersim.ui.cards.play import CardPlay
from towersim.ui.play import NOBODY
from towersim.units import Seat


class Chances(NamedTuple):
    """What may be flipped next, as far as one can tell."""

    fitting: int
    """So many of the cards that are not seen go somewhere."""
    unseen: int
    """The deck, and what lies below the top of the discard pile."""


class PushPlay(CardPlay[View]):
    """A match of Push, seen through the eyes of whoever has to act."""

    @property
    def watcher(self) -> Seat:
        """Nobody in particular: all see everything."""
        return NOBODY

    @property
    def home(self) -> Seat:
        """Whoever has to act, whose view says what is legal."""
        return self.seat

    @property
    def awaited(self) -> None:
        """Nobody has to be passed the screen."""

    def closed(self, view: View) -> View:
        """Return the whole view: there is nothing that only one seat may know."""
        return view

    def why_not(self, action: Action) -> str:
        """Return why an action does not go, in the rules' own words; empty: it does."""
        return refusal(self.match.state, action) or ""

    def places(self) -> tuple[int, ...]:
        """Return the stacks that the person may choose now, to put a card there or to take."""
        chosen = (action for action in self.legal() if isinstance(action, Put | Take))
        return tuple(action.stack for action in chosen) if self.may(Put, Take) else ()

    def colours(self) -> tuple[Mark, ...]:
        """Return the colours that the person may bank now."""
        banks = (action for action in self.legal() if isinstance(action, Bank))
        return tuple(bank.colour for bank in banks) if self.may(Bank) else ()

    def meant(self, place: int) -> Put | Take:
        """Return what choosing a stack means now."""
        return Put(place) if self.view().flipped else Take(place)

    def chances(self) -> Chances:
        """Return how many of the cards that nobody sees now could be played."""
        view = self.view()
        seen = {*sum((*view.stacks, *view.benches, *view.banks), view.aside), view.top}
        unseen = [card for card in deck() if card not in seen and card != view.flipped]
        fit = [c for c in unseen if c.mark is Mark.SWITCH or None in refusals(view.stacks, c)]
        return Chances(len(fit), len(unseen))


def by_colour(cards: Iterable[Card]) -> tuple[int, ...]:
    """Return how many points there are of each colour: what a roll of that colour would cost.

    >>> by_colour([Card(Mark.RED, 3), Card(Mark.BLUE, 5), Card(Mark.RED, 1), Card(Mark.ROLL)])
    (4, 0, 0, 5, 0)
    """
    held = tuple(cards)
    return tuple(value(card for card in held if card.mark is colour) for colour in COLOURS)
