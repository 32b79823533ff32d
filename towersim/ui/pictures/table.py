"""Pictures of a table as files or pixels, without a window."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common.errors import OptionFault
from towersim.common.units import Vec
from towersim.geometry.shapes import Circle, Polygon, corners, placed
from towersim.match.match import Match
from towersim.scene.scene import Block
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.games import UIS


def table_picture(match: Match, size: tuple[int, int] = USUAL) -> pygame.Surface:
    """Return a picture of a match's current table, `size` in pixels; needs no display."""
    if match.game not in UIS:
        raise OptionFault(f"{match.game}: there is no picture of this game yet")
    viewport = Viewport(size, Fonts())
    picture = pygame.Surface(viewport.size)
    UIS[match.game].picture(Canvas(picture, viewport), match)
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


SKY, TABLE, FREE, FIXED, EDGE = (235, 238, 242), (120, 90, 60), (214, 168, 108), (96, 96, 104), 40
"""The colours of the background, the table, blocks, immovable blocks, and their outlines (grey)."""


def block_pixels(
    blocks: Iterable[Block], side: int, window: tuple[float, float]
) -> npt.NDArray[np.uint8]:
    """Return a picture of side × side × 3 values, 0 … 255; a block in the hand is one of them.

    `window` is x of the left edge and the width, in metres; a tenth of it is below the table.
    """
    left, width = window
    scale, foot = side / width, side * 0.9
    surface = pygame.Surface((side, side))
    surface.fill(SKY)
    pygame.draw.rect(surface, TABLE, (0, foot, side, side))

    def at(point: Vec) -> tuple[float, float]:
        return (point.x - left) * scale, foot - point.y * scale

    for block in blocks:
        colour, shape = FIXED if block.fixed else FREE, block.shape
        if isinstance(shape, Circle):
            centre, radius = at(Vec(block.pose.x, block.pose.y)), shape.radius * scale
            pygame.draw.circle(surface, colour, centre, radius)
            pygame.draw.circle(surface, (EDGE,) * 3, centre, radius, 1)
            continue
        outline = [at(point) for point in placed(corners(shape), block.pose)]
        pygame.draw.polygon(surface, colour, outline)
        pygame.draw.polygon(surface, (EDGE,) * 3, outline, 1)
        for hole in shape.holes if isinstance(shape, Polygon) else ():
            pygame.draw.polygon(surface, SKY, [at(point) for point in placed(hole, block.pose)])
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1), np.uint8)
