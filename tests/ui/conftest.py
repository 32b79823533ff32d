"""The window is tested without a display, and pictures are painted once for all tests."""

import os
from collections.abc import Callable, Hashable

import pygame
import pytest

from towersim.ui.theme import Stage

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


class Pictures:
    """What stages have painted: it depends on a window's size, its look and the key alone."""

    most = 60_000_000
    """Pixels that are kept."""

    def __init__(self) -> None:
        self._painted: dict[tuple[tuple[int, int], str, Hashable], pygame.Surface] = {}
        self._pixels = 0

    def cached(
        self, stage: Stage, key: Hashable, make: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        """Return what `make` painted for this key on a stage like this one."""
        known = (stage.size, str(stage.look), key)
        if known not in self._painted:
            if self._pixels > self.most:
                self._painted, self._pixels = {}, 0
            picture = self._painted[known] = make()
            self._pixels += picture.get_width() * picture.get_height()
        return self._painted[known]


PICTURES = Pictures()


@pytest.fixture(autouse=True)
def pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint nothing twice in one run of the tests."""

    def cached(stage: Stage, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        return PICTURES.cached(stage, key, make)

    monkeypatch.setattr(Stage, "cached", cached)
