"""What a game of Bausack asks people, and how its collapses are seen."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from towersim.match import Match
from towersim.match import Phase as Going
from towersim.rules.base import Collapsed, Founded, Stacked
from towersim.rules.bausack_state import Bid, Build, Pay, Phase, Push, View
from towersim.scene import extent
from towersim.table import Figure
from towersim.ui.play import Play
from towersim.units import BlockId, Pose, Seat, TowerId, Vec

SLOW: Final = 0.22
"""How fast a collapse is shown, as a share of real time, …"""
SLOW_FOR: Final = 2.2
"""… for so many seconds of the one who looks."""
SINK: Final = 0.008
"""A placed piece that comes down so far, in metres, is falling, …"""
DROP: Final = 0.03
"""… and one that was just let go of, if it comes down so far."""
NEAR: Final = 0.07
"""A piece is over its tower no further beside its pieces than this, in metres."""


class Wanted(StrEnum):
    """What a person has to decide."""

    NOTHING = "nothing"
    CHOOSE = "choose"
    """A piece to build with or to push."""
    BID = "bid"
    ACCEPT = "accept"
    """The pushed piece, or pay."""
    PLACE = "place"


WANTED: Final = {
    Phase.CHOOSING: Wanted.CHOOSE,
    Phase.BIDDING: Wanted.BID,
    Phase.OFFERED: Wanted.ACCEPT,
    Phase.PLACING: Wanted.PLACE,
}


class BausackPlay(Play[View]):
    """A match of Bausack."""

    breath = 1.15

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        super().__init__(match, clock)
        self._slowed = 0.0
        self._let_go: dict[BlockId, float] = {}
        self._boxes: dict[BlockId, tuple[Pose, tuple[Vec, Vec]]] = {}

    @property
    def wanted(self) -> Wanted:
        """What a person has to decide now."""
        waits = self.human and self.match.phase is Going.CHOOSING
        return WANTED.get(self.view().phase, Wanted.NOTHING) if waits else Wanted.NOTHING

    def bids(self, piece: str) -> tuple[int, ...]:
        """Return what the person may bid now, for this piece if it is the opening bid."""
        if self.wanted not in (Wanted.CHOOSE, Wanted.BID):
            return ()
        return tuple(
            action.bid if isinstance(action, Build) else action.amount
            for action in self.legal()
            if isinstance(action, Bid) or (isinstance(action, Build) and action.piece == piece)
        )

    def receiver(self, piece: str) -> Seat:
        """Return to whom the rules bring the piece if the person pushes it, or pays."""
        push = Push(piece) if self.wanted is Wanted.CHOOSE else Pay()
        _, (moved, *_) = self.match.rules.apply(self.match.state, push)
        told: Any = moved
        return Seat(told.to)

    def over(self) -> TowerId | None:
        """Return the person's tower if the block is over it, or over the free place for it."""
        held = self.held
        if held is None or not self.carrying:
            return None
        tower = self.match.aim()
        span = self.span(tower)
        low, high = (span[0].x - NEAR, span[1].x + NEAR) if span else self.area(tower)
        return tower if low <= held.pose.x <= high or self.upset else None

    def area(self, tower: TowerId) -> tuple[float, float]:
        """Return from where to where a seat's part of the table reaches, in metres."""
        setup = self.match.setup
        half = setup.table.width / len(setup.spots) / 2
        return setup.spots[tower] - half, setup.spots[tower] + half

    def box(self, figure: Figure) -> tuple[Vec, Vec]:
        """Return the corners of the upright box around a piece, in metres.

        It is kept until the piece moves: outlines have many corners, and frames little time.
        """
        kept = self._boxes.get(figure.id)
        if kept is None or kept[0] != figure.pose:
            kept = (figure.pose, extent(figure.shape, figure.pose))
            self._boxes[figure.id] = kept
        return kept[1]

    def span(self, tower: TowerId) -> tuple[Vec, Vec] | None:
        """Return the corners of the upright box around a tower, in metres; None if none stands."""
        boxes = [self.box(figure) for figure in self.figures() if figure.tower == tower]
        if not boxes:
            return None
        low, high = zip(*boxes, strict=True)
        return (
            Vec(min(p.x for p in low), min(p.y for p in low)),
            Vec(max(p.x for p in high), max(p.y for p in high)),
        )

    def heights(self) -> dict[TowerId, float]:
        """Return how high each standing tower reaches, in metres."""
        found: dict[TowerId, float] = {}
        for figure in self.figures():
            if figure.tower is not None:
                found[figure.tower] = max(found.get(figure.tower, 0.0), self.box(figure)[1].y)
        return found

    def fallen(self) -> list[Seat]:
        """Return whose towers the last move brought down, in order."""
        fell: list[Seat] = []
        for event in reversed(self.match.events):
            if isinstance(event, Stacked | Founded):
                break
            if isinstance(event, Collapsed):
                fell.insert(0, Seat(event.tower))
        return fell

    @property
    def first(self) -> tuple[BlockId, str] | None:
        """The piece that fell first in the move that is going on, and why, as gravity says it."""
        falls = self.match.falls_so_far() if self.match.phase is Going.SETTLING else ()
        return (falls[0].block, falls[0].why) if falls else None

    @property
    def tumbling(self) -> bool:
        """Whether pieces are coming down now: one has fallen, or is on its way."""
        if self.match.phase is not Going.SETTLING:
            return False
        return self.first is not None or any(
            self._let_go.get(f.id, f.pose.y) - f.pose.y > (DROP if f.tower is None else SINK)
            for f in self.figures()
        )

    def speed(self) -> float:
        """Return how fast blocks move: slowly while a collapse begins."""
        return SLOW if 0 < self._slowed < SLOW_FOR else 1.0

    def see(self, seconds: float) -> None:
        """Let time pass for the one who looks."""
        if self.match.phase is not Going.SETTLING:
            self._slowed, self._let_go = 0.0, {}
        elif not self._let_go:
            self._let_go = {figure.id: figure.pose.y for figure in self.figures()}
        elif self._slowed or self.tumbling:
            self._slowed += seconds
