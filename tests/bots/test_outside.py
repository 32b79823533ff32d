"""Bots from outside: found by name, timed, checked, and replaced for a move where they fail."""

import time
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from towersim.bots import outside
from towersim.bots.outside import Host
from towersim.bots.table import bot, play_out, turn
from towersim.cli.commands import run
from towersim.common import processes
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.lab.tournament import Tournament, tournament
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.ui.language import translator

CHOICES = {
    "First": "return position.view.legal[0]",
    "Slow": "yield; return position.view.legal[-1]",
    "Raises": "yield; raise ValueError('no idea')",
    "Nonsense": "return 7",
    "Pair": "return Put(position.view.legal[0], (0.0, 0.3))",
    "Nowhere": "return Put(position.view.legal[0], (float('nan'), 0.0, 0.0))",
    "Beside": "return Put(position.view.legal[0], (0.7, 0.3, 0.0))",
    "Sleeps": "time.sleep(30)",
    "Prints": "print('HELLO'); os.write(1, b'RAW\\n'); return position.view.legal[0]",
    "Twin": "os.fork(); return position.view.legal[0]",
    "Interrupts": "raise KeyboardInterrupt",
    "Exits": "os._exit(3)",
    "Spoils": "os.write(4, b'HELLO'); time.sleep(30)",
    "Equal": "return Same()",
    "Breaks": "sys.modules['msgspec'].msgpack = None; return 7",
    "Unpickles": "return Unpickled()",
    "Forges": "main = sys.modules['__main__']; main._answer = lambda *_: main.Chosen(10**6); "
    "return position.view.legal[0]",
    "Moody": "self.n = getattr(self, 'n', 0) + 1; "
    "return position.view.legal[int(f'{self.n}!' if self.n % 2 else '0')]",
}
"""What each bot does when it has to choose."""
TEXT = """
import os, sys, time
from towersim.bots.base import Put

class Same:
    __hash__ = None
    def __eq__(self, other):
        return True
    def __repr__(self):
        raise ValueError

class Unpickled:
    def __reduce__(self):
        return os._exit, (7,)
    def __repr__(self):
        return "Unpickled"

class Broken:
    def __init__(self):
        raise RuntimeError("no model")

number = 3
""" + "".join(
    f"class {name}:\n    def choose(self, position): {choice}\n" for name, choice in CHOICES.items()
)
TEXT += "class Property:\n    choose = property(lambda bot: 1 / 0)\n"
FORKS = """
class Forks(First):
    def choose(self, position):
        self.file = open("held", "w")
        fcntl.flock(self.file, fcntl.LOCK_EX)
        if not os.fork():
            time.sleep(60)
        return super().choose(position)
"""


@pytest.fixture(autouse=True)
def here(cwd: Path) -> Path:
    (cwd / "mine.py").write_text(TEXT)
    return cwd


PATIENT = Host(budget=30.0)
"""For bots that answer at once, even while other processes hold them up."""


def some_moves(
    name: str, game: str = "push", host: Host = PATIENT, moves: int = 3, rival: str = "uniform"
) -> Match:
    """Return a game after some moves, the first by a bot from outside."""
    match = Match.new(game, [SeatSpec("Ada", name), SeatSpec("Bo", rival)], seed=1)
    for _ in islice(play_out(match, None, {name: bot(game, name, host)}), moves):
        pass
    return match


@pytest.mark.parametrize("name", ["mine.py:First", "mine.py:Slow", "readme.py:LowCards"])
def test_a_bot_of_a_file_or_of_the_readme_plays(name: str) -> None:
    text = (Path(outside.__file__).parent / "README.md").read_text(encoding="utf-8")
    Path("readme.py").write_text(text.partition("```python\n")[2].partition("```")[0])
    match = some_moves(name, "palace" if name.startswith("readme") else "push")
    assert (match.steps >= 3, match.notices) == (True, [])


@pytest.mark.parametrize(
    ("name", "game", "why"),
    [
        ("mine.py:Raises", "push", "failed: ValueError: no idea (mine.py, line "),
        ("mine.py:Nonsense", "push", "answered what is not legal: 7"),
        ("mine.py:Equal", "push", "answered what is not legal: Same"),
        ("mine.py:Interrupts", "push", "failed: KeyboardInterrupt (mine.py, line "),
        ("mine.py:Pair", "fawlty-towers", "answered nonsense: TypeError: Pose.__new__() missing 1"),
        ("mine.py:Nowhere", "fawlty-towers", "Pose(x=nan, y=0.0, angle=0.0): the hand cannot go"),
        ("mine.py:Beside", "fawlty-towers", "the red cube is beside the places where it may be"),
    ],
)
def test_the_best_bot_or_the_hand_does_what_a_bot_cannot(name: str, game: str, why: str) -> None:
    match = some_moves(name, game)
    told = "; its hand puts the block down where it lands"
    end = told if name in ("mine.py:Nowhere", "mine.py:Beside") else " chooses for it"
    assert match.notices[0].startswith(f"Ada: {why}")
    assert (match.steps >= 3, match.notices[0].endswith(end)) == (True, True)


def test_a_bot_that_hangs_is_replaced_and_not_asked_while_it_still_thinks() -> None:
    name = "mine.py:Sleeps"
    match = some_moves(name, host=Host(budget=0.05), rival=name)
    assert [notice.partition(": ")[2] for notice in match.notices[:2]] == [
        "took longer than 0.05 s; the best bot chooses for it",
        "still thinks about an earlier move; the best bot chooses for it",
    ]


def test_after_three_failures_in_a_row_the_best_bot_plays_on() -> None:
    match = some_moves("mine.py:Raises", moves=12)
    assert match.notices[1:] == ["Ada: failed 3 times in a row; the best bot plays on for it"]
    ahead = match.clone()
    assert (ahead.failures, ahead.replaced) == ({0: 3}, {0: 12})
    ahead.failures.clear()
    ahead.replaced.clear()
    assert (match.failures, match.replaced) == ({0: 3}, {0: 12}), "a clone counts for itself"


def test_a_reason_is_told_once_even_if_its_words_change_from_move_to_move() -> None:
    match = some_moves("mine.py:Moody", moves=24)
    (notice,) = match.notices
    assert notice.startswith("Ada: failed: ValueError: invalid literal for int() with base 10: '1!")
    assert match.replaced[Seat(0)] > 3


def test_a_file_that_hangs_while_it_is_loaded_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "STARTING", 0.1)
    Path("loop.py").write_text("import time\ntime.sleep(30)")
    with pytest.raises(OptionFault, match="cannot be loaded: took longer than 0"):
        bot("push", "loop.py:Mine")


@pytest.mark.slow  # starts processes
@pytest.mark.parametrize(
    ("name", "game", "whys"),
    [
        ("mine.py:First", "push", []),
        ("mine.py:Slow", "fawlty-towers", []),
        ("mine.py:Exits", "push", ["ended its process (exit code 3)"]),
        ("mine.py:Breaks", "push", ["ended its process (exit code 1)"]),
        ("mine.py:Spoils", "push", ["wrote to the pipe of its process"]),
        ("mine.py:Sleeps", "push", ["took longer than 0.2 s"]),
        ("mine.py:Unpickles", "push", ["answered what is not legal: Unpickled"]),
        ("mine.py:Forges", "push", ["answered what is not legal: 1000000"]),
        ("mine.py:Twin", "push", []),
        ("mine.py:Interrupts", "push", ["failed: KeyboardInterrupt (mine.py, line 44)"]),
    ],
)
def test_an_isolated_bot_cannot_hold_up_or_end_the_program(
    name: str, game: str, whys: Sequence[str], capfd: pytest.CaptureFixture[str]
) -> None:
    budget = 0.2 if name == "mine.py:Sleeps" else PATIENT.budget
    match = some_moves(name, game, Host(isolate=True, budget=budget))
    assert match.notices[:1] == [f"Ada: {why}; the best bot chooses for it" for why in whys]
    assert capfd.readouterr().err == ""
    german = map(translator("de"), match.notices[:1])
    assert all(told.endswith("; der beste Bot wählt für diesen") for told in german)


@pytest.mark.slow  # starts a process
def test_a_request_to_a_process_that_has_ended_is_lost() -> None:
    child = processes.Child[str](outside.__name__, str)
    child.send(b"mine.py:First")
    assert child.end() != 0
    child.send(b"")


@pytest.mark.slow  # starts processes
def test_a_bot_whose_file_has_changed_does_not_go_on_under_the_old_version() -> None:
    name = "mine.py:Sleeps"
    known = {name: bot("push", name, Host(isolate=True, budget=0.2))}
    match = Match.new("push", [SeatSpec("Ada", name), SeatSpec("Bo", "uniform")], seed=1)
    for number, _ in enumerate(islice(play_out(match, None, known), 3)):
        if number == 0:
            Path("mine.py").write_text(TEXT.replace("time.sleep(30)", CHOICES["First"]))
    assert match.notices[1].startswith("Ada: has another version than at the start; the best bot")


def test_the_budget_counts_only_the_time_from_the_arrival_of_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]

    class Imports(outside._Threaded):
        """A worker that needs ten seconds before it thinks; no other time passes."""

        def thinks(self) -> Any:
            now[0] += 5.0
            return now[0] % 10 == 0 or None

    monkeypatch.setattr(outside, "_Threaded", Imports)
    monkeypatch.setattr(outside, "time", SimpleNamespace(monotonic=lambda: now[0]))
    assert some_moves("mine.py:First", host=Host(budget=1.0)).notices == []
    assert now[0] >= 10.0


@pytest.mark.slow  # starts processes
@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("while True: pass", "cannot be loaded: took longer than 3 s"),
        ("import os; os._exit(4)", "cannot be loaded: ended its process (exit code 4)"),
        ("Mine = 3", "is not a class with a method choose(position)"),
    ],
)
def test_a_file_is_loaded_in_its_own_process_alone(
    file: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "took longer" in why:
        monkeypatch.setattr(outside, "STARTING", 3.0)
    Path("loop.py").write_text(file)
    asked = Tournament("push", ("loop.py:Mine", "uniform"), 2, 1, {})
    for load in (
        partial(bot, "push", "loop.py:Mine", Host(isolate=True)),
        partial(tournament, asked),
    ):
        with pytest.raises(OptionFault) as fault:
            load()
        assert str(fault.value) == f"bot 'loop.py:Mine': {why}"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mine.py:number", "bot 'mine.py:number': is not a class with a method choose(position)"),
        ("mine.py:Broken", "bot 'mine.py:Broken': cannot be made: RuntimeError: no model"),
        ("mine.py:Property", "bot 'mine.py:Property': cannot be made: ZeroDivisionError: div"),
        ("\udcff.py:X", r"bot '\udcff.py:X': is not Unicode, so nothing that is saved can name it"),
        ("clever", "player 'clever': not known in push; known: human, reckoner, hard, normal, "),
    ],
)
def test_a_name_without_a_bot_gives_one_line(name: str, why: str) -> None:
    with pytest.raises(OptionFault) as fault:
        bot("push", name)
    assert str(fault.value).startswith(why)


@pytest.mark.slow  # starts a process
def test_what_an_isolated_bot_forks_ends_with_it() -> None:
    fcntl = pytest.importorskip("fcntl")
    Path("forks.py").write_text(f"import fcntl{TEXT}{FORKS}")
    bots = {"forks.py:Forks": bot("push", "forks.py:Forks", Host(isolate=True))}
    seats = [SeatSpec("Ada", "forks.py:Forks"), SeatSpec("Bo", "uniform")]
    for _ in turn(Match.new("push", seats, seed=1), None, bots):
        pass
    with Path("held").open("w") as file:
        with pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        bots.clear()
        began = time.monotonic()
        fcntl.flock(file, fcntl.LOCK_EX)
        assert time.monotonic() - began < 20


@pytest.mark.slow  # they start processes
@pytest.mark.parametrize(
    "command", [["play", "push", "--seats"], ["tournament", "push", "--games", "1", "--bots"]]
)
def test_json_is_alone_on_standard_output(
    command: Sequence[str], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    Path("loud.py").write_text(f"{TEXT}os.write(1, b'imported\\n')")
    assert run([*command, "loud.py:Prints,uniform", "--json"]) == 0
    printed = capfd.readouterr()
    assert printed.out.startswith('{"game":"push"')
    assert printed.out.count("\n") == 1
    assert {"imported", "HELLO", "RAW"} <= {*printed.err.splitlines()}


@pytest.mark.slow
def test_the_command_line_seats_it_and_its_record_needs_no_file(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["--seats", "mine.py:First@shaky, mine.py:Raises,uniform", "--seed", "1"]
    assert run(["play", "push", *seats, "--json", "--record", "game.tower"]) == 0
    told = capsys.readouterr().err
    assert told.count("Raises 2: failed: ValueError: no idea") == 1
    (here / "mine.py").unlink()
    recording = read(here / "game.tower")
    assert [(s.name, s.player, s.skill) for s in recording.header.seats] == [
        ("First 1", "mine.py:First", "shaky"),
        ("Raises 2", "mine.py:Raises", "normal"),
        ("Clara", "uniform", "normal"),
    ]
    assert validate(recording).valid
