"""The solver, a search one move ahead."""

import pytest
from msgspec.structs import replace

from tests.examples import slow
from tests.practice.planned import match_of
from tests.rules.practice.tables import challenge
from towersim.bots import solver
from towersim.bots.solver import Solver
from towersim.bots.table import turn
from towersim.common.units import BlockId, Pose
from towersim.files.challengefile import find_challenge
from towersim.geometry.shapes import Box
from towersim.practice.generated import solve
from towersim.rules.practice.challenge import InitialPiece, Piece, Pull
from towersim.scene.scene import Block, Material

LONG = ("two-arms", "lopsided", "on-end")
"""The challenges with the longest search; the steps of the solver are the same for all."""


@pytest.mark.parametrize(
    "name", [*("three-posts", "harmonic", "the-right-foot"), *(slow(name) for name in LONG)]
)
def test_the_solver_reaches_three_stars(name: str) -> None:
    assert solve(find_challenge(name)).stars == 3


def test_the_solver_reaches_out_with_the_longest_piece() -> None:
    asked = find_challenge("harmonic")
    short = replace(asked.pieces[0], kind="short", shape=Box(0.02, 0.01))
    match = match_of(replace(asked, pieces=(short, *asked.pieces)))
    for _ in turn(match, Solver()):
        pass
    assert match.figures()[-1].kind == asked.pieces[0].kind


def test_the_solver_ends_an_attempt_in_which_pieces_keep_falling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "PATIENCE", 0)
    assert solve(find_challenge("two-bricks")).stars == 0


def test_the_same_seed_gives_the_same_attempt() -> None:
    asked = find_challenge("two-bricks")
    assert solve(asked, 4) == solve(asked, 4)


@pytest.mark.parametrize(
    ("xs", "left"), [((0.03, 0.05), 0.05), ((0.05, 0.03), 0.05), ((0.045,), 0.045)]
)
def test_the_solver_takes_the_weight_without_which_all_stands_firmest_and_never_the_last(
    xs: tuple[float, ...], left: float
) -> None:
    """Either of two weights may go, but the beam falls without any."""
    sizes = {"beam": (0.12, 0.01), "counter": (0.02, 0.03), "weight": (0.02, 0.02)}
    wood = Material()
    spots = (("beam", 0.0), ("counter", -0.04), *(("weight", x) for x in xs))
    asked = challenge(
        fixed=(Block(BlockId("pier"), Box(0.02, 0.04), wood, 0.02, Pose(0, 0.02, 0), fixed=True),),
        pieces=tuple(Piece(kind, Box(*size), wood, 0.02) for kind, size in sizes.items()),
        standing=tuple(
            InitialPiece(kind, Pose(x, (0.04 if kind == "beam" else 0.05) + sizes[kind][1] / 2, 0))
            for kind, x in spots
        ),
        take_out=("weight",),
        goal=Pull("weight"),
        stars=(1, 1, 1),
    )
    match = match_of(asked)
    for _ in turn(match, Solver()):
        pass
    stands = [p.pose.x for tower in match.table.towers for p in tower if p.kind == "weight"]
    assert stands == [left]
