"""Drawing the table of a challenge: the goal, blocks, the hand, the x-ray and the panel."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose
from towersim.rules.practice import log
from towersim.rules.practice.challenge import (
    Challenge,
    Height,
    Load,
    PlanStep,
    Raise,
    Reach,
    Topple,
)
from towersim.scene.table_setup import TableSetup
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import SIDE
from towersim.ui.drawing.paint import multiplied, panel
from towersim.ui.drawing.room import (
    draw_height,
    draw_room,
    draw_ruler,
    draw_table_top,
    draw_turned_table,
    draw_wall,
)
from towersim.ui.drawing.sprites import Pen, Sprites, draw_outline
from towersim.ui.drawing.text import Paragraph, TextBox, TextSizes
from towersim.ui.drawing.wood import side_panel
from towersim.ui.games.practice.bests import Curve, Ghost
from towersim.ui.games.practice.curves import draw_curves
from towersim.ui.games.practice.layout import Layout
from towersim.ui.stacking.draw_blocks import draw_fixed, draw_stacks
from towersim.ui.stacking.effects import Effects, draw_cart, draw_lamps, draw_load, draw_river
from towersim.ui.stacking.presenter import TableFrame


class SupplySlot(NamedTuple):
    """A kind of piece in the supply."""

    kind: str
    left: int | None
    """How many are left; None where the supply never ends."""
    free: bool
    """Whether one of it may be taken into the hand now."""
    hovered: bool


class FrameState(NamedTuple):
    """Everything that one frame shows."""

    challenge: Challenge
    """The challenge, with its texts as messages."""
    table: TableFrame
    setup: TableSetup
    slots: Sequence[SupplySlot]
    measure: str = ""
    """The measure of the present building, or the strength reached by a test."""
    stars: int = 0
    """Number of stars for that measure."""
    best: str = ""
    """The best attempt so far, as a line."""
    advice: str = ""
    """The line below the goal."""
    marked: BlockId | None = None
    """The standing piece that a click or Enter would take out."""
    ghost: Ghost = ()
    """Final poses of the pieces in the best attempt."""
    par: str = ""
    """The measure of the plan while its ghost plays."""
    plan: Ghost = ()
    """The pieces of the plan that plays as a ghost."""
    coming: tuple[str, tuple[int, int]] | None = None
    """The kind of piece that is drawn under the pointer until all is at rest, and the pointer."""
    next: PlanStep | None = None
    """The move that a hint points at."""
    curve: Curve | None = None
    """The curve of the attempt while one looks back along it."""
    rest: Camera | None = None
    """The camera of a level table that does not shake."""
    effects: Effects = Effects()
    fresh: tuple[int, float] | None = None
    """The star just reached and the share of its pop that is over."""
    has_choices: bool = False
    """Whether a row of buttons is below the prompt."""
    looked_at: int = 0
    """The number of pieces in the state that is looked at."""


DASH: Final = 10
"""Distance between the beginnings of two dashes, in units."""
STAR: Final = 13
STARS: Final = 27
"""Distance of two thresholds in the panel, in units."""


class GoalLine(NamedTuple):
    """A dashed line across the table at one coordinate."""

    upright: bool
    at: float
    """Its x if it is upright, else its height, in metres."""
    stars: int = 0
    """Number of stars at its end."""
    direction: int = 0
    """1 or -1 for a line with arrows to the right or left."""

    @property
    def tint(self) -> theme.RGB:
        """The colour of the line: the one to aim at stands out."""
        return theme.ACCENT_DARK if self.stars in (0, 3) else theme.WALNUT_LIGHT

    def signs(self, canvas: Canvas, start: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the centres of the stars at the start of the line, in pixels."""
        (x, y), size = start, canvas.px(STAR)
        for number in range(1, self.stars + 1):
            along = number * (size + canvas.px(2))
            yield (x, y - along) if self.upright else (x - size // 2 + along, y)


def marks_of(challenge: Challenge) -> Iterator[GoalLine]:
    """Yield the marks of a challenge; goals of strength or number have none.

    >>> from towersim.files.challengefile import find_challenge
    >>> [mark.at for mark in marks_of(find_challenge("harmonic"))]
    [0.15, 0.2, 0.235, 0.255]
    """
    goal = challenge.goal
    if isinstance(goal, Reach):
        yield GoalLine(upright=True, at=goal.edge_x)
    if isinstance(goal, Reach | Height | Raise):
        edge = goal.edge_x if isinstance(goal, Reach) else 0.0
        for number, star in enumerate(challenge.stars, 1):
            yield GoalLine(isinstance(goal, Reach), round(edge + star, 4), number)
    if isinstance(goal, Topple):
        yield GoalLine(upright=True, at=goal.beyond_x, direction=1 if goal.side == "right" else -1)
    if isinstance(goal, Load) and goal.between:
        yield GoalLine(upright=True, at=goal.between[0], direction=1)
        yield GoalLine(upright=True, at=goal.between[1], direction=-1)
    if challenge.least_height:
        yield GoalLine(upright=False, at=challenge.least_height)


def draw_goal(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the visible marks, with the stars of reached ones lit."""
    for mark, start, end in _seen_marks(canvas, layout, frame):
        (x, y), thick, step = start, canvas.px(2), canvas.px(DASH)
        dash = step * 2 // 5
        for at in range(y, end[1], step) if mark.upright else range(end[0], x, step):
            upright = x - thick // 2, at, thick, dash
            bar = upright if mark.upright else (at, y - thick // 2, dash, thick)
            canvas.target.fill(mark.tint, bar)
        tint = theme.ACCENT if mark.stars <= frame.stars else mark.tint
        for center in mark.signs(canvas, start):
            canvas.sign("star", STAR, tint, center=center)
        if mark.direction:
            tip, half = canvas.px(16), canvas.px(6)
            at = y + half
            head = [(x, at - half), (x, at + half), (x + mark.direction * tip, at)]
            pygame.draw.polygon(canvas.target, mark.tint, head)


def _seen_marks(
    canvas: Canvas, layout: Layout, frame: FrameState
) -> Iterator[tuple[GoalLine, tuple[int, int], tuple[int, int]]]:
    """Yield the visible marks with both ends of their lines, in pixels."""
    areas = layout.areas
    room = areas.room.inflate(-canvas.px(130), 0)
    top = areas.hint.bottom + canvas.px(60)
    for mark in marks_of(frame.challenge):
        x, y = (round(each) for each in frame.table.camera.to_px(mark.at, mark.at))
        if mark.upright and room.left <= x < areas.room.right:
            # Their stars stand above the line, below the choices after a fall.
            yield mark, (x, layout.below_choices + 3 * canvas.px(STAR + 2)), (x, areas.base)
        elif not mark.upright and top <= y < areas.base:
            yield mark, (room.right, y), (room.left, y)


def _draw_fresh(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the star just reached, in the panel and at its mark; its signs grow one by one."""
    if frame.fresh is None:
        return
    number, share = frame.fresh
    half, row = canvas.px(17) // 2, layout.stars.y + (number - 1) * canvas.px(STARS)
    at = [(layout.stars.x + index * canvas.px(21) + half, row + half) for index in range(number)]
    signs = [(17, theme.GLOW, at)]
    for mark, start, _end in _seen_marks(canvas, layout, frame):
        if mark.stars == number:
            signs.append((STAR, theme.ACCENT, list(mark.signs(canvas, start))))
    for units, tint, centers in signs:
        for index, center in enumerate(centers):
            own = min(max((number + 1) * share - index, 0.0), 2.0) / 2
            grown = round(units * (1 + 1.2 * math.sin(math.pi * own)))
            canvas.sign("star", grown, tint, center=center)


LEAST: Final = 12
"""Least text size of a challenge's order, in units; that of its hint is 2 less."""


def draw_side(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the panel."""
    side = layout.areas.side
    canvas.put(side_panel(canvas.viewport, side.size), side)
    _draw_head(canvas, layout, frame)
    _draw_stars(canvas, layout, frame)
    if frame.curve is not None:
        canvas.panel(layout.curve, canvas.px(8), theme.PAPER)
        room = layout.curve.inflate(-canvas.px(16), -canvas.px(16))
        draw_curves(canvas, room, frame.curve, (), frame.looked_at)
        return
    if frame.slots:
        high, at = (None, canvas.px(34)), (layout.supply.x, layout.supply.y + canvas.px(22))
        canvas.text(_("Pieces"), 16, theme.ON_DARK, bold=True, room=high, bottomleft=at)
        _draw_supply(canvas, layout, sprites, frame.slots)


def _draw_head(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    challenge, rect = frame.challenge, layout.head
    place = _("{chapter:capital}", chapter=log.chapter_text(challenge.chapter))
    if challenge.number:
        place = _("{chapter}  ·  {number}", chapter=place, number=challenge.number)
    small, at = (rect.w, canvas.px(24)), (rect.x, rect.y + canvas.px(20))
    canvas.text(place, 13, theme.ON_DARK_SOFT, room=small, bottomleft=at)
    size, at = (rect.w, canvas.px(38)), (rect.x, rect.y + canvas.px(18))
    canvas.title(log.title_text(challenge), 24, theme.ON_DARK, room=size, topleft=at)
    room = pygame.Rect(rect.x, rect.y + canvas.px(54), canvas.px(SIDE - 36), rect.h - canvas.px(54))
    sizes = TextSizes(round(canvas.viewport.grown(16)), LEAST, 1.32)
    order = Paragraph(log.order_text(challenge), theme.ON_DARK)
    hint = Paragraph(frame.advice, theme.ON_DARK_SOFT, smaller=2)
    TextBox(canvas.viewport, [order, hint], room, sizes).draw(canvas)


def _draw_stars(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the thresholds, reached ones lit, and the measure below."""
    challenge, rect = frame.challenge, layout.stars
    row = canvas.px(STARS)
    for number, star in enumerate(challenge.stars, 1):
        y = rect.y + (number - 1) * row
        lit = frame.stars >= number
        for i in range(number):
            shine = theme.GLOW if lit else theme.WALNUT_LIGHT
            canvas.sign("star", 17, shine, topleft=(rect.x + i * canvas.px(21), y))
        tint, wide = theme.ON_DARK if lit else theme.ON_DARK_SOFT, rect.w - canvas.px(70)
        measure = log.measure_text(challenge.goal, star)
        canvas.text(measure, 15, tint, room=(wide, row), topright=(rect.right, y))
    room, at = (rect.w, canvas.px(30)), (rect.x, rect.y + 3 * row + canvas.px(2))
    canvas.title(frame.measure, 21, theme.GLOW, room=room, topleft=at)
    text, tint = (frame.par, theme.ON_DARK) if frame.par else (frame.best, theme.ON_DARK_SOFT)
    y = rect.y + 3 * row + canvas.px(32)
    below = pygame.Rect(rect.x, y, rect.w, rect.bottom - y)
    sizes = TextSizes(round(canvas.viewport.grown(13)), LEAST, 1.2)
    TextBox(canvas.viewport, [Paragraph(text, tint)], below, sizes).draw(canvas)


LARGE, SMALL = 1500, 0.45
"""The largest scale of a piece in the supply, in units per metre; its least size there, as a share
of what fits."""


def _draw_supply(
    canvas: Canvas, layout: Layout, sprites: Sprites, slots: Sequence[SupplySlot]
) -> None:
    """Draw the kinds of piece in the supply, at one scale but for the smallest."""
    rects = [layout.slots.rect(index) for index, _slot in enumerate(slots)]
    rooms = [r.inflate(-canvas.px(56), -canvas.px(16)).move(-canvas.px(20), 0) for r in rects]
    pairs = zip(slots, rooms, strict=True)
    fits = [min(sprites.largest(slot.kind, room), canvas.px(LARGE)) for slot, room in pairs]
    for index, (slot, rect, room) in enumerate(zip(slots, rects, rooms, strict=True)):
        canvas.panel(rect, canvas.px(8), theme.WALNUT_DARK)
        if slot.hovered and slot.free:
            canvas.frame(rect, theme.GLOW, 2)
        scale = max(min(fits), SMALL * fits[index])
        sprites.draw_in(canvas.target, slot.kind, room, scale)
        _draw_count(canvas, rect, slot, index)


def _draw_count(canvas: Canvas, rect: pygame.Rect, slot: SupplySlot, index: int) -> None:
    """Draw the number left of a kind of piece, and its key."""
    if slot.left == 0:
        canvas.put(_veil(canvas.viewport, rect.size), rect)
    tint = theme.ON_DARK if slot.free else theme.ON_DARK_SOFT
    right = rect.right - canvas.px(8)
    beside = right, max(rect.centery, rect.y + canvas.px(28))
    count = "" if slot.left is None else f"× {slot.left}"
    room = canvas.px(54), canvas.px(30)
    canvas.text(count, 16, tint, bold=True, room=room, midright=beside)
    room, at = (rect.w, rect.h // 3), (right, rect.y + canvas.px(2))
    canvas.text(str(index + 1), 11, theme.ON_DARK_SOFT, room=room, topright=at)


@theme.painted_once
def _veil(viewport: theme.Viewport, size: tuple[int, int]) -> pygame.Surface:
    """Return the cover of a slot whose pieces are used up."""
    return multiplied(panel(size, viewport.px(8), theme.WALNUT_DARK), (190,) * 4)


ROOM: Final = 0.4
"""How far the room moves against a shaken table, as a share of the table's way."""
BEST: Final = Pen((226, 208, 180), 0), Pen((182, 158, 128), 3)
PLAN: Final = Pen((176, 212, 214), 0), Pen((36, 118, 128), 3)
NEXT: Final = Pen(theme.WALNUT_DARK, 7), Pen(theme.GLOW, 4)
"""The pens for the pieces of the best attempt, of the plan, and for the one that a hint shows."""


def draw_table(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the table and the panel beside it."""
    areas, table = layout.areas, frame.table
    effects = frame.effects
    is_moved = bool(table.camera.turn) or effects.sway is not None
    bare = table.bare._replace(camera=frame.rest or table.camera)
    ground = frame._replace(table=bare, effects=Effects(sway=0.0 if is_moved else None))
    ground = ground._replace(marked=None, plan=(), next=None, coming=None, fresh=None)
    sprites.ground.draw(
        canvas, (layout, ground), lambda on: _draw_ground(on, layout, sprites, ground)
    )
    with canvas.clipped(areas.beside_panel):
        if is_moved:
            _draw_moved(canvas, layout, sprites, frame)
        else:
            draw_height(canvas, areas, table.camera, table.held)
        _draw_ghost(canvas, table.camera, sprites, frame.plan, PLAN)
        notes = layout.notes(has_choices=frame.has_choices)
        draw_stacks(canvas, areas, notes, sprites, table)
        for figure in table.figures:
            if figure.id == frame.marked:
                draw_outline(canvas, table.camera, figure.shape, figure.pose, Pen(theme.GLOW, 3))
        if frame.next is not None:
            _draw_ghost(canvas, table.camera, sprites, [(frame.next.kind, frame.next.aim)], NEXT)
        if effects.load is not None:
            draw_load(canvas, table.camera, effects.load)
        if effects.cart is not None:
            draw_cart(canvas, table.camera, effects.cart)
    _draw_fresh(canvas, layout, frame)
    if frame.coming is not None:
        kind, (x, y) = frame.coming
        sprites.draw(canvas.target, kind, table.camera.scale, (x, y, 0.0))


def _draw_moved(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the room and the table while the table is tilted or shaken."""
    areas, table, room = layout.areas, frame.table, frame.setup.room
    rest = frame.rest or table.camera
    if frame.effects.sway:
        draw_wall(canvas, areas, room, round(-ROOM * frame.effects.sway * rest.scale))
        draw_ruler(canvas, areas, rest)
    draw_height(canvas, areas, rest, None)
    draw_lamps(canvas, areas, room, frame.effects.swing)
    draw = draw_turned_table if table.camera.turn else draw_table_top
    draw(canvas, areas, table.camera, table.width)
    draw_fixed(canvas, sprites, frame.table.camera, frame.setup.fixed)


def _draw_ground(
    canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState
) -> pygame.Rect | None:
    """Draw the background and the panel over the window; return None if they are not final."""
    areas, camera, room = layout.areas, frame.table.camera, frame.setup.room
    sprites.is_coarse = False
    if frame.effects.sway is not None:
        draw_wall(canvas, areas, room)
        draw_ruler(canvas, areas, camera)
    else:
        draw_room(canvas, areas, camera, frame.table.width, room)
        draw_lamps(canvas, areas, room, 0.0)
        if frame.setup.gap is not None:
            draw_river(canvas, areas, camera, frame.setup.gap)
        draw_ruler(canvas, areas, camera)
        draw_fixed(canvas, sprites, frame.table.camera, frame.setup.fixed)
        draw_goal(canvas, layout, frame)
        _draw_ghost(canvas, camera, sprites, frame.ghost, BEST)
    draw_side(canvas, layout, sprites, frame)
    return None if sprites.is_coarse else canvas.viewport.rect


def _draw_ghost(
    canvas: Canvas,
    camera: Camera,
    sprites: Sprites,
    pieces: Sequence[tuple[str, Pose]],
    pens: Sequence[Pen],
) -> None:
    """Draw pieces that are not there, one pen over the other."""
    for kind, pose in pieces:
        for pen in pens:
            draw_outline(canvas, camera, sprites.pieces[kind].shape, pose, pen)
