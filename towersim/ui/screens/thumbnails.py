"""Thumbnails, painted one per frame to keep frames short."""

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

import pygame

from towersim.common.errors import TowersimError
from towersim.match.match import Match
from towersim.ui.app_context import AppContext
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import Viewport

K = TypeVar("K")

PAINTED: Final = (960, 640)
"""Size of tables before shrinking, in pixels; thumbnails have the same aspect ratio."""


class Thumbnails(Generic[K]):
    """Pictures by key, `size` in pixels; keys that cannot be loaded have none."""

    def __init__(self, size: tuple[int, int], paint: Callable[[K], pygame.Surface]) -> None:
        self.size, self._paint = size, paint
        self._pictures: dict[K, pygame.Surface | None] = {}

    def picture(self, key: K) -> pygame.Surface | None:
        """Return the picture of a key, or None if it is not painted or cannot be."""
        return self._pictures.get(key)

    def has_all(self, keys: Iterable[K]) -> bool:
        """Return whether all of these keys were painted or failed to load."""
        return all(key in self._pictures for key in keys)

    def paint_next(self, keys: Iterable[K]) -> None:
        """Paint the first missing picture of these keys."""
        missing = next((key for key in keys if key not in self._pictures), None)
        if missing is not None:
            try:
                self._pictures[missing] = self._paint(missing)
            except TowersimError:
                self._pictures[missing] = None


def table_thumbnails(
    context: AppContext, size: tuple[int, int], load: Callable[[K], Match]
) -> Thumbnails[K]:
    """Return thumbnails of the tables of games, each loaded when it is painted."""
    viewport = Viewport(PAINTED, context.viewport.fonts)

    def paint(key: K) -> pygame.Surface:
        match, large = load(key), pygame.Surface(PAINTED)
        context.ui_of(match.game).picture(Canvas(large, viewport), match)
        return pygame.transform.smoothscale(large, size)

    return Thumbnails(size, paint)
