"""Playback of released blocks, simulated ahead of the screen so that falls are known in advance.

So slow motion can begin with the fall, at any pace, and the last fall can be replayed.
"""

import math
from collections.abc import Sequence
from itertools import chain
from typing import Final

from towersim.common.units import BlockId, Pose
from towersim.match.match import Match
from towersim.table.table import Figure
from towersim.theatre.falls import AFTER, LONGEST, SLOW
from towersim.theatre.focus import BELOW, STRAIGHT, has_moved
from towersim.theatre.impacts import Impact, ImpactReader

Frame = tuple[Figure, ...]

LENGTHS: Final = (LONGEST, 1.2)
"""Longest slow motion of the first two falls of a match, and of later ones, in real seconds."""
BEFORE: Final = 0.8
"""Longest slow motion before the end of the first fall, in simulated seconds."""
LATE: Final = 0.6
"""Longest one after that end, up to the first impact on the table, in simulated seconds."""
RUN_UP: Final = 0.35
"""Length of a replay before its slow motion, in simulated seconds."""
LAST: Final = 3.0
"""Longest replay of a move in which nothing fell, in simulated seconds."""
AHEAD: Final = 0.3
"""Least lag of the screen behind the simulation until something falls, in simulated seconds."""
SANK, DRIFTED = 0.01, 0.005
"""Where blocks may lie on the table, one falls that sinks and moves aside so far, in metres."""
TURNED: Final = 6 * STRAIGHT
"""There one falls, too, that turns so far as it sinks, in radians."""


class SlowMotion:
    """The slow motion of falls: off by a setting, skipped by a key, shorter from the third on."""

    def __init__(self) -> None:
        self.is_on = True
        self._falls = 0
        self._is_skipped = False

    @property
    def longest(self) -> float:
        """The longest slow motion of the present fall, in real seconds; 0: none."""
        if self._is_skipped or not self.is_on:
            return 0.0
        return LENGTHS[0] if self._falls < 2 else LENGTHS[1]

    def skip(self) -> None:
        """Show the rest of the present fall at the usual speed."""
        self._is_skipped = True

    def end(self, *, fell: bool) -> None:
        """End a move, and count its fall."""
        self._falls, self._is_skipped = self._falls + fell, False


class Film:
    """The frames of all ticks from release to rest, and the first fall in them."""

    def __init__(self, first: Frame, tick_seconds: float, rate: float | None = None) -> None:
        """Begin with a frame; `rate`: playback speed as a share of real time, if fixed."""
        self.rate = rate
        self.frames = [first]
        self.impacts: list[tuple[Impact, ...]] = [()]
        """The impacts of each frame."""
        self.tick_seconds = tick_seconds
        self.is_complete = False
        """Whether everything has come to rest."""
        self.fallen: BlockId | None = None
        """The first block that fell."""
        self.fell_at = 0
        """Index of the frame at the end of the fall."""
        self.tips_at = 0
        """Index of the last frame in which the block was supported."""
        self._landed_at: int | None = None

    @property
    def lands_at(self) -> int:
        """Index of the frame in which the fall ends on or beside the table, if known."""
        late = self.fell_at + round(LATE / self.tick_seconds)
        return late if self._landed_at is None else min(self._landed_at, late)

    def add(self, frame: Frame, fallen: BlockId | None, impacts: tuple[Impact, ...] = ()) -> None:
        """Add the frame of a tick, the first block that fell so far, and the tick's impacts."""
        self.frames.append(frame)
        self.impacts.append(impacts)
        if fallen is not None and self.fallen is None:
            self.fallen, self.fell_at = fallen, len(self.frames) - 1
            self.tips_at = self._began_to_fall(fallen)
            self._find_landing(self.tips_at)
        elif self.fallen is not None and self._landed_at is None:
            self._find_landing(len(self.frames) - 1)

    def _find_landing(self, start: int) -> None:
        """Find the first impact on the table from a frame on, or the fall past its edge."""
        for index, impacts in enumerate(self.impacts[start:], start):
            pose = None if self.fallen is None else _pose(self.frames[index], self.fallen)
            lands = pose is None or pose.y < BELOW or any(impact.on_table for impact in impacts)
            if self._landed_at is None and lands:
                self._landed_at = index

    def _began_to_fall(self, block: BlockId) -> int:
        """Return the index of the last frame in which a block that fell was still in its place."""
        earliest = max(self.fell_at - round(BEFORE / self.tick_seconds), 0)
        start = _pose(self.frames[0], block)
        for index in range(self.fell_at, earliest, -1):
            pose = _pose(self.frames[index], block)
            if start is not None and pose is not None and not has_moved(start, pose):
                return index
        return earliest


def _pose(frame: Frame, block: BlockId) -> Pose | None:
    return next((figure.pose for figure in frame if figure.id == block), None)


def _tumbled(start: Frame, frame: Frame) -> BlockId | None:
    """Return the first block that has sunk, not straight down, since the start of a film."""
    poses = {figure.id: figure.pose for figure in frame}
    for block, before in ((figure.id, figure.pose) for figure in start):
        x, y, angle = poses.get(block, before)
        aside = abs(x - before.x) > DRIFTED or abs(angle - before.angle) > TURNED
        if before.y - y > SANK and aside:
            return block
    return None


class Projector:
    """A playback position in a film, which slows down at the fall."""

    def __init__(
        self,
        film: Film,
        start: float = 0.0,
        slow: SlowMotion | None = None,
        rate: float | None = None,
    ) -> None:
        """Begin at a fractional index of a frame; `rate` stands in for the film's."""
        self.film, self.at = film, start
        self._slow, self._rate = slow or SlowMotion(), rate or film.rate
        self._heard = int(start)
        self._looked = 0

    def take_impacts(self) -> tuple[Impact, ...]:
        """Return the impacts of the frames shown since the last call, as slow as they were."""
        first, self._heard = self._heard + 1, int(self.at)
        impacts = chain.from_iterable(self.film.impacts[first : self._heard + 1])
        return tuple(map(slowed, impacts) if self._rate or self.is_slow else impacts)

    def take_frames(self) -> Sequence[Frame]:
        """Return the frames recorded since the last call, shown or not."""
        fresh, self._looked = self.film.frames[self._looked :], len(self.film.frames)
        return fresh

    @property
    def number(self) -> int:
        """Index of the current frame."""
        return min(int(self.at), len(self.film.frames) - 1)

    @property
    def figures(self) -> Frame:
        """The blocks of the current frame."""
        return self.film.frames[self.number]

    @property
    def is_done(self) -> bool:
        """Whether the last frame has been reached."""
        return self.film.is_complete and self.at >= len(self.film.frames) - 1

    @property
    def is_tipping(self) -> bool:
        """Whether the first fall has begun at the current frame."""
        return self.film.fallen is not None and self.at >= self.film.tips_at

    @property
    def is_slow(self) -> bool:
        """Whether the position lies in the slow motion."""
        return self._slow.longest > 0 and self.is_tipping and self.at < self._ends_at

    @property
    def _ends_at(self) -> float:
        """Index at the end of the slow motion."""
        film = self.film
        last = len(film.frames) - 1 if film.is_complete else math.inf
        return min(film.lands_at + AFTER / film.tick_seconds, last)

    def advance(self, seconds: float, pace: float) -> None:
        """Advance by real time; `pace` does not affect slow motion."""
        film = self.film
        if self.is_slow:
            length = (self._ends_at - film.tips_at) * film.tick_seconds
            pace = min(max(SLOW, length / self._slow.longest), 1.0)
        rate = self._rate or pace
        on = self.at + seconds / film.tick_seconds * rate
        if film.fallen is not None and self.at < film.tips_at < on:
            on = film.tips_at
        known = len(film.frames) - 1
        is_known = film.is_complete or film.fallen is not None
        known -= 0 if is_known else round(AHEAD / film.tick_seconds)
        self.at = max(min(on, known), self.at)


def seen_again(film: Film) -> Projector:
    """Return a projector that starts shortly before the fall, or at the start if `rate` is set.

    Of a film without a fall, the last seconds are shown, as slowly as a fall of that length.
    """
    if film.rate is not None:
        return Projector(film)
    if film.fallen is not None:
        return Projector(film, max(film.tips_at - RUN_UP / film.tick_seconds, 0.0))
    last = len(film.frames) - 1
    start = max(last - LAST / film.tick_seconds, 0.0)
    return Projector(film, start, rate=max((last - start) * film.tick_seconds / LONGEST, SLOW))


class BlockPlayback:
    """Records released blocks of a match as a film, plays it, and replays the last fall.

    Recording runs ahead of the screen; gravity answers in the match once the film was shown.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._reader = ImpactReader()
        self.slow_motion = SlowMotion()
        self.watches_tumbling = False
        """Whether blocks that tumble count as fallen, as where they may lie on the table."""
        self.is_live_slow = False
        """Whether a tower falls slowly without a film, as when a hand topples it."""
        self._now: Projector | None = None
        self._again: Projector | None = None
        self.last_fall: Film | None = None
        """The film to replay: of the last fall, or of the move that was kept."""
        self._last: Film | None = None
        """The last film that was shown to its end."""

    @property
    def _shown(self) -> Projector | None:
        return self._again or self._now

    @property
    def figures(self) -> Frame | None:
        """The blocks of the current film's frame, or None."""
        return None if self._shown is None else self._shown.figures

    def take_frames(self) -> Sequence[Frame]:
        """Return the frames of the current film recorded since the last call."""
        return () if self._shown is None else self._shown.take_frames()

    @property
    def is_showing(self) -> bool:
        """Whether a film is shown."""
        return self._shown is not None

    @property
    def is_tipping(self) -> bool:
        """Whether the first fall has begun in the current film."""
        return self._now is not None and self._now.is_tipping

    @property
    def is_slow(self) -> bool:
        """Whether a fall is shown in slow motion."""
        return self.is_live_slow or (self._now is not None and self._now.is_slow)

    def replayed(self, film: Film) -> int | None:
        """Return the current frame's index if this film is being replayed, else None."""
        again = self._again
        return again.number if again is not None and again.film is film else None

    def keep_last(self) -> None:
        """Make the last move the one to replay, whether something fell or not."""
        self.last_fall = self._last or self.last_fall

    @property
    def is_replaying(self) -> bool:
        """Whether a fall is being replayed; the match is paused meanwhile."""
        return self._again is not None

    def replay(self) -> None:
        """Replay the last fall, if there is one and no film or carrying is in progress."""
        if self.last_fall is not None and self._now is None and not self._match.carrying:
            self._again = seen_again(self.last_fall)

    def stop_replay(self) -> None:
        """End the replay."""
        self._again = None

    def advance(self, seconds: float, pace: float) -> None:
        """Advance the current film by real time; a replay ignores `pace`."""
        if self._again is not None:
            self._again.advance(seconds, 1)
            self._again = None if self._again.is_done else self._again
        elif self._now is not None:
            self._now.advance(seconds, pace)

    def record(self) -> bool:
        """Record one more tick of the released blocks; return False once all are at rest."""
        match = self._match
        if self._now is None:
            film = Film(match.figures(), match.tick_seconds)
            self._now = Projector(film, slow=self.slow_motion)
        film = self._now.film
        if film.is_complete:
            return False
        film.is_complete = not match.look_ahead()
        figures, fallen = match.figures(), None
        if film.fallen is None:
            tumbled = _tumbled(film.frames[0], figures) if self.watches_tumbling else None
            fallen = next((fall.block for fall in match.falls_so_far()), tumbled)
        film.add(figures, fallen, self._reader.read(match.world))
        return True

    def finish(self) -> Frame | None:
        """End the film if its last frame was shown, and return that frame; else None."""
        if self._now is None or not self._now.is_done:
            return None
        film = self._last = self._now.film
        self.last_fall = film if film.fallen is not None else self.last_fall
        self.slow_motion.end(fell=film.fallen is not None)
        self._now = None
        return film.frames[-1]

    def drop(self) -> None:
        """Discard the current film, for moves that are not shown."""
        self._now = None

    def take_impacts(self) -> tuple[Impact, ...]:
        """Return the impacts shown since the last call."""
        if self._shown is not None:
            return self._shown.take_impacts()
        impacts = self._reader.read(self._match.world)
        return tuple(map(slowed, impacts)) if self.is_live_slow else impacts


SOFTER: Final = 0.25
"""Factor on the impulse of an impact in slow motion, for its sound."""


def slowed(impact: Impact) -> Impact:
    """Return an impact with the sound of slow motion: longer, lower and softer."""
    return impact._replace(impulse=impact.impulse * SOFTER, is_slowed=True)
