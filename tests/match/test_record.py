"""The file of a game: writing, reading, backups; a damaged one gives one sentence."""

import os
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from io import FileIO
from pathlib import Path

import msgspec
import pytest

from tests.matches import GAME, PRESENT, at, finish, fresh, full_disk, idle_game, lead
from tests.physics.builders import golden_bits
from towersim import __version__
from towersim.cli.commands import run
from towersim.common.errors import IllegalAction, OptionFault, RecordFault
from towersim.common.units import Seat
from towersim.match import record as record_module
from towersim.match.match import Match
from towersim.match.record import (
    HUMAN,
    OPEN_ELSEWHERE,
    SeatSpec,
    Step,
    fresh_path,
    newest_first,
    played,
    read,
    unfinished,
)
from towersim.physics.world import ENGINE
from towersim.rules.base import Nature, Place
from towersim.rules.fawlty_towers.state import Options


def test_the_header_of_a_record_has_game_seats_options_and_versions(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "game.tower"
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "careful", "shaky"))
    options = Options(black_cards=False)
    Match.new(GAME, seats, seed=3, options=options, record=path).close()
    first = read(path).header
    assert (first.game, first.seats, first.seed) == (GAME, seats, 3)
    assert first.options == msgspec.to_builtins(options)
    assert (first.towersim, first.pymunk, first.profile) == (__version__, ENGINE, "table-3")
    assert len(read(str(path)).steps) == 25, "what nature did at once is written at once"


def test_a_record_round_trips_through_its_file_and_ends_with_the_outcome(path: Path) -> None:
    match = idle_game(path)
    lines = path.read_bytes().splitlines()
    recording = read(path)
    assert [msgspec.json.encode(step) for step in recording.steps] == lines[1:]
    assert msgspec.json.encode(recording.header) == lines[0]
    assert recording.length == path.stat().st_size
    assert recording.cut_off == ""
    assert [step.n for step in recording.steps] == list(range(match.steps + 1))
    last = recording.steps[-1]
    assert last == Step(match.steps, Nature.OVER, over=match.outcome)
    assert last.over is not None
    assert last.over.scores == (0, 0)


def test_a_seat_is_a_persons_unless_it_names_a_bot() -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bo", "careful"), SeatSpec("Cy", "mine.py:Mine"))
    assert [seat.is_person for seat in seats] == [True, False, False]


def test_a_move_is_written_only_after_the_answer_of_gravity(path: Path) -> None:
    match = fresh(path)
    before = path.read_bytes()
    match.lift("red")
    lead(match, at(match, 1, 0.0, 0.04))
    match.release()
    for _ in range(10):
        match.tick()
    assert path.read_bytes() == before
    finish(match, 1)
    assert len(path.read_bytes()) > len(before)


@golden_bits
def test_the_golden_game_is_reproduced_to_the_bit(record: Path) -> None:
    # Another version of the engine may give other bits: only then may the file be rewritten, with
    # `python -m tests.matches`.
    bodies = (path.read_bytes().splitlines()[1:] for path in (record, PRESENT))  # no versions
    for line, (now, golden) in enumerate(zip(*bodies, strict=True), 2):
        assert now == golden, f"line {line}"


@pytest.mark.parametrize("finished", [False, True])
def test_two_programs_that_create_one_file_at_once_lose_nothing(
    finished: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, kept = tmp_path / "game.tower", tmp_path / "game.tower~"
    path.write_text("a letter")
    lock, others = record_module._lock, []

    def meanwhile(file: FileIO) -> None:
        monkeypatch.setattr(record_module, "_lock", lock)
        others.append(other := fresh(path, seed=2))
        if finished:
            other.close()
            assert kept.read_text() == "a letter"
        lock(file)

    monkeypatch.setattr(record_module, "_lock", meanwhile)
    if finished:
        fresh(path, seed=1).close()
        assert (read(kept).header.seed, read(path).header.seed) == (2, 1)
    else:
        with pytest.raises(RecordFault, match=OPEN_ELSEWHERE):
            fresh(path, seed=1)
        finish(others[0], 1)
        assert (kept.read_text(), read(path).header.seed) == ("a letter", 2)


def test_games_started_in_one_second_have_different_names(tmp_path: Path) -> None:
    now = datetime(2026, 1, 2, 3, 4, 5)
    first = fresh_path(tmp_path, "palace", now)
    assert first != fresh_path(tmp_path, "palace", now + timedelta(microseconds=1))
    first.touch()
    assert first != fresh_path(tmp_path, "palace", now)


def test_an_existing_folder_of_that_name_is_not_changed(path: Path) -> None:
    folder = path
    folder.mkdir()
    (folder / "letter").write_text("dear")
    with pytest.raises(OptionFault, match="cannot write a record there"):
        fresh(folder)
    assert (folder / "letter").read_text() == "dear"


@pytest.mark.parametrize("path", ["/dev/full", "/proc/game.tower", "/dev/null/game.tower"])
def test_a_record_that_cannot_be_written_raises_an_option_fault(path: str) -> None:
    if not Path(path.rpartition("/")[0]).exists():
        pytest.skip("no such place on this system")
    with pytest.raises(OptionFault, match=f"^{path}: cannot write a record there: "):
        fresh(Path(path))


def test_a_record_that_was_never_written_is_reported_at_the_end(path: Path) -> None:
    match = fresh(path)
    with full_disk(), pytest.raises(RecordFault, match="No space left on device"):
        finish(match, 1)
    match.close()


def test_a_match_with_a_closed_record_is_left_as_it_is(path: Path) -> None:
    seats = [SeatSpec("Ada"), SeatSpec("Bruno")]
    with Match.new("push", seats, seed=1, record=path) as match:
        match.submit(match.legal[0])
    steps, legal = match.steps, match.legal
    with pytest.raises(IllegalAction, match="the record is closed"):
        match.submit(legal[0])
    assert (match.steps, match.legal) == (steps, legal)
    match.clone().submit(legal[0])
    with fresh(path) as tower:
        tower.lift("red")
    with pytest.raises(IllegalAction, match="the record is closed"):
        tower.tick()
    with fresh(path) as tower:
        put = next(action for action in tower.legal if isinstance(action, Place))
    for call in (lambda: tower.lift("red"), lambda: tower.put(put), lambda: tower.drop(put, 0.0)):
        with pytest.raises(IllegalAction, match="the record is closed"):
            call()
    assert not tower.carrying


def test_a_branch_begins_where_a_seat_has_to_move(path: Path) -> None:
    idle_game(path, 2)
    recording = read(path)
    for steps in range(len(recording.steps)):
        assert Match.branched(recording, steps).legal
    with pytest.raises(OptionFault, match="steps -1"):
        Match.branched(recording, -1)


@pytest.mark.parametrize(("player", "synced"), [(HUMAN, 1), ("uniform", 0)])
def test_a_persons_move_is_on_the_disk_when_the_turn_ends(
    player: str, synced: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [SeatSpec(name, player) for name in ("Ada", "Bruno", "Clara")]
    match = Match.new("rummu", seats, seed=1, record=path)
    sizes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: sizes.append(os.fstat(file).st_size))
    match.submit(next(iter(match.view(Seat(0)).legal)))
    assert sizes == [path.stat().st_size] * synced
    match.close()


def test_a_game_without_a_move_of_a_seat_is_not_listed_and_a_damaged_one_is(tmp_path: Path) -> None:
    untouched, begun = tmp_path / "untouched.tower", tmp_path / "begun.tower"
    fresh(untouched).close()
    idle_game(begun, 1)
    assert played(tmp_path) == [begun]
    untouched.write_bytes(untouched.read_bytes().replace(b'"deck"', b'"duck"'))
    assert {*played(tmp_path)} == {untouched, begun}


class TestUnfinished:
    @pytest.mark.usefixtures("record")
    def test_lists_the_games_that_can_be_continued_newest_first(
        self, tmp_path: Path, one_move: bytes
    ) -> None:
        for name in ("old.tower", "new.tower", "other.txt"):
            (tmp_path / name).write_bytes(one_move)
        (tmp_path / "broken.tower").write_text("{}\n")
        (tmp_path / "empty.tower").write_text("")
        (tmp_path / "folder.tower").mkdir()
        os.utime(tmp_path / "old.tower", (1, 1))
        assert [one.file.name for one in unfinished(tmp_path)] == ["new.tower", "old.tower"]
        assert tmp_path / "folder.tower" not in newest_first(tmp_path)

    def test_is_empty_without_a_folder(self, tmp_path: Path) -> None:
        assert list(unfinished(tmp_path / "nowhere")) == []

    @pytest.mark.usefixtures("record")
    def test_reads_only_the_end_of_finished_games(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("towersim.match.record.read", lambda path: pytest.fail(str(path)))
        assert list(unfinished(tmp_path)) == []

    def test_reads_only_the_header_of_a_bots_game_where_a_person_is_sought(
        self, tmp_path: Path, one_move: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine, bots = tmp_path / "mine.tower", tmp_path / "bots.tower"
        human, bot = b'"player":"human"', b'"player":"careful"'
        mine.write_bytes(one_move.replace(human, bot, 1))
        bots.write_bytes(one_move.replace(human, bot))
        opened = list[Path]()
        monkeypatch.setattr("towersim.match.record.read", opened.append)
        assert len(list(unfinished(tmp_path))) == 2 == len(opened)
        opened.clear()
        assert len(list(unfinished(tmp_path, of_people=True))) == 1
        assert opened == [mine]


@pytest.fixture(scope="module")
def one_move(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the record of one move."""
    path = tmp_path_factory.mktemp("one") / "game.tower"
    idle_game(path, 1)
    return path.read_bytes()


class TestFaults:
    @pytest.fixture
    def lines(self, one_move: bytes) -> list[bytes]:
        return one_move.splitlines(keepends=True)

    def where(self, tmp_path: Path, lines: list[bytes]) -> str:
        path = tmp_path / "bad.tower"
        path.write_bytes(b"".join(lines))
        with pytest.raises(RecordFault) as fault:
            read(path)
        assert str(fault.value).startswith(str(path))
        return fault.value.where

    @pytest.mark.parametrize(
        ("numbers", "where"),
        [((1, 2, 3, 5), 4), ((1, 2, 3, 4, 5, 7, 6), 6), ((1, 2, 3, 3, 4), 4)],
        ids=["missing", "swapped", "doubled"],
    )
    def test_a_missing_swapped_or_doubled_line_is_named(
        self, numbers: Sequence[int], where: int, tmp_path: Path, lines: list[bytes]
    ) -> None:
        found = self.where(tmp_path, [lines[number - 1] for number in numbers])
        assert found == f"line {where}: $.n"

    @pytest.mark.parametrize(
        ("line", "old", "new", "where"),
        [
            (10, b":", b";", "line 10"),  # is not JSON
            (1, b"Ada", b"\xff\xfe", "line 1"),  # is not UTF-8
            (1, b'"seed":5', b'"seed":"five"', "line 1: $.seed"),
            (3, b'"actor"', b'"acter"', "line 3: $"),
        ],
    )
    def test_a_damaged_line_is_named_with_the_place(
        self, line: int, old: bytes, new: bytes, where: str, tmp_path: Path, lines: list[bytes]
    ) -> None:
        lines[line - 1] = lines[line - 1].replace(old, new)
        assert self.where(tmp_path, lines) == where

    @pytest.mark.parametrize(
        ("number", "why"), [(9, "written by a newer towersim"), (1, "written by an older towersim")]
    )
    def test_another_format_is_named_before_any_other_fault(
        self, number: int, why: str, path: Path
    ) -> None:
        path.write_text(f'{{"format": "towersim-record-{number}", "players": []}}\n')
        with pytest.raises(RecordFault, match=why) as fault:
            read(path)
        assert fault.value.where == "line 1: $.format"

    def test_an_outcome_before_the_end_is_named(self, tmp_path: Path, lines: list[bytes]) -> None:
        over = b'"over":{"reason":"","winners":[],"scores":[]}}'
        lines[3] = lines[3].replace(b"}}\n", b"}," + over + b"\n")
        assert self.where(tmp_path, lines) == "line 4: $.over"

    def test_a_line_after_the_outcome_is_named(self, tmp_path: Path, whole: bytes) -> None:
        lines = whole.splitlines(keepends=True)
        lines.append(lines[-1].replace(b'"n":43', b'"n":44'))
        assert self.where(tmp_path, lines) == f"line {len(lines)}"

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b'"ticks":', b'"ticks":1000000000000000'),
            (b'"ticks":', b'"ticks":-'),
            (b'"let_go":', b'"let_go":9'),
            (b'"hand":[[0,', b'"hand":[[5000,'),
            (b'"hand":[[0,', b'"hand":[[0,1e300,0.1,0.0],[0,'),
            (b'"hand":[[0,', b'"hand":[[0,NaN,0.1,0.0],[0,'),
            (b'"poses":[["red-1",[', b'"poses":[["red-1",[1e200,0.0,0.0]],["red-1",['),
            (b'"fell":[],"hash"', b'"fell":[["red-1",1e18,7]],"hash"'),
        ],
    )
    def test_numbers_out_of_range_are_named(
        self, old: bytes, new: bytes, tmp_path: Path, lines: list[bytes]
    ) -> None:
        assert lines[27].count(old) == 1
        lines[27] = lines[27].replace(old, new)
        assert self.where(tmp_path, lines).startswith("line 28")

    @pytest.mark.parametrize(
        "action",
        [
            b"[" * 100_000 + b"]" * 100_000,
            b'{"a":' * 500 + b"1" + b"}" * 500 + b"}",
            b"1" * 5000,
            b'{"do":"take","row":0,"column":1' + b"0" * 30 + b"}",
            b"1e400",
            b'{"do":"\xff"}',
            b'["place"]',
            b"7",
        ],
        ids=["list", "object", "long", "large", "infinite", "no text", "a list", "a number"],
    )
    @pytest.mark.parametrize("is_last", [False, True])
    def test_a_line_whose_action_is_none_is_named(
        self, action: bytes, path: Path, lines: list[bytes], *, is_last: bool
    ) -> None:
        n = len(lines) - 1 if is_last else 1
        lines[n + 1 :] = [b'{"n":%d,"actor":"deck","action":%b}\n' % (n, action), *lines[n + 2 :]]
        path.write_bytes(b"".join(lines))
        with pytest.raises(RecordFault) as fault:
            Match.resume(read(path))
        assert fault.value.where.startswith(f"line {n + 2}")

    @pytest.mark.parametrize("content", [b"", b"\n", b"\x00" * 100, b"[]\n", b'"format"'])
    def test_content_that_is_no_record_is_named(self, content: bytes, tmp_path: Path) -> None:
        assert self.where(tmp_path, [content]).startswith("line 1")

    def test_paths_without_a_readable_record_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "large.tower").touch()
        os.truncate(tmp_path / "large.tower", 2**27)
        for path in (tmp_path, tmp_path / "nowhere", tmp_path / "large.tower", Path("/dev/zero")):
            with pytest.raises(RecordFault) as fault:
                read(path)
            assert fault.value.where == "$", path


@pytest.mark.parametrize("options", [[], ["--validate"]])
def test_replay_reports_a_truncated_record(
    path: Path, one_move: bytes, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    for cut in (None, -9):
        path.write_bytes(one_move[:cut])
        assert run(["replay", str(path), *options]) == 0
        told = rf"towersim: {re.escape(str(path))}: .* dropped\n" if cut else ""
        assert re.fullmatch(told, capsys.readouterr().err)
