"""Layout of the free table, in pixels."""

import math
from typing import Final, NamedTuple

import pygame

from towersim.ui.drawing.layout import Areas, Grid, areas
from towersim.ui.drawing.theme import Viewport

COLUMNS: Final = 4
"""Columns of pieces in the panel."""
GAP: Final = 6
MATERIAL_COLUMNS, MATERIAL_ROWS = 3, 4
"""Columns of materials; more of them only if the materials would fill more than these rows."""
TOOL_COLUMNS: Final = 3
TOOL_ROWS: Final = 4


class Layout(NamedTuple):
    """Rectangles in pixels."""

    areas: Areas
    head: pygame.Rect
    challenge: pygame.Rect
    """The button that makes a challenge."""
    pieces: pygame.Rect
    slots: Grid
    """The slots of the visible pieces, in row order."""
    rows: int
    """Number of visible rows of pieces."""
    materials: pygame.Rect
    swatches: tuple[pygame.Rect, ...]
    tools: pygame.Rect
    sliders: tuple[pygame.Rect, pygame.Rect, pygame.Rect]
    """Tilt, shake and load, each with its label above."""


def build_layout(viewport: Viewport, count: int) -> Layout:
    """Return the layout for a viewport and `count` materials."""
    px, height = viewport.px, viewport.size[1]
    whole = areas(viewport)
    left, width = whole.side.x + px(16), whole.side.w - px(34)
    head = pygame.Rect(left, px(12), width - px(132), px(30))
    challenge = pygame.Rect(left + width - px(126), px(10), px(126), px(34))
    tools = pygame.Rect(left, 0, width, TOOL_ROWS * px(34) + (TOOL_ROWS - 1) * px(GAP))
    tools.bottom = height - px(14)
    columns = max(MATERIAL_COLUMNS, math.ceil(count / MATERIAL_ROWS))
    lines = math.ceil(count / columns)
    materials = pygame.Rect(left, 0, width, px(lines * (30 + GAP) - GAP))
    materials.bottom = tools.top - px(14)
    top = head.bottom + px(8)
    wide, gap = (width - (COLUMNS - 1) * px(GAP)) // COLUMNS, px(GAP)
    pieces = pygame.Rect(left, top, width, materials.top - px(28) - top)
    rows = max(round((pieces.h + gap) / (wide + gap)), 1)
    slots = Grid(pieces.topleft, (wide, (pieces.h + gap) // rows - gap), gap, COLUMNS)
    band = whole.log
    third = (band.w - px(30)) // 3
    sliders = tuple(
        pygame.Rect(band.x + px(22) + n * third, band.y, third - px(22), band.h) for n in range(3)
    )
    three = sliders[0], sliders[1], sliders[2]
    swatches = tuple(grid(viewport, materials, columns, lines)[:count])
    return Layout(whole, head, challenge, pieces, slots, rows, materials, swatches, tools, three)


def scroll_bar(viewport: Viewport, layout: Layout) -> pygame.Rect:
    """Return the hit area of the scroll bar beside the pieces, wider than the bar."""
    return pygame.Rect(layout.pieces.right, layout.pieces.y, viewport.px(16), layout.pieces.h)


def slot_at(layout: Layout, at: tuple[int, int]) -> int | None:
    """Return the index of the visible slot at a point, or None."""
    return layout.slots.at(at, COLUMNS * layout.rows)


def grid(viewport: Viewport, area: pygame.Rect, columns: int, rows: int) -> list[pygame.Rect]:
    """Return the rectangles of a grid in an area, row by row."""
    gap = viewport.px(GAP)
    size = (area.w - (columns - 1) * gap) // columns, (area.h - (rows - 1) * gap) // rows
    places = Grid(area.topleft, size, gap, columns)
    return [places.rect(place) for place in range(columns * rows)]
