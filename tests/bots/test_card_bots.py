"""Contract tests of every bot, and of the strength of those of games without gravity."""

import pytest
from hypothesis import strategies as st

from tests.bots.card_games import Guessed, play
from tests.commands import python
from tests.examples import slow, tried
from tests.rules.games import CARD_GAMES, EVERY
from tests.strategies import Step, moments, random_options
from towersim.bots.base import BotPosition, Put
from towersim.bots.baselines import Uniform
from towersim.bots.table import best_bot, bot, bots_of
from towersim.common.dice import stream
from towersim.common.slices import finished
from towersim.lab.standings import evaluate
from towersim.lab.tournament import SeatResult, SeatTime, Tournament, play as play_deals, tournament
from towersim.rules import GAMES, game as rules_of
from towersim.rules.base import Action, Nature

ANY = [(game, name) for game in GAMES for name in {*bots_of(game)} - {"hard", "normal"}]


def low_end(game: str, bots: tuple[str, str], games: int) -> float:
    """Return the low end of the win share of the first bot's seats, which by chance is 1/2."""
    options = {"rounds": 1} if game == "rummu" else {}
    made = tournament(Tournament(game, bots, rules_of(game).seats.start, 1, options))
    rows = play_deals(made, range(made.deals(games)))
    results = [row for row in rows if isinstance(row, SeatResult)]
    times = [row for row in rows if isinstance(row, SeatTime)]
    return evaluate(made, results, times).standings.bots[0].low


@pytest.mark.parametrize(
    ("game", "name"),
    # The planner of Rummü thinks longest, and is asked in a test of its own, too.
    [slow(*it) if it == ("rummu", "planner") else it for it in sorted(ANY)],
)
@tried(25, data=st.data(), seed=st.integers(0, 99), room=st.floats(0, 1))
def test_a_bot_chooses_legal_actions_only_and_is_deterministic(
    game: str, name: str, data: st.DataObject, seed: int, room: float
) -> None:
    rules = EVERY[game].rules
    step: Step = data.draw(moments(rules))
    actor = rules.actor(step.before)
    if isinstance(actor, Nature):
        return
    view, ahead = rules.view(step.before, actor), Guessed(seed, room)

    def chosen() -> Action | Put:
        position = BotPosition(view, stream(seed, "bot"), ahead)
        return finished(bot(game, name).choose(position))

    first = chosen()
    assert (first.action if isinstance(first, Put) else first) in view.legal
    assert chosen() == first


CLEVER = [(game, name) for game in CARD_GAMES for name in {*bots_of(game)} - {"easy", "uniform"}]


@pytest.mark.parametrize(("game", "name"), sorted(CLEVER))
@pytest.mark.slow  # many games
def test_a_bot_wins_more_than_its_share_against_random_bots(game: str, name: str) -> None:
    assert low_end(game, (name, "uniform"), 24) > 0.5


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.parametrize("batch", range(10))
def test_a_thousand_games_end_with_any_bots(game: str, batch: int) -> None:
    rules = EVERY[game].rules
    for number in range(100 * batch, 100 * batch + 100):
        dice = stream(number, "which game")
        bots = [dice.choice((best_bot(game), Uniform())) for _ in range(dice.choice(rules.seats))]
        outcome = play(rules, bots, number, random_options(rules, dice)).outcome
        assert outcome.winners
        assert len(outcome.scores) == len(bots)


@pytest.mark.slow  # a process
@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_same_seed_gives_the_same_game_in_another_process(game: str) -> None:
    here = play(rules_of(game), [best_bot(game), Uniform()] * 2, 11, rules_of(game).options())
    program = f"""
from tests.bots.card_games import play
from towersim.bots.baselines import Uniform
from towersim.bots.table import best_bot
from towersim.rules import game
here = game({game!r})
print(play(here, [best_bot({game!r}), Uniform()] * 2, 11, here.options()))
"""
    assert python("-c", program).stdout == f"{here}\n"
