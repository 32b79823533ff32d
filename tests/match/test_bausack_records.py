"""Records of Bausack: resumption, validation, and faults found in edited ones."""

from pathlib import Path

import pytest

from tests.bausack_tables import ONE, TWO, people, put
from tests.matches import settle
from towersim.bots.table import play_out
from towersim.common.errors import RecordFault
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.rules.base import Nature, Survey
from towersim.rules.bausack.state import Bid, Build, Measured, Pass

GAME = "bausack"


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_game_of_bots_resumes_replays_and_validates(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    seats = [SeatSpec(f"Bot {n}", "uniform", "normal") for n in range(2)]
    match = Match.new(GAME, seats, seed=seed, record=path)
    for _, _ in zip(range(25), play_out(match), strict=False):
        pass
    settle(match)
    match.close()
    again_ = Match.resume(read(path))
    assert again_.notices == []
    assert (again_.state, again_.table) == (match.state, match.table)
    for _ in play_out(again_):
        pass
    again_.close()
    report = validate(read(path))
    assert report.valid, report.first_divergence
    assert again_.outcome is not None


def test_validation_names_the_line_of_an_illegal_bid(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    match = people("Ada", "Bruno", record=path)
    match.submit(Build("brick", 3))
    match.submit(Bid(4))
    match.close()
    text = path.read_text(encoding="utf-8")
    assert '"amount":4' in text
    path.write_text(text.replace('"amount":4', '"amount":3'), encoding="utf-8")
    report = validate(read(path))
    assert report.first_divergence is not None
    assert report.first_divergence.line == 3
    assert "the highest bid is 3" in report.first_divergence.why


def test_the_measurement_of_heights_is_an_action() -> None:
    match = people("Ada", "Bruno")
    assert match.stacking.measured(match.state, Survey((TWO,))) == Measured((Seat(1),))
    assert Nature.MEASURER.value == "measurer"
    fawlty = Match.new("fawlty-towers", [SeatSpec("Ada"), SeatSpec("Bruno")], seed=1)
    with pytest.raises(RuntimeError, match="nothing is measured in Fawlty Towers"):
        fawlty.stacking.measured(fawlty.state, Survey((ONE,)))


def edited(path: Path, line: int, old: str, new: str) -> str:
    """Change one line of a record and return the fault of the reader."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(RecordFault) as caught:
        Match.resume(read(path))
    return str(caught.value)


def founded(path: Path) -> None:
    """Write a record of two seats with one placed foundation."""
    match = people("Ada", "Bruno", record=path)
    match.submit(Build("brick", 0))
    match.submit(Pass())
    put(match, "brick", match.setup.spots[0])
    match.close()


def test_a_seat_cannot_take_an_action_of_gravity(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    founded(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    settled = next(line for line in lines if '"settled"' in line)
    cheat = settled.replace('"actor":"gravity"', '"actor":0').replace(settled[:6], '{"n":0')
    fault = edited(path, 2, lines[1], cheat)
    assert "line 2: $.motion: goes with gravity's actions, and only with them" in fault


def test_faults_name_seats_by_number(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    founded(path)
    assert "$.actor: seat 1 has to move, not seat 2" in edited(path, 2, '"actor":0', '"actor":1')


@pytest.mark.parametrize("level", ["fawlty-towers", "", "../scenes/arch"])
def test_the_table_of_another_game_is_refused(level: str, tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    founded(path)
    fault = edited(path, 1, '"level":"bausack"', f'"level":"{level}"')
    assert f"line 1: level {level!r}: no table of bausack" in fault
