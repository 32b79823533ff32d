"""What is said of a collapse and marked in it: the edge, the block, and whose weight did it."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.table import Figure
from towersim.ui.camera import Camera
from towersim.ui.collapse_film import Marks
from towersim.ui.draw_shapes import draw_outline
from towersim.ui.draw_text import draw_note_beside
from towersim.ui.theme import RGB, Stage
from towersim.units import Vec

GAVE_WAY: Final[RGB] = (196, 52, 40)
WEIGHT: Final[RGB] = (32, 96, 168)
RIM: Final[RGB] = (255, 250, 240)
TIPPED_BY: Final[RGB] = (222, 160, 30)


def draw_notes(
    target: pygame.Surface,
    stage: Stage,
    room: pygame.Rect,
    notes: Sequence[tuple[float, str]],
    blocks: Sequence[pygame.Rect],
) -> None:
    """Draw a slip of paper for each sentence, near its x in pixels, where it covers no block.

    Call it before the blocks are drawn: where there is no room beside them, they hide the paper.
    """
    covered = list(blocks)
    for x, words in notes:
        covered.append(draw_note_beside(target, stage, room, words, round(x), covered))


def draw_marks(
    target: pygame.Surface,
    stage: Stage,
    camera: Camera,
    figures: Sequence[Figure],
    marks: Marks,
) -> None:
    """Draw the block that gave way, its pivot, and from then on where the weight above it was."""
    for figure in figures:
        if figure.id in (marks.block, marks.tipped_by):
            tint = GAVE_WAY if figure.id == marks.block else TIPPED_BY
            # On a light rim, for there are blocks of every colour.
            for pen in ((RIM, stage.px(7)), (tint, stage.px(3))):
                draw_outline(target, camera, figure.shape, figure.pose, pen)
    if marks.pivot is not None:
        _draw_pivot(target, stage, camera, marks.pivot, marks)


def _draw_pivot(
    target: pygame.Surface, stage: Stage, camera: Camera, pivot: Vec, marks: Marks
) -> None:
    """Draw the edge, and once something gives way, to which side and where the weight is."""
    x, y = camera.to_px(*pivot)
    pygame.draw.aacircle(target, RIM, (x, y), stage.px(10), stage.px(7))
    pygame.draw.aacircle(target, GAVE_WAY, (x, y), stage.px(8), stage.px(3))
    if not marks.direction:
        return
    weight = camera.to_px(*marks.weight)
    foot = (weight[0], max(y, weight[1]) + stage.px(14))
    pygame.draw.line(target, RIM, weight, foot, stage.px(4))
    pygame.draw.line(target, WEIGHT, weight, foot, stage.px(2))
    pygame.draw.aacircle(target, RIM, weight, stage.px(8))
    pygame.draw.aacircle(target, WEIGHT, weight, stage.px(6))
    tip = x + marks.direction * stage.px(46), y - stage.px(26)
    start = x + marks.direction * stage.px(14), y - stage.px(26)
    pygame.draw.line(target, GAVE_WAY, start, tip, stage.px(3))
    back = tip[0] - marks.direction * stage.px(10)
    wings = [tip, (back, tip[1] - stage.px(7)), (back, tip[1] + stage.px(7))]
    pygame.draw.polygon(target, GAVE_WAY, wings)
