"""The pictures beside the rules of Practice."""

from functools import partial
from typing import Final

import pygame

from towersim.geometry.shapes import Box
from towersim.scene.scene import Material
from towersim.scene.table_setup import Piece
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import LAID, draw_laid
from towersim.ui.drawing.theme import GLOW, SOFT_TEXT
from towersim.ui.games.practice.draw_table import BEST
from towersim.ui.stacking.xray import FORCE, GHOST as MOVES_FIRST

PIECES: Final = {
    "cube": Piece("cube", Box(LAID, LAID), Material(), 0.02, colour="natural"),
    "plank": Piece("plank", Box(0.1, 0.012), Material(), 0.02, colour="natural"),
}
COLUMN: Final = tuple(("cube", x, y, 0.0) for y, x in enumerate((0.0, 0.12, 0.02, 0.3)))
_pieces = partial(draw_laid, pieces=PIECES)


def _outline(canvas: Canvas, area: pygame.Rect, x: float, y: float, tint: tuple[int, ...]) -> None:
    side = canvas.px(44)
    rect = pygame.Rect(0, 0, side, side)
    rect.center = round(area.centerx + x * side), round(area.bottom - (y + 0.5) * side)
    pygame.draw.rect(canvas.target, tint, rect, canvas.px(3))


def built(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a tower, a piece above it, and the height that takes a star."""
    _pieces(canvas, area, laid=(*COLUMN[:3], ("cube", 0.4, 4.4, -0.2)))
    y = area.bottom - round(3.5 * canvas.px(44))
    pygame.draw.line(canvas.target, SOFT_TEXT, (area.x, y), (area.right, y), canvas.px(1))
    canvas.sign("star", 20, GLOW, center=(area.right - canvas.px(14), y - canvas.px(14)))


def forces(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw the line of thrust of a tower, and the piece that would move first."""
    _pieces(canvas, area, laid=COLUMN)
    _outline(canvas, area, 0.38, 3.05, MOVES_FIRST)
    side = canvas.px(44)
    for y, x in enumerate((0.12, 0.14, 0.16, 0.3)):
        low = area.bottom - y * side
        at = area.centerx + x * side
        pygame.draw.line(canvas.target, FORCE, (at, low - side // 3), (at, low), canvas.px(3))


def judged(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a plank on a cube with one cube at its end, and a question mark."""
    spots = (("cube", 0, 0, 0), ("plank", 0.6, 0.8, 0.0), ("cube", 2.4, 1.6, 0.0))
    _pieces(canvas, area, laid=spots)
    canvas.title("?", 60, SOFT_TEXT, center=(area.centerx, area.y + canvas.px(40)))


def ghost(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a tower with the outlines of a better one."""
    for y in range(5):
        _outline(canvas, area, 0.3, y, BEST[1].tint)
    _pieces(canvas, area, laid=COLUMN[:2])


PICTURES: Final = (built, forces, judged, ghost)
"""The pictures beside the pages of the rules."""
