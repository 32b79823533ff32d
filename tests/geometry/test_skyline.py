"""Skylines: outlines sampled as rows of heights."""

import math

import pytest

from towersim.common.units import Pose, Vec
from towersim.geometry.shapes import Box, Circle, Polygon, centred
from towersim.geometry.skyline import STEP, rows

CUP, _ = centred(
    [Vec(0, 0), Vec(3, 0), Vec(3, 3), Vec(2, 3), Vec(2, 1), Vec(1, 1), Vec(1, 3), Vec(0, 3)]
)


def scaled(shape: Polygon, by: float) -> Polygon:
    return Polygon(tuple(Vec(by * p.x, by * p.y) for p in shape.outline))


def test_a_box_is_flat_below_and_above() -> None:
    row = rows(Box(0.04, 0.01), Pose(0.1, 0.005, 0.0))
    assert row.first * STEP == pytest.approx(0.08)
    assert (row.end - 1) * STEP == pytest.approx(0.12)
    assert row.low == pytest.approx(0.0, abs=1e-12)
    assert row.top == pytest.approx(0.01)


def test_a_turned_box_has_slopes() -> None:
    row = rows(Box(0.04, 0.04), Pose(0.0, 0.0, math.pi / 4))
    peak = 0.02 * math.sqrt(2)
    assert row.top.max() == pytest.approx(peak)
    assert row.low.min() == pytest.approx(-peak)
    x = (row.first + 10) * STEP
    assert row.top[10] == pytest.approx(peak - abs(x))


def test_a_hollow_appears_only_on_its_open_side() -> None:
    upright = rows(scaled(CUP, 0.01), Pose(0.0, 0.0, 0.0))
    middle = -upright.first
    assert upright.top.max() - upright.top[middle] == pytest.approx(0.02)
    assert upright.low == pytest.approx(upright.low[0])
    turned = rows(scaled(CUP, 0.01), Pose(0.0, 0.0, math.pi))
    assert turned.low[-turned.first] - turned.low.min() == pytest.approx(0.02)
    # The outermost samples may lie just outside the ends.
    assert turned.top[1:-1] == pytest.approx(turned.top[1])


def test_a_disc_is_as_high_as_it_is_wide() -> None:
    row = rows(Circle(0.02), Pose(0.0, 0.02, 0.0))
    assert row.top.max() == pytest.approx(0.04, rel=0.005)
    assert row.low.min() == pytest.approx(0.0, abs=1e-4)


def test_a_shape_thinner_than_a_sample_has_one_sample() -> None:
    row = rows(Box(STEP / 10, 0.02), Pose(STEP / 2, 0.01, 0.0))
    assert len(row.low) == 1
    assert (row.low[0], row.top[0]) == pytest.approx((0.0, 0.02))
