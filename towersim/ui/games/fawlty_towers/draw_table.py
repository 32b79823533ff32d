"""The table screen of Fawlty Towers, drawn from one `FrameState`."""

import pygame

from towersim.geometry.shapes import extent
from towersim.messages import message as _
from towersim.ui.animations import draw_flights
from towersim.ui.camera import covered
from towersim.ui.canvas import Canvas
from towersim.ui.draw_collapse import draw_marks, draw_notes
from towersim.ui.draw_cubes import draw_blocks
from towersim.ui.draw_frames import dimmed, draw_badge, draw_card_shadow, draw_frame, draw_glow
from towersim.ui.draw_room import draw_guide, draw_reach, draw_room, draw_ruler, draw_spots, held_of
from towersim.ui.draw_text import fitting
from towersim.ui.draw_wood import side_panel
from towersim.ui.games.fawlty_towers.draw_cards import card_face
from towersim.ui.games.fawlty_towers.draw_plates import draw_plates
from towersim.ui.games.fawlty_towers.draw_pool import draw_pool
from towersim.ui.games.fawlty_towers.draw_seats import draw_seat_tip, draw_seats, seat_rect
from towersim.ui.games.fawlty_towers.frame_state import FrameState, Place
from towersim.ui.games.fawlty_towers.layout import Layout, card_rect
from towersim.ui.still_layer import StillLayer
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK
from towersim.ui.xray import draw_seen
from towersim.units import TowerId


def draw_table(canvas: Canvas, layout: Layout, still: StillLayer, frame: FrameState) -> None:
    """Draw a whole frame of the table."""
    camera, shape = frame.camera, frame.shape
    draw_room(canvas, layout.areas, camera, frame.table_width)
    draw_ruler(canvas, layout.areas, camera, _height(frame))
    vacant = {TowerId(i): x for i, x in enumerate(frame.spots) if not frame.view.towers[i]}
    draw_spots(canvas, camera, shape, vacant, frame.aim)
    draw_pool(canvas, frame)
    if frame.plumb:
        draw_guide(canvas, layout.areas, camera, held_of(frame.figures))
    _draw_notes(canvas, layout, frame)
    draw_blocks(canvas, camera, still, frame.figures)
    draw_reach(canvas, camera, held_of(frame.figures), frame.reach)
    draw_plates(canvas, layout.areas.front, frame)
    if frame.marks is not None:
        draw_marks(canvas, camera, frame.figures, frame.marks)
    draw_side(canvas, layout, frame)
    draw_seen(canvas, layout.areas, camera, frame.xray)


def draw_over(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw what flies, and the cards of a seat that is pointed at, over words and buttons."""
    draw_flights(canvas.target, frame.flights)
    if frame.seat is not None:
        name, taken = frame.seats[frame.seat].name, frame.view.taken[frame.seat]
        beside = seat_rect(canvas.stage, layout, len(frame.seats), frame.seat)
        draw_seat_tip(canvas, beside, name, taken, frame.view.scores[frame.seat])


def _draw_notes(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw why each tower fell, or what gave way while that is seen again."""
    room = layout.areas.free
    room.w = frame.rack.rect.x - canvas.px(8) - room.x
    notes = [(frame.camera.to_px(frame.spots[tower], 0.0)[0], words) for tower, words in frame.told]
    if frame.marks is not None:
        notes = [(room.centerx, frame.marks.sentence)]
    blocks = covered(frame.camera, frame.figures) if notes else []
    draw_notes(canvas, room, notes, blocks)


def _height(frame: FrameState) -> float | None:
    """Return the height of the lower side of what the hand holds, in metres."""
    held = held_of(frame.figures)
    return None if held is None else max(extent(held.shape, held.pose)[0].y, 0.0)


def draw_side(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the panel with the cards and the seats."""
    canvas.put(side_panel(canvas.stage, layout.areas.side.size), layout.areas.side)
    canvas.text(_("Cards"), 18, ON_DARK, bold=True, topleft=(layout.cards.x, canvas.px(12)))
    left = frame.view.deck
    deck = _("{count} in the deck", count=left) if left else _("deck empty")
    words = canvas.stage.text(deck, 14, ON_DARK_SOFT)
    canvas.put(words, topright=(layout.cards.right, canvas.px(16)))
    draw_columns(canvas, layout, frame)
    if frame.near_end and not frame.claiming:
        words = fitting(canvas.stage, frame.near_end, GLOW, layout.decline.w)
        canvas.put(words, center=layout.decline.center)
    draw_seats(canvas, layout, frame.seats, frame.view)


def draw_columns(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the open cards, the top ones first, so that the lower lie over them."""
    for column, cards in enumerate(frame.view.columns):
        if not cards:
            _draw_empty(canvas, card_rect(layout, column, 0))
        for row in reversed(range(len(cards))):
            _draw_card(canvas, layout, frame, (column, row))


def _draw_empty(canvas: Canvas, rect: pygame.Rect) -> None:
    draw_frame(*canvas, rect, ON_DARK_SOFT, 1.5)
    canvas.text("empty", 13, ON_DARK_SOFT, center=rect.center)


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
        draw_glow(*canvas, rect)
    draw_card_shadow(*canvas, rect)
    canvas.put(face, rect)
    if place == frame.chosen:
        around = rect.inflate(canvas.px(6), canvas.px(6))
        draw_frame(*canvas, rect, WALNUT_DARK, 2)
        draw_frame(*canvas, around, PAPER, 3)
    elif hinted:
        draw_frame(*canvas, rect, GLOW, 2)
    if marked or hinted:
        at = (rect.right + canvas.px(2), rect.y + canvas.px(4))
        draw_badge(*canvas, at, "tick", sure=marked)
