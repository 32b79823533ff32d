"""What is staged in the middle of a card table: a stamp that comes down, a pile that burns."""

import math
from collections.abc import Callable, Sequence
from typing import Final

import pygame

from towersim.ui.canvas import Canvas
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_text import BLUSH, REFUSED, draw_slip
from towersim.ui.paint import panel
from towersim.ui.theme import GLOW, RGB, TEXT, Stage

Performance = Callable[[Canvas, tuple[float, float], float], None]
"""Draws around a point what is seen when a share from 0 to 1 of the time is over."""
FIRES: Final[tuple[RGB, ...]] = ((214, 74, 34), (240, 130, 48), (252, 190, 78))
FLAMES: Final = 13
GOLDEN: Final = 0.618
"""Flames lie this share of the width apart, modulo 1, so that no two rise side by side."""
DOWN: Final = 0.1
"""The share of its time in which a stamp comes down."""
UP: Final = 0.82
"""From this share on what is staged fades."""
SLANT: Final = 5
"""How askew a stamp is, in degrees."""


def star(stage: Stage, size: float) -> Performance:
    """Return a star, `size` units large, that grows and fades: somebody has no card left."""
    picture = symbol(stage, "star", stage.px(size), GLOW)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        shown = pygame.transform.smoothscale_by(picture, 0.6 + 0.7 * share)
        shown.set_alpha(round(255 * min(1.0, 2 - 2 * share)))
        canvas.put(shown, center=at)

    return perform


def stamp(stage: Stage, title: str, lines: Sequence[str]) -> Performance:
    """Return a red stamp that comes down, can be read, and fades."""
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
    """Return flames that rise from a pile of that size in pixels, with words below them."""
    wide, high = size
    pictures = [symbol(stage, "flame", round(0.62 * high), tint) for tint in FIRES]
    told = stage.text(words, 19, TEXT, bold=True)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        for number in range(FLAMES):
            # Each flickers for itself, and all rise and go out.
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
    """Return how much is still seen: all until `UP`, then less and less."""
    return min((1 - share) / (1 - UP), 1.0)
