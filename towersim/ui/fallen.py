"""Blocks that fell: they lie on the table for a while, then fly back to where blocks are taken."""

from collections.abc import Callable, Iterable

import pygame

from towersim.table import Figure
from towersim.ui.animations import Animations, FlyingPicture
from towersim.ui.camera import Camera

Point = tuple[float, float]


class FallenBlocks:
    """The blocks that fell in the last move, as long as they are shown."""

    def __init__(self, animations: Animations, shrink: float) -> None:
        """Let blocks fly by `animations`; they shrink to this share of their size on the way."""
        self._animations, self._shrink = animations, shrink
        self.figures: tuple[Figure, ...] = ()

    def lay(self, before: Iterable[Figure], now: Iterable[Figure]) -> bool:
        """Keep the blocks that are gone `now`; return whether any is new."""
        known = {figure.id for figure in (*now, *self.figures)}
        gone = tuple(f._replace(tower=None, held=False) for f in before if f.id not in known)
        self.figures += gone
        return bool(gone)

    def clear_away(
        self,
        camera: Camera,
        picture: Callable[[Figure], pygame.Surface],
        home: Callable[[Figure], Point],
    ) -> None:
        """Let each block fly `home`, in pixels."""
        for index, figure in enumerate(self.figures):
            start = camera.to_px(figure.pose.x, figure.pose.y)
            fly = FlyingPicture(picture(figure), start, home(figure), 0.8, self._shrink)
            self._animations.fly(fly._replace(age=-0.04 * index))
        self.figures = ()
