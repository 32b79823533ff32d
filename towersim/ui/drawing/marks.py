"""Marks for colours and symbols of cards, so that no information depends on colour alone."""

from functools import partial
from typing import Final

import pygame

from towersim.rules.display import signs
from towersim.ui.drawing.paint import smooth
from towersim.ui.drawing.scenery import Brush
from towersim.ui.drawing.theme import RGB, Viewport

COLOUR_SHAPES: Final[dict[str, str]] = {
    "red": "diamond",
    "yellow": "circle",
    "green": "triangle",
    "blue": "square",
    "purple": "hexagon",
    "white": "star",
    "black": "cross",
}
"""The sign for each colour on the cards, cubes and dice of all games."""


def mark_shape(colour: str) -> str:
    """Return the sign of a colour for things that turn: a hollow square, unlike a diamond.

    >>> mark_shape("red"), mark_shape("blue")
    ('diamond', 'frame')
    """
    shape = COLOUR_SHAPES[colour]
    return "frame" if shape == "square" else shape


def mark(viewport: Viewport, colour: str, size: int, tint: RGB) -> pygame.Surface:
    """Return the mark of a colour, `size` pixels wide and high, painted in `tint`."""
    return symbol(viewport, mark_shape(colour), size, tint)


def symbol(viewport: Viewport, name: str, size: int, tint: RGB) -> pygame.Surface:
    """Return one of the `signs` by name, `size` pixels wide and high."""
    paint = partial(paint_sign, name, tint)
    return viewport.cached(("shape", name, size, tint), lambda: smooth((size, size), paint))


def paint_sign(name: str, tint: RGB, large: pygame.Surface) -> None:
    """Paint a sign over the whole of a square surface."""
    Brush(large, large.get_height(), name, tint).follow(["at L", *signs()[name]])
