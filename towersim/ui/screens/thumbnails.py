"""Thumbnails, painted one per frame, or in a thread, to keep frames short."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, Generic, TypeVar

import pygame

from towersim.common.errors import TowersimError
from towersim.match.match import Match
from towersim.ui.app_context import AppContext
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import CREAM, Viewport

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
    """Pictures by key, `size` in pixels; keys that cannot be painted have none."""

    def __init__(
        self,
        size: tuple[int, int],
        paint: Callable[[K], pygame.Surface],
        *,
        in_thread: bool = False,
    ) -> None:
        """Paint one in a frame, or `in_thread`: then `paint` must not touch what frames draw with.

        A language's fonts may be shared.
        """
        self.size, self._paint = size, paint
        self._loading = Loading(paint) if in_thread else None
        self._pictures: dict[K, pygame.Surface | None] = {}

    def picture(self, key: K) -> pygame.Surface | None:
        """Return the picture of a key, or None if it is not painted or cannot be."""
        return self._pictures.get(key)

    def draw(self, canvas: Canvas, key: K, corner: tuple[int, int]) -> pygame.Rect:
        """Draw the frame of a key, plain until its picture is painted; return its rectangle."""
        frame, picture = pygame.Rect(corner, self.size), self.picture(key)
        canvas.target.fill(CREAM, frame)
        if picture is not None:
            canvas.put(picture, frame)
        pygame.draw.rect(canvas.target, (206, 184, 152), frame, canvas.px(1))
        return frame

    def has_all(self, keys: Iterable[K]) -> bool:
        """Return whether all of these keys were painted or failed."""
        return all(key in self._pictures for key in keys)

    def paint_next(self, keys: Iterable[K]) -> None:
        """Paint the first missing picture of these keys, or take it from the thread."""
        missing = next((key for key in keys if key not in self._pictures), None)
        loading = self._loading
        if missing is None or (loading is not None and not loading.has(missing)):
            return
        try:
            self._pictures[missing] = (self._paint if loading is None else loading.take)(missing)
        except TowersimError:
            self._pictures[missing] = None


def table_thumbnails(
    context: AppContext, size: tuple[int, int], load: Callable[[K], Match]
) -> Thumbnails[K]:
    """Return thumbnails of the tables of games, which are loaded and painted in a thread."""
    viewport = Viewport(PAINTED, context.viewport.fonts)

    def paint(key: K) -> pygame.Surface:
        match, large = load(key), pygame.Surface(PAINTED)
        context.ui_of(match.game).picture(Canvas(large, viewport), match)
        return pygame.transform.smoothscale(large, size)

    return Thumbnails(size, paint, in_thread=True)
