"""Lines of the package that are broken one at a time: a named test of the quick run fails for each.

`mutants.toml` lists them; CI breaks half of them. Every line is broken in a copy of the project,
never in place.
"""

import os
import shlex
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


FORKS = """
import os, shlex, sys
import msgspec, numpy, pymunk, pytest
from hypothesis import Phase, settings
# Any example that fails will do: the simplest one takes many more tries.
settings.register_profile("any", phases=[Phase.explicit, Phase.generate])
settings.load_profile("any")
for tests in sys.stdin:
    if os.fork() == 0:
        with open("printed", "w") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *shlex.split(tests)])
        sys.stdout.flush()
        os._exit(status)
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
"""A program that imports libraries once and runs the tests of each line it reads in a fork."""


class Copy(NamedTuple):
    """A copy of the project, in which tests are run."""

    folder: Path
    forks: subprocess.Popen[str]

    def run(self, *tests: str) -> tuple[int, str]:
        """Run some tests; return pytest's status and what it printed."""
        assert self.forks.stdin is not None
        assert self.forks.stdout is not None
        line = shlex.join(f"tests/{test}" for test in tests)
        print(line, file=self.forks.stdin, flush=True)
        status = int(self.forks.stdout.readline())
        return status, (self.folder / "printed").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """Yield a copy of the project, compiled files included."""
    folder = tmp_path_factory.mktemp("mutants")
    for name in ("towersim", "tests", "levels"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    # In CI the games and examples of random tests are always the same.
    environment = {"PYTHONPATH": str(folder), "CI": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", FORKS],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as forks:
        yield Copy(folder, forks)


def test_at_least_sixty_lines_are_broken_each_in_another_way() -> None:
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) >= 60
    texts = {file: (ROOT / "towersim" / file).read_text(encoding="utf-8") for file, *_ in MUTANTS}
    assert [one for one in MUTANTS if texts[one.file].count(one.old) != 1] == []


@pytest.mark.slow
def test_the_named_tests_pass_as_long_as_nothing_is_broken(copy: Copy) -> None:
    status, printed = copy.run(*dict.fromkeys(mutant.test for mutant in MUTANTS))
    assert status == 0, printed


@pytest.mark.slow
@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(m, id=f"{m.file}: {m.old}", marks=pytest.mark.sweep if n % 2 else ())
        for n, m in enumerate(MUTANTS)
    ],
)
def test_a_broken_line_is_noticed(mutant: Mutant, copy: Copy) -> None:
    path = copy.folder / "towersim" / mutant.file
    whole, before = path.read_text(encoding="utf-8"), path.stat()
    path.write_text(whole.replace(mutant.old, mutant.new), encoding="utf-8")
    # Python compiles a file again if its time in seconds differs: here from every other mutant's.
    os.utime(path, (MUTANTS.index(mutant) + 1,) * 2)
    try:
        status, printed = copy.run(mutant.test)
    finally:
        path.write_text(whole, encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert status == FAILED, printed
