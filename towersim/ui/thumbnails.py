"""Small pictures, painted one at a time so that no frame waits for all of them."""

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

import pygame

from towersim.errors import TowersimError
from towersim.match import Match
from towersim.ui.app_context import AppContext
from towersim.ui.canvas import Canvas
from towersim.ui.theme import Stage

K = TypeVar("K")

PAINTED: Final = (960, 640)
"""Tables are painted this large, in pixels, and shrunk; a picture has the same shape."""


class Thumbnails(Generic[K]):
    """Pictures by key, `size` in pixels; whatever cannot be loaded stays without one."""

    def __init__(self, size: tuple[int, int], paint: Callable[[K], pygame.Surface]) -> None:
        self.size, self._paint = size, paint
        self._pictures: dict[K, pygame.Surface | None] = {}

    def picture(self, key: K) -> pygame.Surface | None:
        """Return the picture of that key, if there is one by now."""
        return self._pictures.get(key)

    def has_all(self, keys: Iterable[K]) -> bool:
        """Return whether all of these have been painted, as far as they can be."""
        return all(key in self._pictures for key in keys)

    def paint_next(self, keys: Iterable[K]) -> None:
        """Paint the first of these that is missing."""
        missing = next((key for key in keys if key not in self._pictures), None)
        if missing is not None:
            try:
                self._pictures[missing] = self._paint(missing)
            except TowersimError:
                self._pictures[missing] = None


def table_thumbnails(
    context: AppContext, size: tuple[int, int], load: Callable[[K], Match]
) -> Thumbnails[K]:
    """Return pictures of the tables of games, each loaded when it is painted."""
    stage = Stage(PAINTED, context.stage.fonts)

    def paint(key: K) -> pygame.Surface:
        match, large = load(key), pygame.Surface(PAINTED)
        context.ui_of(match.game).picture(Canvas(large, stage), match)
        return pygame.transform.smoothscale(large, size)

    return Thumbnails(size, paint)
