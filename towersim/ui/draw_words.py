"""Words over the table: the hint what to do, the log of what happened, a tip at the pointer."""

from collections.abc import Sequence

import pygame

from towersim.rules.cards import Card
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_seats import draw_hand
from towersim.ui.layout import Layout
from towersim.ui.paint import panel, soft_shadow
from towersim.ui.theme import (
    ACCENT,
    CREAM,
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    PAPER,
    RGB,
    TEXT,
    WALNUT_DARK,
    WALNUT_LIGHT,
    Stage,
)

IN_A_LINE = 9
"""So many small cards of full size fit side by side into a tip."""


def draw_hint(target: pygame.Surface, stage: Stage, layout: Layout, words: str) -> None:
    """Draw the line that says what to do, on a slip of paper; up to a colon it is bold."""
    if not words:
        return
    who, colon, what = words.partition(": ")
    parts = [(who + colon, True), (what, False)] if colon else [(words, False)]
    size, pictures = 18, [stage.text("", 17, TEXT)]
    while size > 12 and (size == 18 or _width(pictures) > layout.hint.w - stage.px(40)):
        size -= 1
        pictures = [stage.text(part, size, TEXT, bold=bold) for part, bold in parts]
    slip = pygame.Rect(0, 0, _width(pictures) + stage.px(40), layout.hint.h)
    slip.center = layout.hint.center
    _draw_slip(target, stage, slip)
    dot = stage.kept("hint dot", lambda: symbol(stage, "circle", stage.px(9), ACCENT))
    target.blit(dot, dot.get_rect(center=(slip.x + stage.px(16), slip.centery)))
    x = slip.x + stage.px(28)
    for picture in pictures:
        target.blit(picture, picture.get_rect(midleft=(x, slip.centery)))
        x += picture.get_width()


def fitting(stage: Stage, words: str, colour: RGB, width: int) -> pygame.Surface:
    """Return a line of text as large as fits into so many pixels, within reason."""
    pictures = (stage.text(words, size, colour) for size in (15, 14, 13, 12, 11))
    smallest = stage.text(words, 10, colour)
    return next((picture for picture in pictures if picture.get_width() <= width), smallest)


def _width(pictures: Sequence[pygame.Surface]) -> int:
    return sum(picture.get_width() for picture in pictures)


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


def draw_seat_tip(
    target: pygame.Surface,
    stage: Stage,
    beside: pygame.Rect,
    name: str,
    cards: Sequence[Card],
    points: int,
) -> None:
    """Draw a seat's cards and what they are worth, beside its row."""
    pad, numbers = stage.px(14), sum(card.number for card in cards)
    words = f"{numbers} on the cards, {points - numbers} for sets" if cards else "no cards yet"
    rect = pygame.Rect(beside.right + stage.px(64), beside.y, stage.px(430), stage.px(66))
    lines = 0 if not cards else 1 if len(cards) <= IN_A_LINE else 2
    rect.h += lines * stage.px(34)
    rect.clamp_ip(stage.rect.inflate(-stage.px(12), -stage.px(12)))
    _draw_slip(target, stage, rect)
    target.blit(stage.text(name, 17, TEXT, bold=True), (rect.x + pad, rect.y + stage.px(8)))
    target.blit(stage.text(words, 15, TEXT), (rect.x + pad, rect.y + stage.px(33)))
    if cards:
        area = pygame.Rect(
            rect.x + pad, rect.y + stage.px(64), rect.w - 2 * pad, lines * stage.px(33)
        )
        draw_hand(target, stage, area, cards)


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
        words, y = fitting(stage, line, tint, rect.w - stage.px(36)), rect.bottom - stage.px(17)
        target.blit(words, words.get_rect(midleft=(rect.x + stage.px(22), y - index * step)))
    if shown:
        y = rect.bottom - stage.px(17)
        dot = stage.kept("log dot", lambda: symbol(stage, "circle", stage.px(8), GLOW))
        target.blit(dot, dot.get_rect(center=(rect.x + stage.px(11), y)))


def _band(stage: Stage, size: tuple[int, int]) -> pygame.Surface:
    band = pygame.Surface(size, pygame.SRCALPHA)
    band.fill((*WALNUT_DARK, 238))
    pygame.draw.line(band, (*WALNUT_LIGHT, 255), (0, 0), (size[0], 0), stage.px(1))
    return band
