"""How a player has arranged the own cards: the hand's order, and what lies on the workbench."""

from enum import StrEnum
from typing import Final

from towersim.rules.rummu.cards import Card, Suit

_SUITS: Final = tuple(Suit)


class Sort(StrEnum):
    """In which order the hand lies."""

    SUIT = "colour"
    NUMBER = "number"
    OWN = "hand"


def _by_suit(card: Card) -> tuple[int, ...]:
    return _SUITS.index(card.suit), card.number, card.copy


def _by_number(card: Card) -> tuple[int, ...]:
    return card.number, _SUITS.index(card.suit), card.copy


class Shelf:
    """One player's arrangement, kept from turn to turn."""

    def __init__(self) -> None:
        self.sort = Sort.SUIT
        self._order: list[Card] = []
        self._bench: list[Card] = []
        self.onto: int | None = None
        """The combination on the table that the cards on the bench shall be added to."""
        self.reading = 0
        """Which of the meanings of its yellow cards the bench has."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the hand, from the left."""
        return tuple(card for card in self._order if card not in self._bench)

    @property
    def bench(self) -> tuple[Card, ...]:
        """The cards on the workbench, by number."""
        return tuple(sorted(self._bench, key=_by_number))

    def fit(self, cards: tuple[Card, ...]) -> None:
        """Hold these cards: what is gone goes, what is new finds its place."""
        if set(cards) == set(self._order):
            return
        self._order = [card for card in self._order if card in cards]
        self._order += [card for card in cards if card not in self._order]
        kept = [card for card in self._bench if card in cards]
        if kept != self._bench:
            self._change(kept)
        self._arrange()

    def clear(self) -> None:
        """Take everything back from the bench."""
        self._change([])

    def begin(self) -> None:
        """Be ready for another hand: what was sorted by hand was another one."""
        self.clear()
        if self.sort is Sort.OWN:
            self.sort = Sort.SUIT

    def toggle(self, card: Card) -> None:
        """Put a card on the bench, or take it back."""
        if card in self._bench:
            self._change([other for other in self._bench if other != card])
        elif card in self._order:
            self._change([*([] if self.onto is not None else self._bench), card])

    def put_onto(self, cards: tuple[Card, ...], combination: int) -> None:
        """Ask what the cards on the bench shall stand for in a combination on the table."""
        self._change([*cards])
        self.onto = combination

    def move(self, card: Card, place: int) -> None:
        """Put a card at a place of the hand, counted without it; from then on it is sorted so."""
        self._change([other for other in self._bench if other != card])
        hand = [other for other in self.hand if other != card]
        hand.insert(place, card)
        self._order = [*hand, *self._bench]
        self.sort = Sort.OWN

    def next_sort(self) -> None:
        """Sort in the next way; an order by hand is left, not come back to."""
        self.sort = Sort.SUIT if self.sort is not Sort.SUIT else Sort.NUMBER
        self._arrange()

    def _change(self, bench: list[Card]) -> None:
        self._bench, self.onto, self.reading = bench, None, 0

    def _arrange(self) -> None:
        if self.sort is not Sort.OWN:
            self._order.sort(key=_by_suit if self.sort is Sort.SUIT else _by_number)
