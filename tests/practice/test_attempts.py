"""Challenges in a match: moves without the hand, tests, records, resuming."""

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.practice.planned import Plan, Planned, attempt
from towersim.bots.table import play_out, turn
from towersim.common.errors import IllegalAction, RecordFault
from towersim.common.units import Pose, Seat, TowerId
from towersim.files.challengefile import find_challenge
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.rules.base import StartTest, StartTower, TakeBack, TakeOut
from towersim.rules.practice.challenge import Challenge, InitialPiece, Load
from towersim.rules.practice.state import Finish, Options, View

ME = Seat(0)


def match_of(challenge: Challenge, record: Path | None = None, hand: str = "none") -> Match[View]:
    seat = SeatSpec("Ada", "human", hand)
    return Match.new("practice", [seat], seed=1, options=Options(challenge), record=record)


def settle(match: Match[View]) -> None:
    while match.phase is MatchPhase.SETTLING:
        match.tick()


def stars(match: Match[View]) -> int | None:
    return match.outcome.stars if match.outcome else None


def column(cubes: int) -> Challenge:
    """Return a tilt challenge with an initial column of aligned cubes."""
    asked = find_challenge("no-higher-than-needed")
    standing = tuple(InitialPiece("cube", Pose(0.0, 0.01 + 0.02 * i, 0.0)) for i in range(cubes))
    return replace(asked, standing=standing, least_height=0.0)


@pytest.mark.parametrize("cubes", [4, 6])
def test_a_column_of_n_aligned_cubes_withstands_a_slope_of_one_in_n(cubes: int) -> None:
    match = match_of(column(cubes))
    match.submit(StartTest())
    settle(match)
    assert match.outcome is not None
    exact = math.degrees(math.atan(1 / cubes))
    assert match.outcome.measure == pytest.approx(exact, abs=0.5)


def test_a_load_grows_until_the_structure_gives_way() -> None:
    asked = find_challenge("over-the-edge")
    brick = asked.pieces[0]
    on_it = InitialPiece("weight", Pose(0.17, 0.03, 0.0))
    asked = replace(
        asked,
        pieces=(brick, replace(brick, kind="weight", shape=replace(brick.shape, width=0.02))),
        standing=(InitialPiece("brick", Pose(0.12, 0.01, 0.0)), on_it),
        goal=Load("weight"),
    )
    match = match_of(asked)
    match.submit(StartTest())
    settle(match)
    assert match.outcome is not None
    # The brick's weight, 30 mm inside the edge, balances a load 20 mm beyond it.
    weight = brick.depth * 0.12 * 0.02 * 700 * 9.81
    assert match.outcome.measure == pytest.approx(weight * 30 / 20, rel=0.1)


def test_taking_a_block_out_lets_the_others_settle() -> None:
    match = match_of(find_challenge("the-right-foot"))
    match.submit(TakeOut(TowerId(2)))
    assert match.phase is MatchPhase.SETTLING
    with pytest.raises(IllegalAction, match="the move that goes on comes first"):
        match.submit(Finish())
    settle(match)
    view = match.view(ME)
    assert view.blocks[2] is None
    assert view.stars == 3


def test_taking_back_restores_the_pose_of_every_piece() -> None:
    match = match_of(find_challenge("the-right-foot"))
    before = match.table.towers
    match.submit(TakeOut(TowerId(3)))
    settle(match)
    assert match.table.towers != before
    match.submit(TakeBack())
    assert match.table.towers == before


def test_the_hand_of_a_challenge_overrides_that_of_the_seat() -> None:
    assert match_of(find_challenge("shaky-day")).hand(ME).name == "shaky"
    assert match_of(find_challenge("first-tower")).hand(ME).name == "none"


def test_a_killed_attempt_is_resumed_from_its_record(tmp_path: Path) -> None:
    path = tmp_path / "attempt.tower"
    plan = Planned(["cube 0"] * 4)
    match = match_of(find_challenge("first-tower"), path, "normal")
    for _ in range(2):
        for _ in turn(match, plan):
            pass
        settle(match)
    left = tmp_path / "left.tower"
    left.write_bytes(path.read_bytes())
    resumed: Match[View] = Match.resume(read(left))
    assert resumed.state == match.state
    for each in (match, resumed):
        for _ in play_out(each, plan):
            pass
        each.close()
    assert resumed.table.towers == match.table.towers
    assert stars(resumed) == stars(match) == 1


@pytest.mark.slow  # a quake is simulated
def test_a_record_with_a_false_test_result_is_invalid(tmp_path: Path) -> None:
    path = tmp_path / "lie.tower"
    match = attempt("no-higher-than-needed", Plan(["cube 0"] * 5), path)
    assert validate(read(path)).valid
    assert match.last_shift is not None
    text = path.read_text()
    told = f'"strength":{match.last_shift.strength}'
    assert told in text
    path.write_text(text.replace(told, '"strength":44.0'))
    report = validate(read(path))
    assert not report.valid
    assert report.first_divergence is not None


@pytest.mark.parametrize(
    ("whole", "broken"),
    [
        ('"friction":0.5', '"friction":-1.0'),
        ('"width":1.2', '"width":1e308'),
        ('"height":0.012', '"height":0.0'),
        ('"pick_up":[-0.2', '"pick_up":[-1e9'),
        ('"kind":"plank"', '"kind":"Plank!"'),
    ],
)
def test_a_record_with_an_impossible_challenge_is_refused(
    whole: str, broken: str, tmp_path: Path
) -> None:
    path = tmp_path / "attempt.tower"
    attempt("plank-bridge", Plan(["plank 0"]), path)
    assert whole in path.read_text()
    path.write_text(path.read_text().replace(whole, broken, 1))
    with pytest.raises(RecordFault, match="line 1"):
        Match.resume(read(path))


def test_a_record_contains_its_challenge_and_a_damaged_one_gives_one_line(tmp_path: Path) -> None:
    path = tmp_path / "attempt.tower"
    attempt("plank-bridge", Plan(["plank 0"]), path)
    assert read(path).header.options["challenge"]["title"] == "The plank"
    path.write_text(
        path.read_text().replace('"left-pier","right-pier"]', '"left-pier","nowhere"]', 1)
    )
    with pytest.raises(RecordFault, match="two fixed blocks"):
        Match.resume(read(path))


def test_a_hand_is_proven(tmp_path: Path) -> None:
    """A steady attempt that claims a shaky hand is simulated otherwise."""
    path = tmp_path / "attempt.tower"
    match = match_of(column(2), path)
    match.put(next(action for action in match.legal if isinstance(action, StartTower)))
    match.close()
    assert validate(read(path)).hand_proven
    path.write_bytes(path.read_bytes().replace(b'"skill":"none"', b'"skill":"shaky"', 1))
    report = validate(read(path))
    assert report.first_divergence is not None
    assert "$.motion" in report.first_divergence.why
    assert not report.hand_proven


def test_a_block_dropped_without_the_hand_proves_none(tmp_path: Path) -> None:
    path = tmp_path / "attempt.tower"
    match = match_of(column(2), path)
    match.drop(next(action for action in match.legal if isinstance(action, StartTower)), x=0.0)
    match.close()
    report = validate(read(path))
    assert report.valid
    assert not report.hand_proven


def test_a_record_of_the_older_format_keeps_the_measures_of_its_time(tmp_path: Path) -> None:
    path = tmp_path / "older.tower"
    match = match_of(find_challenge("the-right-foot"), path)
    match.submit(TakeOut(TowerId(2)))
    settle(match)
    match.submit(Finish())
    match.close()
    text = path.read_text(encoding="utf-8")
    assert '"fallen":[3,4]' in text
    older = text.replace("towersim-record-3", "towersim-record-2")
    path.write_text(older, encoding="utf-8")
    assert not validate(read(path)).valid, "that format did not know of fallen pieces"
    for new, old in (('"fallen":[3,4]', '"fallen":[]'), ('"height":0.04,', '"height":0.0847,')):
        assert new in older
        older = older.replace(new, old)
    path.write_text(older, encoding="utf-8")
    assert validate(read(path)).valid
