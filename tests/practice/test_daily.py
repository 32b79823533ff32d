"""The challenge of the day."""

from datetime import date

import pytest

from towersim.challengefile import faults
from towersim.cli import run
from towersim.daily import SHARES, daily_challenge, harmonic_reach, named_day, stars_of_solver
from towersim.errors import OptionFault

DAYS = [date(2026, 1, 1), date(2026, 11, 22)]


@pytest.mark.parametrize("day", DAYS)
def test_a_day_has_one_challenge_that_the_solver_solves(day: date) -> None:
    made = daily_challenge(day)
    assert made == daily_challenge(day)
    assert not list(faults(made))
    assert stars_of_solver(made) == 3


def test_days_differ_and_thresholds_are_shares_of_the_exact_reach() -> None:
    first, second = map(daily_challenge, DAYS)
    assert first.pieces != second.pieces
    (brick,) = first.pieces
    exact = harmonic_reach(brick.count, brick.shape.width)  # type: ignore[union-attr]
    assert first.stars == pytest.approx([share * exact for share in SHARES], abs=0.001)


def test_a_day_is_named_by_its_date() -> None:
    today = date(2026, 11, 22)
    assert named_day("daily", today) == today
    assert named_day("daily-2025-02-03", today) == date(2025, 2, 3)
    assert named_day("far-out", today) is None
    with pytest.raises(OptionFault, match="daily-2026-11-22"):
        named_day("daily-tomorrow", today)


def test_the_daily_challenge_is_played_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["practice", "daily-2026-01-01", "--solve", "--json"]) == 0
    assert '"stars":3' in capsys.readouterr().out
