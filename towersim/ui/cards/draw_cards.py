"""Drawing of cards, their marks, piles, and empty places."""

from functools import partial
from typing import Final, NamedTuple

import pygame

from towersim.ui.cards.card_faces import BACK, Face, card_size, face_picture, radius
from towersim.ui.cards.places import Spot
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import TICK_GREEN, draw_badge
from towersim.ui.drawing.paint import ring, soft_shadow
from towersim.ui.drawing.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK, Stage

DIMMED: Final = (168, 158, 148, 255)
"""Factors (0 … 255) on the colours of a card that cannot be chosen now."""
FAINT: Final = 130
"""Opacity (0 … 255) of the dark line inside the light edge of a card that may be chosen."""
THICK: Final = 8
"""Number of cards per visible edge of a pile."""


class Look(NamedTuple):
    """The marks on a card; none by default."""

    legal: bool = False
    """It may be chosen: a light edge."""
    dim: bool = False
    """It cannot be chosen: it is darker."""
    chosen: bool = False
    """It has been chosen: a frame and a tick."""
    pointed: bool = False
    """Mouse or keyboard point at it: a frame."""


PLAIN: Final = Look()


def draw_card(canvas: Canvas, face: Face, spot: Spot, look: Look = PLAIN) -> None:
    """Draw a card."""
    seen = face, round(spot.height), round(spot.angle), look
    sprite = canvas.cached(("card sprite", *seen), partial(_sprite, canvas.stage, *seen))
    canvas.put(sprite, center=(round(spot.x), round(spot.y)))


def draw_pile(canvas: Canvas, face: Face, spot: Spot, count: int, look: Look = PLAIN) -> None:
    """Draw a pile of `count` cards: its edges, its top card's face or back, and the count."""
    if count == 0:
        return
    edges = min((count - 1) // THICK + (count > 1), 5)
    rise = max(round(0.014 * spot.height), 1)
    below = face if face.is_back else BACK
    for edge in range(edges, 0, -1):
        draw_card(canvas, below, spot._replace(y=spot.y + edge * rise))
    draw_card(canvas, face, spot, look)
    draw_count(canvas, spot, count)


def draw_count(canvas: Canvas, spot: Spot, count: int) -> None:
    """Draw the number of cards of a pile, on a round plate at its lower edge."""
    px, words = canvas.px, canvas.stage.text(str(count), 15, ON_DARK, bold=True)
    plate = pygame.Rect(0, 0, max(words.get_width() + px(14), px(26)), px(24))
    plate.center = round(spot.x), round(spot.y + spot.height / 2)
    canvas.panel(plate, plate.h // 2, WALNUT_DARK, ON_DARK_SOFT)
    canvas.put(words, center=plate.center)


def draw_place(canvas: Canvas, spot: Spot, words: str = "", *, lit: bool = False) -> None:
    """Draw an empty place for a card with a short text; `lit` if a card can go there."""
    stage, px, tint = canvas.stage, canvas.px, GLOW if lit else ON_DARK_SOFT
    size = card_size(round(spot.height))

    def make() -> pygame.Surface:
        frame = ring(size, radius(size[1]), tint, px(2.5 if lit else 1.5))
        frame.fill((255, 255, 255, 255 if lit else 130), special_flags=pygame.BLEND_RGBA_MULT)
        return frame

    frame = canvas.cached(("card place", size, lit), make)
    place = canvas.put(frame, center=(round(spot.x), round(spot.y)))
    tall = min(stage.grown(14), 18)
    lines = stage.fonts.wrapped(words, px(tall), size[0] - px(10)) if words else []
    for index, line in enumerate(lines):
        y = place.centery + round((index - (len(lines) - 1) / 2) * px(1.3 * tall))
        canvas.text(line, tall, tint, center=(place.centerx, y))


def _sprite(stage: Stage, face: Face, height: int, angle: int, look: Look) -> pygame.Surface:
    """Return a card's rotated picture with shadow and marks; the card is at its centre."""
    card = face_picture(stage, face, height)
    size = card.get_size()
    below, above = ("card below", size, look), ("card above", size, look)
    sheet = stage.cached(below, partial(_below, stage, size, look)).copy()
    if look.dim and not look.chosen:
        card = card.copy()
        card.fill(DIMMED, special_flags=pygame.BLEND_RGBA_MULT)
    sheet.blit(card, card.get_rect(center=sheet.get_rect().center))
    sheet.blit(stage.cached(above, partial(_above, stage, size, look)), (0, 0))
    return sheet if angle == 0 else pygame.transform.rotozoom(sheet, angle, 1.0)


def _sheet(stage: Stage, size: tuple[int, int]) -> tuple[pygame.Surface, pygame.Rect]:
    """Return a transparent sheet with a margin around a card, and the card's rectangle."""
    margin = stage.px(14)
    sheet = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    return sheet, pygame.Rect((margin, margin), size)


def _below(stage: Stage, size: tuple[int, int], look: Look) -> pygame.Surface:
    """Return a card's shadow, with a glow if it is chosen, or legal and pointed at."""
    sheet, rect = _sheet(stage, size)
    blur = stage.px(2.5)
    shade = soft_shadow(size, radius(rect.h), blur, 110)
    sheet.blit(shade, (rect.x - 2 * blur, rect.y - 2 * blur + stage.px(1.5)))
    if look.chosen or (look.legal and look.pointed):
        light = pygame.Surface(sheet.get_size(), pygame.SRCALPHA)
        light.fill((*GLOW, 0))
        around = rect.inflate(stage.px(9), stage.px(9))
        pygame.draw.rect(light, (*GLOW, 255), around, border_radius=radius(rect.h) + stage.px(3))
        sheet.blit(pygame.transform.gaussian_blur(light, stage.px(3)), (0, 0))
    return sheet


def _above(stage: Stage, size: tuple[int, int], look: Look) -> pygame.Surface:
    """Return the frame around a marked card, and the tick on a chosen one."""
    sheet, rect = _sheet(stage, size)
    corner, wide = radius(rect.h), rect.inflate(stage.px(4), stage.px(4))
    if look.chosen:
        sheet.blit(ring(wide.size, corner, TICK_GREEN, stage.px(4)), wide)
        at = (rect.right - stage.px(7), rect.y + stage.px(7))
        draw_badge(Canvas(sheet, stage), at, sure=True)
    elif look.pointed:
        tint = GLOW if look.legal else PAPER
        sheet.blit(ring(wide.size, corner, tint, stage.px(4)), wide)
    elif look.legal:
        # The faint dark line shows the light edge also on a yellow card.
        line = stage.px(2.5)
        inner = rect.inflate(-2 * line, -2 * line)
        dark = ring(inner.size, max(corner - line, 1), WALNUT_DARK, stage.px(1.5))
        dark.set_alpha(FAINT)
        sheet.blit(dark, inner)
        sheet.blit(ring(rect.size, corner, GLOW, line), rect)
    return sheet
