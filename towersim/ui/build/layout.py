"""Where everything of the free table lies, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.ui.layout import Areas, areas
from towersim.ui.theme import Stage

COLUMNS: Final = 4
"""Pieces beside each other in the panel."""
GAP: Final = 6
MATERIAL_COLUMNS: Final = 3
TOOL_COLUMNS: Final = 3
TOOL_ROWS: Final = 4


class Layout(NamedTuple):
    """Rectangles in pixels."""

    areas: Areas
    head: pygame.Rect
    """The name of the scene."""
    pieces: pygame.Rect
    """The pieces, as many rows as are seen."""
    slot: tuple[int, int]
    """The width and height of a piece's place."""
    rows: int
    """The number of rows of pieces that are seen."""
    gap: int
    """The room between two pieces."""
    materials: pygame.Rect
    tools: pygame.Rect
    sliders: tuple[pygame.Rect, pygame.Rect, pygame.Rect]
    """Tilt, shake and load, each with its words above."""


def build_layout(stage: Stage) -> Layout:
    """Return where everything lies on this stage."""
    px, height = stage.px, stage.size[1]
    found = areas(stage)
    left, width = found.side.x + px(16), found.side.w - px(34)
    head = pygame.Rect(left, px(12), width, px(30))
    tools = pygame.Rect(left, 0, width, TOOL_ROWS * px(34) + (TOOL_ROWS - 1) * px(GAP))
    tools.bottom = height - px(14)
    materials = pygame.Rect(left, 0, width, px(2 * 30 + GAP))
    materials.bottom = tools.top - px(14)
    top = head.bottom + px(8)
    wide, gap = (width - (COLUMNS - 1) * px(GAP)) // COLUMNS, px(GAP)
    pieces = pygame.Rect(left, top, width, materials.top - px(28) - top)
    rows = max(round((pieces.h + gap) / (wide + gap)), 1)
    slot = wide, (pieces.h + gap) // rows - gap
    band = found.log
    third = (band.w - px(30)) // 3
    sliders = tuple(
        pygame.Rect(band.x + px(22) + n * third, band.y, third - px(22), band.h) for n in range(3)
    )
    three = sliders[0], sliders[1], sliders[2]
    return Layout(found, head, pieces, slot, rows, gap, materials, tools, three)


def slot_rect(layout: Layout, place: int) -> pygame.Rect:
    """Return where the piece on this place lies, counted along rows from the first that is seen."""
    row, column = divmod(place, COLUMNS)
    (wide, tall), gap = layout.slot, layout.gap
    x = layout.pieces.x + column * (wide + gap)
    return pygame.Rect(x, layout.pieces.y + row * (tall + gap), wide, tall)


def scroll_bar(stage: Stage, layout: Layout) -> pygame.Rect:
    """Return where the bar beside the pieces lies, as wide as a finger may miss it."""
    return pygame.Rect(layout.pieces.right, layout.pieces.y, stage.px(16), layout.pieces.h)


def slot_at(layout: Layout, at: tuple[int, int]) -> int | None:
    """Return which place of the pieces that are seen is at a point, or None."""
    places = range(COLUMNS * layout.rows)
    return next((place for place in places if slot_rect(layout, place).collidepoint(at)), None)


def grid(stage: Stage, area: pygame.Rect, columns: int, rows: int) -> list[pygame.Rect]:
    """Return the rectangles of a grid in an area, row by row."""
    gap = stage.px(GAP)
    wide, tall = (area.w - (columns - 1) * gap) // columns, (area.h - (rows - 1) * gap) // rows
    return [
        pygame.Rect(area.x + column * (wide + gap), area.y + row * (tall + gap), wide, tall)
        for row in range(rows)
        for column in range(columns)
    ]
