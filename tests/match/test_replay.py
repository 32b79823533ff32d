"""Validation finds the first line that diverges."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from tests.matches import GOLDEN, at, finish, fresh, lead, motions, put, settle
from tests.physics.builders import golden_bits
from towersim.common.errors import RecordFault
from towersim.common.units import Vec
from towersim.match import match as match_module
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import read
from towersim.match.replay import Report, validate
from towersim.physics.profile import TABLE_2, Profile
from towersim.table.disturbance import QuakeStress, Stress, TiltStress
from towersim.table.placing import Motion, hash_of, resimulate

DEAL, FIRST_MOVE, FIRST_REST = 5, 27, 28
"""Lines of the idle game: a card of the deck, the first placement, gravity's answer."""


@pytest.fixture
def lines(whole: bytes) -> list[Any]:
    """Return all lines of a complete game, as plain data."""
    return [msgspec.json.decode(line) for line in whole.splitlines()]


def checked(tmp_path: Path, lines: list[Any]) -> Report:
    path = tmp_path / "game.tower"
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return validate(read(path))


def test_an_unchanged_record_is_valid(lines: list[Any], tmp_path: Path) -> None:
    assert checked(tmp_path, lines) == Report(True, len(lines) - 2, None, hand_proven=True)


def test_tests_of_older_records_are_fed_by_the_c_library(record: Path) -> None:
    older, newer = (Game.loaded(read(path)).profile for path in (GOLDEN, record))
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
    x, g = math.radians(7.0), TABLE_2.gravity
    assert pulls(older, TiltStress(1))[840] == (g * math.sin(x), -g * math.cos(x))


@golden_bits
def test_a_record_of_an_older_profile_replays_to_the_bit() -> None:
    golden = read(GOLDEN)
    assert golden.header.profile == "table-1"
    assert validate(golden) == Report(True, len(golden.steps) - 1, None, hand_proven=False)


def test_an_unfinished_record_is_valid(lines: list[Any], tmp_path: Path) -> None:
    assert checked(tmp_path, lines[:FIRST_REST]) == Report(
        True, FIRST_REST - 1, None, hand_proven=True
    )


def test_collapses_are_simulated_again(tmp_path: Path) -> None:
    match = fresh(tmp_path / "game.tower")
    match.lift("red")
    lead(match, Vec(0.4, 0.1), at(match, 1, 0.024, 0.1), at(match, 1, 0.024, 0.02))
    match.release()
    while match.phase == "settling":
        match.tick()
    assert match.collapses == 1
    put(match, "red", next(i for i, tower in enumerate(match.table.towers) if not tower))
    match.close()
    assert validate(read(tmp_path / "game.tower")).valid


def rehashed(step: dict[str, Any]) -> None:
    """Recompute the fingerprint of the poses, like a forger."""
    poses = msgspec.convert(step["motion"], Motion).poses
    step["motion"]["hash"] = hash_of(poses)


def move_pose(step: dict[str, Any]) -> None:
    step["motion"]["poses"][0][1][0] += 1e-9
    rehashed(step)


def move_target(step: dict[str, Any]) -> None:
    # One of the last targets: earlier ones do not affect the result, to the bit.
    step["motion"]["hand"][-3][1] += 0.0005


def drop_later(step: dict[str, Any]) -> None:
    step["motion"]["let_go"] += 1


def claim_a_fall(step: dict[str, Any]) -> None:
    step["motion"]["fell"] = [["red-5", 400, "table"]]
    step["action"]["fell"] = [0]


def swap_card(step: dict[str, Any]) -> None:
    step["action"]["card"] = ["white", "drop", 5, 1]


def other_tower(step: dict[str, Any]) -> None:
    step["action"]["tower"] = 9


def change(step: dict[str, Any], *path: Any, to: Any) -> None:
    *ways, last = path
    for way in ways:
        step = step[way]
    assert step[last] != to
    step[last] = to


TAMPERED: dict[str, tuple[int, Callable[[dict[str, Any]], object], str]] = {
    "a card": (DEAL, swap_card, "$.action"),
    "the die": (26, lambda s: change(s, "action", "seat", to=1 - s["action"]["seat"]), "$.action"),
    "who acts": (FIRST_MOVE, lambda s: change(s, "actor", to=1 - s["actor"]), "$.actor"),
    "an illegal action": (FIRST_MOVE, other_tower, "tower"),
    "a verdict": (FIRST_REST, lambda s: change(s, "action", "fell", to=[0]), "$.action.fell"),
    "a forged verdict": (FIRST_REST, claim_a_fall, "$.motion.fell"),
    "a pose": (
        FIRST_REST,
        lambda s: change(s, "motion", "poses", 0, 1, 0, to=0.0),
        "$.motion.hash",
    ),
    "a forged pose": (FIRST_REST, move_pose, "$.motion.hash"),
    "a hash": (FIRST_REST, lambda s: change(s, "motion", "hash", to="0" * 16), "$.motion.hash"),
    "a hand target": (FIRST_REST, move_target, "$.motion."),
    "when the hand opened": (FIRST_REST, drop_later, "$.motion."),
    "the ticks": (
        FIRST_REST,
        lambda s: change(s, "motion", "ticks", to=s["motion"]["ticks"] + 1),
        "$.motion.ticks",
    ),
    "whether it rests": (
        FIRST_REST,
        lambda s: change(s, "motion", "rest", to=False),
        "$.motion.rest",
    ),
    "where it was taken": (
        FIRST_REST,
        lambda s: change(s, "motion", "block", 2, 1, to=0.5),
        "$.motion.block",
    ),
    "the outcome": (45, lambda s: change(s, "over", "scores", to=[100, 0]), "$.over"),
    "the winner": (45, lambda s: change(s, "over", "winners", to=[0]), "$.over"),
}


@pytest.mark.parametrize(("line", "tamper", "where"), TAMPERED.values(), ids=TAMPERED)
def test_a_changed_value_is_found_on_its_line(
    line: int,
    tamper: Callable[[dict[str, Any]], object],
    where: str,
    lines: list[Any],
    tmp_path: Path,
) -> None:
    tamper(lines[line - 1])
    report = checked(tmp_path, lines)
    assert not report.valid
    assert report.actions == len(lines) - 2
    assert report.first_divergence is not None
    assert report.first_divergence.line == line
    assert where in report.first_divergence.why
    assert "\n" not in report.first_divergence.why


def test_another_seed_diverges_at_the_first_card(lines: list[Any], tmp_path: Path) -> None:
    report = checked(tmp_path, [lines[0] | {"seed": 6}, *lines[1:]])
    assert report.first_divergence is not None
    assert report.first_divergence.line == 2


def test_an_outcome_before_the_end_diverges(lines: list[Any], tmp_path: Path) -> None:
    over = lines[-1] | {"n": FIRST_REST - 1}
    report = checked(tmp_path, [*lines[:FIRST_REST], over])
    assert report.first_divergence is not None
    assert report.first_divergence.line == FIRST_REST + 1


def test_an_unreadable_record_raises_a_record_fault(lines: list[Any], tmp_path: Path) -> None:
    with pytest.raises(RecordFault, match=r"line 1: \$.seed"):
        checked(tmp_path, [lines[0] | {"seed": None}, *lines[1:]])
    with pytest.raises(RecordFault, match=r"line 1: .*chess"):
        checked(tmp_path, [lines[0] | {"game": "chess"}, *lines[1:]])


def test_validation_writes_nothing(lines: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines[:40]) + b'{"n":'
    path.write_bytes(content)
    assert validate(read(path)).valid
    assert path.read_bytes() == content


def test_moves_can_be_simulated_independently_in_any_order(tmp_path: Path) -> None:
    finish(fresh(tmp_path / "game.tower", seed=3, hand="shaky"), 6)
    moves = list(motions(read(tmp_path / "game.tower")))
    assert len(moves) >= 3
    for table, motion in reversed(moves):
        assert resimulate(table, motion, TABLE_2) == motion


@pytest.mark.parametrize(
    ("tower", "speed", "why"),
    [(1, 0.8, "moves too fast"), (2, 0.1, "above another tower"), (1, 0.1, "")],
)
def test_the_referee_also_judges_records(
    tower: int, speed: float, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_module, "RELEASE_SPEED", 1.0)
    monkeypatch.setattr(Match, "aim", lambda _: tower)
    match = fresh(tmp_path / "game.tower")
    match.lift("red")
    lead(match, at(match, 1, 0.2, 0.1), at(match, 1, 0.0, 0.1), speed=speed)
    match.release()
    settle(match)
    match.close()
    report = validate(read(tmp_path / "game.tower"))
    assert report.valid is not bool(why)
    assert why in (report.first_divergence.why if report.first_divergence else "")


def test_a_record_of_the_older_format_goes_on_in_it(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    path.write_bytes(b"".join(GOLDEN.read_bytes().splitlines(keepends=True)[:FIRST_REST]))
    match = Match.resume(read(path))
    finish(match, 2)
    match.close()
    report = validate(read(path))
    assert report.valid
    assert not report.hand_proven
