"""Fixtures for the table of Palace."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.cards.tables import come_to_rest
from tests.ui.palace.matches import USUAL, match_at
from tests.ui.pilot import Pilot, window


@pytest.fixture
def pilot(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pilot]:
    """Yield the window on Ada's turn in a given state."""
    state = getattr(request, "param", USUAL)
    with window(tmp_path, match=match_at(state, "human")) as opened:
        come_to_rest(opened)
        yield opened
