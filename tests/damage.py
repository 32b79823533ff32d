"""Damage many files and kill many processes, from a seed; count what goes wrong.

::

    python -m tests.damage --files 100000 --kills 1000 --seed 1

A damaged file has to be read, or refused in one line that quotes at most 120 characters of it,
within 10 s of CPU time and 1 GB of memory. A killed writer may lose nothing but the step in the
air, and its temporary files are gone after the next start. The exit code is 1 if anything else
happened. It takes half an hour; `test_fuzzing.py` tries a part of the files.
"""

import argparse
import os
import re
import resource
import signal
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec.structs import replace
from pytest import MonkeyPatch  # noqa: PT013 - it is not a test

from tests.lab.sweeps import Here, filled, folder as results_folder, written
from tests.matches import fresh, idle_game, put
from towersim.common.dice import Stream, stream
from towersim.common.errors import QUOTED, OptionFault, TowersimError
from towersim.common.whole_file import delete_abandoned, whole_folder
from towersim.files import level
from towersim.files.challengefile import load_challenge
from towersim.files.level import levels_dir, load_pieces, load_scene, load_table
from towersim.free_table.history import opened, save
from towersim.lab import export as exporting, judge, store
from towersim.lab.rows import ResultRow
from towersim.lab.run import plan, run
from towersim.lab.sweep import load_sweep
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.physics.stand import stand
from towersim.practice.attempts import Attempt, Attempts
from towersim.ui.settings import Settings, load_settings, save_settings

CPU_SECONDS = 10.0
MEMORY = 2**30
LONG = "Ω'" + "a long text " * 400
VALUES: tuple[bytes, ...] = (
    *(b"-1", b"0", b"1e308", b"-1e-320", b"-0.0", b"1e999", b"nan", b"9" * 400),
    *(b"null", b"true", b"[]", b"{}", b'""', b'"\\u0000"', b'"../../etc"', b"[[1]]", b"\xff\xfe"),
)
ATTEMPT = Attempt("harmonic", "2026-11-22T12:00:00", 2, 0.25, 30.0, 4, 5, "steady", None)
ANSWER = judge.Judgement("Ada", "stability-2", "0" * 16, 0.5, 2.5, "2026-11-22")
TOKENS = b'{}[],:="\n#\\'


def cut(dice: Stream, text: bytes) -> bytes:
    return text[: dice.randrange(len(text))]


def flip_bits(dice: Stream, text: bytes) -> bytes:
    spoilt = bytearray(text)
    for _ in range(dice.randint(1, 8)):
        spoilt[dice.randrange(len(spoilt))] ^= 1 << dice.randrange(8)
    return bytes(spoilt)


def replace_number(dice: Stream, text: bytes) -> bytes:
    starts = [i for i in range(1, len(text)) if text[i : i + 1].isdigit()]
    at = dice.choice(starts)
    end = at
    while text[end : end + 1].isdigit() or text[end : end + 1] in (b".", b"-", b"e"):
        end += 1
    return text[:at] + dice.choice(VALUES) + text[end:]


def copy_value(dice: Stream, text: bytes) -> bytes:
    """Replace a text or a number by another one of the file."""
    values = [*re.finditer(rb'"[^"\n]*"|\d[\d.]*', text)]
    old, new = dice.choice(values), dice.choice(values)
    return text[: old.start()] + new[0] + text[old.end() :]


def lengthen_text(dice: Stream, text: bytes) -> bytes:
    at = dice.choice([i for i, c in enumerate(text) if c == ord('"')])
    return text[: at + 1] + LONG.encode() + text[at + 1 :]


def swap_lines(dice: Stream, text: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    for _ in range(dice.randint(1, 3)):
        at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[at], lines[to] = (lines[to], lines[at]) if dice.random() < 0.5 else (lines[to],) * 2
    return b"".join(lines)


def insert_tokens(dice: Stream, text: bytes) -> bytes:
    at = dice.randrange(len(text))
    new = bytes([dice.choice(TOKENS)]) * dice.choice((1, 2, 50, 20_000))
    return text[:at] + new + text[at:]


def splice(dice: Stream, text: bytes) -> bytes:
    at, start = dice.randrange(len(text)), dice.randrange(len(text))
    return text[:at] + text[start : start + dice.randint(1, 400)] + text[at + dice.randint(0, 9) :]


Damage = Callable[[Stream, bytes], bytes]
DAMAGES: tuple[Damage, ...] = (
    *(cut, flip_bits, replace_number, replace_number, copy_value),
    *(lengthen_text, swap_lines, insert_tokens, splice),
)


class HangError(Exception):
    """A file took more than `CPU_SECONDS`."""


@contextmanager
def limited() -> Iterator[None]:
    """Limit CPU time and memory within the context."""

    def stop(*_: object) -> None:
        raise HangError

    status = Path("/proc/self/statm").read_text(encoding="ascii").split()
    most = int(status[0]) * resource.getpagesize() + MEMORY
    before, handler = resource.getrlimit(resource.RLIMIT_AS), signal.signal(signal.SIGPROF, stop)
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


class Kind(NamedTuple):
    """A kind of files: sound ones, a place for damaged ones, their reader, a share of all files."""

    name: str
    sound: list[bytes]
    path: Path
    use: Callable[[Path], object]
    share: int


def outcome(kind: Kind) -> str:
    """Return `fine`, `refused`, or a description of the failure."""
    try:
        with limited():
            kind.use(kind.path)
    except TowersimError as fault:
        said = str(fault).removeprefix(f"{kind.path}: ")
        return "refused" if "\n" not in said and is_brief(said) else f"says too much: {said[:400]}"
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"[:400]
    return "fine"


def is_brief(said: str) -> bool:
    """Return whether a message quotes at most `QUOTED` characters of the long text."""
    return LONG[10 : 10 + QUOTED] not in said


def counted(kind: Kind, files: int, seed: int) -> Counter[str]:
    """Count the outcomes of damaged versions of the files of a kind."""
    dice, found = stream(seed, f"damage {kind.name}"), Counter[str]()
    for _ in range(files):
        text = dice.choice(kind.sound)
        for _ in range(dice.randint(1, 2)):
            with suppress(IndexError, ValueError):  # the file is too short for further damage
                text = dice.choice(DAMAGES)(dice, text)
        kind.path.write_bytes(text)
        found[outcome(kind)] += 1
    return found


def resumed(path: Path) -> None:
    Match.resume(read(path)).close()


def validated(path: Path) -> None:
    found = validate(read(path)).first_divergence
    assert found is None or is_brief(found.why)


def settings(path: Path) -> None:
    found, notice = load_settings(path)
    for aside in path.parent.glob("settings.damaged*"):
        aside.unlink()
    if notice:
        assert found == Settings()
        raise OptionFault(notice)


def attempts(path: Path) -> None:
    """Open, extend and read a file of attempts; delete damaged files that were renamed."""
    kept = Attempts(path)
    for aside in path.parent.glob(f"{path.name}.damaged*"):
        aside.unlink()
    kept.add(ATTEMPT)
    kept.history()
    kept.stars()
    kept.placements()
    if kept.notice:
        raise OptionFault(kept.notice)


def by_name(path: Path) -> object:
    """Load pieces or a table by name from a folder of levels."""
    with MonkeyPatch.context() as patch:
        patch.setattr(level, "levels_dir", lambda: path.parents[1])
        return load_table("file", 3) if path.parent.name == "tables" else load_pieces("file")


def listed(results: Path) -> object:
    return [*store.written(results)]


def kinds(folder: Path) -> list[Kind]:
    """Return all kinds of files, with sound ones made in a folder."""
    record, other, scene = folder / "game.tower", folder / "other.tower", folder / "scene.toml"
    idle_game(record, 2)
    match = fresh(other, seed=9)
    put(match, "red", 1)
    match.close()
    pictured = [levels_dir() / f"pictures/{game}.tower" for game in ("palace", "push", "rummu")]
    records = [path.read_bytes() for path in (record, other, *pictured)]
    kept, answers, played = (folder / name for name in ("settings.json", "a.jsonl", "a.sqlite3"))
    save_settings(kept, Settings(options={"push": {"star": "safe"}}))
    for chance in (0.0, 0.5, 1.0):
        judge.append(answers, replace(ANSWER, probability=chance))
    Attempts(played).add(ATTEMPT)
    results = results_folder(folder / "results", said=["height", "margin"], builders=["margin"])
    part = next(
        path for path in results.rglob("*.parquet") if path.parent.name == store.PREDICTIONS
    )
    levels = {}
    for name in ("scenes", "sweeps", "practice", "pieces", "tables"):
        paths = sorted((levels_dir() / name).glob("*.toml"))
        levels[name] = [path.read_bytes() for path in paths]
    for name in ("one/pieces", "two/tables"):
        (folder / name).mkdir(parents=True)
    (folder / "two/pieces").symlink_to(levels_dir() / "pieces")
    return [
        Kind("records", records, record, read, 6),
        Kind("records, resumed", records, record, resumed, 1),
        Kind("records, validated", records, record, validated, 1),
        Kind("scenes", levels["scenes"], scene, load_scene, 3),
        Kind("scenes, simulated", levels["scenes"], scene, lambda p: stand(load_scene(p), 0.05), 1),
        Kind("free tables", levels["scenes"], scene, opened, 1),
        Kind("sweeps", levels["sweeps"], folder / "sweep.toml", load_sweep, 2),
        Kind("challenges", levels["practice"], folder / "c.toml", load_challenge, 3),
        Kind("pieces", levels["pieces"], folder / "one/pieces/file.toml", by_name, 1),
        Kind("tables", levels["tables"], folder / "two/tables/file.toml", by_name, 1),
        Kind("settings", [kept.read_bytes()], kept, settings, 3),
        Kind("answers", [answers.read_bytes()], answers, judge.read, 3),
        Kind("attempts", [played.read_bytes()], played, attempts, 1),
        Kind("partitions", [part.read_bytes()], part, lambda _: store.read(results), 2),
        Kind("partitions, listed", [part.read_bytes()], part, lambda _: listed(results), 1),
    ]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def damage(files: int, seed: int) -> Counter[str]:
    """Read damaged files; print and return the outcomes of each kind."""
    total = Counter[str]()
    with TemporaryDirectory() as name:
        every = kinds(Path(name))
        ends = [files * sum(kind.share for kind in every[:n]) for n in range(len(every) + 1)]
        for n, kind in enumerate(every):
            shares = sum(kind.share for kind in every)
            found = counted(kind, ends[n + 1] // shares - ends[n] // shares, seed)
            say(f"{kind.name}: {found.total()} files, {dict(found)}")
            total += found
    return total


Told = Callable[[], None]
"""A writer calls it after each step."""


class Writer(NamedTuple):
    """What a process writes until it is killed, and what has to be there afterwards."""

    write: Callable[[Path, Told], None]
    check: Callable[[Path, int], None]
    """Raises AssertionError or a fault unless the given number of steps, or one more, is there."""
    longest: float = 0.08
    """Longest life after the first step, in seconds."""


def write_settings(folder: Path, told: Told) -> None:
    for n in count():
        assert not save_settings(folder / "settings.json", Settings(game=f"{n}"))
        told()


def check_settings(folder: Path, done: int) -> None:
    found, notice = load_settings(folder / "settings.json")
    assert not notice, notice
    assert int(found.game) in (done - 1, done)


def write_scenes(folder: Path, told: Told) -> None:
    scenes = [load_scene(levels_dir() / "scenes" / f"{name}.toml") for name in ("arch", "column")]
    for n in count():
        save(folder / "free-table.toml", scenes[n % 2])
        told()


def check_scene(folder: Path, _: int) -> None:
    opened(folder / "free-table.toml")


def write_answers(folder: Path, told: Told) -> None:
    while True:
        judge.append(folder / "people.jsonl", ANSWER)
        told()


def check_answers(folder: Path, done: int) -> None:
    assert len(judge.read(folder / "people.jsonl")) in (done, done + 1)


def write_attempts(folder: Path, told: Told) -> None:
    for n in count():
        Attempts(folder / "a.sqlite3").add(replace(ATTEMPT, touches=n))
        told()


def check_attempts(folder: Path, done: int) -> None:
    kept = Attempts(folder / "a.sqlite3")
    assert not kept.notice, kept.notice
    touches = [attempt.touches for attempt in kept.history()]
    assert touches == list(range(len(touches)))
    assert len(touches) in (done, done + 1)


def write_games(folder: Path, told: Told) -> None:
    """Play card games of people, one record for each."""
    for n in count():
        seats = [SeatSpec(name) for name in ("Ada", "Bruno", "Clara")]
        match, draw = Match.new("rummu", seats, seed=n, record=folder / f"{n}.tower"), stream(n, "")
        while match.outcome is None:
            match.submit(draw.choice(match.view(match.last_seat).legal))
            told()
        match.close()


def check_games(folder: Path, done: int) -> None:
    """Count the actions of seats in all records, and go on with each game."""
    moves = 0
    for path in sorted(folder.glob("*.tower")):
        recording = read(path)
        moves += sum(isinstance(step.actor, int) for step in recording.steps)
        Match.resume(recording).close()
    assert moves in (done, done + 1), (moves, done)


BUSY = "another program writes there"


def write_folders(folder: Path, told: Told) -> None:
    """Fill folders with files as an export does, but faster."""
    for n in count():
        with whole_folder(folder / "new", BUSY) as part:
            for name in "abc":
                (part / name).write_text("x" * 100_000)
        (folder / "new").rename(folder / f"{n}")
        told()


def check_folders(folder: Path, done: int) -> None:
    """Count whole folders, and finish the last one."""
    for new in folder.glob("new"):
        with suppress(OptionFault), whole_folder(new, BUSY) as part:
            for name in "abc":
                (part / name).touch()
        assert sorted(path.name for path in new.iterdir()) == ["a", "b", "c"]
    assert len([*folder.glob("[0-9]*")]) in (done, done + 1)


SWEPT = """format = 1
name = "killed"
seed = 5
heuristics = ["height", "margin"]
[[predict]]
structures = ["column", "leaning"]
towers = 6
"""
TOWERS, SHARD = 12, 3


def write_sweep(folder: Path, told: Told) -> None:
    """Run a sweep, each tower in a partition of its own."""
    workers = Here()
    for _ in run(plan(written(folder, SWEPT), folder / "out", workers), workers):
        told()
    signal.pause()


def rows(folder: Path) -> list[ResultRow]:
    found = store.read(folder).predictions
    same = [replace(row, cpu_seconds=0.0) for row in found]
    return sorted(same, key=lambda row: (row.number, row.heuristic))


def check_sweep(folder: Path, done: int) -> None:
    """Count the answers of both heuristics, finish the sweep, and compare it with a whole one."""
    out = folder / "out"
    assert len(rows(out)) in (2 * done, 2 * done + 2)
    filled(folder / "my.toml", out, Here())
    assert rows(out) == whole_sweep()


@cache
def whole_sweep() -> list[ResultRow]:
    with TemporaryDirectory() as name:
        filled(written(Path(name), SWEPT), Path(name) / "out", Here())
        return rows(Path(name) / "out")


def exported(folder: Path, told: Told) -> str:
    """Export the towers of the sweep in four shards; return the splits and hashes of files."""
    exporting.SHARD = SHARD
    with ThreadPoolExecutor(1) as pool:
        wanted = exporting.Wanted(sides=[16])
        exporting.export(str(written(folder, SWEPT)), folder / "out", pool, told, wanted)
    return (folder / "out/splits.json").read_text(encoding="utf-8")


def write_export(folder: Path, told: Told) -> None:
    exported(folder, told)
    signal.pause()


def check_export(folder: Path, done: int) -> None:
    """Repeat the export: only towers of shards that were not finished are computed again."""
    again = list[int]()
    with suppress(OptionFault):  # it was finished
        exported(folder, lambda: again.append(1))
    assert len(again) <= TOWERS - (done - 1) // SHARD * SHARD, (done, len(again))
    assert (folder / "out/splits.json").read_text(encoding="utf-8") == whole_export()
    names = {path.name for path in (folder / "out").iterdir()}
    assert len(names) == 3 + 2 * TOWERS // SHARD, names


@cache
def whole_export() -> str:
    with TemporaryDirectory() as name:
        return exported(Path(name), lambda: None)


WRITERS = {
    "settings": Writer(write_settings, check_settings),
    "free table": Writer(write_scenes, check_scene),
    "answers": Writer(write_answers, check_answers),
    "attempts": Writer(write_attempts, check_attempts),
    "games": Writer(write_games, check_games),
    "folders": Writer(write_folders, check_folders),
    "sweeps": Writer(write_sweep, check_sweep, 0.5),
    "exports": Writer(write_export, check_export, 0.8),
}


def kill_one(write: Callable[[Path, Told], None], folder: Path, seconds: float) -> int:
    """Kill a new process that writes; return the number of steps that it had reported."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        steps = count(1)
        write(folder, lambda: (os.write(tell, struct.pack("i", next(steps))), None)[1])
        os._exit(1)
    os.close(tell)
    text = os.read(told, 4)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(told, 65536):
        text += more
    os.close(told)
    return len(text) // 4


def kills(number: int, seed: int) -> Counter[str]:
    """Kill writers; print the steps and the faults of each kind, and return all faults."""
    draw, total = stream(seed, "kills"), Counter[str]()
    for n, (name, (write, check, longest)) in enumerate(WRITERS.items()):
        killed = number // len(WRITERS) + (n < number % len(WRITERS))
        steps, left, faults = 0, 0, Counter[str]()
        for _ in range(killed):
            with TemporaryDirectory() as place:
                folder = Path(place)
                done = kill_one(write, folder, draw.random() * longest)
                steps += done
                parts = [path for path in folder.rglob(".*") if ".part" in path.name]
                left += bool(parts)
                try:
                    check(folder, done)
                    delete_abandoned(folder)
                    assert not [path for path in parts if path.exists()]
                except Exception as fault:
                    faults[f"{type(fault).__name__}: {fault}"[:200]] += 1
        say(f"{name}: {killed} kills after {steps} steps, {left} left files, {dict(faults)}")
        total += faults
    return total


def main() -> None:
    """Run both parts; exit with 1 after any fault."""
    options = argparse.ArgumentParser()
    for name, default in (("files", 100_000), ("kills", 1000), ("seed", 1)):
        options.add_argument(f"--{name}", type=int, default=default)
    asked = options.parse_args()
    lost = kills(asked.kills, asked.seed).total()
    found = damage(asked.files, asked.seed)
    hangs = sum(found[text] for text in found if text.startswith("HangError"))
    wrong = found.total() - found["fine"] - found["refused"]
    say(
        f"total, seed {asked.seed}: {asked.kills} kills with {lost} faults; {found.total()} files: "
        f"{found['refused']} refused, {found['fine']} fine, {hangs} hangs, {wrong - hangs} others"
    )
    sys.exit(bool(lost + wrong))


if __name__ == "__main__":
    main()
