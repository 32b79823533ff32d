"""Without a display no window opens; its memory does not grow."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from weakref import ref

import pygame
import pytest

from tests.ui.pilot import Pilot, window
from tests.ui.practice.playing import play, put
from towersim.cli import bench
from towersim.match.match import Match
from towersim.ui.app_context import ReplaceScreens
from towersim.ui.display import display_available
from towersim.ui.menu.menu import Menu


def test_without_a_screen_no_window_is_attempted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(pygame.display, "init", lambda: pytest.fail("a screen was looked for"))
    assert not display_available()


@pytest.mark.parametrize(
    ("given", "driver"),
    [({}, "dummy"), ({"SDL_VIDEODRIVER": "offscreen"}, "offscreen"), ({"DISPLAY": ":0"}, None)],
)
def test_frames_are_measured_without_opengl_where_there_is_no_screen(
    given: dict[str, str], driver: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "environ", given)
    monkeypatch.setattr(bench, "first_frame", lambda: 0.0)
    next(bench.measure())
    assert given.get("SDL_VIDEODRIVER") == driver


@pytest.mark.parametrize("driver", ["dummy", "offscreen", "x11"])
def test_a_dummy_driver_is_no_display(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = driver == "x11"
    quits: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "quit", lambda: quits.append(driver))
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    assert display_available() == seen
    # A usable display stays connected: some X servers reset after their last client.
    assert bool(quits) != seen


def test_a_screen_that_cannot_be_opened_is_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise pygame.error("no screen")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(pygame.display, "init", refuse)
    assert not display_available()


def resident() -> int:
    """Return the memory of this process, in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) >> 8


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps the memory")
def test_a_window_gives_the_memory_of_freed_pictures_back(tmp_path: Path) -> None:
    with window(tmp_path):
        before = resident()
        for _round in range(2):
            pictures = []
            # The first ones may fill gaps that other tests have left.
            while resident() < before + 60:
                picture = pygame.Surface((1024, 512))
                picture.fill("red")
                pictures.append((picture, bytes(100_000)))
            pins = [pin for _picture, pin in pictures]
            del pictures, picture
            assert resident() < before + 20
        assert pins


def growth(again: int, one: Callable[[], None]) -> int:
    """Return the growth in MiB over `again` calls, after twenty to warm up.

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


def test_a_page_that_was_left_and_pictures_of_a_former_size_are_deleted(pilot: Pilot) -> None:
    app = pilot.app
    former, left = app.context.viewport, ref(app.screens[0])
    former._cache["wall"] = pygame.Surface((9, 9))
    pygame.display.set_mode((1000, 640), pygame.RESIZABLE)
    pilot.frames(2)
    assert not former._cache
    pilot.app._drawn = None  # the pilot remembers the last one
    app._follow(ReplaceScreens(Menu(app.context)))
    pilot.frames()
    assert left() is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's /proc")
@pytest.mark.parametrize("times", [25, pytest.param(300, marks=pytest.mark.sweep)])
def test_retries_keep_one_attempt_in_memory(pilot: Pilot, times: int) -> None:
    others = matches()
    play(pilot, "harmonic")

    def retry() -> None:
        put(pilot, pilot.table.presenter.kinds[0], 0.0)
        pilot.key(pygame.K_r)
        assert matches() <= others + 2

    assert growth(times, retry) < 15
