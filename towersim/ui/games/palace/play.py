"""What a game of Palace asks people: which cards to lay up, to play, and why one does not go."""

from collections.abc import Collection

from msgspec.structs import replace

from towersim.rules.base import Action
from towersim.rules.palace_cards import Card
from towersim.rules.palace_legal import ROW, refusal
from towersim.rules.palace_state import LayUp, Play, TakePile, TurnOver, View
from towersim.ui.cards.play import CardPlay

Cards = tuple[Card, ...]


class PalacePlay(CardPlay[View]):
    """A match of Palace: what the person whose turn it is may choose from."""

    def closed(self, view: View) -> View:
        """Return what lies open on the table."""
        return replace(view, hand=(), legal=())

    @property
    def laying(self) -> bool:
        """Whether a person has to lay three cards face up."""
        return self.may(LayUp)

    @property
    def taking(self) -> bool:
        """Whether a person may take the pile."""
        return self.may(TakePile)

    @property
    def turning(self) -> bool:
        """Whether a person may turn a blind card over."""
        return self.may(TurnOver)

    @property
    def playing(self) -> bool:
        """Whether a person has something to play."""
        return self.may(Play)

    def offered(self) -> Cards:
        """Return the cards the person chooses from, whether they go or not."""
        view = self.view()
        if not self.may(LayUp, Play, TakePile):
            return ()
        return view.hand or view.rows[view.seat]

    def fitting(self) -> frozenset[Card]:
        """Return the cards of those that go."""
        actions = (action for action in self.legal() if isinstance(action, LayUp | Play))
        return frozenset(card for action in actions for card in action.cards)

    def chosen_with(self, chosen: Collection[Card], card: Card) -> frozenset[Card]:
        """Return what is chosen after a card was pressed: it comes or goes, others if they must."""
        if card in chosen:
            return frozenset(chosen) - {card}
        if self.laying:
            return frozenset(chosen) | ({card} if len(chosen) < ROW else set())
        return frozenset(other for other in chosen if other.rank == card.rank) | {card}

    def alike(self, card: Card) -> frozenset[Card]:
        """Return all offered cards of a card's rank, as many as may go at once."""
        same = [other for other in self.offered() if other.rank == card.rank]
        return frozenset(same[:ROW] if self.laying else same)

    def meant(self, chosen: Collection[Card]) -> Action:
        """Return the action that lets the chosen cards go."""
        cards = tuple(sorted(chosen))
        return LayUp(cards) if self.laying else Play(cards)

    def why_not(self, chosen: Collection[Card]) -> str:
        """Return why the chosen cards do not go, in the rules' own words; empty: they do."""
        return refusal(self.match.state, self.meant(chosen)) or ""

    def why_not_taken(self) -> str:
        """Return why the pile cannot be taken; empty: it can."""
        return refusal(self.match.state, TakePile()) or ""
