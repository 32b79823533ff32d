"""What a game of Rummü asks people, and what is seen of it between two rounds."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from towersim.match import Match
from towersim.rules.base import Action, Event
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.log import Discarded, RoundOver
from towersim.rules.rummu.state import Add, Discard, Draw, Exchange, Lay, Take, View
from towersim.ui.cards.old_play import CardPlay
from towersim.ui.games.rummu.rounds import Round, rounds


class RummuPlay(CardPlay[View]):
    """A match of Rummü; when a round is over, its last table stays until `go_on` is called."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        super().__init__(match, clock)
        self._last: View | None = None
        self._kept: View | None = None
        self._rounds: tuple[int, tuple[Round, ...]] = (-1, ())
        self._marks: tuple[object, frozenset[Card]] = ((), frozenset())

    def closed(self, view: View) -> View:
        """Return what lies open on the table."""
        return replace(view, hand=(), legal=())

    def view(self) -> View:
        """Return what whoever looks may know; between rounds what was there before the end."""
        kept = self._kept
        if kept is None:
            return super().view()
        return kept if kept.seat == self.watcher else self.closed(kept)

    def news(self) -> list[tuple[int, Event]]:
        """Return what happened, as seen; the end of a round keeps the table as it was."""
        fresh = super().news()
        if self._last is not None and any(isinstance(event, RoundOver) for _, event in fresh):
            self._kept = _ended(self._last, [event for _, event in fresh])
        elif self._kept is None:
            self._last = super().view()
        return fresh

    @property
    def between(self) -> bool:
        """Whether a round is over and its result has not been seen."""
        return self._kept is not None

    def go_on(self) -> None:
        """Show the next round."""
        self._kept = None

    @property
    def mine(self) -> bool:
        """Whether whoever looks has to act now."""
        return self.has_choice(Draw, Take, Lay, Add, Exchange, Discard)

    def rounds(self) -> tuple[Round, ...]:
        """Return all rounds that are over, in order."""
        count = len(self.match.events)
        if self._rounds[0] != count:
            self._rounds = (count, rounds(self.match.events, len(self.match.seats)))
        return self._rounds[1]

    def why_not(self, *actions: Action) -> str:
        """Return why something, and then more, does not go, in the rules' words; empty: it does."""
        if not self.mine:
            return "" if self.between else f"it is {self.name}'s turn"
        return self.match.why_not(*actions)

    def puts(
        self, cards: tuple[Card, ...], combination: int | None = None
    ) -> tuple[Add | Exchange, ...]:
        """Return how cards may go together to a combination on the table, or to any of them."""
        return tuple(
            action
            for action in self.legal()
            if (isinstance(action, Add) and {role.card for role in action.cards} == {*cards})
            or (isinstance(action, Exchange) and (action.card,) == cards)
            if combination in (None, action.combination)
        )

    def may_discard(self, card: Card) -> bool:
        """Return whether a card may be discarded now."""
        return self.mine and Discard(card) in self.legal()

    def going(self, bench: tuple[Card, ...], *, whole: bool) -> frozenset[Card]:
        """Return the cards that go with those on the bench, laid or added to the table.

        If the bench is `whole`, holding combinations already, also those that make another one.
        """
        key = (self.match.steps, self.watcher, self.between, bench)
        if self._marks[0] != key:
            self._marks = (key, frozenset(self._going(frozenset(bench), whole=whole)))
        return self._marks[1]

    def _going(self, bench: frozenset[Card], *, whole: bool) -> set[Card]:
        found: set[Card] = set()
        for action in self.legal():
            if isinstance(action, Lay):
                laid = {role.card for role in action.cards}
                found |= laid if bench <= laid or (whole and not bench & laid) else set()
            elif isinstance(action, Add):
                added = {role.card for role in action.cards}
                found |= added if bench <= added else set()
            elif not bench and isinstance(action, Exchange):
                found.add(action.card)
        return found


def _ended(view: View, events: Sequence[Event]) -> View:
    """Return what lies there after the last discard of a round, before all cards are taken up."""
    view = replace(view, legal=())
    for event in events:
        match event:
            case Discarded(seat, card):
                hand = tuple(other for other in view.hand if other != card)
                held = (n - (i == seat) for i, n in enumerate(view.hands))
                view = replace(
                    view, hand=hand, hands=tuple(held), top=card, discards=view.discards + 1
                )
            case RoundOver():
                break
    return view
