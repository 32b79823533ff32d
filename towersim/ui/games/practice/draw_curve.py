"""The curve of the tilt withstood after each piece, beside that of the best attempt."""

import math

import pygame

from towersim.common.messages import message as _
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT, OAK_EDGE, PAPER, RGB, SOFT_TEXT, TEXT
from towersim.ui.games.practice.trail import Curve

BEST: RGB = (150, 138, 122)


def draw_curves(canvas: Canvas, rect: pygame.Rect, mine: Curve, best: Curve) -> None:
    """Draw the tilt that was withstood after each piece, of this attempt and of the best one.

    The point of a piece that was taken out is a ring.
    """
    px = canvas.px
    legend = _draw_legend(canvas, rect, (mine, best))
    title = _("Tilt it withstood, piece by piece")
    room = legend - rect.x - px(12), px(24)
    canvas.text(title, 14, TEXT, bold=True, room=room, topleft=rect.topleft)
    chart = pygame.Rect(rect.x + px(34), rect.y + px(28), rect.w - px(40), rect.h - px(48))
    most = max([tilt for tilt, _taken in (*mine, *best) if tilt is not None], default=0.0)
    top = next(step for step in (1, 2, 5, 10, 15, 20, 30, 45) if most <= step)
    for share in (0.0, 0.5, 1.0):
        y = chart.bottom - share * chart.h
        pygame.draw.line(canvas.target, (226, 212, 190), (chart.x, y), (chart.right, y))
        label = _("{degrees:g}°", degrees=share * top)
        canvas.text(label, 12, SOFT_TEXT, midright=(chart.x - px(6), y))
    pygame.draw.line(canvas.target, OAK_EDGE, chart.bottomleft, chart.bottomright)
    count = max(len(mine), len(best))
    every = math.ceil(count / 12)
    for number in range(0, count, every):
        at = _x(chart, number, count), chart.bottom + px(3)
        canvas.text(str(number + 1), 12, SOFT_TEXT, midtop=at)
    for curve, tint in ((best, BEST), (mine, ACCENT)):
        points = [
            ((_x(chart, number, count), chart.bottom - tilt / top * chart.h), taken)
            for number, (tilt, taken) in enumerate(curve)
            if tilt is not None
        ]
        if len(points) > 1:
            line = [at for at, _taken in points]
            pygame.draw.lines(canvas.target, tint, False, line, px(2))  # noqa: FBT003 - pygame's order
        for point, taken in points:
            _draw_point(canvas, point, tint, taken=taken)


def _draw_point(canvas: Canvas, at: tuple[float, float], tint: RGB, *, taken: bool) -> None:
    pygame.draw.aacircle(canvas.target, tint, at, canvas.px(4))
    if taken:
        pygame.draw.aacircle(canvas.target, PAPER, at, canvas.px(2))


def _x(chart: pygame.Rect, number: int, count: int) -> float:
    return chart.centerx if count < 2 else chart.x + chart.w * (number + 0.5) / count


def _draw_legend(canvas: Canvas, rect: pygame.Rect, curves: tuple[Curve, Curve]) -> int:
    """Draw the legend, aligned to the right; return its left end, in pixels."""
    px, right = canvas.px, rect.right
    told = [(_("this attempt"), ACCENT, False)]
    told += [(_("your best"), BEST, False)] if curves[1] else []
    taken = any(taken for curve in curves for _tilt, taken in curve)
    told += [(_("taken out"), SOFT_TEXT, True)] if taken else []
    for words, tint, ring in told:
        label = canvas.stage.text(words, 13, SOFT_TEXT)
        at = label.get_rect(topright=(right, rect.y + px(1)))
        canvas.put(label, at)
        _draw_point(canvas, (at.x - px(9), at.centery), tint, taken=ring)
        right = at.x - px(30)
    return right
