"""Where the pool lies: a rack on the right of the table with a shelf for each kind of block."""

import pygame

from towersim.ui.camera import Camera
from towersim.ui.layout import areas
from towersim.ui.theme import Stage

ROW = 50
"""Height of a shelf of the rack, in units."""
WIDTH = 104
"""Width of the rack, in units."""


def rack(stage: Stage, camera: Camera, pick_up_x: float, kinds: int) -> pygame.Rect:
    """Return the rectangle of the rack, in pixels."""
    middle = round(camera.to_px(pick_up_x, 0.0)[0])
    width, height = stage.px(WIDTH), kinds * stage.px(ROW) + stage.px(6)
    left = min(middle - width // 2, areas(stage).room.right - width - stage.px(8))
    return pygame.Rect(left, round(camera.base) - height, width, height)


def shelf(stage: Stage, rect: pygame.Rect, index: int) -> pygame.Rect:
    """Return the shelf of the `index`-th kind, from the top."""
    row, wall = stage.px(ROW), stage.px(6)
    return pygame.Rect(rect.x + wall, rect.y + wall + index * row, rect.w - 2 * wall, row - wall)


def kind_at(
    stage: Stage, rect: pygame.Rect, kinds: tuple[str, ...], point: tuple[int, int]
) -> str | None:
    """Return the kind of block whose shelf lies under a point."""
    for index, kind in enumerate(kinds):
        if shelf(stage, rect, index).inflate(0, stage.px(6)).collidepoint(point):
            return kind
    return None


def cube_at(stage: Stage, rect: pygame.Rect, index: int, side: float) -> tuple[float, float]:
    """Return the middle of the block on a shelf, in pixels."""
    place = shelf(stage, rect, index)
    return place.x + place.w * 0.3, place.bottom - side / 2 - 1
