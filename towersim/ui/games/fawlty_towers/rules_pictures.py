"""The pictures beside the rules of Fawlty Towers."""

from typing import Final

import pygame

from towersim.geometry.shapes import Box
from towersim.messages import message as _
from towersim.rules.fawlty_towers.cards import Card, Colour, Symbol
from towersim.ui.canvas import Canvas
from towersim.ui.draw_cubes import draw_block_at
from towersim.ui.draw_frames import draw_badge, draw_card_shadow, draw_glow
from towersim.ui.games.fawlty_towers.draw_cards import card_face, small_card
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage

CUBE: Final = Box(1.0, 1.0)


def _cubes(
    target: pygame.Surface,
    stage: Stage,
    area: pygame.Rect,
    cubes: tuple[tuple[str, float, float, float], ...],
) -> None:
    """Draw cubes at x, y (in cubes, from the middle of the area's foot) and angle in radians."""
    side = stage.px(44)
    for colour, x, y, angle in cubes:
        at = (area.centerx + x * side, area.bottom - (y + 0.5) * side, angle)
        draw_block_at(Canvas(target, stage), side, colour, CUBE, at)
    pygame.draw.line(
        target, SOFT_TEXT, (area.x, area.bottom), (area.right, area.bottom), stage.px(2)
    )


def tower(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw a tower, and a cube on its way."""
    cubes = (
        ("blue", 0, 0, 0),
        ("red", 0.08, 1, 0),
        ("yellow", -0.06, 2, 0),
        ("green", 0.1, 3, 0),
        ("red", 0.3, 5.2, -0.2),
    )
    _cubes(target, stage, area, cubes)


def fall(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw a tower that fell."""
    cubes = (
        ("green", -0.6, 0, 0),
        ("blue", -0.45, 1, 0),
        ("yellow", 0.2, 2.1, -0.5),
        ("red", 1.4, 1.6, -1.0),
        ("blue", 2.1, 0, 0),
    )
    _cubes(target, stage, area, cubes)


def column(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw three cards below a red five, and a tower that pays for it."""
    cards = (
        Card(Colour.BLUE, Symbol.WHEEL, 2),
        Card(Colour.YELLOW, Symbol.DROP, 1),
        Card(Colour.WHITE, Symbol.BRICKS, 3),
        Card(Colour.RED, Symbol.ARROW, 5),
    )
    size, strip = (stage.px(84), stage.px(118)), stage.px(49)
    for row in reversed(range(len(cards))):
        rect = pygame.Rect(area.x, area.bottom - size[1] - row * strip, *size)
        if row == len(cards) - 1:
            draw_glow(target, stage, rect)
        draw_card_shadow(target, stage, rect)
        target.blit(card_face(stage, cards[row], size, strip), rect)
        if row == len(cards) - 1:
            draw_badge(target, stage, (rect.right, rect.y), "tick", sure=True)
    right = pygame.Rect(area.x + stage.px(120), area.y, stage.px(140), area.h)
    cubes = (
        ("green", 0, 0, 0),
        ("blue", 0.05, 1, 0),
        ("yellow", -0.04, 2, 0),
        ("red", 0.06, 3.6, 0),
    )
    _cubes(target, stage, right, cubes)


def sets(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw two sets of cards and what they are worth."""
    size, step = (stage.px(48), stage.px(34)), stage.px(53)
    sets = (
        (Symbol.HAMMERS, (1, 2, 4), _("1 + 2 + 4, and 5 for the set: 12")),
        (Symbol.CIRCLES, (1, 1, 2, 3, 6), _("13, and 10 for the set: 23")),
    )
    for line, (sign, numbers, words) in enumerate(sets):
        y = area.y + stage.px(14 + 120 * line)
        for index, number in enumerate(numbers):
            card = Card(list(Colour)[(index * 2 + len(numbers)) % 6], sign, number)
            target.blit(small_card(stage, card, size), (area.x + index * step, y))
        target.blit(stage.text(words, 16, TEXT), (area.x, y + size[1] + stage.px(10)))
