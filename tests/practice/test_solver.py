"""The solver, which searches one move ahead."""

import pytest

from towersim.challengefile import find_challenge
from towersim.cli_practice import solved


@pytest.mark.parametrize(
    "name", ["on-end", "three-posts", "harmonic", "two-arms", "lopsided", "the-right-foot"]
)
def test_the_solver_reaches_three_stars(name: str) -> None:
    assert solved(find_challenge(name), seed=1).stars == 3


def test_the_same_seed_gives_the_same_attempt() -> None:
    asked = find_challenge("far-out")
    assert solved(asked, seed=4) == solved(asked, seed=4)
