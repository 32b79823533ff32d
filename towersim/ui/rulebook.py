"""Pages of rules: plain text with a picture beside it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

from towersim.rules.display import RulesPage, text_pages
from towersim.ui.drawing.canvas import Canvas

Picture = Callable[[Canvas, pygame.Rect], None]
"""A function that draws into a rectangle."""


class Page(NamedTuple):
    """A page of rules: a title, paragraphs, and an optional picture beside them."""

    title: str
    paragraphs: tuple[str, ...]
    picture: Picture | None = None


def illustrated(pages: Sequence[RulesPage], *pictures: Picture) -> tuple[Page, ...]:
    """Return pages of rules with a picture beside each, or without any.

    ValueError if there are some pictures, but not one for each page.
    """
    beside = pictures or (None,) * len(pages)
    return tuple(Page(*page, picture) for page, picture in zip(pages, beside, strict=True))


def text_guide(file: Path) -> tuple[Page, ...]:
    """Return the pages in a text file, without pictures."""
    return illustrated(text_pages(file))
