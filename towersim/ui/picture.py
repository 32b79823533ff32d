"""A picture of a table as a file, without a window."""

from pathlib import Path

import pygame

from towersim.errors import OptionFault
from towersim.match import Match
from towersim.ui.draw_table import draw_table
from towersim.ui.layout import table_layout
from towersim.ui.play import Play
from towersim.ui.settings import Settings
from towersim.ui.sight import Eye, Pointer
from towersim.ui.theme import USUAL, Letters, Stage


def table_picture(match: Match, size: tuple[int, int] = USUAL) -> pygame.Surface:
    """Return the table screen of a match as it stands, `size` in pixels; needs no display."""
    stage = Stage(size, Letters())
    layout = table_layout(stage)
    eye = Eye(stage, layout, Play(match, lambda: 0.0))
    picture = pygame.Surface(stage.size)
    draw_table(picture, stage, layout, eye.sight(Pointer(), Settings(), ""))
    return picture


def save_picture(match: Match, path: Path, size: tuple[int, int] = USUAL) -> None:
    """Write the table screen of a match as a PNG; OptionFault if the file cannot be written."""
    try:
        pygame.image.save(table_picture(match, size), path)
    except (OSError, pygame.error) as fault:
        raise OptionFault(f"{path}: cannot write a picture there: {fault}") from fault
