"""A tower that is judged, the band below it with what is asked, and how the round has gone."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.geometry.shapes import extent
from towersim.judge import Question
from towersim.level import Piece
from towersim.scene import Scene
from towersim.ui.camera import Camera, fitted
from towersim.ui.draw_frames import TICK_GREEN
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_room import draw_room
from towersim.ui.draw_text import draw_hint
from towersim.ui.draw_wood import side_panel
from towersim.ui.judge.words import hint
from towersim.ui.layout import Areas, areas
from towersim.ui.sprites import Sprites
from towersim.ui.theme import ACCENT_DARK, ON_DARK, ON_DARK_SOFT, WALNUT_LIGHT, Stage
from towersim.units import Pose

BAND: Final = 116
"""Height of the band below the table, in units."""
FRONT: Final = 30
"""How much of the table's front edge is seen, in units."""
ASIDE: Final = 0.7
"""How much is shown beside a tower for it to fall, as a share of its height, …"""
AROUND: Final = 0.04
"""… and besides, in metres."""
ROUND: Final = 20


class RoundFrame(NamedTuple):
    """Everything that one frame of a round shows."""

    question: Question
    poses: Sequence[Pose]
    """Where the blocks are; none: the tower is hidden."""
    number: int
    right: Sequence[bool]
    """Which answers so far were right."""
    lines: Sequence[str]
    """What is asked or told: one line or two."""
    ends: bool
    """Whether the two ends of the scale are named."""
    keys: int = 0
    """How many choices there are, each with a key."""
    notice: str = ""


def prepared(scene: Scene) -> Sprites:
    """Return the blocks of a scene, ready to be painted; each is a board of its own."""
    return Sprites(
        {
            block.id: Piece(f"{block.id}", block.shape, block.material, block.depth)
            for block in scene.blocks
        }
    )


def band(stage: Stage) -> pygame.Rect:
    """Return where the band below the table lies."""
    height = stage.px(BAND)
    return pygame.Rect(0, stage.size[1] - height, stage.size[0], height)


def _areas(stage: Stage) -> Areas:
    found, top = areas(stage, 0), band(stage).top
    front = top - stage.px(FRONT)
    base = front - stage.px(20)
    return found._replace(front=front, base=base, room=pygame.Rect(0, 0, stage.size[0], base))


def camera_of(stage: Stage, scene: Scene) -> Camera:
    """Return the camera that shows a tower and the room that it needs to fall."""
    found = _areas(stage)
    ends = [extent(block.shape, block.pose) for block in scene.blocks]
    tall = max(high.y for _, high in ends)
    aside = ASIDE * tall + AROUND
    low, high = min(low.x for low, _ in ends) - aside, max(high.x for _, high in ends) + aside
    box = (0, found.hint.bottom + stage.px(16), stage.size[0], found.base)
    return fitted(box, low, high, tall + AROUND / 2)


def draw_round(target: pygame.Surface, stage: Stage, sprites: Sprites, frame: RoundFrame) -> None:
    """Draw a whole frame but for the buttons."""
    scene, found, px = frame.question.scene, _areas(stage), stage.px
    camera = camera_of(stage, scene)
    sprites.begin()
    draw_room(target, stage, found, camera, scene.table.width)
    placed = [(block.id, pose) for block, pose in zip(scene.blocks, frame.poses, strict=False)]
    sprites.draw_shadows(target, camera, placed)
    for name, pose in placed:
        sprites.draw(target, name, camera.scale, (*camera.to_px(*pose[:2]), pose.angle))
    words = hint(frame.number, ROUND, hides_density=frame.question.hides_density)
    draw_hint(target, stage, found, frame.notice or words, "")
    _draw_dots(target, stage, frame.right)
    room = band(stage)
    target.blit(side_panel(stage, room.size), room)
    if len(frame.lines) == 1:
        words_ = stage.text(frame.lines[0], 17, ON_DARK, bold=True)
        target.blit(words_, words_.get_rect(midtop=(room.centerx, room.y + px(9))))
    for index, line in enumerate(frame.lines if len(frame.lines) > 1 else ()):
        tint = ON_DARK_SOFT if index else ON_DARK
        told = stage.text(line, 16 if index else 20, tint, bold=not index, width=room.w - px(250))
        target.blit(told, (room.x + px(32), room.y + px(26 + 36 * index)))
    if frame.ends:
        for words, share in (("it falls", -1), ("cannot say", 0), ("it stands", 1)):
            label = stage.text(words, 13, ON_DARK_SOFT)
            at = room.centerx + share * px(400), room.y + px(90)
            target.blit(label, label.get_rect(midtop=at))
    if frame.keys:
        keys = stage.text(f"Keys 1 … {frame.keys}", 13, ON_DARK_SOFT)
        target.blit(keys, keys.get_rect(topright=(room.right - px(16), room.y + px(12))))


def _draw_dots(target: pygame.Surface, stage: Stage, right: Sequence[bool]) -> None:
    """Draw a dot for each tower of the round: right, wrong, or still to come."""
    px = stage.px
    for index in range(ROUND):
        row, column = divmod(index, 10)
        tint = WALNUT_LIGHT if index >= len(right) else TICK_GREEN if right[index] else ACCENT_DARK
        name = "circle" if index < len(right) and right[index] else "ring"
        dot = symbol(stage, name, px(10), tint)
        target.blit(dot, dot.get_rect(center=(px(24 + 15 * column), px(24 + 18 * row))))
