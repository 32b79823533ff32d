"""The best places for a block on a tower, and the tilt that it bears, by the lever rule."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from towersim.common.units import BlockId, Pose, TowerId
from towersim.files.level import load_table
from towersim.foresight import footing
from towersim.foresight.reach import landing
from towersim.geometry.shapes import Box, extent
from towersim.geometry.skyline import STEP
from towersim.physics.hand import Skill, skill
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.equilibrium import margin, signed_margin
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


def best(tower: footing.MeasuredTower, kind: str, hand: Skill = HAND) -> footing.Spot:
    return footing.spots(tower, piece(kind), hand)[0]


def risk(tower: tuple[Block, ...], kind: str) -> float:
    return best(footing.tower_of(tower), kind).risk


def test_the_best_footing_of_a_brick_is_flat_and_centred() -> None:
    spot = best(footing.tower_of(standing("brick")), "brick")
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
    tower = footing.tower_of(standing("brick", "spool"))
    hands = [best(tower, "house", skill(name)).risk for name in ("none", "steady", "shaky")]
    assert hands == sorted(hands)


def test_a_block_is_placed_against_the_lean() -> None:
    tower = footing.tower_of(standing("brick", "square-slab", "square-slab", "brick", aside=0.005))
    assert best(tower, "brick").at.x < 0.015


def test_a_block_is_turned_to_the_slope_below_it() -> None:
    slope = math.radians(6)
    spot = best(footing.tower_of(standing("brick", angle=slope)), "brick")
    assert spot.at.angle == pytest.approx(slope, abs=math.radians(1.5))


def test_a_round_piece_goes_into_the_hollow_not_onto_the_rim() -> None:
    spot = best(footing.tower_of(standing("brick", "shallow-bowl")), "egg")
    assert abs(spot.at.x) < 0.004
    assert spot.risk < 0.5


def test_a_footing_on_the_table_has_a_high_risk() -> None:
    # A pole that lies along the slope of a wedge would touch the table beyond its thin end.
    pole, tower = piece("square-pole"), footing.tower_of(standing("long-wedge"))
    for spot in footing.spots(tower, pole, HAND):
        low, _ = extent(pole.shape, spot.at)
        assert low.y > 0.0005 or spot.risk > 0.9


def test_a_hand_that_trembles_may_miss_a_narrow_seat() -> None:
    tower = footing.tower_of(standing("square-pole"))
    calm, shaky = (best(tower, "brick", skill(name)).risk for name in ("none", "shaky"))
    assert shaky > calm + 0.02


def test_a_flat_top_leaves_more_room_than_a_pointed_one() -> None:
    tower = footing.tower_of(standing("brick", "brick"))
    flat, pointed = (
        footing.with_room(tower, piece(kind), best(tower, kind), HAND)
        for kind in ("brick", "pyramid")
    )
    assert flat.after < 0.3 * pointed.after


def test_the_first_block_of_a_tower_has_no_risk() -> None:
    spot = footing.spots(footing.tower_of(()), piece("house"), HAND)[0]
    assert (spot.at.x, spot.risk) == (0.0, 0.0)
    assert spot.at.y == pytest.approx(landing(EMPTY, "house", HERE).y, abs=0.0011)


SIDE = 0.02
GRIPPING = Material(friction=5.0)
"""Friction high enough that nothing slides: the lever rule ignores friction."""


def block(x: float, y: float, width: float = SIDE, height: float = SIDE) -> Block:
    """Return a block with its centre at x and its lower side at y, in metres."""
    pose = Pose(x, y + height / 2, 0.0)
    return Block(BlockId(f"{x} {y}"), Box(width, height), GRIPPING, SIDE, pose)


def column(*offsets: float) -> tuple[Block, ...]:
    return tuple(block(x, i * SIDE) for i, x in enumerate(offsets))


def tilt(standing: tuple[Block, ...], new: Block, left: int, right: int) -> float:
    """Return the tilt that a tower bears under a further block that stands on these two."""
    pose = new.pose
    half = new.shape.width / 2 if isinstance(new.shape, Box) else 0.0
    values = pose.x, pose.y, pose.x - half, left, pose.x + half, right, 0.0, 0.0
    place = footing.Rests(*(np.array([value]) for value in values))
    return float(footing.bears(footing.tower_of(standing), new.mass, place)[0])


@given(st.lists(st.floats(-0.003, 0.003), min_size=1, max_size=6), st.floats(-0.003, 0.003))
def test_the_tilt_of_a_column_is_that_of_statics(offsets: list[float], last: float) -> None:
    standing, top = column(*offsets), block(last, len(offsets) * SIDE)
    exact = margin(Scene(TableTop(friction=5.0), (*standing, top)))
    assert exact is not None
    on_top = len(offsets) - 1
    light = tilt(standing, top, on_top, on_top)
    # The joint below the new block belongs to its footing, not to the tower. Feet are resolved to a
    # sample, so that a joint may seem narrower by one sample.
    joint = 0.5 * SIDE - abs(last - offsets[-1])
    assert min(light, joint / (SIDE / 2)) == pytest.approx(exact, abs=STEP / SIDE)


def test_a_load_beyond_the_edge_tips_a_block_that_it_outweighs() -> None:
    plank = (block(0.0, 0.0), block(0.0, SIDE, width=0.1, height=0.01))
    heavy = block(0.045, SIDE + 0.01, height=0.04)
    assert tilt(plank, heavy, 1, 1) < 0
    assert signed_margin(Scene(TableTop(friction=5.0), (*plank, heavy))) < 0
    assert tilt(plank, block(0.0, SIDE + 0.01, height=0.04), 1, 1) > 0


def test_the_nearer_pier_carries_more() -> None:
    stout, slim = block(-0.02, SIDE, width=0.04), block(0.045, SIDE, width=0.01)
    deck = block(0.005, 2 * SIDE, width=0.09, height=0.01)
    standing = (block(0.0, 0.0, width=0.12), stout, slim, deck)
    over_stout, over_slim = (
        tilt(standing, block(x, 2 * SIDE + 0.01, width=0.01, height=0.06), 3, 3)
        for x in (-0.02, 0.045)
    )
    assert over_stout > 1.3 * over_slim


def test_a_tower_extended_block_by_block_equals_a_new_one() -> None:
    base, *rest = column(0.0, 0.003, -0.002)
    tower: footing.MeasuredTower = footing.tower_of((base,))
    for more in rest:
        tower = footing.raised(tower, more)
    whole = footing.tower_of(column(0.0, 0.003, -0.002))
    assert (tower.masses, tower.middles, tower.feet) == (whole.masses, whole.middles, whole.feet)
    assert tower.heights.tolist() == whole.heights.tolist()


def test_a_block_in_the_air_has_its_lowest_point_as_its_foot() -> None:
    ((left, right),) = footing.tower_of((block(0.0, 0.1),)).feet
    assert left == right
    assert left.y == pytest.approx(0.1)
