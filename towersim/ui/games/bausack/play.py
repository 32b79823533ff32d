"""A match of Bausack in the window: its questions to people, and its towers in metres."""

from enum import StrEnum
from typing import Any, Final

from towersim.bots.table import HUMAN
from towersim.match import MatchPhase
from towersim.rules.base import Collapsed, Stacked, TowerStarted
from towersim.rules.bausack.state import Bid, Build, Pay, Phase, Push, View
from towersim.ui.play import Play
from towersim.units import Seat, TowerId, Vec

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

    bot_delay = 1.15

    @property
    def wanted(self) -> Wanted:
        """What a person has to decide now."""
        waits = self.is_human_turn and self.match.phase is MatchPhase.CHOOSING
        return WANTED.get(self.view().phase, Wanted.NOTHING) if waits else Wanted.NOTHING

    def bids(self, piece: str) -> tuple[int, ...]:
        """Return the legal bids of the person, for this piece if it is the opening bid."""
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
        told: Any = self.match.would_bring(push, self.seat)[0]
        return Seat(told.to)

    @property
    def can_skip(self) -> bool:
        """Whether only bots are left, so that the people may go on to the result at once."""
        view, seats = self.view(), self.match.seats
        people = {index for index, seat in enumerate(seats) if seat.player == HUMAN}
        playing = self.match.phase is not MatchPhase.OVER and not self.is_skipping
        return bool(people) and people.isdisjoint(view.standing) and playing

    def over(self) -> TowerId | None:
        """Return the person's tower if the block is over it, or over the free place for it."""
        held = self.held
        if held is None or not self.is_carrying:
            return None
        tower = self.match.aim()
        span = self.span(tower)
        low, high = (span[0].x - NEAR, span[1].x + NEAR) if span else self.area(tower)
        return tower if low <= held.pose.x <= high or self.is_disturbing else None

    def area(self, tower: TowerId) -> tuple[float, float]:
        """Return from where to where a seat's part of the table reaches, in metres."""
        setup = self.match.setup
        half = setup.table.width / len(setup.spots) / 2
        return setup.spots[tower] - half, setup.spots[tower] + half

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

    def fallen(self) -> list[Seat]:
        """Return the seats whose towers the last move brought down, in order."""
        fell: list[Seat] = []
        for event in reversed(self.match.events):
            if isinstance(event, Stacked | TowerStarted):
                break
            if isinstance(event, Collapsed):
                fell.insert(0, Seat(event.tower))
        return fell
