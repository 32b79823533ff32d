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
    slot: int
    """The side of a piece's square."""
    materials: pygame.Rect
    tools: pygame.Rect
    sliders: tuple[pygame.Rect, pygame.Rect, pygame.Rect]
    """Tilt, shake and load, each with its words above."""

    @property
    def rows(self) -> int:
        """The number of rows of pieces that are seen."""
        return max((self.pieces.h + self.gap) // (self.slot + self.gap), 1)

    @property
    def gap(self) -> int:
        """The room between two pieces."""
        return (self.pieces.w - COLUMNS * self.slot) // (COLUMNS - 1)


def build_layout(stage: Stage) -> Layout:
    """Return where everything lies on this stage."""
    px, height = stage.px, stage.size[1]
    found = areas(stage)
    left, width = px(16), found.side.w - px(34)
    head = pygame.Rect(left, px(12), width, px(30))
    tools = pygame.Rect(left, 0, width, TOOL_ROWS * px(34) + (TOOL_ROWS - 1) * px(GAP))
    tools.bottom = height - px(14)
    materials = pygame.Rect(left, 0, width, px(2 * 30 + GAP))
    materials.bottom = tools.top - px(14)
    top = head.bottom + px(8)
    slot = (width - (COLUMNS - 1) * px(GAP)) // COLUMNS
    space = materials.top - px(30) - top
    rows = max((space + px(GAP)) // (slot + px(GAP)), 1)
    pieces = pygame.Rect(left, top, width, rows * slot + (rows - 1) * px(GAP))
    band = found.log
    third = (band.w - px(30)) // 3
    sliders = tuple(
        pygame.Rect(band.x + px(22) + n * third, band.y, third - px(22), band.h) for n in range(3)
    )
    return Layout(found, head, pieces, slot, materials, tools, (sliders[0], sliders[1], sliders[2]))


def slot_rect(layout: Layout, place: int) -> pygame.Rect:
    """Return where the piece on this place lies, counted along rows from the first that is seen."""
    row, column = divmod(place, COLUMNS)
    step = layout.slot + layout.gap
    x, y = layout.pieces.x + column * step, layout.pieces.y + row * step
    return pygame.Rect(x, y, layout.slot, layout.slot)


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
