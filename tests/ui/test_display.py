"""Without a display no window opens; its freed pictures take no memory."""

import sys
from pathlib import Path

import pygame
import pytest

from tests.ui.pilot import window
from towersim.ui.display import display_available


def test_without_a_screen_no_window_is_attempted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(pygame.display, "init", lambda: pytest.fail("a screen was looked for"))
    assert not display_available()


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
