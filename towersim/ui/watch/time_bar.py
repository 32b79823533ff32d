"""The time bar: graphs of tower height, margin and seat counts, collapses, and a seek knob."""

import math
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.geometry.shapes import extent
from towersim.table.table import Table
from towersim.theatre.margins import margin_of_tallest
from towersim.theatre.player import collapses
from towersim.theatre.timeline import ONLOOKER, Timeline
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.screens.thumbnails import Loading

HIGHEST: Final = 0.5
"""Upper bound of the margins drawn; the tangent of 27 degrees."""


GRAPHS: Final = 0.32
"""The share of the width above the bar that says what its graphs are."""


class Margins:
    """Computes margins move by move in a thread, as long as `step` is called."""

    def __init__(self, timeline: Timeline) -> None:
        self._moves = timeline.moves if timeline.setup.spots else ()
        self.known: list[float | None] = []
        """The margins computed so far, by move; at most `HIGHEST`, None without a tower."""
        self._margins: Loading[int, float | None] = Loading(
            lambda number: margin_of_tallest(self._moves[number].after)
        )

    @property
    def is_complete(self) -> bool:
        """Whether the margins after all moves are known."""
        return len(self.known) == len(self._moves)

    def step(self) -> bool:
        """Collect finished margins and request the next; return whether one was finished."""
        is_news, moves, known = False, self._moves, self.known
        while (number := len(known)) < len(moves):
            if number and moves[number].after.towers == moves[number - 1].after.towers:
                known.append(known[-1])
            elif self._margins.has(number):
                margin = self._margins.take(number)
                known.append(None if margin is None else min(margin, HIGHEST))
                is_news = True
            else:
                break
        return is_news


KNOB: Final = 9
"""Radius of the knob, in units."""


class TimeBar:
    """Draws a timeline and converts x positions to moments."""

    def __init__(
        self, viewport: theme.Viewport, timeline: Timeline, rect: pygame.Rect, margins: Margins
    ) -> None:
        self.rect = rect
        self._viewport, self._timeline = viewport, timeline
        self._margins, self._dotted = margins, 0
        self._heights = [_tallest(move.after) for move in timeline.moves]
        self._picture = self._painted()

    def seconds(self, x: int) -> float:
        """Return the moment at x (pixels), in seconds since the beginning; clamped to the bar."""
        share = (x - self.rect.x) / max(self.rect.w - 1, 1)
        return min(max(share, 0.0), 1.0) * self._timeline.seconds

    def update(self) -> None:
        """Draw newly computed margins."""
        self._margins.step()
        self._draw_margins()

    def draw(self, canvas: Canvas, seconds: float) -> None:
        """Draw the bar with its knob at a moment, and height and margin of the tallest tower."""
        canvas.put(self._picture, self.rect)
        at = self._timeline.at(seconds)
        rests = at.seconds >= self._timeline.moves[at.move].settles
        self._draw_now(canvas, at.move if rests else max(at.move - 1, 0))
        x = self.rect.x + round(seconds / self._timeline.seconds * (self.rect.w - 1))
        line = pygame.Rect(x - 1, self.rect.y, 2, self.rect.h)
        pygame.draw.rect(canvas.target, theme.GLOW, line)
        pygame.draw.circle(canvas.target, theme.GLOW, (x, self.rect.bottom - 2), canvas.px(KNOB))

    def _painted(self) -> pygame.Surface:
        """Return the graph: tallest tower as an area, seat counts as lines, and marks."""
        timeline, height = self._timeline, self.rect.h
        picture = pygame.Surface(self.rect.size)
        picture.fill(theme.WALNUT_DARK)
        pygame.draw.rect(picture, theme.WALNUT_LIGHT, picture.get_rect(), 1)
        heights = self._heights
        most = max(heights)
        foot, room = height - 3, height - self._viewport.px(16)
        for move, tall in zip(timeline.moves, heights, strict=True):
            if tall > 0:
                left, right = self._x(move.begins), self._x(move.begins + move.seconds)
                high = round(tall / most * room)
                picture.fill(theme.WALNUT_LIGHT, (left, foot - high, right - left, high))
        self._draw_counts(picture, foot, room)
        for move in timeline.moves:
            if move.begins_round:
                picture.fill(
                    theme.CREAM, (self._x(move.begins), 1, self._viewport.px(1), height - 2)
                )
        size = self._viewport.px(5)
        for x in map(self._x, collapses(timeline)):
            triangle = [(x - size, 1), (x + size, 1), (x, 1 + 2 * size)]
            pygame.draw.polygon(picture, theme.ACCENT, triangle)
        return picture

    def _draw_margins(self) -> None:
        """Draw new margins as rows of dots, distinct from the area and the lines."""
        picture, known = self._picture, self._margins.known
        px, foot, room = self._viewport.px, self.rect.h - 3, self.rect.h - self._viewport.px(16)
        fresh = range(self._dotted, len(known))
        self._dotted = len(known)
        for number in fresh:
            move, margin = self._timeline.moves[number], known[number]
            if margin is None:
                continue
            y = foot - round(margin / HIGHEST * room)
            left, right = self._x(move.begins), self._x(move.begins + move.seconds)
            for x in range(left, max(right, left + 1), px(5)):
                pygame.draw.circle(picture, theme.ON_DARK, (x, y), px(1.5))

    def _draw_now(self, canvas: Canvas, move: int) -> None:
        """Draw height and margin of the tallest tower in the band above, with the graph's marks."""
        known, tall = self._margins.known, self._heights[move]
        if not tall:
            return
        target, px = canvas.target, canvas.px
        labels: list[tuple[str, str]] = [("hill", _("tallest {cm:.1f} cm", cm=100 * tall))]
        if move < len(known) and (margin := known[move]) is not None:
            tilt = math.degrees(math.atan(margin))
            holds = _("withstands {tilt:.1f}° of tilt", tilt=tilt)
            if margin == HIGHEST:
                holds = _("withstands over {tilt:.1f}° of tilt", tilt=tilt)
            labels.append(("dots", holds))
        x, y, room = self.rect.right, self.rect.y - px(16), round(GRAPHS * self.rect.w)
        for mark, label in reversed(labels):
            most = room // len(labels) - px(32)
            told = self._viewport.fitted(label, self._viewport.grown(13), theme.ON_DARK, most)
            x = canvas.put(told, midright=(x, y)).x - px(24)
            if mark == "hill":
                target.fill(theme.WALNUT_LIGHT, (x, y - px(6), px(18), px(12)))
            else:
                for dot in range(4):
                    pygame.draw.circle(target, theme.ON_DARK, (x + px(2 + 5 * dot), y), px(1.5))
            x -= px(8)

    def _draw_counts(self, picture: pygame.Surface, foot: int, room: int) -> None:
        timeline = self._timeline
        seats = len(timeline.names)
        views = (timeline.view(move, ONLOOKER) for move in timeline.moves)
        by_move = [timeline.rules.counts(view).numbers for view in views]
        every = [number for row in by_move for number in row]
        low, most = min(every, default=0), max(every, default=0)
        if most == low:
            return
        for seat in range(seats):
            points = [
                (
                    self._x(move.begins + move.settles),
                    foot - round((row[seat] - low) / (most - low) * room),
                )
                for move, row in zip(timeline.moves, by_move, strict=True)
                if row
            ]
            if len(points) > 1:
                tint = theme.SEAT_TINTS[seat % len(theme.SEAT_TINTS)]
                stairs = points[:1]
                for x, y in points[1:]:
                    stairs += [(x, stairs[-1][1]), (x, y)]
                pygame.draw.lines(picture, tint, closed=False, points=stairs, width=2)
                # The seat's number at the end of its line, for the colour-blind.
                name = self._viewport.text(str(seat + 1), 12, tint, bold=True)
                place = (points[-1][0] - (seat + 1) * self._viewport.px(12), points[-1][1])
                picture.blit(name, name.get_rect(midbottom=place))

    def _x(self, seconds: float) -> int:
        return round(seconds / self._timeline.seconds * (self.rect.w - 1))


def _tallest(table: Table) -> float:
    """Return the height of the tallest tower, in metres."""
    return max((extent(b.shape, b.pose)[1].y for b in table.scene().blocks), default=0.0)
