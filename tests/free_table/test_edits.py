"""Where a block in the hand snaps to."""

import math

import pytest

from tests.free_table.tables import cube, scene
from towersim.common.units import Target
from towersim.free_table.edits import snapped

REACH = 0.004
BELOW = scene(cube("a", 0.0, 0.01))
HELD = cube("b", 0.0, 0.05)


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        (Target(0.003, 0.033), Target(0.0, 0.03)),  # over its middle, onto it
        (Target(0.0223, 0.012), Target(0.02, 0.01)),  # beside it, onto the table
        (Target(0.0, 0.06), Target(0.0, 0.06)),  # too high to lie on anything
        (Target(0.2004, 0.3), Target(0.2, 0.3)),  # far from all blocks: the grid
        (Target(0.2, 0.3, 0.5), Target(0.2, 0.3, math.radians(30.0))),
        (Target(0.0, 0.0365, math.pi / 4), Target(0.0, 0.02 + 0.01 * math.sqrt(2), math.pi / 4)),
    ],
)
def test_a_block_snaps_to_alignment_support_or_grid(wanted: Target, there: Target) -> None:
    assert snapped(BELOW, HELD, wanted, REACH) == pytest.approx(there, abs=1e-9)


def test_a_block_under_another_one_snaps_onto_the_table() -> None:
    above = scene(cube("a", 0.0, 0.1))
    assert snapped(above, HELD, Target(0.0, 0.012), REACH) == pytest.approx(Target(0.0, 0.01, 0.0))
