"""What attempts add up to: medals, the streak of days, records by measure, a hand's statistics."""

import math
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from statistics import median
from typing import NamedTuple

import msgspec

from towersim.practice.attempts import Attempt, Placement, best_of
from towersim.practice.generated import daily_name
from towersim.rules.practice import challenge as rules
from towersim.rules.practice.challenge import FEWER, AnyGoal, Challenge
from towersim.rules.practice.log import ENDLESS

BAND = 0.05
"""The width of a band of heights, in metres."""
HEIGHTS = tuple(BAND * number for number in range(6))
"""The lower ends of the bands of heights; the last one has no upper end."""
WEEKS = 12
"""The maximum number of weeks reported, latest last."""
TURNS = (0.0, 10.0, 80.0)
"""The lower ends of the bands of angles: lying, slanted and on end, in degrees."""
ENOUGH, TWICE = 5, 2
"""The number of pieces and of falls of a band from which its share of falls says something."""
MEASURED = (
    *(rules.Height, rules.Raise, rules.Reach, rules.Span),
    *(rules.Tilt, rules.Quake, rules.Load, rules.Pull),
)
"""The goals whose measures are compared over all challenges."""
MEDALS = ("none", "bronze", "silver", "gold")
"""The medals of a chapter by the least number of stars in each of its challenges."""
LISTED = 8
"""The number of endless attempts that are listed."""


class Band(NamedTuple):
    """Counts of pieces released in a band of heights or angles."""

    low: float
    """The lower end of the band, in metres or degrees."""
    pieces: int
    fell: int


class Week(NamedTuple):
    """Statistics of the attempts of one week."""

    monday: str
    """The first day of the week, ISO 8601."""
    stars: float
    """The mean number of stars per attempt."""
    error: float | None
    """The median placement error in metres; None if no piece stood."""


class HandStatistics(NamedTuple):
    """Statistics of a person's hand; lengths in metres."""

    attempts: int
    errors: tuple[float, ...]
    """Distance along x between the hand's last target and the rest, for each piece that stood."""
    tremors: tuple[float, ...]
    """The hand's movement in the last half second before release, for each piece."""
    bands: tuple[Band, ...]
    """By the height of the release."""
    turns: tuple[Band, ...]
    """By the angle between the release and the nearest lying position."""
    weeks: tuple[Week, ...]

    @property
    def weakest(self) -> Band | None:
        """The band of heights or angles in which most pieces fell; None: none is worse than all."""
        pieces, fell = len(self.tremors), sum(band.fell for band in self.bands)
        bands = self.bands + self.turns
        known = [band for band in bands if band.pieces >= ENOUGH and band.fell >= TWICE]
        worse = [band for band in known if band.fell * pieces > fell * band.pieces]
        return max(worse, key=lambda band: band.fell / band.pieces, default=None)


def statistics_of(
    attempts: Sequence[Attempt], placements: Mapping[int, Sequence[Placement]]
) -> HandStatistics:
    """Return the statistics of some attempts and the pieces placed in them, by attempt."""
    every = [piece for some in placements.values() for piece in some if not piece.taken]
    return HandStatistics(
        attempts=len(attempts),
        errors=tuple(piece.error for piece in every if piece.error is not None),
        tremors=tuple(piece.tremor for piece in every),
        bands=_bands([(piece.height, piece.fell) for piece in every], HEIGHTS),
        turns=_bands([(turn(p.turned), p.fell) for p in every if p.turned is not None], TURNS),
        weeks=_weeks(attempts, placements),
    )


def turn(angle: float) -> float:
    """Return the angle between a piece and its nearest lying position, 0 … 90 degrees.

    >>> round(turn(math.radians(-170.0)))
    10
    """
    degrees = math.degrees(abs(angle)) % 180
    return min(degrees, 180 - degrees)


def _bands(pieces: Sequence[tuple[float, bool]], lows: Sequence[float]) -> tuple[Band, ...]:
    """Count pieces, given by a value and whether they fell, in bands with these lower ends."""
    fell: list[list[bool]] = [[] for _low in lows]
    for value, has_fallen in pieces:
        fell[max(bisect_right(lows, value) - 1, 0)].append(has_fallen)
    pairs = zip(lows, fell, strict=True)
    return tuple(Band(low, len(some), some.count(True)) for low, some in pairs)


def _weeks(
    attempts: Sequence[Attempt], placements: Mapping[int, Sequence[Placement]]
) -> tuple[Week, ...]:
    grouped: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        year, week, _ = datetime.fromisoformat(attempt.ended_at).isocalendar()
        monday = datetime.fromisocalendar(year, week, 1).date().isoformat()
        grouped.setdefault(monday, []).append(attempt)
    weeks = []
    for monday, some in sorted(grouped.items())[-WEEKS:]:
        pieces = [piece for attempt in some for piece in placements.get(attempt.id or 0, ())]
        errors = [piece.error for piece in pieces if piece.error is not None]
        stars = sum(attempt.stars for attempt in some) / len(some)
        weeks.append(Week(monday, stars, median(errors) if errors else None))
    return tuple(weeks)


def medal(stars: Iterable[int]) -> str:
    """Return the medal for the stars in each challenge of a chapter.

    >>> medal([1, 3, 2]), medal([3, 3]), medal([3, 0])
    ('bronze', 'gold', 'none')
    """
    return MEDALS[min(stars, default=0)]


def streak(stars: Mapping[str, int], today: date) -> int:
    """Return the number of days in a row, up to today or yesterday, with a star in the daily one.

    >>> streak({"daily-2026-11-22": 1, "daily-2026-11-23": 2}, date(2026, 11, 24))
    2
    """

    def won(day: date) -> bool:
        return stars.get(daily_name(day), 0) > 0

    day = today if won(today) else today - timedelta(days=1)
    count = 0
    while won(day):
        count, day = count + 1, day - timedelta(days=1)
    return count


def personal_records(
    attempts: Sequence[Attempt], challenges: Collection[Challenge]
) -> tuple[tuple[AnyGoal, Attempt], ...]:
    """Return the best attempt with a star, and its goal, for each kind of goal in `MEASURED`."""
    goals = {challenge.name: challenge.goal for challenge in challenges}
    records = []
    for kind in MEASURED:
        won = (each for each in attempts if each.stars)
        same = [each for each in won if isinstance(goals.get(each.challenge), kind)]
        # More stars are of one challenge, so they do not count here.
        equal = [msgspec.structs.replace(each, stars=0) for each in same]
        best = best_of(equal, fewer_is_better=issubclass(kind, FEWER))
        if best is not None:
            records.append((goals[best.challenge], same[equal.index(best)]))
    return tuple(records)


def endless_records(attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """Return the best attempt at each endless challenge, the most pieces first."""
    own: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        kind, _dash, number = attempt.challenge.partition("-")
        if kind == ENDLESS and number.isdecimal() and attempt.measure:
            own.setdefault(attempt.challenge, []).append(attempt)
    best = filter(None, (best_of(some, fewer_is_better=False) for some in own.values()))
    return tuple(sorted(best, key=lambda each: -(each.measure or 0.0))[:LISTED])
