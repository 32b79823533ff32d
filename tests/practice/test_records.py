"""Medals, the streak of days, and personal records."""

from datetime import date

from towersim.files.challengefile import all_challenges
from towersim.practice.attempts import UNPROVEN, Attempt
from towersim.practice.records import endless_records, personal_records, streak

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
        attempt("two-arms", 3.0),
        attempt("long-bridge", 5.0),
    ]
    found = personal_records(attempts, all_challenges())
    told = [(one.goal.tag, one.attempt.challenge, one.attempt.measure) for one in found]
    assert told == [
        ("height", "long-and-thin", 0.24),
        ("reach", "far-out", 0.12),
        ("span", "two-arms", 3.0),
    ]


def test_endless_records_have_the_best_attempt_at_each_the_most_pieces_first() -> None:
    attempts = [attempt("endless-2", 5.0), attempt("endless-1", 4.0), attempt("endless-1", 7.0)]
    attempts.append(attempt("narrow-footing", 9.0))
    found = [(one.challenge, one.measure) for one in endless_records(attempts)]
    assert found == [("endless-1", 7.0), ("endless-2", 5.0)]
