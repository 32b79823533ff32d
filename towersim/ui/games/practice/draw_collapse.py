"""What is marked while a collapse is seen again: the edge, the block, and whose weight did it."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.table import Figure
from towersim.ui.camera import Camera
from towersim.ui.draw_shapes import draw_outline
from towersim.ui.draw_text import draw_note
from towersim.ui.games.practice.collapse_film import Marks
from towersim.ui.layout import Areas
from towersim.ui.theme import RGB, Stage

GAVE_WAY: Final[RGB] = (196, 52, 40)
WEIGHT: Final[RGB] = (32, 96, 168)
TIPPED_BY: Final[RGB] = (222, 160, 30)


def draw_collapse(
    target: pygame.Surface,
    stage: Stage,
    areas: Areas,
    camera: Camera,
    shown: tuple[Sequence[Figure], Marks],
) -> None:
    """Draw the block that gave way, its pivot, and from then on where the weight above it was."""
    figures, marks = shown
    for figure in figures:
        if figure.id in (marks.block, marks.tipped_by):
            tint = GAVE_WAY if figure.id == marks.block else TIPPED_BY
            draw_outline(target, camera, figure.shape, figure.pose, (tint, stage.px(3)))
    x, y = camera.to_px(*marks.pivot)
    pygame.draw.aacircle(target, GAVE_WAY, (x, y), stage.px(8), stage.px(3))
    if marks.direction:
        weight = camera.to_px(*marks.weight)
        foot = (weight[0], max(y, weight[1]) + stage.px(14))
        pygame.draw.line(target, WEIGHT, weight, foot, stage.px(2))
        pygame.draw.aacircle(target, WEIGHT, weight, stage.px(6))
        tip = x + marks.direction * stage.px(46), y - stage.px(26)
        start = x + marks.direction * stage.px(14), y - stage.px(26)
        pygame.draw.line(target, GAVE_WAY, start, tip, stage.px(3))
        back = tip[0] - marks.direction * stage.px(10)
        wings = [tip, (back, tip[1] - stage.px(7)), (back, tip[1] + stage.px(7))]
        pygame.draw.polygon(target, GAVE_WAY, wings)
    room = areas.room.inflate(-stage.px(30), 0)
    at = (room.centerx, areas.hint.bottom + stage.px(50))
    draw_note(target, stage, room, marks.sentence, at)
