"""Small pictures of tables, painted one at a time so that no frame waits for all of them."""

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

import pygame

from towersim.errors import TowersimError
from towersim.match import Match
from towersim.ui.app_context import AppContext
from towersim.ui.theme import Stage

K = TypeVar("K")

PAINTED: Final = (960, 640)
"""Tables are painted this large, in pixels, and shrunk; a picture has the same shape."""


class Thumbnails(Generic[K]):
    """Pictures of games by key, `size` in pixels; whatever cannot be loaded stays without one."""

    def __init__(
        self, context: AppContext, size: tuple[int, int], load: Callable[[K], Match]
    ) -> None:
        self._context, self.size, self._load = context, size, load
        self._stage = Stage(PAINTED, context.stage.fonts)
        self._pictures: dict[K, pygame.Surface | None] = {}

    def picture(self, key: K) -> pygame.Surface | None:
        """Return the picture of that key, if there is one by now."""
        return self._pictures.get(key)

    def has_all(self, keys: Iterable[K]) -> bool:
        """Return whether all of these have been painted, as far as they can be."""
        return all(key in self._pictures for key in keys)

    def paint_next(self, keys: Iterable[K]) -> bool:
        """Paint the first of these that is missing; return whether one was."""
        missing = next((key for key in keys if key not in self._pictures), None)
        if missing is None:
            return False
        try:
            self._pictures[missing] = self._painted(self._load(missing))
        except TowersimError:
            self._pictures[missing] = None
        return True

    def _painted(self, match: Match) -> pygame.Surface:
        large = pygame.Surface(self._stage.size)
        self._context.ui_of(match.game).picture(large, self._stage, match)
        return pygame.transform.smoothscale(large, self.size)
