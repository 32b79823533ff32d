"""The layout of the pool: a rack right of the table with a shelf for each kind of block."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.theme import Stage

ROW = 50
"""Height of a shelf of the rack, in units."""
WIDTH = 104
"""Width of the rack, in units."""


class Rack(NamedTuple):
    """A rack with a shelf for each kind of block, from the top; lengths in pixels."""

    rect: pygame.Rect
    kinds: Sequence[str]
    row: int
    wall: int

    def shelf(self, index: int) -> pygame.Rect:
        """Return the shelf of the `index`-th kind."""
        left, top = self.rect.x + self.wall, self.rect.y + self.wall + index * self.row
        return pygame.Rect(left, top, self.rect.w - 2 * self.wall, self.row - self.wall)

    def kind_at(self, point: tuple[int, int]) -> str | None:
        """Return the kind of block of the shelf at a point; None elsewhere."""
        shelves = (self.shelf(index).inflate(0, self.wall) for index in range(len(self.kinds)))
        found = zip(self.kinds, shelves, strict=True)
        return next((kind for kind, shelf in found if shelf.collidepoint(point)), None)

    def cube_at(self, index: int, side: float) -> tuple[float, float]:
        """Return the centre of the block on a shelf; `side` is its side length; in pixels."""
        shelf = self.shelf(index)
        return shelf.x + shelf.w * 0.3, shelf.bottom - side / 2 - 1


def rack(stage: Stage, camera: Camera, pick_up_x: float, kinds: Sequence[str]) -> Rack:
    """Return the rack at the pick-up position `pick_up_x` of a table, in metres."""
    row, wall, width = stage.px(ROW), stage.px(6), stage.px(WIDTH)
    middle, height = round(camera.to_px(pick_up_x, 0.0)[0]), len(kinds) * row + wall
    left = min(middle - width // 2, areas(stage).room.right - width - stage.px(8))
    rect = pygame.Rect(left, round(camera.base) - height, width, height)
    return Rack(rect, kinds, row, wall)
