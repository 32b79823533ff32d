"""Drawing of a person's results: a summary and a calibration plot."""

import math
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import draw_paragraph
from towersim.ui.drawing.theme import ACCENT, OAK_EDGE, SOFT_TEXT, TEXT
from towersim.ui.judge.plan import JudgeScore
from towersim.ui.screens.sheet import MARGIN

SHEET: Final = (900, 500)
"""Width and height of the sheets with the results, in units."""
COLUMN: Final = 480
"""Width of the column beside the results, in units."""
DISC: Final = 11
"""Greatest radius of a disc in the plot, in units."""


def draw_standing(
    canvas: Canvas, sheet: pygame.Rect, person: str, standing: JudgeScore | None
) -> None:
    """Draw a person's results on a sheet, beside its column; None: no answers yet."""
    px, left = canvas.px, canvas.px(MARGIN + COLUMN + 40)
    size = sheet.w - left - px(MARGIN), px(388)
    rect = pygame.Rect((sheet.x + left, sheet.y + px(76)), size)
    canvas.text(person, 18, TEXT, bold=True, room=(rect.w, px(30)), topleft=rect.topleft)
    told = _("No tower judged yet.")
    if standing is not None:
        told = _(
            "{right} of {answers} towers right ({share:.0%}). Brier score {brier:.3f}: 0 is "
            "perfect, 0.25 is earned by “cannot say”.",
            right=standing.right,
            answers=standing.answers,
            share=standing.right / standing.answers,
            brier=standing.brier,
        )
    room = pygame.Rect(rect.x, rect.y + px(30), rect.w, px(72))
    draw_paragraph(canvas, told, room, SOFT_TEXT, 15)
    if standing is not None:
        side = min(rect.w - px(40), rect.h - px(160))
        chart = pygame.Rect(rect.x + px(40), rect.y + px(112), side, side)
        _draw_calibration(canvas, chart, standing)


def _draw_calibration(canvas: Canvas, chart: pygame.Rect, standing: JudgeScore) -> None:
    """Draw the share of standing towers against the estimated chance; the diagonal is calibrated.

    The area of a disc is proportional to its number of answers.
    """
    px, target = canvas.px, canvas.target
    pygame.draw.rect(target, OAK_EDGE, chart, px(1))
    pygame.draw.aaline(target, OAK_EDGE, chart.bottomleft, chart.topright)
    most = max(level.answers for level in standing.levels)
    for level in standing.levels:
        at = chart.x + level.chance * chart.w, chart.bottom - level.stood * chart.h
        radius = max(px(DISC) * math.sqrt(level.answers / most), px(3))
        pygame.draw.aacircle(target, ACCENT, at, radius)
    below, line = chart.bottom + px(DISC), px(20)
    for share, words in ((0.0, "0"), (0.5, "50"), (1.0, "100 %")):
        at = chart.x + share * chart.w, below
        canvas.text(words, 12, SOFT_TEXT, room=(None, line), midtop=at)
    said, at = _("said: it stands"), (chart.centerx, below + px(17))
    canvas.text(said, 12, TEXT, room=(chart.w, line), midtop=at)
    stood = canvas.stage.text(_("share that stood"), 12, TEXT, room=(chart.h, line))
    turned = pygame.transform.rotate(stood, 90)
    canvas.put(turned, midright=(chart.x - px(DISC + 4), chart.centery))
