"""The camera: metres on the table to pixels and back; only here the y axis is flipped."""

import math
from typing import NamedTuple

import pygame

from towersim.common.units import Vec
from towersim.theatre.focus import Focus

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels; the table top lies on the bottom edge."""


class Camera(NamedTuple):
    """`scale` pixels per metre; the table point (0, 0) is drawn at (`left`, `base`).

    `turn` is the angle by which the table is drawn turned about that point, in radians,
    counter-clockwise.
    """

    scale: float
    left: float
    base: float
    turn: float = 0.0

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel position of a point of the table in metres.

        >>> Camera(1000.0, 640.0, 600.0).to_px(0.1, 0.2)
        (740.0, 400.0)
        """
        if self.turn:
            c, s = math.cos(self.turn), math.sin(self.turn)
            x, y = c * x - s * y, s * x + c * y
        return self.left + x * self.scale, self.base - y * self.scale

    def to_m(self, px: float, py: float) -> Vec:
        """Return the point of the table, in metres, at a pixel position.

        >>> Camera(1000.0, 640.0, 600.0).to_m(740.0, 400.0)
        Vec(x=0.1, y=0.2)
        """
        x, y = (px - self.left) / self.scale, (self.base - py) / self.scale
        c, s = math.cos(self.turn), math.sin(self.turn)
        return Vec(c * x + s * y, c * y - s * x)

    def seen(self, room: pygame.Rect, top: int) -> tuple[Vec, Vec]:
        """Return the visible corners of a room below `top`, lower left first, in metres."""
        return self.to_m(room.left, room.bottom), self.to_m(room.right, top)


def pixel_rect(camera: Camera, low: Vec, high: Vec) -> pygame.Rect:
    """Return the upright pixel rectangle around a box with corners in metres."""
    corners = [camera.to_px(x, y) for x in (low.x, high.x) for y in (low.y, high.y)]
    left, top = (min(each) for each in zip(*corners, strict=True))
    right, bottom = (max(each) for each in zip(*corners, strict=True))
    return pygame.Rect(
        math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(bottom - top)
    )


def fitted(box: Box, low_x: float, high_x: float, high_y: float) -> Camera:
    """Return the camera that shows low_x … high_x and 0 … high_y (metres) as large as possible.

    >>> fitted((0, 0, 1000, 500), -0.5, 0.5, 0.25).scale
    1000.0
    """
    left, top, right, bottom = box
    scale = min((right - left) / (high_x - low_x), (bottom - top) / high_y)
    return Camera(scale, (left + right) / 2 - scale * (low_x + high_x) / 2, bottom)


def widened(camera: Camera, box: Box, part: Focus) -> Camera:
    """Return the camera that shows, within a box, all that `camera` shows there and a part too.

    >>> near = fitted((0, 0, 1000, 500), -0.5, 0.5, 0.25)
    >>> widened(near, (0, 0, 1000, 500), Focus(0.2, 0.4, 0.3)) == near
    True
    >>> widened(near, (0, 0, 1000, 500), Focus(0.4, 1.5, 0.3)).scale
    500.0
    """
    left, top, right, bottom = box
    (low, _), (high, highest) = camera.to_m(left, bottom), camera.to_m(right, top)
    shown = Focus(low, high, highest)
    if shown.with_part(part) == shown and camera.base <= bottom:
        return camera
    return fitted(box, *shown.with_part(part))


def follow(camera: Camera, goal: Camera, seconds: float) -> Camera:
    """Return the camera `seconds` later on its way to `goal`, which it reaches exactly."""
    shift = max(abs(goal.left - camera.left), abs(goal.base - camera.base))
    if abs(goal.scale / camera.scale - 1) < 0.002 and shift < 0.5:
        return goal
    share = 1 - math.exp(-5.0 * seconds)
    return Camera(*(a + (b - a) * share for a, b in zip(camera, goal, strict=True)))
