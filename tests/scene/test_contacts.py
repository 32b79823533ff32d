"""Contacts and overlaps of blocks: faces, corners on faces, discs, within a tolerance."""

import math

import pytest

from tests.statics.scenes import block, scene
from towersim.common.units import Pose, Vec
from towersim.files.level import load_pieces
from towersim.geometry.shapes import Box, Circle, Polygon, extent
from towersim.geometry.touching import SETTLED, TOUCH
from towersim.scene.contacts import TABLE, Joint, joints, overlaps, table_penetration
from towersim.scene.scene import Block, Scene, TableTop

SQUARE = Box(0.1, 0.1)
CUBE = Box(0.02, 0.02)


def found(it: Scene, reach: float | None = TOUCH) -> list[Joint]:
    return list(joints(it, reach))


def between(it: Scene, reach: float = TOUCH) -> list[Joint]:
    """Return the joints of the first two blocks."""
    return [joint for joint in found(it, reach) if (joint.a, joint.b) == (0, 1)]


def spots(joint: Joint) -> list[tuple[float, float]]:
    return sorted((round(p.x, 9), round(p.y, 9)) for p in joint.points)


LOW = block("low", SQUARE, 0, 0.05)
DIAMOND = block("b", SQUARE, 0.02, 0.1 + 0.05 * math.sqrt(2), math.pi / 4)
DOWN = (0.0, -1.0)
CONTACTS = {
    "faces": (block("b", SQUARE, 0.03, 0.15), [(-0.02, 0.1), (0.05, 0.1)], DOWN),
    "sides": (block("b", SQUARE, 0.1, 0.05), [(0.05, 0.0), (0.05, 0.1)], (-1.0, 0.0)),
    "a corner on a face": (DIAMOND, [(0.02, 0.1)], DOWN),
    "slightly sunk": (block("b", SQUARE, 0.0998, 0.1499), [(0.0498, 0.1), (0.05, 0.1)], DOWN),
}


@pytest.mark.parametrize(("other", "at", "normal"), CONTACTS.values(), ids=CONTACTS)
def test_blocks_touch_along_their_common_part(
    other: Block, at: list[tuple[float, float]], normal: tuple[float, float]
) -> None:
    (joint,) = between(scene(LOW, other))
    assert spots(joint) == [pytest.approx(spot, abs=1e-4) for spot in at]
    assert joint.normal == pytest.approx(normal), "out of the other one"


def test_blocks_that_stand_corner_to_corner_do_not_touch() -> None:
    across = scene(LOW, block("b", SQUARE, 0.1, 0.15))
    assert between(across, SETTLED) == between(across) == []


def test_a_settled_block_stands_on_the_last_hundredths_of_a_side() -> None:
    over = scene(LOW, block("b", SQUARE, 0.1 - 2e-5, 0.15 + 5e-5))
    held = between(over, SETTLED)
    assert {joint.normal for joint in held} == {(0.0, -1.0)}
    assert [spots(joint) for joint in held] == [[pytest.approx((0.05, 0.1), abs=5e-5)]] * 2


def test_corners_of_settled_blocks_meet_in_a_joint_that_opens() -> None:
    c, s = 0.05 * math.cos(0.02), 0.05 * math.sin(0.02)
    joint = scene(LOW, block("b", SQUARE, 0.05 + 3e-5 + c + s, c - s, -0.02))
    (hinge,) = between(joint, SETTLED)
    assert spots(hinge) == [pytest.approx((0.05, 0.0), abs=SETTLED)]
    assert hinge.normal == pytest.approx((-1.0, 0.0), abs=0.03)


@pytest.mark.parametrize(
    ("gap", "reach", "touches"),
    [
        (0.9 * TOUCH, TOUCH, True),
        (1.1 * TOUCH, TOUCH, False),
        (0.9 * SETTLED, SETTLED, True),
        (1.1 * SETTLED, SETTLED, False),
        (-1.7e-3, TOUCH, True),
        (-2.5e-3, TOUCH, False),
        (4.9e-5, None, True),
        (7.1e-5, None, False),
    ],
)
@pytest.mark.parametrize("angle", [0.0, math.pi / 4])
def test_blocks_touch_within_the_tolerance(
    gap: float, reach: float | None, *, touches: bool, angle: float
) -> None:
    height = 0.05 if angle == 0 else 0.05 * math.sqrt(2)
    assert bool(found(scene(block("a", SQUARE, 0, height + gap, angle)), reach)) == touches
    assert bool(found(scene(block("a", Circle(0.05), 0, 0.05 + gap)), reach)) == touches


def test_faces_with_less_than_the_tolerance_in_common_do_not_touch() -> None:
    for x, count in ((0.1 - 2 * TOUCH, 1), (0.1 - 0.5 * TOUCH, 0)):
        it = scene(block("a", SQUARE, 0, 0.05), block("b", SQUARE, x, 0.15))
        assert len(between(it)) == count


def test_faces_touch_at_any_angle() -> None:
    angle = 0.7
    c, s = math.cos(angle), math.sin(angle)
    low = block("low", SQUARE, 0.0, 1.0, angle, fixed=True)
    high = block("high", Box(0.04, 0.02), -0.06 * s, 1 + 0.06 * c, angle)
    (joint,) = between(scene(low, high))
    assert joint.normal == pytest.approx((s, -c))
    assert math.dist(*joint.points) == pytest.approx(0.04)


def polygon(*points: tuple[float, float]) -> Polygon:
    return Polygon(tuple(Vec(*point) for point in points))


NOTCH = polygon((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (0.0, 0.0), (-0.1, 0.1))
STEP = polygon((-0.1, -0.1), (0.1, -0.1), (0.1, 0.0), (0.0, 0.0), (0.0, 0.1), (-0.1, 0.1))


def test_a_concave_corner_is_touched_on_both_sides() -> None:
    low = block("cup", NOTCH, 0.0, 0.1, fixed=True)
    ball = block("ball", Circle(0.05), 0.0, 0.1 + 0.05 * math.sqrt(2))
    normals = sorted(joint.normal for joint in between(scene(low, ball)))
    half = math.sqrt(0.5)
    assert normals == [pytest.approx((-half, -half)), pytest.approx((half, -half))]
    diamond = block("diamond", Box(0.05, 0.05), 0.0, 0.1 + 0.025 * math.sqrt(2), math.pi / 4)
    assert len(between(scene(low, diamond))) == 2


@pytest.mark.parametrize("reach", [TOUCH, SETTLED])
@pytest.mark.parametrize("sunk", [0.0, 3e-5])
def test_a_tip_in_a_notch_touches_both_of_its_sides(reach: float, sunk: float) -> None:
    tip = polygon((0.0, 0.0), (0.02, 0.05), (-0.02, 0.05))
    it = scene(block("notch", NOTCH, 0.0, 0.1, fixed=True), block("tip", tip, 0.0, 0.1 - sunk))
    half = math.sqrt(0.5)
    normals = sorted(joint.normal for joint in between(it, reach))
    assert normals == [pytest.approx((-half, -half)), pytest.approx((half, -half))]


def test_a_block_in_a_step_touches_the_riser_with_its_corner() -> None:
    wedge = polygon((0.0, 0.0), (0.05, 0.0), (0.05, 0.05))
    it = scene(block("step", STEP, 0.0, 0.1, fixed=True), block("wedge", wedge, 0.0, 0.1))
    face, corner = between(it)
    assert (face.normal, spots(face)) == ((0.0, -1.0), [(0.0, 0.1), (0.05, 0.1)])
    assert (corner.normal, spots(corner)) == ((-1.0, 0.0), [(0.0, 0.1)])


def test_a_block_inside_a_ring_touches_its_hole() -> None:
    outer = tuple(Vec(*p) for p in ((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)))
    hole = tuple(Vec(x / 2, y / 2) for x, y in reversed(outer))
    ring = block("ring", Polygon(outer, (hole,)), 0.0, 0.1)
    (joint,) = between(scene(ring, block("in", Box(0.02, 0.02), 0.0, 0.06)))
    assert spots(joint) == [(-0.01, 0.05), (0.01, 0.05)]


def test_discs_touch_discs_corners_and_faces() -> None:
    ball = block("a", Circle(0.1), 0.0, 0.5)
    (joint,) = found(scene(ball, block("b", Circle(0.05), 0.15, 0.5)))
    assert spots(joint) == [(0.1, 0.5)]
    assert joint.normal == pytest.approx((-1.0, 0.0))
    half = 0.1 * math.sqrt(0.5)
    (joint,) = found(scene(ball, block("b", SQUARE, half + 0.05, 0.5 - half - 0.05)))
    assert spots(joint) == [(round(half, 9), round(0.5 - half, 9))]
    assert joint.normal == pytest.approx((-math.sqrt(0.5), math.sqrt(0.5)))


def test_contacts_end_at_the_edge_of_the_table() -> None:
    over = scene(block("a", SQUARE, 0.5, 0.05), width=1.0)
    (joint,) = found(over)
    assert joint.b == TABLE
    assert spots(joint) == [(0.45, 0.0), (0.5, 0.0)]


def test_two_fixed_blocks_have_no_contact() -> None:
    blocks = [block(n, SQUARE, 0, 0.05 + n * 0.1, fixed=True) for n in range(2)]
    assert found(scene(*blocks)) == []


@pytest.mark.parametrize("name", list(load_pieces("blocks")))
def test_every_piece_lying_on_a_side_touches_the_table(name: str) -> None:
    shape = load_pieces("blocks")[name].shape
    low, _high = extent(shape, Pose(0.0, 0.0, 0.0))
    assert found(scene(block(name, shape, 0.0, -low.y)))


def test_a_corner_sunk_into_a_thin_plate_stands_on_its_upper_side() -> None:
    plate = block("plate", Box(0.2, 0.0003), 0.0, 0.5, fixed=True)
    diamond = block("d", SQUARE, 0.02, 0.49995 + 0.05 * math.sqrt(2), math.pi / 4)
    (joint,) = between(scene(plate, diamond))
    assert joint.normal == pytest.approx((0.0, -1.0))


def test_the_table_is_solid_below_its_top_and_ends_at_its_edges() -> None:
    table = TableTop(width=1.0)
    assert table_penetration(block("cube", CUBE, 0, 0.01), table) == 0
    assert table_penetration(block("cube", CUBE, 0, 0.009), table) == pytest.approx(0.001)
    assert table_penetration(block("cube", CUBE, 0, -1.0), table) == pytest.approx(0.51)
    assert table_penetration(block("cube", CUBE, 0.509, -0.3), table) == pytest.approx(0.001)
    assert table_penetration(block("cube", CUBE, 0.511, -0.3), table) == 0
    assert table_penetration(block("disc", Circle(0.01), 0, 0.008), table) == pytest.approx(0.002)


def test_overlaps_of_two_fixed_blocks_are_omitted() -> None:
    rock = block("cube", CUBE, 0, 0, fixed=True)
    assert list(overlaps([rock, rock])) == []
    ((i, j, depth),) = overlaps([rock, block("cube", CUBE, 0, 0.019)])
    assert (i, j) == (0, 1)
    assert depth == pytest.approx(0.001)


def test_the_gap_of_a_face_is_its_greatest_distance_or_depth() -> None:
    tilt = 4e-4
    for y, widest in ((0.05 + 0.05 * tilt, 0.1 * tilt), (0.05 - 0.05 * tilt, -0.1 * tilt)):
        (joint,) = found(scene(block("a", SQUARE, 0.0, y, tilt)), SETTLED)
        assert joint.gap == pytest.approx(widest, abs=1e-7)
