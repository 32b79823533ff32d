"""The table of Bausack: towers, parts of the seats, the piece in the hand, marks, and words."""

from functools import partial

import pygame

from towersim.geometry.shapes import extent
from towersim.messages import message as _
from towersim.ui.animations import draw_flights
from towersim.ui.camera import Camera
from towersim.ui.canvas import Canvas
from towersim.ui.draw_collapse import draw_marks, draw_notes
from towersim.ui.draw_frames import draw_plate
from towersim.ui.draw_room import draw_guide, draw_reach, draw_room, held_of
from towersim.ui.draw_text import draw_banner, draw_note
from towersim.ui.draw_wood import side_panel
from towersim.ui.games.bausack.draw_card import draw_card
from towersim.ui.games.bausack.draw_measure import draw_measurer
from towersim.ui.games.bausack.draw_pile import Pile
from towersim.ui.games.bausack.draw_seats import draw_seats, number_disc, tint
from towersim.ui.games.bausack.frame_state import FrameState
from towersim.ui.games.bausack.layout import Layout, seat_rect
from towersim.ui.paint import FINER, blend, smooth
from towersim.ui.sprites import Sprites, resting_and_held
from towersim.ui.theme import (
    ACCENT_DARK,
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    Stage,
)
from towersim.ui.xray import draw_seen
from towersim.units import Pose, Seat, TowerId

IN_FRONT = 1.8
"""Distance of a held piece's shadow on a tower behind it, in distances to the wall."""
RING = 80
"""The radius at which the ring around a waiting piece is painted, in units."""
PLATE = 168
"""Width of the plate before a tower, in units, where there is room; for a long name it is wider."""


def draw_table(
    canvas: Canvas, layout: Layout, sprites: Sprites, pile: Pile, frame: FrameState
) -> None:
    """Draw the table and the panel beside it."""
    camera, areas = frame.camera, layout.areas
    sprites.begin()
    draw_room(canvas, areas, camera, frame.table_width)
    _draw_parts(canvas, layout, frame)
    draw_measurer(canvas, layout, frame)
    held = held_of(frame.figures)
    if frame.plumb:
        draw_guide(canvas, areas._replace(base=round(camera.base)), camera, held)
    _draw_note(canvas, layout, frame)
    _draw_pieces(canvas.target, sprites, frame)
    if frame.waiting is not None:
        _draw_waiting(canvas, sprites, camera, *frame.waiting)
    draw_reach(canvas, camera, held, frame.reach)
    if frame.marks is not None:
        draw_marks(canvas, camera, frame.figures, frame.marks)
    else:
        _draw_first(canvas, frame)
    _draw_plates(canvas, layout, frame)
    if frame.pile:
        pile.draw(canvas.target, frame.view, frame.owners, frame.chosen, frame.hovered)
    if frame.card is not None:
        draw_card(canvas, layout, sprites, frame.card, frame.seats, frame.view)
    draw_side(canvas, layout, sprites, frame)
    draw_seen(canvas, layout.areas, camera, frame.xray)


def draw_over(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw what flies, what seats say and whose turn it is, over words and buttons."""
    draw_flights(canvas.target, frame.flights, premultiplied=True)
    for seat, words in frame.bubbles:
        plate = seat_rect(canvas.stage, layout, len(frame.seats), seat)
        at = (layout.areas.beside(canvas.px(124), 0), plate.y + canvas.px(24))
        left = layout.areas.room.left - canvas.px(14)
        wide = layout.areas.room.right - left
        room = pygame.Rect(left, canvas.px(58), wide, layout.areas.log.top)
        draw_note(*canvas, room, words, at)
    if frame.banner is not None:
        seat, words = frame.banner
        where = pygame.Rect(0, 0, layout.areas.room.w, canvas.px(100))
        where.midtop = (layout.areas.room.centerx, canvas.px(150))
        draw_banner(*canvas, where, words, number_disc(canvas.stage, seat, canvas.px(40)))


def draw_side(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the panel with the seats."""
    side = layout.areas.side
    canvas.put(side_panel(canvas.stage, side.size), side)
    canvas.text(_("Players"), 18, ON_DARK, bold=True, topleft=(layout.seats.x, canvas.px(12)))
    words = canvas.stage.text(_("bank {tokens}", tokens=frame.view.bank), 14, ON_DARK_SOFT)
    canvas.put(words, topright=(layout.seats.right, canvas.px(16)))
    draw_seats(canvas, layout, sprites, frame.seat_plates, frame.view)


def _draw_pieces(target: pygame.Surface, sprites: Sprites, frame: FrameState) -> None:
    camera, width = frame.camera, target.get_width()
    seen = [f for f in frame.figures if -200 < camera.to_px(f.pose.x, 0.0)[0] < width + 200]
    resting, held = resting_and_held(seen)
    if not frame.in_front:
        sprites.draw_blocks(target, camera, resting, held)
        return
    sprites.draw_blocks(target, camera, resting)
    # Twice, because one shadow hardly shows on wood.
    sprites.draw_shadows(target, camera, held * 2, distance=IN_FRONT)
    for kind, pose in held:
        sprites.draw_placed(target, camera, kind, pose)


def _draw_waiting(canvas: Canvas, sprites: Sprites, camera: Camera, kind: str, pose: Pose) -> None:
    """Draw the piece that waits for the hand, in a ring of light."""
    x, y = camera.to_px(pose.x, pose.y)
    # Blurred once and stretched: while one zooms, the radius changes in every frame.
    ring = canvas.cached("waiting", lambda: _light_ring(canvas.stage, canvas.px(RING)))
    ring = pygame.transform.smoothscale_by(
        ring, waiting_radius(canvas.stage, camera) / canvas.px(RING)
    )
    canvas.put(ring, center=(round(x), round(y)))
    sprites.draw_shadows(canvas.target, camera, [(kind, pose)])
    sprites.draw(canvas.target, kind, camera.scale, (x, y, pose.angle))


def _light_ring(stage: Stage, radius: int) -> pygame.Surface:
    """Return a ring of light around a thin line."""
    blur = stage.px(5)
    side = 2 * radius + 4 * blur
    middle = (side / 2, side / 2)
    light = pygame.Surface((side, side), pygame.SRCALPHA)
    light.fill((*GLOW, 0))
    pygame.draw.circle(light, (*GLOW, 210), middle, radius, stage.px(7))
    soft = pygame.transform.gaussian_blur(light, blur)
    pygame.draw.circle(soft, (*GLOW, 255), middle, radius, stage.px(2))
    return soft


def waiting_radius(stage: Stage, camera: Camera) -> int:
    """Return the radius around a waiting piece in which the mouse takes it, in pixels."""
    return max(round(0.042 * camera.scale), stage.px(24))


def _draw_note(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw what touched the table first, or what gave way while that is seen again."""
    words = frame.why if frame.marks is None else frame.marks.sentence
    if frame.first is None and frame.marks is None:
        return
    room = layout.areas.free
    left = layout.ruler.right + canvas.px(60)
    room.w, room.x = room.right - left, left
    draw_notes(canvas, room, [(room.centerx, words)], frame.covered)


def _draw_first(canvas: Canvas, frame: FrameState) -> None:
    """Mark the piece that touched the table first."""
    figure = next((f for f in frame.figures if f.id == frame.first), None)
    if figure is None:
        return
    low, high = extent(figure.shape, figure.pose)
    wide = max(high.x - low.x, high.y - low.y) * frame.camera.scale
    size = round(wide / 2) * 2 + canvas.px(26)
    at = frame.camera.to_px(figure.pose.x, figure.pose.y)
    ring = canvas.cached(("first", size), partial(_ring, canvas.stage, size))
    canvas.put(ring, center=(round(at[0]), round(at[1])))


def _ring(stage: Stage, size: int) -> pygame.Surface:
    """Return a thin ring with a light behind it."""
    blur = stage.px(6)
    side = size + 6 * blur
    light = pygame.Surface((side, side), pygame.SRCALPHA)
    light.fill((255, 236, 190, 0))
    middle = (side / 2, side / 2)
    pygame.draw.circle(light, (255, 236, 190, 220), middle, size / 2, stage.px(10))
    soft = pygame.transform.gaussian_blur(light, blur)

    def line(large: pygame.Surface) -> None:
        w = large.get_width()
        radius, wide = w * size / side / 2, stage.px(3.5) * FINER
        pygame.draw.circle(large, ACCENT_DARK, (w / 2, w / 2), radius, wide)

    soft.blit(smooth((side, side), line), (0, 0))
    return soft


def _draw_parts(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw a stripe of each seat's colour along the front edge of its part of the table."""
    camera, areas = frame.camera, layout.areas
    half = frame.table_width / len(frame.spots) / 2
    front = round(camera.base) + areas.front - areas.base
    for index, x in enumerate(frame.spots):
        left, _ = camera.to_px(x - half, 0.0)
        right, _ = camera.to_px(x + half, 0.0)
        out = Seat(index) not in frame.view.standing
        colour = blend(tint(Seat(index)), (104, 70, 44), 0.75 if out else 0.0)
        gap = canvas.px(3)
        band = pygame.Rect(round(left) + gap, front - canvas.px(5), 0, canvas.px(4))
        band.w = round(right) - gap - band.x
        canvas.target.fill(colour, band)


def _draw_plates(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw a plate with the name on the front edge of each seat's part of the table."""
    camera, areas = frame.camera, layout.areas
    room = frame.table_width / len(frame.spots) * camera.scale
    top = round(camera.base) + areas.front - areas.base + canvas.px(8)
    for index, x in enumerate(frame.spots):
        seat = Seat(index)
        name = canvas.stage.fonts.width(frame.seats[seat].name, canvas.px(15), bold=True)
        width = max(canvas.px(PLATE), name + canvas.px(104))
        rect = pygame.Rect(0, top, min(width, round(room) - canvas.px(6)), canvas.px(34))
        rect.centerx = round(camera.to_px(x, 0.0)[0])
        if rect.right < areas.room.left or rect.left > areas.room.right:
            continue
        lit = seat == frame.asked and not frame.over
        draw_plate(*canvas, rect, lit=lit, radius=7)
        _write_plate(canvas, rect, frame, seat)


def _write_plate(canvas: Canvas, rect: pygame.Rect, frame: FrameState, seat: Seat) -> None:
    disc = number_disc(canvas.stage, seat, canvas.px(20))
    place = disc.get_rect(midleft=(rect.x + canvas.px(7), rect.centery))
    canvas.put(disc, place)
    height = frame.heights.get(TowerId(seat), 0.0)
    out = seat not in frame.view.standing
    said = _("{height:.1f} cm", height=height * 100) if height else _("free")
    said = _("out") if out else said
    words = canvas.stage.text(said, 14, ON_DARK_SOFT)
    right = words.get_rect(midright=(rect.right - canvas.px(9), rect.centery))
    left = place.right + canvas.px(7)
    if right.left - left > canvas.px(36):
        canvas.put(words, right)
    room = max((right.left if right.left - left > canvas.px(36) else rect.right) - left, 8)
    name = canvas.stage.text(
        frame.seats[seat].name, 15, ON_DARK, bold=True, width=room - canvas.px(6)
    )
    canvas.put(name, midleft=(left, rect.centery))
