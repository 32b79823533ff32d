"""Fawlty Towers' layout, and its drawing from one `FrameState`: cards, seats, room, pool, panel."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose, TowerId
from towersim.geometry.shapes import Shape, extent
from towersim.match.record import SeatSpec
from towersim.rules.display import count_text
from towersim.rules.fawlty_towers.state import CUBES, Card, Take, View
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas, dimmed
from towersim.ui.drawing.layout import areas, rows_in, thing_at
from towersim.ui.drawing.paint import blend, panel, ready
from towersim.ui.drawing.room import draw_height, draw_room, draw_ruler, draw_spots
from towersim.ui.drawing.scenery import mark, symbol
from towersim.ui.drawing.sprites import Sprites, stepped
from towersim.ui.drawing.text import draw_slip
from towersim.ui.drawing.theme import Viewport
from towersim.ui.drawing.wood import side_panel, wood
from towersim.ui.stacking.draw_blocks import draw_stacks
from towersim.ui.stacking.presenter import TableFrame

ROW = 50
"""Height of a shelf of the rack, in units."""
WIDTH = 104
"""Width of the rack, in units."""


class Rack(NamedTuple):
    """A rack with a shelf for each kind of block, from the top; lengths in pixels."""

    rect: pygame.Rect
    kinds: Sequence[str]
    row: int
    wall: int

    def shelf(self, index: int) -> pygame.Rect:
        """Return the shelf of the `index`-th kind."""
        left, top = self.rect.x + self.wall, self.rect.y + self.wall + index * self.row
        return pygame.Rect(left, top, self.rect.w - 2 * self.wall, self.row - self.wall)

    def kind_at(self, point: tuple[int, int]) -> str | None:
        """Return the kind of block of the shelf at a point; None elsewhere."""
        shelves = (self.shelf(index).inflate(0, self.wall) for index in range(len(self.kinds)))
        return thing_at(zip(self.kinds, shelves, strict=True), point)

    def cube_at(self, index: int, side: float) -> tuple[float, float]:
        """Return the centre of the block on a shelf; `side` is its side length; in pixels."""
        shelf = self.shelf(index)
        return shelf.x + shelf.w * 0.3, shelf.bottom - side / 2 - 1


def rack(viewport: Viewport, camera: Camera, pick_up_x: float, kinds: Sequence[str]) -> Rack:
    """Return the rack at the pick-up position `pick_up_x` of a table, in metres."""
    row, wall, width = viewport.px(ROW), viewport.px(6), viewport.px(WIDTH)
    middle, height = round(camera.to_px(pick_up_x, 0.0)[0]), len(kinds) * row + wall
    left = min(middle - width // 2, areas(viewport).room.right - width - viewport.px(8))
    rect = pygame.Rect(left, round(camera.base) - height, width, height)
    return Rack(rect, kinds, row, wall)


COLUMNS: Final = 4
CARD: Final = (64, 90)
"""Width and height of a card, in units."""
STRIP: Final = 37
"""Height of the visible strip of a covered card, in units."""
HINTS: Final = 34
"""Additional height of the hint for text of twice the usual size, in units."""
SEAT: Final = 116
"""Maximum height of a seat's row, in units."""


class Layout:
    """Rectangles and lengths in pixels, of a table for a number of players on a viewport."""

    def __init__(self, viewport: Viewport, players: int) -> None:
        """Lay everything out: the cards above the seats in the panel."""
        px, self.areas = viewport.px, areas(viewport)
        self.areas.hint.h += round(px(HINTS) * (viewport.look.text - 1))
        side, self.card, self.strip = self.areas.side, (px(CARD[0]), px(CARD[1])), px(STRIP)
        gap = (side.w - COLUMNS * self.card[0]) // (COLUMNS + 1)
        high = self.card[1] + 5 * self.strip
        self.cards = pygame.Rect(side.x + gap, px(46), side.w - 2 * gap, high)
        self.decline = pygame.Rect(self.cards.x, self.cards.bottom + px(12), self.cards.w, px(38))
        """The button to take no card."""
        self.result = self.decline
        self.seats = pygame.Rect(self.cards.x, self.decline.bottom + px(14), self.cards.w, 0)
        """All rows of the seats together."""
        self.seats.h = viewport.size[1] - self.seats.y - px(12)
        self.rows = rows_in(self.seats, players, px(5), px(SEAT))


def card_rect(layout: Layout, take: Take) -> pygame.Rect:
    """Return the rectangle of an open card: row 0 is the bottom card, lowest on the screen."""
    width, height = layout.card
    step = (layout.cards.w - width) // (COLUMNS - 1)
    top = layout.cards.bottom - height - take.row * layout.strip
    return pygame.Rect(layout.cards.x + take.column * step, top, width, height)


def _edge(card: Card) -> theme.RGB:
    colours = theme.ink(card.colour)
    return blend(colours.light, (255, 255, 255), 0.25) if card.colour != "white" else colours.dark


def _number(viewport: Viewport, card: Card, height: int) -> pygame.Surface:
    return viewport.fonts.titles.text(str(card.number), height, theme.ink(card.colour).mark)


@theme.painted_once
def card_face(viewport: Viewport, card: Card, size: tuple[int, int], strip: int) -> pygame.Surface:
    """Return a full card; its top `strip` pixels show number, colour and symbol."""
    width, height = size
    colours = theme.ink(card.colour)
    face = panel(size, round(0.1 * width), colours.body, _edge(card), max(width // 40, 1))
    number = _number(viewport, card, round(0.72 * strip))
    face.blit(number, number.get_rect(midleft=(round(0.12 * width), strip // 2)))
    small = round(0.3 * strip)
    sign = mark(viewport, card.colour, small, colours.mark)
    face.blit(sign, sign.get_rect(center=(round(0.46 * width), strip // 2)))
    small = round(0.54 * strip)
    sign = symbol(viewport, card.symbol, small, colours.mark)
    face.blit(sign, sign.get_rect(center=(round(0.74 * width), strip // 2)))
    inner = (width - round(0.2 * width), height - strip - round(0.1 * width))
    plate = panel(inner, round(0.07 * width), blend(colours.body, colours.light, 0.55))
    face.blit(plate, (round(0.1 * width), strip))
    large = symbol(viewport, card.symbol, round(0.7 * inner[1]), colours.mark)
    face.blit(large, large.get_rect(center=(width // 2, strip + inner[1] // 2)))
    return face


@theme.painted_once
def small_card(viewport: Viewport, card: Card, size: tuple[int, int]) -> pygame.Surface:
    """Return a small card for a seat's row: number and symbol side by side."""
    width, height = size
    colours = theme.ink(card.colour)
    face = panel(size, max(height // 6, 2), colours.body, _edge(card))
    number = _number(viewport, card, round(0.62 * height))
    face.blit(number, number.get_rect(center=(round(0.29 * width), height // 2)))
    sign = symbol(viewport, card.symbol, round(0.5 * height), colours.mark)
    face.blit(sign, sign.get_rect(center=(round(0.68 * width), height // 2)))
    return face


LOW = 56
"""Height below which a row shows name, cards and points in one line, in units."""
NAME = 86
"""Width of a name beside cards, in units."""
SHAPE = 1.42
"""Aspect ratio of a small card: width over height."""
IN_A_LINE = 9
"""Number of small cards of full size that fit into one line of a tooltip."""
LARGEST = 29
"""Maximum height of a small card, in units."""
SMALLEST = 18
"""Minimum height of a small card, in units; below it, cards overlap."""


def by_symbol(cards: Sequence[Card]) -> list[list[Card]]:
    """Return cards grouped by symbol, the largest group first."""
    ordered = sorted(cards, key=lambda card: (card.symbol, -card.number))
    groups = [list(group) for _, group in groupby(ordered, key=lambda card: card.symbol)]
    return sorted(groups, key=len, reverse=True)


def draw_seats(canvas: Canvas, layout: Layout, seats: Sequence[SeatSpec], view: View) -> None:
    """Draw all seats; a low row shows name, cards and points in one line."""
    px = canvas.px
    for index, spec in enumerate(seats):
        rect, cards = layout.rows[index], view.taken[index]
        lit, low = view.turn == index, rect.h < px(LOW)
        canvas.seat_plate(rect, lit=lit)
        line = pygame.Rect(rect.x, rect.y, rect.w, rect.h if low else px(32))
        tall, part = 17 if low else 21, (line.w // 4, line.h)
        points = canvas.viewport.title(str(view.scores[index]), tall, theme.ON_DARK, room=part)
        place = points.get_rect(midright=(line.right - px(10), line.centery))
        canvas.put(points, place)
        left = line.x + px(31)
        room = px(NAME) if low and cards else place.left - left - px(8)
        canvas.player(spec, 16, lit=lit, midleft=(line.x + px(9), line.centery))
        tall, at = 15 if low else 17, (left, line.centery)
        canvas.name(spec.name, tall, theme.ON_DARK, (room, line.h), bold=lit, midleft=at)
        hand = pygame.Rect(rect.x + px(10), line.bottom, rect.w - 2 * px(10), 0)
        hand.h = rect.bottom - line.bottom - px(8)
        if low:
            left += px(NAME + 6)
            hand = pygame.Rect(left, rect.y + px(4), line.right - px(44) - left, rect.h - px(8))
        if cards:
            draw_hand(canvas, hand, cards, middle=low)
        elif not low:
            wide = hand.w, px(26)
            canvas.text(_("no cards yet"), 13, theme.ON_DARK_SOFT, room=wide, topleft=hand.topleft)


def draw_hand(
    canvas: Canvas,
    area: pygame.Rect,
    cards: Sequence[Card],
    *,
    middle: bool = False,
    largest: float = LARGEST,
) -> None:
    """Draw small cards, grouped by symbol, in 1 to 3 lines: the number that overlaps them least.

    They are at most `largest` units high. The lines are aligned to the top of the area, or centred
    with `middle`.
    """
    gap, groups = canvas.px(4), by_symbol(cards)

    def fitted(lines: int) -> tuple[float, list[list[list[Card]]], tuple[int, int]]:
        """Return the visible width of a card, the lines and a card's size for a number of lines."""
        rows = _shared(groups, lines)
        size = _size(canvas.viewport, area, rows, gap, largest)
        return min(size[0], *(_step(row, size, area.w, gap) for row in rows)), rows, size

    _, rows, size = max(map(fitted, (1, 2, 3)), key=lambda fit: fit[0])
    high = len(rows) * (size[1] + gap) - gap
    top = area.y + (max(area.h - high, 0) // 2 if middle else 0)
    for number, row in enumerate(rows):
        step, x, y = _step(row, size, area.w, gap), float(area.x), top + number * (size[1] + gap)
        for group in row:
            for card in group:
                canvas.put(small_card(canvas.viewport, card, size), (round(x), y))
                x += step
            x += gap


def _size(
    viewport: Viewport, area: pygame.Rect, rows: list[list[list[Card]]], gap: int, largest: float
) -> tuple[int, int]:
    """Return the size of small cards that fits all lines, but at least the height `SMALLEST`."""
    highest = min(viewport.px(largest), (area.h - (len(rows) - 1) * gap) // len(rows))
    widest = min((area.w - gap * (len(row) - 1)) / sum(map(len, row)) for row in rows) - 1
    height = min(highest, max(int(widest / SHAPE), viewport.px(SMALLEST)))
    return round(SHAPE * height), height


def _step(row: list[list[Card]], size: tuple[int, int], width: int, gap: int) -> float:
    """Return the distance between cards of a line, in pixels; below a card's width they overlap."""
    cards = sum(map(len, row))
    spare = width - size[0] - gap * (len(row) - 1)
    return min(size[0] + 1.0, spare / max(cards - 1, 1))


def _shared(groups: list[list[Card]], lines: int) -> list[list[list[Card]]]:
    """Distribute groups over lines of about equal length."""
    rows: list[list[list[Card]]] = [[] for _ in range(lines)]
    for group in groups:
        min(rows, key=lambda row: sum(len(g) + 0.2 for g in row)).append(group)
    return [row for row in rows if row]


class FrameState(NamedTuple):
    """All data drawn in one frame."""

    view: View
    seats: Sequence[SeatSpec]
    table: TableFrame
    spots: Sequence[float]
    """x of each foundation, or of a free place, in metres."""
    apart: float
    """Distance of the places for towers, in metres."""
    shape: Shape
    heights: Mapping[TowerId, float]
    rack: Rack
    near_end: str = ""
    """A sentence about a near end of the game; empty for none."""
    claiming: bool = False
    """Whether a person has to choose a card now."""
    marked: frozenset[Take] = frozenset()
    """Cards that may be taken now."""
    hinted: frozenset[Take] = frozenset()
    """Cards that could be taken if the held block were placed here and everything stood."""
    chosen: Take | None = None
    aim: TowerId | None = None
    """The tower, or empty spot, under the held block."""
    wanted: frozenset[TowerId] = frozenset()
    """Towers on which some cube would win the hovered card."""
    seat: int | None = None
    """The hovered seat."""
    pool_open: bool = False
    pool_chosen: str | None = None
    card_shift: Mapping[Card, float] = {}
    """Upward offset of each card that is sliding to its place, in pixels."""


FAINT = (126, 101, 81)
"""Colour of the marks of colours that a tower does not hold."""
DIGIT: Final = 7
"""Width of a digit of a count, in units."""
PLATE: Final = 150
"""Maximum width of the plate below a tower, in units."""


def draw_plates(canvas: Canvas, front: int, frame: FrameState) -> None:
    """Draw the plate of each tower below it; `front` is the y of the table's edge, in pixels."""
    camera, spots, left = frame.table.camera, frame.spots, -canvas.viewport.size[0]
    width = min(canvas.px(PLATE), round(frame.apart * stepped(camera.scale)) - canvas.px(8))
    for index, x in sorted(enumerate(spots), key=lambda spot: spot[1]):
        tower, cubes = TowerId(index), frame.view.towers[index]
        rect = pygame.Rect(0, 0, width, canvas.px(46 + 24 * (canvas.viewport.look.text - 1)))
        rect.midtop = (round(camera.to_px(x, 0.0)[0]), front + canvas.px(4))
        # Foundations that were knocked close together keep plates side by side.
        rect.x = max(rect.x, left)
        left = rect.right + canvas.px(8)
        lit = tower == frame.aim or tower in frame.wanted
        facts = index + 1, cubes or (), round(100 * frame.heights.get(tower, 0.0))
        paint = partial(_paint_plate, canvas, rect, facts, lit=lit)
        canvas.put(canvas.cached(("plate", rect.size, facts, lit), paint), rect)


def _paint_plate(
    canvas: Canvas, place: pygame.Rect, facts: tuple[int, Sequence[str], int], *, lit: bool
) -> pygame.Surface:
    """Return the plate of a tower: its number, its cubes by colour, and its height in cm."""
    (number, cubes, tall), viewport = facts, canvas.viewport
    picture = pygame.Surface(place.size, pygame.SRCALPHA)
    canvas, rect = canvas._replace(target=picture), picture.get_rect()
    canvas.plate(rect, lit=lit, radius=7)
    # At a small camera scale the plates are narrower.
    room = rect.w / canvas.px(PLATE)
    small = 1.0 if room > 0.95 else 0.77
    name = _("Tower {number}", number=number) if room > 0.9 else str(number)
    y, beside = rect.y + round(0.28 * rect.h), canvas.px(9)
    right, line = rect.right - beside, round(0.43 * rect.h)
    # A lost tower of which no cube stands has no height while it falls.
    many = count_text("cubes", len(cubes)) if cubes else _("free")
    told = _("{height:.0f} cm", height=tall) if tall else many
    free = rect.w - 2 * beside - canvas.px(4)
    wide = max(rect.w // 2 - beside, free - viewport.text(told, 13, theme.ON_DARK).get_width())
    at = rect.x + beside, y
    named = canvas.text(name, 14, theme.ON_DARK, bold=True, room=(wide, line), midleft=at)
    rest = right - canvas.px(4) - named.right, line
    canvas.text(told, 13, theme.ON_DARK_SOFT, room=rest, midright=(right, y))
    counts, middle = Counter(cubes), rect.y + round(0.7 * rect.h)
    # Where all counts would overlap, first the zeros are left out.
    for shown in (CUBES, [colour for colour in CUBES if counts[colour]], ()):
        digits = sum(len(str(counts[colour])) for colour in shown)
        step = (rect.w - canvas.px(14) - digits * canvas.px(DIGIT)) / max(len(shown), 1)
        if step >= canvas.px(17 * small):
            break
    left = float(rect.x + canvas.px(8))
    for colour in shown:
        x = round(left)
        left += step + len(str(counts[colour])) * canvas.px(DIGIT)
        body = theme.ink(colour).light if counts[colour] else FAINT
        sign = mark(viewport, colour, canvas.px(13 * small), body)
        canvas.put(sign, midleft=(x, middle))
        tint = theme.ON_DARK if counts[colour] else FAINT
        count, at = counts[colour], (x + canvas.px(16 * small), middle)
        units = viewport.grown(14, 17) * small
        canvas.text(str(count), units, tint, bold=bool(count), midleft=at)
    return picture


@theme.painted_once
def _rack_picture(viewport: Viewport, size: tuple[int, int], row: int, wall: int) -> pygame.Surface:
    picture = wood(size, theme.OAK, "rack", 0.8)
    frame = picture.get_rect()
    pygame.draw.rect(picture, (112, 74, 42), frame, viewport.px(1))
    for index in range(size[1] // row):
        place = Rack(frame, (), row, wall).shelf(index)
        back = wood(place.size, theme.WALNUT_DARK, "rack back", 0.4)
        shade = pygame.Surface((place.w, viewport.px(9)), pygame.SRCALPHA)
        for y in range(shade.get_height()):
            shade.fill((10, 4, 0, 120 - 120 * y // shade.get_height()), (0, y, place.w, 1))
        back.blit(shade, (0, 0))
        picture.blit(back, place)
        pygame.draw.line(picture, (222, 176, 120), place.bottomleft, place.bottomright)
    return ready(picture)


def draw_pool(canvas: Canvas, cubes: Sprites, frame: FrameState) -> None:
    """Draw the rack; the counts exclude the block in the hand."""
    camera, rack, px = frame.table.camera, frame.rack, canvas.px
    held = frame.table.held and frame.table.held.kind
    rect = rack.rect
    canvas.shadow(rect, 3, px(7), 110, (px(7), px(5)))
    canvas.put(_rack_picture(canvas.viewport, rect.size, rack.row, rack.wall), rect)
    if frame.pool_open:
        canvas.frame(rect.inflate(px(10), px(10)), theme.GLOW, 3)
    title = (rect.centerx, rect.y - px(5))
    canvas.text(_("Pool"), 15, theme.SOFT_TEXT, bold=True, room=(None, px(26)), midbottom=title)
    low, high = extent(frame.shape, Pose(0.0, 0.0, 0.0))
    side = (high.y - low.y) * camera.scale
    scale = camera.scale * min(1.0, px(ROW - 12) / side)
    scale = stepped(max(scale, px(24) / (high.y - low.y)))
    for index, (kind, count) in enumerate(frame.view.pool):
        left, place = count - (kind == held), rack.shelf(index)
        x, y = rack.cube_at(index, scale * (high.y - low.y))
        lit = kind == frame.pool_chosen and frame.pool_open and left > 0
        if left:
            cubes.draw_shadows(canvas.target, Camera(scale, x, y), [(kind, Pose(0.0, 0.0, 0.0))])
            at = (x, y - px(3) if lit else y, 0.0)
            cubes.draw(canvas.target, kind, scale, at)
        tint = theme.ON_DARK if frame.pool_open and left else theme.ON_DARK_SOFT
        right, room = place.x + place.w * 3 // 4, (place.w // 2 - px(8), place.h)
        canvas.title(f"×{left}", 17, tint, room=room, center=(right, place.centery))
        if lit:
            canvas.frame(place, theme.GLOW)


def draw_table(
    canvas: Canvas, layout: Layout, cubes: Sprites, frame: FrameState
) -> list[pygame.Rect]:
    """Draw a whole frame of the table; return the slips of paper about a fall."""
    areas, table = layout.areas, frame.table
    pool = frame.view.pool, frame.pool_open, frame.pool_chosen, table.held and table.held.kind
    cubes.begin(canvas.viewport)
    ground = layout, table.camera, table.width, frame.rack, pool
    cubes.ground.draw(canvas, ground, lambda on: _draw_ground(on, layout, cubes, frame))
    vacant = {TowerId(i): x for i, x in enumerate(frame.spots) if not frame.view.towers[i]}
    draw_spots(canvas, table.camera, frame.shape, vacant, frame.aim)
    draw_plates(canvas, areas.front, frame)
    cards = frame.claiming, frame.marked, frame.hinted, frame.chosen, frame.card_shift
    side = layout, frame.view, frame.near_end, cards
    cubes.side.draw(canvas, side, lambda on: draw_side(on, layout, frame))
    notes = areas.free
    notes.w = frame.rack.rect.x - canvas.px(8) - notes.x
    with canvas.clipped(areas.beside_panel):
        draw_height(canvas, areas, table.camera, table.held)
        return draw_stacks(canvas, areas, notes, cubes, table)


def _draw_ground(canvas: Canvas, layout: Layout, cubes: Sprites, frame: FrameState) -> pygame.Rect:
    """Draw the room, the table, the ruler and the pool; return the area beside the panel."""
    areas, camera = layout.areas, frame.table.camera
    draw_room(canvas, areas, camera, frame.table.width, "fawlty-towers")
    draw_ruler(canvas, areas, camera)
    draw_pool(canvas, cubes, frame)
    return areas.beside_panel


def draw_seat_tip(canvas: Canvas, layout: Layout, frame: FrameState, seat: int) -> None:
    """Draw the tooltip of a seat, with its cards and points, beside its row."""
    px, beside, cards = canvas.px, layout.rows[seat], frame.view.taken[seat]
    pad, numbers = px(14), sum(card.number for card in cards)
    text, sets = _("no cards yet"), frame.view.scores[seat] - numbers
    if cards:
        text = _("{numbers} on the cards, {sets} for sets", numbers=numbers, sets=sets)
    left = areas(canvas.viewport).beside(px(54), px(430))
    rect = pygame.Rect(left, beside.y, px(430), px(66))
    lines = 0 if not cards else 1 if len(cards) <= IN_A_LINE else 2
    rect.h += lines * px(34)
    rect.clamp_ip(canvas.viewport.rect.inflate(-px(12), -px(12)))
    draw_slip(canvas, rect)
    wide, at = (rect.w - 2 * pad, None), (rect.x + pad, rect.y + px(8))
    canvas.text(frame.seats[seat].name, 17, theme.TEXT, bold=True, room=wide, topleft=at)
    canvas.text(text, 15, theme.TEXT, topleft=(rect.x + pad, rect.y + px(33)))
    if cards:
        area = pygame.Rect(rect.x + pad, rect.y + px(64), rect.w - 2 * pad, lines * px(33))
        draw_hand(canvas, area, cards)


def draw_side(canvas: Canvas, layout: Layout, frame: FrameState) -> pygame.Rect:
    """Draw the panel with the cards and the seats; return its area."""
    canvas.put(side_panel(canvas.viewport, layout.areas.side.size), layout.areas.side)
    room, at = (None, canvas.px(30)), (layout.cards.x, canvas.px(12))
    canvas.text(_("Cards"), 18, theme.ON_DARK, bold=True, room=room, topleft=at)
    left = frame.view.deck
    deck = _("{count} in the deck", count=left) if left else _("deck empty")
    room, at = (None, canvas.px(26)), (layout.cards.right, canvas.px(16))
    canvas.text(deck, 14, theme.ON_DARK_SOFT, room=room, topright=at)
    for column, cards in enumerate(frame.view.columns):
        if not cards:
            rect, within = card_rect(layout, Take(column, 0)), (layout.card[0], canvas.px(24))
            canvas.frame(rect, theme.ON_DARK_SOFT, 1.5)
            canvas.text(_("empty"), 13, theme.ON_DARK_SOFT, room=within, center=rect.center)
        # Lower cards cover upper ones.
        for row in reversed(range(len(cards))):
            _draw_card(canvas, layout, frame, Take(column, row))
    if frame.near_end and not frame.claiming:
        wide, at = layout.decline.w, layout.decline.center
        canvas.fitted(frame.near_end, canvas.viewport.grown(15, 20), theme.GLOW, wide, center=at)
    draw_seats(canvas, layout, frame.seats, frame.view)
    return layout.areas.side


def _draw_card(canvas: Canvas, layout: Layout, frame: FrameState, take: Take) -> None:
    card, rect = frame.view.columns[take.column][take.row], card_rect(layout, take)
    rect.y -= round(frame.card_shift.get(card, 0.0))
    marked, hinted = take in frame.marked, take in frame.hinted
    face = card_face(canvas.viewport, card, layout.card, layout.strip)
    if frame.claiming and not marked:
        face = dimmed(canvas.viewport, face, card)
    if marked:
        canvas.glow(rect)
    canvas.card_shadow(rect)
    canvas.put(face, rect)
    if take == frame.chosen:
        around = rect.inflate(canvas.px(6), canvas.px(6))
        canvas.frame(rect, theme.WALNUT_DARK, 2)
        canvas.frame(around, theme.PAPER, 3)
    elif hinted:
        canvas.frame(rect, theme.GLOW, 2)
    if marked or hinted:
        at = (rect.right + canvas.px(2), rect.y + canvas.px(4))
        canvas.badge(at, sure=marked)
