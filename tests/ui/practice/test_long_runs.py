"""The memory of a window that stays open for an evening."""

import gc
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from tests.ui.pilot import Pilot
from tests.ui.practice.playing import play, put
from towersim.match.match import Match

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc"),
]

PAGE = 4096


def resident() -> float:
    """Return the memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def growth(again: int, one: Callable[[], None]) -> float:
    """Return the growth in MB over `again` calls, after twenty to warm up.

    Garbage is collected as often as in the program; the other tests collect it rarely.
    """
    threshold = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    try:
        for _ in range(20):
            one()
        before = resident()
        for _ in range(again):
            one()
        return resident() - before
    finally:
        gc.set_threshold(*threshold)


def matches() -> int:
    """Return the number of matches in memory, those of other tests among them."""
    # Of its type: `isinstance` asks a weak proxy for the class of what it stood for.
    return sum(type(each) is Match for each in gc.get_objects())


@pytest.mark.parametrize("times", [25, pytest.param(300, marks=pytest.mark.sweep)])
def test_retries_keep_one_attempt_in_memory(pilot: Pilot, times: int) -> None:
    others = matches()
    play(pilot, "harmonic")

    def retry() -> None:
        put(pilot, pilot.table.presenter.kinds[0], 0.0)
        pilot.key(pygame.K_r)
        assert matches() <= others + 2

    assert growth(times, retry) < 15
