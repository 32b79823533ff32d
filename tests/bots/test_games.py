"""Whole games of bots: every rule holds, the table and the rules agree, every record is true."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.matches import GAME, Idle, fresh
from towersim.bots.base import Position, Thinking
from towersim.bots.table import bots_of, play_out, turn
from towersim.dice import stream
from towersim.errors import OptionFault
from towersim.match import Match, Phase
from towersim.physics.hand import SKILLS
from towersim.record import SeatSpec
from towersim.replay import validate
from towersim.rules.fawlty_towers_state import Options

BOTS = bots_of(GAME)
CUBES = 80


def seat(player: str, hand: str = "normal") -> SeatSpec:
    return SeatSpec(player, player, hand)


def agree(match: Match) -> bool:
    """Whether table, rules and pool tell of the same cubes."""
    on_table = [tuple(p.kind for p in tower) for tower in match.table.towers]
    in_rules = [tuple(map(str, tower or ())) for tower in match.stacking.towers(match.state)]
    pool = sum(left for _, left in match.view(match.state.turn).pool)
    return on_table == in_rules and pool + sum(map(len, on_table)) == CUBES


def checked_game(match: Match) -> Iterator[None]:
    """Play a game to its end; the table and the rules agree whenever a seat has to choose."""
    for _ in play_out(match):
        if match.phase is Phase.CHOOSING:
            assert agree(match)
        yield
    assert match.phase is Phase.OVER
    assert agree(match)


SHORT = [(6, ("uniform", "uniform")), (2, ("uniform", "careful"))]


@pytest.mark.parametrize(("seed", "players"), SHORT)
def test_table_and_rules_agree_after_every_move(
    seed: int, players: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "game.tower"
    seats = [seat(player, "shaky") for player in players]
    match = Match.new(GAME, seats, seed=seed, record=path)
    for _ in checked_game(match):
        pass
    match.close()
    assert match.collapses > 0
    assert validate(path).valid


def test_careful_beats_uniform_clearly() -> None:
    points = {"careful": 0, "uniform": 0}
    wins = 0
    for seed in range(1, 5):
        players = ("careful", "uniform")[:: 1 if seed % 2 else -1]
        match = Match.new(GAME, [seat(player) for player in players], seed=seed)
        for _ in play_out(match):
            pass
        assert match.outcome is not None
        for player, score in zip(players, match.outcome.scores, strict=True):
            points[player] += score
        wins += match.outcome.winners == (players.index("careful"),)
    assert points["careful"] > 1.5 * points["uniform"]
    assert wins >= 3


def test_a_turn_is_slices_of_thought_then_ticks_of_the_hand_and_deterministic() -> None:
    def turns() -> tuple[list[bool], object]:
        match = Match.new(GAME, [seat("careful"), seat("careful")], seed=3)
        slices = list(turn(match))
        return slices, match.state

    slices, state = turns()
    assert (slices, state) == turns()
    thoughts = slices.index(True)
    assert thoughts == 4 * 5, "five looks at each of four towers"
    assert all(slices[thoughts:])
    assert len(slices) - thoughts > 120, "the hand takes more than a second"


def test_bots_take_no_time_from_people_but_stand_in_for_them_when_asked() -> None:
    match = fresh()
    with pytest.raises(OptionFault, match="'human'"):
        next(iter(turn(match)))
    for _ in turn(match, BOTS["uniform"]):
        pass
    assert match.phase is Phase.SETTLING
    with pytest.raises(RuntimeError, match="no seat has to choose"):
        next(iter(turn(match, BOTS["uniform"])))


def test_nobody_stands_in_for_a_bot() -> None:
    match = Match.new(GAME, [SeatSpec("Ada", "human", "normal"), seat("uniform")], seed=1)
    asked: list[int] = []

    class Listening(Idle):
        def choose(self, position: Position) -> Thinking:
            asked.append(position.view.seat)
            return super().choose(position)

    for _ in islice(play_out(match, Listening()), 6):
        pass
    assert set(asked) == {0}


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(20))
def test_two_hundred_games_end_with_valid_records(batch: int, tmp_path: Path) -> None:
    for number in range(10 * batch, 10 * batch + 10):
        dice = stream(number, "which game")
        hands = [name for name, hand in SKILLS.items() if hand.tremor]
        seats = [
            seat(dice.choice(list(BOTS)), dice.choice(hands)) for _ in range(dice.randint(2, 8))
        ]
        path = tmp_path / f"{number}.tower"
        options = Options(black_cards=dice.random() < 0.5)
        match = Match.new(GAME, seats, seed=dice.randrange(2**31), options=options, record=path)
        for _ in checked_game(match):
            pass
        match.close()
        report = validate(path)
        assert report.valid, (number, report.first_divergence)
        assert report.actions == match.steps
