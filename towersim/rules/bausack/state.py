"""The values of Bausack: what is agreed on, what may be done, what there is to know."""

from enum import StrEnum
from typing import Literal

import msgspec

from towersim.rules.base import Action, Actor, Place, StartTower
from towersim.units import Seat

TOKENS = 10
"""The tokens of each seat at the start; the bank has the others, and nobody gets new ones."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    tie_break: Literal["none", "height"] = "none"
    """If several towers stand when all pieces are placed: a draw, or the tallest tower wins."""
    opener_may_raise: bool = True
    """Ruling: whether the seat that opened an auction may bid again once it was outbid."""


class Build(Action, frozen=True):
    """The seat whose turn it is puts a piece up for auction and opens with a bid in tokens."""

    piece: str
    bid: int


class Bid(Action, frozen=True):
    """A seat bids this number of tokens: more than anybody before."""

    amount: int


class Pass(Action, frozen=True):
    """A seat bids no more for this piece."""


class Push(Action, frozen=True):
    """The seat whose turn it is pushes a piece to the next seat."""

    piece: str


class Accept(Action, frozen=True):
    """A seat takes the piece that was pushed to it."""


class Pay(Action, frozen=True):
    """A seat pays to pass the piece on that was pushed to it."""


class Measured(Action, frozen=True):
    """The height measurer's move: the seats with the tallest tower, lowest seat first."""

    tallest: tuple[Seat, ...]


SeatAction = Build | Push | Bid | Pass | Accept | Pay | Place | StartTower
"""Whatever a seat can do."""


class Phase(StrEnum):
    """What the game is waiting for."""

    CHOOSING = "choosing"
    """The seat whose turn it is builds or pushes."""
    BIDDING = "bidding"
    """A seat that has not passed bids more or passes."""
    OFFERED = "offered"
    """A seat accepts the pushed piece or pays to pass it on."""
    PLACING = "placing"
    """The seat that got the piece places it."""
    FALLING = "falling"
    """The seat has let go of the piece: gravity says what collapsed."""
    MEASURING = "measuring"
    """All pieces are placed: the height measurer says which tower is tallest."""
    OVER = "over"
    """Nobody has to move any more."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is to know; nothing of it is secret."""

    phase: Phase
    options: Options
    supply: tuple[str, ...]
    """The pieces that may be chosen, sorted."""
    tokens: tuple[int, ...]
    """Each seat's pool."""
    towers: tuple[tuple[str, ...], ...]
    """By seat, foundation first, with the piece that gravity has yet to judge."""
    collapsed: tuple[tuple[Seat, ...], ...] = ()
    """The seats that are out, in the order of their collapse; those of one tick in one group."""
    turn: Seat = Seat(0)
    """Whose turn it is; ruling: "youngest first" is the order in which people sit down."""
    asked: Seat = Seat(0)
    """Who has to choose, to bid, to accept or to place, or has just placed."""
    piece: str = ""
    """The piece that was chosen, until it is placed."""
    bids: tuple[tuple[Seat, int], ...] = ()
    """Who bid how many tokens for it, lowest first, until gravity has answered."""
    passed: tuple[Seat, ...] = ()
    """Who bids no more for it."""
    price: int = 0
    """Tokens to pass the pushed piece on, until gravity has answered; 0 if it is not pushed."""
    barred: str = ""
    """The piece that was just outbid for and fell: not to be chosen now if there is another."""
    tallest: tuple[Seat, ...] = ()
    """What the height measurer said, once it did."""
    ended: str = ""
    """Why the game is over, once it is."""

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that are in: their tower stands, or they have no foundation yet."""
        out = {seat for tick in self.collapsed for seat in tick}
        return tuple(Seat(seat) for seat in range(len(self.towers)) if seat not in out)

    @property
    def choices(self) -> tuple[str, ...]:
        """The pieces of the supply that may be chosen now."""
        return tuple(piece for piece in self.supply if piece != self.barred) or self.supply

    @property
    def barred_now(self) -> str:
        """The piece of the supply that may not be chosen now; none: an empty string."""
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


class View(State, frozen=True, kw_only=True):
    """What a seat may know, which is everything, and what it may do."""

    seat: Seat
    actor: Actor
    """Who has to move."""
    legal: tuple[SeatAction, ...]
    """What this seat may do now; nothing while somebody else has to move."""
