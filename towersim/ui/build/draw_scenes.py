"""Small pictures of scenes for the page that opens them."""

from pathlib import Path

import pygame

from towersim.errors import TowersimError
from towersim.geometry.shapes import extent
from towersim.level import load_scene
from towersim.scene import Scene
from towersim.ui.build.looks import Looks
from towersim.ui.camera import fitted
from towersim.ui.paint import gradient, panel
from towersim.ui.theme import OAK, OAK_EDGE, WALL_LOW, WALL_TOP

ROOM = 0.06
"""The room left around a scene, as a share of the picture's height."""


class ScenePictures:
    """Pictures of files by their paths, painted one at a time; a damaged file has none."""

    def __init__(self, looks: Looks, size: tuple[int, int]) -> None:
        self._looks, self._size = looks, size
        self._pictures: dict[Path, pygame.Surface | None] = {}

    def picture(self, path: Path) -> pygame.Surface | None:
        """Return the picture of a file, if there is one by now."""
        return self._pictures.get(path)

    def paint_next(self, paths: list[Path]) -> None:
        """Paint the first of these that is missing."""
        missing = next((path for path in paths if path not in self._pictures), None)
        if missing is not None:
            try:
                self._pictures[missing] = self._painted(load_scene(missing))
            except TowersimError:
                self._pictures[missing] = None

    def _painted(self, scene: Scene) -> pygame.Surface:
        w, h = self._size
        picture = gradient(self._size, WALL_TOP, WALL_LOW)
        boxes = [extent(block.shape, block.pose) for block in scene.blocks]
        low = min((a.x for a, _ in boxes), default=-0.1)
        high = max((b.x for _, b in boxes), default=0.1)
        top = max([b.y for _, b in boxes], default=0.1)
        edge, base = round(ROOM * h), h - round(2.5 * ROOM * h)
        camera = fitted((edge, edge, w - edge, base), low, high, max(top, 0.02))
        camera = camera._replace(scale=min(camera.scale, h / 0.08))
        camera = camera._replace(left=w / 2 - camera.scale * (low + high) / 2)
        left, right = (
            camera.to_px(x, 0.0)[0] for x in (-scene.table.width / 2, scene.table.width / 2)
        )
        pygame.draw.rect(picture, OAK, (left, base, right - left, h - base))
        pygame.draw.line(picture, OAK_EDGE, (left, base), (right, base))
        for block in scene.blocks:
            key = self._looks.key(block)
            self._looks.sprites.draw_placed(picture, camera, key, block.pose)
        mask = panel(self._size, round(0.06 * h), (255, 255, 255))
        cut = picture.convert_alpha()
        cut.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        return cut
