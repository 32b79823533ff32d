"""Forecasts of a move by simulation, and Bausack's estimate of where a piece may go."""

from collections.abc import Generator
from typing import TypeVar

import pytest
from msgspec.structs import replace

from tests.foresight.test_footing import EMPTY, HERE, standing
from tests.foresight.test_reach import SIDE, holds, leaning
from towersim.common.units import BlockId, Pose, TowerId
from towersim.foresight.forecast import holding
from towersim.foresight.prospect import Prospects
from towersim.foresight.reach import GAP, landing, over
from towersim.geometry.touching import penetration
from towersim.physics.hand import Skill, skill
from towersim.table.table import Placed, Table


def held(table: Table, x: float) -> bool:
    """Return whether the tower holds a cube released over it at x."""
    return holds(table, "red", HERE, over(table, "red", x, 0.0))


@pytest.mark.parametrize("height", [1, 4, 8])
def test_a_straight_tower_holds_a_block_over_its_middle(height: int) -> None:
    table = leaning(height, 0.0)
    x = landing(table, "red", HERE).x
    assert held(table, x)
    assert held(table, x + 0.3 * SIDE)


@pytest.mark.parametrize("off", [-0.6, 0.6])
def test_no_tower_holds_a_block_beyond_its_edge(off: float) -> None:
    table = leaning(3, 0.0)
    assert not held(table, landing(table, "red", HERE).x + off * SIDE)


def test_a_tower_about_to_topple_holds_nothing_more() -> None:
    # Its centre of mass is nearly beyond its foot's edge: a further block tips it.
    table = leaning(5, 0.0046)
    assert not held(table, table.towers[HERE][-1].pose.x + 0.005)


def test_a_forecast_goes_on_in_slices() -> None:
    table = leaning(3, 0.0)
    for x in (0.0, 0.6 * SIDE):
        at = over(table, "red", landing(table, "red", HERE).x + x, 0.0)
        seen: list[bool] = []

        def looking(at: Pose = at, seen: list[bool] = seen) -> Generator[None, None, None]:
            seen.append((yield from holding(table, "red", HERE, at)))

        assert len(list(looking())) >= (3 if x == 0.0 else 1)
        assert seen == [x == 0.0]


def test_the_table_holds_a_block_on_a_free_place() -> None:
    table = leaning(0, 0.0)
    assert held(table, table.setup.spots[0])
    assert not held(table, 0.6099), "half of it is beyond the edge of the table"


NEXT = TowerId(1)
HANDS = (skill("normal"), skill("normal"))
T = TypeVar("T")


def thought(thinking: Generator[None, None, T]) -> tuple[T, int]:
    """Return the result of a computation, and its number of slices."""
    slices = 0
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            value: T = done.value
            return value, slices
        slices += 1


def table(*towers: str) -> Table:
    """Return a table of Bausack with a stack of these pieces on each seat's spot."""
    placed = []
    for spot, kinds in zip(EMPTY.setup.spots, map(str.split, towers), strict=True):
        stack = zip(kinds, standing(*kinds), strict=True)
        moved = ((b.id, kind, b.pose._replace(x=spot + b.pose.x)) for kind, b in stack)
        placed.append(tuple(Placed(*each) for each in moved))
    return replace(EMPTY, towers=tuple(placed))


def prospects(standing_now: Table, *hands: Skill) -> Prospects:
    return Prospects(standing_now, hands or HANDS)


def test_the_hand_releases_just_above_the_tower_of_its_seat() -> None:
    now = table("brick brick", "bridge")
    for tower, height in ((HERE, 2 * 0.0127), (NEXT, 0.0254)):
        spot = prospects(now).plan("brick", tower)
        assert spot.at.x == pytest.approx(EMPTY.setup.spots[tower], abs=0.006)
        assert spot.at.y == pytest.approx(height + 0.0127 / 2 + GAP, abs=1e-4)
        assert spot.at == over(now, "brick", spot.at.x, spot.at.angle)


def test_a_foundation_is_placed_on_its_seats_spot_without_risk() -> None:
    spot, slices = thought(prospects(table("", "brick")).confirm("bridge", HERE))
    assert spot.at.x == EMPTY.setup.spots[HERE]
    assert spot.risk == 0.0
    assert slices < 5


def test_a_wide_foundation_is_better_than_a_narrow_one() -> None:
    now = prospects(table("", ""))
    assert now.plan("brick", HERE).after < 0.5 * now.plan("small-cone", HERE).after


def test_a_simulation_in_slices_confirms_a_low_risk() -> None:
    spot, slices = thought(prospects(table("brick square-slab", "")).confirm("brick", HERE))
    assert spot.risk < 0.05
    assert slices > 8


def test_a_simulation_finds_a_risk_that_the_estimate_misses() -> None:
    now = table("brick square-slab", "")
    spot, _ = thought(prospects(now).confirm("star", HERE))
    assert prospects(now).guess("star", HERE) < 0.05
    assert spot.risk > 0.15
    # It topples under an error that is common for this hand.
    aside = over(now, "star", spot.at.x + 0.003, spot.at.angle + 0.12)
    other = over(now, "star", spot.at.x - 0.003, spot.at.angle - 0.12)
    assert not (holds(now, "star", HERE, aside) and holds(now, "star", HERE, other))


def test_each_tower_is_judged_with_the_hand_of_its_seat() -> None:
    hands = (skill("steady"), skill("shaky"))
    now = prospects(table("brick spool", "brick spool"), *hands)
    assert now.guess("house", HERE) < now.guess("house", NEXT)
    assert now.room(HERE) < now.room(NEXT)


def test_results_are_cached() -> None:
    now = table("brick barrel", "")
    first, _ = thought(prospects(now).confirm("house", HERE))
    assert thought(prospects(now).confirm("house", HERE)) == (first, 0)
    moved = now.towers[0][1]._replace(pose=Pose(*now.towers[0][1].pose[:2], 0.001))
    other = replace(now, towers=((now.towers[0][0], moved), ()))
    assert thought(prospects(other).confirm("house", HERE))[1] > 0


def test_a_piece_is_placed_on_a_neighbours_piece_that_covers_the_tower() -> None:
    (brick, slab), _ = table("brick square-slab", "").towers
    now = replace(EMPTY, towers=((brick,), (slab,)))
    for tower in (HERE, NEXT):
        spot, _ = thought(prospects(now).confirm("bridge", tower))
        new = now.block(Placed(BlockId("new"), "bridge", spot.at))
        assert penetration(now.block(slab), new) == 0.0
        assert spot.risk < 0.05
        assert holds(now, "bridge", tower, spot.at)
        assert prospects(now).room(tower) < 0.05


def test_pieces_of_equal_name_and_different_shape_have_separate_results() -> None:
    now, pieces = table("brick barrel", ""), EMPTY.setup.pieces
    other = replace(now, setup=replace(now.setup, pieces={**pieces, "house": pieces["egg"]}))
    house, egg = prospects(now), prospects(other)
    assert house.guess("house", HERE) != egg.guess("house", HERE)
    assert house.plan("house", HERE) != egg.plan("house", HERE)
    sure, _ = thought(house.confirm("house", HERE))
    assert thought(egg.confirm("house", HERE))[0].risk > 5 * sure.risk
