"""Lines of the package that are broken one at a time: a named test of the quick run fails for each.

`mutants.toml` lists them; CI breaks half of them. Every line is broken in a copy of the project,
never in place.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FAILED = 1
"""The status of pytest if tests ran and failed; a test that cannot be collected gives another."""

pytestmark = pytest.mark.slow


class Mutant(NamedTuple):
    """One way to break the package."""

    file: str
    """The file, in `towersim/`."""
    old: str
    """Text that occurs once in the file."""
    new: str
    test: str
    """The test that fails, in `tests/`."""


def listed() -> Iterator[Mutant]:
    """Yield the mutants of `mutants.toml`, in which each file's are rows of three texts."""
    files = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))
    for file, rows in files.items():
        for old, new, test in rows:
            yield Mutant(file, old, new, test)


MUTANTS = tuple(listed())


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a copy of the project, compiled files included."""
    folder = tmp_path_factory.mktemp("mutants")
    for name in ("towersim", "tests", "levels"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(folder: Path, *tests: str) -> tuple[int, str]:
    """Run some tests of a copy; return pytest's status and what it printed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *(f"tests/{test}" for test in tests)],
        cwd=folder,
        # In CI the games and examples of random tests are always the same.
        env={**os.environ, "PYTHONPATH": str(folder), "CI": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_at_least_sixty_lines_are_broken_each_in_another_way() -> None:
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) >= 60


def test_the_named_tests_pass_as_long_as_nothing_is_broken(copy: Path) -> None:
    status, printed = run(copy, *dict.fromkeys(mutant.test for mutant in MUTANTS))
    assert status == 0, printed


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(m, id=f"{m.file}: {m.old}", marks=pytest.mark.sweep if n % 2 else ())
        for n, m in enumerate(MUTANTS)
    ],
)
def test_a_broken_line_is_noticed(mutant: Mutant, copy: Path) -> None:
    path = copy / "towersim" / mutant.file
    whole, before = path.read_text(encoding="utf-8"), path.stat()
    assert whole.count(mutant.old) == 1, f"{mutant.old!r} does not occur once in {mutant.file}"
    path.write_text(whole.replace(mutant.old, mutant.new), encoding="utf-8")
    # Python compiles a file again if its time in seconds differs: here from every other mutant's.
    os.utime(path, (MUTANTS.index(mutant) + 1,) * 2)
    try:
        status, printed = run(copy, mutant.test)
    finally:
        path.write_text(whole, encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert status == FAILED, printed
