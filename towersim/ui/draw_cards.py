"""Cards: a painted body with its number, the mark of its colour and its symbol."""

from typing import Final

import pygame

from towersim.rules.cards import Card
from towersim.ui.draw_marks import mark, symbol
from towersim.ui.paint import blend, panel, soft_shadow
from towersim.ui.theme import GLOW, PAPER, RGB, WALNUT_DARK, Stage, ink

TICK_GREEN: Final[RGB] = (86, 140, 62)


def _edge(card: Card) -> RGB:
    colours = ink(card.colour)
    return blend(colours.light, (255, 255, 255), 0.25) if card.colour != "white" else colours.dark


def _number(stage: Stage, card: Card, height: int) -> pygame.Surface:
    return stage.letters.text(str(card.number), height, ink(card.colour).mark, bold=True)


def card_face(stage: Stage, card: Card, size: tuple[int, int], strip: int) -> pygame.Surface:
    """Return a whole card; its topmost `strip` pixels say everything."""
    return stage.kept(("card", card, size), lambda: _paint_card(stage, card, size, strip))


def _paint_card(stage: Stage, card: Card, size: tuple[int, int], strip: int) -> pygame.Surface:
    width, height = size
    colours = ink(card.colour)
    face = panel(size, round(0.1 * width), colours.body, _edge(card), max(width // 40, 1))
    number = _number(stage, card, round(0.72 * strip))
    face.blit(number, number.get_rect(midleft=(round(0.12 * width), strip // 2)))
    small = round(0.3 * strip)
    sign = mark(stage, card.colour, small, colours.mark)
    face.blit(sign, sign.get_rect(center=(round(0.46 * width), strip // 2)))
    small = round(0.54 * strip)
    sign = symbol(stage, card.symbol, small, colours.mark)
    face.blit(sign, sign.get_rect(center=(round(0.74 * width), strip // 2)))
    inner = (width - round(0.2 * width), height - strip - round(0.1 * width))
    plate = panel(inner, round(0.07 * width), blend(colours.body, colours.light, 0.55))
    face.blit(plate, (round(0.1 * width), strip))
    large = symbol(stage, card.symbol, round(0.7 * inner[1]), colours.mark)
    face.blit(large, large.get_rect(center=(width // 2, strip + inner[1] // 2)))
    return face


def small_card(stage: Stage, card: Card, size: tuple[int, int]) -> pygame.Surface:
    """Return a card as small as it lies before a seat: number and symbol side by side."""

    def make() -> pygame.Surface:
        width, height = size
        colours = ink(card.colour)
        face = panel(size, max(height // 6, 2), colours.body, _edge(card))
        number = _number(stage, card, round(0.62 * height))
        face.blit(number, number.get_rect(center=(round(0.29 * width), height // 2)))
        sign = symbol(stage, card.symbol, round(0.5 * height), colours.mark)
        face.blit(sign, sign.get_rect(center=(round(0.68 * width), height // 2)))
        return face

    return stage.kept(("small card", card, size), make)


def draw_card_shadow(target: pygame.Surface, stage: Stage, rect: pygame.Rect) -> None:
    """Draw the shadow of a card that lies at `rect`."""
    blur = stage.px(4)
    shade = stage.kept(
        ("card shadow", rect.size), lambda: soft_shadow(rect.size, stage.px(6), blur, 120)
    )
    target.blit(shade, (rect.x - 2 * blur, rect.y - 2 * blur + stage.px(3)))


def draw_glow(target: pygame.Surface, stage: Stage, rect: pygame.Rect) -> None:
    """Draw a warm light around a rectangle."""

    def make() -> pygame.Surface:
        blur = stage.px(5)
        light = pygame.Surface((rect.w + 4 * blur, rect.h + 4 * blur), pygame.SRCALPHA)
        light.fill((*GLOW, 0))
        inner = pygame.Rect((2 * blur, 2 * blur), rect.size).inflate(blur, blur)
        pygame.draw.rect(light, (*GLOW, 235), inner, border_radius=stage.px(8))
        return pygame.transform.gaussian_blur(light, blur)

    light = stage.kept(("glow", rect.size), make)
    target.blit(light, light.get_rect(center=rect.center))


def draw_frame(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, colour: RGB, units: float = 2.5
) -> None:
    """Draw a line around a rectangle with round corners."""

    def make() -> pygame.Surface:
        line = stage.px(units)
        ring = panel(rect.size, stage.px(6), colour)
        hole = panel((rect.w - 2 * line, rect.h - 2 * line), stage.px(6) - line, (255, 255, 255))
        ring.blit(hole, (line, line), special_flags=pygame.BLEND_RGBA_SUB)
        return ring

    target.blit(stage.kept(("frame", rect.size, colour, units), make), rect)


def draw_badge(
    target: pygame.Surface, stage: Stage, at: tuple[int, int], sign: str, *, sure: bool
) -> None:
    """Draw a round badge with a sign: filled if it is sure, hollow if it only may come."""

    def make() -> pygame.Surface:
        size = stage.px(18)
        fill, line = (TICK_GREEN, PAPER) if sure else (WALNUT_DARK, GLOW)
        badge = panel((size, size), size // 2, fill, line, stage.px(1.5))
        picture = symbol(stage, sign, stage.px(10), line)
        badge.blit(picture, picture.get_rect(center=(size // 2, size // 2)))
        return badge

    badge = stage.kept(("badge", sign, sure), make)
    target.blit(badge, badge.get_rect(center=at))


def dimmed(stage: Stage, picture: pygame.Surface, key: object) -> pygame.Surface:
    """Return a picture of something that cannot be chosen now."""

    def make() -> pygame.Surface:
        dark = picture.copy()
        dark.fill((150, 138, 128, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return dark

    return stage.kept(("dimmed", key), make)
