"""Fuzzing: each of a thousand damaged files of each kind gives one line of a known fault, or none.

They are divided into five parts of two hundred; CI runs the first.

A test fails on any other exception, more than 10 s of CPU time, more than 1 GB of memory, or a
message that quotes more than 120 characters of the file.
"""

import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.lab.results import folder
from tests.matches import fresh, idle_game, put
from towersim.common.dice import Stream, stream
from towersim.common.errors import QUOTED, TowersimError
from towersim.files import level
from towersim.files.challengefile import load_challenge
from towersim.files.level import levels_dir, load_pieces, load_scene
from towersim.files.tablefile import load_table
from towersim.free_table.files import opened
from towersim.lab import judge, store
from towersim.lab.sweep import load_sweep
from towersim.match.match import Match
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.physics.stand import stand
from towersim.practice.attempts import Attempt, Attempts
from towersim.ui.settings import Settings, load_settings, save_settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="limits of processes are Linux's"),
]

FILES = 200
CPU_SECONDS = 10.0
MEMORY = 2**30
LONG = "Ω'" + "a long text " * 400
VALUES: tuple[bytes, ...] = (
    *(b"-1", b"0", b"1e308", b"-1e-320", b"-0.0", b"1e999", b"nan", b"9" * 400),
    *(b"null", b"true", b"[]", b"{}", b'""', b'"\\u0000"', b'"../../etc"', b"[[1]]", b"\xff\xfe"),
)
ATTEMPT = Attempt("harmonic", "2026-11-22T12:00:00", 2, 0.25, 30.0, 4, 5, "steady", None)
TOKENS = b'{}[],:="\n#\\'


@pytest.fixture(params=[0, *(pytest.param(n, marks=pytest.mark.sweep) for n in range(1, 5))])
def part(request: pytest.FixtureRequest) -> int:
    """Return the part to run (0 … 4)."""
    found: int = request.param
    return found


Use = Callable[[Path], object]
Damage = Callable[[Stream, bytes], bytes]


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


DAMAGES: tuple[Damage, ...] = (
    cut,
    flip_bits,
    replace_number,
    replace_number,
    lengthen_text,
    swap_lines,
    insert_tokens,
    splice,
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


def outcome(use: Use, path: Path) -> str:
    """Return `fine`, `refused`, or a description of the failure."""
    try:
        with limited():
            use(path)
    except TowersimError as fault:
        said = str(fault).removeprefix(f"{path}: ")
        return "refused" if "\n" not in said and is_brief(said) else f"says too much: {said[:400]}"
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"[:400]
    return "fine"


def is_brief(said: str) -> bool:
    """Return whether a message quotes at most `QUOTED` characters of the long text."""
    return LONG[10 : 10 + QUOTED] not in said


def counted(use: Use, path: Path, sound: list[bytes], seed: tuple[int, int]) -> Counter[str]:
    """Count the outcomes of damaged versions of these files."""
    kind, part = seed
    dice, found = stream(kind, "damage", part), Counter[str]()
    for _ in range(FILES):
        text = dice.choice(sound)
        for _ in range(dice.randint(1, 2)):
            with suppress(IndexError, ValueError):  # the file is too short for further damage
                text = dice.choice(DAMAGES)(dice, text)
        path.write_bytes(text)
        found[outcome(use, path)] += 1
    return found


def only_refused_or_fine(found: Counter[str]) -> bool:
    assert found.keys() <= {"fine", "refused"}, found
    return found["refused"] > FILES / 4


def resumed(path: Path) -> None:
    Match.resume(read(path)).close()


def validated(path: Path) -> None:
    found = validate(read(path)).first_divergence
    assert found is None or is_brief(found.why)


def stood(path: Path) -> None:
    stand(load_scene(path), 0.05)


def counted_attempts(path: Path) -> None:
    """Open, extend and read a file of attempts; delete damaged files that were renamed."""
    attempts = Attempts(path)
    assert "\n" not in attempts.notice
    for aside in path.parent.glob(f"{path.name}.damaged*"):
        aside.unlink()
    attempts.add(ATTEMPT)
    attempts.history()
    attempts.stars()
    attempts.placements()


def files(folder: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((levels_dir() / folder).glob("*.toml"))]


@pytest.mark.parametrize("use", [read, resumed, validated])
def test_damaged_records(use: Use, tmp_path: Path, part: int) -> None:
    path = tmp_path / "game.tower"
    idle_game(path, 2)
    sound = [path.read_bytes()]
    match = fresh(tmp_path / "other.tower", seed=9)
    put(match, "red", 1)
    match.close()
    sound.append((tmp_path / "other.tower").read_bytes())
    assert only_refused_or_fine(counted(use, path, sound, (1, part)))


@pytest.mark.parametrize(
    ("folder", "use"),
    [("scenes", stood), ("scenes", opened), ("sweeps", load_sweep), ("practice", load_challenge)],
    ids=["scenes", "free table", "sweeps", "practice"],
)
def test_damaged_level_files_found_by_path(
    folder: str, use: Use, tmp_path: Path, part: int
) -> None:
    assert only_refused_or_fine(counted(use, tmp_path / "file.toml", files(folder), (2, part)))


@pytest.mark.parametrize(
    ("folder", "use"),
    [("pieces", lambda _: load_pieces("file")), ("tables", lambda _: load_table("file", 3))],
    ids=["pieces", "tables"],
)
def test_damaged_level_files_found_by_name(
    folder: str, use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    sound = files(folder)
    (tmp_path / "pieces").symlink_to(levels_dir() / "pieces")
    if folder != "pieces":
        (tmp_path / folder).mkdir()
    else:
        (tmp_path / "pieces").unlink()
        (tmp_path / "pieces").mkdir()
    monkeypatch.setattr(level, "levels_dir", lambda: tmp_path)
    assert only_refused_or_fine(counted(use, tmp_path / folder / "file.toml", sound, (3, part)))


def test_damaged_settings(tmp_path: Path, part: int) -> None:
    path = tmp_path / "settings.json"
    save_settings(path, Settings(options={"push": {"star": "safe"}}))
    sound, notices = [path.read_bytes()], []

    def use(file: Path) -> None:
        settings, notice = load_settings(file)
        assert not notice or settings == Settings()
        assert is_brief(notice)
        notices.append(notice)

    found = counted(use, path, sound, (4, part))
    assert found.keys() == {"fine"}, found
    assert sum(map(bool, notices)) > FILES / 4


def test_damaged_judgements(tmp_path: Path, part: int) -> None:
    path = tmp_path / "judge.jsonl"
    for chance in (0.0, 0.5, 1.0):
        said = judge.Judgement("Ada", "stability-2", "0" * 16, chance, 2.5, "2026-11-22")
        judge.append(path, said)
    assert only_refused_or_fine(counted(judge.read, path, [path.read_bytes()], (5, part)))


@pytest.mark.parametrize("use", [store.read, lambda folder: [*store.written(folder)]])
def test_damaged_partitions(use: Use, tmp_path: Path, part: int) -> None:
    results = folder(tmp_path / "results", said=["height", "margin"], builders=["look-ahead"])
    paths = [path for path in results.rglob("*.parquet") if path.parent.name == store.PREDICTIONS]
    sound = [paths[0].read_bytes()]
    found = counted(lambda _: use(results), paths[0], sound, (7, part))
    assert only_refused_or_fine(found)


def test_damaged_attempts(tmp_path: Path, part: int) -> None:
    """A damaged file is renamed, therefore most outcomes are `fine`."""
    path = tmp_path / "practice.sqlite3"
    Attempts(path).add(ATTEMPT)
    found = counted(counted_attempts, path, [path.read_bytes()], (6, part))
    assert found.keys() <= {"fine", "refused"}, found
