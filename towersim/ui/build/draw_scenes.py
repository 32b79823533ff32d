"""Thumbnails of scenes for the page that opens them."""

from pathlib import Path

import pygame

from towersim.files.level import load_scene
from towersim.geometry.shapes import extent
from towersim.ui.build.looks import Looks
from towersim.ui.drawing.camera import fitted
from towersim.ui.drawing.paint import gradient, panel
from towersim.ui.drawing.theme import OAK, OAK_EDGE, WALL_LOW, WALL_TOP

ROOM = 0.06
"""Margin around a scene, as a share of the picture's height."""


def scene_picture(looks: Looks, size: tuple[int, int], path: Path) -> pygame.Surface:
    """Return a picture of a scene's file, `size` in pixels; SceneFault if it is damaged."""
    scene = load_scene(path)
    w, h = size
    picture = gradient(size, WALL_TOP, WALL_LOW)
    boxes = [extent(block.shape, block.pose) for block in scene.blocks]
    low = min((a.x for a, _ in boxes), default=-0.1)
    high = max((b.x for _, b in boxes), default=0.1)
    top = max([b.y for _, b in boxes], default=0.1)
    edge, base = round(ROOM * h), h - round(2.5 * ROOM * h)
    camera = fitted((edge, edge, w - edge, base), low, high, max(top, 0.02))
    camera = camera._replace(scale=min(camera.scale, h / 0.08))
    camera = camera._replace(left=w / 2 - camera.scale * (low + high) / 2)
    left, right = (camera.to_px(x, 0.0)[0] for x in (-scene.table.width / 2, scene.table.width / 2))
    pygame.draw.rect(picture, OAK, (left, base, right - left, h - base))
    pygame.draw.line(picture, OAK_EDGE, (left, base), (right, base))
    for block in scene.blocks:
        key = looks.key(block)
        looks.sprites.draw_placed(picture, camera, key, block.pose)
    mask = panel(size, round(0.06 * h), (255, 255, 255))
    cut = picture.convert_alpha()
    cut.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return cut
