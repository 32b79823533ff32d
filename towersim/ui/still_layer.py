"""What stands still is painted once, and from then on only put, until something of it moves."""

from collections.abc import Callable, Hashable

import pygame


class StillLayer:
    """Keeps a picture of what looks in a frame as it did in the frame before."""

    def __init__(self, *, is_ground: bool = False) -> None:
        """Keep what lies over something; or the `ground`, which covers the whole window."""
        self._flags = 0 if is_ground else pygame.SRCALPHA
        self._key: Hashable = None
        self._picture: pygame.Surface | None = None
        self._at = (0, 0)

    def draw(
        self, target: pygame.Surface, key: Hashable, paint: Callable[[pygame.Surface], bool]
    ) -> None:
        """Draw what `key` stands for; not None, and equal only if everything looks the same.

        `paint` draws it with colours multiplied by their alpha, and returns whether it would look
        the same once more.
        """
        seen = (target.get_size(), key)
        if seen != self._key:
            lasting = paint(target)
            self._key, self._picture = seen if lasting else None, None
            return
        if self._picture is None:
            whole = pygame.Surface(target.get_size(), self._flags)
            paint(whole)
            box = whole.get_bounding_rect()
            self._picture, self._at = whole.subsurface(box).copy(), box.topleft
        blend = pygame.BLEND_PREMULTIPLIED if self._flags else 0
        target.blit(self._picture, self._at, special_flags=blend)
