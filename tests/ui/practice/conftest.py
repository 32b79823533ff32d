"""Fixtures for Practice."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.ui.pilot import Pilot, window
from towersim.ui.games.practice import today


@pytest.fixture
def pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    # The challenge of the day is made by another process, for seconds; a test replaces that.
    idle = SimpleNamespace(ask=lambda *_job: None, found=lambda _client: None)
    monkeypatch.setattr(today, "slow_worker", lambda: idle)
    with window(tmp_path) as opened:
        yield opened
