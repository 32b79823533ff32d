"""Properties of any scene, and of the solvers: the starting basis, least squares within bounds."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import strategies as st
from msgspec.structs import replace
from scipy.optimize import lsq_linear

from tests.examples import tried
from tests.statics.scenes import arch, block, bricks, dense, mirrored, rows_of, scene
from towersim.common import dice
from towersim.common.errors import SceneFault
from towersim.common.units import Pose
from towersim.geometry.shapes import Box, Circle
from towersim.lab.analytic_scenes import column
from towersim.lab.speed import plain_margin
from towersim.lab.towers import pyramid, tower, wall
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.analysis import analyse
from towersim.statics.equilibrium import leaning, limits, margin, shortfall, signed_margin, stands
from towersim.statics.least_squares import GROUP_ROWS, bounded_least_squares
from towersim.statics.linear_program import Columns, Floats

EXACT = 1e-9
indices = st.integers(0, 10_000)


def scaled(given_: Scene, size: float, density: float) -> Scene:
    def grown(b: Block) -> Block:
        if not isinstance(b.shape, Box):
            raise TypeError
        return replace(
            b,
            shape=Box(b.shape.width * size, b.shape.height * size),
            material=Material(b.material.density_kg_m3 * density, b.material.friction),
            pose=Pose(b.pose.x * size, b.pose.y * size, b.pose.angle),
        )

    blocks = tuple(map(grown, given_.blocks))
    return Scene(TableTop(given_.table.width * size, given_.table.friction), blocks)


@tried(30, index=indices)
def test_mirroring_changes_only_the_direction(index: int) -> None:
    it = tower(3, index)
    assert signed_margin(mirrored(it)) == pytest.approx(signed_margin(it), abs=EXACT)
    if stands(it):
        one, other = rows_of(it), rows_of(mirrored(it))
        assert limits(one)[0].margin == pytest.approx(limits(other)[1].margin, abs=EXACT)


@tried(30, index=indices, size=st.floats(0.1, 40.0), density=st.floats(0.01, 30.0))
def test_size_and_density_change_nothing(index: int, size: float, density: float) -> None:
    it = tower(4, index)
    assert signed_margin(scaled(it, size, density)) == pytest.approx(signed_margin(it), abs=EXACT)


@pytest.mark.parametrize("ratio", [1e4, 1e8, 2e9])
def test_a_column_has_its_margin_at_any_ratio_of_weights(ratio: float) -> None:
    """λ = (half a side − the offset) / (the height of the centre of mass above the joint)."""
    light, heavy = Box(0.02, 0.02), Material(700.0 * ratio)
    upper = replace(block("b", light, 0.003, 0.03), material=heavy)
    whole = ratio + 1
    centre = 0.003 * ratio / whole, (0.01 + 0.03 * ratio) / whole
    found = margin(scene(block("a", light, 0.0, 0.01), upper))
    assert found == pytest.approx((0.01 - centre[0]) / centre[1], abs=EXACT)


def test_a_scene_beyond_the_precision_is_refused() -> None:
    upper = replace(block("b", Box(0.02, 0.02), 0.0, 0.03), material=Material(7e13))
    with pytest.raises(SceneFault, match=r"\$\.blocks\[0\]: all blocks weigh 1e\+11 times"):
        margin(scene(block("a", Box(0.02, 0.02), 0.0, 0.01), upper))


def test_a_small_block_does_not_touch_over_the_reach_of_large_ones() -> None:
    pin = block("pin", Box(0.0003, 0.0003), 0.0, 0.00035)
    far = [block(f"far {x}", Box(0.5, 0.5), x, 0.25) for x in (-0.3, 0.3)]
    found = analyse(scene(pin, *far, width=3.0))
    assert (found.summary.verdict, found.summary.weakest) == ("falls", "pin")


def test_the_order_of_the_blocks_changes_nothing() -> None:
    it = wall(3, 4)
    back = replace(it, blocks=it.blocks[::-1])
    assert margin(back) == pytest.approx(margin(it), abs=EXACT)


def test_more_friction_than_any_slope_asks_for_changes_nothing() -> None:
    for seed in range(5):
        draw = dice.stream(seed, "column")
        xs = np.cumsum([draw.uniform(-0.004, 0.004) for _ in range(12)])
        rows = [[x, 0.01 + 0.02 * i, 0.0, 0.02, 0.02] for i, x in enumerate(xs)]
        known, *others = (margin(Scene.boxes(rows, friction=f)) for f in (50.0, 1e6, 1e9, 1e12))
        assert others == pytest.approx([known] * 3, abs=1e-6)


def test_without_friction_a_block_stands_on_the_level_and_any_push_moves_it() -> None:
    assert margin(column([0.0, 0.1, 0.2], friction=0.0)) == pytest.approx(0.0, abs=EXACT)
    slope = block("slope", Box(1.0, 0.1), 0.0, 1.0, 0.001, friction=0.0, fixed=True)
    up = Pose(-0.06 * math.sin(0.001), 1 + 0.06 * math.cos(0.001), 0.001)
    on = replace(block("on", Box(0.1, 0.02), 0.0, 0.0, friction=0.0), pose=up)
    assert not stands(scene(slope, on))
    assert stands(
        scene(replace(slope, material=Material(friction=0.5)), replace(on, material=Material()))
    )


def test_a_frictionless_block_slides_on_any_other() -> None:
    """The friction of a pair is the geometric mean of both."""
    rough = block("a", Box(0.1, 0.01), 0.0, 0.005, friction=0.8)
    assert margin(scene(rough, friction=0.2)) == pytest.approx(0.4, abs=EXACT)
    assert margin(scene(rough, friction=0.0)) == pytest.approx(0.0, abs=EXACT)


def test_fixed_blocks_carry_any_load_and_need_none() -> None:
    shelf = block("shelf", Box(0.1, 0.01), 0.0, 0.5, fixed=True)
    heavy = block("heavy", Box(0.1, 0.1), 0.0, 0.555, density=25_000)
    assert stands(scene(shelf, heavy))
    assert margin(scene(shelf)) == math.inf
    assert margin(scene()) == math.inf


def test_a_block_in_the_air_falls() -> None:
    for reach, gap in ((1e-6, 1e-6), (None, 1e-3 * 0.1 / math.sqrt(2))):
        assert not stands(scene(block("a", Box(0.1, 0.1), 0.0, 0.05 + 1.1 * gap)), reach)
        assert stands(scene(block("a", Box(0.1, 0.1), 0.0, 0.05 + 0.9 * gap)), reach)
    assert not stands(scene(block("a", Box(0.1, 0.1), 5.06, 0.05), width=10.0))


def test_a_corner_may_stand_on_a_face() -> None:
    side, fall = 0.1, math.pi / 4
    diamond = block("diamond", Box(side, side), 0.0, side / math.sqrt(2), fall)
    assert margin(scene(diamond)) == pytest.approx(0.0, abs=EXACT)
    assert not stands(scene(replace(diamond, pose=Pose(0.0, 0.0705, fall + 0.05))))
    lean = block("wall", Box(0.1, 1.0), 0.15, 0.5, fixed=True)
    reach = 0.3
    for slope, holds in ((0.8, True), (0.7, False)):
        angle = math.atan(slope)
        # A ladder between a wall and a floor, both 0.5: it slides below tan = (1 - ½²) / (2 · ½).
        c, s = math.cos(angle), math.sin(angle)
        x, y = 0.1 - (reach * c - 0.001 * s) / 2 - 0.001 * s, (reach * s + 0.001 * c) / 2
        ladder = block("ladder", Box(reach, 0.001), x, y, angle)
        assert stands(scene(lean, ladder)) == holds


def test_discs_rest_and_roll() -> None:
    ball = block("ball", Circle(0.1), 0.0, 0.1)
    assert margin(scene(ball)) == pytest.approx(0.0, abs=EXACT)
    pair = [block(n, Circle(0.1), x, 0.1) for n, x in enumerate((-0.1, 0.1))]
    top = block("top", Circle(0.1), 0.0, 0.1 + 0.1 * math.sqrt(3))
    # Three discs in a pile need a friction of tan 15° between each other.
    assert stands(scene(*_rubbing([*pair, top], 0.27), friction=0.27))
    assert not stands(scene(*_rubbing([*pair, top], 0.26), friction=0.27))


def _rubbing(blocks: list[Block], friction: float) -> list[Block]:
    return [replace(b, material=Material(friction=friction)) for b in blocks]


@tried(40, index=indices)
def test_the_shortfall_is_zero_exactly_if_the_scene_stands(index: int) -> None:
    it = tower(5, index)
    assert (shortfall(rows_of(it)).share < EXACT) == stands(it)


@pytest.mark.slow  # a second
def test_a_large_wall_just_beyond_its_limit_is_solved_quickly() -> None:
    """The simplex method alone would take minutes."""
    places = [(k + 0.5 + course % 2 / 2, course, 1.0) for course in range(40) for k in range(25)]
    assert not stands(replace(bricks(places, 0.5, 0.5, unit=0.04), table=TableTop(1.2)))


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


DAMPING = 1e-3


def problem(height: int, span: int, seed: int) -> tuple[Columns, Floats, Floats]:
    """Return three columns per row with entries in at most `span` rows, loads and upper bounds."""
    noise = dice.stream(seed, "least squares")
    starts, rows, values = list[int](), list[int](), list[float]()
    for first in range(height):
        for _ in range(3):
            starts.append(len(rows))
            near = range(first, min(height, first + span))
            chosen = sorted(noise.sample(near, min(len(near), noise.randint(1, 3))))
            rows += chosen
            values += [noise.uniform(-1.0, 1.0) for _ in chosen]
    columns = Columns(np.array(starts), np.array(rows), np.array(values))
    right = np.array([noise.uniform(-1.0, 1.0) for _ in range(height)])
    most = np.array([noise.uniform(0.01, 0.3) for _ in range(height)])
    return columns, right, most


@pytest.mark.parametrize(
    ("height", "span"),
    [(1, 1), (5, 5), (40, 1), (4 * GROUP_ROWS, 4), (4 * GROUP_ROWS, 2 * GROUP_ROWS)],
    ids=["one row", "one group", "no coupling", "many groups", "wide groups"],
)
def test_the_solution_is_that_of_scipy(height: int, span: int) -> None:
    columns, right, most = problem(height, span, seed=2)
    x = bounded_least_squares(columns, right, most, DAMPING)
    matrix, none = dense(columns, height), len(x) - len(most)
    least = np.append(np.zeros(none), -most)
    greatest = np.append(np.full(none, np.inf), most)
    assert (x >= least - 1e-12).all()
    assert (x <= greatest + 1e-12).all()
    damped = np.vstack([matrix, DAMPING**0.5 * np.eye(len(x))])
    target = np.append(right, np.zeros(len(x)))
    theirs = lsq_linear(damped, target, (least, greatest), method="bvls", tol=1e-14).x
    assert x == pytest.approx(theirs, abs=1e-8)
