"""A player's arrangement of the own cards: the order of the hand, and the workbench."""

from enum import StrEnum
from typing import Final, NamedTuple

from towersim.common.messages import message as _
from towersim.rules.rummu.cards import Card, Suit

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
