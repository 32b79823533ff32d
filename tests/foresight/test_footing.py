"""Search for the footing of a block."""

import math

import pytest
from msgspec.structs import replace

from towersim.common.units import BlockId, Pose, TowerId
from towersim.files.level import load_table
from towersim.foresight.bearing import MeasuredTower, tower_of
from towersim.foresight.footing import Spot, spots, with_room
from towersim.foresight.reach import landing
from towersim.geometry.shapes import extent
from towersim.physics.hand import Skill, skill
from towersim.scene.scene import Block
from towersim.table.table import Placed, Table

HERE = TowerId(0)
HAND = skill("normal")
EMPTY = Table.with_bases(load_table("bausack", 2), [None, None])


UPRIGHT = Pose(0.0, 0.0, 0.0)


def piece(kind: str, pose: Pose = UPRIGHT) -> Block:
    return EMPTY.block(Placed(BlockId(kind), kind, pose))


def standing(*kinds: str, aside: float = 0.0, angle: float = 0.0) -> tuple[Block, ...]:
    """Return a stack of pieces, each `aside` metres further right, all turned by `angle`."""
    top, blocks = 0.0, list[Block]()
    for index, kind in enumerate(kinds):
        low, high = extent(EMPTY.shape(kind), Pose(0.0, 0.0, angle))
        pose = Pose(index * aside, top - low.y, angle)
        blocks.append(replace(piece(kind, pose), id=BlockId(f"{kind}-{index}")))
        top += high.y - low.y
    return tuple(blocks)


def best(tower: MeasuredTower, kind: str, hand: Skill = HAND) -> Spot:
    return spots(tower, piece(kind), hand)[0]


def risk(tower: tuple[Block, ...], kind: str) -> float:
    return best(tower_of(tower), kind).risk


def test_the_best_footing_of_a_brick_is_flat_and_centred() -> None:
    spot = best(tower_of(standing("brick")), "brick")
    assert spot.at == pytest.approx(Pose(0.0, 1.5 * 0.0127, 0.0), abs=0.003)
    assert spot.risk < 0.01


@pytest.mark.parametrize(
    ("safe", "awkward"),
    [("brick", "egg"), ("square-slab", "ring"), ("bridge", "j-hook"), ("stool", "leaf")],
)
def test_awkward_pieces_are_riskier(safe: str, awkward: str) -> None:
    for base in (standing("brick"), standing("brick", "spool")):
        assert risk(base, safe) < 0.5 * risk(base, awkward)


def test_risk_grows_with_the_height_the_lean_and_the_tremor() -> None:
    bricks = [risk(standing(*["square-slab"] * n), "square-slab") for n in (1, 4, 8)]
    assert bricks == sorted(bricks)
    assert bricks[0] < 0.3 * bricks[2]
    leaning = [risk(standing(*["square-slab"] * 4, aside=x), "square-slab") for x in (0.0, 0.003)]
    assert leaning[0] < 0.5 * leaning[1]
    tower = tower_of(standing("brick", "spool"))
    hands = [best(tower, "house", skill(name)).risk for name in ("none", "steady", "shaky")]
    assert hands == sorted(hands)


def test_a_block_is_placed_against_the_lean() -> None:
    tower = tower_of(standing("brick", "square-slab", "square-slab", "brick", aside=0.005))
    assert best(tower, "brick").at.x < 0.015


def test_a_block_is_turned_to_the_slope_below_it() -> None:
    slope = math.radians(6)
    spot = best(tower_of(standing("brick", angle=slope)), "brick")
    assert spot.at.angle == pytest.approx(slope, abs=math.radians(1.5))


def test_a_round_piece_goes_into_the_hollow_not_onto_the_rim() -> None:
    spot = best(tower_of(standing("brick", "shallow-bowl")), "egg")
    assert abs(spot.at.x) < 0.004
    assert spot.risk < 0.5


def test_a_footing_on_the_table_has_a_high_risk() -> None:
    # A pole that lies along the slope of a wedge would touch the table beyond its thin end.
    pole, tower = piece("square-pole"), tower_of(standing("long-wedge"))
    for spot in spots(tower, pole, HAND):
        low, _ = extent(pole.shape, spot.at)
        assert low.y > 0.0005 or spot.risk > 0.9


def test_a_hand_that_trembles_may_miss_a_narrow_seat() -> None:
    tower = tower_of(standing("square-pole"))
    calm, shaky = (best(tower, "brick", skill(name)).risk for name in ("none", "shaky"))
    assert shaky > calm + 0.02


def test_a_flat_top_leaves_more_room_than_a_pointed_one() -> None:
    tower = tower_of(standing("brick", "brick"))
    flat, pointed = (
        with_room(tower, piece(kind), best(tower, kind), HAND) for kind in ("brick", "pyramid")
    )
    assert flat.after < 0.3 * pointed.after


def test_the_first_block_of_a_tower_has_no_risk() -> None:
    spot = spots(tower_of(()), piece("house"), HAND)[0]
    assert (spot.at.x, spot.risk) == (0.0, 0.0)
    assert spot.at.y == pytest.approx(landing(EMPTY, "house", HERE).y, abs=0.0011)
