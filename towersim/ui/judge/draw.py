"""Drawing of a round: the tower, the band with the question below it, and the results so far."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.lab.judge import Question
from towersim.scene.scene import Scene
from towersim.scene.table_setup import Piece
from towersim.ui.drawing.camera import Camera, fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import TICK_GREEN
from towersim.ui.drawing.layout import Areas, areas
from towersim.ui.drawing.room import draw_room
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import Hint, draw_hint
from towersim.ui.drawing.theme import ACCENT_DARK, ON_DARK, ON_DARK_SOFT, WALNUT_LIGHT, Stage
from towersim.ui.drawing.wood import side_panel
from towersim.ui.judge.words import hint

BAND: Final = 116
"""Height of the band below the table, in units."""
FRONT: Final = 30
"""Visible height of the table's front edge, in units."""
ASIDE: Final = 0.7
"""Width shown on each side of a tower for its fall, as a share of its height, …"""
AROUND: Final = 0.04
"""… plus this margin, in metres."""
ROUND: Final = 20
DOTS: Final = 184
"""Width of the area with the marks of the round, in units."""


class RoundFrame(NamedTuple):
    """The state shown in one frame of a round."""

    question: Question
    poses: Sequence[Pose]
    """The poses of the blocks."""
    number: int
    right: Sequence[bool]
    """Whether each answer so far was right."""
    lines: Sequence[str]
    """The question (one line) or the verdict (two lines)."""
    ends: bool
    """Whether the scale's ends and middle are labelled."""
    keys: int = 0
    """Number of choices, each with a digit key."""
    is_hidden: bool = False
    """Whether the exposure time of the tower is over."""
    notice: str = ""


def prepared(scene: Scene) -> Sprites:
    """Return sprites for the blocks of a scene, each with its own wood grain."""
    return Sprites(
        {
            block.id: Piece(f"{block.id}", block.shape, block.material, block.depth)
            for block in scene.blocks
        }
    )


def band(stage: Stage) -> pygame.Rect:
    """Return the rectangle of the band below the table."""
    height = stage.px(BAND)
    return pygame.Rect(0, stage.size[1] - height, stage.size[0], height)


def stop_rect(stage: Stage) -> pygame.Rect:
    """Return the rectangle of the button that ends the round."""
    px = stage.px
    return pygame.Rect(stage.size[0] - px(124), px(14), px(110), px(38))


def _areas(stage: Stage) -> Areas:
    found, top = areas(stage, 0), band(stage).top
    front = top - stage.px(FRONT)
    base = front - stage.px(20)
    room, wide = pygame.Rect(0, 0, stage.size[0], base), stage.px(DOTS)
    hint = pygame.Rect(wide, found.hint.y, stop_rect(stage).x - stage.px(16) - wide, found.hint.h)
    return found._replace(front=front, base=base, room=room, hint=hint)


def camera_of(stage: Stage, scene: Scene) -> Camera:
    """Return the camera framing a tower and the room for its fall."""
    found = _areas(stage)
    ends = [extent(block.shape, block.pose) for block in scene.blocks]
    tall = max(high.y for _, high in ends)
    aside = ASIDE * tall + AROUND
    low, high = min(low.x for low, _ in ends) - aside, max(high.x for _, high in ends) + aside
    box = (0, found.hint.bottom + stage.px(16), stage.size[0], found.base)
    return fitted(box, low, high, tall + AROUND / 2)


def draw_round(canvas: Canvas, sprites: Sprites, frame: RoundFrame) -> None:
    """Draw a frame without its buttons."""
    stage, scene = canvas.stage, frame.question.scene
    found, camera = _areas(stage), camera_of(stage, scene)
    sprites.begin(stage)
    draw_room(canvas, found, camera, scene.table.width)
    poses = () if frame.is_hidden else frame.poses
    placed = tuple((block.id, pose) for block, pose in zip(scene.blocks, poses, strict=False))
    sprites.draw_blocks(canvas, camera, placed)
    hides_density = frame.question.hides_density
    words = hint(frame.number, ROUND, hides_density=hides_density, is_hidden=frame.is_hidden)
    draw_hint(canvas, found, Hint(frame.notice or words))
    _draw_dots(canvas, frame.right)
    _draw_band(canvas, frame)


def _draw_band(canvas: Canvas, frame: RoundFrame) -> None:
    """Draw the question or the verdict, and the labels of the scale."""
    px, room = canvas.px, band(canvas.stage)
    canvas.put(side_panel(canvas.stage, room.size), room)
    first, *more = frame.lines
    if more:
        wide = room.w - px(250)
        for line, y, units, tint in ((first, 34, 20, ON_DARK), (more[0], 74, 16, ON_DARK_SOFT)):
            at = room.x + px(32), room.y + px(y)
            most = canvas.stage.grown(units)
            canvas.fitted(line, most, tint, wide, bold=y < 60, midleft=at)
    else:
        size, at = (room.w - px(220), px(34)), (room.centerx, room.y + px(21))
        canvas.text(first, 17, ON_DARK, bold=True, room=size, center=at)
    if frame.ends:
        for words, share in ((_("it falls"), -1), (_("cannot say"), 0), (_("it stands"), 1)):
            at = room.centerx + share * px(400), room.y + px(101)
            canvas.text(words, 13, ON_DARK_SOFT, room=(px(190), px(26)), center=at)
    if frame.keys:
        called, at = _("Keys 1 … {most}", most=frame.keys), (room.right - px(16), room.y + px(21))
        canvas.text(called, 13, ON_DARK_SOFT, room=(px(130), px(26)), midright=at)


def _draw_dots(canvas: Canvas, right: Sequence[bool]) -> None:
    """Draw a mark for each tower of the round: tick, cross, or ring (no answer yet)."""
    px, marks = canvas.px, {True: ("tick", TICK_GREEN), False: ("wrong", ACCENT_DARK)}
    for index in range(ROUND):
        row, column = divmod(index, 10)
        is_said = index < len(right)
        name, tint = marks[right[index]] if is_said else ("ring", WALNUT_LIGHT)
        at = px(24 + 15 * column), px(24 + 18 * row)
        canvas.sign(name, 12 if is_said else 9, tint, center=at)
