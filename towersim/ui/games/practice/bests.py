"""The attempts at one challenge: the best so far, its ghost, and the current attempt."""

from collections.abc import Sequence
from datetime import datetime

from towersim.common.errors import OptionFault
from towersim.common.messages import Day, plural
from towersim.common.units import Pose
from towersim.match.match import Match
from towersim.practice.attempts import Attempt, attempt_of, best_of
from towersim.practice.placements import Placement
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.log import measure_text
from towersim.ui.app_context import AppContext
from towersim.ui.games.practice.hand_page import attempts_file
from towersim.ui.games.practice.trail import Curve, Trail
from towersim.ui.language.faults import fault_message

Ghost = tuple[tuple[str, Pose], ...]
"""Kind and final pose of each piece."""


class Bests:
    """The stored attempts at a challenge; an unreadable file counts as empty."""

    def __init__(self, context: AppContext, challenge: Challenge) -> None:
        self._context, self._challenge = context, challenge
        self._kept: int | None = None
        """Id of the stored attempt until its tilts are stored."""
        self._best: Attempt | None = None
        self._attempts = 0
        self._placed: Sequence[Placement] = ()
        """The pieces of the best attempt before this one."""
        self._read()
        self._find_pieces()

    def _read(self) -> None:
        try:
            kept = attempts_file(self._context).history(self._challenge.name)
        except OptionFault:
            return
        self._attempts = len(kept)
        self._best = best_of(kept, fewer_is_better=self._challenge.fewer_is_better)

    def _find_pieces(self) -> None:
        best = self._best
        if best is not None and best.id is not None:
            try:
                self._placed = attempts_file(self._context).placements(best.id).get(best.id, ())
            except OptionFault:
                self._placed = ()

    @property
    def line(self) -> str:
        """A line about the best attempt; empty without one."""
        best = self._best
        if best is None:
            return ""
        return plural(
            "Best of {count} attempt: {measure}, {day:year}",
            "Best of {count} attempts: {measure}, {day:year}",
            self._attempts,
            measure=measure_text(self._challenge.goal, best.measure),
            day=Day.fromisoformat(best.ended_at.partition("T")[0]),
        )

    @property
    def ghost(self) -> Ghost:
        """Final poses of the pieces in the best earlier attempt."""
        return tuple(
            (piece.kind, Pose(piece.x, piece.y, piece.angle))
            for piece in self._placed
            if piece.x is not None and piece.y is not None and piece.angle is not None
        )

    @property
    def curve(self) -> Curve:
        """The tilts withstood piece by piece in the best attempt before this one."""
        return tuple((piece.tilt, piece.taken) for piece in self._placed)

    def keep(self, match: Match, trail: Trail) -> str:
        """Store the finished attempt; return the reason if that fails, else nothing."""
        try:
            attempt = attempt_of(match, datetime.now())
            self._kept = attempts_file(self._context).add(attempt, trail.finished())
        except OptionFault as fault:
            return fault_message(fault)
        self._read()
        return ""

    def update(self, trail: Trail) -> None:
        """Store the tilts of the stored attempt as soon as all are computed."""
        if not trail.update() or self._kept is None:
            return
        kept, self._kept = self._kept, None
        try:
            attempts_file(self._context).keep_tilts(kept, trail.tilts)
        except OptionFault:
            # The attempt itself is stored; only its curve is lost.
            return
