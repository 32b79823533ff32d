"""Thumbnails, painted one per frame to keep frames short; a thread loads what they show."""

from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any, Final, Generic, TypeVar

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

    def __init__(
        self,
        size: tuple[int, int],
        paint: Callable[[Any], pygame.Surface],
        load: Callable[[K], Any] | None = None,
    ) -> None:
        """`paint` gets a key, or what `load` returns for it in a thread while frames go on."""
        self.size, self._paint, self._load = size, paint, load
        self._loaded: dict[K, Any] = {}
        self._loader = Thread()
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
        if missing is None or self._loader.is_alive():
            return
        if self._load is not None and missing not in self._loaded:
            self._loader = Thread(target=self._keep_loaded, args=(missing, self._load))
            self._loader.start()
            return
        try:
            self._pictures[missing] = self._paint(self._loaded.pop(missing, missing))
        except TowersimError:
            self._pictures[missing] = None

    def _keep_loaded(self, key: K, load: Callable[[K], Any]) -> None:
        try:
            self._loaded[key] = load(key)
        except TowersimError:
            self._pictures[key] = None


def table_thumbnails(
    context: AppContext, size: tuple[int, int], load: Callable[[K], Match]
) -> Thumbnails[K]:
    """Return thumbnails of the tables of games, each loaded before it is painted."""
    viewport = Viewport(PAINTED, context.viewport.fonts)

    def loaded(key: K) -> Match:
        match = load(key)
        context.ui_of(match.game)  # imports its window
        return match

    def paint(match: Match) -> pygame.Surface:
        large = pygame.Surface(PAINTED)
        context.ui_of(match.game).picture(Canvas(large, viewport), match)
        return pygame.transform.smoothscale(large, size)

    return Thumbnails(size, paint, loaded)
