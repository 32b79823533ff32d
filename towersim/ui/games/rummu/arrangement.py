"""How a player has arranged the own cards: the hand's order, and what lies on the workbench."""

from enum import StrEnum
from typing import Final, NamedTuple

from towersim.messages import message as _
from towersim.rules.rummu.cards import Card, Suit

_SUITS: Final = tuple(Suit)


class Sort(StrEnum):
    """In which order the hand lies."""

    SUIT = "colour"
    NUMBER = "number"
    OWN = "hand"


SORTED: Final = {
    Sort.SUIT: _("Sorted by colour  (S)"),
    Sort.NUMBER: _("Sorted by number  (S)"),
    Sort.OWN: _("Sorted by hand  (S)"),
}
"""What the button says that sorts the hand in another way."""


def _by_suit(card: Card) -> tuple[int, ...]:
    return _SUITS.index(card.suit), card.number, card.copy


def _by_number(card: Card) -> tuple[int, ...]:
    return card.number, _SUITS.index(card.suit), card.copy


class Arrangement(NamedTuple):
    """One player's arrangement, kept from turn to turn."""

    round: int = 0
    """The round of these cards."""
    sort: Sort = Sort.SUIT
    order: tuple[Card, ...] = ()
    """All cards of the hand, those on the workbench among them."""
    bench: tuple[Card, ...] = ()
    """The cards on the workbench, by number."""
    onto: int | None = None
    """The combination on the table that the cards on the bench are to be put to."""
    reading: int = 0
    """Which of the meanings of its yellow cards the bench has."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the hand, from the left."""
        return tuple(card for card in self.order if card not in self.bench)

    def fit(self, cards: tuple[Card, ...], number: int = 0) -> "Arrangement":
        """Hold these cards of a round: what is gone goes, what is new finds its place."""
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
        """Put just these cards on the bench, for a combination on the table or a new one."""
        bench = tuple(sorted(cards, key=_by_number))
        return self._replace(bench=bench, onto=onto, reading=0)

    def toggle(self, card: Card) -> "Arrangement":
        """Put a card on the bench, or take it back."""
        if card in self.bench:
            return self.put(tuple(other for other in self.bench if other != card))
        return self.put((*(() if self.onto is not None else self.bench), card))

    def move(self, card: Card, place: int) -> "Arrangement":
        """Put a card at a place of the order, counted without it; from then on it is sorted so."""
        left = self.put(tuple(other for other in self.bench if other != card))
        others = [other for other in self.order if other != card]
        order = (*others[:place], card, *others[place:])
        return left._replace(order=order, sort=Sort.OWN)

    def next_sort(self) -> "Arrangement":
        """Sort in the next way; an order by hand is left, not come back to."""
        return self.sorted_by(Sort.SUIT if self.sort is not Sort.SUIT else Sort.NUMBER)

    def sorted_by(self, sort: Sort) -> "Arrangement":
        """Sort in a given way; an order by hand stays as it is."""
        by = _by_suit if sort is Sort.SUIT else _by_number
        order = self.order if sort is Sort.OWN else tuple(sorted(self.order, key=by))
        return self._replace(sort=sort, order=order)
