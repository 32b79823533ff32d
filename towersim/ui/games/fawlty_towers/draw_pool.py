"""The pool: a rack on the right of the table with a cube of each colour and its count."""

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_frame
from towersim.ui.drawing.paint import ready
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import (
    GLOW,
    OAK,
    ON_DARK,
    ON_DARK_SOFT,
    SOFT_TEXT,
    WALNUT_DARK,
    Stage,
)
from towersim.ui.drawing.wood import wood
from towersim.ui.games.fawlty_towers.frame_state import FrameState
from towersim.ui.games.fawlty_towers.pool_layout import ROW, Rack


def _rack_picture(stage: Stage, rack: Rack) -> pygame.Surface:
    picture = wood(rack.rect.size, OAK, "rack", 0.8)
    frame = picture.get_rect()
    pygame.draw.rect(picture, (112, 74, 42), frame, stage.px(1))
    for index in range(len(rack.kinds)):
        place = rack._replace(rect=frame).shelf(index)
        back = wood(place.size, WALNUT_DARK, "rack back", 0.4)
        shade = pygame.Surface((place.w, stage.px(9)), pygame.SRCALPHA)
        for y in range(shade.get_height()):
            shade.fill((10, 4, 0, 120 - 120 * y // shade.get_height()), (0, y, place.w, 1))
        back.blit(shade, (0, 0))
        picture.blit(back, place)
        pygame.draw.line(picture, (222, 176, 120), place.bottomleft, place.bottomright)
    return ready(picture)


def draw_pool(canvas: Canvas, cubes: Sprites, frame: FrameState, held: str | None) -> None:
    """Draw the rack; the counts exclude the block in the hand, of kind `held`."""
    camera, rack, px = frame.table.camera, frame.rack, canvas.px
    rect = rack.rect
    canvas.shadow(rect, 3, px(7), 110, (px(7), px(5)))
    canvas.put(canvas.cached(("rack", rect.size), lambda: _rack_picture(canvas.stage, rack)), rect)
    title = (rect.centerx, rect.y - px(3))
    canvas.text(_("Pool"), 15, SOFT_TEXT, bold=True, midbottom=title)
    low, high = extent(frame.shape, Pose(0.0, 0.0, 0.0))
    side = (high.y - low.y) * camera.scale
    scale = camera.scale * min(1.0, px(ROW - 12) / side)
    scale = max(scale, px(24) / (high.y - low.y))
    for index, (kind, count) in enumerate(frame.view.pool):
        left, place = count - (kind == held), rack.shelf(index)
        x, y = rack.cube_at(index, scale * (high.y - low.y))
        lit = kind == frame.pool_chosen and frame.pool_open and left > 0
        if left:
            cubes.draw_shadows(canvas.target, Camera(scale, x, y), [(kind, Pose(0.0, 0.0, 0.0))])
            at = (x, y - px(3) if lit else y, 0.0)
            cubes.draw(canvas.target, kind, scale, at)
        tint = ON_DARK if frame.pool_open and left else ON_DARK_SOFT
        canvas.title(f"×{left}", 17, tint, center=(place.x + place.w * 3 // 4, place.centery))
        if lit:
            draw_frame(canvas, place, GLOW)
