"""Contract tests of every bot of a game without gravity."""

import subprocess
import sys
from itertools import product
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from hypothesis import given, strategies as st

from tests.bots.card_games import decided, play
from tests.examples import examples
from tests.rules.games import RUMMU
from tests.rules.palace.tables import RULES as PALACE
from tests.rules.push.tables import RULES as PUSH
from tests.strategies import Step, moments
from towersim.bots.base import AnyBot, Strength
from towersim.bots.baselines import Layer, LowFirst, StopAt11, Uniform
from towersim.bots.keeper import Keeper
from towersim.bots.planner import Planner
from towersim.bots.reckoner import Reckoner
from towersim.common.dice import stream
from towersim.lab.standings import evaluate
from towersim.lab.tournament import SeatResult, SeatTime, Tournament, play as play_deals, tournament
from towersim.rules import AnyRules, game as rules_of
from towersim.rules.base import Nature
from towersim.rules.rummu.play import Rummu


class Player(NamedTuple):
    """A bot and its game."""

    bot: AnyBot
    rules: AnyRules


KEEPER, RECKONER = Player(Keeper(), PALACE), Player(Reckoner(), PUSH)
PLANNER = Player(Planner(), Rummu())
EASY = [
    Player(bot("easy", Strength.EASY), rules)
    for bot, rules in ((Keeper, PALACE), (Reckoner, PUSH), (Planner, Rummu()))
]
PLAYERS = [KEEPER, RECKONER, PLANNER, *(Player(Uniform(), p.rules) for p in (KEEPER, RECKONER))]
BASELINES = [Player(LowFirst(), PALACE), Player(StopAt11(), PUSH), Player(Layer(), Rummu())]
some = examples(25)


def every_options(rules: AnyRules) -> list[Any]:
    """Return all combinations of a game's options."""
    fields = msgspec.structs.fields(rules.options)
    values = [get_args(field.type) or (False, True) for field in fields]
    names = [field.name for field in fields]
    return [rules.options(**dict(zip(names, some, strict=True))) for some in product(*values)]


def named(player: Player) -> str:
    return f"{player.bot.name}-{player.rules.name}"


def low_end_and_chance(
    game: str, bots: tuple[str, str], games: int, seats: int | None = None
) -> tuple[float, float]:
    """Return the low end of the win share of the first bot's seats, and 1/2."""
    options = {"rounds": 1} if game == "rummu" else {}
    seats = rules_of(game).seats.start if seats is None else seats
    made = tournament(Tournament(game, bots, seats, 1, options))
    rows = play_deals(made, range(made.deals(games)))
    results = [row for row in rows if isinstance(row, SeatResult)]
    times = [row for row in rows if isinstance(row, SeatTime)]
    return evaluate(made, results, times).standings.bots[0].low, 0.5


@pytest.mark.parametrize(
    "player", [*PLAYERS, *BASELINES, *EASY, Player(Uniform(), RUMMU)], ids=named
)
@some
@given(data=st.data(), seed=st.integers(0, 99))
def test_a_bot_chooses_legal_actions_only_and_is_deterministic(
    player: Player, data: st.DataObject, seed: int
) -> None:
    rules = RUMMU if isinstance(player.rules, Rummu) else player.rules
    step: Step = data.draw(moments(rules))
    actor = rules.actor(step.before)
    if not isinstance(actor, Nature):
        view = rules.view(step.before, actor)
        chosen = decided(player.bot, view, stream(seed, "bot"))
        assert chosen in view.legal
        assert decided(player.bot, view, stream(seed, "bot")) == chosen


@pytest.mark.parametrize(
    "player",
    [KEEPER, pytest.param(RECKONER, marks=pytest.mark.slow), PLANNER, *BASELINES],
    ids=named,
)
@pytest.mark.slow  # many games
def test_a_bot_wins_more_than_its_share_against_random_bots(player: Player) -> None:
    low, by_chance = low_end_and_chance(player.rules.name, (player.bot.name, "uniform"), 24)
    assert low > by_chance


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("player", "seats"),
    [(KEEPER, 2), (KEEPER, 4), (RECKONER, 2), (RECKONER, 4), (PLANNER, 3), (PLANNER, 4)],
)
def test_a_bot_wins_more_than_its_share_of_a_thousand_games(player: Player, seats: int) -> None:
    bots = player.bot.name, "uniform"
    low, by_chance = low_end_and_chance(player.rules.name, bots, 1000, seats)
    assert low > by_chance


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("player", [KEEPER, RECKONER, PLANNER], ids=named)
@pytest.mark.parametrize("batch", range(10))
def test_a_thousand_games_end_with_any_bots(player: Player, batch: int) -> None:
    rules = RUMMU if isinstance(player.rules, Rummu) else player.rules
    for number in range(100 * batch, 100 * batch + 100):
        dice = stream(number, "which game")
        bots = [dice.choice((player.bot, Uniform())) for _ in range(dice.choice(rules.seats))]
        options = dice.choice(every_options(rules))
        outcome = play(rules, bots, number, options).outcome
        assert outcome.winners
        assert len(outcome.scores) == len(bots)


@pytest.mark.slow  # a process
@pytest.mark.parametrize("player", PLAYERS, ids=named)
def test_the_same_seed_gives_the_same_game_in_another_process(player: Player) -> None:
    here = play(player.rules, [player.bot] * 4, 11, player.rules.options())
    program = f"""
from {type(player.bot).__module__} import {type(player.bot).__name__} as Bot
from {type(player.rules).__module__} import {type(player.rules).__name__} as Game
from tests.bots.card_games import play
print(play(Game(), [Bot()] * 4, 11, Game.options()))
"""
    command = [sys.executable, "-c", program]
    there = subprocess.run(command, capture_output=True, check=True, text=True)
    assert there.stdout == f"{here}\n"
