"""What Rummü's window knows beside the views: a person's arrangement, and the moments shown."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec.structs import replace

from towersim.common.messages import message as _
from towersim.rules.base import Action, Event, GameOver, swapped
from towersim.rules.rummu import log
from towersim.rules.rummu.cards import Card, Suit, every_combination, ordered, plain
from towersim.rules.rummu.state import (
    Add,
    Discard,
    Exchange,
    Lay,
    Phase,
    View,
    combined,
    penalty,
    played,
    worth,
)
from towersim.ui.cards.table import Reaction, TableState
from towersim.ui.events import Moment
from towersim.ui.nodes.node import Command, Say, Undo

_SUITS: Final = tuple(Suit)


class Sort(StrEnum):
    """Orders of the hand."""

    SUIT = "colour"
    NUMBER = "number"
    OWN = "hand"


SORTED: Final = {
    Sort.SUIT: _("Sorted by colour  ({key:S})"),
    Sort.NUMBER: _("Sorted by number  ({key:S})"),
    Sort.OWN: _("Sorted by hand  ({key:S})"),
}
"""Labels of the button that sorts the hand, by the present order."""


def _by_suit(card: Card) -> tuple[int, ...]:
    return _SUITS.index(card.suit), card.number, card.copy


def _by_number(card: Card) -> tuple[int, ...]:
    return card.number, _SUITS.index(card.suit), card.copy


class Arrangement(NamedTuple):
    """The arrangement of one player's cards, kept from turn to turn."""

    round: int = 0
    """The round of these cards."""
    sort: Sort = Sort.SUIT
    order: tuple[Card, ...] = ()
    """All cards held, in the hand's order, including those on the workbench."""
    bench: tuple[Card, ...] = ()
    """The cards on the workbench, in order of number."""
    onto: int | None = None
    """Index of the combination on the table to which the bench is to be added; None: a new one."""
    reading: int = 0
    """Index of the chosen reading of the bench, modulo the number of readings."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the hand, from the left."""
        return tuple(card for card in self.order if card not in self.bench)

    def fit(self, cards: tuple[Card, ...], number: int = 0) -> "Arrangement":
        """Return the arrangement of `cards` in round `number`; new cards are sorted in."""
        if number != self.round:
            sort = Sort.SUIT if self.sort is Sort.OWN else self.sort
            return Arrangement(number, sort).fit(cards, number)
        if set(cards) == set(self.order):
            return self
        kept = tuple(card for card in self.bench if card in cards)
        before = tuple(card for card in self.order if card in cards)
        fresh = tuple(card for card in cards if card not in before)
        changed = self if kept == self.bench else self.put(kept)
        return changed._replace(order=(*before, *fresh)).sorted_by(self.sort)

    def put(self, cards: tuple[Card, ...], onto: int | None = None) -> "Arrangement":
        """Return the arrangement with this bench, to be added to combination `onto` or laid."""
        bench = tuple(sorted(cards, key=_by_number))
        return self._replace(bench=bench, onto=onto, reading=0)

    def toggle(self, card: Card) -> "Arrangement":
        """Return the arrangement with a card put on the bench, or taken back from it."""
        if card in self.bench:
            return self.put(tuple(other for other in self.bench if other != card))
        return self.put((*(() if self.onto is not None else self.bench), card))

    def move(self, card: Card, place: int) -> "Arrangement":
        """Return the arrangement with a card moved to an index among the others, sorted by hand."""
        left = self.put(tuple(other for other in self.bench if other != card))
        others = [other for other in self.order if other != card]
        order = (*others[:place], card, *others[place:])
        return left._replace(order=order, sort=Sort.OWN)

    def next_sort(self) -> "Arrangement":
        """Return the arrangement in the next order: by number after colour, else by colour."""
        return self.sorted_by(Sort.SUIT if self.sort is not Sort.SUIT else Sort.NUMBER)

    def sorted_by(self, sort: Sort) -> "Arrangement":
        """Return the arrangement in a given order; `Sort.OWN` keeps the present one."""
        by = _by_suit if sort is Sort.SUIT else _by_number
        order = self.order if sort is Sort.OWN else tuple(sorted(self.order, key=by))
        return self._replace(sort=sort, order=order)


State = TableState[View, Arrangement]
Play = Lay | Add | Exchange

SOME: Final = _("Put the cards that you mean on the workbench, or drag one there.")
NO_PLAY: Final = _("Nothing in your hand can be laid yet.")
NONE: Final = _("Point at the card to discard, with mouse or {key:arrows}.")


def puts(state: State, cards: tuple[Card, ...]) -> list[Add | Exchange]:
    """Return the legal actions that add exactly these cards to a combination on the table."""
    actions = (action for action in state.legal if isinstance(action, Add | Exchange))
    return [action for action in actions if {*played(action)} == {*cards}]


def put(
    state: State, number: int, cards: tuple[Card, ...], plays: Sequence[Add | Exchange]
) -> Action | Reaction | Say:
    """Return the command that adds cards to combination `number`, or `Say` with the refusal.

    If several of the `plays` add them there, the cards go to the workbench for a choice.
    """
    if not cards:
        return Reaction(state.selection, say=SOME)
    possible = [action for action in plays if action.combination == number]
    if len(possible) > 1:
        return Reaction(state.selection.put(cards, number))
    there = state.view.table[number].cards
    stands = len(cards) == 1 and any(role.stands_in_for(cards[0]) for role in there)
    added = Add(ordered(map(plain, cards)), number)
    meant = possible[0] if possible else Exchange(cards[0], number) if stands else added
    refusal = state.why_not(meant)
    return Say(refusal) if refusal else meant


def going(state: State) -> frozenset[Card]:
    """Return the cards of all legal plays that contain the cards on the bench."""
    bench = {*state.selection.bench}
    actions = (action for action in state.legal if isinstance(action, Lay | Add))
    groups = (played(action) for action in actions) if bench else ()
    return frozenset(card for cards in groups if bench <= {*cards} for card in cards)


def take_back(state: State) -> Reaction | Undo:
    """Return the command that empties the workbench, or undoes the last play if it is empty."""
    laid = state.can_undo and not state.selection.bench
    return Undo() if laid else Reaction(state.selection.put(()))


def discard(state: State, pointed: object) -> Action | Command:
    """Return the command of the discard key: for the workbench's only card, or the focused one.

    A card under the mouse only is first put on the workbench, and discarded by a second press.
    """
    chosen = state.selection
    under = pointed if isinstance(pointed, Card) and pointed in chosen.order else None
    if under and state.focus is None and chosen.bench != (under,):
        return Reaction(chosen.put((under,)), focus=under)
    card = chosen.bench[0] if len(chosen.bench) == 1 else under
    return Discard(card) if card else Say(NONE)


def hinted(state: State) -> Reaction:
    """Return the hint: the best play put on the workbench, or a text if there is none."""
    best = best_play(state.view)
    if best is None:
        return Reaction(state.selection, say=NO_PLAY)
    onto = None if isinstance(best, Lay) else best.combination
    return Reaction(state.selection.put(played(best), onto))


def best_play(view: View) -> Play | None:
    """Return the play of most gain, or None; before the draw, among the hand's combinations."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not any(isinstance(action, Discard | Play) for action in view.legal):
        plays += map(Lay, every_combination(view.hand))
    return max(plays, key=lambda play: _gain(view, play), default=None)


def _gain(view: View, play: Play) -> int:
    """Return the gain of a play, in points: on the table, plus the penalties it avoids."""
    before = 0 if isinstance(play, Lay) else view.worth[play.combination]
    return worth(combined(view.table, play), view.options) - before - penalty(played(play))


Memory = tuple[Card, ...]
"""The publicly known discards, bottom card first."""


def remembered(memory: Memory, event: Event) -> Memory:
    """Return the known discards after an event."""
    match event:
        case log.TurnedUp(card) | log.Discarded(_, card):
            return (*memory, card)
        case log.Took():
            return memory[:-1]
        case log.Reshuffled():
            return memory[-1:]
        case log.RoundStarted():
            return ()
        case _:
            return memory


def moments(before: View, events: Sequence[Event], after: View) -> Iterator[Moment[View]]:
    """Return the moments of one action; a round's last table stays until its result is closed."""
    ends = any(isinstance(event, log.RoundOver) for event in events)
    view = after
    for event in events:
        if ends and isinstance(event, log.Discarded):
            view = last_table(before, event)
        if isinstance(event, log.RoundStarted | GameOver):
            view = after
        yield Moment(event, view)


def last_table(view: View, last: log.Discarded) -> View:
    """Return the view after the last discard of a round, before all cards are gathered."""
    return replace(
        view,
        phase=Phase.OVER,
        legal=(),
        hand=tuple(card for card in view.hand if card != last.card),
        hands=swapped(view.hands, last.seat, view.hands[last.seat] - 1),
        top=last.card,
        discards=view.discards + 1,
    )
