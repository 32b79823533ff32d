"""The curve of an attempt: the tilt that the building withstood after each piece."""

import math

import pygame

from towersim.common.messages import message as _
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT, OAK_EDGE, PAPER, RGB, SOFT_TEXT, TEXT, Viewport
from towersim.ui.games.practice.bests import Curve

BEST: RGB = (150, 138, 122)
FELL: RGB = (196, 52, 40)
TITLE, LABEL = (14, 18), (12, 16)
"""The sizes of the title and of the labels, and those for large text, in units."""


def draw_curves(
    canvas: Canvas, rect: pygame.Rect, mine: Curve, best: Curve, looked_at: int | None = None
) -> None:
    """Draw the tilt that was withstood after each piece, of this attempt and of the best one.

    The point of a piece that was taken out is a ring, that of a fall red. A line marks the piece
    that is looked at.
    """
    px, grown, chart = canvas.px, canvas.viewport.grown, _chart(canvas.viewport, rect)
    title = _("Tilt withstood either way, piece by piece")
    head = canvas.lines(title, grown(*TITLE), TEXT, rect.w, topleft=rect.topleft).bottom
    if looked_at is None:
        head = _draw_legend(canvas, (rect.x, head), (mine, best))
    head += px(0.7 * grown(*LABEL))
    chart.y, chart.h = head, chart.bottom - head
    most = max([point.tilt for point in (*mine, *best) if point.tilt is not None], default=0.0)
    top = next(step for step in (1, 2, 5, 10, 15, 20, 30, 45) if most <= step)
    for share in (0.0, 0.5, 1.0):
        y = chart.bottom - share * chart.h
        pygame.draw.line(canvas.target, (226, 212, 190), (chart.x, y), (chart.right, y))
        label = _("{degrees:g}°", degrees=share * top)
        canvas.text(label, grown(*LABEL), SOFT_TEXT, midright=(chart.x - px(6), y))
    pygame.draw.line(canvas.target, OAK_EDGE, chart.bottomleft, chart.bottomright)
    count = max(len(mine), len(best))
    every = math.ceil(count / 12)
    for number in range(0, count, every):
        at = _x(chart, number, count), chart.bottom + px(3)
        canvas.text(str(number + 1), grown(*LABEL), SOFT_TEXT, midtop=at)
    for curve, tint in ((best, BEST), (mine, ACCENT)):
        points = [
            ((_x(chart, number, count), chart.bottom - point.tilt / top * chart.h), point)
            for number, point in enumerate(curve)
            if point.tilt is not None
        ]
        if len(points) > 1:
            line = [spot for spot, _point in points]
            pygame.draw.lines(canvas.target, tint, False, line, px(2))  # noqa: FBT003 - pygame's order
        for spot, point in points:
            _draw_point(canvas, spot, FELL if point.fell else tint, taken=point.taken)
    if looked_at is not None:
        x = _x(chart, looked_at - 1, count) if looked_at else chart.x
        pygame.draw.line(canvas.target, TEXT, (x, chart.y), (x, chart.bottom), px(2))


def piece_at(viewport: Viewport, rect: pygame.Rect, count: int, at: tuple[int, int]) -> int | None:
    """Return the number of pieces at a point of a curve of `count`, 0 … `count`; None beside it."""
    if not rect.collidepoint(at):
        return None
    chart = _chart(viewport, rect)
    share = (at[0] - chart.x) / chart.w
    return min(max(math.floor(share * count) + 1, 0), count)


def _chart(viewport: Viewport, rect: pygame.Rect) -> pygame.Rect:
    """Return the place of a curve without what is written above it."""
    px, below = viewport.px, viewport.px(1.7 * viewport.grown(*LABEL))
    return pygame.Rect(rect.x + px(34), rect.y, rect.w - px(40), rect.h - below)


def _draw_point(canvas: Canvas, at: tuple[float, float], tint: RGB, *, taken: bool) -> None:
    pygame.draw.aacircle(canvas.target, tint, at, canvas.px(4))
    if taken:
        pygame.draw.aacircle(canvas.target, PAPER, at, canvas.px(2))


def _x(chart: pygame.Rect, number: int, count: int) -> float:
    return chart.centerx if count < 2 else chart.x + chart.w * (number + 0.5) / count


def _draw_legend(canvas: Canvas, at: tuple[int, int], curves: tuple[Curve, Curve]) -> int:
    """Draw the legend from a point to the right; return its lower end."""
    px, (x, y) = canvas.px, at
    told = [(_("this attempt"), ACCENT, False)]
    if any(point.tilt is not None for point in curves[1]):
        told.append((_("your best before"), BEST, False))
    taken = any(point.taken for curve in curves for point in curve)
    told += [(_("taken out"), SOFT_TEXT, True)] if taken else []
    for text, tint, ring in told:
        size = canvas.viewport.grown(13, 16)
        label = canvas.text(text, size, SOFT_TEXT, topleft=(x + px(13), y))
        _draw_point(canvas, (x + px(4), label.centery), tint, taken=ring)
        x = label.right + px(20)
    return label.bottom
