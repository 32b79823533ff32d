"""Undo of laid cards: match and record are as before."""

from io import FileIO
from pathlib import Path

import msgspec
import pytest

from tests.bots.card_games import decided
from tests.matches import full_disk
from towersim.bots.planner import Planner
from towersim.common import dice
from towersim.common.errors import IllegalAction, RecordFault
from towersim.common.units import Seat
from towersim.match import recorder
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.recorder import Recorder
from towersim.rules.rummu.state import Discard, Draw, Lay, Take


def played_until_laid(path: Path) -> tuple[Match, bytes]:
    """Return a match in which a seat has just laid cards, and the record before that."""
    match = Match.new("rummu", tuple(map(SeatSpec, ("Ada", "Bruno", "Clara"))), seed=4, record=path)
    while True:
        before = path.read_bytes()
        view = match.view(Seat(int(match.actor)))
        action = decided(Planner(), view, dice.stream(1, "test", match.steps))
        assert not match.can_undo, "what brings cards or ends a turn stays"
        match.submit(action)
        if isinstance(action, Lay):
            return match, before


def test_undo_restores_match_and_record(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    match, before = played_until_laid(path)
    laid, told, whole, steps = match.state, [*match.events], path.read_bytes(), match.steps
    action = match.state.table[-1].cards
    assert match.can_undo
    match.undo()
    assert path.read_bytes() == before
    assert (match.steps, match.state.table, match.can_undo) == (steps - 1, (), False)
    assert len(match.events) == sum(len(match.events_of(n)) for n in range(match.steps))
    match.submit(Lay(action))
    assert (match.state, match.events, path.read_bytes()) == (laid, told, whole)
    match.close()
    resumed = Match.resume(read(path))
    resumed.undo()
    assert path.read_bytes() == before
    with pytest.raises(IllegalAction, match="cannot be taken back"):
        resumed.undo()
    resumed.close()
    assert len(read(path).steps) == steps - 1


def test_an_action_not_yet_written_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    match, before = played_until_laid(path)
    action = Lay(match.state.table[-1].cards)
    match.undo()
    with full_disk():
        match.submit(action)
    assert path.read_bytes() != before
    match.undo()
    match.close()
    assert path.read_bytes() == before


def test_undo_removes_only_the_last_of_several_unwritten_lines(tmp_path: Path) -> None:
    written = Recorder(FileIO(tmp_path / "game.tower", "w+"))
    with full_disk():
        for line in (Draw(), Take()):
            with pytest.raises(RecordFault, match="No space left on device"):
                written.write(line)
        written.unwrite()
    written.close()
    assert (tmp_path / "game.tower").read_bytes() == msgspec.json.encode(Draw()) + b"\n"


def test_an_action_stays_if_the_record_cannot_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = played_until_laid(tmp_path / "game.tower")
    state = match.state

    def broken(text: bytes) -> int:
        if text:
            raise OSError(30, "Read-only file system")
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(recorder, "_last_line", broken)
        with pytest.raises(IllegalAction, match=r"cannot be taken back: .*Read-only"):
            match.undo()
    assert match.state is state
    discard = next(a for a in match.rules.legal(match.state) if isinstance(a, Discard | Lay))
    match.submit(discard)
    match.close()
    assert len(read(tmp_path / "game.tower").steps) == match.steps
