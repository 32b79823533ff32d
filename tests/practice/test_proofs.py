"""Every challenge has a plan for three stars, a naive one for one, and no other way to three."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import copysign
from pathlib import Path

import pytest

from tests.practice.planned import Plan, attempt, match_of, proofs
from tests.practice.shipped import plan_of
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat, TowerId
from towersim.files.challengefile import all_challenges, find_challenge, plan_for
from towersim.geometry.shapes import Polygon, placed
from towersim.match.match import Match
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.rules.base import StartTest, StartTower, TakeOut
from towersim.rules.practice.challenge import CHAPTERS, Challenge, Reach, Topple
from towersim.rules.practice.state import Finish, View
from towersim.table.disturbance import survey

PROOFS = proofs()
CHALLENGES = all_challenges()
NAMES = [challenge.name for challenge in CHALLENGES]
PER_CHAPTER = 6
"""Least number of challenges in a chapter."""
QUICK = ("over-the-edge", "helper", "chimney", "harmonic", "false-arch", "the-right-foot")


def test_exactly_the_challenges_have_proofs() -> None:
    assert set(PROOFS) == set(NAMES)


def test_every_chapter_has_challenges_numbered_from_one() -> None:
    for chapter in CHAPTERS:
        numbers = [each.number for each in CHALLENGES if each.chapter == chapter]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= PER_CHAPTER


def test_titles_and_hints_of_challenges_are_unique() -> None:
    assert len({each.title for each in CHALLENGES}) == len(CHALLENGES)
    assert len({each.hint for each in CHALLENGES}) == len(CHALLENGES)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "wall"), [("five-stones", 0.066), ("seven-stones", 0.081)])
def test_the_outlines_of_an_arch_lead_to_three_stars(name: str, wall: float) -> None:
    """The lowest stones lean on the walls of the piers, and are pressed to them as is advised."""
    plan, stone = plan_for(name), find_challenge(name).pieces[0].shape
    assert plan is not None
    assert isinstance(stone, Polygon)
    moves: list[str] = []
    for step in plan.steps:
        x, y, angle = step.aim
        if len(moves) < 2:
            low = [abs(at.x) for at in placed(stone.outline, step.aim) if at.y < 0.035]
            assert max(low) == pytest.approx(wall, abs=3e-4)
            moves.append(f"voussoir {0.97 * x} {angle} {y + 0.001} {copysign(0.004, x)}")
        else:
            moves.append("take 0" if step.taken else f"voussoir {x} {angle} {y}")
    outcome = attempt(name, Plan(moves), hand="assisted").outcome
    assert outcome is not None
    assert outcome.stars == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_valid_record_proves_three_stars(name: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.tower"
    outcome = attempt(name, PROOFS[name]["three_stars"], path).outcome
    assert outcome is not None
    assert outcome.stars == 3
    report = validate(read(path))
    assert report.valid, report.first_divergence


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_naive_plan_reaches_one_or_two_stars(name: str) -> None:
    outcome = attempt(name, PROOFS[name]["first_idea"]).outcome
    assert outcome is not None
    assert outcome.stars in (1, 2)


def test_every_challenge_has_a_shipped_plan_that_reaches_three_stars() -> None:
    for challenge in CHALLENGES:
        plan = plan_for(challenge.name)
        assert plan is not None
        assert challenge.stars_for(plan.measure) == 3
        assert len(plan.steps) == len(PROOFS[challenge.name]["three_stars"].moves)
        kinds = {piece.kind for piece in challenge.pieces}
        assert {kind for step in plan.steps for kind, _pose in step.rest} <= kinds
    assert plan_for("daily-2026-01-01") is None


@pytest.mark.parametrize(
    "name",
    [*QUICK, *(pytest.param(n, marks=pytest.mark.slow) for n in sorted({*NAMES} - {*QUICK}))],
)
def test_a_shipped_plan_is_what_its_proof_does_and_lacks_nothing_at_its_end(name: str) -> None:
    plan = plan_of(name, PROOFS[name]["three_stars"])
    assert plan == plan_for(name), "write them anew: python -m tests.practice.shipped"
    last = plan.next_step(plan.steps[-1].rest)
    may_lack = name not in QUICK and find_challenge(name).goal.tag in (
        "topple",
        "endless",
        "height",
    )
    assert last is None or may_lack, last


SEAT = Seat(0)

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
}
"""The challenges in which a straight pile, or one piece in the right place, is the solution."""
FIRST = ("the-right-foot", "balancing-act", "over-the-edge")


@pytest.mark.parametrize(
    "name",
    [*FIRST, *(pytest.param(n, marks=pytest.mark.slow) for n in sorted({*NAMES} - {*FIRST}))],
)
def test_no_way_that_is_not_meant_reaches_three_stars(name: str) -> None:
    reached = [stars for stars in unmeant(find_challenge(name)) if stars == 3]
    assert bool(reached) == (name in STACKING_IS_MEANT)


@pytest.mark.parametrize(
    "name", ["the-right-foot", pytest.param("chimney", marks=pytest.mark.slow)]
)
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
