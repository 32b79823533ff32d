"""The pictures beside the rules of Fawlty Towers."""

from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.geometry.shapes import Box
from towersim.rules.fawlty_towers.state import Card, Colour, Symbol
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import LAID, draw_laid, painted
from towersim.ui.drawing.theme import TEXT
from towersim.ui.games.fawlty_towers.draw_table import card_face, small_card

TOWER: Final = (
    *(("blue", 0, 0, 0), ("red", 0.08, 1, 0), ("yellow", -0.06, 2, 0), ("green", 0.1, 3, 0)),
    ("red", 0.3, 5.2, -0.2),
)
"""A tower, with a cube above it; each cube as `draw_laid` draws it."""
FALLEN: Final = (
    *(("green", -0.6, 0, 0), ("blue", -0.45, 1, 0), ("yellow", 0.2, 2.1, -0.5)),
    *(("red", 1.4, 1.6, -1.0), ("blue", 2.1, 0, 0)),
)
FOUNDING: Final = ("blue", -1.5, 0, 0), ("red", -1.42, 1, 0), ("yellow", 1.2, 1.8, 0.2)
"""A tower, and a cube above the free place beside it."""
_cubes = partial(draw_laid, pieces=painted(Box(LAID, LAID)))


def column(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw three cards below a red five, and a tower that wins it."""
    cards = (
        Card(Colour.BLUE, Symbol.WHEEL, 2),
        Card(Colour.YELLOW, Symbol.DROP, 1),
        Card(Colour.WHITE, Symbol.BRICKS, 3),
        Card(Colour.RED, Symbol.ARROW, 5),
    )
    size, strip = (canvas.px(84), canvas.px(118)), canvas.px(49)
    for row in reversed(range(len(cards))):
        rect = pygame.Rect(area.x, area.bottom - size[1] - row * strip, *size)
        if row == len(cards) - 1:
            canvas.glow(rect)
        canvas.card_shadow(rect)
        canvas.put(card_face(canvas.viewport, cards[row], size, strip), rect)
        if row == len(cards) - 1:
            canvas.badge((rect.right, rect.y), sure=True)
    right = pygame.Rect(area.x + canvas.px(120), area.y, canvas.px(140), area.h)
    cubes = ("green", 0, 0, 0), ("blue", 0.05, 1, 0), ("yellow", -0.04, 2, 0), ("red", 0.06, 3.6, 0)
    _cubes(canvas, right, laid=cubes)


def sets(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw two sets of cards and their points."""
    size, step = (canvas.px(48), canvas.px(34)), canvas.px(53)
    sets = (
        (Symbol.HAMMERS, (1, 2, 4), _("1 + 2 + 4, and 5 for the set: 12")),
        (Symbol.CIRCLES, (1, 1, 2, 3, 6), _("13, and 10 for the set: 23")),
    )
    for line, (sign, numbers, text) in enumerate(sets):
        y = area.y + canvas.px(14 + 120 * line)
        for index, number in enumerate(numbers):
            card = Card(list(Colour)[(index * 2 + len(numbers)) % 6], sign, number)
            canvas.put(small_card(canvas.viewport, card, size), (area.x + index * step, y))
        canvas.text(text, 16, TEXT, topleft=(area.x, y + size[1] + canvas.px(10)))


_tower, _fall, _founding = (partial(_cubes, laid=each) for each in (TOWER, FALLEN, FOUNDING))
PICTURES: Final = (_tower, column, _fall, _founding, sets)
"""The pictures beside the pages of the rules."""
