"""Forecasts: whether a tower holds, and the risk of the next block."""

from collections.abc import Generator

import pytest

from tests.foresight.test_reach import HERE, SIDE, leaning
from towersim.common.dice import stream
from towersim.common.slices import finished
from towersim.common.units import Pose
from towersim.foresight.forecast import SIMULATIONS, RiskForecast, holding, holds
from towersim.foresight.reach import landing, over
from towersim.physics.hand import Skill, skill
from towersim.table.table import Table


def held(table: Table, x: float) -> bool:
    """Return whether the tower holds a cube released over it at x."""
    return holds(table, "red", HERE, over(table, "red", x, 0.0))


def estimate(table: Table, hand: Skill, seed: int = 1) -> float:
    """Return the mean risk over four random streams."""
    risks = (RiskForecast(table, hand, stream(seed, "bot", i))("red", HERE) for i in range(4))
    return sum(map(finished, risks)) / 4


@pytest.mark.parametrize("height", [1, 4, 8])
def test_a_straight_tower_holds_a_block_over_its_middle(height: int) -> None:
    table = leaning(height, 0.0)
    x = landing(table, "red", HERE).x
    assert held(table, x)
    assert held(table, x + 0.3 * SIDE)


@pytest.mark.parametrize("off", [-0.6, 0.6])
def test_no_tower_holds_a_block_beyond_its_edge(off: float) -> None:
    table = leaning(3, 0.0)
    assert not held(table, landing(table, "red", HERE).x + off * SIDE)


def test_a_tower_about_to_topple_holds_nothing_more() -> None:
    # Its centre of mass is nearly beyond its foot's edge: a further block tips it.
    table = leaning(5, 0.0046)
    assert not held(table, table.towers[HERE][-1].pose.x + 0.005)


def test_a_forecast_in_slices_equals_one_at_once() -> None:
    table = leaning(3, 0.0)
    for x in (0.0, 0.6 * SIDE):
        at = over(table, "red", landing(table, "red", HERE).x + x, 0.0)
        seen: list[bool] = []

        def looking(at: Pose = at, seen: list[bool] = seen) -> Generator[None, None, None]:
            seen.append((yield from holding(table, "red", HERE, at)))

        assert len(list(looking())) >= (3 if x == 0.0 else 1)
        assert seen == [holds(table, "red", HERE, at)] == [x == 0.0]


def test_the_table_holds_a_block_on_a_free_place() -> None:
    table = leaning(0, 0.0)
    assert held(table, table.setup.spots[0])
    assert not held(table, 0.6099), "half of it is beyond the edge of the table"


def test_risk_is_computed_in_slices_and_deterministic() -> None:
    table, hand = leaning(4, 0.003), skill("normal")
    slices = list(RiskForecast(table, hand, stream(1, "bot"))("red", HERE))
    assert slices == [None] * SIMULATIONS
    assert estimate(table, hand) == estimate(table, hand)


def test_risk_grows_with_the_lean() -> None:
    risks = [estimate(leaning(5, lean), skill("normal")) for lean in (0.0, 0.003, 0.0048)]
    assert risks == sorted(risks)
    assert risks[0] < risks[-1]


@pytest.mark.slow
def test_risk_grows_with_the_tremor() -> None:
    table = leaning(4, 0.0)
    wild = Skill("wild", 0.012)
    assert estimate(table, skill("none")) <= estimate(table, skill("shaky"))
    assert estimate(table, skill("shaky")) < estimate(table, wild)


def test_risk_is_never_exactly_0_or_1() -> None:
    sure = estimate(leaning(1, 0.0), skill("none"))
    hopeless = estimate(leaning(6, 0.009), skill("none"))
    assert 0 < sure < 0.1
    assert 0.9 < hopeless < 1
