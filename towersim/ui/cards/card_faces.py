"""Cards and the cloth below them: faces and backs, legible in a fan; piles, empty places."""

from typing import Final, NamedTuple

import numpy as np
import pygame

from towersim.common import dice
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import TICK_GREEN, Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.paint import blend, multiplied, panel, ready, ring, soft_shadow
from towersim.ui.drawing.scenery import COLOUR_SHAPES, symbol
from towersim.ui.drawing.wood import wood
from towersim.ui.nodes.node import PLAIN, WIDE, NodeMarks, Spot

DIMMED: Final = (168, 158, 148, 255)
"""Factors (0 … 255) on the colours of a card that cannot be chosen now."""
FAINT: Final = 130
"""Opacity (0 … 255) of the dark line inside the light edge of a card that may be chosen."""
THICK: Final = 8
"""Number of cards per visible edge of a pile."""
CARD_PAPER: Final[theme.RGB] = (253, 250, 242)
SUIT_RED: Final[theme.RGB] = (190, 46, 38)
SUIT_BLACK: Final[theme.RGB] = (44, 40, 44)
BACK_RED: Final[theme.RGB] = (138, 58, 44)

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
    """The shape below it, one of the `signs`."""
    ink: theme.Ink
    pips: int = 0
    """Number of signs in the middle; 0: one large sign with the corner's number in it."""
    emblem: str = ""
    """A shape in the middle, above the sign, instead of pips."""
    badge: tuple[str, theme.Ink] | None = None
    """Sign and colours of a small plate below the corner: the card that this one stands for."""
    is_back: bool = False
    """Whether it is a back, patterned with the sign."""

    def picture(self, viewport: theme.Viewport, height: int) -> pygame.Surface:
        """Return the cached picture, `height` in pixels; do not draw on it."""
        return (_back_picture if self.is_back else _front_picture)(viewport, self, height)

    def draw(self, canvas: Canvas, spot: Spot, marks: NodeMarks, cards: int) -> None:
        """Draw a card, or a pile of `cards` with this card on top."""
        if cards:
            draw_pile(canvas, self, spot, cards, marks)
        else:
            draw_card(canvas, self, spot, marks)


def paper_face(corner: str, sign: str, tint: theme.RGB, *, pips: int = 0, emblem: str = "") -> Face:
    """Return a white card with its number, its suit as `pips`, or an `emblem` for a court.

    >>> paper_face("10", "heart", SUIT_RED, pips=10).sign
    'heart'
    """
    colours = theme.Ink(CARD_PAPER, CARD_PAPER, (206, 190, 164), tint)
    return Face(corner, sign, colours, pips, emblem)


def colour_face(corner: str, colour: str) -> Face:
    """Return a card painted in one of `theme.INKS`, with a number in the colour's own shape.

    >>> colour_face("4", "red").sign
    'diamond'
    """
    return Face(corner, COLOUR_SHAPES[colour], theme.ink(colour))


def back_face(sign: str, tint: theme.RGB) -> Face:
    """Return the back of a game's cards: the colour `tint`, patterned with a shape.

    >>> back_face("crown", BACK_RED).is_back
    True
    """
    return Face("", sign, theme.Ink(tint, tint, tint, blend(tint, theme.CREAM, 0.32)), is_back=True)


BACK: Final = back_face("diamond", BACK_RED)


def card_size(height: int) -> tuple[int, int]:
    """Return width and height of a card, in pixels.

    >>> card_size(140)
    (100, 140)
    """
    return round(height * WIDE), height


def radius(height: int) -> int:
    """Return the radius of a card's corners, in pixels."""
    return max(round(0.06 * height), 2)


@theme.painted_once
def _front_picture(viewport: theme.Viewport, face: Face, height: int) -> pygame.Surface:
    size = card_size(height)
    paper = face.ink.body == CARD_PAPER
    edge = face.ink.dark if paper else blend(face.ink.light, (255, 255, 255), 0.25)
    card = panel(size, radius(height), face.ink.body, edge, max(height // 90, 1))
    corner = _corner(viewport, face, height)
    card.blit(corner, (0, 0))
    low = pygame.transform.rotate(corner, 180)
    card.blit(low, (size[0] - low.get_width(), size[1] - low.get_height()))
    if face.emblem:
        _paint_court(viewport, card, face)
    elif face.pips:
        _paint_pips(viewport, card, face)
    else:
        _paint_sign(viewport, card, face)
    if face.badge is not None:
        (badge, ink), side = face.badge, round(BADGE * height)
        plate = panel((side, side), max(side // 5, 2), ink.body, theme.PAPER, max(side // 14, 1))
        for part in (plate, symbol(viewport, badge, round(0.6 * side), ink.mark)):
            card.blit(part, part.get_rect(center=(round(0.155 * height), round(0.56 * height))))
    return card


def _corner(viewport: theme.Viewport, face: Face, height: int) -> pygame.Surface:
    """Return number and sign below each other, the part that stays visible under other cards."""
    wide, middle = round(0.2 * height), round(0.115 * height)
    picture = pygame.Surface((wide, round(0.42 * height)), pygame.SRCALPHA)
    y = round(0.2 * height) if face.corner else round(0.13 * height)
    if face.corner:
        size = round((0.17 if len(face.corner) > 1 else 0.205) * height)
        number = viewport.fonts.titles.text(face.corner, size, face.ink.mark)
        if number.get_width() > wide - 2:
            number = pygame.transform.smoothscale(number, (wide - 2, number.get_height()))
        picture.blit(number, number.get_rect(center=(middle, round(0.115 * height))))
        y = round(0.28 * height)
    sign = symbol(viewport, face.sign, round(0.125 * height), face.ink.mark)
    picture.blit(sign, sign.get_rect(center=(middle, y)))
    return picture


def _paint_pips(viewport: theme.Viewport, card: pygame.Surface, face: Face) -> None:
    w, h = card.get_size()
    large = 0.34 if face.pips == 1 else 0.15 if face.pips < 9 else 0.12
    upright = symbol(viewport, face.sign, round(large * h), face.ink.mark)
    turned = pygame.transform.rotate(upright, 180)
    for x, y in _PIPS[face.pips]:
        pip = upright if y <= 0.5 else turned
        card.blit(pip, pip.get_rect(center=(round(x * w), round(y * h))))


def _paint_court(viewport: theme.Viewport, card: pygame.Surface, face: Face) -> None:
    w, h = card.get_size()
    inner = (round(0.5 * w), round(0.62 * h))
    tint = blend(face.ink.body, face.ink.mark, 0.1)
    edge = blend(face.ink.body, face.ink.mark, 0.45)
    plate = panel(inner, max(round(0.05 * h), 2), tint, edge, max(h // 110, 1))
    card.blit(plate, plate.get_rect(center=(w // 2, h // 2)))
    emblem = symbol(viewport, face.emblem, round(0.25 * h), theme.ACCENT_DARK)
    card.blit(emblem, emblem.get_rect(center=(w // 2, round(0.36 * h))))
    sign = symbol(viewport, face.sign, round(0.24 * h), face.ink.mark)
    card.blit(sign, sign.get_rect(center=(w // 2, round(0.63 * h))))


def _paint_sign(viewport: theme.Viewport, card: pygame.Surface, face: Face) -> None:
    w, h = card.get_size()
    wide, high = _SIGN.get(face.sign, (0.78, 0.5))
    size = round(wide * w)
    sign = symbol(viewport, face.sign, size, face.ink.mark)
    at = (w // 2, round(high * h))
    card.blit(sign, sign.get_rect(center=at))
    if face.corner:
        number = round((0.27 if len(face.corner) == 1 else 0.21) * h)
        # The number contrasts with the sign: light on a dark one.
        tint = face.ink.light if sum(face.ink.mark) < sum(face.ink.body) else face.ink.dark
        corner = viewport.fonts.titles.text(face.corner, number, tint)
        low = at[1] + round(_DEEP.get(face.sign, 0.0) * size)
        card.blit(corner, corner.get_rect(center=(at[0], low)))


@theme.painted_once
def _back_picture(viewport: theme.Viewport, back: Face, height: int) -> pygame.Surface:
    size = w, h = card_size(height)
    card = panel(size, radius(height), CARD_PAPER, (206, 190, 164), max(h // 90, 1))
    edge = max(round(0.06 * w), 2)
    inner = (w - 2 * edge, h - 2 * edge)
    cloth = panel(inner, max(radius(height) - edge, 2), back.ink.body)
    field = cloth.subsurface(cloth.get_rect().inflate(-2 * edge, -2 * edge))
    step = max(round(0.13 * h), 4)
    sign = symbol(viewport, back.sign, max(step - 1, 3), back.ink.mark)
    for row, y in enumerate(range(0, field.get_height() + step, step // 2)):
        for x in range(step // 2 * (row % 2), field.get_width() + step, step):
            field.blit(sign, sign.get_rect(center=(x, y)))
    line = max(edge // 3, 1)
    pygame.draw.rect(field, back.ink.mark, field.get_rect(), line)
    card.blit(cloth, (edge, edge))
    return card


def draw_card(canvas: Canvas, face: Face, spot: Spot, marks: NodeMarks = PLAIN) -> None:
    """Draw a card."""
    sprite = _sprite(canvas.viewport, face, round(spot.height), round(spot.angle), marks)
    canvas.put(sprite, center=(round(spot.x), round(spot.y)))


def draw_pile(canvas: Canvas, face: Face, spot: Spot, count: int, marks: NodeMarks = PLAIN) -> None:
    """Draw a pile of `count` cards: its edges, its top card's face or back, and the count."""
    if count == 0:
        return
    edges = min((count - 1) // THICK + (count > 1), 5)
    rise = max(round(0.014 * spot.height), 1)
    below = face if face.is_back else BACK
    for edge in range(edges, 0, -1):
        draw_card(canvas, below, spot._replace(y=spot.y + edge * rise))
    draw_card(canvas, face, spot, marks)
    draw_count(canvas, spot, count)


def draw_count(canvas: Canvas, spot: Spot, count: int) -> None:
    """Draw the number of cards of a pile, on a round plate at its lower edge."""
    px, number = canvas.px, canvas.viewport.text(str(count), 15, theme.ON_DARK, bold=True)
    plate = pygame.Rect(0, 0, max(number.get_width() + px(14), px(26)), px(24))
    plate.center = round(spot.x), round(spot.y + spot.height / 2)
    canvas.panel(plate, plate.h // 2, theme.WALNUT_DARK, theme.ON_DARK_SOFT)
    canvas.put(number, center=plate.center)


def draw_place(canvas: Canvas, spot: Spot, caption: str = "", *, lit: bool = False) -> None:
    """Draw an empty place for a card with a short text; `lit` if a card can go there."""
    px, tint = canvas.px, theme.GLOW if lit else theme.ON_DARK_SOFT
    size = card_size(round(spot.height))

    def make() -> pygame.Surface:
        frame = ring(size, radius(size[1]), tint, px(2.5 if lit else 1.5))
        return multiplied(frame, (255, 255, 255, 255 if lit else 130))

    frame = canvas.cached(("card place", size, lit), make)
    place = canvas.put(frame, center=(round(spot.x), round(spot.y)))
    if caption:
        room = size[0] - px(10), size[1] - px(10)
        tall = min(canvas.viewport.common_size([caption], 14, room, lines=4), 18)
        canvas.lines(caption, tall, tint, room[0], center=place.center)


@theme.painted_once
def _sprite(
    viewport: theme.Viewport, face: Face, height: int, angle: int, marks: NodeMarks
) -> pygame.Surface:
    """Return a card's rotated picture with shadow and marks; the card is at its centre."""
    card = face.picture(viewport, height)
    sheet = _below(viewport, card.get_size(), marks).copy()
    if marks.dim and not marks.chosen:
        card = multiplied(card, DIMMED)
    place = card.get_rect(center=sheet.get_rect().center)
    sheet.blit(card, place)
    sheet.blit(_above(viewport, place.size, marks), (0, 0))
    return sheet if angle == 0 else pygame.transform.rotozoom(sheet, angle, 1.0)


def _sheet(viewport: theme.Viewport, size: tuple[int, int]) -> tuple[pygame.Surface, pygame.Rect]:
    """Return a transparent sheet with a margin around a card, and the card's rectangle."""
    margin = viewport.px(14)
    sheet = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    return sheet, pygame.Rect((margin, margin), size)


@theme.painted_once
def _below(viewport: theme.Viewport, size: tuple[int, int], marks: NodeMarks) -> pygame.Surface:
    """Return a card's shadow, with a glow if it is chosen, or legal and pointed at."""
    px = viewport.px
    sheet, rect = _sheet(viewport, size)
    blur = px(2.5)
    shade = soft_shadow(size, radius(rect.h), blur, 110)
    sheet.blit(shade, (rect.x - 2 * blur, rect.y - 2 * blur + px(1.5)))
    if marks.chosen or (marks.legal and marks.pointed):
        light = pygame.Surface(sheet.get_size(), pygame.SRCALPHA)
        light.fill((*theme.GLOW, 0))
        around = rect.inflate(px(9), px(9))
        pygame.draw.rect(light, (*theme.GLOW, 255), around, border_radius=radius(rect.h) + px(3))
        sheet.blit(pygame.transform.gaussian_blur(light, px(3)), (0, 0))
    return sheet


@theme.painted_once
def _above(viewport: theme.Viewport, size: tuple[int, int], marks: NodeMarks) -> pygame.Surface:
    """Return the frame around a marked card, and the tick on a chosen one."""
    sheet, rect = _sheet(viewport, size)
    corner, wide = radius(rect.h), rect.inflate(viewport.px(4), viewport.px(4))
    if marks.chosen:
        sheet.blit(ring(wide.size, corner, TICK_GREEN, viewport.px(4)), wide)
        at = (rect.right - viewport.px(7), rect.y + viewport.px(7))
        Canvas(sheet, viewport).badge(at, sure=True)
    elif marks.pointed:
        tint = theme.GLOW if marks.legal else theme.PAPER
        sheet.blit(ring(wide.size, corner, tint, viewport.px(4)), wide)
    elif marks.legal:
        # The faint dark line shows the light edge also on a yellow card.
        line = viewport.px(2.5)
        inner = rect.inflate(-2 * line, -2 * line)
        dark = ring(inner.size, max(corner - line, 1), theme.WALNUT_DARK, viewport.px(1.5))
        dark.set_alpha(FAINT)
        sheet.blit(dark, inner)
        sheet.blit(ring(rect.size, corner, theme.GLOW, line), rect)
    return sheet


FELT: Final[theme.RGB] = (58, 88, 72)
"""The default colour of the felt."""
RIM: Final = 9
"""Width of the wooden rim, in units."""


class Cloth(NamedTuple):
    """A game's own colour of the felt and back of the cards."""

    felt: theme.RGB = FELT
    back: Face = BACK


def draw_felt(canvas: Canvas, areas: Areas, tint: theme.RGB) -> None:
    """Draw the table: down to the log, or full height in layouts with seats at the side."""
    height = canvas.viewport.size[1] if areas.side.w else areas.log.top
    canvas.target.fill(theme.WALNUT_DARK)
    canvas.put(felt(canvas.viewport, height, tint), (0, 0))


@theme.painted_once
def felt(viewport: theme.Viewport, height: int, tint: theme.RGB) -> pygame.Surface:
    """Return the table's picture, as wide as the window and `height` pixels high."""
    size, rim = (viewport.size[0], height), viewport.px(RIM)
    inner = pygame.Rect(rim, rim, size[0] - 2 * rim, height - 2 * rim)
    corner = viewport.px(26)
    table = _board(size, rim + corner)
    groove = panel((inner.w + 4, inner.h + 4), corner + 2, theme.WALNUT_DARK)
    table.blit(groove, (inner.x - 2, inner.y - 2))
    cloth = panel(inner.size, corner + 1, (255, 255, 255))
    cloth.blit(_cloth(inner.size, tint), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    table.blit(cloth, inner)
    return ready(table)


def _board(size: tuple[int, int], edge: int) -> pygame.Surface:
    """Return a board of which only a rim `edge` pixels wide has grain: cloth covers the rest."""
    (w, h), board = size, pygame.Surface(size)
    rows, side = (wood(part, theme.OAK_EDGE, "rim", 0.8) for part in ((w, 2 * edge), (w // 8, h)))
    board.blits(((side, (0, 0)), (side, (w - w // 8, 0))))
    board.blit(rows, (0, 0), (0, 0, w, edge))
    board.blit(rows, (0, h - edge), (0, edge, w, edge))
    return board


def _cloth(size: tuple[int, int], tint: theme.RGB) -> pygame.Surface:
    """Return the cloth's picture: lit from above its middle, darker at its edges, with noise.

    No part of the tint may be above 214.
    """
    w, h = size
    x = np.linspace(-1.0, 1.0, w, dtype=np.float32)
    y = np.linspace(-1.0, 1.0, h, dtype=np.float32)[:, np.newaxis]
    raw = dice.stream(0, "felt").randbytes(w * h)
    light = np.frombuffer(raw, dtype=np.uint8).reshape(h, w) * np.float32(0.06 / 255)
    light += 1.13 - 0.34 * 0.7 * x * x
    light -= 0.34 * 0.9 * (y + np.float32(0.12)) ** 2
    cloth = pygame.Surface(size)
    pixels = pygame.surfarray.pixels3d(cloth).swapaxes(0, 1)
    for channel in range(3):
        pixels[..., channel] = tint[channel] * light
    del pixels
    return cloth
