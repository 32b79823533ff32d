"""Collision candidates and penetration depths of placed shapes, against closed forms."""

import math
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.geometry.outlines import CUP, MM, block, vecs
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box, Circle, Polygon, centred, extent
from towersim.geometry.touching import neighbours, penetration
from towersim.scene.scene import Block, Material

CUBE = Box(0.02, 0.02)
DIAGONAL = 0.01 * math.sqrt(2)


@pytest.mark.parametrize(
    ("a", "b", "depth"),
    [
        (block(CUBE, 0, 0), block(CUBE, 0.02, 0), 0.0),
        (block(CUBE, 0, 0), block(CUBE, 0.019, 0.003), MM),
        (block(CUBE, 0, 0), block(CUBE, 0.003, 0.018), 2 * MM),
        (block(CUBE, 0, 0), block(Box(0.004, 0.004), 0.001, 0), 0.01 - 0.001 + 0.002),
        (block(CUBE, 0, 0), block(CUBE, 0.01 + DIAGONAL, 0, math.pi / 4), 0.0),
        (block(CUBE, 0, 0), block(CUBE, 0.01 + DIAGONAL - MM, 0, math.pi / 4), MM),
        (block(CUBE, 0, 0), block(CUBE, 0.021, 0.021), 0.0),
        (block(Circle(0.01), 0, 0), block(Circle(0.02), 0.018, 0.024), 0.0),
        (block(Circle(0.01), 0, 0), block(Circle(0.02), 0.015, 0.02), 5 * MM),
        (block(Circle(0.01), 0, 0), block(Circle(0.02), 0, 0), 0.03),
        (block(CUBE, 0, 0), block(Circle(0.01), 0.019, 0), MM),
        (block(CUBE, 0, 0), block(Circle(0.01), 0.016, 0.018), 0.0),
        (block(CUBE, 0, 0), block(Circle(0.01), 0.013, 0.014), 5 * MM),
        (block(CUBE, 0, 0), block(Circle(0.001), 0.008, 0), 3 * MM),
    ],
)
def test_penetration_is_the_closed_form(a: Block, b: Block, depth: float) -> None:
    assert penetration(a, b) == pytest.approx(depth, abs=1e-12)
    assert penetration(b, a) == pytest.approx(depth, abs=1e-12)


def test_a_ball_in_the_hollow_of_a_cup_does_not_overlap_it() -> None:
    cup, middle = centred(vecs(*CUP, scale=0.01))
    at = Pose(*middle, 0.0)
    held = Block(BlockId("cup"), cup, Material(), 0.02, at)
    assert penetration(held, block(Circle(0.015), 0.03, 0.025)) == pytest.approx(0, abs=1e-12)
    assert penetration(held, block(Circle(0.015), 0.03, 0.024)) == pytest.approx(MM)


def test_a_ball_in_a_hole_overlaps_nothing_until_it_is_larger_than_the_hole() -> None:
    window = vecs((-1, -1), (-1, 1), (1, 1), (1, -1), scale=0.01)
    frame = block(Polygon(vecs((-2, -2), (2, -2), (2, 2), (-2, 2), scale=0.01), (window,)), 0, 0)
    assert penetration(frame, block(Circle(0.01), 0, 0)) == pytest.approx(0, abs=1e-12)
    assert penetration(frame, block(Circle(0.011), 0, 0)) == pytest.approx(MM)


@given(st.floats(-3, 3), st.floats(-0.03, 0.03), st.floats(-0.03, 0.03), st.floats(-3, 3))
def test_depth_moved_out_along_any_direction_is_the_least_way_apart(
    angle: float, x: float, y: float, towards: float
) -> None:
    a, b = block(CUBE, 0, 0), block(Box(0.03, 0.01), x, y, angle)
    depth = penetration(a, b)
    less = 0.99 * depth
    moved = block(b.shape, x + less * math.cos(towards), y + less * math.sin(towards), angle)
    assert depth == 0 or penetration(a, moved) > 0


places = st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1), st.floats(-3, 3))


@given(st.lists(places, max_size=12), st.floats(0, 0.01))
def test_neighbours_are_exactly_the_pairs_whose_boxes_meet(
    poses: list[tuple[float, float, float]], reach: float
) -> None:
    blocks = [block(CUBE, *pose) for pose in poses]
    boxes = [extent(b.shape, b.pose) for b in blocks]
    expected = {
        (i, j)
        for (i, (p, q)), (j, (r, s)) in combinations(enumerate(boxes), 2)
        if p.x <= s.x + reach and r.x <= q.x + reach and p.y <= s.y + reach and r.y <= q.y + reach
    }
    found = list(neighbours(blocks, reach))
    assert len(found) == len(set(found))
    # A pair exactly at the limit may count either way.
    rim = set(neighbours(blocks, reach + 1e-9)) - set(neighbours(blocks, max(reach - 1e-9, 0)))
    assert set(found) ^ expected <= rim
