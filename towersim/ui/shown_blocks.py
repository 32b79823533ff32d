"""The blocks of a table as they are shown: fallen ones lie for a while, a lifted one glides."""

import math
from collections.abc import Callable
from typing import Any

import pygame

from towersim.table import Figure
from towersim.ui.animations import Animations, FlyingPicture
from towersim.ui.camera import Camera
from towersim.ui.play import Play
from towersim.units import Pose

Point = tuple[float, float]


class ShownBlocks:
    """What lies, stands and is held; blocks that fell fly back to where blocks are taken."""

    def __init__(
        self, play: Play[Any], animations: Animations, *, shrink: float, lift_seconds: float
    ) -> None:
        """Let fallen blocks shrink to a share of their size on the way back.

        A lifted block takes some seconds from where it lay to where it is held.
        """
        self._play, self._animations, self._shrink = play, animations, shrink
        self._lift_seconds = self._lift_age = lift_seconds
        self._lifted_from: Callable[[Pose], Pose] = lambda pose: pose
        self.fallen: tuple[Figure, ...] = ()
        """The blocks that fell in the last move, as long as they are shown."""

    @property
    def is_lifting(self) -> bool:
        """Whether a lifted block has not come to the hand yet."""
        return self._lift_age < self._lift_seconds

    def begin_lift(self, lifted_from: Callable[[Pose], Pose]) -> None:
        """Show the lifted block where a function has it for its pose, and let it glide on."""
        self._lifted_from, self._lift_age = lifted_from, 0.0

    def end_lift(self) -> None:
        """Show the lifted block where it is."""
        self._lift_age = self._lift_seconds

    def step(self, seconds: float) -> None:
        """Let time pass."""
        self._lift_age += seconds

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every block in the pose to be drawn."""
        figures = self._play.figures()
        if self._play.playback.is_replaying:
            return figures
        if self.is_lifting:
            figures = tuple(self._gliding(figure) if figure.held else figure for figure in figures)
        return (*self.fallen, *figures)

    def _gliding(self, figure: Figure) -> Figure:
        share = 0.5 - 0.5 * math.cos(math.pi * self._lift_age / self._lift_seconds)
        ends = zip(self._lifted_from(figure.pose), figure.pose, strict=True)
        return figure._replace(pose=Pose(*(start + (end - start) * share for start, end in ends)))

    def lay_fallen(self) -> bool:
        """Keep the blocks that have just gone from the table; return whether any is new."""
        known = {figure.id for figure in (*self._play.figures(), *self.fallen)}
        gone = (figure for figure in self._play.before if figure.id not in known)
        fresh = tuple(figure._replace(tower=None, held=False) for figure in gone)
        self.fallen += fresh
        return bool(fresh)

    def clear_away(
        self,
        camera: Camera,
        picture: Callable[[Figure], pygame.Surface],
        home: Callable[[Figure], Point],
    ) -> None:
        """Let each fallen block fly `home`, in pixels."""
        for index, figure in enumerate(self.fallen):
            start = camera.to_px(figure.pose.x, figure.pose.y)
            fly = FlyingPicture(picture(figure), start, home(figure), 0.8, self._shrink)
            self._animations.fly(fly._replace(age=-0.04 * index))
        self.fallen = ()
