"""The parts of a game that any display can show without knowing the game."""

from enum import StrEnum
from typing import Literal, NamedTuple

from towersim.common.messages import Message, plural
from towersim.common.units import Seat


class Face(NamedTuple):
    """The face of a card: its upper and lower text and the name of its colour."""

    top: str
    below: str
    colour: str


class Zone(NamedTuple):
    """Cards that lie together: the open ones and the number of face-down ones."""

    title: str
    faces: tuple[Face, ...] = ()
    hidden: int = 0


class RulesPage(NamedTuple):
    """A page of a game's rules: its title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


def page(title: str, *paragraphs: str) -> RulesPage:
    """Return a page with these paragraphs; empty ones are left out."""
    return RulesPage(title, tuple(filter(None, paragraphs)))


class Counts(NamedTuple):
    """A number for each seat with its unit; no numbers in a game without a count."""

    unit: Literal["points", "tokens", "cards"]
    numbers: tuple[int, ...]

    def texts(self, seats: int) -> tuple[str, ...]:
        """Return the count of each seat as a text; empty texts without numbers."""
        return tuple(map(self._text, self.numbers)) or ("",) * seats

    def _text(self, number: int) -> Message:
        match self.unit:
            case "points":
                return plural("{count} point", "{count} points", number)
            case "tokens":
                return plural("{count} token", "{count} tokens", number)
            case _:
                return plural("{count} card", "{count} cards", number)


class Sound(StrEnum):
    """What an event sounds like."""

    CARD = "card"
    SHUFFLE = "shuffle"
    COIN = "coin"
    DIE = "die"
    BREATH = "breath"
    FANFARE = "fanfare"
    NONE = "none"


class Viewed:
    """A view's `viewer`, and the seat that it is."""

    __slots__ = ()
    viewer: Seat | None

    @property
    def seat(self) -> Seat:
        """The seat whose view this is; ValueError for an onlooker's."""
        if self.viewer is None:
            raise ValueError("an onlooker has no seat")
        return self.viewer
