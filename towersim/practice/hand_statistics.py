"""Statistics of a person's hand: placement error, tremor, collapses by height, progress."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from statistics import median
from typing import NamedTuple

from towersim.practice.attempts import Attempt
from towersim.practice.placements import Placement

BAND = 0.05
"""The width of a band of heights, in metres."""
BANDS = 6
"""The number of bands; the last one has no upper end."""
WEEKS = 12
"""The maximum number of weeks reported, latest last."""


class Band(NamedTuple):
    """Counts of pieces released in a band of heights."""

    low: float
    """The lower end of the band, in metres."""
    pieces: int
    fell: int


class Week(NamedTuple):
    """Statistics of the attempts of one week."""

    monday: str
    """The first day of the week, ISO 8601."""
    attempts: int
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
    weeks: tuple[Week, ...]

    @property
    def weakest(self) -> float | None:
        """The least release height of the band in which most pieces fell, in metres, or None."""
        known = [band for band in self.bands if band.pieces >= ENOUGH and band.fell]
        worst = max(known, key=lambda band: band.fell / band.pieces, default=None)
        return None if worst is None else worst.low


ENOUGH = 5
"""The number of pieces of a band from which its share of falls says something."""


def statistics_of(
    attempts: Sequence[Attempt], placements: Mapping[int, Sequence[Placement]]
) -> HandStatistics:
    """Return the statistics of some attempts and the pieces placed in them, by attempt."""
    every = [piece for some in placements.values() for piece in some if not piece.taken]
    return HandStatistics(
        attempts=len(attempts),
        errors=tuple(piece.error for piece in every if piece.error is not None),
        tremors=tuple(piece.tremor for piece in every),
        bands=tuple(_band(every, number) for number in range(BANDS)),
        weeks=_weeks(attempts, placements),
    )


def _band(pieces: Sequence[Placement], number: int) -> Band:
    inside = [piece for piece in pieces if min(int(piece.height / BAND), BANDS - 1) == number]
    return Band(BAND * number, len(inside), sum(piece.fell for piece in inside))


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
        weeks.append(Week(monday, len(some), stars, median(errors) if errors else None))
    return tuple(weeks)
