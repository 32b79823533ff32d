"""Fixtures for Practice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.pilot import Pilot, window


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    with window(tmp_path) as opened:
        yield opened
