"""Set-up of all tests: no window, no sound, no user folders, no deadline."""

import gc
import os
import sys
from collections.abc import Callable, Generator
from compileall import compile_dir
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer  # type: ignore[import-untyped]  # ships no types
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]  # the same

from tests.examples import examples

collect_ignore = ["notebooks"]
"""They are run as scripts by `test_examples.py`, not imported in search of doctests."""

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

# One thread per library: with workers on all cores, more threads only wait for each other.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# No deadline, as test machines are shared and noisy.
settings.register_profile("shared", examples(100))
settings.load_profile("shared")

# The window is in English, independent of the machine's locale.
os.environ["LANGUAGE"] = "en"

# What the program prints depends neither on the terminal nor on the service that runs the tests.
for name in ("COLUMNS", "LINES", "TERMINAL_WIDTH", "FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS"):
    os.environ.pop(name, None)

# Tests start the program about sixty times: compile it once, even if the environment forbids it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Collection creates a million permanent objects; garbage collection took half of its time.
gc.disable()

_numbers = count()


WINDOW = "tests/ui/"
"""Tests that take nearly half of the time of all quick ones."""
QUICK = "not slow"


def is_whole(config: pytest.Config) -> bool:
    """Return whether all files are collected."""
    return bool(config.args == config.getini("testpaths"))


class FilesAndWindow(LoadFileScheduling):  # type: ignore[misc]  # xdist ships no types
    """Let one worker run all tests of a file, because they share module fixtures.

    Of two workers, one also runs all tests of the window in a whole run of the quick ones: they
    share what is painted.
    """

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        is_quick = self.config.option.markexpr == QUICK and is_whole(self.config)
        return WINDOW if is_quick and self.numnodes == 2 and file.startswith(WINDOW) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FilesAndWindow:
    """Run files in the order of `pytest_collection_modifyitems`, not of their numbers of tests."""
    config.option.loadscopereorder = False
    return FilesAndWindow(config, log)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the package once before a whole run: workers that begin together would each do so."""
    if not hasattr(config, "workerinput") and is_whole(config):
        compile_dir(Path(__file__).parent.parent / "towersim", quiet=1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker of a whole run begin with other tests: each is compiled by one of them."""
    worker = getattr(session.config, "workerinput", None)
    if worker and is_whole(session.config):
        files = sorted(Path(__file__).parent.rglob("test_*.py"))
        first = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
        for file in files[first:] + files[:first]:
            with suppress(Exception, pytest.skip.Exception):  # its collection reports it
                import_module(".".join(file.relative_to(session.path).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Search doctests in the package only: there are none in tests."""
    return [file for file in (yield) if type(file) is pytest.Module]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what is slow first: no worker waits long for the last file of another."""
    if config.option.markexpr == QUICK:
        slow = {item.path for item in items if item.nodeid.startswith(WINDOW)}
    else:
        slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Exclude imported modules and collected tests from garbage collection."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def pytest_unconfigure() -> None:
    """Exclude everything from the last garbage collection, when Python ends."""
    gc.freeze()


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test its own home folder, so that nothing is saved in the user's.

    The folder is created on the first write, as most tests write nothing.
    """
    folder = tmp_path_factory.getbasetemp() / f"home-{next(_numbers)}"
    # The last one is a variable of platformdirs, because Windows does not use the environment.
    for name in ("HOME", "USERPROFILE", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(name, str(folder))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the record of a complete game of two people, as bytes."""
    from tests.matches import idle_game  # noqa: PLC0415 - most tests need no match

    path = tmp_path_factory.mktemp("whole") / "game.tower"
    idle_game(path)
    return path.read_bytes()


@pytest.fixture
def cwd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the current one; return its path."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path for a record, which does not exist yet."""
    return tmp_path / "game.tower"


@pytest.fixture
def record(whole: bytes, path: Path) -> Path:
    """Return the path of the record of a complete game of people."""
    path.write_bytes(whole)
    return path


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str | bytes], Path]:
    """Return a function that writes the file of a scene."""

    def write(content: str | bytes) -> Path:
        path = tmp_path / "scene.toml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
