"""The values of Bausack: options, actions, phases, state and view."""

from enum import StrEnum
from itertools import chain
from typing import Literal

import msgspec

from towersim.common.units import Seat
from towersim.rules.base import Action, Actor, Place, StartTower
from towersim.rules.display import Viewed

TOKENS = 10
"""The tokens of each seat at the start; tokens only ever go to the bank."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game."""

    tie_break: Literal["none", "height"] = "none"
    """The result if several towers stand at the end: a shared win, or the tallest tower's."""
    opener_may_raise: bool = True
    """Ruling: whether the seat that opened an auction may bid again after it was outbid."""
    short: bool = False
    """Whether the supply has only the 30 pieces of `SHORT`."""


class Build(Action, frozen=True):
    """The acting seat puts a piece up for auction and opens with a bid in tokens."""

    piece: str
    bid: int


class Bid(Action, frozen=True):
    """A seat bids this number of tokens, more than the highest bid."""

    amount: int


class Pass(Action, frozen=True):
    """A seat bids no more for this piece."""


class PushPiece(Action, frozen=True, tag="push"):
    """The acting seat pushes a piece to the next seat."""

    piece: str


class Accept(Action, frozen=True):
    """A seat takes the piece that was pushed to it."""


class Pay(Action, frozen=True):
    """A seat pays to pass on the piece that was pushed to it."""


class Measured(Action, frozen=True):
    """The height measurer's move: the seats with the tallest tower, lowest seat first."""

    tallest: tuple[Seat, ...]


SeatAction = Build | PushPiece | Bid | Pass | Accept | Pay | Place | StartTower


class Phase(StrEnum):
    """The kind of move that the game waits for."""

    CHOOSING = "choosing"
    """The seat in `turn` builds or pushes."""
    BIDDING = "bidding"
    """A seat that has not passed bids more or passes."""
    OFFERED = "offered"
    """A seat accepts the pushed piece or pays to pass it on."""
    PLACING = "placing"
    """The seat that got the piece places it."""
    FALLING = "falling"
    """The piece was released: gravity reports the collapsed towers."""
    MEASURING = "measuring"
    """All pieces are placed: the height measurer reports the tallest towers."""
    OVER = "over"


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The full state of a game; nothing in it is hidden."""

    phase: Phase
    options: Options
    supply: tuple[str, ...]
    """The pieces that may be chosen, sorted."""
    tokens: tuple[int, ...]
    towers: tuple[tuple[str, ...], ...]
    """By seat, foundation first, including a piece whose verdict is pending."""
    collapsed: tuple[tuple[Seat, ...], ...] = ()
    """The seats that are out, in order of collapse, one group per tick."""
    turn: Seat = Seat(0)
    """The seat whose turn it is; ruling: "youngest first" is the order of the seats."""
    asked: Seat = Seat(0)
    """The seat that has to choose, bid, accept or place, or that has just placed."""
    piece: str = ""
    """The chosen piece, until it is placed."""
    bids: tuple[tuple[Seat, int], ...] = ()
    """The bids for it as seat and tokens, lowest first, until gravity has moved."""
    passed: tuple[Seat, ...] = ()
    price: int = 0
    """Tokens to pass the pushed piece on, until gravity has moved; 0 if it is not pushed."""
    barred: str = ""
    """The piece that another seat won and dropped this turn; not allowed while there is another."""
    tallest: tuple[Seat, ...] = ()
    """The seats with the tallest towers; empty until they are measured."""
    ended: str = ""
    """The reason why the game is over; empty while it goes on."""

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats still in the game: their tower stands, or they have no foundation yet."""
        out = {seat for tick in self.collapsed for seat in tick}
        return tuple(Seat(seat) for seat in range(len(self.towers)) if seat not in out)

    @property
    def pieces(self) -> frozenset[str]:
        """All pieces of the game: 70, or 30 in a short one."""
        return frozenset((*self.supply, *chain(*self.towers), *filter(None, (self.piece,))))

    @property
    def choices(self) -> tuple[str, ...]:
        """The pieces of the supply that may be chosen now."""
        return tuple(piece for piece in self.supply if piece != self.barred) or self.supply

    @property
    def barred_now(self) -> str:
        """The piece of the supply that may not be chosen now, or an empty string."""
        return "" if self.barred in self.choices else self.barred

    @property
    def bidder(self) -> Seat:
        """The seat with the highest bid; IndexError without an auction."""
        return self.bids[-1][0]

    @property
    def highest(self) -> int:
        """The highest bid, in tokens; IndexError without an auction."""
        return self.bids[-1][1]

    @property
    def bank(self) -> int:
        """The number of the seats' tokens that are in the bank."""
        return TOKENS * len(self.tokens) - sum(self.tokens)


class View(Viewed, State, frozen=True, kw_only=True):
    """The view from a seat: the full state and the seat's legal actions."""

    viewer: Seat | None
    actor: Actor
    legal: tuple[SeatAction, ...]
