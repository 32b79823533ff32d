"""The faces and backs of cards: number, sign and colour, legible in a fan."""

from functools import partial
from typing import Final, NamedTuple

import pygame

from towersim.ui.drawing.marks import COLOUR_SHAPES, symbol
from towersim.ui.drawing.paint import blend, panel
from towersim.ui.drawing.theme import ACCENT_DARK, CREAM, PAPER, RGB, Ink, Stage, ink

WIDE: Final = 5 / 7
"""Width of a card over its height."""
CARD_PAPER: Final[RGB] = (253, 250, 242)
SUIT_RED: Final[RGB] = (190, 46, 38)
SUIT_BLACK: Final[RGB] = (44, 40, 44)
BACK_RED: Final[RGB] = (138, 58, 44)

Pips = tuple[tuple[float, float], ...]


def _pairs(left: float, *rows: float) -> Pips:
    return tuple((x, y) for x in (left, 1 - left) for y in rows)


_MIDDLE = ((0.5, 0.5),)
_FOUR, _SIX = _pairs(0.385, 0.19, 0.81), _pairs(0.385, 0.19, 0.5, 0.81)
_EIGHT = _pairs(0.37, 0.19, 0.397, 0.603, 0.81)
_PIPS: Final[dict[int, Pips]] = {
    1: _MIDDLE,
    2: ((0.5, 0.19), (0.5, 0.81)),
    3: ((0.5, 0.19), (0.5, 0.5), (0.5, 0.81)),
    4: _FOUR,
    5: _FOUR + _MIDDLE,
    6: _SIX,
    7: (*_SIX, (0.5, 0.345)),
    8: (*_SIX, (0.5, 0.345), (0.5, 0.655)),
    9: _EIGHT + _MIDDLE,
    10: (*_EIGHT, (0.5, 0.293), (0.5, 0.707)),
}
"""Positions of the pips by their number, as shares of the card's width and height."""
BADGE: Final = 0.25
"""Size of a badge, as a share of the card's height."""
_SIGN: Final = {"circle": (0.74, 0.5), "square": (0.54, 0.5), "hexagon": (0.72, 0.5)} | {
    "triangle": (0.7, 0.44),
    "cross": (0.68, 0.5),
}
"""A sign's size over the card's width and its centre's y over the height, clear of the corners."""
_DEEP: Final = {"triangle": 0.12, "flame": 0.08}
"""Offset of the number below a sign's centre, as a share of the sign's size."""


class Face(NamedTuple):
    """The appearance of a card; made by `paper_face`, `colour_face` or `back_face`."""

    corner: str
    """A number or letter; empty for none."""
    sign: str
    """The shape below it, one of `marks.SHAPES`."""
    ink: Ink
    pips: int = 0
    """Number of signs in the middle; 0: one large sign with the corner's number in it."""
    emblem: str = ""
    """A shape in the middle, above the sign, instead of pips."""
    badge: tuple[str, Ink] | None = None
    """Sign and colours of a small plate below the corner: the card that this one stands for."""
    is_back: bool = False
    """Whether it is a back, patterned with the sign."""


def paper_face(corner: str, sign: str, tint: RGB, *, pips: int = 0, emblem: str = "") -> Face:
    """Return a white card with its number, its suit as `pips`, or an `emblem` for a court.

    >>> paper_face("10", "heart", SUIT_RED, pips=10).sign
    'heart'
    """
    colours = Ink(CARD_PAPER, CARD_PAPER, (206, 190, 164), tint)
    return Face(corner, sign, colours, pips, emblem)


def colour_face(corner: str, colour: str) -> Face:
    """Return a card painted in one of `theme.INKS`, with a number in the colour's own shape.

    >>> colour_face("4", "red").sign
    'diamond'
    """
    return Face(corner, COLOUR_SHAPES[colour], ink(colour))


def back_face(sign: str, tint: RGB) -> Face:
    """Return the back of a game's cards: the colour `tint`, patterned with a shape.

    >>> back_face("crown", BACK_RED).is_back
    True
    """
    return Face("", sign, Ink(tint, tint, tint, blend(tint, CREAM, 0.32)), is_back=True)


BACK: Final = back_face("diamond", BACK_RED)
"""The default back."""


def card_size(height: int) -> tuple[int, int]:
    """Return width and height of a card, in pixels.

    >>> card_size(140)
    (100, 140)
    """
    return round(height * WIDE), height


def face_picture(stage: Stage, face: Face, height: int) -> pygame.Surface:
    """Return the cached picture of a face or back, `height` in pixels; do not draw on it."""
    paint = _paint_back if face.is_back else _paint
    return stage.cached(("face", face, height), partial(paint, stage, face, height))


def radius(height: int) -> int:
    """Return the radius of a card's corners, in pixels."""
    return max(round(0.06 * height), 2)


def _paint(stage: Stage, face: Face, height: int) -> pygame.Surface:
    size = card_size(height)
    paper = face.ink.body == CARD_PAPER
    edge = face.ink.dark if paper else blend(face.ink.light, (255, 255, 255), 0.25)
    card = panel(size, radius(height), face.ink.body, edge, max(height // 90, 1))
    corner = _corner(stage, face, height)
    card.blit(corner, (0, 0))
    low = pygame.transform.rotate(corner, 180)
    card.blit(low, (size[0] - low.get_width(), size[1] - low.get_height()))
    if face.emblem:
        _paint_court(stage, card, face)
    elif face.pips:
        _paint_pips(stage, card, face)
    else:
        _paint_sign(stage, card, face)
    if face.badge is not None:
        badge = _badge(stage, *face.badge, round(BADGE * height))
        card.blit(badge, badge.get_rect(center=(round(0.155 * height), round(0.56 * height))))
    return card


def _badge(stage: Stage, sign: str, colours: Ink, size: int) -> pygame.Surface:
    plate = panel((size, size), max(size // 5, 2), colours.body, PAPER, max(size // 14, 1))
    picture = symbol(stage, sign, round(0.6 * size), colours.mark)
    plate.blit(picture, picture.get_rect(center=(size // 2, size // 2)))
    return plate


def _corner(stage: Stage, face: Face, height: int) -> pygame.Surface:
    """Return number and sign below each other, the part that stays visible under other cards."""
    wide, middle = round(0.2 * height), round(0.115 * height)
    picture = pygame.Surface((wide, round(0.42 * height)), pygame.SRCALPHA)
    y = round(0.2 * height) if face.corner else round(0.13 * height)
    if face.corner:
        size = round((0.17 if len(face.corner) > 1 else 0.205) * height)
        words = stage.fonts.titles.text(face.corner, size, face.ink.mark)
        if words.get_width() > wide - 2:
            words = pygame.transform.smoothscale(words, (wide - 2, words.get_height()))
        picture.blit(words, words.get_rect(center=(middle, round(0.115 * height))))
        y = round(0.28 * height)
    sign = symbol(stage, face.sign, round(0.125 * height), face.ink.mark)
    picture.blit(sign, sign.get_rect(center=(middle, y)))
    return picture


def _paint_pips(stage: Stage, card: pygame.Surface, face: Face) -> None:
    w, h = card.get_size()
    large = 0.34 if face.pips == 1 else 0.15 if face.pips < 9 else 0.12
    upright = symbol(stage, face.sign, round(large * h), face.ink.mark)
    turned = pygame.transform.rotate(upright, 180)
    for x, y in _PIPS[face.pips]:
        pip = upright if y <= 0.5 else turned
        card.blit(pip, pip.get_rect(center=(round(x * w), round(y * h))))


def _paint_court(stage: Stage, card: pygame.Surface, face: Face) -> None:
    w, h = card.get_size()
    inner = (round(0.5 * w), round(0.62 * h))
    tint = blend(face.ink.body, face.ink.mark, 0.1)
    edge = blend(face.ink.body, face.ink.mark, 0.45)
    plate = panel(inner, max(round(0.05 * h), 2), tint, edge, max(h // 110, 1))
    card.blit(plate, plate.get_rect(center=(w // 2, h // 2)))
    emblem = symbol(stage, face.emblem, round(0.25 * h), ACCENT_DARK)
    card.blit(emblem, emblem.get_rect(center=(w // 2, round(0.36 * h))))
    sign = symbol(stage, face.sign, round(0.24 * h), face.ink.mark)
    card.blit(sign, sign.get_rect(center=(w // 2, round(0.63 * h))))


def _paint_sign(stage: Stage, card: pygame.Surface, face: Face) -> None:
    w, h = card.get_size()
    wide, high = _SIGN.get(face.sign, (0.78, 0.5))
    size = round(wide * w)
    sign = symbol(stage, face.sign, size, face.ink.mark)
    at = (w // 2, round(high * h))
    card.blit(sign, sign.get_rect(center=at))
    if face.corner:
        number = round((0.27 if len(face.corner) == 1 else 0.21) * h)
        # The number contrasts with the sign: light on a dark one.
        tint = face.ink.light if sum(face.ink.mark) < sum(face.ink.body) else face.ink.dark
        words = stage.fonts.titles.text(face.corner, number, tint)
        low = at[1] + round(_DEEP.get(face.sign, 0.0) * size)
        card.blit(words, words.get_rect(center=(at[0], low)))


def _paint_back(stage: Stage, back: Face, height: int) -> pygame.Surface:
    size = w, h = card_size(height)
    card = panel(size, radius(height), CARD_PAPER, (206, 190, 164), max(h // 90, 1))
    edge = max(round(0.06 * w), 2)
    inner = (w - 2 * edge, h - 2 * edge)
    cloth = panel(inner, max(radius(height) - edge, 2), back.ink.body)
    field = cloth.subsurface(cloth.get_rect().inflate(-2 * edge, -2 * edge))
    step = max(round(0.13 * h), 4)
    sign = symbol(stage, back.sign, max(step - 1, 3), back.ink.mark)
    for row, y in enumerate(range(0, field.get_height() + step, step // 2)):
        for x in range(step // 2 * (row % 2), field.get_width() + step, step):
            field.blit(sign, sign.get_rect(center=(x, y)))
    line = max(edge // 3, 1)
    pygame.draw.rect(field, back.ink.mark, field.get_rect(), line)
    card.blit(cloth, (edge, edge))
    return card
