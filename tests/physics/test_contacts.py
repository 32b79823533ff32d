"""Contact geometry against closed forms: convex parts, neighbours, depths."""

import math
from itertools import combinations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from towersim.physics.contacts import (
    convex_parts,
    hole_fault,
    neighbours,
    outline_fault,
    overlaps,
    penetration,
    table_penetration,
)
from towersim.scene import (
    Block,
    Box,
    Circle,
    Material,
    Polygon,
    Shape,
    TableTop,
    area,
    centred,
    extent,
    signed_area,
    turn,
)
from towersim.units import BlockId, Pose, Vec

MM = 0.001


def vecs(*points: tuple[float, float], scale: float = 1.0) -> tuple[Vec, ...]:
    return tuple(Vec(scale * x, scale * y) for x, y in points)


def star(points: int) -> tuple[Vec, ...]:
    radii = [1.0, 0.4] * points
    around = [math.pi * i / points for i in range(2 * points)]
    return vecs(*((r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, around, strict=True)))


ELL = vecs((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
CUP = vecs((0, 0), (6, 0), (6, 5), (5, 5), (5, 1), (1, 1), (1, 5), (0, 5))
COMB = vecs((0, 0), (5, 0), (5, 2), (4, 2), (4, 1), (3, 1), (3, 2), (2, 2), (2, 1), (1, 1), (0, 2))
TEE = vecs((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (0, 2), (0, 1), (1, 1))
# pymunk 7.3's own decomposition recurses on this one until the process dies.
DEADLY = vecs((1, 7), (0, 5), (3, 1), (2, 5), (8, 1), (8, 3), (1, 8), (2, 6))


def block(shape: Shape, x: float, y: float, angle: float = 0.0, *, fixed: bool = False) -> Block:
    return Block(BlockId("b"), shape, Material(), 0.02, Pose(x, y, angle), fixed)


def assert_cut(outline: tuple[Vec, ...]) -> tuple[tuple[Vec, ...], ...]:
    parts = convex_parts(Polygon(outline))
    whole = signed_area(outline)
    assert math.isclose(sum(map(signed_area, parts)), whole, rel_tol=1e-6)
    for part in parts:
        ring = (*part, *part[:2])
        bends = [turn(*ring[i : i + 3]) for i in range(len(part))]
        assert min(bends) > 0, "convex and counter-clockwise"
    return parts


@pytest.mark.parametrize(
    ("outline", "most"),
    [(ELL, 2), (CUP, 3), (TEE, 2), (star(5), 6), (star(12), 13), (COMB, 5), (DEADLY, 5)],
    ids=["L", "U", "T", "star", "sun", "comb", "deadly"],
)
@pytest.mark.parametrize("scale", [MM, 0.02, 1.0])
def test_a_concave_outline_is_cut_into_few_convex_parts(
    outline: tuple[Vec, ...], most: int, scale: float
) -> None:
    parts = assert_cut(vecs(*outline, scale=scale))
    assert 1 < len(parts) <= most


def test_a_convex_outline_is_its_own_part_without_its_straight_corners() -> None:
    outline = vecs((0, 0), (0.5, 0), (1, 0), (1, 1), (0, 1))
    (part,) = convex_parts(Polygon(outline))
    assert set(part) == set(vecs((0, 0), (1, 0), (1, 1), (0, 1)))


def test_a_box_is_one_part_and_a_circle_none() -> None:
    (part,) = convex_parts(Box(0.04, 0.02))
    assert signed_area(part) == pytest.approx(0.04 * 0.02)
    assert convex_parts(Circle(0.01)) == ()


def test_an_outline_that_crosses_itself_cannot_be_cut() -> None:
    with pytest.raises(ValueError, match="crosses itself"):
        convex_parts(Polygon(vecs((0, 0), (3, 1), (0, 1), (3, 0), (1.5, 3))))


@st.composite
def star_shaped(draw: st.DrawFn) -> tuple[Vec, ...]:
    """Outlines seen whole from (0, 0): any radius at each of some directions."""
    n = draw(st.integers(3, 24))
    radii = draw(st.lists(st.floats(0.1, 1.0), min_size=n, max_size=n))
    shifts = draw(st.lists(st.floats(-0.45, 0.45), min_size=n, max_size=n))
    scale = draw(st.sampled_from([MM, 0.02, 1.0]))
    turns = [2 * math.pi * (i + shift) / n for i, shift in enumerate(shifts)]
    assume(all(b - a < 3 for a, b in zip(turns, [*turns[1:], turns[0] + math.tau], strict=True)))
    points = [(r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, turns, strict=True)]
    return vecs(*points, scale=scale)


@given(star_shaped())
def test_any_star_shaped_outline_is_cut_without_loss(outline: tuple[Vec, ...]) -> None:
    parts = assert_cut(outline)
    bodies = [block(Polygon(part), 0, 0) for part in parts]
    size = math.dist(*extent(Polygon(outline), Pose(0, 0, 0)))
    assert all(penetration(a, b) <= 1e-9 * size for a, b in combinations(bodies, 2))


NOTCHED = vecs((0, 0), (12, 0), (12, 12), (6, 5), (0, 12))


@st.composite
def with_holes(draw: st.DrawFn) -> Polygon:
    """Boards with a notch and holes on a grid: bars, squares, stars, whatever fits."""
    places = st.tuples(st.integers(1, 10), st.integers(1, 10))
    sizes = st.tuples(st.integers(1, 9), st.integers(1, 3))
    holes: list[tuple[Vec, ...]] = []
    for _ in range(draw(st.integers(1, 7))):
        (x, y), (w, h) = draw(places), draw(st.one_of(sizes, sizes.map(lambda s: s[::-1])))
        hole = vecs((x, y), (x, y + h), (x + w, y + h), (x + w, y))
        if draw(st.booleans()):
            hole = tuple(Vec(x + p.x / 2, y + p.y / 2) for p in reversed(star(draw(stars))))
        if hole_fault(hole, NOTCHED, holes) is None:
            holes.append(hole)
    return Polygon(NOTCHED, tuple(holes))


stars = st.integers(2, 6)


def bar(x: float, y: float, w: float, h: float) -> tuple[Vec, ...]:
    return vecs((x, y), (x, y + h), (x + w, y + h), (x + w, y))


AROUND_A_CORNER = [bar(0.3, 4, 0.2, 0.2), bar(2.8, 2.8, 0.2, 0.2), bar(4, 0.3, 0.2, 0.2)]
BEHIND_A_BAR = [bar(9.8, 3.6, 0.4, 0.4), bar(2, 3, 16, 0.4)]
SPIKED = vecs((0, 0), (9, 0), (10, 2), (11, 0), (20, 0), (20, 20), (0, 20))


@settings(max_examples=150)
@given(with_holes())
@example(Polygon(SPIKED, tuple(BEHIND_A_BAR)))
@example(Polygon(SPIKED, tuple(BEHIND_A_BAR[::-1])))
@example(Polygon(SPIKED, tuple(AROUND_A_CORNER)))
@example(Polygon(SPIKED, tuple(AROUND_A_CORNER[::-1])))
@example(Polygon(SPIKED, (AROUND_A_CORNER[1], AROUND_A_CORNER[0], AROUND_A_CORNER[2])))
def test_holes_stay_empty_and_nothing_is_lost_around_them(shape: Polygon) -> None:
    parts = convex_parts(shape)
    assert math.isclose(sum(map(signed_area, parts)), area(shape), rel_tol=1e-9)
    solids = [block(Polygon(part), 0, 0) for part in parts]
    assert all(penetration(a, b) <= 1e-9 for a, b in combinations(solids, 2))
    for hole in shape.holes:
        filling = block(Polygon(hole[::-1]), 0, 0)
        assert all(penetration(filling, solid) <= 1e-9 for solid in solids)


def test_a_ring_is_cut_into_few_convex_parts() -> None:
    inner, outer = vecs(*star(6), scale=0.5), vecs(*star(6))
    assert len(convex_parts(Polygon(outer, (inner[::-1],)))) <= 18
    square = vecs((0, 0), (3, 0), (3, 3), (0, 3))
    window = vecs((1, 1), (1, 2), (2, 2), (2, 1))
    assert len(convex_parts(Polygon(square, (window,)))) == 4


def test_a_ball_in_a_hole_overlaps_nothing_until_it_is_larger_than_the_hole() -> None:
    window = vecs((-1, -1), (-1, 1), (1, 1), (1, -1), scale=0.01)
    frame = block(Polygon(vecs((-2, -2), (2, -2), (2, 2), (-2, 2), scale=0.01), (window,)), 0, 0)
    assert penetration(frame, block(Circle(0.01), 0, 0)) == pytest.approx(0, abs=1e-12)
    assert penetration(frame, block(Circle(0.011), 0, 0)) == pytest.approx(MM)


def test_a_hole_that_crosses_the_outline_cannot_be_cut_around() -> None:
    square = vecs((0, 0), (2, 0), (2, 2), (0, 2))
    across = vecs((-1, 0.5), (-1, 1.5), (3, 1.5), (3, 0.5))
    with pytest.raises(ValueError, match="cross"):
        convex_parts(Polygon(square, (across,)))


BOARD = vecs((0, 0), (9, 0), (9, 9), (0, 9))
FIELD = vecs((1, 1), (3, 1), (3, 3), (1, 3))


def shifted(x: float, y: float, scale: float = 1.0) -> tuple[Vec, ...]:
    return tuple(Vec(scale * p.x + x, scale * p.y + y) for p in FIELD)


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
def test_an_unfit_hole_is_told_why(hole: tuple[Vec, ...], why: str | None, way: int) -> None:
    assert hole_fault(hole[::way], BOARD, [FIELD[::-1]]) == why


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
def test_an_unfit_outline_is_told_why(outline: tuple[Vec, ...], why: str) -> None:
    assert outline_fault(outline, 0.001, 5.0) == why


@given(star_shaped())
def test_a_simple_outline_is_fit(outline: tuple[Vec, ...]) -> None:
    assume(min(math.dist(p, q) for p, q in combinations(outline, 2)) > 1e-4)
    assert outline_fault(outline, 1e-6, 5.0) is None


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


@given(st.floats(-3, 3), st.floats(-0.03, 0.03), st.floats(-0.03, 0.03), st.floats(-3, 3))
def test_depth_moved_out_along_any_direction_is_the_least_way_apart(
    angle: float, x: float, y: float, towards: float
) -> None:
    a, b = block(CUBE, 0, 0), block(Box(0.03, 0.01), x, y, angle)
    depth = penetration(a, b)
    less = 0.99 * depth
    moved = block(b.shape, x + less * math.cos(towards), y + less * math.sin(towards), angle)
    assert depth == 0 or penetration(a, moved) > 0


def test_the_table_is_solid_below_its_top_and_only_as_wide_as_it_is() -> None:
    table = TableTop(width=1.0)
    assert table_penetration(block(CUBE, 0, 0.01), table) == 0
    assert table_penetration(block(CUBE, 0, 0.009), table) == pytest.approx(MM)
    assert table_penetration(block(CUBE, 0, -1.0), table) == pytest.approx(0.51)
    assert table_penetration(block(CUBE, 0.509, -0.3), table) == pytest.approx(MM)
    assert table_penetration(block(CUBE, 0.511, -0.3), table) == 0
    assert table_penetration(block(Circle(0.01), 0, 0.008), table) == pytest.approx(2 * MM)


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
    # A pair on the very rim may go either way.
    rim = set(neighbours(blocks, reach + 1e-9)) - set(neighbours(blocks, max(reach - 1e-9, 0)))
    assert set(found) ^ expected <= rim


def test_overlaps_leave_out_pairs_of_fixed_blocks() -> None:
    rock = block(CUBE, 0, 0, fixed=True)
    assert list(overlaps([rock, rock])) == []
    ((i, j, depth),) = overlaps([rock, block(CUBE, 0, 0.019)])
    assert (i, j) == (0, 1)
    assert depth == pytest.approx(MM)


def test_parts_of_a_polygon_have_the_area_of_the_shape() -> None:
    cup, _ = centred(vecs(*CUP, scale=MM))
    assert sum(map(signed_area, convex_parts(cup))) == pytest.approx(area(cup), rel=1e-9)
