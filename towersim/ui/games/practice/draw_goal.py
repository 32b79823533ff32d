"""Marks of a challenge's goal on the table: lines for heights, overhangs and limits."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import pygame

from towersim.rules.practice.challenge import Challenge, Height, Load, Raise, Reach, Topple
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT_DARK, RGB, WALNUT_LIGHT
from towersim.ui.games.practice.frame_state import FrameState
from towersim.ui.games.practice.layout import Layout

DASH: Final = 10
"""Distance between the beginnings of two dashes, in units."""
STAR: Final = 13


class Mark(NamedTuple):
    """A dashed line across the table at one coordinate."""

    upright: bool
    at: float
    """Its x if it is upright, else its height, in metres."""
    stars: int = 0
    """Number of stars at its end."""
    way: int = 0
    """1 or -1 for a line with arrows to the right or left."""

    @property
    def tint(self) -> RGB:
        """The colour of the line: the one to aim at stands out."""
        return ACCENT_DARK if self.stars in (0, 3) else WALNUT_LIGHT


def marks_of(challenge: Challenge) -> Iterator[Mark]:
    """Yield the marks of a challenge; goals of strength or number have none.

    >>> from towersim.files.challengefile import find_challenge
    >>> [mark.at for mark in marks_of(find_challenge("harmonic"))]
    [0.15, 0.2, 0.235, 0.255]
    """
    goal = challenge.goal
    if isinstance(goal, Reach):
        yield Mark(upright=True, at=goal.edge_x)
    if isinstance(goal, Reach | Height | Raise):
        edge = goal.edge_x if isinstance(goal, Reach) else 0.0
        for number, star in enumerate(challenge.stars, 1):
            yield Mark(isinstance(goal, Reach), round(edge + star, 4), number)
    if isinstance(goal, Topple):
        yield Mark(upright=True, at=goal.beyond_x, way=1 if goal.side == "right" else -1)
    if isinstance(goal, Load) and goal.between:
        yield Mark(upright=True, at=goal.between[0], way=1)
        yield Mark(upright=True, at=goal.between[1], way=-1)
    if challenge.least_height:
        yield Mark(upright=False, at=challenge.least_height)


def draw_goal(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the visible marks."""
    areas = layout.areas
    room = areas.room.inflate(-canvas.px(130), 0)
    top = areas.hint.bottom + canvas.px(60)
    for mark in marks_of(frame.view.challenge):
        x, y = (round(each) for each in frame.table.camera.to_px(mark.at, mark.at))
        if mark.upright and room.left <= x < areas.room.right:
            _draw_dashes(canvas, mark, (x, top), (x, areas.base))
        elif not mark.upright and top <= y < areas.base:
            _draw_dashes(canvas, mark, (room.right, y), (room.left, y))


def _dashes(canvas: Canvas, mark: Mark, long: int, thick: int) -> pygame.Surface:
    """Return a picture of a dashed line; length and thickness in pixels."""
    step, dash = canvas.px(DASH), canvas.px(DASH) * 2 // 5
    picture = pygame.Surface((thick, long) if mark.upright else (long, thick), pygame.SRCALPHA)
    for at in range(0, long, step):
        picture.fill(mark.tint, (0, at, thick, dash) if mark.upright else (at, 0, dash, thick))
    return picture


def _draw_dashes(canvas: Canvas, mark: Mark, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Draw a dashed line with its stars or arrows at its start."""
    (x, y), thick = start, canvas.px(2)
    long = end[1] - y if mark.upright else x - end[0]
    key = ("dashes", mark.upright, long, mark.tint)
    dashes = canvas.cached(key, lambda: _dashes(canvas, mark, long, thick))
    canvas.put(dashes, (x - thick // 2, y) if mark.upright else (end[0], y - thick // 2))
    size = canvas.px(STAR)
    for index in range(mark.stars):
        along = (index + 1) * (size + canvas.px(2))
        center = (x, y - along) if mark.upright else (x - size // 2 + along, y)
        canvas.sign("star", STAR, mark.tint, center=center)
    if mark.way:
        tip, half = canvas.px(16), canvas.px(6)
        at = y + half
        head = [(x, at - half), (x, at + half), (x + mark.way * tip, at)]
        pygame.draw.polygon(canvas.target, mark.tint, head)
