"""The offer card on the right: the piece, all bids, and the seat to decide."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.common.messages import known
from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.bausack.state import TOKENS, Phase, View
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import Letters, name_text
from towersim.ui.drawing.theme import (
    ACCENT_DARK,
    CREAM,
    OAK_EDGE,
    RGB,
    SOFT_TEXT,
    TEXT,
    WALNUT_DARK,
)
from towersim.ui.games.bausack.draw_seats import SeatPlate, number_disc, tint, token_disc
from towersim.ui.games.bausack.frame_state import FrameState, OfferCard
from towersim.ui.games.bausack.layout import Layout
from towersim.ui.games.bausack.messages import facts
from towersim.ui.widgets.forms import draw_sheet

BAND: Final = 66
"""Height of the band with the name, in units."""
LARGE: Final = 196
"""Height of the picture while a seat chooses a piece, in units."""
SMALL: Final = 128
"""Height of the picture during an auction, in units."""
NEAREST: Final = 2600.0
"""Maximum scale of the picture, in pixels per metre at stage unit 1."""


def draw_card(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the offer card of a frame, if it has one, without its buttons."""
    spoken, seats, view = frame.card, frame.seat_plates, frame.view
    if spoken is None:
        return
    card, px = layout.card, canvas.px
    draw_sheet(canvas, card)
    _draw_band(canvas, card, spoken, seats[spoken.seat].spec.name)
    auction = view.phase in (Phase.BIDDING, Phase.OFFERED)
    picture = pygame.Rect(card.x + px(14), card.y + px(BAND + 10), card.w - px(28), 0)
    picture.h = px(SMALL if auction else LARGE)
    _draw_piece(canvas, sprites, picture, spoken)
    y = picture.bottom + px(20)
    if not spoken.piece:
        return
    piece = sprites.pieces[spoken.piece]
    room = picture.w, px(34)
    canvas.text(known(piece.name), 20, TEXT, bold=True, room=room, midleft=(picture.x, y))
    canvas.fitted(facts(piece), 15, SOFT_TEXT, picture.w, midleft=(picture.x, y + px(23)))
    if auction:
        foot = layout.buttons[0].y - px(8)
        area = pygame.Rect(picture.x, y + px(40), picture.w, foot - y - px(40))
        _draw_bids(canvas, area, seats, view)
    if spoken.bid is not None:
        _draw_bid(canvas, layout, spoken.bid, first=view.phase is Phase.CHOOSING)


def _draw_band(canvas: Canvas, card: pygame.Rect, spoken: OfferCard, name: str) -> None:
    px, size = canvas.px, (card.w, canvas.px(BAND))

    def make() -> pygame.Surface:
        band = panel(size, px(15), tint(spoken.seat))
        band.fill(tint(spoken.seat), (0, size[1] // 2, size[0], size[1] - size[1] // 2))
        return band

    canvas.put(canvas.cached(("band", size, spoken.seat), make), card)
    at = card.x + px(14), card.y + px(BAND / 2)
    canvas.put(number_disc(canvas.stage, spoken.seat, px(30)), midleft=at)
    left, room = card.x + px(54), card.w - px(66)
    white: RGB = (255, 252, 246)
    titles = (canvas.stage.title(name, size, white) for size in range(24, 13, -1))
    fits = (title for title in titles if title.get_width() <= room)
    whole = name_text(canvas.stage, name, Letters(16, white, bold=True), (room, px(36)))
    canvas.put(next(fits, None) or whole, midleft=(left, card.y + px(22)))
    canvas.fitted(spoken.asks, 15, white, room, midleft=(left, card.y + px(48)))


def _draw_piece(canvas: Canvas, sprites: Sprites, area: pygame.Rect, spoken: OfferCard) -> None:
    """Draw the piece on dark wood, at a scale that fits for any angle."""
    canvas.panel(area, canvas.px(10), WALNUT_DARK, OAK_EDGE, 2)
    if not spoken.piece:
        told = _("Click a piece in the pile to take it into your hand.")
        lines = canvas.stage.fonts.wrapped(told, canvas.px(15), area.w - canvas.px(20))
        for index, line in enumerate(lines):
            at = (area.centerx, area.centery - canvas.px(12) + index * canvas.px(24))
            canvas.text(line, 15, CREAM, center=at)
        return
    from_middle = 0.036
    scale = min(area.h / 2 / from_middle, NEAREST * canvas.stage.unit)
    sprites.draw(canvas.target, spoken.piece, scale, (*area.center, spoken.angle))


def _draw_bids(canvas: Canvas, area: pygame.Rect, seats: Sequence[SeatPlate], view: View) -> None:
    """Draw a line for each standing seat: its bid, or the price of passing on, and its tokens."""
    px, standing = canvas.px, view.standing
    step = min(px(27), area.h // max(len(standing), 1))
    bids, right = dict(view.bids), area.right - px(52)
    left = right - _widest_answer(canvas, view)
    for index, seat in enumerate(standing):
        y = area.y + step * index + step // 2
        asked = seat == view.asked
        if asked:
            glow = pygame.Rect(0, 0, area.w + px(8), step)
            glow.center = area.centerx, y
            canvas.panel(glow, px(6), (255, 232, 178))
        disc = number_disc(canvas.stage, seat, min(px(19), step - 2))
        canvas.put(disc, midleft=(area.x, y))
        said, strong = _bid_words(view, seat, bids)
        room = (left if said else right) - area.x - px(32), step
        name = name_text(canvas.stage, seats[seat].spec.name, Letters(15, TEXT, bold=asked), room)
        canvas.put(name, midleft=(area.x + px(26), y))
        tone = ACCENT_DARK if strong else SOFT_TEXT
        canvas.text(said, 15, tone, bold=strong, midleft=(left, y))
        coin = token_disc(canvas.stage, px(15), full=True)
        canvas.put(coin, midright=(area.right, y))
        canvas.text(str(view.tokens[seat]), 15, TEXT, midright=(area.right - px(19), y))


def _widest_answer(canvas: Canvas, view: View) -> int:
    """Return the width of the longest possible answer of a seat, in pixels."""
    offered = (_("or pays {price}", price=view.price),)
    said = offered if view.phase is Phase.OFFERED else (_("passed"), _("bids {bid}", bid=TOKENS))
    fonts, size = canvas.stage.fonts, canvas.px(15)
    return max(fonts.width(words, size, bold=True) for words in said)


def _bid_words(view: View, seat: Seat, bids: dict[Seat, int]) -> tuple[str, bool]:
    """Return a seat's bid or answer for this piece, and whether it is emphasised."""
    if view.phase is Phase.OFFERED:
        return (_("or pays {price}", price=view.price), True) if seat == view.asked else ("", False)
    if seat in view.passed:
        return _("passed"), False
    if seat in bids:
        return _("bids {bid}", bid=bids[seat]), seat == view.bidder
    return "…", False


def _draw_bid(canvas: Canvas, layout: Layout, bid: int, *, first: bool) -> None:
    # It stands above three buttons, or above two.
    down = 0 if first else layout.buttons[0].y - layout.bid.y
    place = layout.bid.move(0, down)
    coin = token_disc(canvas.stage, canvas.px(22), full=True)
    number = canvas.stage.text(str(bid), 22, TEXT, bold=True)
    wide = coin.get_width() + canvas.px(6) + number.get_width()
    left, y = place.centerx - wide // 2, place.centery - canvas.px(6)
    canvas.put(number, midleft=(left, y))
    canvas.put(coin, midright=(left + wide, y))
    words, at = _("opening bid") if first else _("your bid"), place.move(0, canvas.px(2)).midbottom
    canvas.text(words, 12, SOFT_TEXT, midbottom=at)
