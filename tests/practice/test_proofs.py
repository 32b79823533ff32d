"""Every challenge is proven: three stars with the normal hand, one star by a plain first idea."""

from pathlib import Path

import pytest

from tests.practice.planned import attempt, proofs
from towersim.challengefile import all_challenges
from towersim.replay import validate
from towersim.rules.practice.challenge import CHAPTERS

PROOFS = proofs()
NAMES = [challenge.name for challenge in all_challenges()]


def test_every_challenge_is_proven_and_nothing_else() -> None:
    assert set(PROOFS) == set(NAMES)


def test_every_chapter_has_challenges_numbered_from_one() -> None:
    for chapter in CHAPTERS:
        numbers = [each.number for each in all_challenges() if each.chapter == chapter]
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbers


@pytest.mark.parametrize("name", NAMES)
def test_three_stars_are_reached_with_the_normal_hand(name: str) -> None:
    outcome = attempt(name, PROOFS[name]["three_stars"]).outcome
    assert outcome is not None
    assert outcome.stars == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_plain_first_idea_is_worth_a_star(name: str) -> None:
    outcome = attempt(name, PROOFS[name]["first_idea"]).outcome
    assert outcome is not None
    assert outcome.stars


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_record_of_every_proof_is_true(name: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.tower"
    attempt(name, PROOFS[name]["three_stars"], path)
    report = validate(path)
    assert report.valid, report.first_divergence
