"""A camera that follows a goal until a player pans or zooms."""

import pygame

from towersim.theatre.focus import MovingPart
from towersim.ui.drawing.camera import Box, Camera, follow, widened
from towersim.ui.input.bindings import ZOOM_NOTCH


class CameraControl:
    """A camera and its goal; `free` once a player has moved it."""

    def __init__(self, goal: Camera) -> None:
        self.camera = self._goal = goal
        self._held: Camera | None = None
        """The goal while blocks move, which only widens."""
        self.free = False

    @property
    def goal(self) -> Camera:
        """The camera at the end of the present motion."""
        return self._held or self._goal

    @property
    def is_moving(self) -> bool:
        """Whether the camera has not reached its goal yet."""
        return self.camera != self.goal

    def aim(self, goal: Camera) -> None:
        """Set the goal, unless a player has moved the camera, and end a `hold`."""
        self._held = None
        if not self.free:
            self._goal = goal

    def hold(self, moving: MovingPart, box: Box) -> None:
        """Keep all blocks that move within a box, in the goal and at once; the view only widens."""
        if moving.swept is not None:
            self._held = widened(self.goal, box, moving.swept)
        if moving.now is not None:
            self.camera = widened(self.camera, box, moving.now)

    def look(self, goal: Camera) -> None:
        """Set the goal as a player's choice."""
        self._goal, self._held, self.free = goal, None, True

    def home(self) -> None:
        """Return control from the player to `aim`."""
        self.free = False

    def jump(self, goal: Camera) -> None:
        """Set camera and goal without motion, as after a resize."""
        self.camera = self._goal = goal
        self._held, self.free = None, False

    def zoom(self, notches: float, at: tuple[float, float], least: float, most: float) -> None:
        """Zoom in (`notches` > 0) or out around a point of the screen.

        The scale stays between `least` and `most` pixels per metre.
        """
        goal = self.goal
        scale = min(max(goal.scale * ZOOM_NOTCH**notches, least), most)
        share = scale / goal.scale
        x, y = at
        left = x + (goal.left - x) * share
        self.look(Camera(scale, left, y + (goal.base - y) * share))

    def pan(self, right: float, down: float) -> None:
        """Pan by a number of pixels, without easing."""
        goal = self.goal
        self.look(goal._replace(left=goal.left + right, base=goal.base + down))
        self.camera = self.camera._replace(
            left=self.camera.left + right, base=self.camera.base + down
        )

    def keep(self, room: pygame.Rect, half: float) -> None:
        """Limit the pan of a free camera to a table of `half` its width in metres."""
        if self.free:
            goal = self._goal
            reach = half * goal.scale
            left = min(max(goal.left, room.centerx - reach), room.centerx + reach)
            lowest = room.bottom + 0.8 * room.h
            base = min(max(goal.base, room.bottom), lowest)
            self._goal = goal._replace(left=left, base=base)

    def step(self, seconds: float) -> None:
        """Advance the camera towards its goal."""
        self.camera = follow(self.camera, self.goal, seconds)
