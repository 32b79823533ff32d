"""Bausack's layout, and its panel of seats."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _, plural
from towersim.common.units import Seat, Vec
from towersim.match.record import SeatSpec
from towersim.rules.bausack.state import TOKENS, Phase, View
from towersim.rules.display import ORDINALS
from towersim.table.table import Figure
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import areas, rows_in
from towersim.ui.drawing.paint import blend, panel, smooth
from towersim.ui.drawing.room import BEHIND
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import Viewport

SIDE: Final = 276
"""Width of the panel with the seats, in units."""
CARD: Final = 272
"""Width of the card with the piece, in units."""
SEAT: Final = 150
"""Maximum height of a seat's plate, in units."""


class Layout:
    """Rectangles in pixels, of a table for a number of players on a viewport."""

    def __init__(self, viewport: Viewport, players: int) -> None:
        """Lay everything out: the seats in the panel, the offer card, and the pile beside it."""
        px, common = viewport.px, areas(viewport, SIDE)
        self.show_table = common.pace.move(-px(104), 0)
        """The button that shows the whole table."""
        self.show_table.w = px(94)
        self.show_pile = self.show_table.move(-px(102), 0)
        """The button that opens the pile."""
        hint = common.hint.copy()
        hint.w = self.show_pile.left - px(14) - hint.x
        self.areas = common._replace(hint=hint)
        top, room, side = hint.bottom + px(12), common.room, common.side
        self.card = pygame.Rect(0, top, px(CARD), common.log.top - px(10) - top)
        """The offer card: the piece and the decisions about it."""
        self.card.right = room.right - px(12)
        left = room.left + px(10)
        self.pile = pygame.Rect(left, top, self.card.left - px(8) - left, self.card.h)
        """The shelves, while the pile is open."""
        high = common.base - px(BEHIND) - top
        self.ruler = pygame.Rect(room.left + px(14), top, px(34), high)
        """The height measurer's rod on the wall, which ends above the table."""
        high = viewport.size[1] - px(58)
        self.seats = pygame.Rect(side.x + px(12), px(46), side.w - px(24), high)
        """All plates of the seats together."""
        self.plates = rows_in(self.seats, players, px(6), px(SEAT))
        inner = self.card.inflate(-px(28), 0)
        low, size = self.card.bottom + px(6), (inner.w, px(44))
        tops = (low - px(14 + 50 * (3 - row)) for row in range(3))
        self.buttons = [pygame.Rect((inner.x, y), size) for y in tops]
        """The card's buttons, from the top."""
        self.result = pygame.Rect(self.card.topleft, (self.card.w, size[1]))
        self.less = pygame.Rect(inner.x, self.buttons[0].y - px(52), px(52), px(44))
        self.more = self.less.move(inner.w - self.less.w, 0)
        self.bid = pygame.Rect(self.less.topright, (self.more.left - self.less.right, self.less.h))
        """The bid, between the buttons for less and more."""


TOKEN: Final[theme.RGB] = (226, 178, 74)
HOLLOW: Final[theme.RGB] = blend(theme.WALNUT_LIGHT, theme.ON_DARK_SOFT, 0.5)
"""Colour of the outline that stands for a spent token."""
NICHE: Final = 82
"""Width of the niche with the small tower, in units."""
LEAST: Final = 0.11
"""Minimum visible height of a niche, in metres."""
LOW: Final = 84
"""Height below which a plate uses its compact layout, in units."""


class SeatPlate(NamedTuple):
    """The content of one seat's plate."""

    seat: Seat
    spec: SeatSpec
    figures: Sequence[Figure]
    span: tuple[Vec, Vec] | None
    """Corners of the tower's bounding box, in metres; None without a tower."""
    lit: bool
    """Whether it is the seat to move."""
    out: int
    """Its rank in the order of collapse, from 1; 0 while it stands."""

    @property
    def height(self) -> float:
        """The height of its tower, in metres."""
        return self.span[1].y if self.span else 0.0


def tint(seat: Seat) -> theme.RGB:
    """Return the colour of a seat."""
    return theme.SEAT_TINTS[seat % len(theme.SEAT_TINTS)]


@theme.painted_once
def number_disc(viewport: theme.Viewport, seat: Seat, size: int) -> pygame.Surface:
    """Return a disc of a seat's colour with its number."""
    rim = blend(tint(seat), (255, 255, 255), 0.45)
    disc = panel((size, size), size // 2, tint(seat), rim, max(size // 14, 1))
    number = viewport.fonts.titles.text(str(seat + 1), round(size * 0.62), (255, 250, 240))
    disc.blit(number, number.get_rect(center=(size // 2, size // 2)))
    return disc


@theme.painted_once
def token_disc(_viewport: theme.Viewport, size: int, *, full: bool) -> pygame.Surface:
    """Return a picture of a token (`full`), or of the outline of a spent one."""

    def paint(large: pygame.Surface) -> None:
        w = large.get_width()
        middle = (w / 2, w / 2)
        if full:
            pygame.draw.circle(large, (150, 104, 30), middle, w * 0.49)
            pygame.draw.circle(large, TOKEN, middle, w * 0.42)
            pygame.draw.circle(large, (246, 214, 130), middle, w * 0.28, max(round(w * 0.06), 1))
        else:
            pygame.draw.circle(large, HOLLOW, middle, w * 0.42, max(round(w * 0.09), 1))

    return smooth((size, size), paint)


def draw_seats(
    canvas: Canvas, layout: Layout, sprites: Sprites, seat_plates: Sequence[SeatPlate], view: View
) -> None:
    """Draw all plates."""
    px = canvas.px
    for one in seat_plates:
        rect, own = layout.plates[one.seat], tint(one.seat)
        canvas.seat_plate(rect, lit=one.lit, out=bool(one.out))
        band = pygame.Rect(rect.x + px(4), rect.y + px(8), px(4), rect.h - px(16))
        canvas.target.fill(blend(own, theme.WALNUT, 0.6) if one.out else own, band)
        niche = pygame.Rect(0, 0, px(NICHE), rect.h - px(12))
        niche.midright = (rect.right - px(6), rect.centery)
        _draw_niche(canvas, sprites, niche, one)
        _draw_words(canvas, rect, niche.left, one, view)


def _draw_niche(canvas: Canvas, sprites: Sprites, niche: pygame.Rect, one: SeatPlate) -> None:
    """Draw the tower, scaled to fit into its niche."""
    canvas.panel(niche, canvas.px(5), (232, 214, 184))
    foot = niche.bottom - canvas.px(5)
    pygame.draw.line(canvas.target, (150, 104, 62), (niche.x + 3, foot), (niche.right - 4, foot), 2)
    if one.span is None:
        text, room = _("out") if one.out else "–", (niche.w, canvas.px(26))
        canvas.text(text, 13, (150, 126, 98), room=room, center=niche.center)
        return
    inside = niche.inflate(-canvas.px(8), 0)
    inside.h = foot - niche.y
    with canvas.clipped(niche):
        draw_small_tower(canvas.target, sprites, inside, one.figures, one.span)


def draw_small_tower(
    target: pygame.Surface,
    sprites: Sprites,
    area: pygame.Rect,
    figures: Sequence[Figure],
    span: tuple[Vec, Vec],
) -> None:
    """Draw a tower with the bounding box `span`, in metres, scaled to stand in `area`."""
    (low, _), (high, top) = span
    scale = min(0.96 * area.h / max(top, LEAST), area.w / max(high - low, 0.06))
    # The scale is quantised: a moving tower would otherwise repaint each piece in each frame.
    scale = 20.0 * max(int(scale / 20), 1)
    here = Camera(scale, area.centerx - scale * (low + high) / 2, area.bottom)
    for figure in figures:
        sprites.draw_placed(target, here, figure.kind, figure.pose)


def _draw_words(canvas: Canvas, rect: pygame.Rect, right: int, one: SeatPlate, view: View) -> None:
    low = rect.h < canvas.px(LOW)
    left, y = rect.x + canvas.px(16), rect.y + canvas.px(18 if low else 24)
    disc = number_disc(canvas.viewport, one.seat, canvas.px(22))
    canvas.put(disc, midleft=(left, y))
    canvas.player(one.spec, 14, lit=one.lit, midleft=(left + canvas.px(28), y))
    x = left + canvas.px(47)
    ink = theme.ON_DARK_SOFT if one.out else theme.ON_DARK
    room = right - x - canvas.px(6), canvas.px(26 if low else 34)
    canvas.name(one.spec.name, 17, ink, room, bold=one.lit, midleft=(x, y))
    size, coins = canvas.px(13), y + canvas.px(20 if low else 27)
    for index in range(0 if one.out else TOKENS):
        disc = token_disc(canvas.viewport, size, full=index < view.tokens[one.seat])
        canvas.put(disc, midleft=(left + index * (size + 1), coins))
    status, strong = _status(one, view)
    ink = theme.GLOW if strong else theme.ON_DARK_SOFT
    wide, foot = right - left - canvas.px(6), rect.bottom - canvas.px(2)
    # Two lines are as large as one, so that all seats' are.
    tall = min(max(foot - y - canvas.px(28 if low else 35), canvas.px(18)), canvas.px(56))
    letters, at = (
        canvas.viewport.grown(14, 17 if low else 22),
        (left, foot - canvas.px(4 if low else 7)),
    )
    canvas.name(status, letters, ink, (wide, tall), bold=strong, bottomleft=at)


def _status(one: SeatPlate, view: View) -> tuple[str, bool]:
    """Return the last line of a plate, and whether it is emphasised."""
    if one.out:
        return _("out {place}", place=ORDINALS[one.out - 1]), False
    bids = dict(view.bids)
    if view.phase is Phase.BIDDING and one.seat in view.passed:
        return _("passed"), False
    if view.phase is Phase.BIDDING and one.seat in bids:
        bid = bids[one.seat]
        if one.seat == view.bidder:
            return _("bids {bid} – highest", bid=bid), True
        return _("bids {bid}", bid=bid), False
    pieces = len(one.figures)
    if not pieces:
        return _("no foundation yet"), False
    told = plural(
        "{count} piece, {height:.1f} cm",
        "{count} pieces, {height:.1f} cm",
        pieces,
        height=one.height * 100,
    )
    return told, False
