"""A running match of Bausack: decisions asked of people, and the extent of towers."""

from typing import Final

from towersim.common.units import TowerId, Vec
from towersim.match.match import MatchPhase
from towersim.rules.bausack.state import Bid, Build, Phase, View
from towersim.ui.drawing.theme import RGB
from towersim.ui.games.bausack.draw_seats import tint
from towersim.ui.play import Play

NEAR: Final = 0.07
"""Distance beside a tower up to which a piece counts as over it, in metres."""


class BausackPlay(Play[View]):
    """A match of Bausack."""

    bot_delay = 1.15

    @property
    def tint(self) -> RGB:
        """The colour of the seat to move."""
        return tint(self.seat)

    @property
    def wanted(self) -> Phase | None:
        """The phase in which a person has to decide now; None if no person has to."""
        waits = self.is_human_turn and self.match.phase is MatchPhase.CHOOSING
        return self.view().phase if waits else None

    def bids(self, piece: str) -> tuple[int, ...]:
        """Return the person's legal bids; an opening bid is for `piece`."""
        if self.wanted not in (Phase.CHOOSING, Phase.BIDDING):
            return ()
        return tuple(
            action.bid if isinstance(action, Build) else action.amount
            for action in self.legal()
            if isinstance(action, Bid) or (isinstance(action, Build) and action.piece == piece)
        )

    @property
    def can_skip(self) -> bool:
        """Whether the people are out and only bots play on, so that the rest may be skipped."""
        view, seats = self.view(), self.match.seats
        people = {index for index, seat in enumerate(seats) if seat.is_person}
        playing = self.match.phase is not MatchPhase.OVER and not self.is_skipping
        return bool(people) and people.isdisjoint(view.standing) and playing

    def over(self) -> TowerId | None:
        """Return the person's tower if the held piece is over it, or over its empty part."""
        held, tower = self.held, super().over()
        span = None if tower is None else self.span(tower)
        if held is None or span is None or self.is_disturbing:
            return tower
        return tower if span[0].x - NEAR <= held.pose.x <= span[1].x + NEAR else None

    def area(self, tower: TowerId) -> tuple[float, float]:
        """Return the left and right end of a seat's part of the table, in metres."""
        setup = self.match.setup
        half = setup.table.width / len(setup.spots) / 2
        return setup.spots[tower] - half, setup.spots[tower] + half

    def span(self, tower: TowerId) -> tuple[Vec, Vec] | None:
        """Return the corners of a tower's bounding box, in metres; None without a tower."""
        boxes = [self.box(figure) for figure in self.figures() if figure.tower == tower]
        if not boxes:
            return None
        low, high = zip(*boxes, strict=True)
        return (
            Vec(min(p.x for p in low), min(p.y for p in low)),
            Vec(max(p.x for p in high), max(p.y for p in high)),
        )
