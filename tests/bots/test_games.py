"""Complete games of bots: rules hold, records are valid, and strengths differ as they claim."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from tests.bots.test_card_bots import low_end
from tests.matches import GAME, Idle, fresh
from tests.rules.games import CARD_GAMES
from tests.strategies import random_options
from towersim.bots.base import BotPosition, Strength, Thinking
from towersim.bots.table import bot, bots_of, final_outcome, play_out, player_and_hand, turn
from towersim.common.dice import stream
from towersim.common.errors import OptionFault
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.physics.hand import SKILLS
from towersim.rules import GAMES
from towersim.rules.bausack.play import PIECES, SHORT
from towersim.rules.fawlty_towers.state import CUBES, View

BOTS = bots_of(GAME)
BOX = {GAME: Counter(dict.fromkeys(CUBES, 20)), "bausack": Counter(PIECES)}
"""All blocks of each game, on the table and off it; a short game of Bausack has fewer."""


def seat(player: str, hand: str = "normal") -> SeatSpec:
    return SeatSpec(player, player, hand)


def agree(match: Match) -> bool:
    """Return whether table and rules hold the same blocks, with none missing."""
    on_table = [tuple(p.kind for p in tower) for tower in match.table.towers]
    in_rules = [tuple(map(str, tower or ())) for tower in match.stacking.towers(match.state)]
    is_short = match.game == "bausack" and match.options.short
    box = Counter(SHORT) if is_short else BOX[match.game]
    return on_table == in_rules and Counter(chain(aside(match), *on_table)) == box


def aside(match: Match) -> list[str]:
    """Return the blocks in the pool or the supply, and a chosen one that is not yet placed."""
    view = match.view(match.state.turn)
    if match.game == "bausack":
        return [*view.supply, view.piece] if view.piece else [*view.supply]
    return [str(cube) for cube, left in view.pool for _ in range(left)]


def checked_game(match: Match) -> Iterator[None]:
    """Play a game to its end and check at each decision that table and rules agree."""
    for _ in play_out(match):
        assert match.phase in {MatchPhase.CHOOSING, MatchPhase.OVER}, "gravity has answered"
        assert agree(match)
        yield
    assert match.phase is MatchPhase.OVER


def test_table_and_rules_agree_after_every_move(path: Path) -> None:
    match = Match.new(GAME, 2 * [seat("uniform", "shaky")], seed=6, record=path)
    for _ in checked_game(match):
        pass
    match.close()
    assert match.collapses > 0
    assert validate(read(path)).valid


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "games"), [(GAME, 2, 2), ("bausack", 4, 4)])
def test_the_best_bot_beats_random_ones_clearly(game: str, seats: int, games: int) -> None:
    """Chance alone wins 4 of 4 games of four seats in one of 256 tries."""
    won = 0.0
    for seed in range(1, games + 1):
        players = ["uniform"] * seats
        players[seed % seats] = next(iter(bots_of(game)))
        match = Match.new(game, [seat(player) for player in players], seed=seed)
        winners = final_outcome(match).winners
        won += (seed % seats in winners) / len(winners)
    assert won >= 0.75 * games


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "players"), [(GAME, ("careful", "greedy")), ("bausack", ("builder", "pusher"))]
)
def test_the_best_bot_beats_the_baseline(game: str, players: tuple[str, str]) -> None:
    assert low_end(game, players, 40) > 0.5


def test_a_turn_is_thinking_in_slices_then_ticks_of_the_hand() -> None:
    def turns() -> tuple[list[bool], object]:
        match = Match.new(GAME, [seat("careful"), seat("careful")], seed=3)
        slices = list(turn(match))
        return slices, match.state

    slices, state = turns()
    assert (slices, state) == turns()
    thoughts = slices.index(True)
    assert thoughts == 4, "one look at each of four towers"
    assert all(slices[thoughts:])
    assert len(slices) - thoughts > 120, "the hand takes more than a second"


def test_a_bot_acts_for_a_person_only_if_given_explicitly() -> None:
    match = fresh()
    with pytest.raises(OptionFault, match="'human'"):
        next(iter(turn(match)))
    for _ in turn(match, BOTS["uniform"]):
        pass
    assert match.phase is MatchPhase.SETTLING
    with pytest.raises(RuntimeError, match="no seat has to choose"):
        next(iter(turn(match, BOTS["uniform"])))


@pytest.mark.slow
def test_the_best_bot_chooses_for_a_bot_that_is_known_from_a_record_only(
    path: Path, tmp_path: Path
) -> None:
    Match.new("push", [seat("reckoner"), seat("uniform")], seed=1, record=path).close()
    canary = tmp_path / "canary.py"
    canary.write_text("raise SystemExit('this file must not run')", encoding="utf-8")
    named = f"{canary}:Mine"
    path.write_text(path.read_text().replace('"player":"uniform"', f'"player":"{named}"'))
    match = Match.resume(read(path))
    final_outcome(match)
    (notice,) = match.notices
    assert notice == f"uniform: {named} is not loaded from a record; the best bot chooses for it"
    match.close()
    assert validate(read(path)).valid


def test_the_substitute_of_people_does_not_act_for_bots() -> None:
    match = Match.new(GAME, [SeatSpec("Ada", "human", "normal"), seat("uniform")], seed=1)
    asked: list[int] = []

    class Listening(Idle):
        def choose(self, position: BotPosition[View]) -> Thinking:
            asked.append(position.view.seat)
            return super().choose(position)

    for _ in islice(play_out(match, Listening()), 6):
        pass
    assert set(asked) == {0}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "number"),
    [
        pytest.param(game, n, marks=[pytest.mark.sweep] if n else [])
        for game, games in ((GAME, 200), ("bausack", 100))
        for n in range(games)
    ],
)
def test_hundreds_of_games_end_with_valid_records(game: str, number: int, path: Path) -> None:
    dice = stream(number, "which game")
    hands = [name for name, hand in SKILLS.items() if hand.tremor or game == "bausack"]
    players = list(bots_of(game))
    seats = [seat(dice.choice(players), dice.choice(hands)) for _ in range(dice.randint(2, 8))]
    options = random_options(GAMES[game], dice)
    match = Match.new(game, seats, seed=dice.randrange(2**31), options=options, record=path)
    for _ in checked_game(match):
        pass
    match.close()
    report = validate(read(path))
    assert report.valid, report.first_divergence
    assert report.actions == match.steps


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_best_bot_in_three_strengths(game: str) -> None:
    best: Any = next(iter(bots_of(game).values()))
    assert bot(game, "hard") == best._replace(name="hard")
    for strength in Strength:
        assert bot(game, strength) == best._replace(name=strength, strength=strength)
        assert player_and_hand(game, strength) == (strength, strength.hand)


@pytest.mark.slow
@pytest.mark.parametrize("game", CARD_GAMES)
def test_hard_beats_easy(game: str) -> None:
    """Palace needs more games, as luck decides more of them."""
    assert low_end(game, ("hard", "easy"), 36 if game == "palace" else 24) > 0.5
