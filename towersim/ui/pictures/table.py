"""Pictures of a table as files, without a window."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common.errors import OptionFault
from towersim.match.match import Match
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.games import GAME_UIS, SOLO_UIS
from towersim.ui.pictures import save_png


def table_picture(match: Match, size: tuple[int, int] = USUAL) -> pygame.Surface:
    """Return a picture of a match's current table, `size` in pixels; needs no display."""
    uis = {**GAME_UIS, **SOLO_UIS}
    if match.game not in uis:
        raise OptionFault(f"{match.game}: there is no picture of this game yet")
    viewport = Viewport(size, Fonts())
    picture = pygame.Surface(viewport.size)
    uis[match.game].picture(Canvas(picture, viewport), match)
    return picture


def table_pixels(match: Match, size: tuple[int, int] = USUAL) -> npt.NDArray[np.uint8]:
    """Return a picture of a match's table as height × width × 3 values, 0 … 255."""
    across = pygame.surfarray.array3d(table_picture(match, size))
    return np.ascontiguousarray(across.swapaxes(0, 1), np.uint8)


def show_pixels(pixels: npt.NDArray[np.uint8], title: str) -> None:
    """Show height × width × 3 values in a window of their own, which takes no input."""
    if not pygame.display.get_init():
        pygame.display.init()
    across, window = pixels.swapaxes(0, 1), pygame.display.get_surface()
    if window is None or window.get_size() != across.shape[:2]:
        window = pygame.display.set_mode(across.shape[:2])
        pygame.display.set_caption(title)
    pygame.surfarray.blit_array(window, across)
    pygame.event.pump()
    pygame.display.flip()


def close_window() -> None:
    """Close that window, if it is open."""
    pygame.display.quit()


def save_picture(match: Match, path: Path, size: tuple[int, int] = USUAL) -> None:
    """Write a picture of a match's table as a PNG; OptionFault if the file cannot be written."""
    save_png(table_picture(match, size), path)
