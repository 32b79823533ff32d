"""Pages of rules: plain text with a picture beside it."""

from collections.abc import Callable
from typing import NamedTuple

import pygame

from towersim.ui.drawing.canvas import Canvas

Picture = Callable[[Canvas, pygame.Rect], None]
"""A function that draws into a rectangle."""


class Page(NamedTuple):
    """A page of rules: a title, paragraphs, and an optional picture beside them."""

    title: str
    paragraphs: tuple[str, ...]
    picture: Picture | None = None


def page(title: str, picture: Picture | None, *paragraphs: str) -> Page:
    """Return a page with these paragraphs."""
    return Page(title, paragraphs, picture)
