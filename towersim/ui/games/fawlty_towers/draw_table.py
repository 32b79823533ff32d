"""Drawing the table of Fawlty Towers from one `FrameState`."""

from functools import partial

import pygame

from towersim.common.messages import message as _
from towersim.common.units import TowerId
from towersim.ui.drawing.animations import draw_flights
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import dimmed, draw_badge, draw_card_shadow, draw_frame, draw_glow
from towersim.ui.drawing.room import draw_height, draw_room, draw_ruler, draw_spots
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK
from towersim.ui.drawing.wood import side_panel
from towersim.ui.games.fawlty_towers.draw_cards import card_face
from towersim.ui.games.fawlty_towers.draw_plates import draw_plates
from towersim.ui.games.fawlty_towers.draw_pool import draw_pool
from towersim.ui.games.fawlty_towers.draw_seats import draw_seat_tip, draw_seats
from towersim.ui.games.fawlty_towers.frame_state import FrameState, Place
from towersim.ui.games.fawlty_towers.layout import Layout, card_rect
from towersim.ui.stacking.draw_blocks import draw_stacks


def draw_table(canvas: Canvas, layout: Layout, cubes: Sprites, frame: FrameState) -> None:
    """Draw a whole frame of the table."""
    areas, table = layout.areas, frame.table
    ground = frame._replace(table=table.bare, flights=(), seat=None)
    held = None if table.held is None else table.held.kind
    cubes.begin(canvas.stage)
    cubes.ground.draw(
        canvas, (layout, ground, held), partial(_draw_ground, layout, cubes, ground, held)
    )
    notes = areas.free
    notes.w = frame.rack.rect.x - canvas.px(8) - notes.x
    with canvas.clipped(areas.beside_panel):
        draw_height(canvas, areas, table.camera, table.held)
        draw_stacks(canvas, areas, notes, cubes, table)


def _draw_ground(
    layout: Layout, cubes: Sprites, frame: FrameState, held: str | None, canvas: Canvas
) -> bool:
    """Draw the background and the panel; return True, as the picture may always be cached.

    `held` is the kind of the cube in the hand, which the pool's counts exclude.
    """
    areas, camera = layout.areas, frame.table.camera
    draw_room(canvas, areas, camera, frame.table.width)
    draw_ruler(canvas, areas, camera)
    vacant = {TowerId(i): x for i, x in enumerate(frame.spots) if not frame.view.towers[i]}
    draw_spots(canvas, camera, frame.shape, vacant, frame.aim)
    draw_pool(canvas, cubes, frame, held)
    draw_plates(canvas, areas.front, frame)
    draw_side(canvas, layout, frame)
    return True


def draw_over(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw flying pictures and the tooltip of the hovered seat, over texts and buttons."""
    draw_flights(canvas, frame.flights)
    if frame.seat is not None:
        name, taken = frame.seats[frame.seat].name, frame.view.taken[frame.seat]
        draw_seat_tip(canvas, layout.rows[frame.seat], name, taken, frame.view.scores[frame.seat])


def draw_side(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the panel with the cards and the seats."""
    canvas.put(side_panel(canvas.stage, layout.areas.side.size), layout.areas.side)
    canvas.text(_("Cards"), 18, ON_DARK, bold=True, topleft=(layout.cards.x, canvas.px(12)))
    left = frame.view.deck
    deck = _("{count} in the deck", count=left) if left else _("deck empty")
    canvas.text(deck, 14, ON_DARK_SOFT, topright=(layout.cards.right, canvas.px(16)))
    draw_columns(canvas, layout, frame)
    if frame.near_end and not frame.claiming:
        room, at = layout.decline.w, layout.decline.center
        canvas.fitted(frame.near_end, 15, GLOW, room, center=at)
    draw_seats(canvas, layout, frame.seats, frame.view)


def draw_columns(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the open cards from top to bottom, so that lower ones cover upper ones."""
    for column, cards in enumerate(frame.view.columns):
        if not cards:
            _draw_empty(canvas, card_rect(layout, column, 0))
        for row in reversed(range(len(cards))):
            _draw_card(canvas, layout, frame, (column, row))


def _draw_empty(canvas: Canvas, rect: pygame.Rect) -> None:
    draw_frame(canvas, rect, ON_DARK_SOFT, 1.5)
    canvas.text(_("empty"), 13, ON_DARK_SOFT, center=rect.center)


def _draw_card(canvas: Canvas, layout: Layout, frame: FrameState, place: Place) -> None:
    column, row = place
    card = frame.view.columns[column][row]
    rect = card_rect(layout, column, row)
    rect.y -= round(frame.card_shift.get(card, 0.0))
    marked, hinted = place in frame.marked, place in frame.hinted
    face = card_face(canvas.stage, card, layout.card, layout.strip)
    if frame.claiming and not marked:
        face = dimmed(canvas.stage, face, card)
    if marked:
        rect.x += canvas.px(4)
        draw_glow(canvas, rect)
    draw_card_shadow(canvas, rect)
    canvas.put(face, rect)
    if place == frame.chosen:
        around = rect.inflate(canvas.px(6), canvas.px(6))
        draw_frame(canvas, rect, WALNUT_DARK, 2)
        draw_frame(canvas, around, PAPER, 3)
    elif hinted:
        draw_frame(canvas, rect, GLOW, 2)
    if marked or hinted:
        at = (rect.right + canvas.px(2), rect.y + canvas.px(4))
        draw_badge(canvas, at, sure=marked)
