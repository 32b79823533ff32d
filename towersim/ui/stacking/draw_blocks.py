"""Drawing the blocks on a table, the held block, notes and the marks of a collapse."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import pygame
from msgspec.structs import replace

from towersim.common.units import Vec
from towersim.geometry.shapes import Box
from towersim.scene.scene import Block
from towersim.scene.table_setup import Piece, TableSetup
from towersim.table.table import Figure
from towersim.ui.drawing.camera import Camera, pixel_rect
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas, areas
from towersim.ui.drawing.room import draw_guide, draw_reach, draw_room
from towersim.ui.drawing.scenery import things
from towersim.ui.drawing.sprites import THING, Pen, Sprites, draw_outline, painted
from towersim.ui.drawing.text import draw_note_beside
from towersim.ui.drawing.theme import RGB
from towersim.ui.drawing.wood import material_look
from towersim.ui.explainer import Marks
from towersim.ui.stacking.effects import Effects, draw_dust, draw_lamps, draw_load, draw_river
from towersim.ui.stacking.presenter import TableFrame
from towersim.ui.stacking.xray import draw_xray

FRONT: Final = 20
"""Height of the front part of a table top in a picture without panels, in pixels."""
GAVE_WAY: Final[RGB] = (196, 52, 40)
WEIGHT: Final[RGB] = (32, 96, 168)
RIM: Final[RGB] = (255, 250, 240)
TIPPED_BY: Final[RGB] = (222, 160, 30)


class Surroundings(NamedTuple):
    """What is drawn around the towers: table, fixed blocks, room and effects."""

    setup: TableSetup
    room: str = ""
    """The name of one of the `rooms`; empty for a plain wall."""
    effects: Effects = Effects()


def draw_towers(
    canvas: Canvas,
    sprites: Sprites,
    camera: Camera,
    figures: Sequence[Figure],
    around: Surroundings,
) -> None:
    """Draw the room and the blocks on a table over the whole viewport."""
    base, (setup, room, effects) = round(camera.base), around
    camera = camera._replace(left=camera.left + (effects.sway or 0.0) * camera.scale)
    whole = areas(canvas.viewport, 0)._replace(base=base, front=base + FRONT)
    draw_room(canvas, whole, camera, setup.table.width, room)
    draw_lamps(canvas, whole, room, effects.swing)
    if setup.gap is not None:
        draw_river(canvas, whole, camera, setup.gap)
    draw_fixed(canvas, sprites, camera, setup.fixed)
    sprites.draw_figures(canvas, camera, figures)
    if effects.load is not None:
        draw_load(canvas, camera, effects.load)


def fixed_kind(block: Block) -> str:
    """Return the kind under which a fixed block is painted."""
    return f"fixed {block.id}"


def draw_fixed(canvas: Canvas, sprites: Sprites, camera: Camera, blocks: Sequence[Block]) -> None:
    """Draw fixed blocks."""
    fixed = tuple((fixed_kind(block), block.pose) for block in blocks)
    sprites.draw_shadows(canvas.target, camera, fixed)
    for kind, pose in fixed:
        sprites.draw_placed(canvas.target, camera, kind, pose)


def table_pieces(setup: TableSetup) -> Mapping[str, Piece]:
    """Return the pieces of a table as painted.

    A single piece serves for every colour. Heavy, slippery and rough pieces of plain colour look
    like stone, ice and rubber; boxes that are called so, like a cart, a hook or a jib. Fixed blocks
    are of stone; `fixed_kind` names their kind.
    """
    if "" in setup.pieces:
        return painted(setup.pieces[""].shape)
    pieces = dict(setup.pieces)
    for kind, piece in setup.pieces.items():
        look = piece.colour
        if isinstance(piece.shape, Box) and kind in things():
            look = f"{THING}{kind}"
        elif look == "natural":
            look = material_look(piece.material) or look
        pieces[kind] = replace(piece, colour=look)
    for block in setup.fixed:
        kind = fixed_kind(block)
        pieces[kind] = Piece(kind, block.shape, block.material, block.depth, colour="stone")
    return pieces


def draw_notes(
    canvas: Canvas,
    room: pygame.Rect,
    notes: Sequence[tuple[float, str]],
    blocks: Sequence[pygame.Rect],
) -> list[pygame.Rect]:
    """Draw a slip of paper for each sentence near its x (pixels), clear of the blocks; return them.

    Call it before drawing the blocks: if there is no free place, they cover the paper.
    """
    slips = list[pygame.Rect]()
    for x, sentence in notes:
        covered = [*blocks, *(slip.inflate(0, canvas.px(14)) for slip in slips)]
        slips.append(draw_note_beside(canvas, room, sentence, round(x), covered))
    return slips


def draw_marks(canvas: Canvas, camera: Camera, figures: Sequence[Figure], marks: Marks) -> None:
    """Draw the block that gave way, its pivot and, once it gives way, the weight above."""
    for figure in figures:
        if figure.id in (marks.block, marks.tipped_by):
            tint = GAVE_WAY if figure.id == marks.block else TIPPED_BY
            # The light rim contrasts with blocks of every colour.
            for colour, units in ((RIM, 7), (tint, 3)):
                draw_outline(canvas, camera, figure.shape, figure.pose, Pen(colour, units))
    if marks.pivot is not None:
        _draw_pivot(canvas, camera, marks.pivot, marks)


def _draw_pivot(canvas: Canvas, camera: Camera, pivot: Vec, marks: Marks) -> None:
    """Draw the pivot and, once it gives way, the direction and the centre of the weight above."""
    x, y = camera.to_px(*pivot)
    pygame.draw.aacircle(canvas.target, RIM, (x, y), canvas.px(10), canvas.px(7))
    pygame.draw.aacircle(canvas.target, GAVE_WAY, (x, y), canvas.px(8), canvas.px(3))
    if not marks.direction:
        return
    weight = camera.to_px(*marks.weight)
    foot = (weight[0], max(y, weight[1]) + canvas.px(14))
    pygame.draw.line(canvas.target, RIM, weight, foot, canvas.px(4))
    pygame.draw.line(canvas.target, WEIGHT, weight, foot, canvas.px(2))
    pygame.draw.aacircle(canvas.target, RIM, weight, canvas.px(8))
    pygame.draw.aacircle(canvas.target, WEIGHT, weight, canvas.px(6))
    tip = x + marks.direction * canvas.px(46), y - canvas.px(26)
    start = x + marks.direction * canvas.px(14), y - canvas.px(26)
    pygame.draw.line(canvas.target, GAVE_WAY, start, tip, canvas.px(3))
    back = tip[0] - marks.direction * canvas.px(10)
    wings = [tip, (back, tip[1] - canvas.px(7)), (back, tip[1] + canvas.px(7))]
    pygame.draw.polygon(canvas.target, GAVE_WAY, wings)


def draw_stacks(
    canvas: Canvas, areas: Areas, notes: pygame.Rect, blocks: Sprites, frame: TableFrame
) -> list[pygame.Rect]:
    """Draw the blocks with plumb line, notes, marks, x-ray, and the ring at the mouse.

    `notes` is the rectangle for slips of paper; those about a fall are returned.
    """
    camera, held, marks, xray = frame.camera, frame.held, frame.marks, frame.xray
    if frame.plumb and held is not None:
        draw_guide(canvas, camera, held)
    sentences = [(None, marks.sentence)] if marks and marks.sentence else frame.notes
    told = [
        (notes.centerx if x is None else camera.to_px(x, 0.0)[0], sentence)
        for x, sentence in sentences
    ]
    told += [(areas.free.centerx, note) for note in (xray.notes if xray is not None else ())]
    slips = list[pygame.Rect]()
    if told:
        pointed = xray.boxes if xray is not None else ()
        around = frame.covered + [pixel_rect(camera, *b) for b in pointed]
        slips = draw_notes(canvas, notes, told, around)[: len(sentences)]
    blocks.draw_figures(canvas, camera, frame.figures, in_front=frame.in_front)
    draw_dust(canvas, camera, frame.dust)
    if held is not None:
        draw_reach(canvas, camera, held, frame.reach)
    if marks is not None:
        draw_marks(canvas, camera, frame.figures, marks)
    if xray is not None:
        draw_xray(canvas, areas, camera, xray, loads=frame.loads)
    return slips
