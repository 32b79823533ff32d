"""Challenges are written as files from which equal ones are read."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tests.examples import examples
from towersim.files.challengefile import TAKE_BACKS, all_challenges, challenge_text, load_challenge
from towersim.physics.hand import SKILLS
from towersim.practice.generated import endless_challenge
from towersim.rules.practice.challenge import CHAPTERS, OWN, Challenge, Piece
from towersim.scene.scene import Material

AMOUNTS = st.floats(0.0, 1000.0)


@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
    """Draw an included challenge with other texts, numbers and materials."""
    base = draw(st.sampled_from(all_challenges()))
    stars = sorted(draw(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS)), reverse=base.fewer_is_better)
    material = Material(draw(st.floats(1.0, 25000.0)), draw(st.floats(0.0, 5.0)))

    def changed(piece: Piece) -> Piece:
        return replace(piece, material=material, count=draw(st.integers(0, 9)))

    return replace(
        base,
        title=draw(st.text(min_size=1, max_size=64)),
        chapter=draw(st.sampled_from((*CHAPTERS, OWN))),
        pieces=(*map(changed, base.pieces[:1]), *base.pieces[1:]),
        stars=tuple(stars),
        take_back=draw(st.sampled_from(TAKE_BACKS)),
        hand=draw(st.sampled_from(tuple(SKILLS))),
        growth=draw(AMOUNTS),
    )


def read_back(challenge: Challenge) -> Challenge:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{challenge.name}.toml"
        path.write_text(challenge_text(challenge), encoding="utf-8")
        return load_challenge(path)


@pytest.mark.slow
@examples(60)
@given(challenges())
def test_a_written_challenge_is_read_as_an_equal_one(challenge: Challenge) -> None:
    if challenge.places:
        assert read_back(challenge) == challenge


def test_a_generated_challenge_with_translatable_texts_is_written() -> None:
    assert read_back(endless_challenge(3)) == endless_challenge(3)
