"""The attempts at one challenge: the present one, piece by piece, the best, and its ghost."""

import math
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from towersim.common.errors import OptionFault
from towersim.common.messages import Day, message as _, plural
from towersim.common.units import BlockId, Pose
from towersim.match.match import Match
from towersim.practice.attempts import Attempt, Placement, attempt_of, best_of
from towersim.practice.code import rival_at
from towersim.practice.own import DRAFT
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.log import measure_text
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import signed_margin
from towersim.ui.app_context import AppContext
from towersim.ui.background import new_client, worker
from towersim.ui.games.practice.chapters import completed
from towersim.ui.games.practice.start import attempts_file, attempts_folder
from towersim.ui.language.faults import fault_message

Tilt = float | None
Curve = Sequence[Placement]
"""The pieces in order, each with the tilt that the building withstood after it."""
MOST: Final = 45.0
"""Greatest stored tilt, in degrees; greater ones are stored as this."""


class RestingBuilding(NamedTuple):
    """The building at rest: its scene, and the number of the match's actions so far."""

    scene: Scene
    steps: int


class TrailPiece(NamedTuple):
    """A piece that was placed or taken out, and the building after that."""

    name: BlockId
    placement: Placement
    rest: RestingBuilding


class Trail:
    """The sequence of placed and removed pieces; tilts are computed in the background."""

    def __init__(self, start: RestingBuilding) -> None:
        """Begin with a building at rest."""
        self._client = new_client()
        self._pieces: list[TrailPiece] = []
        self._undone: list[Placement] = []
        """The placements that were taken back."""
        self._start = start
        self._tilts: dict[int, Tilt] = {}
        """By the number of the piece, as far as computed."""

    def add(self, piece: TrailPiece) -> None:
        """Add a piece that came to rest or was taken out."""
        self._pieces.append(piece)

    def __len__(self) -> int:
        return len(self._pieces)

    def at(self, count: int) -> RestingBuilding:
        """Return the building after the first `count` pieces."""
        return self._pieces[count - 1].rest if count else self._start

    def until(self, steps: int) -> "Trail":
        """Return the trail after the first `steps` actions of the match."""
        trail = Trail(self._start)
        trail._pieces = [piece for piece in self._pieces if piece.rest.steps <= steps]
        return trail

    def take_back(self) -> None:
        """Take the last piece back; results requested before are ignored."""
        if self._pieces:
            self._undone.append(replace(self._pieces.pop().placement, undone=True))
            self._tilts.pop(len(self), None)

    @property
    def last_fell(self) -> bool:
        """Whether the last piece, or another one in that move, fell."""
        return bool(self._pieces) and self._pieces[-1].placement.fell

    def update(self) -> bool:
        """Ask for the next tilt; return whether all are known."""
        answer = worker().result(self._client) if self._pieces else None
        if answer is not None:
            key, margin = answer
            for number in range(len(self)):
                if key == (len(self._undone), number):
                    self._tilts[number] = None if margin is None else withstood(margin)
        missing = next((n for n in range(len(self)) if n not in self._tilts), None)
        if missing is not None:
            work = partial(signed_margin, self._pieces[missing].rest.scene)
            worker().ask(self._client, (len(self._undone), missing), work)
        return missing is None

    @property
    def tilts(self) -> tuple[Tilt, ...]:
        """The tilt withstood after each piece, in degrees; None until computed."""
        return tuple(self._tilts.get(number) for number in range(len(self)))

    @property
    def curve(self) -> Curve:
        """The pieces with the tilts withstood, as far as these are known."""
        pairs = zip(self._pieces, self.tilts, strict=True)
        return tuple(replace(piece.placement, tilt=tilt) for piece, tilt in pairs)

    def finished(self) -> Sequence[Placement]:
        """Return all pieces with their poses after the last move; those taken back come last."""
        last = {block.id: block.pose for block in self.at(len(self)).scene.blocks}
        placements = []
        for piece, placed in zip(self._pieces, self.curve, strict=True):
            x, y, angle = last.get(piece.name, (None, None, None))
            placements.append(replace(placed, x=x, y=y, angle=angle))
        return [*placements, *self._undone]


def withstood(margin: float) -> float:
    """Return the tilt in degrees for a signed margin λ, 0 … `MOST`.

    >>> withstood(1.0), withstood(-0.1), withstood(math.inf)
    (45.0, 0.0, 45.0)
    """
    return min(max(math.degrees(math.atan(margin)), 0.0), MOST)


Ghost = tuple[tuple[str, Pose], ...]
"""Kind and final pose of each piece."""


class Bests:
    """The stored attempts at a challenge; an unreadable file counts as empty."""

    def __init__(self, context: AppContext, challenge: Challenge) -> None:
        self._context, self._challenge = context, challenge
        self._kept: int | None = None
        """Id of the stored attempt until its tilts are stored."""
        self._beaten: Attempt | None = None
        """The best attempt until the present one was better."""
        self.curve: Curve = ()
        """The pieces of the best attempt before this one; none if it earned no star."""
        self.medal, self.honour = "none", ""
        """The medal of its chapter that this attempt completed, and a line about it."""
        self.rival = rival_at(challenge, attempts_folder(context))
        """The friend's attempt that there is to beat, if one was received."""
        self._read()
        if self._best is not None and self._best.stars and (best := self._best.id) is not None:
            with suppress(OptionFault):
                placed = attempts_file(context).placements(best).get(best, ())
                curve = [piece for piece in placed if not piece.undone]
                if challenge.includes(piece.kind for piece in curve):  # else it was of old pieces
                    self.curve = curve

    def _read(self) -> None:
        kept, name = list[Attempt](), self._challenge.name
        with suppress(OptionFault):  # attempts at drafts were made at different challenges
            kept = [] if name == DRAFT else attempts_file(self._context).history(name)
        self._attempts = len(kept)
        self._best = best_of(kept, fewer_is_better=self._challenge.fewer_is_better)

    @property
    def line(self) -> str:
        """A line about the best attempt; empty without a star."""
        best = self._best
        if best is None or not best.stars:
            return ""
        return plural(
            "Your first attempt: {measure}, {day:year}",
            "Best of {count} attempts: {measure}, {day:year}",
            self._attempts,
            measure=measure_text(self._challenge.goal, best.measure),
            day=Day.fromisoformat(best.ended_at.partition("T")[0]),
        )

    @property
    def news(self) -> str:
        """A line about what this attempt completed or the best that it beats; empty without."""
        if self.honour or self._beaten is None or not self._beaten.stars:
            return self.honour
        goal, best = self._challenge.goal, self._best
        before = measure_text(goal, self._beaten.measure)
        if best is not None and before == measure_text(goal, best.measure):
            return ""  # better by less than is told
        return _("A new best of your own! It was {measure}.", measure=before)

    @property
    def past(self) -> str:
        """A line about the best of several attempts; empty if there is news."""
        return "" if self.news or self._attempts < 2 else self.line

    @property
    def goal(self) -> str:
        """A line about the attempt to beat: the friend's, or the best of one's own."""
        if self.rival is None:
            return self.line
        measure = measure_text(self._challenge.goal, self.rival.measure)
        return _("To beat: {name}, {measure}", name=self.rival.name, measure=measure)

    @property
    def ghost(self) -> Ghost:
        """Final poses of the pieces in the friend's attempt, or in the best earlier one."""
        if self.rival is not None:
            return self.rival.ghost
        return tuple(
            (piece.kind, Pose(piece.x, piece.y, piece.angle))
            for piece in self.curve
            if piece.x is not None and piece.y is not None and piece.angle is not None
        )

    def keep(self, match: Match, trail: Trail) -> str:
        """Store the finished attempt; return the reason if that fails, else nothing."""
        try:
            attempt, file = attempt_of(match, datetime.now()), attempts_file(self._context)
            earned = file.stars()
            self._kept = file.add(attempt, trail.finished())
        except OptionFault as fault:
            return fault_message(fault)
        before = self._best
        self._read()
        self._beaten = before if before != self._best else None
        today = datetime.now().date()
        self.medal, self.honour = completed(self._challenge, earned, file.stars(), today)
        return ""

    def update(self, trail: Trail) -> None:
        """Store the tilts of the stored attempt as soon as all are computed."""
        if not trail.update() or self._kept is None:
            return
        kept, self._kept = self._kept, None
        with suppress(OptionFault):  # the attempt itself is stored; only its curve is lost
            attempts_file(self._context).keep_tilts(kept, trail.tilts)
