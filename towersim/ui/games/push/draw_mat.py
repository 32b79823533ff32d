"""Mats on the felt: a little darker than it, with round corners."""

from typing import Final

import pygame

from towersim.ui.games.push.faces import CLOTH
from towersim.ui.paint import blend, panel, ring
from towersim.ui.theme import GLOW, PAPER, Stage

DARK: Final = blend(CLOTH.felt, (0, 0, 0), 0.45)
EDGE: Final = blend(CLOTH.felt, (255, 255, 255), 0.12)


def draw_mat(target: pygame.Surface, stage: Stage, rect: pygame.Rect, strength: int = 170) -> None:
    """Draw a mat; `strength` from 0 to 255 says how dark it is."""

    def make() -> pygame.Surface:
        mat = panel(rect.size, stage.px(12), DARK, EDGE, max(stage.px(1), 1))
        mat.fill((255, 255, 255, strength), special_flags=pygame.BLEND_RGBA_MULT)
        return mat

    target.blit(stage.cached(("push mat", rect.size, strength), make), rect)


def draw_ring(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, *, pointed: bool = False
) -> None:
    """Draw the line round a mat that can be chosen, or is pointed at."""
    tint, line = (PAPER, stage.px(4)) if pointed else (GLOW, stage.px(3))

    def make() -> pygame.Surface:
        return ring(rect.size, stage.px(12), tint, line)

    target.blit(stage.cached(("push ring", rect.size, pointed), make), rect)
