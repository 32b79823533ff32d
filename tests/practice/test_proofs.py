"""Every challenge has a plan for three stars with the normal hand, and a naive one for one star."""

from pathlib import Path

import pytest

from tests.practice.planned import attempt, proofs
from towersim.files.challengefile import all_challenges
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.rules.practice.challenge import CHAPTERS

PROOFS = proofs()
CHALLENGES = all_challenges()
NAMES = [challenge.name for challenge in CHALLENGES]
PER_CHAPTER = 6
"""Least number of challenges in a chapter."""
SAMPLE = [
    each.name
    for each in CHALLENGES
    if (each.number - 1 - CHAPTERS.index(each.chapter)) % PER_CHAPTER == 0 or each.name == "cart"
]
"""One challenge of each chapter, with different numbers, and the bridge that carries a load."""


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


@pytest.mark.parametrize("name", SAMPLE)
def test_three_stars_are_reached_with_the_normal_hand(name: str) -> None:
    assert stars(name, "three_stars") == 3


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
    assert stars(name, "first_idea") in (1, 2)


def stars(name: str, kind: str) -> int | None:
    """Return the stars of a written attempt."""
    outcome = attempt(name, PROOFS[name][kind]).outcome
    return None if outcome is None else outcome.stars
