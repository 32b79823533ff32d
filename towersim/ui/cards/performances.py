"""Animated effects on a card table: a star, a stamp, a fire."""

import math
from collections.abc import Sequence
from typing import Final

import pygame

from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.marks import symbol
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.text import BLUSH, REFUSED, draw_slip
from towersim.ui.drawing.theme import GLOW, RGB, TEXT, Stage
from towersim.ui.nodes.motion import Performance

FIRES: Final[tuple[RGB, ...]] = ((214, 74, 34), (240, 130, 48), (252, 190, 78))
FLAMES: Final = 13
GOLDEN: Final = 0.618
"""Distance of successive flames as a share of the width, modulo 1: spreads them evenly."""
DOWN: Final = 0.1
"""Share of the running time at which a stamp has come down."""
UP: Final = 0.82
"""Share of the running time at which stamps and flames begin to fade."""
SLANT: Final = 5
"""Rotation of a stamp, in degrees anticlockwise."""


def star(stage: Stage, size: float) -> Performance:
    """Return a star, `size` units large, that grows and fades."""
    picture = symbol(stage, "star", stage.px(size), GLOW)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        shown = pygame.transform.smoothscale_by(picture, 0.6 + 0.7 * share)
        shown.set_alpha(round(255 * min(1.0, 2 - 2 * share)))
        canvas.put(shown, center=at)

    return perform


def stamp(stage: Stage, title: str, lines: Sequence[str]) -> Performance:
    """Return a red stamp with a title and lines of text that comes down and later fades."""
    picture = _stamp_picture(stage, title, lines)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        large = 1 + 0.9 * max(1 - share / DOWN, 0.0) ** 2
        shown = pygame.transform.rotozoom(picture, SLANT, large)
        shown.set_alpha(round(255 * min(share / DOWN, 1.0) * _fading(share)))
        where = shown.get_rect(center=(round(at[0]), round(at[1])))
        canvas.put(shown, where.clamp(canvas.target.get_rect()))

    return perform


def _stamp_picture(stage: Stage, title: str, lines: Sequence[str]) -> pygame.Surface:
    large = stage.text(title, 34, REFUSED, bold=True)
    small = [stage.text(line, 17, TEXT, bold=True) for line in lines]
    pad, step = stage.px(22), stage.px(26)
    wide = max(picture.get_width() for picture in (large, *small)) + 2 * pad
    size = wide, large.get_height() + step * len(small) + round(1.3 * pad)
    sheet = panel(size, stage.px(12), BLUSH, REFUSED, stage.px(4))
    sheet.blit(large, large.get_rect(midtop=(wide // 2, pad // 2)))
    for index, picture in enumerate(small):
        middle = pad // 2 + large.get_height() + step * index + step // 2
        sheet.blit(picture, picture.get_rect(center=(wide // 2, middle)))
    return sheet


def fire(stage: Stage, size: tuple[float, float], words: str) -> Performance:
    """Return flames that rise from a pile of `size` pixels, with `words` below them."""
    wide, high = size
    pictures = [symbol(stage, "flame", round(0.62 * high), tint) for tint in FIRES]
    told = stage.text(words, 19, TEXT, bold=True)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        for number in range(FLAMES):
            # Flames flicker with different phases, and all rise and fade.
            place = (number * GOLDEN) % 1.0
            phase = 2 * math.pi * (number * GOLDEN * 3 + 2.5 * share)
            tall = 0.55 + 0.2 * math.sin(phase) + 0.3 * math.sin(math.pi * place)
            grown = max(min(share / 0.25, 1) * tall, 0.05)
            flame = pygame.transform.smoothscale_by(pictures[number % len(pictures)], grown)
            flame.set_alpha(round(235 * _fading(share)))
            x = at[0] + wide * (place - 0.5 + 0.03 * math.sin(2 * phase))
            foot = at[1] + high * (0.5 - 0.35 * share - 0.1 * (number % 3))
            canvas.put(flame, midbottom=(round(x), round(foot)))
        slip = told.get_rect().inflate(stage.px(36), stage.px(18))
        slip.center = round(at[0]), round(at[1] + 0.62 * high)
        if share < UP:
            draw_slip(canvas, slip)
            canvas.put(told, center=slip.center)

    return perform


def _fading(share: float) -> float:
    """Return the opacity (0 … 1): 1 until `UP`, then falling linearly to 0."""
    return min((1 - share) / (1 - UP), 1.0)
