"""Scenes made in Python are validated like files: one `SceneFault` with place and reason."""

import math
from functools import partial

import numpy as np
import pytest
from msgspec.structs import replace

import towersim
from tests.statics.scenes import block, scene as scene_of
from towersim.common.errors import SceneFault
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Circle, Polygon, Shape, centred, extent
from towersim.scene.scene import Material, Scene, TableTop

CUBE = block("a", Box(0.02, 0.02), 0.0, 0.01)
UPPER = block("b", CUBE.shape, 0.0, 0.02)
SPECKS = [block(name, Box(0.0004, 0.0004), 0.0, 0.0002) for name in "ab"]
BOW = (Vec(-0.01, -0.01), Vec(0.01, 0.01), Vec(0.01, -0.01), Vec(-0.01, 0.01))
OFF = (Vec(0.0, 0.0), Vec(0.02, 0.0), Vec(0.02, 0.02), Vec(0.0, 0.02))
SQUARE = tuple(Vec(p.x - 0.01, p.y - 0.01) for p in OFF)
NEAR_RIM = tuple(Vec(p.x / 4 + 0.01, p.y / 4) for p in SQUARE[::-1])


scene = partial(scene_of, width=1.2)


def shaped(shape: Shape) -> Scene:
    return scene(replace(CUBE, shape=shape))


@pytest.mark.parametrize(
    ("it", "where", "why"),
    [
        (scene(CUBE, CUBE), "$.blocks[0].id", "'a' is the id of 2 blocks"),
        (scene(replace(CUBE, id=BlockId(" "))), "$.blocks[0].id", "cannot be seen"),
        (scene(replace(CUBE, pose=Pose(math.nan, 0, 0))), "$.blocks[0].x", "nan is not a number"),
        (scene(replace(CUBE, depth=0.0)), "$.blocks[0].depth_m", "0 is not enough"),
        (scene(replace(CUBE, depth=np.float32(0.03))), "$.blocks[0].depth_m", "not a float"),
        (shaped(Box(*np.full(2, 0.02, np.float32))), "$.blocks[0].shape", "is a float32"),
        (shaped(Circle(*np.full(1, 12, np.int8))), "$.blocks[0].shape", "is a int8"),
        (scene(replace(CUBE, material=Material(-1.0))), "$.blocks[0].density_kg_m3", "below 0"),
        (scene(replace(CUBE, material=Material(friction=-0.1))), "$.blocks[0].friction", "below"),
        (Scene(TableTop(math.inf), (CUBE,)), "$.table.width_m", "inf is not a number"),
        (shaped(Box(0.02, -0.02)), "$.blocks[0].shape", "-0.02 is not a length"),
        (shaped(Circle(math.nan)), "$.blocks[0].shape", "nan is not a length"),
        (shaped(Box(1e308, 1)), "$.blocks[0].shape", "1e+308 is not a length of 1e-12 … 1e+12 m"),
        (shaped(Box(0.02, 1e-308)), "$.blocks[0].shape", "1e-308 is not a length"),
        (scene(replace(CUBE, pose=Pose(0.0, 0.01, 1e300))), "$.blocks[0].angle", "above 1e+12"),
        (shaped(Box(1e-10, 1e8)), "$.blocks[0].shape", "is too thin for its length"),
        (scene(replace(CUBE, material=Material(1e-13))), "$.blocks[0].density_kg_m3", "not enough"),
        (shaped(Circle(10**400)), "$", "int too large to convert to float"),
        (Scene(TableTop(), (CUBE,), -1.0), "$.reach", "is below 0"),
        (shaped(Polygon(BOW)), "$.blocks[0].shape", "its sides 0 and 2 cross"),
        (shaped(Polygon(OFF)), "$.blocks[0].shape", "its centroid is not (0, 0)"),
        (shaped(Polygon(SQUARE[::-1])), "$.blocks[0].shape", "counter-clockwise"),
        (shaped(Polygon(SQUARE[:2])), "$.blocks[0].shape", "fewer than 3 corners"),
        (shaped(Polygon((*SQUARE[:3], Vec(0.0, math.nan)))), "$.blocks[0].shape", "not a point"),
        (shaped(Polygon(SQUARE, (NEAR_RIM,))), "$.blocks[0].shape", "hole 0: it crosses"),
        (scene(CUBE, UPPER), "$.blocks[1].at", "10.00 mm deep in block 'a', 0.5 mm is the most"),
        (scene(replace(CUBE, pose=Pose(0.0, 0.0, 0.0))), "$.blocks[0].at", "deep in the table"),
        (scene(*SPECKS), "$.blocks[1].at", "0.40 mm deep in block 'a', 0.099 mm is the most"),
    ],
)
def test_an_invalid_scene_raises_a_scene_fault_with_place_and_reason(
    it: Scene, where: str, why: str
) -> None:
    for ask in (towersim.analyse, towersim.stand):
        with pytest.raises(SceneFault) as fault:
            ask(it)
        assert fault.value.where == where
        assert why in fault.value.why


def test_a_polygon_of_a_tenth_of_a_millimetre_is_simulated() -> None:
    # The difference of its corners is 9.99999999999994e-05 m.
    low, high = 0.013, 0.013 + 1e-4
    shape, _ = centred((Vec(low, low), Vec(high, low), Vec(high, high), Vec(low, high)))
    assert extent(shape, Pose(0.0, 0.0, 0.0))[1].x * 2 < 1e-4
    assert towersim.stand(scene(block("a", shape, 0.0, 5e-5))).verdict == "stood"


def test_only_the_simulation_limits_sizes() -> None:
    great = scene(block("a", Box(8.0, 8.0), 0.0, 4.0), width=100.0)
    assert towersim.analyse(great).summary.margin == pytest.approx(0.5)
    with pytest.raises(SceneFault, match=r"100 m, and the simulation takes 0.0001 … 5 m"):
        towersim.stand(great)
    far = scene(block("a", Box(1.0, 1.0), 11.0, 0.5), width=4.0)
    with pytest.raises(SceneFault, match="takes ±10 m"):
        towersim.stand(far)
