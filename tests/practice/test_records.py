"""Medals, the streak of days, personal records, and statistics of a hand by height and by week."""

from datetime import date

from msgspec.structs import replace

from towersim.files.challengefile import all_challenges
from towersim.practice.attempts import UNPROVEN, Attempt, Placement
from towersim.practice.records import (
    BAND,
    HEIGHTS,
    Band,
    Week,
    endless_records,
    personal_records,
    statistics_of,
    streak,
)

TODAY = date(2026, 11, 24)


def attempt(challenge: str, measure: float | None, hand: str = "normal") -> Attempt:
    return Attempt(challenge, "2026-11-22T12:00:00", 1, measure, 9.0, 3, 3, hand, None)


def test_a_streak_lasts_until_a_day_is_left_out_and_today_may_still_come() -> None:
    won = {"daily-2026-11-23": 1, "daily-2026-11-22": 3, "daily-2026-11-20": 3}
    assert streak(won, TODAY) == 2
    assert streak({**won, "daily-2026-11-24": 1}, TODAY) == 3
    assert streak({**won, "daily-2026-11-23": 0}, TODAY) == 0


def test_records_compare_one_measure_over_all_challenges() -> None:
    attempts = [
        attempt("first-tower", 0.06),
        attempt("long-and-thin", 0.24),
        attempt("tee", 0.3, UNPROVEN),
        attempt("harmonic", None),
        attempt("far-out", 0.12),
        attempt("elsewhere", 9.0),
        replace(attempt("over-the-edge", 0.2), stars=0),
        attempt("two-arms", 3.0),
        attempt("long-bridge", 5.0),
    ]
    found = personal_records(attempts, all_challenges())
    told = [(goal.tag, one.challenge, one.measure) for goal, one in found]
    assert told == [
        ("height", "long-and-thin", 0.24),
        ("reach", "far-out", 0.12),
        ("span", "two-arms", 3.0),
    ]


def test_endless_records_have_the_best_attempt_at_each_the_most_pieces_first() -> None:
    attempts = [attempt("endless-2", 5.0), attempt("endless-1", 4.0), attempt("endless-1", 7.0)]
    attempts += [attempt("narrow-footing", 9.0), attempt("endless-3", 0.0)]
    found = [(one.challenge, one.measure) for one in endless_records(attempts)]
    assert found == [("endless-1", 7.0), ("endless-2", 5.0)]


def on_day(day: str, stars: int, number: int) -> Attempt:
    return Attempt("tee", f"{day}T12:00:00", stars, 1.0, 9.0, 1, 1, "none", None, number)


def piece(error: float | None, height: float) -> Placement:
    return Placement("cube", error, 0.0005, height, fell=error is None)


def test_pieces_are_counted_by_height_and_attempts_by_week() -> None:
    days = ((15, 1), (16, 3), (22, 2), (23, 0))
    attempts = [on_day(f"2026-11-{day}", won, n) for n, (day, won) in enumerate(days, 1)]
    pieces = {
        1: [piece(0.004, 0.01)],
        2: [piece(0.001, 0.01), piece(0.003, 0.06), piece(None, 0.07)],
        4: [piece(None, 2.0)],
    }
    found = statistics_of(attempts, pieces)
    assert found.attempts == 4
    assert found.errors == (0.004, 0.001, 0.003)
    assert len(found.tremors) == 5
    assert found.bands[:2] == (Band(0.0, 2, 0), Band(0.05, 2, 1))
    assert found.bands[-1][1:] == (1, 1), "the last band has no upper end"
    assert len(found.bands) == len(HEIGHTS)
    assert found.weeks == (
        Week("2026-11-09", 1.0, 0.004),
        Week("2026-11-16", 2.5, 0.002),
        Week("2026-11-23", 0.0, None),
    )
    none = statistics_of([], {})
    assert (none.attempts, none.errors, none.tremors, none.weeks) == (0, (), (), ())


def test_the_weakest_height_is_that_at_which_most_of_enough_pieces_fell() -> None:
    def pieces(height: float, count: int, fell: int) -> list[Placement]:
        y = height + 0.001
        return [Placement("cube", None, 0.0, y, fell=number < fell) for number in range(count)]

    low, high, rare = pieces(0.0, 20, 1), pieces(2 * BAND, 10, 4), pieces(3 * BAND, 2, 2)
    assert statistics_of([], {1: [*low, *high, *rare]}).weakest == Band(2 * BAND, 10, 4)
    assert statistics_of([], {1: rare}).weakest is None
    assert statistics_of([], {1: high}).weakest is None, "there is nothing better"
    assert statistics_of([], {1: [*low, *pieces(BAND, 5, 1)]}).weakest is None, "it fell once"
    upright = [replace(one, turned=-1.57) for one in pieces(0.0, 5, 3)]
    lying = [replace(one, turned=3.1) for one in high]
    found = statistics_of([], {1: [*low, *lying, *upright]})
    assert found.turns == (Band(0.0, 10, 4), Band(10.0, 0, 0), Band(80.0, 5, 3))
    assert found.weakest == found.turns[2]
