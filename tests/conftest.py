"""What every test may rely on: no window, no sound, no folder of the user's, no deadline."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

# Machines that run tests are shared and noisy: an example may take as long as it takes.
settings.register_profile("towersim", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("towersim")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a home of its own, so that no game is saved into the user's."""
    folder = tmp_path / "home"
    folder.mkdir()
    # The last one is platformdirs' own: Windows itself does not ask the environment.
    for name in ("HOME", "USERPROFILE", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(name, str(folder))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder
