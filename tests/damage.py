"""Damage many files and kill many processes, from a seed; count what goes wrong.

::

    python -m tests.damage --files 100000 --kills 1000 --seed 1

A damaged file has to be read or refused in one line; a killed writer may lose nothing but the step
in the air, and its temporary files are gone after the next start. It takes an hour and is no test.
"""

import argparse
import os
import signal
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec.structs import replace

from tests import test_fuzzing as fuzz
from tests.lab.results import folder as results_folder
from tests.matches import idle_game
from towersim.common.dice import stream
from towersim.common.errors import OptionFault, TowersimError
from towersim.common.whole_file import delete_left, whole_folder
from towersim.files.challengefile import load_challenge
from towersim.files.level import levels_dir, load_scene
from towersim.free_table.files import opened, save
from towersim.lab import judge, store
from towersim.lab.sweep import load_sweep
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.practice.attempts import Attempts
from towersim.ui.settings import Settings, load_settings, save_settings

BUSY = "another program writes there"
LONGEST = 0.08
"""Longest life of a writer after its first step, in seconds."""


class Damaged(NamedTuple):
    """A kind of files: sound ones, a place for damaged ones, their reader, a share of all files."""

    name: str
    sound: list[bytes]
    path: Path
    use: fuzz.Use
    share: int


def kinds(folder: Path) -> list[Damaged]:
    """Return all kinds of files, with sound ones made in a folder."""
    record = folder / "game.tower"
    idle_game(record, 2)
    save_settings(folder / "settings.json", Settings())
    answers = folder / "people.jsonl"
    judge.append(answers, judge.Judgement("Ada", "stability-2", "0" * 16, 0.5, 2.5, "2026-11-22"))
    Attempts(folder / "a.sqlite3").add(fuzz.ATTEMPT)
    results = results_folder(folder / "results", said=["height", "margin"], builders=["margin"])
    part = next((results / store.PREDICTIONS).iterdir())
    scene = folder / "scene.toml"

    def settings(path: Path) -> None:
        found, notice = load_settings(path)
        if (notice and found != Settings()) or "\n" in notice:
            raise AssertionError(notice)

    one = [record.read_bytes()]
    return [
        Damaged("records", one, record, read, 6),
        Damaged("records, resumed", one, record, fuzz.resumed, 1),
        Damaged("scenes", fuzz.files("scenes"), scene, load_scene, 3),
        Damaged("free tables", fuzz.files("scenes"), scene, opened, 1),
        Damaged("sweeps", fuzz.files("sweeps"), folder / "sweep.toml", load_sweep, 2),
        Damaged("challenges", fuzz.files("practice"), folder / "c.toml", load_challenge, 3),
        Damaged(
            "settings",
            [(folder / "settings.json").read_bytes()],
            folder / "settings.json",
            settings,
            3,
        ),
        Damaged("answers", [answers.read_bytes()], answers, judge.read, 3),
        Damaged(
            "attempts",
            [(folder / "a.sqlite3").read_bytes()],
            folder / "a.sqlite3",
            fuzz.counted_attempts,
            1,
        ),
        Damaged("partitions", [part.read_bytes()], part, lambda _: store.read(results), 3),
    ]


def damage(files: int, seed: int) -> None:
    """Read damaged files; print the outcomes of each kind."""
    with TemporaryDirectory() as name:
        every = kinds(Path(name))
        total = sum(kind.share for kind in every)
        for number, kind in enumerate(every):
            fuzz.FILES = files * kind.share // total
            found = fuzz.counted(kind.use, kind.path, kind.sound, (seed, number))
            sys.stdout.write(f"{kind.name}: {fuzz.FILES} files, {dict(found)}\n")
            sys.stdout.flush()


Steps = Iterator[None]
Writer = Callable[[Path], Steps]
Check = Callable[[Path, int], None]
"""Raises AssertionError or a fault unless the given number of steps, or one more, is there."""


def settings_steps(folder: Path) -> Steps:
    """Save settings that count."""
    n = 0
    while True:
        assert not save_settings(folder / "settings.json", Settings(game=f"{n}"))
        n += 1
        yield


def settings_check(folder: Path, done: int) -> None:
    """Compare the number with the last one written."""
    settings, notice = load_settings(folder / "settings.json")
    assert not notice, notice
    assert int(settings.game) in (done - 1, done)


def scene_steps(folder: Path) -> Steps:
    """Save the free table with one of two scenes."""
    scenes = [load_scene(levels_dir() / "scenes" / f"{name}.toml") for name in ("arch", "column")]
    while True:
        for scene in scenes:
            save(folder / "free-table.toml", scene)
            yield


def scene_check(folder: Path, _: int) -> None:
    """Open the scene."""
    opened(folder / "free-table.toml")


def answer_steps(folder: Path) -> Steps:
    """Append answers."""
    said = judge.Judgement("Ada", "stability-2", "0" * 16, 0.5, 2.5, "2026-11-22")
    while True:
        judge.append(folder / "people.jsonl", said)
        yield


def answer_check(folder: Path, done: int) -> None:
    """Count the answers."""
    assert len(judge.read(folder / "people.jsonl")) in (done, done + 1)


def attempt_steps(folder: Path) -> Steps:
    """Add attempts."""
    n = 0
    while True:
        Attempts(folder / "a.sqlite3").add(replace(fuzz.ATTEMPT, touches=n))
        n += 1
        yield


def attempt_check(folder: Path, done: int) -> None:
    """Compare the attempts with those added."""
    kept = Attempts(folder / "a.sqlite3")
    assert not kept.notice, kept.notice
    touches = [attempt.touches for attempt in kept.history()]
    assert touches == list(range(len(touches)))
    assert len(touches) in (done, done + 1)


def game_steps(folder: Path) -> Steps:
    """Play card games of people, one record for each."""
    for n in range(1000):
        seats = [SeatSpec(name) for name in ("Ada", "Bruno", "Clara")]
        match, draw = Match.new("rummu", seats, seed=n, record=folder / f"{n}.tower"), stream(n, "")
        while match.outcome is None:
            match.submit(draw.choice(match.view(match.last_seat).legal))
            yield
        match.close()


def game_check(folder: Path, done: int) -> None:
    """Count the actions of seats in all records, and go on with each game."""
    moves = 0
    for path in sorted(folder.glob("*.tower")):
        recording = read(path)
        moves += sum(isinstance(step.actor, int) for step in recording.steps)
        Match.resume(recording).close()
    assert moves in (done, done + 1), (moves, done)


def export_steps(folder: Path) -> Steps:
    """Fill folders with files as an export does."""
    for n in range(1000):
        with whole_folder(folder / "new", BUSY) as part:
            for name in ("a", "b", "c"):
                (part / name).write_text("x" * 100_000)
        (folder / "new").rename(folder / f"{n}")
        yield


def export_check(folder: Path, done: int) -> None:
    """Count whole folders, and finish the last one."""
    for new in folder.glob("new"):
        with suppress(OptionFault), whole_folder(new, BUSY) as part:
            for name in ("a", "b", "c"):
                (part / name).touch()
        assert sorted(path.name for path in new.iterdir()) == ["a", "b", "c"]
    assert len([1 for whole in folder.glob("[0-9]*")]) in (done, done + 1)


WRITERS: dict[str, tuple[Writer, Check]] = {
    "settings": (settings_steps, settings_check),
    "free table": (scene_steps, scene_check),
    "answers": (answer_steps, answer_check),
    "attempts": (attempt_steps, attempt_check),
    "games": (game_steps, game_check),
    "exports": (export_steps, export_check),
}


def kill_one(write: Writer, folder: Path, seconds: float) -> int:
    """Kill a new process that writes; return the number of steps that it had reported."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        for n, _ in enumerate(write(folder), 1):
            os.write(tell, struct.pack("i", n))
    os.close(tell)
    text = os.read(told, 4)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(told, 65536):
        text += more
    os.close(told)
    return len(text) // 4


def kills(count: int, seed: int) -> None:
    """Kill writers; print the number of steps and the faults of each kind."""
    draw = stream(seed, "kills")
    for name, (write, check) in WRITERS.items():
        steps, left, faults = 0, 0, Counter[str]()
        for _ in range(count // len(WRITERS)):
            with TemporaryDirectory() as place:
                folder = Path(place)
                done = kill_one(write, folder, draw.random() * LONGEST)
                steps += done
                parts = [path for path in folder.rglob(".*") if ".part" in path.name]
                left += bool(parts)
                try:
                    check(folder, done)
                    delete_left(folder)
                    assert not [path for path in parts if path.exists()]
                except (AssertionError, OSError, TowersimError) as fault:
                    faults[f"{type(fault).__name__}: {fault}"[:200]] += 1
        sys.stdout.write(
            f"{name}: {count // len(WRITERS)} kills after {steps} steps, {left} left temporary "
            f"files, {sum(faults.values())} faults {dict(faults)}\n"
        )
        sys.stdout.flush()


def main() -> None:
    """Run both parts."""
    options = argparse.ArgumentParser()
    for name, default in (("files", 100_000), ("kills", 1000), ("seed", 1)):
        options.add_argument(f"--{name}", type=int, default=default)
    asked = options.parse_args()
    kills(asked.kills, asked.seed)
    damage(asked.files, asked.seed)


if __name__ == "__main__":
    main()
