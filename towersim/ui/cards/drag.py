"""Telling a click on a card from a card that is pulled somewhere."""

import math
from typing import Final, Generic, NamedTuple, TypeVar

C = TypeVar("C")

NEAR: Final = 8
"""A press that has moved less far, in units of the stage, is a click."""

Point = tuple[int, int]


class Clicked(NamedTuple, Generic[C]):
    """A card was pressed and let go where it lies."""

    card: C


class Dropped(NamedTuple, Generic[C]):
    """A card was pulled away and let go at a point."""

    card: C
    at: Point


class Drag(Generic[C]):
    """What the mouse does with a card; `unit` is how many pixels a unit has."""

    def __init__(self, unit: float = 1.0) -> None:
        self.unit = unit
        self._card: C | None = None
        self._from = self.at = (0, 0)
        self._pulled = False

    @property
    def card(self) -> C | None:
        """The card that hangs at the mouse, drawn around `at`; None while it may be a click."""
        return self._card if self._pulled else None

    def press(self, card: C, at: Point) -> None:
        """Note that the button went down on a card."""
        self._card, self._from, self.at, self._pulled = card, at, at, False

    def move(self, at: Point) -> None:
        """Follow the mouse."""
        self.at = at
        if self._card is not None and math.dist(at, self._from) > NEAR * self.unit:
            self._pulled = True

    def release(self, at: Point) -> Clicked[C] | Dropped[C] | None:
        """Return what letting the button go meant."""
        self.move(at)
        card, pulled = self._card, self._pulled
        self.cancel()
        if card is None:
            return None
        return Dropped(card, at) if pulled else Clicked(card)

    def cancel(self) -> None:
        """Forget the card: it lies where it lay."""
        self._card, self._pulled = None, False
