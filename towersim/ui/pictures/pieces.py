"""A picture of a piece set: all pieces to scale, with their names."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.scene.table_setup import Piece
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.sprites import piece_face, piece_shadow
from towersim.ui.drawing.theme import ON_DARK, ON_DARK_SOFT, USUAL, Viewport
from towersim.ui.drawing.wood import wood

WIDTH: Final = 2400
"""Width of the picture in pixels; all other lengths here are in pixels, too."""
SCALE: Final = 4200.0
"""Pixels per metre."""
MARGIN: Final = 70
GAP: Final = 34
"""Minimum gap between two pieces, or their names."""
HEAD: Final = 150
LABEL: Final = 92
"""Height of the names under a row of pieces, with padding."""
NAME: Final = 22
SHEET: Final = (84, 60, 44)


class _Laid(NamedTuple):
    """A piece with its bounding rectangle around (0, 0), and the width it needs."""

    piece: Piece
    left: float
    top: float
    size: tuple[float, float]
    room: float


def pieces_picture(pieces: Sequence[Piece], title: str) -> pygame.Surface:
    """Return the picture, whose height depends on the pieces; it needs no display."""
    viewport = Viewport(USUAL, Fonts())
    lines = _lines([_laid(piece, viewport) for piece in pieces])
    heights = [max(laid.size[1] for laid in line) for line in lines]
    height = round(HEAD + sum(heights) + LABEL * len(lines) + MARGIN / 2)
    sheet = Canvas(wood((WIDTH, height), SHEET, "sheet", 0.7), viewport)
    sheet.text(title, 54, ON_DARK, bold=True, topleft=(MARGIN, 42))
    _draw_scale(sheet)
    y = float(HEAD)
    for line, tallest in zip(lines, heights, strict=True):
        y += tallest
        _draw_line(sheet, line, y)
        y += LABEL
    return sheet.target


def _laid(piece: Piece, viewport: Viewport) -> _Laid:
    low, high = extent(piece.shape, Pose(0.0, 0.0, 0.0))
    size = (high.x - low.x) * SCALE, (high.y - low.y) * SCALE
    room = max(size[0], viewport.fonts.width(piece.name, NAME)) + GAP
    return _Laid(piece, low.x * SCALE, -high.y * SCALE, size, room)


def _lines(all_laid: Sequence[_Laid]) -> list[list[_Laid]]:
    """Return the pieces in lines of similar width."""
    most = WIDTH - 2 * MARGIN
    total = sum(laid.room for laid in all_laid)
    count = max(-(-total // (0.97 * most)), 1)
    lines: list[list[_Laid]] = [[]]
    used = 0.0
    for laid in all_laid:
        if lines[-1] and used + laid.room / 2 > len(lines) * total / count:
            lines.append([])
        lines[-1].append(laid)
        used += laid.room
    return lines


def _draw_line(sheet: Canvas, line: Sequence[_Laid], foot: float) -> None:
    """Draw one line of pieces, spread over the width, with their feet at y = `foot`."""
    spare = (WIDTH - 2 * MARGIN - sum(laid.room for laid in line)) / len(line)
    x = float(MARGIN)
    for laid in line:
        middle = x + (laid.room + spare) / 2
        _draw_piece(sheet, laid, middle, foot)
        at = round(middle), round(foot) + 14
        sheet.text(laid.piece.name, NAME, ON_DARK_SOFT, midtop=at)
        x += laid.room + spare


def _draw_piece(sheet: Canvas, laid: _Laid, middle: float, foot: float) -> None:
    piece, blur = laid.piece, 7
    face = piece_face(piece.id, piece.shape, piece.colour, SCALE)
    wide, high = face.get_size()
    left = round(middle - laid.size[0] / 2 - laid.left - wide / 2)
    top = round(foot - laid.size[1] - laid.top - high / 2)
    shadow = piece_shadow(face, blur, 0.6)
    sheet.put(shadow, (left - 2 * blur + 6, top - 2 * blur + 9))
    sheet.put(face, (left, top))


def _draw_scale(sheet: Canvas) -> None:
    """Draw a ruler of 50 mm in the upper right corner."""
    right, y, length = WIDTH - MARGIN, 84, round(0.05 * SCALE)
    pygame.draw.line(sheet.target, ON_DARK_SOFT, (right - length, y), (right, y), 2)
    for tenth in range(6):
        x = right - round(length * tenth / 5)
        pygame.draw.line(sheet.target, ON_DARK_SOFT, (x, y - 8), (x, y), 2)
    sheet.text("50 mm", NAME, ON_DARK_SOFT, midbottom=(right - length // 2, y - 12))
