"""Statics against known solutions: closed forms, and values from the literature."""

import math
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, strategies as st

from tests import known
from tests.examples import slow
from tests.physics.builders import column_margin
from tests.statics.scenes import arch, block, ferris_wall, scene, stack_on_edge
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import column, harmonic, incline
from towersim.lab.noise import tilted
from towersim.lab.towers import pyramid
from towersim.scene.scene import Scene
from towersim.statics.analysis import analyse
from towersim.statics.equilibrium import margin, signed_margin, stands

EXACT = 1e-9
RESOLUTION = 1e-8
"""Resolution of a label: a program may violate each row slightly."""
CLOSE = 1e-5


@pytest.mark.parametrize(
    ("width", "height", "friction"),
    [
        *((0.02, 0.08, 0.5), (0.04, 0.02, 0.5), (0.03, 0.03, 2.0), (1.0, 5.0, 0.1)),
        *((0.01, 1.0, 5.0), (0.06, 0.02, 5.0), (0.12, 0.02, 5.0)),
    ],
)
def test_one_block_tips_or_slides(width: float, height: float, friction: float) -> None:
    alone = scene(
        block("a", Box(width, height), 0.3, height / 2, friction=friction), friction=friction
    )
    assert margin(alone) == pytest.approx(min(width / height, friction), abs=EXACT)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 20, 50])
def test_the_margin_of_aligned_cubes(n: int) -> None:
    assert margin(column([0.0] * n)) == pytest.approx(min(1 / n, 0.5), abs=EXACT)


@given(
    st.lists(st.floats(-0.4, 0.4), min_size=1, max_size=12), st.sampled_from([0.0, 0.05, 0.3, 1.0])
)
def test_margins_of_columns_are_those_of_the_closed_form(
    steps: list[float], friction: float
) -> None:
    offsets = list(accumulate(steps))
    exact = column_margin(offsets, friction)
    found = signed_margin(column(offsets, friction))
    if exact > EXACT:
        assert found == pytest.approx(exact, abs=EXACT)
    elif exact < -EXACT:
        assert found < 0


@pytest.mark.parametrize(
    ("friction", "boxes"),
    [
        # x, width and height in millimetres, and density, of boxes on each other: four,
        ([0.5] * 4, "100 400 200 20000, 100 20 20 500, 100 400 200 5000, 200 200 200 20000"),
        ([0.5] * 4, "0 20 10 100, 0 200 100 100, 10 400 50 500, 20 10 200 20000"),
        ([0.5] * 4, "50 20 100 500, 55 20 50 100, 105 100 400 500, 115 20 400 20000"),
        # five, which are decided without scaling only,
        (
            [0.5, 0.1, 0.1, 1.0, 1.0],
            "100 10 200 1, 200 200 20 500, 200 800 100 20, 205 800 20 1, 205 2 50 20",
        ),
        # and six, for which one method finds no least support
        (
            [1.0, 1.0, 0.1, 0.5, 0.5, 0.1],
            (
                "50 200 100 20000, 70 2 100 20, 70 200 20 500, "
                "75 2000 20 1, 85 2 20 1, 85 800 20 20000"
            ),
        ),
    ],
)
def test_a_load_of_thousands_of_times_what_carries_it_falls_if_it_is_off_its_edge(
    friction: list[float], boxes: str
) -> None:
    sizes = [tuple(map(int, box.split())) for box in boxes.split(", ")]
    tops = accumulate(height for _x, _width, height, _density in sizes)
    rows = [
        [x / 1000, (top - height / 2) / 1000, 0.0, width / 1000, height / 1000, density, rough]
        for (x, width, height, density), top, rough in zip(sizes, tops, friction, strict=True)
    ]
    summary = analyse(Scene.boxes(np.array(rows))).summary
    assert summary.verdict == "falls"
    assert known(summary.shortfall) > EXACT


@pytest.mark.parametrize("n", [1, 4, 12, 31])
def test_harmonic_stacks_stand_up_to_their_exact_limit(n: int) -> None:
    assert stands(harmonic(n, 1 - 1e-7))
    assert not stands(harmonic(n, 1 + 1e-7))
    overhang = sum(1 / (2 * k) for k in range(1, n + 1))
    assert (overhang > 2) == (n == 31)


HALF_ROOT = (15 - 4 * math.sqrt(2)) / 8
BEST_STACKS = {
    2: ([(0, -0.75), (1, -0.25)], 0.75),
    3: ([(0, -0.5), (1, -1.0), (1, 0.0)], 1.0),
    4: ([(0, -0.478553), (1, -1.160847), (1, 0.167893), (2, -0.528493)], HALF_ROOT),
}


@pytest.mark.parametrize("n", BEST_STACKS)
def test_optimal_stacks_without_friction_stand_up_to_their_limit(n: int) -> None:
    lefts, overhang = BEST_STACKS[n]
    assert max(left for _, left in lefts) + 1 == pytest.approx(overhang, abs=CLOSE)
    # The literature gives six decimal places, so the limit is known to a few of the last.
    assert stands(stack_on_edge([(storey, left - CLOSE) for storey, left in lefts]))
    assert not stands(stack_on_edge([(storey, left + CLOSE) for storey, left in lefts]))


@pytest.mark.parametrize(("stones", "ratio"), [(20, 0.10735), slow(40, 0.10743)])
def test_the_least_thickness_of_a_round_arch(stones: int, ratio: float) -> None:
    thin, thick = 0.05, 0.2
    while thick - thin > 1e-7:
        middle = (thin + thick) / 2
        thin, thick = (thin, middle) if stands(arch(stones, middle)) else (middle, thick)
    assert thin == pytest.approx(ratio, abs=CLOSE)


@pytest.mark.parametrize(("pairs", "ratio"), [(3, 0.642859), (5, 0.579999)])
def test_the_limits_of_brick_walls_in_the_literature(pairs: int, ratio: float) -> None:
    assert margin(ferris_wall(pairs)) == pytest.approx(ratio, abs=CLOSE)


def test_a_pyramid_stands() -> None:
    great = pyramid(25)
    assert len(great.blocks) == 325
    assert stands(great)


@pytest.mark.parametrize("limit", [0.2, 0.25, 0.5, 1.0])
def test_on_an_incline_a_plank_slides_at_its_friction_and_a_post_topples_at_its_width(
    limit: float,
) -> None:
    for shape, friction in ((Box(0.06, 0.01), limit), (Box(limit * 0.04, 0.04), 5.0)):
        assert stands(incline(limit * (1 - RESOLUTION), shape, friction))
        assert not stands(incline(limit * (1 + RESOLUTION), shape, friction))


@pytest.mark.parametrize("name", ["column", "wall", "arch"])
@pytest.mark.parametrize("share", [-0.9, 0.3, 0.99])
def test_a_slope_reduces_the_margin_by_its_angle(name: str, share: float) -> None:
    given_ = {"column": column([0.0] * 4), "wall": ferris_wall(1), "arch": arch(7, 0.3)}[name]
    limit = known(margin(given_))
    angle = share * math.atan(limit)
    left = math.tan(math.atan(limit) - abs(angle))
    assert margin(tilted(given_, angle)) == pytest.approx(left, abs=EXACT)
    assert signed_margin(tilted(given_, math.copysign(math.atan(limit) * 1.01, share))) < 0
