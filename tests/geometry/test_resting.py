"""Resting angles of blocks."""

import math

import pytest

from towersim.common.units import Pose, Vec
from towersim.files.level import load_pieces
from towersim.geometry.resting import resting
from towersim.geometry.shapes import Box, Circle, Polygon, centred, extent

BLOCKS = load_pieces("blocks")


def test_a_brick_rests_flat_or_on_its_end() -> None:
    rests = resting(Box(0.06, 0.02))
    assert [round(rest.angle / (math.pi / 2)) % 4 for rest in rests] in ([0, 2, 1, 3], [0, 2, 3, 1])
    assert [rest.tilt for rest in rests] == pytest.approx([3.0, 3.0, 1 / 3, 1 / 3])


def test_a_block_does_not_rest_on_a_side_beside_its_centre_of_mass() -> None:
    """A tall slanted block with its centre of mass beyond its narrow foot does not stand."""
    outline, _ = centred([Vec(0, 0), Vec(0.01, 0), Vec(0.05, 0.06), Vec(0.04, 0.06)])
    assert all(abs(math.sin(rest.angle)) > 0.1 for rest in resting(outline))


def test_a_hollow_piece_rests_across_its_hollow() -> None:
    """A bridge drawn upright lies on both feet, and safest upside down on its long side."""
    rests = resting(BLOCKS["bridge"].shape)
    assert any(rest.angle == 0.0 for rest in rests)


def test_a_ball_rests_at_any_angle_and_bears_no_tilt() -> None:
    assert [rest.tilt for rest in resting(Circle(0.01))] == [0.0]


@pytest.mark.parametrize("name", BLOCKS)
def test_tilting_any_bausack_piece_from_a_resting_angle_lifts_it(name: str) -> None:
    shape = BLOCKS[name].shape
    assert isinstance(shape, Box | Polygon)
    for rest in (rest for rest in resting(shape) if rest.tilt > 2e-3):
        heights = [
            -extent(shape, Pose(0.0, 0.0, rest.angle + turn))[0].y for turn in (-1e-3, 0.0, 1e-3)
        ]
        assert heights[1] < heights[0], "tilting it lifts its centre"
        assert heights[1] < heights[2]
    tilts = [rest.tilt for rest in resting(shape)]
    assert tilts == pytest.approx(sorted(tilts, reverse=True))
    assert tilts[0] > 0
