"""No challenge gives three stars to ways that it does not mean.

The ways: doing nothing, piling the whole supply up in one place, the same after taking out what may
be taken out, taking something else out than the plan, and raising a piece on boxes and decoys.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from tests.examples import slow
from tests.practice.planned import Plan, attempt, match_of, proofs
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat, TowerId
from towersim.files.challengefile import all_challenges, find_challenge
from towersim.geometry.shapes import Box
from towersim.match.match import Match
from towersim.rules.base import StartTest, StartTower, TakeOut
from towersim.rules.practice.challenge import Challenge, Raise, Reach, Topple
from towersim.rules.practice.state import Finish, View
from towersim.table.disturbance import survey

SEAT = Seat(0)
NAMES = [challenge.name for challenge in all_challenges()]
STACKING_IS_MEANT = {
    "first-tower",
    "on-end",
    "shaky-day",
    "long-and-thin",
    "tapering",
    "narrow-footing",
    "three-posts",
    "tee",
    "on-the-log",
    "without-a-cup",
}
"""The challenges in which a straight pile, or one piece in the right place, is the solution."""
QUICK = ("the-right-foot", "balancing-act", "over-the-edge")


@pytest.mark.parametrize("name", [*QUICK, *(slow(n) for n in sorted({*NAMES} - {*QUICK}))])
def test_no_way_that_is_not_meant_reaches_three_stars(name: str) -> None:
    reached = [stars for stars in unmeant(find_challenge(name)) if stars == 3]
    assert bool(reached) == (name in STACKING_IS_MEANT)


@pytest.mark.parametrize("name", ["the-right-foot", slow("chimney")])
def test_only_the_proven_pieces_topple_the_building(name: str) -> None:
    moves = [move.split() for move in proofs()[name]["three_stars"].moves]
    proven = {int(place) for _take, place in moves}
    challenge = find_challenge(name)
    movable = [i for i, piece in enumerate(challenge.standing) if piece.kind in challenge.take_out]
    ways = permutations(movable, len(moves))
    winning = [taken for taken in ways if ended(_taken_out(challenge, taken)) == 3]
    assert winning
    assert all(set(taken) == proven for taken in winning)


def test_a_ring_that_has_come_down_onto_its_piers_joins_nothing() -> None:
    plan = proofs()["three-stones"]["three_stars"]
    match = attempt("three-stones", plan._replace(seed=9))
    assert match.view(SEAT).fallen == (1, 2, 3), "with another seed the ring may stand"
    touching = survey(match.table).touching
    assert {(1, "left-pier"), (1, 3), (2, 3), (2, "right-pier")} <= set(touching)
    assert match.outcome is not None
    assert match.outcome.stars == 0


def unmeant(challenge: Challenge) -> Iterator[int]:
    """Yield the stars of doing nothing and of each pile."""
    yield ended(match_of(challenge))
    if isinstance(challenge.goal, Raise):
        yield _raised(challenge, challenge.goal.piece)
    movable = [i for i, piece in enumerate(challenge.standing) if piece.kind in challenge.take_out]
    takes = [(), movable] if movable and not isinstance(challenge.goal, Topple) else [()]
    for x in _places(challenge):
        for angle in (0.0, 1.5708):
            for taken in takes:
                yield _piled(challenge, x, angle, taken)


def _taken_out(challenge: Challenge, taken: Sequence[int]) -> Match[View]:
    match = match_of(challenge)
    for place in taken:
        action = TakeOut(TowerId(place))
        if action in match.legal:
            match.submit(action)
            match.settle()
    return match


def _places(challenge: Challenge) -> list[float]:
    """Return the x at which a pile is tried: over fixed blocks, standing pieces and the edge."""
    solid = {block.pose.x for block in challenge.fixed}
    solid |= {piece.at.x for piece in challenge.standing}
    if isinstance(challenge.goal, Reach):
        solid |= {challenge.goal.edge_x - 0.01, challenge.goal.edge_x - 0.05}
    return sorted({0.0, *solid})


def _piled(challenge: Challenge, x: float, angle: float, taken: Sequence[int]) -> int:
    """Return the most stars of piling the supply up at x, ended after each piece."""
    match, most = _taken_out(challenge, taken), 0
    while match.outcome is None:
        puts = [action for action in match.legal if isinstance(action, StartTower)]
        try:
            match.drop(puts[0], x, angle) if puts else None
        except IllegalAction:
            break
        most = max(most, match.view(SEAT).stars)
        if not puts:
            break
        if StartTest() in match.legal:
            most = max(most, ended(match.clone()))
    return max(most, ended(match))


def _raised(challenge: Challenge, piece: str) -> int:
    """Return the stars of a piece on a pile of all boxes and of what the proven plan leaves out."""
    match = match_of(challenge)
    needed = {move.split()[0] for move in proofs()[challenge.name]["three_stars"].moves}
    pieces = sorted(challenge.pieces, key=lambda piece: piece.kind in needed, reverse=True)
    boxes = [p for p in pieces if isinstance(p.shape, Box) or p.kind not in needed]
    for kind in (*(p.kind for p in boxes for _ in range(p.count)), piece):
        (put,) = (a for a in match.legal if isinstance(a, StartTower) and a.block == kind)
        match.drop(put, 0.0)
    return ended(match)


def ended(match: Match[View]) -> int:
    """End an attempt by its test or its rating; return its stars."""
    for action in match.legal:
        if isinstance(action, StartTest | Finish):
            match.submit(action)
            match.settle()
    outcome = match.outcome
    return 0 if outcome is None else outcome.stars or 0


def test_a_wedge_that_is_pressed_against_its_pier_has_not_fallen() -> None:
    moves = ["left-stone -0.031", "right-stone 0.0317", "keystone 0 0 0.07"]
    match = attempt("flat-arch", Plan(moves))
    assert match.table.towers[2][0].pose.x > 0.0335, "it was at 31.7 mm"
    assert match.view(SEAT).fallen == ()
