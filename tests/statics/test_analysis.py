"""The analysis: forces in equilibrium and as drawn, possible motions, the weakest block."""

import math

import numpy as np
import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.examples import tried
from tests.statics.scenes import arch, block, ferris_wall, mirrored, scene, stone
from towersim.common.units import BlockId, Pose, Vec
from towersim.files.level import load_pieces
from towersim.geometry.shapes import Box, Circle, bounding_radius, extent
from towersim.geometry.touching import SETTLED
from towersim.lab.analytic_scenes import column, incline
from towersim.lab.towers import pyramid, tower, wall
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import settle
from towersim.physics.world import World
from towersim.scene.contacts import joints
from towersim.scene.scene import Scene
from towersim.statics.analysis import (
    Analysis,
    Displacement,
    analyse,
    describe,
    least_forces,
    pressures,
    structure_of,
)
from towersim.statics.balance import GRAVITY
from towersim.statics.equilibrium import label, shortfall
from towersim.statics.linear_program import Floats

EXACT = 1e-9
indices = st.integers(0, 10_000)


def residuals(it: Scene, analysis: Analysis) -> dict[str, float]:
    """Return the residual of each free block, relative to its weight (times its radius)."""
    sums = {b.id: [0.0, -b.mass * GRAVITY, 0.0] for b in it.blocks}
    poses = {b.id: b.pose for b in it.blocks}
    for a, b, at, (fx, fy) in analysis.forces:
        for name, sign in ((a, 1), (b, -1)):
            if name is not None:
                sums[name][0] += sign * fx
                sums[name][1] += sign * fy
                arm = at.x - poses[name].x, at.y - poses[name].y
                sums[name][2] += sign * (arm[0] * fy - arm[1] * fx)
    for name, help_ in analysis.missing.items():
        sums[name] = [s + h for s, h in zip(sums[name], help_, strict=True)]
    return {
        b.id: max(
            abs(sums[b.id][0]), abs(sums[b.id][1]), abs(sums[b.id][2]) / bounding_radius(b.shape)
        )
        / (b.mass * GRAVITY)
        for b in it.blocks
        if not b.fixed
    }


@tried(40, index=indices)
def test_forces_and_shortfall_balance_every_block(index: int) -> None:
    it = tower(6, index)
    assert max(residuals(it, analyse(it)).values()) < EXACT


def heavy_wedge(left: float, right: float, low: float, gap: float) -> Scene:
    """Return a wedge between two light stones; on its forces the interior point method cycled."""
    one, other = -gap / 2, gap / 2
    feet = [(one - 1, 0.0), (one, 0.0)], [(other, 0.0), (other + 1, 0.0)]
    tops = (one - left, 1.0), (other + right, 1.0)
    wedge = [(one - left * low, low), (other + right * low, low), tops[1], tops[0]]
    return scene(
        stone("a", [*feet[0], tops[0], (one - 1, 1.0)], 0.9),
        stone("b", [*feet[1], (other + 1, 1.0), tops[1]], 0.9),
        stone("wedge", wedge, 0.9, density=11_000.0),
        friction=0.9,
    )


WEDGES = heavy_wedge(0.12, 0.44, 0.3, 0.3), heavy_wedge(0.21, 0.3, 0.2, 0.46)


@pytest.mark.parametrize("it", [arch(9, 0.3, 0.7), ferris_wall(2), *WEDGES])
def test_forces_balance_arches_walls_and_wedges(it: Scene) -> None:
    assert max(residuals(it, analyse(it)).values()) < EXACT


@tried(40, index=indices)
def test_forces_push_and_stay_within_the_friction_cone(index: int) -> None:
    it = tower(7, index)
    normals = {
        (it.blocks[j.a].id, None if j.b < 0 else it.blocks[j.b].id, at): j.normal
        for j in joints(it)
        for at in j.points
    }
    for a, b, at, (fx, fy) in analyse(it).forces:
        n = normals[a, b, at]
        along, across = n.x * fx + n.y * fy, n.x * fy - n.y * fx
        assert along >= -EXACT
        assert abs(across) <= 0.5 * along + EXACT


def work(it: Scene, analysis: Analysis, sideways: float) -> float:
    """Return the work of the weights, and of `sideways` times them along x, per whole weight."""
    done = whole = 0.0
    for b in it.blocks:
        dx, dy, _ = analysis.mechanism.get(b.id, Displacement(0.0, 0.0, 0.0))
        done += b.mass * (sideways * dx - dy)
        whole += b.mass * (not b.fixed)
    return done / whole


@tried(40, index=indices)
def test_the_mechanism_does_work_just_beyond_the_limit(index: int) -> None:
    it = tower(8, index)
    found = analyse(it)
    margin = found.summary.margin
    if margin is None:
        assert work(it, found, 0.0) > 0
    else:
        way = 1 if found.summary.direction == "+x" else -1
        assert work(it, found, way * (margin + 0.01)) > 0
        assert work(it, found, way * margin) == pytest.approx(0.0, abs=EXACT)


@tried(40, index=indices)
def test_in_the_mechanism_no_block_enters_another(index: int) -> None:
    it = tower(9, index)
    found = analyse(it).mechanism

    def moved(i: int, at: Vec) -> tuple[float, float]:
        if i < 0:
            return 0.0, 0.0
        pose, (dx, dy, turn) = it.blocks[i].pose, found.get(it.blocks[i].id, Displacement(0, 0, 0))
        return dx - turn * (at.y - pose.y), dy + turn * (at.x - pose.x)

    for joint in joints(it):
        for at in joint.points:
            (ax, ay), (bx, by) = moved(joint.a, at), moved(joint.b, at)
            opens = joint.normal.x * (ax - bx) + joint.normal.y * (ay - by)
            assert opens >= -1e-7


def test_a_column_breaks_at_its_weakest_joint() -> None:
    found = analyse(column([0.0, 0.0, 0.0, 0.4, 0.4]))
    assert found.summary.weakest == "3"
    assert found.summary.direction == "+x"
    assert found.summary.bound == "exact"
    assert set(found.mechanism) == {"3", "4"}
    assert found.mechanism[BlockId("3")].dtheta < 0, "it turns to the right"
    assert found.summary.margin == pytest.approx(0.1 / 1.0, abs=EXACT)
    assert found.summary.tilt_deg == pytest.approx(math.degrees(math.atan(0.1)), abs=1e-6)


def test_a_block_that_rolls_or_slides_is_named_as_the_weakest() -> None:
    assert analyse(scene(block("ball", Circle(0.1), 0.0, 0.1))).summary.weakest == "ball"
    assert analyse(incline(0.6, Box(0.06, 0.02), 0.5)).summary.weakest == "a"


def test_sliding_without_pressure_leaves_the_margin_exact() -> None:
    wall = block("wall", Box(0.04, 0.08), -0.02, 0.04, friction=0.0, fixed=True)
    post = block("post", Box(0.01, 0.08), 0.005, 0.04)
    found = analyse(scene(wall, post)).summary
    assert (found.bound, found.direction) == ("exact", "+x")
    assert found.margin == pytest.approx(0.125, abs=EXACT)


def test_the_direction_of_equal_margins_is_plus_x() -> None:
    assert analyse(column([0.0] * 7)).summary.direction == "+x"
    assert analyse(column([0.0, -0.1])).summary.direction == "-x"


def test_the_mechanism_of_a_sliding_block_is_a_slide() -> None:
    found = analyse(column([0.0], friction=0.3))
    assert found.mechanism[BlockId("0")] == pytest.approx((0.957826, 0.287348, 0.0), abs=1e-5), (
        "an associative slide lifts off by the friction: the honest limit"
    )
    assert found.summary.bound == "upper"
    assert "at most 16.70° (λ ≤ 0.3)" in describe(found.summary)


def test_the_shortfall_of_an_overhang() -> None:
    found = analyse(column([0.0, 0.6]))
    assert not found.summary.stable
    assert [found.summary.margin, found.summary.tilt_deg, found.summary.direction] == [None] * 3
    assert found.summary.weakest == "1"
    # A moment of 0.1 sides times the weight, over the radius √½ sides and two weights.
    assert found.summary.shortfall == pytest.approx(0.1 / math.sqrt(0.5) / 2, abs=EXACT)
    assert list(found.missing) == ["1"]
    weight = column([0.0]).blocks[0].mass * GRAVITY
    assert found.missing[BlockId("1")] == pytest.approx((0, 0, 0.1 * 0.02 * weight), abs=EXACT)


def test_the_weakest_block_needs_most_of_the_support_and_the_first_of_equal_ones_is_named() -> None:
    boxes = [[-0.1, 0.1, 0, 0.02, 0.02, 70], [0.1, 0.1, 0, 0.02, 0.02, 7000]]
    assert analyse(Scene.boxes(boxes)).summary.weakest == "1"
    for size in (1.0, 3.7, 10.0):
        cubes = [(n * size, size, 0.0, size / 50, size / 50) for n in range(6)]
        assert analyse(Scene.boxes(cubes)).summary.weakest == "0"


def test_the_shortfall_of_a_block_in_the_air_is_its_weight() -> None:
    found = analyse(scene(block("a", Box(0.1, 0.1), 0.0, 0.5)))
    assert found.summary.shortfall == pytest.approx(1.0)
    assert found.summary.contacts == 0
    assert found.mechanism[BlockId("a")].dy < 0
    assert found.forces == found.thrusts == ()


def test_a_fixed_scene_has_an_unbounded_margin() -> None:
    found = analyse(scene(block("shelf", Box(0.1, 0.1), 0.0, 0.5, fixed=True))).summary
    assert found.stable
    assert [found.margin, found.weakest, found.direction] == [None] * 3
    assert found.tilt_deg == pytest.approx(90.0)


def test_the_thrust_of_a_column_passes_through_the_weight_above() -> None:
    it = column([0.0, 0.1, -0.05])
    thrusts = {(t.a, t.b): t for t in analyse(it).thrusts}
    weight = it.blocks[0].mass * GRAVITY
    low = thrusts[BlockId("0"), None]
    assert low.at.x == pytest.approx(0.02 * 0.05 / 3, abs=EXACT)
    assert low.force == pytest.approx((0.0, 3 * weight), abs=EXACT)


def test_a_face_of_five_micrometres_that_is_drawn_closed_carries() -> None:
    beam = [-0.0099975, 0.03, 0.0, 0.040005, 0.02]
    posts = [[x, 0.01, 0.0, 0.02, 0.02] for x in (-0.02, 0.02)]
    assert analyse(Scene.boxes([*posts, beam])).summary.stable
    assert not analyse(Scene.boxes([posts[0], beam])).summary.stable


def test_a_settled_world_is_analysed_with_the_tolerance_of_simulation() -> None:
    it = column([0.0, 0.1, 0.05, 0.0, 0.1])
    world = World(it, TABLE_3)
    settle(world)
    poses = [Pose(*pose) for pose in world.poses.tolist()]
    blocks = (replace(b, pose=p) for b, p in zip(it.blocks, poses, strict=True))
    found = analyse(replace(it, blocks=tuple(blocks)), SETTLED).summary
    assert found.stable
    assert found.margin == pytest.approx(analyse(it).summary.margin or 0, abs=0.002)


def test_summaries_are_described_in_words() -> None:
    assert describe(analyse(column([0.0, 0.6])).summary).startswith(
        "cannot stand; it would need support worth 7.07%"
    )
    assert "stands at any tilt" in describe(analyse(scene()).summary)
    assert "towards +x, first at 0" in describe(analyse(column([0.0] * 4)).summary)


def test_the_margin_of_an_egg_on_its_tip_names_its_flat_facet() -> None:
    egg = load_pieces("blocks")["egg"].shape
    tip = extent(egg, Pose(0.0, 0.0, math.pi))[0].y
    found = analyse(scene(block("egg", egg, 0.0, -tip, math.pi))).summary
    assert found.margin == pytest.approx(0.076, abs=1e-3)
    assert found.facets == ("egg",)
    assert describe(found).endswith("the margin is that of the flat facets that approximate egg")
    brick = load_pieces("blocks")["rounded-brick"].shape
    flat = extent(brick, Pose(0.0, 0.0, 0.0))[0].y
    assert analyse(scene(block("brick", brick, 0.0, -flat))).summary.facets == ()


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


@pytest.mark.parametrize("of", [wall(4, 4), tower(6, 1)])
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


@pytest.mark.parametrize("index", range(40))
def test_the_least_squares_are_less_than_those_of_another_solution(index: int) -> None:
    of = tower(6, index)
    rows = structure_of(of).rows
    if label(rows).verdict == "stands":
        mu = rows.friction[0]
        sums = []
        for forces in (least_forces(rows), shortfall(rows).forces):
            pressure = (forces * rows.normals).sum(axis=1)
            rubbing = forces[:, 1] * rows.normals[:, 0] - forces[:, 0] * rows.normals[:, 1]
            # The parts along the edges of a cone are (pressure ± rubbing / mu) / 2.
            sums.append(float(pressure @ pressure + rubbing @ rubbing / mu**2))
        assert sums[0] <= sums[1] * (1 + 1e-9)


def test_a_face_that_need_not_press_is_no_point_of_the_thrust_line() -> None:
    of = wall(3, 3)
    pressed = [force for force in analyse(of).forces if math.hypot(*force.force) > 1e-9]
    assert {(t.a, t.b) for t in analyse(of).thrusts} == {(f.a, f.b) for f in pressed}
    assert len(pressed) < len(analyse(of).forces)


@pytest.mark.parametrize("ratio", [1e2, 1e6, 1e9])
def test_the_forces_of_a_column_carry_it_at_any_ratio_of_weights(ratio: float) -> None:
    densities = [1.0, ratio / 3, 1.0, ratio / 3, 1.0]
    rows = [[n % 2 / 1000, 0.01 + n / 50, 0, 0.02, 0.02, d] for n, d in enumerate(densities)]
    of = Scene.boxes(rows)
    assert max(residuals(of, analyse(of)).values()) < max(EXACT, 1e-14 * ratio)


def test_the_pressures_of_a_column_are_certain() -> None:
    of = column([0.0, 0.1, -0.1])
    weight = of.blocks[0].mass * GRAVITY
    spans = {(p.a, p.b): (p.least, p.most) for p in pressures(structure_of(of)) or ()}
    assert spans[BlockId("0"), None] == pytest.approx((3 * weight, 3 * weight))
    assert spans[BlockId("0"), BlockId("1")] == pytest.approx((2 * weight, 2 * weight))


def test_the_middle_pier_may_carry_nothing_or_all_of_a_beam() -> None:
    weight = BRIDGE.blocks[3].mass * GRAVITY
    spans = {(p.a, p.b): (p.least, p.most) for p in pressures(structure_of(BRIDGE)) or ()}
    assert spans[BlockId("1"), BlockId("beam")] == pytest.approx((0.0, weight))
    for pair, thrust in thrusts(BRIDGE).items():
        least, most = spans[pair]
        assert least - 1e-7 <= abs(thrust[1]) <= most + 1e-7


def test_the_range_of_many_blocks_is_left_out() -> None:
    assert pressures(structure_of(pyramid(12))) is None
