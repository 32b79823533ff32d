"""Shapes: measures against closed forms, outlines and their faults, skylines, resting angles."""

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given, strategies as st

from tests.geometry.outlines import star_shaped, vecs
from towersim.common.units import Pose, Vec
from towersim.files.level import load_pieces
from towersim.files.shapefile import CHORD_ERROR, Arc, corners_of
from towersim.geometry import shapes
from towersim.geometry.convex import resting
from towersim.geometry.skyline import STEP, rows
from towersim.lab.analytic_scenes import column

TRIANGLE = shapes.centred(vecs((0, 0), (3, 0), (0, 4)))[0]
WINDOW = vecs((1, 1), (3, 1), (3, 3), (1, 3))
FRAME = shapes.centred(vecs((0, 0), (4, 0), (4, 4), (0, 4)), [WINDOW])[0]


@pytest.mark.parametrize(
    ("shape", "squared"),
    [
        (shapes.Box(0.3, 0.4), 0.25 / 12),
        (shapes.Circle(0.2), 0.02),
        (TRIANGLE, 25 / 18),
        (FRAME, (16 * 32 - 4 * 8) / 12 / 12),
    ],
)
def test_the_radius_of_gyration_is_that_of_the_closed_form(
    shape: shapes.Shape, squared: float
) -> None:
    assert shapes.gyration_radius(shape) ** 2 == pytest.approx(squared)


def test_the_farthest_point_from_the_centre() -> None:
    assert shapes.bounding_radius(TRIANGLE) == pytest.approx(math.hypot(1, 8 / 3))
    assert shapes.bounding_radius(shapes.Circle(0.2)) == 0.2


ROUND = corners_of([Vec(-1.0, 0.0), Arc(Vec(0.0, -1.0), Vec(1.0, 0.0))], error=0.005)
BENT = vecs((0, 0), (1, -0.1), (2, 0), (2, 1), (0, 1))
PILL = corners_of(
    [Vec(0, 0), Vec(3, 0), Arc(Vec(4, 1), Vec(3, 2)), Vec(0, 2), Arc(Vec(-1, 1), Vec(0, 0))], 0.01
)


def test_a_facet_is_a_side_between_two_soft_corners() -> None:
    for outline, straight in ((ROUND, 3), (PILL, 2), (BENT, len(BENT)), (WINDOW, len(WINDOW))):
        assert sum(shapes.facets(outline)) == len(outline) - straight


def test_a_box_lies_on_no_facet_and_a_point_is_no_face() -> None:
    (block,) = column([0.0]).blocks
    assert not shapes.lies_on_facet(block, (Vec(-0.01, 0.0), Vec(0.01, 0.0)))
    assert not shapes.lies_on_facet(block, (Vec(0.0, 0.0),))
    assert shapes.centred(PILL)[1] == pytest.approx((1.5, 1.0))


CENTRE = Vec(0.3, -0.2)
radii = st.floats(0.001, 0.2)
turns = st.floats(0.05, 0.95)


def on_circle(radius: float, angle: float) -> Vec:
    return Vec(CENTRE.x + radius * math.cos(angle), CENTRE.y + radius * math.sin(angle))


def drawn(radius: float, start: float, sweep: float, via: float = 0.5) -> list[Vec | Arc]:
    first, middle, last = (on_circle(radius, start + share * sweep) for share in (0, via, 1))
    return [first, Arc(middle, last)]


@given(radii, st.floats(-3, 3), st.floats(0.2, 6.1), st.sampled_from([1, -1]), turns)
def test_the_sides_of_an_arc_stay_within_the_error(
    radius: float, start: float, sweep: float, way: int, via: float
) -> None:
    corners = corners_of(drawn(radius, start, way * sweep, via))
    far = [abs(math.dist(p, CENTRE) - radius) for p in corners]
    assert max(far) < 1e-6 * radius, "every corner is on the arc"
    sides = list(pairwise(corners))
    middles = [Vec((p.x + q.x) / 2, (p.y + q.y) / 2) for p, q in sides]
    assert max(radius - math.dist(p, CENTRE) for p in middles) <= CHORD_ERROR * (1 + 1e-6)
    steps = [math.remainder(_angle(q) - _angle(p), math.tau) for p, q in sides]
    assert sum(steps) == pytest.approx(way * sweep, abs=1e-6), "it runs the way it was drawn"


def _angle(p: Vec) -> float:
    return math.atan2(p.y - CENTRE.y, p.x - CENTRE.x)


@given(radii, st.floats(0.2, 6.1))
def test_an_arc_has_no_more_sides_than_needed(radius: float, sweep: float) -> None:
    sides = len(corners_of(drawn(radius, 0.0, sweep))) - 1
    assume(sides > 2)
    chord = sweep / (sides - 1)
    assert radius * (1 - math.cos(chord / 2)) > CHORD_ERROR * (1 - 1e-6)


def test_two_half_circles_close_without_a_repeated_corner() -> None:
    r = 0.02
    path: list[Vec | Arc] = [Vec(-r, 0), Arc(Vec(0, -r), Vec(r, 0)), Arc(Vec(0, r), Vec(-r, 0))]
    corners = corners_of(path)
    assert len(corners) == len(set(corners))
    exact = corners_of(path, error=1e-9)
    assert shapes.signed_area(corners) == pytest.approx(math.pi * r * r, rel=0.01)
    assert shapes.signed_area(exact) == pytest.approx(math.pi * r * r, rel=1e-6)


def test_corners_stay_as_they_are() -> None:
    square = [Vec(0.1, 0.1), Vec(0.2, 0.1), Vec(0.2, 0.2), Vec(0.1, 0.2)]
    assert corners_of(square) == tuple(square)
    assert corners_of([]) == ()


def test_an_arc_far_smaller_than_the_error_still_bends() -> None:
    assert len(corners_of(drawn(1e-6, 0.0, 1.0))) == 3


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ([Arc(Vec(0, 1), Vec(1, 1))], "a path begins with a corner"),
        ([Vec(0, 0), Arc(Vec(1, 1), Vec(2, 2)), Vec(0, 1)], "its arc 1 is straight"),
        ([Vec(0, 0), Vec(1, 0), Arc(Vec(1, 0), Vec(0, 1))], "its arc 2 is straight"),
        ([Vec(0, 0), Arc(Vec(1, 1), Vec(0, 0))], "its arc 1 ends where it begins"),
    ],
)
def test_an_invalid_path_is_refused_with_its_reason(path: list[Vec | Arc], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        corners_of(path)


BOARD = vecs((0, 0), (9, 0), (9, 9), (0, 9))


def shifted(x: float, y: float, scale: float = 1.0) -> tuple[Vec, ...]:
    return tuple(Vec(scale * p.x + x, scale * p.y + y) for p in WINDOW)


@pytest.mark.parametrize(
    ("hole", "why"),
    [
        (shifted(4, 4), None),
        (shifted(-2, 4), "it crosses or touches the outline"),
        (shifted(-1, 4), "it crosses or touches the outline"),
        (shifted(20, 4), "it is not inside the outline"),
        (shifted(1, 1), "it crosses or touches hole 0"),
        (shifted(2, 0), "it crosses or touches hole 0"),
        (shifted(1, 1, 0.5), "it and hole 0 are one inside the other"),
        (shifted(-0.5, -0.5, 1.4), "it and hole 0 are one inside the other"),
    ],
)
@pytest.mark.parametrize("way", [1, -1])
def test_an_invalid_hole_is_refused_with_its_reason(
    hole: tuple[Vec, ...], why: str | None, way: int
) -> None:
    assert shapes.hole_fault(hole[::way], BOARD, [WINDOW[::-1]]) == why


@pytest.mark.parametrize(
    ("outline", "why"),
    [
        (vecs((0, 0), (1, 0), (1, 0), (0, 1)), "its corners 1 and 2 are the same"),
        (vecs((0, 0), (1, 1), (1, 0), (0, 1)), "its sides 0 and 2 cross"),
        (vecs((0, 0), (1, 0), (2, 0)), "it has no area"),
        (vecs((0, 0), (2, 0), (2, 2), (1, 0), (0, 2)), "its corner 3 touches its side 0"),
        (vecs((0, 0), (2, 0), (1, 0), (1, 1)), "its corner 2 touches its side 0"),
        (vecs((0, 0), (6, 0), (0, 1)), "its corners 0 and 1 are more than 5.0 m apart"),
    ],
)
def test_an_invalid_outline_is_refused_with_its_reason(outline: tuple[Vec, ...], why: str) -> None:
    assert shapes.outline_fault(outline, 5.0) == why


@given(star_shaped())
def test_a_simple_outline_is_valid(outline: tuple[Vec, ...]) -> None:
    assume(min(math.dist(p, q) for p, q in combinations(outline, 2)) > 1e-4)
    assert shapes.outline_fault(outline, 5.0) is None


def test_a_triangle_of_a_tenth_of_a_millimetre_has_an_area() -> None:
    assert shapes.outline_fault(vecs((0, 0), (1e-4, 0), (0, 1e-4)), 5.0) is None


BLOCKS = load_pieces("blocks")


def test_a_block_does_not_rest_on_a_side_beside_its_centre_of_mass() -> None:
    """A tall slanted block with its centre of mass beyond its narrow foot does not stand."""
    outline, _ = shapes.centred([Vec(0, 0), Vec(0.01, 0), Vec(0.05, 0.06), Vec(0.04, 0.06)])
    assert all(abs(math.sin(rest.angle)) > 0.1 for rest in resting(outline))


def test_a_ball_rests_at_any_angle_and_bears_no_tilt() -> None:
    assert [rest.tilt for rest in resting(shapes.Circle(0.01))] == [0.0]


@pytest.mark.parametrize("name", BLOCKS)
def test_tilting_any_bausack_piece_from_a_resting_angle_lifts_it(name: str) -> None:
    shape = BLOCKS[name].shape
    assert isinstance(shape, shapes.Box | shapes.Polygon)
    for rest in (rest for rest in resting(shape) if rest.tilt > 2e-3):
        poses = (Pose(0.0, 0.0, rest.angle + turn) for turn in (-1e-3, 0.0, 1e-3))
        tilted, lying, other = (-shapes.extent(shape, pose)[0].y for pose in poses)
        assert lying < min(tilted, other), "tilting it lifts its centre"
    tilts = [rest.tilt for rest in resting(shape)]
    assert tilts == pytest.approx(sorted(tilts, reverse=True))
    assert tilts[0] > 0


HOLLOW = vecs((0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3), scale=0.01)
CUP, _ = shapes.centred(HOLLOW)


def test_a_box_is_flat_below_and_above() -> None:
    row = rows(shapes.Box(0.04, 0.01), Pose(0.1, 0.005, 0.0))
    assert row.first * STEP == pytest.approx(0.08)
    assert (row.end - 1) * STEP == pytest.approx(0.12)
    assert row.low == pytest.approx(0.0, abs=1e-12)
    assert row.top == pytest.approx(0.01)


def test_a_turned_box_has_slopes() -> None:
    row = rows(shapes.Box(0.04, 0.04), Pose(0.0, 0.0, math.pi / 4))
    peak = 0.02 * math.sqrt(2)
    assert row.top.max() == pytest.approx(peak)
    assert row.low.min() == pytest.approx(-peak)
    x = (row.first + 10) * STEP
    assert row.top[10] == pytest.approx(peak - abs(x))


def test_a_hollow_appears_only_on_its_open_side() -> None:
    upright = rows(CUP, Pose(0.0, 0.0, 0.0))
    middle = -upright.first
    assert upright.top.max() - upright.top[middle] == pytest.approx(0.02)
    assert upright.low == pytest.approx(upright.low[0])
    turned = rows(CUP, Pose(0.0, 0.0, math.pi))
    assert turned.low[-turned.first] - turned.low.min() == pytest.approx(0.02)
    # The outermost samples may lie just outside the ends.
    assert turned.top[1:-1] == pytest.approx(turned.top[1])


def test_a_disc_is_as_high_as_it_is_wide() -> None:
    row = rows(shapes.Circle(0.02), Pose(0.0, 0.02, 0.0))
    assert row.top.max() == pytest.approx(0.04, rel=0.005)
    assert row.low.min() == pytest.approx(0.0, abs=1e-4)


def test_a_shape_thinner_than_a_sample_has_one_sample() -> None:
    row = rows(shapes.Box(STEP / 10, 0.02), Pose(STEP / 2, 0.01, 0.0))
    assert len(row.low) == 1
    assert (row.low[0], row.top[0]) == pytest.approx((0.0, 0.02))
