"""The marks that go with colours and the symbols of cards, so no colour means anything alone."""

import math
from collections.abc import Callable
from typing import Final

import pygame

from towersim.ui.paint import outline, smooth
from towersim.ui.theme import RGB, Stage

Drawing = Callable[[pygame.Surface, RGB], None]
Point = tuple[float, float]

COLOUR_SHAPES: Final[dict[str, str]] = {
    "red": "diamond",
    "yellow": "circle",
    "green": "triangle",
    "blue": "square",
    "purple": "hexagon",
    "white": "star",
    "black": "cross",
}
"""The shape that stands for each colour, on the cards, cubes and dice of all games."""


def mark_shape(colour: str) -> str:
    """Return the shape of a colour on what may lie turned: there a square is hollow.

    >>> mark_shape("red"), mark_shape("blue")
    ('diamond', 'frame')
    """
    shape = COLOUR_SHAPES[colour]
    return "frame" if shape == "square" else shape


def mark(stage: Stage, colour: str, size: int, tint: RGB) -> pygame.Surface:
    """Return the mark of a colour, `size` pixels wide and high, painted in `tint`."""
    return _cached(stage, mark_shape(colour), size, tint)


def symbol(stage: Stage, name: str, size: int, tint: RGB) -> pygame.Surface:
    """Return a card's symbol, or the tick, bin or other sign of that name."""
    return _cached(stage, name, size, tint)


def _cached(stage: Stage, name: str, size: int, tint: RGB) -> pygame.Surface:
    draw = SHAPES[name]
    return stage.cached(
        ("shape", name, size, tint), lambda: smooth((size, size), lambda large: draw(large, tint))
    )


def _disc(large: pygame.Surface, tint: RGB, at: Point, radius: float, width: float = 0.0) -> None:
    w = large.get_width()
    middle = (at[0] * w, at[1] * w)
    pygame.draw.circle(large, tint, middle, radius * w, max(round(width * w), 0))


def _polygon(*points: Point) -> Drawing:
    return lambda large, tint: outline(large, points, tint)


def _circle(large: pygame.Surface, tint: RGB) -> None:
    _disc(large, tint, (0.5, 0.5), 0.42)


def _frame(large: pygame.Surface, tint: RGB) -> None:
    # Hollow, so that a turned one is no diamond.
    w = large.get_width()
    side = pygame.Rect(round(0.1 * w), round(0.1 * w), round(0.8 * w), round(0.8 * w))
    pygame.draw.rect(large, tint, side, round(0.2 * w))


def _star(large: pygame.Surface, tint: RGB) -> None:
    corners = []
    for i in range(10):
        reach, turn = (0.5, 0.21)[i % 2], math.pi * i / 5
        corners.append((0.5 + reach * math.sin(turn), 0.53 - reach * math.cos(turn)))
    outline(large, corners, tint)


def _drop(large: pygame.Surface, tint: RGB) -> None:
    _disc(large, tint, (0.5, 0.63), 0.31)
    outline(large, [(0.5, 0.02), (0.765, 0.47), (0.235, 0.47)], tint)
    outline(large, [(0.5, 0.02), (0.79, 0.53), (0.5, 0.7), (0.21, 0.53)], tint)


def _turned(points: list[Point], angle: float) -> list[Point]:
    c, s = math.cos(angle), math.sin(angle)
    return [
        (0.5 + (x - 0.5) * c - (y - 0.5) * s, 0.5 + (x - 0.5) * s + (y - 0.5) * c)
        for x, y in points
    ]


STEM: Final = [(0.46, 0.5), (0.54, 0.5), (0.57, 0.8), (0.7, 0.97), (0.3, 0.97), (0.43, 0.8)]
"""What spades and clubs stand on."""
BAND: Final = [(0.12, 0.72), (0.88, 0.72), (0.88, 0.9), (0.12, 0.9)]
"""What goes round a head with a crown or a hat."""


def _hammers(large: pygame.Surface, tint: RGB) -> None:
    head = [(0.27, 0.02), (0.70, 0.02), (0.76, 0.10), (0.70, 0.25), (0.27, 0.25)]
    shaft = [(0.435, 0.2), (0.565, 0.2), (0.565, 1.02), (0.435, 1.02)]
    for angle in (math.pi / 4, -math.pi / 4):
        outline(large, _turned(shaft, angle), tint)
        outline(large, _turned(head, angle), tint)


def _circles(large: pygame.Surface, tint: RGB) -> None:
    for at in ((0.5, 0.29), (0.27, 0.69), (0.73, 0.69)):
        _disc(large, tint, at, 0.25, 0.1)


def _bricks(large: pygame.Surface, tint: RGB) -> None:
    w = large.get_width()
    rows = (((0.04, 0.44), (0.56, 0.4)), ((0.04, 0.18), (0.3, 0.4), (0.78, 0.18)))
    for row, y in enumerate((0.1, 0.39, 0.68)):
        for x, wide in rows[row % 2]:
            brick = pygame.Rect(round(x * w), round(y * w), round(wide * w), round(0.22 * w))
            pygame.draw.rect(large, tint, brick, border_radius=round(0.04 * w))


def _wheel(large: pygame.Surface, tint: RGB) -> None:
    _disc(large, tint, (0.5, 0.5), 0.46, 0.11)
    for i in range(3):
        spoke = [(0.46, 0.1), (0.54, 0.1), (0.54, 0.9), (0.46, 0.9)]
        outline(large, _turned(spoke, math.pi * i / 3), tint)
    _disc(large, tint, (0.5, 0.5), 0.14)


def _cross(large: pygame.Surface, tint: RGB) -> None:
    for low, high in (((0.28, 0.04), (0.72, 0.96)), ((0.04, 0.28), (0.96, 0.72))):
        outline(large, [low, (high[0], low[1]), high, (low[0], high[1])], tint)


def _ring(large: pygame.Surface, tint: RGB) -> None:
    _disc(large, tint, (0.5, 0.5), 0.46, 0.16)


def _barred(large: pygame.Surface, tint: RGB) -> None:
    _ring(large, tint)
    outline(large, _turned([(0.42, 0.1), (0.58, 0.1), (0.58, 0.9), (0.42, 0.9)], math.pi / 4), tint)


def _heart(large: pygame.Surface, tint: RGB) -> None:
    for x in (0.29, 0.71):
        _disc(large, tint, (x, 0.31), 0.245)
    outline(large, [(0.075, 0.43), (0.5, 0.22), (0.925, 0.43), (0.5, 0.97)], tint)


def _spade(large: pygame.Surface, tint: RGB) -> None:
    for x in (0.28, 0.72):
        _disc(large, tint, (x, 0.57), 0.225)
    outline(large, [(0.5, 0.03), (0.9, 0.45), (0.72, 0.66), (0.28, 0.66), (0.1, 0.45)], tint)
    outline(large, STEM, tint)


def _club(large: pygame.Surface, tint: RGB) -> None:
    for at in ((0.5, 0.26), (0.26, 0.58), (0.74, 0.58)):
        _disc(large, tint, at, 0.225)
    outline(large, [(0.5, 0.3), (0.7, 0.64), (0.3, 0.64)], tint)
    outline(large, STEM, tint)


def _crown(large: pygame.Surface, tint: RGB) -> None:
    outline(large, BAND, tint)
    spikes = [(0.06, 0.2), (0.3, 0.46), (0.5, 0.1), (0.7, 0.46), (0.94, 0.2), (0.84, 0.66)]
    outline(large, [*spikes, (0.16, 0.66)], tint)
    for at in ((0.06, 0.18), (0.5, 0.09), (0.94, 0.18)):
        _disc(large, tint, at, 0.065)


def _tiara(large: pygame.Surface, tint: RGB) -> None:
    outline(large, BAND, tint)
    for x, y, radius in ((0.16, 0.5, 0.1), (0.5, 0.2, 0.14), (0.84, 0.5, 0.1)):
        _disc(large, tint, (x, y), radius)
    for x, y in ((0.33, 0.36), (0.67, 0.36)):
        _disc(large, tint, (x, y), 0.085)
    outline(large, [(0.12, 0.66), (0.2, 0.56), (0.5, 0.36), (0.8, 0.56), (0.88, 0.66)], tint)


def _plume(large: pygame.Surface, tint: RGB) -> None:
    outline(large, BAND, tint)
    outline(large, [(0.2, 0.66), (0.26, 0.36), (0.62, 0.36), (0.8, 0.66)], tint)
    outline(large, [(0.5, 0.42), (0.62, 0.12), (0.96, 0.02), (0.9, 0.3), (0.66, 0.46)], tint)


def _flame(large: pygame.Surface, tint: RGB) -> None:
    _disc(large, tint, (0.5, 0.68), 0.3)
    tongues = [(0.2, 0.7), (0.22, 0.4), (0.36, 0.52), (0.46, 0.02), (0.7, 0.42), (0.78, 0.34)]
    outline(large, [*tongues, (0.8, 0.7), (0.5, 0.8)], tint)


def _tick(large: pygame.Surface, tint: RGB) -> None:
    points = [(0.08, 0.52), (0.2, 0.4), (0.4, 0.6), (0.8, 0.16), (0.92, 0.28), (0.4, 0.84)]
    outline(large, points, tint)


def _pause(large: pygame.Surface, tint: RGB) -> None:
    for x in (0.24, 0.58):
        outline(large, [(x, 0.16), (x + 0.18, 0.16), (x + 0.18, 0.84), (x, 0.84)], tint)


def _whole(large: pygame.Surface, tint: RGB) -> None:
    # The corners of a frame: all there is.
    for x, y in ((0.06, 0.06), (0.94, 0.06), (0.06, 0.94), (0.94, 0.94)):
        u, v = (0.12 if x < 0.5 else -0.12), (0.12 if y < 0.5 else -0.12)
        outline(large, [(x, y), (x + 2.6 * u, y), (x + 2.6 * u, y + v), (x, y + v)], tint)
        outline(large, [(x, y), (x + u, y), (x + u, y + 2.6 * v), (x, y + 2.6 * v)], tint)


def _person(large: pygame.Surface, tint: RGB) -> None:
    _disc(large, tint, (0.5, 0.28), 0.2)
    w = large.get_width()
    body = pygame.Rect(round(0.16 * w), round(0.54 * w), round(0.68 * w), round(0.7 * w))
    pygame.draw.rect(large, tint, body, border_radius=round(0.3 * w))


def _robot(large: pygame.Surface, tint: RGB) -> None:
    w = large.get_width()
    face = pygame.Rect(round(0.14 * w), round(0.3 * w), round(0.72 * w), round(0.56 * w))
    pygame.draw.rect(large, tint, face, border_radius=round(0.14 * w))
    outline(large, [(0.46, 0.1), (0.54, 0.1), (0.54, 0.32), (0.46, 0.32)], tint)
    _disc(large, tint, (0.5, 0.11), 0.085)
    for x in (0.34, 0.66):
        pygame.draw.circle(large, (0, 0, 0, 0), (x * w, 0.55 * w), 0.085 * w)


def _die(large: pygame.Surface, tint: RGB) -> None:
    w = large.get_width()
    side = pygame.Rect(round(0.06 * w), round(0.06 * w), round(0.88 * w), round(0.88 * w))
    pygame.draw.rect(large, tint, side, border_radius=round(0.2 * w))
    for x, y in ((0.28, 0.28), (0.72, 0.28), (0.5, 0.5), (0.28, 0.72), (0.72, 0.72)):
        pygame.draw.circle(large, (0, 0, 0, 0), (x * w, y * w), 0.085 * w)


def _switch(large: pygame.Surface, tint: RGB) -> None:
    right = [(0.02, 0.2), (0.6, 0.2), (0.6, 0.04), (0.98, 0.29), (0.6, 0.54), (0.6, 0.38)]
    outline(large, [*right, (0.02, 0.38)], tint)
    outline(large, [(1 - x, 1 - y) for x, y in (*right, (0.02, 0.38))], tint)


SHAPES: Final[dict[str, Drawing]] = {
    "circle": _circle,
    "triangle": _polygon((0.5, 0.06), (0.98, 0.9), (0.02, 0.9)),
    "frame": _frame,
    "diamond": _polygon((0.5, 0.0), (0.86, 0.5), (0.5, 1.0), (0.14, 0.5)),
    "star": _star,
    "cross": _cross,
    "drop": _drop,
    "hammers": _hammers,
    "circles": _circles,
    "bricks": _bricks,
    "wheel": _wheel,
    "arrow": _polygon(
        (0.5, 0.02),
        (0.92, 0.48),
        (0.67, 0.48),
        (0.67, 0.98),
        (0.33, 0.98),
        (0.33, 0.48),
        (0.08, 0.48),
    ),
    "ring": _ring,
    "barred": _barred,
    "heart": _heart,
    "spade": _spade,
    "club": _club,
    "square": _polygon((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    "hexagon": _polygon((0.25, 0.07), (0.75, 0.07), (1, 0.5), (0.75, 0.93), (0.25, 0.93), (0, 0.5)),
    "crown": _crown,
    "tiara": _tiara,
    "plume": _plume,
    "flame": _flame,
    "die": _die,
    "switch": _switch,
    "tick": _tick,
    "pause": _pause,
    "whole": _whole,
    "person": _person,
    "robot": _robot,
}
"""How each sign is drawn on a square surface."""
