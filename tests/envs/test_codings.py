"""The numbers of each game: every action has a word of its own, and no number tells a secret."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tests.rules.games import CARD_GAMES, EVERY, HIDING
from tests.rules.moves import with_hidden_cards_shuffled
from tests.strategies import Step, games, steps
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.envs import bausack, fawlty_towers, palace
from towersim.envs.coding import Choice, Coding, Observer
from towersim.envs.fawlty_towers import UPPER
from towersim.rules.base import Nature
from towersim.rules.fawlty_towers.state import CUBES

CODINGS: dict[str, Coding] = {
    game: import_module(f"towersim.envs.{game}").CODING for game in CARD_GAMES
}
every = pytest.mark.parametrize("game", CODINGS)


def played(game: str, most: int = 4000) -> list[tuple[Any, Step]]:
    """Return the games of this run, shared by all tests, as their parameters and steps."""
    rules = EVERY[game].rules
    return [(play, step) for play in games(rules, 20) for step in steps(rules, play)][:most]


@every
def test_every_action_is_reached_by_its_word_and_no_word_begins_another(game: str) -> None:
    coding, rules = CODINGS[game], EVERY[game].rules
    several = 0
    for _, step in played(game, 800):
        if isinstance(rules.actor(step.before), Nature):
            continue
        words = {coding.word(action): action for action in rules.legal(step.before)}
        assert len(words) == len(rules.legal(step.before))
        choice = Choice([*words.items()])
        for number in coding.word(step.action):
            assert choice.legal == sorted(set(choice.legal))
            assert set(choice.legal) <= set(range(len(coding.numbers)))
            choice = choice.after(number)
            if (found := choice.certain) is not None:
                break
        assert found == step.action
        several += len(choice.chosen) > 1
    assert (several > 0) == (game in {"palace", "rummu"})


@every
def test_every_outcome_has_a_number_of_its_own(game: str) -> None:
    coding, rules = CODINGS[game], EVERY[game].rules
    for _, step in played(game, 800):
        if rules.actor(step.before) in {Nature.DECK, Nature.DIE}:
            legal = rules.legal(step.before)
            numbers = {coding.outcome(action) for action in legal}
            assert len(numbers) == len(legal)
            assert numbers <= set(range(len(coding.outcomes)))


@every
def test_hidden_cards_change_no_observation_and_no_mask(game: str) -> None:
    coding, rules, random = CODINGS[game], EVERY[game].rules, stream(7, "hidden")
    watched: dict[int, Observer] = {}
    changed = 0
    for play, step in played(game, 500):
        observer = watched.setdefault(play.seats, Observer(coding, play.seats))
        seat = Seat(random.randrange(play.seats))
        other = with_hidden_cards_shuffled(step.before, seat, random)
        changed += other != step.before
        one, two = rules.view(step.before, seat), rules.view(other, seat)
        numbers = observer.numbers(one)
        assert numbers.shape == (observer.size,)
        assert numbers.dtype == np.float32
        assert numbers.min() >= 0.0
        assert 0.0 < numbers.max() <= 1.0
        assert (numbers == observer.numbers(two)).all()
        assert list(map(coding.word, one.legal)) == list(map(coding.word, two.legal))
    assert changed > (100 if game in HIDING else 0)


@pytest.mark.parametrize("coding", [fawlty_towers.CODING, bausack.CODING])
def test_every_observation_of_a_game_with_gravity_is_from_0_to_1(coding: Any) -> None:
    rules, random = EVERY[coding.game].rules, stream(9, "seat")
    for play, step in played(coding.game, 500):
        view = rules.view(step.before, Seat(random.randrange(play.seats)))
        numbers = Observer(coding, play.seats).numbers(view)
        assert 0.0 <= numbers.min() < numbers.max() <= 1.0


def test_the_uppermost_cubes_of_a_tower_are_told_from_its_top() -> None:
    rules, tall = EVERY["fawlty-towers"].rules, 0
    for _, step in played("fawlty-towers", 800):
        view = rules.view(step.before, Seat(0))
        facts = {fact.name: fact.values for fact in fawlty_towers.CODING.facts(view)}
        marks = np.frombuffer(facts["the eight uppermost cubes of each tower by colour"], np.uint8)
        for tower, seen in zip(view.towers, marks.reshape(-1, UPPER, 4), strict=True):
            top = [] if tower is None else list(reversed(tower))[:UPPER]
            assert [CUBES[row.argmax()] for row in seen[: len(top)]] == top
            assert seen.sum() == len(top)
            tall = max(tall, len(top))
    assert tall > 3


def test_a_card_that_the_seat_sees_changes_its_observation() -> None:
    rules, random = EVERY["palace"].rules, stream(1, "hidden")
    differs = 0
    for play, step in played("palace", 300):
        observer = Observer(palace.CODING, play.seats)
        other = with_hidden_cards_shuffled(step.before, None, random)
        one, two = (rules.view(state, Seat(0)) for state in (step.before, other))
        assert (one == two) == bool((observer.numbers(one) == observer.numbers(two)).all())
        differs += one != two
    assert differs > 20
