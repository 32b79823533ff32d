"""Marks for colours and symbols of cards, so that no information depends on colour alone."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from towersim.ui.drawing.paint import smooth
from towersim.ui.drawing.theme import RGB, Viewport

Point = tuple[float, float]
"""x to the right and y down, as shares (0 … 1) of the sign's side, as all lengths here."""
Part = Callable[[pygame.Surface, RGB], None]
"""Draws a part of a sign onto a square surface."""

COLOUR_SHAPES: Final[dict[str, str]] = {
    "red": "diamond",
    "yellow": "circle",
    "green": "triangle",
    "blue": "square",
    "purple": "hexagon",
    "white": "star",
    "black": "cross",
}
"""The shape for each colour on the cards, cubes and dice of all games."""


def mark_shape(colour: str) -> str:
    """Return the shape of a colour for things that turn: a hollow square, unlike a diamond.

    >>> mark_shape("red"), mark_shape("blue")
    ('diamond', 'frame')
    """
    shape = COLOUR_SHAPES[colour]
    return "frame" if shape == "square" else shape


def mark(viewport: Viewport, colour: str, size: int, tint: RGB) -> pygame.Surface:
    """Return the mark of a colour, `size` pixels wide and high, painted in `tint`."""
    return symbol(viewport, mark_shape(colour), size, tint)


def symbol(viewport: Viewport, name: str, size: int, tint: RGB) -> pygame.Surface:
    """Return a sign of `SHAPES` by name, `size` pixels wide and high."""
    paint = partial(paint_sign, name, tint)
    return viewport.cached(("shape", name, size, tint), lambda: smooth((size, size), paint))


def paint_sign(name: str, tint: RGB, large: pygame.Surface) -> None:
    """Paint a sign over the whole of a square surface."""
    for part in SHAPES[name]:
        part(large, tint)


def _polygon(*points: Point) -> Part:
    def draw(large: pygame.Surface, tint: RGB) -> None:
        w, h = large.get_size()
        pygame.draw.polygon(large, tint, [(x * w, y * h) for x, y in points])

    return draw


def _disc(x: float, y: float, radius: float, line: float = 0.0) -> Part:
    """Return a disc around a point, or a ring with a line of that width."""

    def draw(large: pygame.Surface, tint: RGB) -> None:
        w = large.get_width()
        pygame.draw.circle(large, tint, (x * w, y * w), radius * w, round(line * w))

    return draw


def _hole(x: float, y: float, radius: float) -> Part:
    """Return a round hole in the parts drawn before."""

    def draw(large: pygame.Surface, _tint: RGB) -> None:
        w = large.get_width()
        pygame.draw.circle(large, (0, 0, 0, 0), (x * w, y * w), radius * w)

    return draw


def _box(rect: tuple[float, float, float, float], radius: float = 0.0, line: float = 0.0) -> Part:
    """Return a rectangle (left, top, width, height), with rounded corners or as an outline."""

    def draw(large: pygame.Surface, tint: RGB) -> None:
        w = large.get_width()
        area = pygame.Rect(*(round(side * w) for side in rect))
        pygame.draw.rect(large, tint, area, round(line * w), border_radius=round(radius * w))

    return draw


def _turned(angle: float, *points: Point) -> Part:
    """Return a polygon rotated about the centre, clockwise on the screen."""
    c, s = math.cos(angle), math.sin(angle)
    turned = [
        (0.5 + (x - 0.5) * c - (y - 0.5) * s, 0.5 + (x - 0.5) * s + (y - 0.5) * c)
        for x, y in points
    ]
    return _polygon(*turned)


def _star() -> Part:
    turns = [((0.5, 0.21)[i % 2], math.pi * i / 5) for i in range(10)]
    corners = [(0.5 + far * math.sin(turn), 0.53 - far * math.cos(turn)) for far, turn in turns]
    return _polygon(*corners)


def _corner(x: float, y: float) -> tuple[Part, Part]:
    """Return a corner of a frame with arms towards the centre."""
    u, v = (0.12 if x < 0.5 else -0.12), (0.12 if y < 0.5 else -0.12)
    return (
        _polygon((x, y), (x + 2.6 * u, y), (x + 2.6 * u, y + v), (x, y + v)),
        _polygon((x, y), (x + u, y), (x + u, y + 2.6 * v), (x, y + 2.6 * v)),
    )


STEM: Final = _polygon((0.46, 0.5), (0.54, 0.5), (0.57, 0.8), (0.7, 0.97), (0.3, 0.97), (0.43, 0.8))
"""The stem of spades and clubs."""
BAND: Final = _polygon((0.12, 0.72), (0.88, 0.72), (0.88, 0.9), (0.12, 0.9))
"""The band of crowns and hats."""
RING: Final = _disc(0.5, 0.5, 0.46, 0.16)
HEAD: Final = ((0.27, 0.02), (0.70, 0.02), (0.76, 0.10), (0.70, 0.25), (0.27, 0.25))
"""Outline of a hammer's head."""
SHAFT: Final = ((0.435, 0.2), (0.565, 0.2), (0.565, 1.02), (0.435, 1.02))
SPOKE: Final = ((0.46, 0.1), (0.54, 0.1), (0.54, 0.9), (0.46, 0.9))
BAR: Final = ((0.42, 0.1), (0.58, 0.1), (0.58, 0.9), (0.42, 0.9))
ARROW: Final = (
    *((0.02, 0.2), (0.6, 0.2), (0.6, 0.04), (0.98, 0.29)),
    *((0.6, 0.54), (0.6, 0.38), (0.02, 0.38)),
)

SHAPES: Final[dict[str, Sequence[Part]]] = {
    "circle": [_disc(0.5, 0.5, 0.42)],
    "triangle": [_polygon((0.5, 0.06), (0.98, 0.9), (0.02, 0.9))],
    # Hollow, to differ from a diamond when rotated.
    "frame": [_box((0.1, 0.1, 0.8, 0.8), line=0.2)],
    "diamond": [_polygon((0.5, 0.0), (0.86, 0.5), (0.5, 1.0), (0.14, 0.5))],
    "star": [_star()],
    "cross": [
        _polygon((0.28, 0.04), (0.72, 0.04), (0.72, 0.96), (0.28, 0.96)),
        _polygon((0.04, 0.28), (0.96, 0.28), (0.96, 0.72), (0.04, 0.72)),
    ],
    "drop": [
        _disc(0.5, 0.63, 0.31),
        _polygon((0.5, 0.02), (0.765, 0.47), (0.235, 0.47)),
        _polygon((0.5, 0.02), (0.79, 0.53), (0.5, 0.7), (0.21, 0.53)),
    ],
    "hammers": [_turned(way * math.pi / 4, *one) for way in (1, -1) for one in (SHAFT, HEAD)],
    "circles": [_disc(x, y, 0.25, 0.1) for x, y in ((0.5, 0.29), (0.27, 0.69), (0.73, 0.69))],
    "bricks": [
        *(_box((x, 0.1, wide, 0.22), 0.04) for x, wide in ((0.04, 0.44), (0.56, 0.4))),
        *(_box((x, 0.39, w, 0.22), 0.04) for x, w in ((0.04, 0.18), (0.3, 0.4), (0.78, 0.18))),
        *(_box((x, 0.68, wide, 0.22), 0.04) for x, wide in ((0.04, 0.44), (0.56, 0.4))),
    ],
    "wheel": [
        _disc(0.5, 0.5, 0.46, 0.11),
        *(_turned(math.pi * i / 3, *SPOKE) for i in range(3)),
        _disc(0.5, 0.5, 0.14),
    ],
    "arrow": [
        _polygon(
            *((0.5, 0.02), (0.92, 0.48), (0.67, 0.48), (0.67, 0.98)),
            *((0.33, 0.98), (0.33, 0.48), (0.08, 0.48)),
        )
    ],
    "ring": [RING],
    "barred": [RING, _turned(math.pi / 4, *BAR)],
    "heart": [
        _disc(0.29, 0.31, 0.245),
        _disc(0.71, 0.31, 0.245),
        _polygon((0.075, 0.43), (0.5, 0.22), (0.925, 0.43), (0.5, 0.97)),
    ],
    "spade": [
        _disc(0.28, 0.57, 0.225),
        _disc(0.72, 0.57, 0.225),
        _polygon((0.5, 0.03), (0.9, 0.45), (0.72, 0.66), (0.28, 0.66), (0.1, 0.45)),
        STEM,
    ],
    "club": [
        *(_disc(x, y, 0.225) for x, y in ((0.5, 0.26), (0.26, 0.58), (0.74, 0.58))),
        _polygon((0.5, 0.3), (0.7, 0.64), (0.3, 0.64)),
        STEM,
    ],
    "square": [_polygon((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))],
    "hexagon": [
        _polygon((0.25, 0.07), (0.75, 0.07), (1, 0.5), (0.75, 0.93), (0.25, 0.93), (0, 0.5))
    ],
    "crown": [
        BAND,
        _polygon(
            *((0.06, 0.2), (0.3, 0.46), (0.5, 0.1), (0.7, 0.46)),
            *((0.94, 0.2), (0.84, 0.66), (0.16, 0.66)),
        ),
        *(_disc(x, y, 0.065) for x, y in ((0.06, 0.18), (0.5, 0.09), (0.94, 0.18))),
    ],
    "tiara": [
        BAND,
        *(_disc(*one) for one in ((0.16, 0.5, 0.1), (0.5, 0.2, 0.14), (0.84, 0.5, 0.1))),
        *(_disc(x, 0.36, 0.085) for x in (0.33, 0.67)),
        _polygon((0.12, 0.66), (0.2, 0.56), (0.5, 0.36), (0.8, 0.56), (0.88, 0.66)),
    ],
    "plume": [
        BAND,
        _polygon((0.2, 0.66), (0.26, 0.36), (0.62, 0.36), (0.8, 0.66)),
        _polygon((0.5, 0.42), (0.62, 0.12), (0.96, 0.02), (0.9, 0.3), (0.66, 0.46)),
    ],
    "flame": [
        _disc(0.5, 0.68, 0.3),
        _polygon(
            *((0.2, 0.7), (0.22, 0.4), (0.36, 0.52), (0.46, 0.02)),
            *((0.7, 0.42), (0.78, 0.34), (0.8, 0.7), (0.5, 0.8)),
        ),
    ],
    "die": [
        _box((0.06, 0.06, 0.88, 0.88), 0.2),
        *(_hole(x, y, 0.085) for x in (0.28, 0.72) for y in (0.28, 0.72)),
        _hole(0.5, 0.5, 0.085),
    ],
    "switch": [_polygon(*ARROW), _polygon(*((1 - x, 1 - y) for x, y in ARROW))],
    "tick": [
        _polygon((0.08, 0.52), (0.2, 0.4), (0.4, 0.6), (0.8, 0.16), (0.92, 0.28), (0.4, 0.84))
    ],
    "wrong": [_turned(way * math.pi / 4, *BAR) for way in (1, -1)],
    "pause": [
        _polygon((x, 0.16), (x + 0.18, 0.16), (x + 0.18, 0.84), (x, 0.84)) for x in (0.24, 0.58)
    ],
    "whole": [part for x in (0.06, 0.94) for y in (0.06, 0.94) for part in _corner(x, y)],
    "person": [_disc(0.5, 0.28, 0.2), _box((0.16, 0.54, 0.68, 0.7), 0.3)],
    "robot": [
        _box((0.14, 0.3, 0.72, 0.56), 0.14),
        _polygon((0.46, 0.1), (0.54, 0.1), (0.54, 0.32), (0.46, 0.32)),
        _disc(0.5, 0.11, 0.085),
        *(_hole(x, 0.55, 0.085) for x in (0.34, 0.66)),
    ],
}
"""The parts of each sign in drawing order."""
