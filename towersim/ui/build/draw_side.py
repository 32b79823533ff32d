"""Drawing of the free table's side panel with pieces and materials, and the strip of sliders."""

import math
from collections.abc import Mapping
from functools import partial

import pygame

from towersim.common.messages import known
from towersim.common.messages import message as _
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.ui.build.frame_state import FrameState, Slot
from towersim.ui.build.layout import Layout
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_frame
from towersim.ui.drawing.materials import SURFACES, material_surface
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.sprites import STAINS, Sprites
from towersim.ui.drawing.theme import (
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    WALNUT_DARK,
    WALNUT_LIGHT,
)
from towersim.ui.drawing.wood import side_panel, wood

BIGGEST = 1500.0
"""Greatest scale of pieces in the panel, in units per metre."""


def draw_side(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the panel and the strip without their buttons."""
    side = layout.areas.side
    canvas.put(side_panel(canvas.stage, side.size), side)
    head = layout.head
    canvas.title(frame.title, 24, ON_DARK, room=head.size, midleft=head.midleft)
    for place, slot in enumerate(frame.slots):
        at = layout.slots.rect(place)
        _draw_slot(canvas, sprites, at, slot)
        if place < 9:
            corner = at.x + canvas.px(5), at.y + canvas.px(2)
            canvas.text(str(place + 1), 11, ON_DARK_SOFT, topleft=corner)
    _draw_scroll(canvas, layout, frame.scrolled)
    hovered = next((slot.piece.name for slot in frame.slots if slot.hovered), "")
    words = _("{piece:capital}", piece=known(hovered)) if hovered else _("Material")
    tint, tall = ON_DARK if hovered else ON_DARK_SOFT, canvas.px(26)
    middle = (layout.materials.x, layout.materials.y - tall // 2)
    canvas.text(words, 14, tint, room=(layout.materials.w, tall), midleft=middle)
    _draw_strip(canvas, layout, frame)


def _draw_slot(canvas: Canvas, sprites: Sprites, rect: pygame.Rect, slot: Slot) -> None:
    canvas.panel(rect, canvas.px(8), WALNUT_DARK)
    if slot.hovered:
        draw_frame(canvas, rect, GLOW, 2)
    low, high = extent(slot.piece.shape, Pose(0.0, 0.0, 0.0))
    wide, tall, top = rect.w - canvas.px(16), rect.h - canvas.px(26), canvas.px(10)
    scale = min(wide / (high.x - low.x), tall / (high.y - low.y), canvas.px(BIGGEST))
    x = rect.centerx - (high.x + low.x) / 2 * scale
    y = rect.centery + top / 2 + (high.y + low.y) / 2 * scale
    sprites.draw(canvas.target, slot.key, scale, (x, y, 0.0))


def draw_swatches(canvas: Canvas, buttons: Mapping[str, pygame.Rect]) -> None:
    """Draw a swatch of each material on its button."""
    side = canvas.px(11)
    for name, rect in buttons.items():
        swatch = canvas.cached(("swatch", name, side), partial(_swatch, name, side))
        canvas.put(swatch, midleft=(rect.x + canvas.px(6), rect.centery))


def _swatch(name: str, side: int) -> pygame.Surface:
    large = (8 * side, 8 * side)
    if name in SURFACES:
        surface = material_surface(large, name, "swatch")
    else:
        surface = wood(large, STAINS["natural"][0], "swatch")
    small = pygame.transform.smoothscale(surface, (side, side)).convert_alpha()
    small.blit(panel((side, side), side // 3, (255, 255, 255)), (0, 0), None, pygame.BLEND_RGBA_MIN)
    return small


def _draw_scroll(canvas: Canvas, layout: Layout, scrolled: tuple[float, float]) -> None:
    """Draw the scroll bar, unless all pieces are visible."""
    above, seen = scrolled
    if seen >= 1.0:
        return
    area = layout.pieces
    bar = pygame.Rect(area.right + canvas.px(6), area.y, canvas.px(4), area.h)
    pygame.draw.rect(canvas.target, WALNUT_DARK, bar, border_radius=canvas.px(2))
    part = pygame.Rect(bar.x, bar.y + round(above * bar.h), bar.w, round(seen * bar.h))
    pygame.draw.rect(canvas.target, WALNUT_LIGHT, part, border_radius=canvas.px(2))


def _draw_strip(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the strip below the table, with the label and the value of each slider."""
    band = layout.areas.log
    canvas.put(side_panel(canvas.stage, band.size), band)
    strain, high = frame.strain, canvas.px(26)
    degrees = abs(math.degrees(strain.tilt))
    tilt = _("{degrees:.1f}°", degrees=degrees)
    if strain.tilt:
        tilt = _("{degrees:.1f}° to the left", degrees=degrees)
    if strain.tilt > 0:
        tilt = _("{degrees:.1f}° to the right", degrees=degrees)
    lines = (
        (_("Tilt  (,)  (.)"), tilt),
        (_("Shake  (−)  (+)"), _("{strength:.1f} m/s²", strength=strain.shake)),
        (_("Load  ({key:L})"), _("{load:.1f} N", load=strain.load)),
    )
    for rect, (words, value) in zip(layout.sliders, lines, strict=True):
        middle = rect.y + canvas.px(5) + high // 2 - canvas.px(3)
        small = round(0.6 * rect.w), high
        number = canvas.stage.text(value, 14, ON_DARK, bold=True, room=small)
        canvas.put(number, midright=(rect.right, middle))
        room = rect.w - number.get_width() - canvas.px(6)
        canvas.text(words, 14, ON_DARK_SOFT, room=(room, high), midleft=(rect.x, middle))
