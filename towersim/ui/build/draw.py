"""Drawing of the free table: room, blocks, selection, loads, and the x-ray."""

import math

import pygame

from towersim.common.messages import message as _
from towersim.geometry.skyline import STEP, rows
from towersim.scene.scene import Block
from towersim.ui.build.draw_side import draw_side
from towersim.ui.build.frame_state import FrameState
from towersim.ui.build.layout import Layout
from towersim.ui.drawing.camera import Camera, pixel_rect
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.room import draw_guide, draw_height, draw_plumb, draw_room, draw_ruler
from towersim.ui.drawing.shapes import Pen, draw_outline
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import Hint, draw_hint
from towersim.ui.drawing.theme import (
    ACCENT_DARK,
    GLOW,
    ON_DARK,
    PAPER,
    WALNUT_DARK,
)
from towersim.ui.stacking.draw_blocks import draw_notes
from towersim.ui.stacking.xray import GHOST, draw_xray


def draw_table(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw a whole frame, without the buttons."""
    camera, areas = frame.camera, layout.areas
    sprites.begin(canvas.stage)
    draw_room(canvas, areas, camera, frame.scene.table.width)
    held = frame.held
    if frame.ruler:
        draw_ruler(canvas, areas, camera)
        draw_height(canvas, areas, camera, held)
    if frame.plumb and held is not None:
        draw_guide(canvas, camera, held)
    _draw_blocks(canvas, sprites, frame)
    if frame.strain.tilt:
        draw_plumb(canvas, areas, -frame.strain.tilt)
    if frame.xray is not None:
        draw_xray(canvas, areas, camera, frame.xray)
        boxes = [pixel_rect(camera, *box) for box in frame.xray.boxes]
        note = (areas.free.centerx, frame.xray.line)
        draw_notes(canvas, areas.free, [note], boxes)
    draw_side(canvas, layout, sprites, frame)
    draw_hint(canvas, areas, Hint(frame.hint))


def _draw_blocks(canvas: Canvas, sprites: Sprites, frame: FrameState) -> None:
    camera, held = frame.camera, frame.held
    resting = tuple((frame.keys[block.id], block.pose) for block in frame.scene.blocks)
    held_piece = ((frame.keys[held.id], held.pose),) if held else ()
    sprites.draw_blocks(canvas, camera, resting, held_piece)
    for block in [*frame.scene.blocks, *([held] if held else [])]:
        if block.fixed:
            _draw_nail(canvas, camera.to_px(*block.pose[:2]))
        if block.id == frame.strain.loaded and frame.strain.load:
            _draw_load(canvas, camera, block, frame.strain.load)
        if block.id == frame.chosen:
            draw_outline(canvas, camera, block.shape, block.pose, Pen(GLOW, 3))
        elif block.id == frame.hovered:
            draw_outline(canvas, camera, block.shape, block.pose, Pen(PAPER, 2))
    if held is not None and not frame.fits:
        draw_outline(canvas, camera, held.shape, held.pose, Pen(GHOST, 3))


def _draw_nail(canvas: Canvas, at: tuple[float, float]) -> None:
    """Draw the head of the nail that holds a fixed block."""
    middle = round(at[0]), round(at[1])
    for size, tint in ((13, WALNUT_DARK), (9, (176, 176, 182)), (3, WALNUT_DARK)):
        canvas.sign("circle", size, tint, center=middle)


def _draw_load(canvas: Canvas, camera: Camera, block: Block, load: float) -> None:
    """Draw a downward arrow onto a block, its length growing with the load, and the newtons."""
    edge = rows(block.shape, block.pose)
    middle = min(max(round(block.pose.x / STEP) - edge.first, 0), len(edge.top) - 1)
    x, y = camera.to_px(block.pose.x, float(edge.top[middle]))
    y -= canvas.px(2)
    long, half = canvas.px(18 + 14 * math.sqrt(load)), canvas.px(6)
    pygame.draw.line(canvas.target, ACCENT_DARK, (x, y - long), (x, y - half), canvas.px(4))
    head = [(x, y), (x - half, y - 1.7 * half), (x + half, y - 1.7 * half)]
    pygame.draw.polygon(canvas.target, ACCENT_DARK, head)
    words = canvas.stage.text(_("{load:.1f} N", load=load), 14, ON_DARK, bold=True)
    rect = words.get_rect(midbottom=(round(x), round(y - long))).inflate(
        canvas.px(12), canvas.px(4)
    )
    pygame.draw.rect(canvas.target, ACCENT_DARK, rect, border_radius=canvas.px(5))
    canvas.put(words, center=rect.center)
