"""The pool: a rack on the right of the table with a cube of each colour and how many are left."""

from typing import TYPE_CHECKING

import pygame

from towersim.scene import extent
from towersim.ui.camera import Camera
from towersim.ui.draw_cubes import draw_block_at, draw_shadows
from towersim.ui.draw_frames import draw_frame
from towersim.ui.draw_wood import wood
from towersim.ui.paint import ready, soft_shadow
from towersim.ui.theme import (
    GLOW,
    OAK,
    ON_DARK,
    ON_DARK_SOFT,
    SOFT_TEXT,
    WALNUT_DARK,
    Stage,
)
from towersim.units import Pose

if TYPE_CHECKING:
    from towersim.ui.games.fawlty_towers.draw_table import Sight

ROW = 50
"""Height of a shelf of the rack, in units."""
WIDTH = 104
"""Width of the rack, in units."""


def rack(stage: Stage, camera: Camera, pick_up_x: float, kinds: int) -> pygame.Rect:
    """Return where the rack stands, in pixels."""
    middle = round(camera.to_px(pick_up_x, 0.0)[0])
    width, height = stage.px(WIDTH), kinds * stage.px(ROW) + stage.px(6)
    left = min(middle - width // 2, stage.size[0] - width - stage.px(8))
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


def _rack_picture(stage: Stage, size: tuple[int, int], kinds: int) -> pygame.Surface:
    picture = wood(size, OAK, "rack", 0.8)
    frame = picture.get_rect()
    pygame.draw.rect(picture, (112, 74, 42), frame, stage.px(1))
    for index in range(kinds):
        place = shelf(stage, frame, index)
        back = wood(place.size, WALNUT_DARK, "rack back", 0.4)
        shade = pygame.Surface((place.w, stage.px(9)), pygame.SRCALPHA)
        for y in range(shade.get_height()):
            shade.fill((10, 4, 0, 120 - 120 * y // shade.get_height()), (0, y, place.w, 1))
        back.blit(shade, (0, 0))
        picture.blit(back, place)
        pygame.draw.line(picture, (222, 176, 120), place.bottomleft, place.bottomright)
    return ready(picture)


def draw_pool(target: pygame.Surface, stage: Stage, sight: "Sight") -> None:
    """Draw the rack with the blocks that are left."""
    pool, camera = sight.view.pool, sight.camera
    rect = rack(stage, camera, sight.pick_up_x, len(pool))
    blur = stage.px(7)
    shade = stage.kept(("rack shade", rect.size), lambda: soft_shadow(rect.size, 3, blur, 110))
    target.blit(shade, (rect.x - 2 * blur + stage.px(7), rect.y - 2 * blur + stage.px(5)))
    target.blit(
        stage.kept(("rack", rect.size), lambda: _rack_picture(stage, rect.size, len(pool))), rect
    )
    title = stage.text("Pool", 15, SOFT_TEXT, bold=True)
    target.blit(title, title.get_rect(midbottom=(rect.centerx, rect.y - stage.px(3))))
    low, high = extent(sight.shape, Pose(0.0, 0.0, 0.0))
    side = (high.y - low.y) * camera.scale
    scale = camera.scale * min(1.0, stage.px(ROW - 12) / side)
    scale = max(scale, stage.px(24) / (high.y - low.y))
    for index, (kind, count) in enumerate(pool):
        left = count - (kind == sight.held)
        place = shelf(stage, rect, index)
        at = cube_at(stage, rect, index, scale * (high.y - low.y))
        lit = kind == sight.pool_chosen and sight.pool_open and left > 0
        if left:
            _draw_cube(target, stage, sight, kind, scale, at, lit=lit)
        tint = ON_DARK if sight.pool_open and left else ON_DARK_SOFT
        words = stage.text(f"×{left}", 17, tint, bold=True)
        target.blit(words, words.get_rect(center=(place.x + place.w * 3 // 4, place.centery)))
        if lit:
            draw_frame(target, stage, place, GLOW)


def _draw_cube(
    target: pygame.Surface,
    stage: Stage,
    sight: "Sight",
    kind: str,
    scale: float,
    at: tuple[float, float],
    *,
    lit: bool,
) -> None:
    lift = stage.px(3) if lit else 0
    here = Camera(scale, *at)
    draw_shadows(target, stage, here, [(sight.shape, Pose(0.0, 0.0, 0.0))])
    draw_block_at(target, stage, scale, kind, sight.shape, (at[0], at[1] - lift, 0.0))
