"""Plain pictures of blocks as pixels, for programs that learn from them."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common.units import Vec
from towersim.geometry.shapes import Circle, Polygon, corners, placed
from towersim.scene.scene import Block

SKY, TABLE, FREE, FIXED, EDGE = (235, 238, 242), (120, 90, 60), (214, 168, 108), (96, 96, 104), 40
"""The colours of the background, the table, blocks, immovable blocks, and their outlines (grey)."""


def block_pixels(
    blocks: Iterable[Block], side: int, window: tuple[float, float]
) -> npt.NDArray[np.uint8]:
    """Return a picture of side × side × 3 values, 0 … 255; a block in the hand is one of them.

    `window` is x of the left edge and the width, in metres; a tenth of it is below the table.
    """
    left, width = window
    scale, foot = side / width, side * 0.9
    surface = pygame.Surface((side, side))
    surface.fill(SKY)
    pygame.draw.rect(surface, TABLE, (0, foot, side, side))

    def at(point: Vec) -> tuple[float, float]:
        return (point.x - left) * scale, foot - point.y * scale

    for block in blocks:
        colour, shape = FIXED if block.fixed else FREE, block.shape
        if isinstance(shape, Circle):
            centre, radius = at(Vec(block.pose.x, block.pose.y)), shape.radius * scale
            pygame.draw.circle(surface, colour, centre, radius)
            pygame.draw.circle(surface, (EDGE,) * 3, centre, radius, 1)
            continue
        outline = [at(point) for point in placed(corners(shape), block.pose)]
        pygame.draw.polygon(surface, colour, outline)
        pygame.draw.polygon(surface, (EDGE,) * 3, outline, 1)
        for hole in shape.holes if isinstance(shape, Polygon) else ():
            pygame.draw.polygon(surface, SKY, [at(point) for point in placed(hole, block.pose)])
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1), np.uint8)
