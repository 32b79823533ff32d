"""Measures of shapes against closed forms."""

import math

import pytest

from tests.geometry.outlines import vecs
from towersim.geometry.shapes import Box, Circle, Shape, bounding_radius, centred, gyration_radius

TRIANGLE = centred(vecs((0, 0), (3, 0), (0, 4)))[0]
FRAME = centred(vecs((0, 0), (4, 0), (4, 4), (0, 4)), [vecs((1, 1), (3, 1), (3, 3), (1, 3))])[0]


@pytest.mark.parametrize(
    ("shape", "squared"),
    [
        (Box(0.3, 0.4), 0.25 / 12),
        (Circle(0.2), 0.02),
        (TRIANGLE, 25 / 18),
        (FRAME, (16 * 32 - 4 * 8) / 12 / 12),
    ],
)
def test_the_radius_of_gyration_is_that_of_the_closed_form(shape: Shape, squared: float) -> None:
    assert gyration_radius(shape) ** 2 == pytest.approx(squared)


def test_the_farthest_point_from_the_centre() -> None:
    assert bounding_radius(TRIANGLE) == pytest.approx(math.hypot(1, 8 / 3))
    assert bounding_radius(Circle(0.2)) == 0.2
