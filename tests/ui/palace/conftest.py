"""A window on a table of Palace."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.palace.matches import USUAL, match_at, settle
from tests.ui.pilot import Pilot, window


@pytest.fixture
def pilot(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pilot]:
    """The window on Ada's turn at a certain table."""
    state = getattr(request, "param", USUAL)
    with window(tmp_path, match=match_at(state, "human")) as opened:
        settle(opened)
        yield opened
