"""The values of Fawlty Towers: cards, options, actions, phases, state and view.

There are 54 cards. Every colour and every symbol has the numbers 1, 1, 1, 2, 2, 3, 4, 5, 6. The
pairing of numbers and symbols is our own, as no source gives it.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

from towersim.common.messages import Message, message as _
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Action, Place, StartTower
from towersim.rules.display import Viewed, sentences

COLOUR_NAMES = sentences("fawlty-towers")["colours"]
SYMBOL_NAMES = sentences("fawlty-towers")["symbols"]
SET_BONUS = {3: 5, 5: 10}
"""Points for a set, by its number of equal symbols."""
Refusals = tuple[tuple[str | None, ...], ...]
"""For each open card, the reason why it may not be taken, or None if it may."""


class Colour(StrEnum):
    """The colour of a card, and of a cube unless it is white or black."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"
    BLACK = "black"


CUBES = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW)
"""The colours of the cubes, in the order of the bases at the start."""
WILD = (Colour.WHITE, Colour.BLACK)
"""The colours of the cards that match any cube."""


class Symbol(StrEnum):
    """The symbol of a card; equal symbols make sets."""

    DROP = "drop"
    HAMMERS = "hammers"
    CIRCLES = "circles"
    BRICKS = "bricks"
    WHEEL = "wheel"
    ARROW = "arrow"


class Card(NamedTuple):
    """One card of the deck; `copy` distinguishes the few pairs of equal cards.

    >>> print(Card(Colour.RED, Symbol.DROP, 1))
    red 1 (drop)
    """

    colour: Colour
    symbol: Symbol
    number: int
    copy: int = 1

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> Message:
        """The card's name for players."""
        colour, symbol = COLOUR_NAMES[self.colour], SYMBOL_NAMES[self.symbol]
        return _("{colour} {number} ({symbol})", colour=colour, number=self.number, symbol=symbol)


def deck(*, black: bool = True) -> tuple[Card, ...]:
    """Return all 54 cards, sorted; without the black ones 45.

    >>> len(deck()), len(deck(black=False))
    (54, 45)
    """
    symbols = tuple(Symbol)
    faces = [
        (colour, symbols[s], (s + c) % 6 + 1) for c, colour in enumerate(Colour) for s in range(6)
    ]
    faces += [
        (colour, symbols[(c + step) % 6], number)
        for c, colour in enumerate(Colour)
        for step, number in ((0, 2), (2, 1), (4, 1))
    ]
    cards = (Card(*face, copy=1 + faces[:i].count(face)) for i, face in enumerate(faces))
    return tuple(sorted(card for card in cards if black or card.colour is not Colour.BLACK))


def set_bonus(alike: int) -> int:
    """Return the points for `alike` cards of one symbol, split into sets in the best way.

    >>> [set_bonus(alike) for alike in range(10)]
    [0, 0, 0, 5, 5, 10, 10, 10, 15, 15]
    """
    return max((set_bonus(alike - n) + SET_BONUS[n] for n in SET_BONUS if n <= alike), default=0)


def score(cards: Iterable[Card]) -> int:
    """Return the points of a player's cards: their numbers plus the sets of equal symbols.

    >>> score([Card(Colour.RED, Symbol.DROP, number) for number in (1, 4, 6)])
    16
    """
    cards = tuple(cards)
    alike = Counter(card.symbol for card in cards)
    return sum(card.number for card in cards) + sum(map(set_bonus, alike.values()))


Columns = tuple[tuple[Card, ...], ...]
"""The open cards, bottom card of each column first."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game."""

    black_cards: bool = True
    """Whether the nine black cards are in the deck; without them the game is simpler."""
    fall_card: bool = True
    """Whether founding a tower after a fall allows a bottom card, as in the rule text."""
    first_seat: Literal["random", "first"] = "random"
    """Ruling: whether the die chooses who begins; in a rematch it is the first seat."""
    short: bool = False
    """Whether only 30 cards are in play, for a game of about ten minutes."""


class Deal(Action, frozen=True):
    """The deck deals this card to the first incomplete column."""

    card: Card


class Take(Action, frozen=True):
    """A seat takes a card: `column` from the left, `row` from the bottom, both from 0."""

    column: int
    row: int


class Decline(Action, frozen=True):
    """A seat takes no card although it could."""


SeatAction = Place | StartTower | Take | Decline


class Phase(StrEnum):
    """The kind of move that the game waits for."""

    LAYING = "laying"
    """The deck lays out the columns."""
    CHOOSING = "choosing"
    """The die chooses the first seat."""
    BUILDING = "building"
    """The seat stacks a cube, or founds a tower in an empty place."""
    FOUNDING = "founding"
    """A tower fell, so the seat founds a new one."""
    FALLING = "falling"
    """The cube was released: gravity reports the fallen towers."""
    CLAIMING = "claiming"
    """The cube stands: the seat takes a card or declines."""
    REFILLING = "refilling"
    """The deck replaces the card that was taken."""
    OVER = "over"


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a state that every viewer knows."""

    phase: Phase
    columns: Columns
    """The open cards, bottom card of each column first."""
    taken: tuple[tuple[Card, ...], ...]
    """Each seat's cards."""
    tower: TowerId = TowerId(0)
    """The place of the last cube, after the first was put."""
    quiet: int = 0
    """The number of consecutive turns without a card taken."""


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The full state of a game; the pool is implied by the cubes in towers."""

    deck: tuple[Card, ...]
    """The cards of the deck, sorted; each card to deal is drawn at random."""
    towers: tuple[tuple[Colour, ...], ...]
    """Base first, including a cube whose verdict is pending; empty for no tower."""
    turn: Seat = Seat(0)
    """The seat whose turn it is, after the die has chosen the first."""
    after_fall: bool = False
    """Whether a tower fell in this turn, so the seat has to found one."""
    thrown: int = 0
    """The number of founding cubes that fell in this turn."""
    options: Options = Options()
    ended: str = ""
    """The reason why the game is over; empty while it goes on."""


class View(Viewed, Public, frozen=True, kw_only=True):
    """The view from a seat: everything but the cards of the deck."""

    viewer: Seat | None
    turn: Seat | None
    """The seat whose turn it is; None before the first and after the last turn."""
    refusals: Refusals | None
    """The reason against taking each open card, or None if it may be; None unless claiming."""
    deck: int
    towers: tuple[tuple[Colour, ...] | None, ...]
    """Base first, including a cube whose verdict is pending; None for no tower."""
    pool: tuple[tuple[Colour, int], ...]
    """The number of cubes left in the pool, by colour."""
    scores: tuple[int, ...]
    """The points of each seat's cards."""
    card_forfeited: bool
    """Whether founding a tower now wins no card."""
    legal: tuple[SeatAction, ...]
