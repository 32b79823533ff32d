"""A generic display of card games: the cards visible to one seat, zone by zone."""

from collections.abc import Iterator, Sequence
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.theatre.zones import Face, Zone
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.theme import INKS, ON_DARK, PAPER, RGB, TEXT, WALNUT, Stage

CARD: Final = (74.0, 62.0)
"""Width and height of a card at size 1, in units."""
SIZES: Final = (1.4, 1.2, 1.0, 0.88, 0.76, 0.64, 0.52)
"""Sizes of the cards to try, largest first."""
TITLE: Final = 22
"""Height of a zone's title, in units."""
GAP: Final = 14


def draw_zones(canvas: Canvas, room: pygame.Rect, zones: Sequence[Zone]) -> None:
    """Draw all non-empty zones in rows, at the largest size that fits."""
    stage, title = canvas.stage, canvas.px(TITLE)
    filled = [zone for zone in zones if zone.faces or zone.hidden]
    for size in SIZES:
        corners = _corners(stage, room, filled, size)
        if not corners or corners[-1][1] + _row(stage, size) <= room.bottom:
            break
    for zone, (x, y) in zip(filled, corners, strict=True):
        canvas.text(zone.title, 14, ON_DARK, bold=True, room=(None, title), topleft=(x, y))
        left = x
        for face in _shown(zone):
            left = canvas.put(_card(stage, face, size), (left, y + title)).right + canvas.px(3)


def _shown(zone: Zone) -> Iterator[Face]:
    yield from zone.faces
    if zone.hidden:
        yield Face(str(zone.hidden), _("hidden"), "")


def _width(stage: Stage, zone: Zone, size: float) -> int:
    cards = len(zone.faces) + bool(zone.hidden)
    title = stage.text(zone.title, 14, ON_DARK, bold=True, room=(None, stage.px(TITLE)))
    return max(title.get_width(), cards * (stage.px(CARD[0] * size) + stage.px(3)))


def _corners(
    stage: Stage, room: pygame.Rect, zones: Sequence[Zone], size: float
) -> list[tuple[int, int]]:
    """Return each zone's upper left corner in pixels, from left to right with wrapping."""
    gap, found = stage.px(GAP), []
    left, x, y = room.x + 2 * gap, room.x + 2 * gap, room.y
    for zone in zones:
        width = _width(stage, zone, size)
        if x > left and x + width > room.right - 2 * gap:
            x, y = left, y + _row(stage, size)
        found.append((x, y))
        x += width + 2 * gap
    return found


def _row(stage: Stage, size: float) -> int:
    return stage.px(TITLE + CARD[1] * size + GAP)


def _card(stage: Stage, face: Face, size: float) -> pygame.Surface:
    def make() -> pygame.Surface:
        width, height = (stage.px(side * size) for side in CARD)
        back = not face.colour
        tint: RGB = ON_DARK if back else INKS.get(face.colour, INKS["black"]).dark
        card = panel((width, height), stage.px(6), WALNUT if back else PAPER, tint, stage.px(1))
        top = stage.text(face.top, 21 * size, tint, bold=True, room=(width - 4, None))
        below = stage.text(face.below, 13 * size, ON_DARK if back else TEXT, room=(width - 4, None))
        card.blit(top, top.get_rect(center=(width // 2, round(0.36 * height))))
        card.blit(below, below.get_rect(center=(width // 2, round(0.72 * height))))
        return card

    return stage.cached(("plain card", face, size), make)
