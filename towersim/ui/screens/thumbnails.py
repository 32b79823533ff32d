"""Thumbnails, painted one per frame to keep frames short; a thread loads what they show."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, Generic, TypeVar

import pygame

from towersim.common.errors import TowersimError
from towersim.match.match import Match
from towersim.ui.app_context import AppContext
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import Viewport

K = TypeVar("K")
V = TypeVar("V")

PAINTED: Final = (960, 640)
"""Size of tables before shrinking, in pixels; thumbnails have the same aspect ratio."""


class Loading(Generic[K, V]):
    """What a function returns for keys, computed in a thread while frames go on."""

    def __init__(self, load: Callable[[K], V]) -> None:
        self._load = load
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="loading")
        self._asked: dict[K, Future[V]] = {}

    def has(self, key: K) -> bool:
        """Request the result for a key once; return whether it is there."""
        if key not in self._asked:
            self._asked[key] = self._thread.submit(self._load, key)
        return self._asked[key].done()

    def take(self, key: K) -> V:
        """Return the result for a key, after waiting if need be, or raise what was raised."""
        self.has(key)
        return self._asked.pop(key).result()


class Thumbnails(Generic[K]):
    """Pictures by key, `size` in pixels; keys that cannot be loaded have none."""

    def __init__(
        self,
        size: tuple[int, int],
        paint: Callable[[Any], pygame.Surface],
        load: Callable[[K], Any] | None = None,
    ) -> None:
        """`paint` gets a key, or what `load` returns for it in a thread while frames go on."""
        self.size, self._paint = size, paint
        self._loading = None if load is None else Loading(load)
        self._pictures: dict[K, pygame.Surface | None] = {}

    def picture(self, key: K) -> pygame.Surface | None:
        """Return the picture of a key, or None if it is not painted or cannot be."""
        return self._pictures.get(key)

    def has_all(self, keys: Iterable[K]) -> bool:
        """Return whether all of these keys were painted or failed to load."""
        return all(key in self._pictures for key in keys)

    def paint_next(self, keys: Iterable[K]) -> None:
        """Paint the first missing picture of these keys, once what it shows is loaded."""
        missing = next((key for key in keys if key not in self._pictures), None)
        loading = self._loading
        if missing is None or (loading is not None and not loading.has(missing)):
            return
        try:
            shown = missing if loading is None else loading.take(missing)
            self._pictures[missing] = self._paint(shown)
        except TowersimError:
            self._pictures[missing] = None


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
