"""Words over the table: the hint what to do, the log of what happened, a tip at the pointer."""

from collections.abc import Sequence

import pygame

from towersim.ui.layout import Layout
from towersim.ui.paint import panel, soft_shadow
from towersim.ui.theme import (
    ACCENT,
    CREAM,
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    PAPER,
    TEXT,
    WALNUT_DARK,
    WALNUT_LIGHT,
    Stage,
)


def draw_hint(target: pygame.Surface, stage: Stage, layout: Layout, words: str) -> None:
    """Draw the line that says what to do, on a slip of paper at the top."""
    if not words:
        return
    size = 17
    while size > 12 and stage.text(words, size, TEXT).get_width() > layout.hint.w - stage.px(40):
        size -= 1
    line = stage.text(words, size, TEXT)
    slip = pygame.Rect(0, 0, line.get_width() + stage.px(40), layout.hint.h)
    slip.center = layout.hint.center
    _draw_slip(target, stage, slip)
    pygame.draw.circle(target, ACCENT, (slip.x + stage.px(17), slip.centery), stage.px(4))
    target.blit(line, line.get_rect(midleft=(slip.x + stage.px(28), slip.centery)))


def _draw_slip(target: pygame.Surface, stage: Stage, rect: pygame.Rect) -> None:
    blur, radius = stage.px(4), stage.px(12)
    shade = stage.kept(("slip shade", rect.size), lambda: soft_shadow(rect.size, radius, blur, 90))
    target.blit(shade, (rect.x - 2 * blur, rect.y - 2 * blur + stage.px(3)))
    slip = stage.kept(("slip", rect.size), lambda: panel(rect.size, radius, PAPER, CREAM))
    target.blit(slip, rect)


def draw_tip(target: pygame.Surface, stage: Stage, words: str, at: tuple[int, int]) -> None:
    """Draw a slip of paper with a few words to the right of a point."""
    size = stage.px(15)
    lines = stage.letters.wrapped(words, size, stage.px(300))
    pictures = [stage.letters.text(line, size, TEXT) for line in lines]
    step, pad = stage.px(21), stage.px(12)
    width = max(picture.get_width() for picture in pictures) + 2 * pad
    rect = pygame.Rect(at[0], at[1], width, step * len(lines) + round(1.4 * pad))
    rect.clamp_ip(stage.rect.inflate(-stage.px(12), -stage.px(12)))
    _draw_slip(target, stage, rect)
    for index, picture in enumerate(pictures):
        target.blit(picture, (rect.x + pad, rect.y + round(0.7 * pad) + index * step))


def draw_log(
    target: pygame.Surface, stage: Stage, layout: Layout, lines: Sequence[str], *, whole: bool
) -> None:
    """Draw the last two lines of the log, or as many as there are if the `whole` is wanted."""
    shown = list(lines[-14:] if whole else lines[-2:])
    step = stage.px(21)
    rect = layout.log.copy()
    if whole:
        rect.h = max(step * len(shown) + stage.px(14), layout.log.h)
        rect.bottom = layout.log.bottom
    band = stage.kept(("log", rect.size), lambda: _band(stage, rect.size))
    target.blit(band, rect)
    for index, line in enumerate(reversed(shown)):
        tint = ON_DARK if index == 0 else ON_DARK_SOFT
        words = stage.text(line, 15, tint)
        room = pygame.Rect(0, 0, rect.w - stage.px(36), words.get_height())
        y = rect.bottom - stage.px(17) - index * step
        target.blit(words, words.get_rect(midleft=(rect.x + stage.px(22), y)), room)
    if shown:
        y = rect.bottom - stage.px(17)
        pygame.draw.circle(target, GLOW, (rect.x + stage.px(11), y), stage.px(3))


def _band(stage: Stage, size: tuple[int, int]) -> pygame.Surface:
    band = pygame.Surface(size, pygame.SRCALPHA)
    band.fill((*WALNUT_DARK, 238))
    pygame.draw.line(band, (*WALNUT_LIGHT, 255), (0, 0), (size[0], 0), stage.px(1))
    return band
