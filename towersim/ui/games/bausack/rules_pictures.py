"""The pictures beside the rules of Bausack."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose, Seat
from towersim.files.level import load_pieces
from towersim.geometry.shapes import extent
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import straight
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.bausack.draw_seats import number_disc, token_disc

SCALE: Final = 1900.0
"""Pixels per metre at viewport unit 1."""
Laid = tuple[str, float, float, float]
"""A piece: kind, x from the area's middle and height of its lowest point, both in millimetres, and
angle in radians."""
PIECES: Final[Sequence[Laid]] = (
    ("brick", -20.0, 0.0, 0.0),
    ("bridge", -20.0, 12.7, 0.0),
    ("house", 44.0, 0.0, 0.0),
    ("egg", -20.0, 38.1, 0.0),
    ("star", 40.0, 75.0, 0.3),
    ("key", -40.0, 95.0, 0.8),
    ("little-tree", 20.0, 120.0, -0.2),
)
"""A few pieces, stacked and loose."""
TOWER: Final[Sequence[Laid]] = (
    ("bridge", -6.0, 0.0, 0.0),
    ("hexagonal-nut", -16.0, 25.4, 0.0),
    ("brick", -14.0, 57.2, 0.0),
    ("barrel", -18.0, 69.9, 0.0),
    ("spoon", 10.0, 140.0, 0.25),
)
"""A tower with a piece above it."""
LAST: Final[Sequence[Laid]] = (
    ("bridge", -41.0, 0.0, 0.0),
    ("pyramid", -41.0, 25.4, 0.0),
    ("brick", 16.0, 0.0, 0.0),
    ("pear", 52.0, 0.0, 1.2),
    ("short-tube", 4.0, 12.7, 0.0),
)
"""A standing tower beside a fallen one."""


def _draw(canvas: Canvas, area: pygame.Rect, laid: Sequence[Laid]) -> None:
    """Draw pieces above a line at the area's bottom edge."""
    scale = SCALE * canvas.viewport.unit

    def make() -> pygame.Surface:
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        sprites = Sprites(load_pieces("blocks"))
        sprites.begin(canvas.viewport)
        for kind, x, foot, angle in laid:
            low, _ = extent(sprites.pieces[kind].shape, Pose(0.0, 0.0, angle))
            y = area.h - canvas.px(3) - (foot / 1000 - low.y) * scale
            sprites.draw(picture, kind, scale, (area.w / 2 + x / 1000 * scale, y, angle))
        return straight(picture)

    canvas.put(canvas.cached(("bausack rules", tuple(laid), area.size), make), area)
    foot = area.bottom - canvas.px(2)
    pygame.draw.line(canvas.target, SOFT_TEXT, (area.x, foot), (area.right, foot), canvas.px(2))


def tokens(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw an auction: three seats, their bids, and the piece."""
    _draw(canvas, area, (("stool", 0.0, 0.0, 0.0),))
    bids = (
        (Seat(0), _("bids {bid}", bid=1)),
        (Seat(1), _("bids {bid}", bid=3)),
        (Seat(2), _("passed")),
    )
    viewport, px = canvas.viewport, canvas.px
    for index, (seat, text) in enumerate(bids):
        y = area.y + px(40 + 46 * index)
        canvas.put(number_disc(viewport, seat, px(28)), midleft=(area.x + px(40), y))
        canvas.text(text, 18, TEXT, bold=index == 1, midleft=(area.x + px(82), y))
        for token in range((1, 3, 0)[index]):
            at = area.x + px(168 + 22 * token), y
            canvas.put(token_disc(viewport, px(20), full=True), midleft=at)


def egg(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw the egg and the price of passing it on, seat by seat."""
    _draw(canvas, area, (("egg", 0.0, 20.0, 0.4),))
    viewport, px = canvas.viewport, canvas.px
    for index in range(3):
        y = area.y + px(40 + 50 * index)
        canvas.put(number_disc(viewport, Seat(index + 1), px(28)), midleft=(area.x + px(40), y))
        text = _("accepts, or pays {price}", price=index + 1)
        canvas.text(text, 17, TEXT, midleft=(area.x + px(82), y))


_pieces, _tower, _last = (partial(_draw, laid=each) for each in (PIECES, TOWER, LAST))
PICTURES: Final = (_pieces, tokens, egg, _tower, _last)
"""The pictures beside the pages of the rules."""
