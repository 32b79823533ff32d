"""Drawn paths: arcs stay on their circles, and invalid paths are reported."""

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given, strategies as st

from towersim.common.units import Vec
from towersim.geometry.paths import CHORD_ERROR, Arc, corners_of
from towersim.geometry.shapes import signed_area

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
    assert signed_area(corners) == pytest.approx(math.pi * r * r, rel=0.01)
    assert signed_area(corners_of(path, error=1e-9)) == pytest.approx(math.pi * r * r, rel=1e-6)


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
