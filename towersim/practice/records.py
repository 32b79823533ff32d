"""What attempts add up to: medals of chapters, the streak of days, personal records by measure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

import msgspec

from towersim.practice.attempts import Attempt, best_of
from towersim.practice.generated import ENDLESS, daily_name
from towersim.rules.practice import challenge as rules
from towersim.rules.practice.challenge import FEWER, AnyGoal, Challenge

MEASURED = (
    *(rules.Height, rules.Raise, rules.Reach, rules.Span),
    *(rules.Tilt, rules.Quake, rules.Load, rules.Pull),
)
"""The goals whose measures are compared over all challenges."""
MEDALS = ("none", "bronze", "silver", "gold")
"""The medals of a chapter by the least number of stars in each of its challenges."""
LISTED = 8
"""The number of endless attempts that are listed."""


class PersonalRecord(NamedTuple):
    """The best attempt at all challenges with one kind of goal."""

    goal: AnyGoal
    attempt: Attempt


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
) -> tuple[PersonalRecord, ...]:
    """Return the best attempt for each kind of goal in `MEASURED` that was ever met."""
    goals = {challenge.name: challenge.goal for challenge in challenges}
    records = []
    for kind in MEASURED:
        same = [each for each in attempts if isinstance(goals.get(each.challenge), kind)]
        # Stars are of one challenge, so they do not count here.
        equal = [msgspec.structs.replace(each, stars=0) for each in same]
        best = best_of(equal, fewer_is_better=issubclass(kind, FEWER))
        if best is not None:
            records.append(PersonalRecord(goals[best.challenge], same[equal.index(best)]))
    return tuple(records)


def endless_records(attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """Return the best attempt at each endless challenge, the most pieces first."""
    own: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        kind, _dash, number = attempt.challenge.partition("-")
        if kind == ENDLESS and number.isdecimal():
            own.setdefault(attempt.challenge, []).append(attempt)
    best = filter(None, (best_of(some, fewer_is_better=False) for some in own.values()))
    return tuple(sorted(best, key=lambda each: -(each.measure or 0.0))[:LISTED])
