"""Whole card games of bots: played as a match would, counted as they should be."""

import pytest

from towersim import dice
from towersim.bots.base import Position, Thinking
from towersim.bots.uniform import Uniform
from towersim.lab.card_games import decided, measure, play
from towersim.rules.base import Action, Nature
from towersim.rules.palace import Palace
from towersim.rules.push import Push
from towersim.units import Seat, TowerId

RULES = Push()


class First:
    """Always takes the first legal action, and remembers for whom and with which dice."""

    name = "first"

    def __init__(self) -> None:
        self.asked: list[tuple[Seat, float]] = []

    def choose(self, position: Position) -> Thinking:
        yield
        self.asked.append((position.view.seat, position.dice.random()))
        chosen: Action = position.view.legal[0]
        return chosen


def test_a_game_follows_the_rules_from_the_first_action_to_the_last() -> None:
    game = play(RULES, [Uniform(), Uniform(), Uniform()], 3, RULES.options())
    state = RULES.setup(3, RULES.options())
    for action in game.actions:
        state, _ = RULES.apply(state, action)
    assert RULES.actor(state) is Nature.OVER
    assert game.outcome == RULES.outcome(state)


def test_cards_and_dice_fall_as_in_a_match_of_that_seed() -> None:
    game = play(RULES, [Uniform(), Uniform()], 3, RULES.options())
    state, drawn = RULES.setup(2, RULES.options()), 0
    for step, action in enumerate(game.actions):
        actor = RULES.actor(state)
        if isinstance(actor, Nature):
            drawn += 1
            assert action == dice.stream(3, str(actor), step).choice(RULES.legal(state))
        state, _ = RULES.apply(state, action)
    assert drawn > 120


def test_each_seat_is_asked_with_its_view_and_its_own_dice() -> None:
    bots = [First(), First()]
    play(RULES, bots, 3, RULES.options())
    for seat, bot in enumerate(bots):
        assert {asked for asked, _ in bot.asked} == {seat}
    assert bots[0].asked[0] == (0, dice.stream(3, "bot 0", 0).random())
    draws = [number for bot in bots for _, number in bot.asked]
    assert len(set(draws)) == len(draws)


def test_the_same_seed_is_the_same_game_and_another_is_another() -> None:
    games = [play(Palace(), [Uniform()] * 2, seed, Palace.options()) for seed in (5, 5, 6)]
    assert games[0] == games[1] != games[2]


def test_a_bot_that_asks_for_a_tower_is_told_that_there_is_none() -> None:
    class Builder(First):
        def choose(self, position: Position) -> Thinking:
            yield from position.risk("red", TowerId(0))
            return (yield from super().choose(position))

    view = RULES.view(RULES.setup(2, RULES.options()), Seat(0))
    with pytest.raises(LookupError, match="there are no towers"):
        decided(Builder(), view, dice.stream(1, "bot"))


def test_a_win_is_counted_for_the_seat_of_the_bot_and_its_interval_is_wilsons() -> None:
    wins = measure(RULES, First(), games=40, seed=1, seats=4)
    assert (wins.games, wins.fair, wins.wins) == (40, 0.25, 0), "it flips until it busts"
    assert (wins.share, wins.low) == (0, 0)
    assert wins.high == pytest.approx(3.8415 / 43.8415, rel=1e-3)


def test_every_seat_has_the_bot_equally_often() -> None:
    bot = First()
    measure(RULES, bot, games=6, seed=2, seats=3, rival=Uniform())
    first_asked = {seat for seat, _ in bot.asked}
    assert first_asked == {0, 1, 2}


def test_equals_win_their_share() -> None:
    wins = measure(RULES, Uniform(), games=100, seed=1, seats=2)
    assert wins.low < wins.fair < wins.high
