"""The background of menus: a table with a few towers."""

from typing import Final

import pygame

from towersim.common.units import Pose
from towersim.geometry.shapes import Box
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import ready
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.theme import Viewport
from towersim.ui.drawing.wood import room, table

CUBE: Final = Box(0.02, 0.02)
TOWERS: Final = (
    (0.022, ("blue", "green", "red", "yellow", "blue"), (0, 1.2, -0.8, 1.5, -0.6)),
    (
        0.078,
        ("yellow", "red", "blue", "green", "red", "yellow", "green", "blue"),
        (0, -1, 0.6, 2, 0.4, -1.4, 0.2, 1.8),
    ),
    (0.132, ("green", "yellow", "red"), (0, 1.4, -1)),
)
"""Each tower: x in metres, colours from the base, sideways offsets in millimetres."""
LOOSE: Final = (
    ("red", Pose(0.165, 0.01, 0.0)),
    ("yellow", Pose(0.1875, 0.01, 0.0)),
    ("blue", Pose(0.1815, 0.0301, 0.06)),
    ("green", Pose(0.078, 0.196, 0.32)),
)


def _blocks() -> list[tuple[str, Pose]]:
    stacked = [
        (colour, Pose(x + shift / 1000, 0.01 + 0.02 * level, 0.0))
        for x, colours, shifts in TOWERS
        for level, (colour, shift) in enumerate(zip(colours, shifts, strict=True))
    ]
    return [*stacked, *LOOSE]


def still_life(viewport: Viewport) -> pygame.Surface:
    """Return the background of menus, as large as the window."""

    def make() -> pygame.Surface:
        width, height = viewport.size
        picture = room(viewport).copy()
        base, front = height - viewport.px(92), height - viewport.px(58)
        top = base - viewport.px(22)
        picture.blit(table(viewport, width, front - top, height - front), (0, top))
        camera = Camera(viewport.px(2600), width - viewport.px(600), base)
        sprites = Sprites(painted(CUBE))
        sprites.begin(viewport)
        sprites.draw_blocks(Canvas(picture, viewport), camera, tuple(_blocks()))
        return ready(picture)

    return viewport.cached("still life", make)
