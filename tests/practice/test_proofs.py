"""Every challenge has a plan for three stars with the normal hand, and a naive one for one star."""

from math import copysign

import pytest

from tests import known
from tests.examples import slow
from tests.practice.planned import Plan, attempt, proofs
from tests.practice.shipped import plan_of
from towersim.files.challengefile import all_challenges, find_challenge, plan_for
from towersim.geometry.shapes import Polygon, placed
from towersim.rules.practice.challenge import CHAPTERS

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
    assert known(attempt(name, Plan(moves), hand="assisted").outcome).stars == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_naive_plan_reaches_one_or_two_stars(name: str) -> None:
    assert known(attempt(name, PROOFS[name]["first_idea"]).outcome).stars in (1, 2)


def test_every_challenge_has_a_shipped_plan_that_reaches_three_stars() -> None:
    for challenge in CHALLENGES:
        plan = known(plan_for(challenge.name))
        assert challenge.stars_for(plan.measure) == 3
        assert len(plan.steps) == len(PROOFS[challenge.name]["three_stars"].moves)
        kinds = {piece.kind for piece in challenge.pieces}
        assert {kind for step in plan.steps for kind, _pose in step.rest} <= kinds
    assert plan_for("daily-2026-01-01") is None


@pytest.mark.parametrize("name", [*QUICK, *(slow(n) for n in sorted({*NAMES} - {*QUICK}))])
def test_a_valid_record_proves_three_stars_and_the_shipped_plan_that_lacks_nothing_at_its_end(
    name: str,
) -> None:
    plan = plan_of(name, PROOFS[name]["three_stars"])
    assert plan == plan_for(name), "write them anew: python -m tests.practice.shipped"
    last = plan.next_step(plan.steps[-1].rest)
    goal = find_challenge(name).goal.tag
    may_lack = name not in QUICK and goal in ("topple", "endless", "height")
    assert last is None or may_lack, last
