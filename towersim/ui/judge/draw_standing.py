"""How good a person has been: words, and a chart of what was said against what stood."""

import math

import pygame

from towersim.ui.judge.plan import Standing
from towersim.ui.theme import ACCENT, OAK_EDGE, SOFT_TEXT, TEXT, Stage


def draw_standing(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, person: str, standing: Standing | None
) -> None:
    """Draw all that is known of a person's answers into a rectangle."""
    px = stage.px
    title = stage.text(person, 18, TEXT, bold=True, width=rect.w)
    target.blit(title, rect.topleft)
    if standing is None:
        lines = ["No tower judged yet."]
    else:
        share = standing.right / standing.answers
        lines = [
            f"{standing.right} of {standing.answers} towers right ({share:.0%})",
            f"Brier score {standing.brier:.3f}: 0 is perfect,",
            "0.25 is earned by “cannot say”",
        ]
    for index, line in enumerate(lines):
        words = stage.text(line, 15, SOFT_TEXT, width=rect.w)
        target.blit(words, (rect.x, rect.y + px(28 + 21 * index)))
    if standing is not None:
        side = min(rect.w - px(34), rect.h - px(148))
        chart = pygame.Rect(rect.x + px(34), rect.y + px(104), side, side)
        _draw_calibration(target, stage, chart, standing)


def _draw_calibration(
    target: pygame.Surface, stage: Stage, chart: pygame.Rect, standing: Standing
) -> None:
    """Draw the share that stood over the chance that was said; on the diagonal one is calibrated.

    The area of a disc is the number of answers.
    """
    px = stage.px
    pygame.draw.rect(target, OAK_EDGE, chart, px(1))
    pygame.draw.aaline(target, OAK_EDGE, chart.bottomleft, chart.topright)
    most = max(level.answers for level in standing.levels)
    for level in standing.levels:
        at = chart.x + level.chance * chart.w, chart.bottom - level.stood * chart.h
        radius = max(px(11) * math.sqrt(level.answers / most), px(3))
        pygame.draw.aacircle(target, ACCENT, at, radius)
    small = 12
    for share, words in ((0.0, "0"), (0.5, "50"), (1.0, "100 %")):
        label = stage.text(words, small, SOFT_TEXT)
        x, y = chart.x + share * chart.w, chart.bottom + px(4)
        target.blit(label, label.get_rect(midtop=(x, y)))
    said = stage.text("said: it stands", small, TEXT)
    target.blit(said, said.get_rect(midtop=(chart.centerx, chart.bottom + px(20))))
    stood = pygame.transform.rotate(stage.text("share that stood", small, TEXT), 90)
    target.blit(stood, stood.get_rect(midright=(chart.x - px(12), chart.centery)))
