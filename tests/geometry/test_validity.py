"""Invalid outlines and holes, and the reasons given."""

import math
from itertools import combinations

import pytest
from hypothesis import assume, given

from tests.geometry.outlines import star_shaped, vecs
from towersim.common.units import Vec
from towersim.geometry.validity import hole_fault, outline_fault

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
def test_an_invalid_hole_is_refused_with_its_reason(
    hole: tuple[Vec, ...], why: str | None, way: int
) -> None:
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
def test_an_invalid_outline_is_refused_with_its_reason(outline: tuple[Vec, ...], why: str) -> None:
    assert outline_fault(outline, 5.0) == why


@given(star_shaped())
def test_a_simple_outline_is_valid(outline: tuple[Vec, ...]) -> None:
    assume(min(math.dist(p, q) for p, q in combinations(outline, 2)) > 1e-4)
    assert outline_fault(outline, 5.0) is None


def test_a_triangle_of_a_tenth_of_a_millimetre_has_an_area() -> None:
    assert outline_fault(vecs((0, 0), (1e-4, 0), (0, 1e-4)), 5.0) is None
