"""The layout of a challenge's table, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.ui.drawing.layout import Areas, Grid, areas
from towersim.ui.drawing.theme import Stage

RETRY: Final = _("Retry  ({key:R})")
XRAY: Final = _("X-ray  ({key:X})")
GHOST: Final = _("Ghost  ({key:G})")
LETTERS: Final = 15
"""Least size of the letters of a button, in units."""
COLUMNS: Final = 2
SLOT: Final = (138, 62)
"""Width and height of a kind of piece in the supply, in units."""


class Layout(NamedTuple):
    """Rectangles in pixels."""

    areas: Areas
    head: pygame.Rect
    """Title, order and hint."""
    stars: pygame.Rect
    """The three thresholds and the measure."""
    supply: pygame.Rect
    slots: Grid
    """The kinds of piece in the supply."""
    finish: pygame.Rect
    back: pygame.Rect
    retry: pygame.Rect
    xray: pygame.Rect
    ghost: pygame.Rect

    @property
    def result(self) -> pygame.Rect:
        """The rectangle of the button that shows the result again."""
        return self.finish


def table_layout(stage: Stage) -> Layout:
    """Return the layout of the table on this stage."""
    px, height = stage.px, stage.size[1]
    common = areas(stage)
    left, width = common.side.x + px(18), common.side.w - px(36)
    head = pygame.Rect(left, px(14), width, px(166))
    stars = pygame.Rect(left, head.bottom + px(6), width, px(132))
    low = height - px(112)
    supply = pygame.Rect(left, stars.bottom + px(10), width, low - stars.bottom - px(20))
    slots = Grid((left, supply.y + px(24)), (px(SLOT[0]), px(SLOT[1])), px(8), COLUMNS)
    half = (width - px(10)) // 2
    finish = pygame.Rect(left, low, half, px(44))
    back = pygame.Rect(left + half + px(10), low, half, px(44))
    retry, xray, ghost = _row(stage, pygame.Rect(left, low + px(52), width, px(44)))
    return Layout(common, head, stars, supply, slots, finish, back, retry, xray, ghost)


def _row(stage: Stage, rect: pygame.Rect) -> list[pygame.Rect]:
    """Return the buttons of the bottom row, with widths that follow their labels."""
    gap = stage.px(8)
    wide = [stage.fonts.width(each, stage.px(LETTERS)) for each in (RETRY, XRAY, GHOST)]
    spare = (rect.w - 2 * gap - sum(wide)) / 3
    rects, x = [], float(rect.x)
    for each in wide:
        rects.append(pygame.Rect(round(x), rect.y, round(each + spare), rect.h))
        x += each + spare + gap
    return rects
