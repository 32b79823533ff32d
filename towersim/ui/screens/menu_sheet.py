"""A column of buttons on a sheet over a table that stands still: what the pauses have in common."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from towersim.ui.screens.sheet import SheetScreen


class Line(NamedTuple):
    """A button: its words, what it stands for, and its style."""

    words: str
    command: str
    style: str = ""


def column_size(lines: Sequence[Line]) -> tuple[float, float]:
    """Return the width and height of a sheet with a column of buttons, in units."""
    return 400, 104 + 56 * len(lines)


def add_column(screen: SheetScreen, lines: Sequence[Line]) -> None:
    """Add buttons from top to bottom, as wide as the sheet."""
    px = screen.context.stage.px
    for index, line in enumerate(lines):
        y = screen.sheet.y + px(80 + 56 * index)
        rect = pygame.Rect(screen.left, y, screen.right - screen.left, px(46))
        screen.form.button(rect, line.words, line.command, line.style)
