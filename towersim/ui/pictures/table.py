"""Pictures of a table as files, without a window."""

from pathlib import Path

import pygame

from towersim.common.errors import OptionFault
from towersim.match.match import Match
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.games import GAME_UIS, SOLO_UIS
from towersim.ui.pictures.png_file import save_png


def table_picture(match: Match, size: tuple[int, int] = USUAL) -> pygame.Surface:
    """Return a picture of a match's current table, `size` in pixels; needs no display."""
    uis = {**GAME_UIS, **SOLO_UIS}
    if match.game not in uis:
        raise OptionFault(f"{match.game}: there is no picture of this game yet")
    viewport = Viewport(size, Fonts())
    picture = pygame.Surface(viewport.size)
    uis[match.game].picture(Canvas(picture, viewport), match)
    return picture


def save_picture(match: Match, path: Path, size: tuple[int, int] = USUAL) -> None:
    """Write a picture of a match's table as a PNG; OptionFault if the file cannot be written."""
    save_png(table_picture(match, size), path)
