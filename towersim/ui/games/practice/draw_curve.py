"""How firm a building was, piece by piece, beside that of the best attempt."""

import math
from collections.abc import Sequence

import pygame

from towersim.ui.games.practice.trail import Tilt
from towersim.ui.theme import ACCENT, OAK_EDGE, RGB, SOFT_TEXT, TEXT, Stage

BEST: RGB = (150, 138, 122)


def draw_curves(
    target: pygame.Surface,
    stage: Stage,
    rect: pygame.Rect,
    mine: Sequence[Tilt],
    best: Sequence[Tilt],
) -> None:
    """Draw the tilt that was withstood after each piece, of this attempt and of the best one."""
    px = stage.px
    title = stage.text("Tilt it withstood, piece by piece", 14, TEXT, bold=True)
    target.blit(title, rect.topleft)
    _draw_legend(target, stage, rect, has_best=bool(best))
    chart = pygame.Rect(rect.x + px(34), rect.y + px(28), rect.w - px(40), rect.h - px(48))
    most = max([tilt for tilt in (*mine, *best) if tilt is not None], default=0.0)
    top = next(step for step in (1, 2, 5, 10, 15, 20, 30, 45) if most <= step)
    for share in (0.0, 0.5, 1.0):
        y = chart.bottom - share * chart.h
        pygame.draw.line(target, (226, 212, 190), (chart.x, y), (chart.right, y))
        label = stage.text(f"{share * top:g}°", 12, SOFT_TEXT)
        target.blit(label, label.get_rect(midright=(chart.x - px(6), y)))
    pygame.draw.line(target, OAK_EDGE, chart.bottomleft, chart.bottomright)
    count = max(len(mine), len(best))
    every = math.ceil(count / 12)
    for number in range(0, count, every):
        label = stage.text(str(number + 1), 12, SOFT_TEXT)
        at = _x(chart, number, count), chart.bottom + px(3)
        target.blit(label, label.get_rect(midtop=at))
    for tilts, tint in ((best, BEST), (mine, ACCENT)):
        points = [
            (_x(chart, number, count), chart.bottom - tilt / top * chart.h)
            for number, tilt in enumerate(tilts)
            if tilt is not None
        ]
        if len(points) > 1:
            pygame.draw.lines(target, tint, False, points, px(2))  # noqa: FBT003 - pygame's order
        for point in points:
            pygame.draw.aacircle(target, tint, point, px(4))


def _x(chart: pygame.Rect, number: int, count: int) -> float:
    return chart.centerx if count < 2 else chart.x + chart.w * (number + 0.5) / count


def _draw_legend(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, *, has_best: bool
) -> None:
    px, right = stage.px, rect.right
    for words, tint in (("this attempt", ACCENT), *([("your best", BEST)] if has_best else [])):
        label = stage.text(words, 13, SOFT_TEXT)
        at = label.get_rect(topright=(right, rect.y + px(1)))
        target.blit(label, at)
        pygame.draw.aacircle(target, tint, (at.x - px(9), at.centery), px(4))
        right = at.x - px(30)
