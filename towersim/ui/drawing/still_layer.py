"""A cached layer for content that rarely changes."""

from collections.abc import Callable, Hashable

import pygame

from towersim.ui.drawing.canvas import Canvas


class StillLayer:
    """A cache of a layer's picture while its key stays the same."""

    def __init__(self, *, is_ground: bool = False) -> None:
        """Create a transparent layer, or an opaque one (`is_ground`) for the whole window."""
        self._flags = 0 if is_ground else pygame.SRCALPHA
        self._key: Hashable = None
        self._picture: pygame.Surface | None = None
        self._at = (0, 0)

    def draw(self, canvas: Canvas, key: Hashable, paint: Callable[[Canvas], bool]) -> None:
        """Draw the layer of a `key`, which is equal only for equal pictures on the same stage.

        `paint` draws it with premultiplied alpha, and returns whether the result may be cached.
        """
        target = canvas.target
        seen = (target.get_size(), canvas.stage, key)
        if seen != self._key:
            lasting = paint(canvas)
            self._key, self._picture = seen if lasting else None, None
            return
        if self._picture is None:
            whole = pygame.Surface(target.get_size(), self._flags)
            paint(canvas._replace(target=whole))
            box = whole.get_bounding_rect()
            self._picture, self._at = whole.subsurface(box).copy(), box.topleft
        blend = pygame.BLEND_PREMULTIPLIED if self._flags else 0
        target.blit(self._picture, self._at, special_flags=blend)
