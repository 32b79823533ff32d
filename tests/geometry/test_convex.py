"""Convex parts of outlines: they cover the whole area and are few."""

import pytest
from hypothesis import example, given, strategies as st

from tests.examples import examples
from tests.geometry.outlines import (
    COMB,
    CUP,
    DEADLY,
    ELL,
    MM,
    TEE,
    assert_cut,
    star,
    star_shaped,
    vecs,
)
from towersim.common.units import Vec
from towersim.geometry import shapes
from towersim.geometry.convex import convex_hull, convex_parts


@pytest.mark.parametrize(
    ("outline", "most"),
    [(ELL, 2), (CUP, 3), (TEE, 2), (star(5), 6), (star(12), 13), (COMB, 5), (DEADLY, 5)],
    ids=["L", "U", "T", "star", "sun", "comb", "deadly"],
)
@pytest.mark.parametrize("scale", [MM, 0.02, 1.0])
def test_a_concave_outline_is_cut_into_few_convex_parts(
    outline: tuple[Vec, ...], most: int, scale: float
) -> None:
    parts = assert_cut(shapes.Polygon(vecs(*outline, scale=scale)))
    assert 1 < len(parts) <= most


def test_a_convex_outline_is_its_own_part_without_its_straight_corners() -> None:
    outline = vecs((0, 0), (0.5, 0), (1, 0), (1, 1), (0, 1))
    (part,) = convex_parts(shapes.Polygon(outline))
    assert set(part) == set(vecs((0, 0), (1, 0), (1, 1), (0, 1)))


def test_a_box_is_one_part_and_a_circle_none() -> None:
    (part,) = convex_parts(shapes.Box(0.04, 0.02))
    assert shapes.signed_area(part) == pytest.approx(0.04 * 0.02)
    assert convex_parts(shapes.Circle(0.01)) == ()


def test_an_outline_that_crosses_itself_cannot_be_decomposed() -> None:
    with pytest.raises(ValueError, match="crosses itself"):
        convex_parts(shapes.Polygon(vecs((0, 0), (3, 1), (0, 1), (3, 0), (1.5, 3))))


@given(star_shaped())
def test_any_star_shaped_outline_is_decomposed_without_loss(outline: tuple[Vec, ...]) -> None:
    assert_cut(shapes.Polygon(outline))


def bar(x: float, y: float, w: float, h: float) -> tuple[Vec, ...]:
    return vecs((x, y), (x, y + h), (x + w, y + h), (x + w, y))


NOTCHED = vecs((0, 0), (12, 0), (12, 12), (6, 5), (0, 12))


@st.composite
def with_holes(draw: st.DrawFn) -> shapes.Polygon:
    """Boards with a notch, and with holes of several shapes on a grid."""
    places = st.tuples(st.integers(1, 10), st.integers(1, 10))
    sizes = st.tuples(st.integers(1, 9), st.integers(1, 3))
    holes: list[tuple[Vec, ...]] = []
    for _ in range(draw(st.integers(1, 7))):
        (x, y), (w, h) = draw(places), draw(st.one_of(sizes, sizes.map(lambda s: s[::-1])))
        hole = bar(x, y, w, h)
        if draw(st.booleans()):
            hole = tuple(Vec(x + p.x / 2, y + p.y / 2) for p in reversed(star(draw(stars))))
        if shapes.hole_fault(hole, NOTCHED, holes) is None:
            holes.append(hole)
    return shapes.Polygon(NOTCHED, tuple(holes))


stars = st.integers(2, 6)


AROUND_A_CORNER = [bar(0.3, 4, 0.2, 0.2), bar(2.8, 2.8, 0.2, 0.2), bar(4, 0.3, 0.2, 0.2)]
BEHIND_A_BAR = [bar(9.8, 3.6, 0.4, 0.4), bar(2, 3, 16, 0.4)]
SPIKED = vecs((0, 0), (9, 0), (10, 2), (11, 0), (20, 0), (20, 20), (0, 20))


@examples(150)
@given(with_holes())
@example(shapes.Polygon(SPIKED, tuple(BEHIND_A_BAR)))
@example(shapes.Polygon(SPIKED, tuple(BEHIND_A_BAR[::-1])))
@example(shapes.Polygon(SPIKED, tuple(AROUND_A_CORNER)))
@example(shapes.Polygon(SPIKED, tuple(AROUND_A_CORNER[::-1])))
@example(shapes.Polygon(SPIKED, (AROUND_A_CORNER[1], AROUND_A_CORNER[0], AROUND_A_CORNER[2])))
def test_holes_stay_empty_and_nothing_is_lost_around_them(shape: shapes.Polygon) -> None:
    assert_cut(shape)


def test_a_ring_is_cut_into_few_convex_parts() -> None:
    inner, outer = vecs(*star(6), scale=0.5), vecs(*star(6))
    assert len(convex_parts(shapes.Polygon(outer, (inner[::-1],)))) <= 18
    square = bar(0, 0, 3, 3)[::-1]
    assert len(convex_parts(shapes.Polygon(square, (bar(1, 1, 1, 1),)))) == 4


def test_a_hole_that_crosses_the_outline_is_refused() -> None:
    square = bar(0, 0, 2, 2)[::-1]
    with pytest.raises(ValueError, match="cross"):
        convex_parts(shapes.Polygon(square, (bar(-1, 0.5, 4, 1),)))


@given(star_shaped())
def test_a_hull_is_convex_and_holds_every_corner(outline: tuple[Vec, ...]) -> None:
    hull = convex_hull(outline)
    assert set(hull) <= set(outline)
    assert all(shapes.turn(a, b, p) >= 0 for a, b in shapes.edges(hull) for p in outline)
