"""Without a display no window opens; one at rest gives memory back."""

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


def test_a_window_that_comes_to_rest_gives_memory_back_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    with window(tmp_path) as pilot:

        def rest() -> None:
            order.append("rest")
            pilot.app.running = len(order) < 4

        monkeypatch.setattr("towersim.ui.app.release_memory", lambda: order.append("release"))
        monkeypatch.setattr(pilot.app, "_rest", rest)
        pilot.app.run()
    assert order == ["release", "rest", "rest", "rest"]
