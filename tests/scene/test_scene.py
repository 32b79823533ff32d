"""Derived quantities of a scene: areas, centroids, masses, positions."""

import math

import pytest
from hypothesis import given, strategies as st

from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import (
    Box,
    Circle,
    Polygon,
    area,
    centred,
    centroid,
    corners,
    extent,
    placed,
    signed_area,
)
from towersim.scene.scene import Block, Material


def regular(n: int, radius: float, x: float = 0.0, y: float = 0.0) -> tuple[Vec, ...]:
    around = [math.tau * i / n for i in range(n)]
    return tuple(Vec(x + radius * math.cos(a), y + radius * math.sin(a)) for a in around)


@pytest.mark.parametrize("n", [3, 4, 7, 40])
def test_the_area_of_a_regular_polygon_equals_its_closed_form(n: int) -> None:
    outline = regular(n, 0.02, 3, -1)
    assert signed_area(outline) == pytest.approx(n / 2 * 0.02**2 * math.sin(math.tau / n))
    assert centroid(outline) == pytest.approx((3, -1))


def test_the_centroid_of_an_l_shape_is_the_mean_of_its_two_boxes() -> None:
    ell = [Vec(0, 0), Vec(2, 0), Vec(2, 1), Vec(1, 1), Vec(1, 2), Vec(0, 2)]
    assert centroid(ell) == pytest.approx(((2 * 1 + 1 * 0.5) / 3, (2 * 0.5 + 1 * 1.5) / 3))


def test_a_clockwise_outline_has_a_negative_area() -> None:
    assert signed_area(corners(Box(0.3, 0.2))) == pytest.approx(0.06)
    assert signed_area(corners(Box(0.3, 0.2))[::-1]) == pytest.approx(-0.06)


def test_area_and_mass() -> None:
    assert area(Circle(0.01)) == pytest.approx(math.pi * 1e-4)
    assert area(Polygon(corners(Box(0.3, 0.2)))) == pytest.approx(0.06)
    cube = Block(BlockId("a"), Box(0.02, 0.02), Material(700), 0.02, Pose(0, 0.01, 0))
    assert cube.mass == pytest.approx(0.0056)


def test_a_hole_reduces_area_and_mass() -> None:
    outline = regular(4, 0.02, 1, 1)
    hole = regular(5, 0.004, 1.008, 1)[::-1]
    whole, gone = signed_area(outline), -signed_area(hole)
    shape, middle = centred(outline[::-1], [hole[::-1]])
    assert signed_area(shape.outline) > 0 > signed_area(shape.holes[0])
    assert area(shape) == pytest.approx(whole - gone)
    assert middle == pytest.approx((1 - 0.008 * gone / (whole - gone), 1))
    assert centroid(shape.outline, shape.holes) == pytest.approx((0, 0), abs=1e-12)
    assert centred(shape.outline, shape.holes)[0] == shape
    back = placed(shape.holes[0], Pose(*middle, 0))
    assert sorted(back) == [pytest.approx(p) for p in sorted(hole)]
    assert extent(shape, Pose(*middle, 0))[1] == pytest.approx((1.02, 1.02))
    weight = Block(BlockId("a"), shape, Material(700), 0.02, Pose(0, 0, 0)).mass
    assert weight == pytest.approx((whole - gone) * 14)


@given(st.floats(-5, 5), st.floats(-5, 5), st.sampled_from([1, -1]))
def test_centring_keeps_the_position_and_orients_counter_clockwise(
    x: float, y: float, way: int
) -> None:
    outline = regular(5, 0.02, x, y)[::way]
    polygon, middle = centred(outline)
    assert signed_area(polygon.outline) > 0
    assert centroid(polygon.outline) == pytest.approx((0, 0), abs=1e-9)
    back = placed(polygon.outline, Pose(*middle, 0))
    for point, given_point in zip(back, outline[::way], strict=True):
        assert point == pytest.approx(given_point, abs=1e-9)


@given(st.floats(-5, 5), st.floats(-5, 5))
def test_centring_a_centred_outline_changes_no_digit(x: float, y: float) -> None:
    polygon, _ = centred(regular(7, 0.02, x, y))
    assert centred(polygon.outline)[0] == polygon


def test_a_placed_outline_is_turned_counter_clockwise_and_moved() -> None:
    assert placed([Vec(1, 0)], Pose(2, 3, math.pi / 2))[0] == pytest.approx((2, 4))


@given(st.floats(-4, 4))
def test_the_extent_of_a_turned_box_equals_its_closed_form(angle: float) -> None:
    low, high = extent(Box(0.3, 0.1), Pose(1, 2, angle))
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    assert high.x - low.x == pytest.approx(0.3 * c + 0.1 * s)
    assert high.y - low.y == pytest.approx(0.3 * s + 0.1 * c)
    assert ((low.x + high.x) / 2, (low.y + high.y) / 2) == pytest.approx((1, 2))
