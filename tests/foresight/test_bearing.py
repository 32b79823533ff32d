"""The tilt that a tower bears, checked by the lever rule."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from towersim.common.units import BlockId, Pose
from towersim.foresight.bearing import TABLE, Load, MeasuredTower, bears, raised, tower_of
from towersim.geometry.shapes import Box
from towersim.geometry.skyline import STEP
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.equilibrium import margin, signed_margin

SIDE = 0.02
GRIPPING = Material(friction=5.0)
"""Friction high enough that nothing slides: the lever rule ignores friction."""


def block(x: float, y: float, width: float = SIDE, height: float = SIDE) -> Block:
    """Return a block with its centre at x and its lower side at y, in metres."""
    pose = Pose(x, y + height / 2, 0.0)
    return Block(BlockId(f"{x} {y}"), Box(width, height), GRIPPING, SIDE, pose)


def column(*offsets: float) -> tuple[Block, ...]:
    return tuple(block(x, i * SIDE) for i, x in enumerate(offsets))


def tilt(standing: tuple[Block, ...], new: Block, left: int, right: int) -> float:
    """Return the tilt that a tower bears under a further block that stands on these two."""
    pose = new.pose
    half = new.shape.width / 2 if isinstance(new.shape, Box) else 0.0
    a, b = pose.x - half, pose.x + half
    on = [np.array([left]), np.array([right])]
    feet = [(np.array([x]), where) for x, where in zip((a, b), on, strict=True)]
    load = Load(new.mass, np.array([pose.x]), np.array([pose.y]), *feet)
    return float(bears(tower_of(standing), load)[0])


@given(st.lists(st.floats(-0.003, 0.003), min_size=1, max_size=6), st.floats(-0.003, 0.003))
def test_the_tilt_of_a_column_is_that_of_statics(offsets: list[float], last: float) -> None:
    standing, top = column(*offsets), block(last, len(offsets) * SIDE)
    exact = margin(Scene(TableTop(friction=5.0), (*standing, top)))
    assert exact is not None
    on_top = len(offsets) - 1
    light = tilt(standing, top, on_top, on_top)
    # The joint below the new block belongs to its footing, not to the tower. Feet are resolved to a
    # sample, so that a joint may seem narrower by one sample.
    joint = 0.5 * SIDE - abs(last - offsets[-1])
    assert min(light, joint / (SIDE / 2)) == pytest.approx(exact, abs=STEP / SIDE)


def test_a_load_beyond_the_edge_tips_a_block_that_it_outweighs() -> None:
    plank = (block(0.0, 0.0), block(0.0, SIDE, width=0.1, height=0.01))
    heavy = block(0.045, SIDE + 0.01, height=0.04)
    assert tilt(plank, heavy, 1, 1) < 0
    assert signed_margin(Scene(TableTop(friction=5.0), (*plank, heavy))) < 0
    assert tilt(plank, block(0.0, SIDE + 0.01, height=0.04), 1, 1) > 0


def test_a_bridge_shares_its_load_between_its_piers() -> None:
    piers = (block(0.0, 0.0, width=0.1), block(-0.03, SIDE), block(0.03, SIDE))
    deck = block(0.0, 2 * SIDE, width=0.08, height=0.01)
    tower = tower_of((*piers, deck))
    assert [foot.on for foot in tower.feet[3]] == [1, 2]
    assert [foot.on for foot in tower.feet[0]] == [TABLE, TABLE]


def test_the_nearer_pier_carries_more() -> None:
    stout, slim = block(-0.02, SIDE, width=0.04), block(0.045, SIDE, width=0.01)
    deck = block(0.005, 2 * SIDE, width=0.09, height=0.01)
    standing = (block(0.0, 0.0, width=0.12), stout, slim, deck)
    over_stout, over_slim = (
        tilt(standing, block(x, 2 * SIDE + 0.01, width=0.01, height=0.06), 3, 3)
        for x in (-0.02, 0.045)
    )
    assert over_stout > 1.3 * over_slim


def test_the_skyline_follows_the_highest_block() -> None:
    tower = tower_of((block(0.0, 0.0, width=0.06), block(0.02, SIDE)))
    assert set(tower.owners.tolist()) == {0, 1}
    assert tower.heights[tower.owners == 1] == pytest.approx(2 * SIDE)
    assert tower.heights[tower.owners == 0] == pytest.approx(SIDE)


def test_a_tower_extended_block_by_block_equals_a_new_one() -> None:
    base, *rest = column(0.0, 0.003, -0.002)
    tower: MeasuredTower = tower_of((base,))
    for more in rest:
        tower = raised(tower, more)
    whole = tower_of(column(0.0, 0.003, -0.002))
    assert (tower.masses, tower.middles, tower.feet) == (whole.masses, whole.middles, whole.feet)
    assert tower.heights.tolist() == whole.heights.tolist()


def test_a_block_in_the_air_has_its_lowest_point_as_its_foot() -> None:
    ((left, right),) = tower_of((block(0.0, 0.1),)).feet
    assert left == right
    assert left.y == pytest.approx(0.1)
