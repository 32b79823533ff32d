"""A camera over a long table: it follows a goal until somebody pans or zooms."""

from typing import Final

import pygame

from towersim.ui.animations import follow
from towersim.ui.camera import Camera

NOTCH: Final = 1.15
"""How many times nearer a notch of the wheel brings the table."""


class CameraControl:
    """Where one looks; `free` once a player has moved it."""

    def __init__(self, goal: Camera) -> None:
        self.camera = self._goal = goal
        self.free = False

    @property
    def goal(self) -> Camera:
        """Where it is on its way to."""
        return self._goal

    @property
    def is_moving(self) -> bool:
        """Whether it is on its way."""
        return self.camera != self._goal

    def aim(self, goal: Camera) -> None:
        """Follow this, unless a player looks elsewhere."""
        if not self.free:
            self._goal = goal

    def look(self, goal: Camera) -> None:
        """Look there, because a player wants to."""
        self._goal, self.free = goal, True

    def home(self) -> None:
        """Follow again what is to be followed."""
        self.free = False

    def jump(self, goal: Camera) -> None:
        """Be there at once, as after the window changed its size."""
        self.camera = self._goal = goal
        self.free = False

    def zoom(self, notches: float, at: tuple[float, float], least: float, most: float) -> None:
        """Come nearer to the point of the table below a point of the screen, or go away from it.

        The scale stays between `least` and `most` pixels per metre.
        """
        scale = min(max(self._goal.scale * NOTCH**notches, least), most)
        share = scale / self._goal.scale
        x, y = at
        left = x + (self._goal.left - x) * share
        self.look(Camera(scale, left, y + (self._goal.base - y) * share))

    def pan(self, right: float, down: float) -> None:
        """Shift what is seen, in pixels, at once."""
        goal = self._goal
        self.look(goal._replace(left=goal.left + right, base=goal.base + down))
        self.camera = self.camera._replace(
            left=self.camera.left + right, base=self.camera.base + down
        )

    def keep(self, room: pygame.Rect, half: float) -> None:
        """Keep the table in sight: its top no higher than the room's foot, its middle near.

        `half` is half its width in metres.
        """
        if self.free:
            goal = self._goal
            reach = half * goal.scale
            left = min(max(goal.left, room.centerx - reach), room.centerx + reach)
            lowest = room.bottom + 0.8 * room.h
            base = min(max(goal.base, room.bottom), lowest)
            self._goal = goal._replace(left=left, base=base)

    def step(self, seconds: float) -> None:
        """Move on."""
        self.camera = follow(self.camera, self._goal, seconds)
