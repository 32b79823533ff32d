"""What every test may rely on: no window, no sound, no folder of the user's, no deadline."""

import gc
import os
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer  # type: ignore[import-untyped]  # ships no types
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]  # the same

from tests.examples import IN_CI, examples

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

# Threads of a library that share the cores with other workers spend more time waiting than working.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# Machines that run tests are shared and noisy: an example may take as long as it takes.
# CI tries the same 100 examples each time; whoever waits at a keyboard, 33 that are new each time.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("keyboard", examples(100))
settings.load_profile("ci" if IN_CI else "keyboard")

# The window speaks English, whatever the machine does.
os.environ["LANGUAGE"] = "en"

# Tests start the program some sixty times: it is compiled once, whatever the environment says.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Collecting makes a million objects that stay; to look for garbage among them took half of it.
gc.disable()

_numbers = count()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Let one worker run all tests of a file: what they share is made once."""
    return LoadFileScheduling(config, log)


def pytest_collection_finish() -> None:
    """Keep what was imported and collected out of every later search for garbage."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a home of its own, so that no game is saved into the user's.

    The folder is made by what writes into it: most tests write nothing.
    """
    folder = tmp_path_factory.getbasetemp() / f"home-{next(_numbers)}"
    # The last one is platformdirs' own: Windows itself does not ask the environment.
    for name in ("HOME", "USERPROFILE", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(name, str(folder))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What the record of a whole game of two people says."""
    from tests.matches import idle_game  # noqa: PLC0415 - most tests need no match

    path = tmp_path_factory.mktemp("whole") / "game.tower"
    idle_game(path)
    return path.read_bytes()
