"""Validation finds the first line that diverges; a stopped game loses its unfinished move only."""

import errno
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from tests import known, matches
from tests.commands import Printed, complaint
from tests.physics.builders import golden_bits
from towersim.cli.watch import story
from towersim.common.errors import RecordFault
from towersim.common.units import Vec
from towersim.match import match as match_module, record as record_module
from towersim.match.game import Game
from towersim.match.match import OTHER_MACHINE, Match
from towersim.match.record import OPEN_ELSEWHERE, Recorder, read
from towersim.match.replay import Report, validate
from towersim.physics.profile import TABLE_3, Profile
from towersim.table import placing
from towersim.table.disturbance import QuakeStress, Stress, TiltStress
from towersim.table.placing import Motion, hash_of

DEAL, MOVE, REST = 5, 27, 28
"""Lines of the idle game: a card of the deck, the first placement, gravity's answer."""


@pytest.fixture
def lines(whole: bytes) -> list[Any]:
    """Return all lines of a complete game, as plain data."""
    return [msgspec.json.decode(line) for line in whole.splitlines()]


def checked(path: Path, lines: list[Any]) -> Report:
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return validate(read(path))


def test_an_unchanged_record_is_valid(lines: list[Any], path: Path) -> None:
    assert checked(path, lines) == Report(True, len(lines) - 2, None, hand_proven=True)


def test_an_end_that_an_older_version_worded_otherwise_is_valid(
    lines: list[Any], path: Path
) -> None:
    assert checked(path, lines).valid
    before = story(read(path))["outcome"]
    change("over", "reason", to="All is over: 1.")(lines[-1])
    assert checked(path, lines).valid
    assert story(read(path))["outcome"] == before


def test_tests_of_older_records_are_fed_by_the_c_library(record: Path) -> None:
    older, newer = (Game.loaded(read(path)).profile for path in (matches.GOLDEN, record))
    assert (older.portable, newer.portable) == (False, True)

    def pulls(profile: Profile, stress: Stress) -> list[tuple[float, float]]:
        world = Mock(profile=profile)
        for tick in range(900):
            stress.apply(world, tick / 120)
        return [call.args for call in world.set_gravity.call_args_list]

    for stress in (TiltStress(1), QuakeStress()):
        before, now = pulls(older, stress), pulls(newer, stress)
        assert before != now
        assert before == [pytest.approx(pull, abs=1e-14) for pull in now]
    x, g = math.radians(7.0), TABLE_3.gravity
    assert pulls(older, TiltStress(1))[840] == (g * math.sin(x), -g * math.cos(x))


@golden_bits
@pytest.mark.parametrize(
    ("name", "profile", "proven"),
    [("record", "table-1", False), ("attempt-1", "table-1", False), ("attempt-2", "table-2", True)],
)
def test_a_record_of_an_older_version_replays_to_the_bit(
    name: str,
    profile: str,
    proven: bool,  # noqa: FBT001 - pytest gives it
) -> None:
    golden = read(matches.GOLDEN.with_name(f"{name}.tower"))
    assert golden.header.profile == profile
    assert validate(golden) == Report(True, len(golden.steps) - 1, None, hand_proven=proven)


def rehashed(step: dict[str, Any]) -> None:
    """Recompute the fingerprint of the poses, like a forger."""
    poses = msgspec.convert(step["motion"], Motion).poses
    step["motion"]["hash"] = hash_of(poses)


Tamper = Callable[[dict[str, Any]], object]


def move_pose(step: dict[str, Any]) -> None:
    step["motion"]["poses"][0][1][0] += 1e-9
    rehashed(step)


def claim_a_fall(step: dict[str, Any]) -> None:
    step["motion"]["fell"] = [["red-5", 400, "table"]]
    step["action"]["fell"] = [0]


def change(*path: Any, to: Any) -> Tamper:
    """Return a function that changes the value at a path to another one, or by a function."""
    *ways, last = path

    def changed(step: dict[str, Any]) -> None:
        for way in ways:
            step = step[way]
        new = to(step[last]) if callable(to) else to
        assert step[last] != new
        step[last] = new

    return changed


TAMPERED: dict[str, tuple[int, Tamper, str]] = {
    "a card": (DEAL, change("action", "card", to=["white", "drop", 5, 1]), "$.action"),
    "the die": (26, change("action", "seat", to=lambda seat: 1 - seat), "$.action"),
    "who acts": (MOVE, change("actor", to=lambda seat: 1 - seat), "$.actor"),
    "an illegal action": (MOVE, change("action", "tower", to=9), "tower"),
    "a verdict": (REST, change("action", "fell", to=[0]), "$.action.fell"),
    "a forged verdict": (REST, claim_a_fall, "$.motion.fell"),
    "a pose": (REST, change("motion", "poses", 0, 1, 0, to=0.0), "$.motion.hash"),
    "a forged pose": (REST, move_pose, "$.motion.hash"),
    "a hash": (REST, change("motion", "hash", to="0" * 16), "$.motion.hash"),
    # One of the last targets: earlier ones do not affect the result, to the bit.
    "a hand target": (REST, change("motion", "hand", -3, 1, to=lambda x: x + 0.0005), "$.motion."),
    "when the hand opened": (REST, change("motion", "let_go", to=lambda at: at + 1), "$.motion."),
    "the ticks": (REST, change("motion", "ticks", to=lambda ticks: ticks + 1), "$.motion.ticks"),
    "whether it rests": (REST, change("motion", "rest", to=False), "$.motion.rest"),
    "where it was taken": (REST, change("motion", "block", 2, 1, to=0.5), "$.motion.block"),
    "the outcome": (45, change("over", "scores", to=[100, 0]), "$.over"),
    "the winner": (45, change("over", "winners", to=[0]), "$.over: not what"),
}


@pytest.mark.parametrize(("line", "tamper", "where"), TAMPERED.values(), ids=TAMPERED)
def test_a_changed_value_is_found_on_its_line(
    line: int, tamper: Tamper, where: str, lines: list[Any], path: Path
) -> None:
    tamper(lines[line - 1])
    report = checked(path, lines)
    assert not report.valid
    assert report.actions == len(lines) - 2
    divergence = known(report.first_divergence)
    assert divergence.line == line
    assert where in divergence.why
    assert "\n" not in divergence.why


def test_another_seed_diverges_at_the_first_card(lines: list[Any], path: Path) -> None:
    report = checked(path, [lines[0] | {"seed": 6}, *lines[1:]])
    assert known(report.first_divergence).line == 2


def test_an_outcome_before_the_end_diverges(lines: list[Any], path: Path) -> None:
    over = lines[-1] | {"n": REST - 1}
    report = checked(path, [*lines[:REST], over])
    assert known(report.first_divergence).line == REST + 1


def test_validation_writes_nothing(lines: list[Any], path: Path) -> None:
    content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines[:40]) + b'{"n":'
    path.write_bytes(content)
    assert validate(read(path)).valid
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("tower", "speed", "laying", "why"),
    [
        (1, 0.8, 60.0, "moves too fast"),
        (2, 0.1, 60.0, "above another tower"),
        (1, 0.1, 60.0, ""),
        (1, 0.1, -599.0, "held the block for too long"),
    ],
)
def test_the_referee_also_judges_records(
    tower: int, speed: float, laying: float, why: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_module, "RELEASE_SPEED", 1.0)
    monkeypatch.setattr(Match, "aim", lambda _: tower)
    match = matches.fresh(path)
    match.lift("red")
    matches.lead(match, matches.at(match, 1, 0.2, 0.1), matches.at(match, 1, 0.0, 0.1), speed=speed)
    match.release()
    matches.settle(match)
    match.close()
    monkeypatch.setattr(placing, "LAYING", laying)
    report = validate(read(path))
    assert report.valid is not bool(why)
    assert why in (report.first_divergence.why if report.first_divergence else "")


@pytest.mark.parametrize(
    ("forged", "why"), [("tower", "above another tower"), ("let_go", "let_go")]
)
def test_where_and_when_the_hand_was_forced_open_is_judged(
    forged: str, why: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if forged == "tower":
        aim = Match.aim
        monkeypatch.setattr(Match, "aim", lambda it: 3 if it.held.has_lost else aim(it))
    with matches.knocked(path) as match:
        matches.settle(match)
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    if forged == "let_go":
        lines[-1]["motion"]["let_go"] += 1
    assert why in known(checked(path, lines).first_divergence).why


def test_a_record_of_the_older_format_goes_on_in_it(path: Path) -> None:
    path.write_bytes(b"".join(matches.GOLDEN.read_bytes().splitlines(keepends=True)[:REST]))
    match = Match.resume(read(path))
    matches.finish(match, 2)
    match.close()
    report = validate(read(path))
    assert report.valid
    assert not report.hand_proven


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


def test_a_file_cut_at_any_byte_loses_only_the_unfinished_move(whole: bytes, path: Path) -> None:
    for cut in cuts(whole):
        path.write_bytes(whole[:cut])
        Recorder.going_on(read(path)).close()
        assert path.read_bytes() == whole[: kept(whole, cut)], f"cut at byte {cut}"


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_a_game_resumed_at_any_line_continues_as_without_a_stop(
    whole: bytes, path: Path, step: int
) -> None:
    """Play from some lines to the end, and from the others for two moves."""
    lines = whole.splitlines(keepends=True)
    for end in (1, 2, 13, 24, 25, *range(26, len(lines) + 1, step)):
        path.write_bytes(b"".join(lines[:end]))
        moves = None if end in (1, 25, 26, len(lines) // 2 + 13) else 2
        matches.finish(Match.resume(read(path)), moves)
        written = path.read_bytes()
        assert written == whole if moves is None else whole.startswith(written)
        assert len(written.splitlines()) > end or end == len(lines), f"stopped behind line {end}"


def test_a_resumed_match_equals_the_one_that_was_left(path: Path) -> None:
    left = matches.idle_game(path, 4)
    match = Match.resume(read(path))
    assert matches.summary(match) == matches.summary(left)
    assert match.notices == []
    assert match.record == path
    assert match.collapses == left.collapses
    assert match.view(match.state.turn) == left.view(left.state.turn)
    match.close()


@pytest.mark.parametrize(
    ("cut", "said"),
    [(b'"actor":1,"action":{"do":"place"', "line"), (b'{"n":26,"actor":"gravity"', "in the air")],
)
def test_dropped_data_is_reported(cut: bytes, said: str, whole: bytes, path: Path) -> None:
    found = cut if cut in whole else cut.replace(b'"actor":1', b'"actor":0')
    path.write_bytes(whole[: whole.index(found)])
    match = Match.resume(read(path))
    assert len(match.notices) == 1
    assert said in match.notices[0]
    match.close()


def test_a_match_left_while_carrying_is_resumed_before_the_move(path: Path) -> None:
    match = matches.fresh(path)
    before = matches.summary(match)
    match.lift("red")
    matches.lead(match, Vec(0.0, 0.2))
    match.close()
    match = Match.resume(read(path))
    assert matches.summary(match) == before
    match.close()


def test_stored_values_are_used_if_the_simulation_differs(whole: bytes, path: Path) -> None:
    lines = whole.splitlines(keepends=True)[:28]
    lines[-1] = lines[-1].replace(b'"ticks":', b'"ticks":1')
    path.write_bytes(b"".join(lines))
    match = Match.resume(read(path))
    assert match.notices == [f"{path}: {OTHER_MACHINE}"]
    assert Match.loaded(read(path)).notices == [], "only what goes on is simulated again"
    assert [len(tower) for tower in match.table.towers] == [2, 1, 1, 1]
    match.close()


def test_a_second_program_cannot_open_a_record_in_use(path: Path, capsys: Printed) -> None:
    match = matches.fresh(path)
    before = path.read_bytes()
    for command in (("resume", path, "--headless"), ("play", matches.GAME, "--record", path)):
        line = complaint(capsys, *command, "--json")
        assert line == f"towersim: {path}: {OPEN_ELSEWHERE}\n"
    assert path.read_bytes() == before
    match.close()
    Match.resume(read(path)).close()


def test_a_record_that_grew_after_reading_is_not_truncated(path: Path) -> None:
    matches.fresh(path).close()
    recording = read(path)
    matches.idle_game(path, 1)
    before = path.read_bytes()
    with pytest.raises(RecordFault, match="written to by another program"):
        Recorder.going_on(recording)
    assert path.read_bytes() == before


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK])
def test_games_are_saved_on_file_systems_without_locks(
    number: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_fd: int, **_how: bool) -> bool:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(record_module, "lock_descriptor", no_locks)
    matches.fresh(path).close()
    Match.resume(read(path)).close()


@pytest.mark.parametrize(
    ("line", "old", "new", "why"),
    [
        (1, b'"fawlty-towers","options"', b'"chess","options"', "chess"),
        (1, b'"level":"fawlty-towers"', b'"level":"../secrets"', "secrets"),
        (1, b'"profile":"table-3"', b'"profile":"table-0"', "known: table-1, table-2, table-3"),
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
    line: int, old: bytes, new: bytes, why: str, whole: bytes, path: Path
) -> None:
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
