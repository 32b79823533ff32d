"""The keys of Practice, its buttons, and the layout of a challenge's table for a viewport."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _, texts
from towersim.ui.drawing.layout import Grid, areas
from towersim.ui.drawing.theme import Viewport
from towersim.ui.input.bindings import read_keys


class PracticeCommand(StrEnum):
    """The commands that only Practice has."""

    TAKE = "take a piece"
    RETRY = "retry"
    FINISH = "finish"
    BACK = "take back"
    XRAY = "x-ray"
    GHOST = "ghost"
    HINT = "hint"
    PLAN = "plan"
    LOOK = "look back"


KEYS, MOUSE = read_keys(Path(__file__).with_name("keys.txt"), PracticeCommand)
TEXTS: Final = texts(__file__)
TOOLS: Final = {PracticeCommand(name): label for name, label in TEXTS["tools"].items()}
"""The labels of the buttons below the supply, by command."""
DONE, TAKE_BACK = _("Done  ({key:D})"), _("Take back  ({key:N})")
BUILD_ON, CLOSE = _("Build on"), _("Close  ({key:C})")
LETTERS: Final = 18
"""The largest size of letters in a row of buttons that are fitted to their labels, in units."""
BUTTON: Final = 52
"""Distance of two rows of buttons in the panel, in units; 4 less for large text."""
EDGE: Final = 14
"""Width of a button beside its label, in units."""
COLUMNS: Final = 2
STARS: Final = 148
"""Height of the thresholds, the measure and the best attempt, in units."""
MORE: Final = 220
"""Additional height of the order for text of twice the usual size, in units."""
BEST: Final = 36
"""Additional height of the best attempt for text of twice the usual size, in units."""
HINTS: Final = 104
"""Additional height of the prompt for text of twice the usual size, in units."""
SLOT: Final = (138, 62)
"""Width and height of a kind of piece in the supply, in units."""
LOW: Final = 42
"""Height of a kind of piece beside many others, for large text, in units."""
MANY: Final = 5
"""The number of kinds that are many."""
ABREAST: Final = 4
"""The largest number of choices in one row, for large text."""


class Layout:
    """Rectangles in pixels, for a viewport."""

    def __init__(self, viewport: Viewport, kinds: int) -> None:
        """Lay everything out in the panel: the order, the stars, the supply and the buttons.

        For larger text the buttons and the order get the room that a supply of `kinds` leaves.
        """
        px, self.areas = viewport.px, areas(viewport)
        self.areas.hint.h += px(1 + HINTS * (viewport.look.text - 1))
        left, width = self.areas.side.x + px(18), self.areas.side.w - px(36)
        is_large = viewport.look.text > 1
        step = px(BUTTON - 4 * is_large)
        last = viewport.size[1] - 3 * step - px(8)
        above, rows = px(14 + 166 + 6 + STARS + 10), -(-kinds // COLUMNS)
        fits = (last - above - px(24)) // max(rows, 1) / viewport.unit - 8
        high = LOW if is_large and kinds >= MANY else min(SLOT[1], fits)
        slots = px(24) + rows * px(high + 8) if rows else 0
        free = last - above - slots
        third = step if is_large and free > step else 0
        low, spare = last - third, max(free - third, 0)
        best, wanted = (px(1 + most * (viewport.look.text - 1)) for most in (BEST, MORE))
        best = min(spare, best)
        self.head = pygame.Rect(left, px(14), width, px(166) + min(spare - best, wanted))
        """Title, order and hint."""
        self.stars = pygame.Rect(left, self.head.bottom + px(6), width, px(STARS) + best)
        """The three thresholds and the measure."""
        top = self.stars.bottom + px(10)
        self.supply = pygame.Rect(left, top, width, low - self.stars.bottom - px(20))
        self.slots = Grid((left, top + px(24)), (px(SLOT[0]), px(high)), px(8), COLUMNS)
        """The kinds of piece in the supply."""
        row, labels = pygame.Rect(left, low, width, px(44)), list(TOOLS.values())
        self.finish, self.back = row_of(viewport, row, [DONE, TAKE_BACK])
        self.result = self.finish
        self.tools: list[pygame.Rect] = []
        abreast = 2 if third else 3
        for first in range(0, len(labels), abreast):
            row.y += step
            self.tools += row_of(viewport, row, labels[first : first + abreast])
        self.build_on, self.close = row_of(viewport, row, [BUILD_ON, CLOSE])
        self.curve = pygame.Rect(left, top, width, row.y - top - px(10))
        """What is below the stars while one looks back."""
        self._viewport = viewport

    def choices(self, labels: Sequence[str]) -> list[pygame.Rect]:
        """Return the buttons of the choices after a fall or a missed goal, by their labels.

        More than `ABREAST` stand in two rows for large text, as their letters would be small.
        """
        px, room, large = self._viewport.px, self.areas.room, self._viewport.look.text
        has_two = large > 1 and len(labels) > ABREAST
        rects: list[pygame.Rect] = []
        for number, some in enumerate((labels[:2], labels[2:]) if has_two else (labels,)):
            row = pygame.Rect(0, self.areas.hint.bottom + px(10 + 48 * number), 0, px(42))
            row.w = min(px(158 * len(labels) * large), room.w - px(96))  # the ruler is at the left
            row.centerx = room.centerx
            rects += row_of(self._viewport, row, some)
        return rects

    @property
    def below_choices(self) -> int:
        """The y below all rows that the choices may have."""
        rows = 1 + (self._viewport.look.text > 1)
        return self.areas.hint.bottom + self._viewport.px(12 + 48 * rows)

    def notes(self, *, has_choices: bool) -> pygame.Rect:
        """Return the area for notes, below the choices if there are any."""
        notes = self.areas.free.copy()
        if has_choices:
            notes.y = max(notes.y, self.below_choices)
            notes.h = self.areas.free.bottom - notes.y
        return notes


def row_of(viewport: Viewport, rect: pygame.Rect, labels: Sequence[str]) -> list[pygame.Rect]:
    """Return the buttons of a row, with equal edges beside the labels if there is room.

    Else their widths are such that their letters have one size.
    """
    gap, edge = viewport.px(8), viewport.px(EDGE)
    wide = [viewport.fonts.width(each, viewport.px(LETTERS), bold=True) for each in labels]
    spare = rect.w - gap * (len(labels) - 1) - edge * len(labels)
    more, share = max(spare - sum(wide), 0.0) / len(wide), min(spare / sum(wide), 1.0)
    rects, x = [], float(rect.x)
    for each in wide:
        right = x + edge + more + share * each
        rects.append(pygame.Rect(round(x), rect.y, round(right) - round(x), rect.h))
        x = right + gap
    return rects
