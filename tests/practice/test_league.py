"""Codes of challenges and attempts, the league of a folder, medals, records and statistics."""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.commands import Printed, complaint, json_of, output
from tests.practice.planned import Plan, attempt, match_of, proofs
from towersim.cli.commands import run
from towersim.common.errors import OptionFault
from towersim.files.challengefile import all_challenges, find_challenge
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import Header, SeatSpec
from towersim.practice import code
from towersim.practice.attempts import UNPROVEN, Attempt, Placement
from towersim.practice.generated import endless_challenge
from towersim.practice.league import Entry, label, league, ranked
from towersim.practice.records import (
    BAND,
    HEIGHTS,
    Band,
    Week,
    endless_records,
    personal_records,
    statistics_of,
    streak,
)
from towersim.rules.practice.challenge import AnyGoal, Challenge, Height, Reach, Span
from towersim.rules.practice.state import GiveUp

TOWER = Plan(["cube 0"] * 3)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_every_challenge_comes_back_from_its_code(tmp_path: Path) -> None:
    for challenge in (*all_challenges()[::5], endless_challenge(5)):
        text = code.code_of(challenge)
        wrapped = "\n".join(text[at : at + 60] for at in range(0, len(text), 60))
        received = code.receive(wrapped, tmp_path)
        assert received == code.Received(challenge, None)
    assert not list(tmp_path.iterdir())


def test_a_changed_challenge_does_not_bear_the_name_of_the_included_one(tmp_path: Path) -> None:
    eased = replace(find_challenge("tee"), stars=(0.0, 0.0, 0.0))
    received = code.receive(code.code_of(eased), tmp_path).challenge
    assert received.name == label(eased)
    assert received.name.startswith("tee (changed ")
    again = code.receive(code.code_of(received), tmp_path).challenge
    assert again == received


def test_an_attempt_is_validated_and_becomes_the_rival(tmp_path: Path, capsys: Printed) -> None:
    record, rivals = tmp_path / "mine.tower", tmp_path / "rivals"
    match = attempt("first-tower", TOWER, record)
    assert match.outcome is not None
    text = output(capsys, "practice", "code", record, "--name", "Eva")
    (tmp_path / "code.txt").write_text(text)
    for sent in (text, str(tmp_path / "code.txt")):
        received = code.receive(sent, rivals)
        assert received.entry is not None
        assert (received.entry.name, received.entry.stars) == ("Eva", 1)
    challenge = received.challenge
    rival = code.rival_at(challenge, rivals)
    assert rival is not None
    standing = tuple((p.kind, p.pose) for tower in match.table.towers for p in tower)
    assert rival == ("Eva", match.outcome.reached, standing)
    assert rival.compared(challenge, 0.5) == "You beat Eva: 60.1 mm high."
    assert rival.compared(challenge, 0.04) == "Eva is still ahead: 60.1 mm high."
    assert rival.compared(challenge, None) == "Eva is still ahead: 60.1 mm high."
    assert rival.compared(challenge, rival.measure) == "You are level with Eva."
    assert code.rival_at(find_challenge("tee"), rivals) is None


def test_only_an_attempt_at_the_challenge_of_this_name_is_a_rival(tmp_path: Path) -> None:
    tee, pictures = find_challenge("tee"), levels_dir() / "pictures"
    attempt("first-tower", TOWER, tmp_path / "tee - x (0123abcd) - Eva.tower")
    (tmp_path / "tee - gone.tower").symlink_to(tmp_path / "nowhere")
    assert code.rival_at(tee, tmp_path) is None
    (tmp_path / "tee - Ada.tower").write_bytes((pictures / "bausack.tower").read_bytes())
    assert code.rival_at(tee, tmp_path) is None


def test_fewer_pieces_beat_more() -> None:
    rival = code.Rival("Eva", 4.0, ())
    bridge = find_challenge("plank-bridge")
    assert bridge.fewer_is_better
    assert rival.compared(bridge, 3.0).startswith("You beat Eva")
    assert rival.compared(bridge, 5.0).startswith("Eva is still ahead")
    assert rival._replace(measure=None).compared(bridge, 5.0).startswith("You beat Eva")


def packed(content: bytes, *, known: bool = True) -> str:
    """Return a code of any content, also without the dictionary of codes."""
    press = zlib.compressobj(9, zdict=code.TYPICAL) if known else zlib.compressobj(9)
    data = press.compress(content) + press.flush()
    return code.PREFIX + urlsafe_b64encode(data).decode().rstrip("=")


def altered(change: Callable[[Challenge], Challenge]) -> str:
    """Return the code of a record without moves, with another challenge."""
    line = code.unpacked(code.code_of(find_challenge("tee")))
    head = msgspec.json.decode(line, type=Header)
    challenge = msgspec.convert(head.options["challenge"], Challenge)
    return code.packed(msgspec.json.encode(replace(head, options={"challenge": change(challenge)})))


GOOD = code.code_of(find_challenge("tee"))
HOSTILE = {
    "cut off": GOOD[:-30],
    "swapped": GOOD[:60] + GOOD[70:80] + GOOD[60:70] + GOOD[80:],
    "empty": code.PREFIX,
    "no alphabet": code.PREFIX + "ü!",
    "a bomb": packed(b"{" + bytes(code.MOST + 1)),
    "no dictionary": packed(b"{}", known=False),
    "no record": packed(b'{"format":"spam"}'),
    "no JSON": packed(b"{{{"),
    "a code in a code": packed(GOOD.encode()),
    "nested": packed(b"[" * 100_000),
    "another folder": altered(lambda one: replace(one, name="../../spam")),
    "a wide title": altered(lambda one: replace(one, title="spam" * 100)),
    "a command": altered(lambda one: replace(one, hint="\x1b[2J")),
    "too many pieces": altered(
        lambda one: replace(one, pieces=tuple(replace(p, count=100) for p in one.pieces))
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_damaged_or_hostile_code_is_one_line(kind: str, tmp_path: Path, capsys: Printed) -> None:
    assert len(complaint(capsys, "practice", HOSTILE[kind])) < 400
    assert not list(tmp_path.rglob("*.tower"))


def test_a_forged_attempt_and_another_game_are_refused(tmp_path: Path) -> None:
    record = tmp_path / "mine.tower"
    attempt("first-tower", TOWER, record)
    forged = record.read_bytes().replace(b'"stars":1', b'"stars":3')
    with pytest.raises(OptionFault, match=r"^line "):
        code.receive(code.packed(forged), tmp_path / "rivals")
    cut = b"".join(record.read_bytes().splitlines(keepends=True)[:-3])
    with pytest.raises(OptionFault, match=r"^the attempt is not over$"):
        code.receive(code.packed(cut), tmp_path / "rivals")
    palace = levels_dir() / "pictures" / "palace.tower"
    with pytest.raises(OptionFault, match="is a game of palace"):
        code.attempt_code(palace)
    with pytest.raises(OptionFault, match=r"^palace\.tower: it is a game of palace$"):
        code.receive(str(palace), tmp_path / "rivals")
    assert not (tmp_path / "rivals").exists()


def test_a_file_that_is_neither_a_code_nor_a_record_is_named(tmp_path: Path) -> None:
    junk = tmp_path / "junk.tower"
    for content, why in (("hello", "this is not a code: .+"), ('{"format":1}', "line 1: .+")):
        junk.write_text(content)
        with pytest.raises(OptionFault, match=rf"^junk\.tower: {why}$"):
            code.receive(str(junk), tmp_path)


def test_an_empty_clipboard_is_no_code(tmp_path: Path) -> None:
    assert str(code.checked(" ", tmp_path)).startswith("this is not a code")


def test_a_file_without_an_end_is_refused_and_a_missing_line_end_is_added(tmp_path: Path) -> None:
    if Path("/dev/zero").exists():
        with pytest.raises(OptionFault, match=r"^/dev/zero: is larger than 16 MiB$"):
            code.receive("/dev/zero", tmp_path)
    (tmp_path / "start.tower").write_bytes(code.unpacked(GOOD).rstrip())
    assert code.attempt_code(tmp_path / "start.tower") == GOOD


def test_a_name_with_a_control_character_is_refused(tmp_path: Path, capsys: Printed) -> None:
    attempt("first-tower", TOWER, tmp_path / "mine.tower")
    assert "name" in complaint(
        capsys, "practice", "code", tmp_path / "mine.tower", "--name", "\x1b"
    )


CUBES = ["cube 0"] * 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three attempts, a forged one, a damaged file and another game."""
    attempt("first-tower", Plan(CUBES), tmp_path / "good.tower")
    attempt("first-tower", Plan(CUBES[:3]), tmp_path / "lower.tower")
    attempt("over-the-edge", proofs()["over-the-edge"]["three_stars"], tmp_path / "edge.tower")
    text = (tmp_path / "good.tower").read_text(encoding="utf-8")
    forged = text.replace('"stars":1', '"stars":3')
    assert forged != text
    (tmp_path / "forged.tower").write_text(forged, encoding="utf-8")
    unended = "".join(text.splitlines(keepends=True)[:-3])
    (tmp_path / "unended.tower").write_text(unended, encoding="utf-8")
    (tmp_path / "damaged.tower").write_text("no record\n", encoding="utf-8")
    older = text.replace("towersim-record-3", "towersim-record-2")
    (tmp_path / "older.tower").write_text(older, encoding="utf-8")
    people = [SeatSpec("Ada"), SeatSpec("Bruno")]
    Match.new("push", people, seed=1, record=tmp_path / "push.tower").close()
    return tmp_path


@pytest.mark.slow
def test_attempts_are_ranked_per_challenge_and_what_does_not_validate_is_named(
    folder: Path, capsys: Printed
) -> None:
    found = league(folder)
    told = [(one.challenge, one.rank, one.stars, one.file) for one in found.entries]
    assert told == [
        ("first-tower", 1, 1, "good.tower"),
        ("first-tower", 2, 1, "lower.tower"),
        ("over-the-edge", 1, 3, "edge.tower"),
    ]
    why = {each.file: each.why for each in found.refused}
    assert set(why) == {
        "damaged.tower",
        "forged.tower",
        "older.tower",
        "push.tower",
        "unended.tower",
    }
    assert why["push.tower"] == "is a game of push"
    assert why["unended.tower"] == "the attempt is not over"
    capsys.readouterr()
    printed = json_of(capsys, "practice", "league", folder, "--json")
    assert [entry["file"] for entry in printed["entries"]] == [one.file for one in found.entries]
    assert run(["practice", "league", str(folder)]) == 0
    shown = capsys.readouterr()
    assert "good.tower" in shown.out
    assert "push.tower: is a game of push" in shown.err


@pytest.mark.parametrize(
    ("goal", "met"), [(Span(("left", "right")), 9.0), (Reach(0.15), -0.01), (Height(), 0.0)]
)
def test_a_goal_that_was_met_without_a_star_ranks_before_one_that_was_not(
    goal: AnyGoal, met: float
) -> None:
    every = [Entry("any", goal, 0, "Ada", 0, at, "none", f"{at}", "Any") for at in (None, met, met)]
    found = [(one.rank, one.measure) for one in ranked(every).entries]
    assert found == [(1, met), (1, met), (3, None)], "equal ones share a rank"


def test_a_folder_without_attempts_is_reported(tmp_path: Path, capsys: Printed) -> None:
    assert output(capsys, "practice", "league", tmp_path).split(": ") == [
        str(tmp_path),
        "holds no finished attempt (a .tower file) that can be ranked\n",
    ]


def given_up(challenge: Challenge, record: Path) -> None:
    """Write an attempt without a piece."""
    match = match_of(challenge, record)
    match.submit(GiveUp())
    match.close()


def test_only_attempts_at_one_and_the_same_challenge_share_a_table(tmp_path: Path) -> None:
    endless, tower = endless_challenge(1), find_challenge("first-tower")
    own = replace(tower, name="own")
    made = (
        endless,
        replace(endless, stars=(1.0, 2.0, 3.0)),
        own,
        replace(own, title="In other words"),
        replace(own, stars=(0.01, 0.02, 0.03)),
        replace(own, name=label(own)),
        replace(tower, name=label(own).replace("own", "first-tower")),
        replace(tower, hand="steady"),
    )
    for number, each in enumerate(made):
        given_up(each, tmp_path / f"{number}.tower")
    found = league(tmp_path)
    assert not found.refused
    plain, eased, first, reworded, easier, again, tower_, steady = (
        next(one.challenge for one in found.entries if one.file == f"{n}.tower")
        for n in range(len(made))
    )
    assert (plain, tower_) == ("endless-1", "first-tower")
    assert eased.startswith("endless-1 (changed ")
    assert steady.startswith("first-tower (changed ")
    assert first == reworded == again
    assert first.startswith("own (")
    assert easier.startswith("own (")
    assert easier != first


TODAY = date(2026, 11, 24)


def attempt_at(challenge: str, measure: float | None, hand: str = "normal") -> Attempt:
    return Attempt(challenge, "2026-11-22T12:00:00", 1, measure, 9.0, 3, 3, hand, None)


def test_a_streak_lasts_until_a_day_is_left_out_and_today_may_still_come() -> None:
    won = {"daily-2026-11-23": 1, "daily-2026-11-22": 3, "daily-2026-11-20": 3}
    assert streak(won, TODAY) == 2
    assert streak({**won, "daily-2026-11-24": 1}, TODAY) == 3
    assert streak({**won, "daily-2026-11-23": 0}, TODAY) == 0


def test_records_compare_one_measure_over_all_challenges() -> None:
    attempts = [
        attempt_at("first-tower", 0.06),
        attempt_at("long-and-thin", 0.24),
        attempt_at("tee", 0.3, UNPROVEN),
        attempt_at("harmonic", None),
        attempt_at("far-out", 0.12),
        attempt_at("elsewhere", 9.0),
        replace(attempt_at("over-the-edge", 0.2), stars=0),
        attempt_at("two-arms", 3.0),
        attempt_at("long-bridge", 5.0),
    ]
    found = personal_records(attempts, all_challenges())
    told = [(goal.tag, one.challenge, one.measure) for goal, one in found]
    assert told == [
        ("height", "long-and-thin", 0.24),
        ("reach", "far-out", 0.12),
        ("span", "two-arms", 3.0),
    ]


def test_endless_records_have_the_best_attempt_at_each_the_most_pieces_first() -> None:
    attempts = [
        attempt_at("endless-2", 5.0),
        attempt_at("endless-1", 4.0),
        attempt_at("endless-1", 7.0),
    ]
    attempts.append(attempt_at("narrow-footing", 9.0))
    found = [(one.challenge, one.measure) for one in endless_records(attempts)]
    assert found == [("endless-1", 7.0), ("endless-2", 5.0)]


def on_day(day: str, stars: int, number: int) -> Attempt:
    return Attempt("tee", f"{day}T12:00:00", stars, 1.0, 9.0, 1, 1, "none", None, number)


def piece(error: float | None, height: float) -> Placement:
    return Placement("cube", error, 0.0005, height, fell=error is None)


def test_pieces_are_counted_by_height_and_attempts_by_week() -> None:
    days = ((15, 1), (16, 3), (22, 2), (23, 0))
    attempts = [on_day(f"2026-11-{day}", won, n) for n, (day, won) in enumerate(days, 1)]
    pieces = {
        1: [piece(0.004, 0.01)],
        2: [piece(0.001, 0.01), piece(0.003, 0.06), piece(None, 0.07)],
        4: [piece(None, 2.0)],
    }
    found = statistics_of(attempts, pieces)
    assert found.attempts == 4
    assert found.errors == (0.004, 0.001, 0.003)
    assert len(found.tremors) == 5
    assert found.bands[:2] == (Band(0.0, 2, 0), Band(0.05, 2, 1))
    assert found.bands[-1][1:] == (1, 1), "the last band has no upper end"
    assert len(found.bands) == len(HEIGHTS)
    assert found.weeks == (
        Week("2026-11-09", 1.0, 0.004),
        Week("2026-11-16", 2.5, 0.002),
        Week("2026-11-23", 0.0, None),
    )
    none = statistics_of([], {})
    assert (none.attempts, none.errors, none.tremors, none.weeks) == (0, (), (), ())


def test_the_weakest_height_is_that_at_which_most_of_enough_pieces_fell() -> None:
    def pieces(height: float, count: int, fell: int) -> list[Placement]:
        y = height + 0.001
        return [Placement("cube", None, 0.0, y, fell=number < fell) for number in range(count)]

    low, high, rare = pieces(0.0, 20, 1), pieces(2 * BAND, 10, 4), pieces(3 * BAND, 2, 2)
    assert statistics_of([], {1: [*low, *high, *rare]}).weakest == Band(2 * BAND, 10, 4)
    assert statistics_of([], {1: rare}).weakest is None
    assert statistics_of([], {1: high}).weakest is None, "there is nothing better"
    assert statistics_of([], {1: [*low, *pieces(BAND, 5, 1)]}).weakest is None, "it fell once"
    upright = [replace(one, turned=-1.57) for one in pieces(0.0, 5, 3)]
    lying = [replace(one, turned=3.1) for one in high]
    found = statistics_of([], {1: [*low, *lying, *upright]})
    assert found.turns == (Band(0.0, 10, 4), Band(10.0, 0, 0), Band(80.0, 5, 3))
    assert found.weakest == found.turns[2]
