"""A stopped game loses only its unfinished move, at whatever byte its file ends."""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path

import msgspec
import pytest

from tests.matches import GAME, finish, fresh, idle_game, lead, summary
from towersim.cli.commands import run
from towersim.common.errors import RecordFault
from towersim.common.units import Vec
from towersim.match import recorder
from towersim.match.game import OTHER_MACHINE
from towersim.match.match import Match, MatchPhase
from towersim.match.record import read
from towersim.match.recorder import OPEN_ELSEWHERE, Recorder

MOVES = 2
"""Number of moves in which files are cut."""


def kept(whole: bytes, cut: int) -> int:
    """Return the number of the first `cut` bytes that hold finished moves.

    A line counts as complete even if only its line break is missing.
    """
    last = whole.rfind(b"\n", 0, cut + 1) + 1
    start = whole.rfind(b"\n", 0, last - 1) + 1
    return start if b'"do":"place"' in whole[start:last] else last


def cuts(whole: bytes) -> Iterator[int]:
    """Yield positions at which to cut a file: all bytes near the ends of lines, and some between.

    All cuts inside a line take the same path through the reader; a sample is enough.
    """
    lines = whole.splitlines(keepends=True)
    places = [i for i, line in enumerate(lines) if b'"do":"place"' in line]
    ends = [*accumulate(map(len, lines[: places[MOVES]]))]
    for start, end in pairwise(ends):
        yield from range(start, min(start + 3, end))
        yield from range(start + 3, end - 3, 97)
        yield from range(max(start, end - 3), end)


def test_a_file_cut_at_any_byte_loses_only_the_unfinished_move(
    whole: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "game.tower"
    for cut in cuts(whole):
        path.write_bytes(whole[:cut])
        Recorder.going_on(read(path)).close()
        assert path.read_bytes() == whole[: kept(whole, cut)], f"cut at byte {cut}"


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_a_game_resumed_at_any_line_continues_as_without_a_stop(
    whole: bytes, tmp_path: Path, step: int
) -> None:
    """Play from some lines to the end, and from the others for two moves."""
    path = tmp_path / "game.tower"
    lines = whole.splitlines(keepends=True)
    for end in (1, 2, 13, 24, 25, *range(26, len(lines) + 1, step)):
        path.write_bytes(b"".join(lines[:end]))
        moves = None if end in (1, 25, 26, len(lines) // 2 + 13) else 2
        finish(Match.resume(read(path)), moves)
        written = path.read_bytes()
        assert written == whole if moves is None else whole.startswith(written)
        assert len(written.splitlines()) > end or end == len(lines), f"stopped behind line {end}"


def test_a_resumed_match_equals_the_one_that_was_left(tmp_path: Path) -> None:
    left = idle_game(tmp_path / "game.tower", 4)
    match = Match.resume(read(tmp_path / "game.tower"))
    assert summary(match) == summary(left)
    assert match.notices == []
    assert match.record == tmp_path / "game.tower"
    assert match.collapses == left.collapses
    assert match.view(match.state.turn) == left.view(left.state.turn)
    match.close()


@pytest.mark.parametrize(
    ("cut", "said"),
    [(b'"actor":1,"action":{"do":"place"', "line"), (b'{"n":26,"actor":"gravity"', "in the air")],
)
def test_dropped_data_is_reported(cut: bytes, said: str, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    found = cut if cut in whole else cut.replace(b'"actor":1', b'"actor":0')
    path.write_bytes(whole[: whole.index(found)])
    match = Match.resume(read(path))
    assert len(match.notices) == 1
    assert said in match.notices[0]
    match.close()


def test_a_match_left_while_carrying_is_resumed_before_the_move(tmp_path: Path) -> None:
    match = fresh(tmp_path / "game.tower")
    before = summary(match)
    match.lift("red")
    lead(match, Vec(0.0, 0.2))
    match.close()
    match = Match.resume(read(tmp_path / "game.tower"))
    assert summary(match) == before
    match.close()


def test_a_finished_game_stays_finished(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    path.write_bytes(whole)
    match = Match.resume(read(path))
    assert match.phase is MatchPhase.OVER
    match.close()
    assert path.read_bytes() == whole


def test_stored_values_are_used_if_the_simulation_differs(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    lines = whole.splitlines(keepends=True)[:28]
    lines[-1] = lines[-1].replace(b'"ticks":', b'"ticks":1')
    path.write_bytes(b"".join(lines))
    match = Match.resume(read(path))
    assert match.notices == [f"{path}: {OTHER_MACHINE}"]
    assert [len(tower) for tower in match.table.towers] == [2, 1, 1, 1]
    match.close()


def test_a_second_program_cannot_open_a_record_in_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.tower"
    match = fresh(path)
    before = path.read_bytes()
    for arguments in (["resume", str(path), "--headless"], ["play", GAME, "--record", str(path)]):
        assert run([*arguments, "--json"]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line == f"towersim: {path}: {OPEN_ELSEWHERE}"
    assert path.read_bytes() == before
    match.close()
    Match.resume(read(path)).close()


def test_a_record_that_grew_after_reading_is_not_truncated(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    fresh(path).close()
    recording = read(path)
    idle_game(path, 1)
    before = path.read_bytes()
    with pytest.raises(RecordFault, match="written to by another program"):
        Recorder.going_on(recording)
    assert path.read_bytes() == before


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK])
def test_games_are_saved_on_file_systems_without_locks(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_fd: int, **_how: bool) -> bool:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(recorder, "lock_descriptor", no_locks)
    fresh(tmp_path / "game.tower").close()
    Match.resume(read(tmp_path / "game.tower")).close()


@pytest.mark.parametrize(
    ("line", "old", "new", "why"),
    [
        (1, b'"fawlty-towers","options"', b'"chess","options"', "chess"),
        (1, b'"level":"fawlty-towers"', b'"level":"../secrets"', "secrets"),
        (1, b'"profile":"table-2"', b'"profile":"table-0"', "table-0"),
        (1, b'"normal"', b'"clumsy"', "clumsy"),
        (1, b"black_cards", b"black_cats", "black_cats"),
        (5, b'"deck"', b'"die"', r"\$.actor"),
        (5, b'"do":"deal"', b'"do":"steal"', r"\$.action"),
        (5, b'"do":"deal"', b'"do":["deal"]', r"\$.action"),
        (26, b'"seat":', b'"seat":7', "seat"),
        (28, b'"poses":[["red-1"', b'"poses":[["red-9"', r"\$.motion.poses"),
        (28, b'"hash":"', b'"hash":"0', r"\$.motion.hash"),
        (28, b'"tower":0', b'"tower":1', r"\$.motion.block"),
        (28, b'{"do":"settled","fell":[]}', b'{"do":"settled","fell":[0]}', r"\$.action.fell"),
        (28, b'"fell":[],"hash"', b'"fell":[["x",1,"table"]],"hash"', r"\$.motion.fell"),
    ],
)
def test_an_inconsistent_record_is_refused_with_the_line(
    line: int, old: bytes, new: bytes, why: str, whole: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "game.tower"
    lines = whole.splitlines(keepends=True)[:28]
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    path.write_bytes(b"".join(lines))
    with pytest.raises(RecordFault, match=why) as fault:
        Match.resume(read(path))
    assert fault.value.where == f"line {line}"
    assert path.read_bytes() == b"".join(lines), "what is damaged is not touched"


def play(*arguments: str, hash_seed: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "towersim", *arguments, "--headless", "--json"],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def outcome(process: "subprocess.Popen[bytes]") -> dict[str, object]:
    """Return the output of a process without its time and file."""
    printed, complaints = process.communicate()
    assert process.returncode == 0, complaints
    result: dict[str, object] = msgspec.json.decode(printed)
    return {key: result[key] for key in result if key not in {"wall_seconds", "record"}}


@pytest.mark.slow
def test_a_killed_game_continues_to_the_same_end(tmp_path: Path) -> None:
    game = ("play", "fawlty-towers", "--seats", "uniform,uniform", "--seed", "5", "--record")
    whole, killed = tmp_path / "whole.tower", tmp_path / "killed.tower"
    left_alone = play(*game, str(whole), hash_seed="1")
    process = play(*game, str(killed), hash_seed="2")
    while not killed.exists() or killed.stat().st_size < 50_000:
        assert process.poll() is None, "it was over too soon"
        time.sleep(0.005)
    process.kill()
    process.communicate()
    expected = outcome(left_alone)
    assert killed.stat().st_size < whole.stat().st_size
    assert outcome(play("resume", str(killed), hash_seed="3")) == expected
    assert killed.read_bytes() == whole.read_bytes()
