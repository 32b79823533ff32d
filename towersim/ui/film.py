"""What was let go of comes to rest, simulated ahead of the screen: it knows what will fall.

So slow motion begins when the fall is certain and not when it is over, at any pace, and the fall
can be seen again.
"""

import math
from itertools import chain
from typing import Final, NamedTuple

from towersim.match import Match
from towersim.table import Figure
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.units import BlockId, Pose

Frame = tuple[Figure, ...]

SLOW: Final = 0.22
"""The speed at which a fall is shown, as a share of real time."""
BEFORE: Final = 0.45
"""Slow motion begins at most this long before the first fall is over, in simulated seconds, …"""
AFTER: Final = 0.15
"""… and ends this long after it."""
RUN_UP: Final = 0.35
"""What is seen again begins this long before slow motion does, in simulated seconds."""
AHEAD: Final = 0.3
"""What is shown stays this far behind what is simulated, in simulated seconds."""
STILL: Final = 0.002
"""A block no further than this from where it rested has not begun to fall, in metres, …"""
STRAIGHT: Final = 0.05
"""… if it has turned no further than this, in radians."""


class FirstFall(NamedTuple):
    """The first block that fell, and why, as gravity says it."""

    block: BlockId
    why: str


class Film:
    """Every block in every tick from letting go to rest, and the first fall in it."""

    def __init__(self, first: Frame, tick_seconds: float, rate: float | None = None) -> None:
        """Begin with a frame; `rate`: how fast all of it is shown, as a share of real time."""
        self.rate = rate
        self.frames = [first]
        self.impacts: list[tuple[Impact, ...]] = [()]
        """The impacts of each frame."""
        self.tick_seconds = tick_seconds
        self.is_complete = False
        """Whether everything has come to rest."""
        self.fall: FirstFall | None = None
        self.fell_at = 0
        """The frame in which it had fallen."""
        self.tips_at = 0
        """The frame in which its fall began."""

    def add(self, frame: Frame, fall: FirstFall | None, impacts: tuple[Impact, ...] = ()) -> None:
        """Add a tick, the first fall if there has been one by then, and what was heard in it."""
        self.frames.append(frame)
        self.impacts.append(impacts)
        if fall is not None and self.fall is None:
            self.fall, self.fell_at = fall, len(self.frames) - 1
            self.tips_at = self._began_to_fall(fall.block)

    def _began_to_fall(self, block: BlockId) -> int:
        """Return the last frame in which a block that fell was still about where it rested."""
        earliest = max(self.fell_at - round(BEFORE / self.tick_seconds), 0)
        start = _pose(self.frames[0], block)
        for index in range(self.fell_at, earliest, -1):
            pose = _pose(self.frames[index], block)
            if start is None or pose is None:
                continue
            moved = math.dist(pose[:2], start[:2])
            if moved <= STILL and abs(pose.angle - start.angle) <= STRAIGHT:
                return index
        return earliest


def _pose(frame: Frame, block: BlockId) -> Pose | None:
    return next((figure.pose for figure in frame if figure.id == block), None)


class Projector:
    """Shows a film at a pace, and a fall in it slowly."""

    def __init__(self, film: Film, start: float = 0.0) -> None:
        self.film, self._at = film, start
        """The frame that is shown, with its fraction."""
        self._heard = int(start)

    def take_impacts(self) -> tuple[Impact, ...]:
        """Return the impacts of the frames shown since the last call."""
        first, self._heard = self._heard + 1, int(self._at)
        return tuple(chain.from_iterable(self.film.impacts[first : self._heard + 1]))

    @property
    def number(self) -> int:
        """The number of the frame that is shown now."""
        return min(int(self._at), len(self.film.frames) - 1)

    @property
    def figures(self) -> Frame:
        """The blocks as they are shown now."""
        return self.film.frames[self.number]

    @property
    def is_done(self) -> bool:
        """Whether the last frame has been reached."""
        return self.film.is_complete and self._at >= len(self.film.frames) - 1

    @property
    def is_tipping(self) -> bool:
        """Whether a fall that is certain by now has begun."""
        return self.film.fall is not None and self._at >= self.film.tips_at

    @property
    def fall(self) -> FirstFall | None:
        """The first fall, once it has been seen."""
        return self.film.fall if self._at >= self.film.fell_at else None

    @property
    def is_slow(self) -> bool:
        """Whether the blocks are shown in slow motion now."""
        end = self.film.fell_at + AFTER / self.film.tick_seconds
        return self.is_tipping and self._at < end

    def advance(self, seconds: float, pace: float) -> None:
        """Go on by real time; slow motion is as slow at any pace."""
        film = self.film
        rate = film.rate or (SLOW if self.is_slow else pace)
        on = self._at + seconds / film.tick_seconds * rate
        if film.fall is not None and self._at < film.tips_at < on:
            on = film.tips_at
        known = len(film.frames) - 1
        known -= 0 if film.is_complete else round(AHEAD / film.tick_seconds)
        self._at = max(min(on, known), self._at)


def seen_again(film: Film) -> Projector:
    """Return a projector that begins shortly before the fall, or where the whole film is slow."""
    if film.rate is not None:
        return Projector(film)
    return Projector(film, max(film.tips_at - RUN_UP / film.tick_seconds, 0.0))


class Playback:
    """Films blocks of a match that were let go of, shows the film, and shows the last fall again.

    The film is recorded ahead of what is shown, so gravity answers in the match after it was seen.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._reader = ImpactReader()
        self._now: Projector | None = None
        self._again: Projector | None = None
        self._last_fall: Film | None = None

    @property
    def figures(self) -> Frame | None:
        """The blocks of the film that is shown now, or None."""
        shown = self._again or self._now
        return None if shown is None else shown.figures

    @property
    def is_tipping(self) -> bool:
        """Whether a fall that is certain by now has begun."""
        return self._now is not None and self._now.is_tipping

    @property
    def first_fall(self) -> FirstFall | None:
        """The first fall of what was let go of, once it has been seen."""
        return None if self._now is None else self._now.fall

    def replayed(self, film: Film) -> int | None:
        """Return the number of the frame of this film that is seen again, or None."""
        again = self._again
        return again.number if again is not None and again.film is film else None

    def keep(self, film: Film) -> None:
        """Show this film when the last fall is to be seen again."""
        self._last_fall = film

    @property
    def has_fall(self) -> bool:
        """Whether there is a fall that can be seen again."""
        return self._last_fall is not None

    @property
    def is_replaying(self) -> bool:
        """Whether a fall is seen again; the match waits meanwhile."""
        return self._again is not None

    def replay(self) -> None:
        """Show the last fall again, if there was one and nothing else is filmed."""
        if self._last_fall is not None and self._now is None and not self._match.carrying:
            self._again = seen_again(self._last_fall)

    def stop_replay(self) -> None:
        """End the replay."""
        self._again = None

    def advance(self, seconds: float, pace: float) -> None:
        """Go on with the film that is shown, by real time; a replay runs at normal speed."""
        if self._again is not None:
            self._again.advance(seconds, 1)
            self._again = None if self._again.is_done else self._again
        elif self._now is not None:
            self._now.advance(seconds, pace)

    def record(self) -> bool:
        """Film one more tick of the blocks in the air; return whether there was one to film."""
        match = self._match
        if self._now is None:
            self._now = Projector(Film(match.figures(), match.tick_seconds))
        film = self._now.film
        if film.is_complete:
            return False
        film.is_complete = not match.look_ahead()
        fall = match.falls_so_far()[:1] if film.fall is None else ()
        first = FirstFall(fall[0].block, fall[0].why) if fall else None
        film.add(match.figures(), first, self._reader.read(match.world))
        return True

    def finish(self) -> Frame | None:
        """Put the film away if its last frame was shown, and return that frame; else None."""
        if self._now is None or not self._now.is_done:
            return None
        film = self._now.film
        self._last_fall = film if film.fall is not None else self._last_fall
        self._now = None
        return film.frames[-1]

    def drop(self) -> None:
        """Stop the film: nobody looks on."""
        self._now = None

    def take_impacts(self) -> tuple[Impact, ...]:
        """Return the impacts shown since the last call."""
        shown = self._again or self._now
        return self._reader.read(self._match.world) if shown is None else shown.take_impacts()
