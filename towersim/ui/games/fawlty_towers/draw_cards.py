"""Pictures of the cards: number, colour mark and symbol on a coloured body."""

import pygame

from towersim.rules.fawlty_towers.cards import Card
from towersim.ui.drawing.marks import mark, symbol
from towersim.ui.drawing.paint import blend, panel
from towersim.ui.drawing.theme import RGB, Stage, ink


def _edge(card: Card) -> RGB:
    colours = ink(card.colour)
    return blend(colours.light, (255, 255, 255), 0.25) if card.colour != "white" else colours.dark


def _number(stage: Stage, card: Card, height: int) -> pygame.Surface:
    return stage.fonts.titles.text(str(card.number), height, ink(card.colour).mark)


def card_face(stage: Stage, card: Card, size: tuple[int, int], strip: int) -> pygame.Surface:
    """Return a full card; its top `strip` pixels show number, colour and symbol."""
    return stage.cached(("card", card, size), lambda: _paint_card(stage, card, size, strip))


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
    """Return a small card for a seat's row: number and symbol side by side."""

    def make() -> pygame.Surface:
        width, height = size
        colours = ink(card.colour)
        face = panel(size, max(height // 6, 2), colours.body, _edge(card))
        number = _number(stage, card, round(0.62 * height))
        face.blit(number, number.get_rect(center=(round(0.29 * width), height // 2)))
        sign = symbol(stage, card.symbol, round(0.5 * height), colours.mark)
        face.blit(sign, sign.get_rect(center=(round(0.68 * width), height // 2)))
        return face

    return stage.cached(("small card", card, size), make)
