"""Drawing the table of Bausack: towers, the seats' parts, the held piece, marks and texts."""

from functools import partial

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.ui.drawing.animations import draw_flights
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_plate
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.paint import FINER, blend, smooth
from towersim.ui.drawing.room import draw_rod, draw_room
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import Letters, draw_banner, draw_note, name_text
from towersim.ui.drawing.theme import (
    ACCENT_DARK,
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    RGB,
    Stage,
)
from towersim.ui.drawing.wood import side_panel
from towersim.ui.games.bausack.draw_card import draw_card
from towersim.ui.games.bausack.draw_measure import draw_measures
from towersim.ui.games.bausack.draw_pile import Pile
from towersim.ui.games.bausack.draw_seats import SeatPlate, draw_seats, number_disc, tint
from towersim.ui.games.bausack.frame_state import FrameState
from towersim.ui.games.bausack.layout import Layout
from towersim.ui.stacking.draw_blocks import draw_stacks

RING = 80
"""Radius of the cached ring around a waiting piece, before scaling, in units."""
PLATE = 168
"""Width of the plate below a tower, in units; a long name widens it, lack of room narrows it."""


def draw_table(
    canvas: Canvas, layout: Layout, sprites: Sprites, pile: Pile, frame: FrameState
) -> None:
    """Draw the table and the panel beside it."""
    areas, camera = layout.areas, frame.table.camera
    ground = FrameState(frame.view, frame.seat_plates, frame.table.bare, frame.spots, 0.0)
    sprites.ground.draw(
        canvas, (layout, ground), lambda on: _draw_ground(on, layout, sprites, ground)
    )
    notes, left = areas.free, layout.ruler.right + canvas.px(60)
    notes.w, notes.x = notes.right - left, left
    with canvas.clipped(areas.beside_panel):
        draw_measures(canvas, layout, frame)
        draw_stacks(canvas, areas, notes, sprites, frame.table)
        if frame.waiting is not None:
            _draw_waiting(canvas, sprites, camera, *frame.waiting)
        if frame.table.marks is None:
            _draw_first(canvas, frame)
        if frame.pile:
            pile.draw(canvas.target, frame.view, frame.owners, frame.chosen, frame.hovered)
        draw_card(canvas, layout, sprites, frame)


def _draw_ground(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> bool:
    """Draw the background and the panel; return whether the picture is final and may be cached."""
    areas, camera = layout.areas, frame.table.camera
    sprites.begin(canvas.stage)
    sprites.is_coarse = False
    draw_room(canvas, areas, camera, frame.table.width)
    _draw_parts(canvas, areas, frame)
    draw_rod(canvas, layout.ruler, camera)
    draw_side(canvas, layout, sprites, frame)
    return not sprites.is_coarse


def draw_over(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw flying pictures, speech bubbles and the turn banner, over texts and buttons."""
    draw_flights(canvas, frame.flights)
    for seat, words in frame.bubbles:
        at = (layout.areas.beside(canvas.px(124), 0), layout.plates[seat].y + canvas.px(24))
        left = layout.areas.room.left - canvas.px(14)
        wide = layout.areas.room.right - left
        room = pygame.Rect(left, canvas.px(58), wide, layout.areas.log.top)
        draw_note(canvas, room, words, at)
    if frame.banner is not None:
        seat, words = frame.banner
        where = pygame.Rect(0, 0, layout.areas.room.w, canvas.px(100))
        where.midtop = (layout.areas.room.centerx, canvas.px(150))
        draw_banner(canvas, where, words, number_disc(canvas.stage, seat, canvas.px(40)))


def draw_side(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the panel with the seats."""
    side = layout.areas.side
    canvas.put(side_panel(canvas.stage, side.size), side)
    canvas.text(_("Players"), 18, ON_DARK, bold=True, topleft=(layout.seats.x, canvas.px(12)))
    bank, at = _("bank {tokens}", tokens=frame.view.bank), (layout.seats.right, canvas.px(16))
    canvas.text(bank, 14, ON_DARK_SOFT, topright=at)
    draw_seats(canvas, layout, sprites, frame.seat_plates, frame.view)


def _draw_waiting(canvas: Canvas, sprites: Sprites, camera: Camera, kind: str, pose: Pose) -> None:
    """Draw the piece to be taken into the hand, in a ring of light."""
    x, y = camera.to_px(pose.x, pose.y)
    # Blurred once, then scaled: the radius changes in each frame of a zoom.
    ring = canvas.cached("waiting", lambda: _light_ring(canvas.stage, canvas.px(RING), GLOW, 2))
    ring = pygame.transform.smoothscale_by(
        ring, waiting_radius(canvas.stage, camera) / canvas.px(RING)
    )
    canvas.put(ring, center=(round(x), round(y)))
    sprites.draw_shadows(canvas.target, camera, [(kind, pose)])
    sprites.draw(canvas.target, kind, camera.scale, (x, y, pose.angle))


def _light_ring(stage: Stage, radius: int, tint: RGB, units: float) -> pygame.Surface:
    """Return a ring of light of `radius` pixels around a line that is `units` units thick."""
    blur = stage.px(5)
    side = 2 * radius + 4 * blur
    middle = (side / 2, side / 2)
    light = pygame.Surface((side, side), pygame.SRCALPHA)
    light.fill((*GLOW, 0))
    pygame.draw.circle(light, (*GLOW, 210), middle, radius, stage.px(units + 5))
    soft = pygame.transform.gaussian_blur(light, blur)

    def line(large: pygame.Surface) -> None:
        half = large.get_width() / 2
        pygame.draw.circle(large, tint, (half, half), radius * FINER, stage.px(units) * FINER)

    soft.blit(smooth((side, side), line), (0, 0))
    return soft


def waiting_radius(stage: Stage, camera: Camera) -> int:
    """Return the hit radius of a waiting piece, in pixels."""
    return max(round(0.042 * camera.scale), stage.px(24))


def _draw_first(canvas: Canvas, frame: FrameState) -> None:
    """Mark the piece that touched the table first."""
    figure = next((f for f in frame.table.figures if f.id == frame.first), None)
    if figure is None:
        return
    low, high = extent(figure.shape, figure.pose)
    wide = max(high.x - low.x, high.y - low.y) * frame.table.camera.scale
    radius = round(wide / 2) + canvas.px(13)
    at = frame.table.camera.to_px(figure.pose.x, figure.pose.y)
    paint = partial(_light_ring, canvas.stage, radius, ACCENT_DARK, 3.5)
    ring = canvas.cached(("first", radius), paint)
    canvas.put(ring, center=(round(at[0]), round(at[1])))


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
        name = canvas.stage.fonts.width(one.spec.name, px(15), bold=True)
        width = min(max(px(PLATE), name + px(104)), round(2 * half * camera.scale) - px(6))
        rect = pygame.Rect(0, front + px(8), width, px(34))
        rect.centerx = round(camera.to_px(x, 0.0)[0])
        if areas.room.left <= rect.right and rect.left <= areas.room.right:
            draw_plate(canvas, rect, lit=one.lit, radius=7)
            _write_plate(canvas, rect, one)


def _write_plate(canvas: Canvas, rect: pygame.Rect, one: SeatPlate) -> None:
    disc = number_disc(canvas.stage, one.seat, canvas.px(20))
    place = disc.get_rect(midleft=(rect.x + canvas.px(7), rect.centery))
    canvas.put(disc, place)
    said = _("{height:.1f} cm", height=one.height * 100) if one.height else _("free")
    said = _("out") if one.out else said
    words = canvas.stage.text(said, 14, ON_DARK_SOFT)
    right = words.get_rect(midright=(rect.right - canvas.px(9), rect.centery))
    left = place.right + canvas.px(7)
    if right.left - left > canvas.px(36):
        canvas.put(words, right)
    room = max((right.left if right.left - left > canvas.px(36) else rect.right) - left, 8)
    size = (room - canvas.px(6), rect.h)
    name = name_text(canvas.stage, one.spec.name, Letters(15, ON_DARK, bold=True), size)
    canvas.put(name, midleft=(left, rect.centery))
