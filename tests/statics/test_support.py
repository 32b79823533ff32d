"""The starting basis for the search of a margin: valid for any scene, with the same margin."""

import math
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tests.statics.first_motion import dense
from tests.statics.scenes import arch, block, scene
from towersim.geometry.shapes import Box, Circle
from towersim.lab.speed import plain_margin
from towersim.lab.towers import pyramid, wall
from towersim.scene.contacts import joints
from towersim.scene.scene import Material, Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.equilibrium import limits
from towersim.statics.support import leaning


def patchwork(given: Scene) -> Scene:
    """Return the scene with random densities and friction coefficients, some of them 0."""
    dice = Random(1)  # noqa: S311 - scenes, not secrets
    frictions = (0.0, 0.05, 0.4, 0.6, 0.6, 1.0)
    materials = [Material(dice.uniform(200, 8000), dice.choice(frictions)) for _ in given.blocks]
    blocks = (replace(b, material=m) for b, m in zip(given.blocks, materials, strict=True))
    return replace(given, blocks=tuple(blocks))


def balls() -> Scene:
    posts = (block(n, Box(0.1, 0.1), 0.2 * n, 0.05) for n in range(30))
    discs = (block(f"ball {n}", Circle(0.04), 0.2 * n, 0.14) for n in range(30))
    return scene(*posts, *discs, width=20.0)


SCENES = {
    "a wall": wall(6, 9),
    "a wall of all sorts": patchwork(wall(6, 9)),
    "a pyramid of all sorts": patchwork(pyramid(11)),
    "an arch": arch(52, 0.2),
    "balls on posts": balls(),
}


def rows_of(given: Scene) -> Balance:
    return balance(given, list(joints(given)))


@pytest.mark.parametrize("name", SCENES)
def test_the_starting_basis_is_regular(name: str) -> None:
    rows = rows_of(SCENES[name])
    edges = [dense(rows.columns(1.0, side * rows.friction), rows.size) for side in (1.0, -1.0)]
    forces = np.hstack(edges)
    for start in leaning(rows):
        chosen = np.hstack([forces[:, start.columns], np.eye(rows.size)[:, start.rows]])
        assert chosen.shape == (rows.size, rows.size)
        assert np.linalg.matrix_rank(chosen) == rows.size


@pytest.mark.parametrize("name", SCENES)
def test_the_margin_equals_that_of_a_plain_linear_program(name: str) -> None:
    rows = rows_of(SCENES[name])
    for limit, way in zip(limits(rows), (1, -1), strict=True):
        assert limit.margin == pytest.approx(plain_margin(rows, way), abs=1e-7)


def test_the_starting_basis_of_a_wall_supports_all_blocks() -> None:
    rows = rows_of(wall(6, 9))
    for start in leaning(rows):
        assert len(start.columns) == rows.size


def test_a_block_in_the_air_has_no_support() -> None:
    rows = rows_of(scene(block("a", Box(0.1, 0.1), 0.0, 0.5)))
    assert [len(start.columns) for start in leaning(rows)] == [0, 0]
    assert not math.isnan(limits(rows)[0].margin)
