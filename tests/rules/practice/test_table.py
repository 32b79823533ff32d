"""The table and the test that a challenge describes, and what makes one unplayable."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.practice.tables import challenge, standing
from towersim.common.errors import OptionFault
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box
from towersim.rules.base import StressTest
from towersim.rules.practice.challenge import (
    MOST_PIECES,
    AnyGoal,
    Height,
    Load,
    Piece,
    Quake,
    Span,
    Tilt,
)
from towersim.rules.practice.table import faults, table_of
from towersim.scene.scene import Block, Material

CUBE = Piece("cube", Box(0.02, 0.02), Material(), 0.02, 3)
UNKNOWN = "no piece 'egg' in this file; there are: cube"


def pier(name: str, x: float) -> Block:
    return Block(BlockId(name), Box(0.02, 0.1), Material(), 0.02, Pose(x, 0.05, 0.0), fixed=True)


def test_a_table_has_a_place_for_each_piece() -> None:
    setup = table_of(challenge(standing=(standing(x=0.3),), fixed=(pier("left", -0.3),)))
    assert len(setup.spots) == len(setup.pick_ups) == 4
    assert (set(setup.pieces), len(setup.fixed), len(setup.laid)) == ({"cube"}, 1, 1)
    assert not setup.falls.held_elsewhere


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"pieces": (CUBE, CUBE)}, "two pieces, or two fixed blocks, have the same id"),
        ({"pieces": ()}, "a challenge has at least one piece"),
        ({"pieces": (replace(CUBE, count=MOST_PIECES + 1),)}, f"{MOST_PIECES} are the most"),
        ({"joined": ("left", "right")}, "$.joined: they are not two fixed blocks of this file"),
        (
            {"goal": Span(("left", "left")), "fixed": (pier("left", 0.0),)},
            "$.goal.piers: they are not two fixed blocks of this file",
        ),
        ({"stars": (0.04, 0.02, 0.06)}, "they do not run from one star to three"),
        ({"fixed": (pier("cube-1", 0.0),)}, "may begin with a piece's and a dash"),
        ({"standing": (standing("egg"),)}, f"$.standing[0].piece: {UNKNOWN}"),
        ({"take_out": ("egg",)}, f"$.take_out: {UNKNOWN}"),
        ({"goal": Load("egg")}, f"$.goal.piece: {UNKNOWN}"),
        ({"pieces": (replace(CUBE, depth=9.0),)}, "depth_m: 9 m"),
        ({"standing": (standing(), standing())}, "mm deep in block 'cube-0'"),
        ({"pieces": (replace(CUBE, material=Material(1e9)),)}, "$: a number is out of range"),
    ],
)
def test_an_unplayable_challenge_is_refused_with_the_reason(
    changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(OptionFault, match=r"^challenge 'test': ") as refused:
        table_of(challenge(**changes))
    assert why in str(refused.value)


def test_names_of_unknown_pieces_are_the_only_fault_until_they_are_known() -> None:
    wrong = challenge(take_out=("egg",), stars=(0.04, 0.02, 0.06))
    assert list(faults(wrong)) == [("$.take_out", UNKNOWN)]


@pytest.mark.parametrize(
    ("goal", "test"),
    [
        (Tilt(-1), StressTest("tilt", -1)),
        (Quake(), StressTest("quake")),
        (Load("cube"), StressTest("load", block="cube")),
        (Height(), None),
    ],
)
def test_a_challenge_says_its_test(goal: AnyGoal, test: StressTest | None) -> None:
    assert challenge(goal=goal).test == test
