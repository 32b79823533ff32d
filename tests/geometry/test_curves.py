"""Sides that approximate curves, and true flat sides."""

import pytest

from tests.geometry.outlines import vecs
from towersim.common.units import Vec
from towersim.geometry.curves import facets, lies_on_facet
from towersim.geometry.lines import Outline
from towersim.geometry.paths import Arc, corners_of
from towersim.geometry.shapes import centred
from towersim.lab.analytic_scenes import column

ROUND = corners_of([Vec(-1.0, 0.0), Arc(Vec(0.0, -1.0), Vec(1.0, 0.0))], error=0.005)
BENT = vecs((0, 0), (1, -0.1), (2, 0), (2, 1), (0, 1))
PILL = corners_of(
    [Vec(0, 0), Vec(3, 0), Arc(Vec(4, 1), Vec(3, 2)), Vec(0, 2), Arc(Vec(-1, 1), Vec(0, 0))], 0.01
)


@pytest.mark.parametrize(
    ("outline", "curved"),
    [
        (ROUND, len(ROUND) - 3),
        (BENT, 0),
        (PILL, len(PILL) - 2),
        (vecs((0, 0), (2, 0), (2, 1), (0, 1)), 0),
    ],
    ids=["half a disc", "bent", "pill", "box"],
)
def test_a_facet_is_a_side_between_two_soft_corners(outline: Outline, curved: int) -> None:
    assert sum(facets(outline)) == curved


def test_a_box_lies_on_no_facet_and_a_point_is_no_face() -> None:
    (block,) = column([0.0]).blocks
    assert not lies_on_facet(block, (Vec(-0.01, 0.0), Vec(0.01, 0.0)))
    assert not lies_on_facet(block, (Vec(0.0, 0.0),))
    assert centred(PILL)[1] == pytest.approx((1.5, 1.0))
