"""The bots easy, normal and hard of every game."""

from typing import Any

import pytest

from tests.bots.test_card_bots import low_end_and_chance
from towersim.bots.base import Strength
from towersim.bots.table import bot, bots_of, player_and_hand
from towersim.rules import GAMES

PLAYED = [name for name in GAMES if name != "practice"]


@pytest.mark.parametrize("game", PLAYED)
def test_every_game_has_its_best_bot_in_three_strengths(game: str) -> None:
    best: Any = next(iter(bots_of(game).values()))
    assert bot(game, "hard") == best._replace(name="hard")
    for strength in Strength:
        assert bot(game, strength) == best._replace(name=strength, strength=strength)
        assert player_and_hand(game, strength) == (strength, strength.hand)


@pytest.mark.parametrize("game", PLAYED)
def test_a_measured_strength_has_its_share_against_normal(game: str) -> None:
    easy, normal, hard = (Strength(name).share(game) for name in ("easy", "normal", "hard"))
    assert easy is not None
    assert hard is not None
    assert normal is None
    assert easy < 50 < hard


@pytest.mark.slow
@pytest.mark.parametrize(("game", "games"), [("palace", 48), ("push", 24), ("rummu", 24)])
def test_hard_beats_easy(game: str, games: int) -> None:
    """Palace needs more games, as luck decides more of them."""
    low, by_chance = low_end_and_chance(game, ("hard", "easy"), games)
    assert low > by_chance
