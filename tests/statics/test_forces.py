"""The drawn forces: least squares, symmetric, local, and within the range of all solutions."""

import numpy as np
import pytest
from msgspec.structs import replace

from tests.statics.scenes import arch, block, mirrored, scene
from towersim.common.units import BlockId
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import column
from towersim.lab.towers import pyramid, tower, wall
from towersim.scene.contacts import joints, own_tolerance
from towersim.scene.scene import Scene
from towersim.statics.analysis import analyse, least_forces, pressures
from towersim.statics.balance import GRAVITY, balance
from towersim.statics.equilibrium import label
from towersim.statics.linear_program import Floats

BRIDGE = scene(
    *(block(n, Box(0.1, 0.1), x, 0.05) for n, x in enumerate((-0.3, 0.0, 0.3))),
    block("beam", Box(0.8, 0.1), 0.0, 0.15),
)
"""A beam on three piers: how much each carries depends on their stiffness."""


def thrusts(of: Scene) -> dict[tuple[BlockId, BlockId | None], tuple[float, ...]]:
    return {(t.a, t.b): (*t.force, *t.at) for t in analyse(of).thrusts}


@pytest.mark.parametrize("of", [pyramid(5), arch(9, 0.3, 0.7), BRIDGE])
def test_the_forces_of_a_symmetric_scene_are_symmetric(of: Scene) -> None:
    one, other = rows(of), rows(of) * (-1, 1, 1, 1)
    assert one == pytest.approx(other[np.lexsort(other[:, 1::-1].T)], abs=1e-5 * one.max())


@pytest.mark.parametrize("of", [wall(4, 4), tower(6, 1).scene])
def test_the_forces_of_a_mirrored_scene_are_mirrored(of: Scene) -> None:
    one, other = rows(of), rows(mirrored(of)) * (-1, 1, 1, 1)
    assert one == pytest.approx(other[np.lexsort(other[:, 1::-1].T)], abs=1e-5 * one.max())


def rows(of: Scene) -> Floats:
    """Return x, y, |fx|, |fy| of every thrust, sorted by place."""
    each = [(t.at.x, t.at.y, abs(t.force.x), abs(t.force.y)) for t in analyse(of).thrusts]
    found = np.round(each, 9)
    return found[np.lexsort(found[:, 1::-1].T)]


def test_a_cube_elsewhere_changes_no_force() -> None:
    more = Scene(BRIDGE.table, (*BRIDGE.blocks, block("far", Box(0.1, 0.1), 2.0, 0.05)))
    before, after = thrusts(BRIDGE), thrusts(more)
    for pair, thrust in before.items():
        assert after[pair] == pytest.approx(thrust, abs=1e-7)


def test_the_forces_do_not_depend_on_the_order_of_the_blocks() -> None:
    back = replace(BRIDGE, blocks=BRIDGE.blocks[::-1])
    ups = [sorted(abs(force[1]) for force in thrusts(each).values()) for each in (BRIDGE, back)]
    assert ups[0] == pytest.approx(ups[1], abs=1e-7)


@pytest.mark.parametrize("index", range(8))
def test_the_least_squares_are_less_than_those_of_another_solution(index: int) -> None:
    of = tower(6, index).scene
    rows = balance(of, list(joints(of, *own_tolerance(of))))
    found = label(rows)
    if found.verdict == "stands":
        least = least_forces(rows)
        assert least is not None
        mu = rows.friction[0]
        sums = []
        for forces in (least, found.forces):
            pressure = (forces * rows.normals).sum(axis=1)
            rubbing = forces[:, 1] * rows.normals[:, 0] - forces[:, 0] * rows.normals[:, 1]
            # The parts along the edges of a cone are (pressure ± rubbing / mu) / 2.
            sums.append(float(pressure @ pressure + rubbing @ rubbing / mu**2))
        assert sums[0] <= sums[1] * (1 + 1e-9)


def test_the_pressures_of_a_column_are_certain() -> None:
    of = column([0.0, 0.1, -0.1])
    weight = of.blocks[0].mass * GRAVITY
    spans = {(p.a, p.b): (p.least, p.most) for p in pressures(of)}
    assert spans[BlockId("0"), None] == pytest.approx((3 * weight, 3 * weight))
    assert spans[BlockId("0"), BlockId("1")] == pytest.approx((2 * weight, 2 * weight))


def test_the_middle_pier_may_carry_nothing_or_all_of_a_beam() -> None:
    weight = BRIDGE.blocks[3].mass * GRAVITY
    spans = {(p.a, p.b): (p.least, p.most) for p in pressures(BRIDGE)}
    assert spans[BlockId("1"), BlockId("beam")] == pytest.approx((0.0, weight))
    for pair, thrust in thrusts(BRIDGE).items():
        least, most = spans[pair]
        assert least - 1e-7 <= abs(thrust[1]) <= most + 1e-7


def test_the_range_of_many_blocks_is_left_out() -> None:
    assert pressures(pyramid(12)) == ()
