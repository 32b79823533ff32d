"""Landings of released blocks, and the statics afterwards."""

import math
from functools import partial

import pytest

from tests import known
from tests.statics.scenes import block, scene as scene_of
from towersim.geometry.shapes import Box, Circle
from towersim.scene.scene import Block, Scene
from towersim.statics.landing import if_let_go, landed

scene = partial(scene_of, width=1.2)
PLANK, CUBE = Box(0.1, 0.01), Box(0.02, 0.02)


POSTS = scene(block("left", CUBE, -0.03, 0.01), block("right", CUBE, 0.03, 0.01))


@pytest.mark.parametrize(
    ("on", "held", "lies"),
    [
        pytest.param(scene(), block("h", CUBE, 0.1, 0.3, 0.1), (0.1, 0.01, 0.0), id="table"),
        pytest.param(POSTS, block("h", PLANK, 0.0, 0.2, -0.08), (0.0, 0.025, 0.0), id="bridge"),
        pytest.param(POSTS, block("h", CUBE, 0.0, 0.2), (0.0, 0.01, 0.0), id="between the posts"),
        pytest.param(
            scene(*POSTS.blocks, block("roof", PLANK, 0.0, 0.025)),
            block("h", Box(0.02, 0.012), 0.0, 0.008),
            (0.0, 0.006, 0.0),
            id="under a roof",
        ),
        pytest.param(
            scene(), block("h", Circle(0.01), 0.0, 0.2, 0.7), (0.0, 0.01, 0.7), id="a disc"
        ),
    ],
)
def test_a_block_drops_and_turns_until_it_lies_flat(
    on: Scene, held: Block, lies: tuple[float, float, float]
) -> None:
    assert known(landed(on, held)).pose == pytest.approx(lies, abs=3e-5)


def test_a_block_beside_the_table_has_no_landing() -> None:
    assert landed(scene(), block("h", CUBE, 0.7, 0.3)) is None
    assert if_let_go(POSTS, block("h", CUBE, 0.7, 0.3)) is None


def test_the_statics_include_the_landed_block() -> None:
    tower = scene(*(block(f"c-{n}", CUBE, 0.0, 0.02 * n + 0.01) for n in range(3)))
    centred = known(if_let_go(tower, block("h-4", CUBE, 0.0, 0.2, 0.05))).summary
    assert centred.tilt_deg == pytest.approx(math.degrees(math.atan(0.25)))
    aside = known(if_let_go(tower, block("h-4", CUBE, 0.006, 0.2))).summary
    assert aside.direction == "+x"
    # The top cube tips over its edge (4 mm beside and 10 mm below its centre), or all cubes do.
    assert aside.tilt_deg == pytest.approx(math.degrees(math.atan(0.2125)))
    over = known(if_let_go(tower, block("h-4", CUBE, 0.012, 0.2))).summary
    assert (over.stable, over.weakest) == (False, "h-4")
    leaning = scene(block("c-0", CUBE, 0.0, 0.01), block("c-1", CUBE, 0.008, 0.03))
    both = known(if_let_go(leaning, block("h-2", CUBE, 0.016, 0.2))).summary
    assert both.weakest == "c-1", "as the cause of the fall is told"
