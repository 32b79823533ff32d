"""The camera: metres on the table to pixels and back; only here the y axis is flipped.

`CameraControl` follows a goal until a player pans or zooms.
"""

import cmath
import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.units import Vec
from towersim.table.table import Figure
from towersim.theatre.focus import BELOW, Focus, MovingPart
from towersim.ui.input.bindings import ZOOM_NOTCH

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels; the table top lies on the bottom edge."""


class Camera(NamedTuple):
    """`scale` pixels per metre; the table point (0, 0) is drawn at (`left`, `base`).

    `turn` is the angle by which the table is drawn turned about that point, in radians,
    counter-clockwise, and `raised` the pixels by which it is drawn higher then.
    """

    scale: float
    left: float
    base: float
    turn: float = 0.0
    raised: float = 0.0

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel position of a point of the table in metres.

        >>> Camera(1000.0, 640.0, 600.0).to_px(0.1, 0.2)
        (740.0, 400.0)
        """
        if self.turn:
            x, y = _rotated(x, y, self.turn)
        return self.left + x * self.scale, self.base - self.raised - y * self.scale

    def to_m(self, px: float, py: float) -> Vec:
        """Return the point of the table, in metres, at a pixel position.

        >>> Camera(1000.0, 640.0, 600.0).to_m(740.0, 400.0)
        Vec(x=0.1, y=0.2)
        """
        x, y = (px - self.left) / self.scale, (self.base - self.raised - py) / self.scale
        return _rotated(x, y, -self.turn) if self.turn else Vec(x, y)


def _rotated(x: float, y: float, angle: float) -> Vec:
    """Return a point turned about the origin; pygame's vectors take some 1e-6 radians for none."""
    turned = complex(x, y) * cmath.rect(1.0, angle)
    return Vec(turned.real, turned.imag)


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


def turned(
    camera: Camera, turn: float, box: Box, figures: Sequence[Figure], moving: MovingPart
) -> Camera:
    """Return the camera turned, and raised by what the low end of the table hides below a box.

    All that has moved counts, and all that is not beside the box; the highest block stays in it.
    """
    if not turn:
        return camera
    camera, (left, top, right, bottom) = camera._replace(turn=turn), box
    rects = [pixel_rect(camera, *figure.extent) for figure in figures if figure.pose.y > BELOW]
    rects = [one for one in rects if one.left < right and left < one.right]
    swept = moving.swept[:2] if moving.swept else ()
    hidden = max(
        [bottom, *(one.bottom for one in rects), *(camera.to_px(x, 0.0)[1] for x in swept)]
    )
    spare = min([hidden, *(one.top for one in rects)]) - top
    return camera._replace(raised=max(min(hidden - bottom, spare), 0.0))


def smoothstep(share: float) -> float:
    """Return the share of a way, 0 … 1, done after a share of its time: slow at both ends."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


NEAR_SCALE, NEAR_SHIFT = 0.002, 0.5
"""A camera has reached its goal at this difference: a share of the scale, and pixels."""
APPROACH: Final = 5.0
"""Rate at which the distance between a camera and its goal shrinks, in 1/s."""


def follow(camera: Camera, goal: Camera, seconds: float) -> Camera:
    """Return the camera `seconds` later on its way to `goal`, which it reaches exactly."""
    shift = max(abs(goal.left - camera.left), abs(goal.base - camera.base))
    if abs(goal.scale / camera.scale - 1) < NEAR_SCALE and shift < NEAR_SHIFT:
        return goal
    share = 1 - math.exp(-APPROACH * seconds)
    return Camera(*(a + (b - a) * share for a, b in zip(camera, goal, strict=True)))


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
