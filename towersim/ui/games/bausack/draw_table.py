"""Drawing the table of Bausack: towers, cards of bids, measures, the held piece and texts."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import known, message as _
from towersim.common.units import Pose, Seat
from towersim.rules.bausack.state import TOKENS, Phase, View
from towersim.ui.drawing import text, theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.paint import FINER, blend, panel, smooth
from towersim.ui.drawing.room import draw_numbers, draw_rod, draw_room
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import Viewport
from towersim.ui.drawing.wood import side_panel
from towersim.ui.games.bausack.draw_pile import Pile
from towersim.ui.games.bausack.draw_seats import (
    Layout,
    SeatPlate,
    draw_seats,
    number_disc,
    tint,
    token_disc,
)
from towersim.ui.games.bausack.messages import facts, help_on_card
from towersim.ui.stacking.draw_blocks import draw_stacks
from towersim.ui.stacking.presenter import TableFrame
from towersim.ui.widgets.forms import draw_sheet

BAND: Final = 66
"""Height of the band with the name, in units."""
LARGE: Final = 196
"""Height of the picture while a seat chooses a piece, in units."""
SMALL: Final = 128
"""Height of the picture during an auction, in units."""
LEAST: Final = 56
"""Minimum height of the picture, in units."""
MANY: Final = 6
"""Number of seats in an auction from which their lines are narrower."""
NEAREST: Final = 2600.0
"""Maximum scale of the picture, in pixels per metre at viewport unit 1."""
RING = 80
"""Radius of the cached ring around a waiting piece, before scaling, in units."""
PLATE = 168
"""Width of the plate below a tower, in units; a long name widens it, lack of room narrows it."""


class OfferCard(NamedTuple):
    """The content of the offer card."""

    seat: Seat
    """The seat to decide."""
    asks: str
    """The choices of that seat, in a few words."""
    piece: str
    """Kind of the piece; empty for a prompt to choose one."""
    angle: float
    bid: int | None
    """The bid between the buttons for less and more; None if no bid is asked for."""


class FrameState(NamedTuple):
    """All data drawn in one frame."""

    view: View
    seat_plates: Sequence[SeatPlate]
    table: TableFrame
    spots: Sequence[float]
    slider: float
    """Height of the height measurer's slider, in metres."""
    waiting: tuple[str, Pose] | None = None
    """Kind and pose of the piece to be taken into the hand."""
    bubbles: Sequence[tuple[Seat, str]] = ()
    card: OfferCard | None = None
    pile: bool = False
    chosen: str = ""
    hovered: str = ""
    owners: Mapping[str, Seat] = {}
    banner: tuple[Seat, str] | None = None
    """The seat to move, and the text of the turn banner."""


def draw_table(
    canvas: Canvas, layout: Layout, sprites: Sprites, pile: Pile, frame: FrameState
) -> list[pygame.Rect]:
    """Draw the table and the panel beside it; return the slips of paper about a fall."""
    areas, camera = layout.areas, frame.table.camera
    ground = FrameState(frame.view, frame.seat_plates, frame.table.bare, frame.spots, 0.0)
    sprites.ground.draw(
        canvas, (layout, ground), lambda on: _draw_ground(on, layout, sprites, ground)
    )
    notes, left = areas.free, layout.ruler.right + canvas.px(60)
    top = layout.result.bottom + canvas.px(8) if frame.view.phase is Phase.OVER else notes.y
    right = notes.right if frame.card is None else layout.card.left - canvas.px(8)
    notes.update(left, top, right - left, notes.bottom - top)
    with canvas.clipped(areas.beside_panel):
        draw_measures(canvas, layout, frame)
        slips = draw_stacks(canvas, areas, notes, sprites, frame.table)
        if frame.waiting is not None:
            _draw_waiting(canvas, sprites, camera, *frame.waiting)
        if frame.pile:
            pile.draw(canvas, frame.view, frame.owners, frame.chosen, frame.hovered)
        draw_card(canvas, layout, sprites, frame)
    return slips


def _draw_ground(
    canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState
) -> pygame.Rect | None:
    """Draw the background and the panel over the window; return None if they are not final."""
    areas, camera = layout.areas, frame.table.camera
    sprites.begin(canvas.viewport)
    sprites.is_coarse = False
    draw_room(canvas, areas, camera, frame.table.width, "bausack")
    _draw_parts(canvas, areas, frame)
    draw_rod(canvas, layout.ruler, camera)
    draw_side(canvas, layout, sprites, frame)
    return None if sprites.is_coarse else canvas.viewport.rect


def draw_over(
    canvas: Canvas, layout: Layout, frame: FrameState, told: Sequence[pygame.Rect]
) -> None:
    """Draw speech bubbles and the turn banner, which is clear of slips, over texts and buttons."""
    slips = [] if frame.pile else list(told)
    for seat, sentence in frame.bubbles:
        at = (layout.areas.beside(canvas.px(124), 0), layout.plates[seat].y + canvas.px(24))
        left = layout.areas.room.left - canvas.px(14)
        wide = layout.areas.room.right - left
        room = pygame.Rect(left, canvas.px(58), wide, layout.areas.log.top)
        slips.append(text.draw_note(canvas, room, sentence, at))
    if frame.banner is not None:
        seat, sentence = frame.banner
        # Over the pile, it covers the title and no names.
        top, high = map(canvas.px, (54, 54) if frame.pile else (166, 68))
        where = pygame.Rect(layout.pile.x, top, layout.pile.w, high)
        while (hit := where.collidelist(slips)) >= 0:
            where.top = slips[hit].bottom
        text.draw_banner(canvas, where, sentence, number_disc(canvas.viewport, seat, canvas.px(40)))


def draw_side(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the panel with the seats."""
    side = layout.areas.side
    canvas.put(side_panel(canvas.viewport, side.size), side)
    at, room = (layout.seats.x, canvas.px(12)), (side.w // 2, canvas.px(30))
    canvas.text(_("Players"), 18, theme.ON_DARK, bold=True, room=room, topleft=at)
    bank, at = _("bank {tokens}", tokens=frame.view.bank), (layout.seats.right, canvas.px(16))
    canvas.text(bank, 14, theme.ON_DARK_SOFT, room=(side.w // 2, canvas.px(26)), topright=at)
    draw_seats(canvas, layout, sprites, frame.seat_plates, frame.view)


def _draw_waiting(canvas: Canvas, sprites: Sprites, camera: Camera, kind: str, pose: Pose) -> None:
    """Draw the piece to be taken into the hand, in a ring of light."""
    x, y = camera.to_px(pose.x, pose.y)
    # Blurred once, then scaled: the radius changes in each frame of a zoom.
    ring = _light_ring(canvas.viewport, canvas.px(RING))
    share = waiting_radius(canvas.viewport, camera) / canvas.px(RING)
    ring = pygame.transform.smoothscale_by(ring, share)
    canvas.put(ring, center=(round(x), round(y)))
    sprites.draw_shadows(canvas.target, camera, [(kind, pose)])
    sprites.draw(canvas.target, kind, camera.scale, (x, y, pose.angle))


@theme.painted_once
def _light_ring(viewport: Viewport, radius: int) -> pygame.Surface:
    """Return a ring of light of `radius` pixels around a thin line."""
    blur = viewport.px(5)
    side = 2 * radius + 4 * blur
    middle = (side / 2, side / 2)
    light = pygame.Surface((side, side), pygame.SRCALPHA)
    light.fill((*theme.GLOW, 0))
    pygame.draw.circle(light, (*theme.GLOW, 210), middle, radius, viewport.px(7))
    soft = pygame.transform.gaussian_blur(light, blur)

    def line(large: pygame.Surface) -> None:
        half = large.get_width() / 2
        wide = viewport.px(2) * FINER
        pygame.draw.circle(large, theme.GLOW, (half, half), radius * FINER, wide)

    soft.blit(smooth((side, side), line), (0, 0))
    return soft


def waiting_radius(viewport: Viewport, camera: Camera) -> int:
    """Return the hit radius of a waiting piece, in pixels."""
    return max(round(0.042 * camera.scale), viewport.px(24))


def _draw_parts(canvas: Canvas, areas: Areas, frame: FrameState) -> None:
    """Draw each seat's part of the table: its colour on the front edge and a plate below."""
    camera, px = frame.table.camera, canvas.px
    half = frame.table.width / len(frame.spots) / 2
    front = round(camera.base) + areas.front - areas.base
    for x, one in zip(frame.spots, frame.seat_plates, strict=True):
        left, right = (round(camera.to_px(end, 0.0)[0]) for end in (x - half, x + half))
        band = pygame.Rect(left + px(3), front - px(5), right - left - 2 * px(3), px(4))
        colour = blend(tint(one.seat), (104, 70, 44), 0.75 if one.out else 0.0)
        canvas.target.fill(colour, band)
        tall = canvas.viewport.grown(15)
        name = canvas.viewport.fonts.width(one.spec.name, px(tall), bold=True)
        wide = max(px(PLATE), name + px(104 * tall / 15))
        rect = pygame.Rect(0, front + px(8), min(wide, right - left - px(6)), px(34))
        rect.centerx = round(camera.to_px(x, 0.0)[0])
        low, high = max(left, areas.room.left) + px(3), min(right, areas.room.right) - px(3)
        if high - low >= rect.w:
            rect.clamp_ip((low, rect.y, high - low, rect.h))
        if areas.room.left <= rect.right and rect.left <= areas.room.right:
            canvas.plate(rect, lit=one.lit, radius=7)
            _write_plate(canvas, rect, one)


def _write_plate(canvas: Canvas, rect: pygame.Rect, one: SeatPlate) -> None:
    disc = number_disc(canvas.viewport, one.seat, canvas.px(20))
    place = disc.get_rect(midleft=(rect.x + canvas.px(7), rect.centery))
    canvas.put(disc, place)
    sentence = _("{height:.1f} cm", height=one.height * 100) if one.height else _("free")
    sentence = _("out") if one.out else sentence
    picture = canvas.viewport.text(sentence, 14, theme.ON_DARK_SOFT, room=(rect.w // 2, rect.h))
    right = picture.get_rect(midright=(rect.right - canvas.px(9), rect.centery))
    left = place.right + canvas.px(7)
    if right.left - left > canvas.px(36):
        canvas.put(picture, right)
    room = max((right.left if right.left - left > canvas.px(36) else rect.right) - left, 8)
    size = (room - canvas.px(6), rect.h)
    canvas.name(one.spec.name, 15, theme.ON_DARK, size, bold=True, midleft=(left, rect.centery))


def draw_measures(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the rod's numbers, its slider and a flag for each tower; call this before the blocks.

    A dashed line extends from the slider across the table, to compare the towers.
    """
    rod, px = layout.ruler, canvas.px
    y = round(frame.table.camera.to_px(0.0, frame.slider)[1])
    in_sight = rod.top <= y <= canvas.viewport.size[1]
    right = layout.card.left if frame.card else layout.areas.room.right
    for x in range(rod.right + px(46), right if in_sight else 0, px(10)):
        canvas.target.fill(theme.ACCENT_DARK, (x, y, px(4), px(1)))
    _draw_flags(canvas, rod, frame)
    slider = (min(y, rod.bottom - px(11)), frame.slider) if in_sight else None
    draw_numbers(canvas, rod, frame.table.camera, slider)


def grip(viewport: Viewport, rod: pygame.Rect) -> pygame.Rect:
    """Return the hit area of the slider: the rod and its flags."""
    return rod.inflate(viewport.px(16), 0).move(viewport.px(6), 0)


def _draw_flags(canvas: Canvas, rod: pygame.Rect, frame: FrameState) -> None:
    """Draw a numbered disc at the height of each tower; overlapping ones move to the right.

    Discs that would cover a block or the table are omitted.
    """
    flags: list[tuple[pygame.Surface, pygame.Rect]] = []
    covered = frame.table.covered
    standing = (plate for plate in frame.seat_plates if plate.span)
    for plate in sorted(standing, key=lambda plate: plate.height):
        y = round(frame.table.camera.to_px(0.0, plate.height)[1])
        disc = number_disc(canvas.viewport, plate.seat, canvas.px(17))
        place = disc.get_rect(midleft=(rod.right + canvas.px(5), y))
        if not rod.top <= y or place.bottom > rod.bottom:
            continue
        while place.collidelist([taken for _, taken in flags]) >= 0:
            place.x += canvas.px(18)
        if place.collidelist(covered) >= 0:
            continue
        flags.append((disc, place))
        pygame.draw.line(canvas.target, (120, 84, 48), (rod.right, y), (place.x, y))
    canvas.target.blits(flags)


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
    foot = (layout.buttons[0].y if auction else layout.less.y) - px(9)
    row = px(27 if len(view.standing) < MANY else 20)
    rows = row * len(view.standing) if auction else 0
    room = foot - picture.y - px(66) - rows
    area = pygame.Rect(picture.x, 0, picture.w, room - px(LEAST))
    words = [text.Paragraph(help_on_card(view, spoken.bid or 1), theme.SOFT_TEXT)]
    sizes = text.TextSizes(canvas.viewport.grown(14), 11)
    told = text.TextBox(canvas.viewport, words, area, sizes)
    picture.h = min(px(SMALL if auction else LARGE), room - told.height)
    _draw_piece(canvas, sprites, picture, spoken)
    if spoken.bid is not None or view.phase is not Phase.BIDDING:
        told.draw(canvas, foot - told.height)
    y = picture.bottom + px(20)
    if not spoken.piece:
        return
    piece, wide = sprites.pieces[spoken.piece], (picture.w, px(34))
    canvas.text(known(piece.name), 20, theme.TEXT, bold=True, room=wide, midleft=(picture.x, y))
    tall = canvas.viewport.grown(15, 19)
    canvas.fitted(facts(piece), tall, theme.SOFT_TEXT, picture.w, midleft=(picture.x, y + px(23)))
    if auction:
        _draw_bids(canvas, pygame.Rect(picture.x, y + px(40), picture.w, rows), seats, view)
    if spoken.bid is not None:
        _draw_bid(canvas, layout, spoken.bid, first=not auction)


def _draw_band(canvas: Canvas, card: pygame.Rect, spoken: OfferCard, name: str) -> None:
    px, size = canvas.px, (card.w, canvas.px(BAND))

    def make() -> pygame.Surface:
        band = panel(size, px(15), tint(spoken.seat))
        band.fill(tint(spoken.seat), (0, size[1] // 2, size[0], size[1] - size[1] // 2))
        return band

    canvas.put(canvas.cached(("band", size, spoken.seat), make), card)
    at = card.x + px(14), card.y + px(BAND / 2)
    canvas.put(number_disc(canvas.viewport, spoken.seat, px(30)), midleft=at)
    left, room = card.x + px(54), card.w - px(66)
    white: theme.RGB = (255, 252, 246)
    titles = (canvas.viewport.title(name, size, white) for size in range(24, 13, -1))
    fits = (title for title in titles if title.get_width() <= room)
    whole = canvas.viewport.name(name, 16, white, (room, px(36)), bold=True)
    canvas.put(next(fits, None) or whole, midleft=(left, card.y + px(22)))
    tall = canvas.viewport.grown(15, 22)
    canvas.fitted(spoken.asks, tall, white, room, midleft=(left, card.y + px(48)))


def _draw_piece(canvas: Canvas, sprites: Sprites, area: pygame.Rect, spoken: OfferCard) -> None:
    """Draw the piece on dark wood, at a scale that fits for any angle."""
    canvas.panel(area, canvas.px(10), theme.WALNUT_DARK, theme.OAK_EDGE, 2)
    if not spoken.piece:
        told = _("Click a piece in the supply to take it into your hand.")
        room, sizes = area.inflate(-canvas.px(20), -canvas.px(8)), text.TextSizes(15, 9)
        box = text.TextBox(canvas.viewport, [text.Paragraph(told, theme.CREAM)], room, sizes)
        canvas.lines(told, box.size, theme.CREAM, room.w, sizes.spacing, center=area.center)
        return
    from_middle = 0.036
    scale = min(area.h / 2 / from_middle, NEAREST * canvas.viewport.unit)
    sprites.draw(canvas.target, spoken.piece, scale, (*area.center, spoken.angle))


def _draw_bids(canvas: Canvas, area: pygame.Rect, seats: Sequence[SeatPlate], view: View) -> None:
    """Draw a line for each standing seat: its bid, or the price of passing on, and its tokens."""
    px, standing = canvas.px, view.standing
    step = area.h // max(len(standing), 1)
    bids, right = dict(view.bids), area.right - px(52)
    left = right - _widest_answer(canvas, view)
    for index, seat in enumerate(standing):
        y = area.y + step * index + step // 2
        asked = seat == view.asked
        if asked:
            glow = pygame.Rect(0, 0, area.w + px(8), step).move_to(center=(area.centerx, y))
            canvas.panel(glow, px(6), (255, 232, 178))
        disc = number_disc(canvas.viewport, seat, min(px(19), step - 2))
        canvas.put(disc, midleft=(area.x, y))
        answer, strong = _bid_words(view, seat, bids)
        room = (left if answer else right) - area.x - px(32), step
        name, at = seats[seat].spec.name, (area.x + px(26), y)
        canvas.name(name, 15, theme.TEXT, room, bold=asked, midleft=at)
        tone = theme.ACCENT_DARK if strong else theme.SOFT_TEXT
        canvas.text(answer, _answer_size(canvas), tone, bold=strong, midleft=(left, y))
        coin = token_disc(canvas.viewport, px(15), full=True)
        canvas.put(coin, midright=(area.right, y))
        tokens, at = str(view.tokens[seat]), (area.right - px(19), y)
        canvas.text(tokens, 15, theme.TEXT, room=(px(32), step), midright=at)


def _widest_answer(canvas: Canvas, view: View) -> int:
    """Return the width of the longest possible answer of a seat, in pixels."""
    offered = (_("or pays {price}", price=view.price),)
    answers = offered if view.phase is Phase.OFFERED else (_("passed"), _("bids {bid}", bid=TOKENS))
    fonts, size = canvas.viewport.fonts, canvas.px(_answer_size(canvas))
    return max(fonts.width(answer, size, bold=True) for answer in answers)


def _answer_size(canvas: Canvas) -> float:
    """Return the text size of the seats' answers, in units."""
    return canvas.viewport.grown(15, 17)


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
    coin = token_disc(canvas.viewport, canvas.px(22), full=True)
    number = canvas.viewport.text(str(bid), 22, theme.TEXT, bold=True)
    wide = coin.get_width() + canvas.px(6) + number.get_width()
    left, y = place.centerx - wide // 2, place.centery - canvas.px(8)
    canvas.put(number, midleft=(left, y))
    canvas.put(coin, midright=(left + wide, y))
    caption = _("opening bid") if first else _("your bid")
    at = place.move(0, canvas.px(4)).midbottom
    canvas.text(caption, 12, theme.SOFT_TEXT, room=(place.w, canvas.px(24)), midbottom=at)
