"""Forecasts of whether a tower holds a block."""

from collections.abc import Generator

import pytest

from tests.foresight.test_reach import HERE, SIDE, holds, leaning
from towersim.common.units import Pose
from towersim.foresight.forecast import holding
from towersim.foresight.reach import landing, over
from towersim.table.table import Table


def held(table: Table, x: float) -> bool:
    """Return whether the tower holds a cube released over it at x."""
    return holds(table, "red", HERE, over(table, "red", x, 0.0))


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


def test_a_forecast_goes_on_in_slices() -> None:
    table = leaning(3, 0.0)
    for x in (0.0, 0.6 * SIDE):
        at = over(table, "red", landing(table, "red", HERE).x + x, 0.0)
        seen: list[bool] = []

        def looking(at: Pose = at, seen: list[bool] = seen) -> Generator[None, None, None]:
            seen.append((yield from holding(table, "red", HERE, at)))

        assert len(list(looking())) >= (3 if x == 0.0 else 1)
        assert seen == [x == 0.0]


def test_the_table_holds_a_block_on_a_free_place() -> None:
    table = leaning(0, 0.0)
    assert held(table, table.setup.spots[0])
    assert not held(table, 0.6099), "half of it is beyond the edge of the table"
