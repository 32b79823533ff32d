"""Pages of rules: plain text with a picture beside it."""

from collections.abc import Callable
from typing import NamedTuple

import pygame

from towersim.messages import Message
from towersim.ui.theme import Stage

Picture = Callable[[pygame.Surface, Stage, pygame.Rect], None]
"""Draws something into a rectangle."""


class Page(NamedTuple):
    """A page of rules: a title, paragraphs, and what is drawn beside them."""

    title: str
    paragraphs: tuple[str, ...]
    picture: Picture | None = None


def page(title: str, picture: Picture | None, *paragraphs: str) -> Page:
    """Return a page with these paragraphs; in one that is no message empty lines part several."""
    found: list[str] = []
    for text in paragraphs:
        parts = [text] if isinstance(text, Message) else text.split("\n\n")
        found += [part if part is text else " ".join(part.split()) for part in parts]
    return Page(title, tuple(filter(None, found)), picture)
