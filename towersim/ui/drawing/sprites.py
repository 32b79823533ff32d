"""Sprites of pieces at any scale and angle: painted once at a large scale, then transformed."""

import math
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import pygame

from towersim.common.units import Pose
from towersim.scene.table_setup import Piece
from towersim.table.table import Figure
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import ANGLES, steps_of
from towersim.ui.drawing.pieces import piece_face, piece_shadow
from towersim.ui.drawing.still_layer import StillLayer

SCALES: Final = (300.0, 600.0, 1200.0, 1800.0, 2700.0, 4000.0, 6000.0)
"""Scales at which pieces are painted, in pixels per metre; other scales are shrunk from them."""
SHADES: Final = 2000
"""Capacity of the cache of small shadows."""
COARSE: Final = 600.0
"""First scale of a piece, in pixels per metre, if others use up the frame's budget."""
IN_A_FRAME: Final = 1
"""Number of pieces painted at full scale per frame; others use coarser pictures meanwhile."""
MOST: Final = 12_000_000
"""Capacity of the cache of rotated sprites, in pixels."""
SOFT: Final = 450.0
"""Scale at which shadows are painted, in pixels per metre; soft enough to be stretched."""
STEP: Final = 1.05
"""Ratio between successive scales of shadows."""
FALLS: Final = (0.0045, 0.0065)
"""Offset of a piece's shadow on the wall, to the right and down, in metres."""
BESIDE: Final = 200
"""Margin of culling: pieces centred farther outside the picture are not drawn, in pixels."""
IN_FRONT: Final = 1.8
"""Distance of a held piece's shadow on a tower behind it, relative to one on the wall."""

PlacedPieces = tuple[tuple[str, Pose], ...]
"""Each piece's kind, and its pose on the table."""


class Sprites:
    """The sprites of a piece set; `live` spreads the painting over several frames."""

    def __init__(self, pieces: Mapping[str, Piece], *, live: bool = False) -> None:
        self.pieces, self.live = pieces, live
        self._faces: dict[tuple[str, float], pygame.Surface] = {}
        self._painted = 0
        self._shades: dict[tuple[str, int], pygame.Surface] = {}
        self._cache: OrderedDict[tuple[str, float, int, bool], pygame.Surface] = OrderedDict()
        self._pixels = 0
        self.ground = StillLayer(is_ground=True)
        """The background behind the pieces."""
        self._still = StillLayer()
        self.is_coarse = False
        """Whether a piece was last drawn at a coarser scale than wanted."""

    def picture(self, kind: str, scale: float, angle: float) -> pygame.Surface:
        """Return a piece turned by `angle` (radians), its centre of mass in the middle.

        Its alpha is premultiplied; the surface is shared, so never modify it.
        """
        return self._turned(kind, scale, angle, shadow=False)

    def draw(
        self, target: pygame.Surface, kind: str, scale: float, at: tuple[float, float, float]
    ) -> None:
        """Draw a piece around a point in pixels, turned by an angle in radians."""
        x, y, angle = at
        sprite = self._turned(kind, scale, angle, shadow=False)
        self._blit(target, sprite, x, y)

    def draw_placed(self, target: pygame.Surface, camera: Camera, kind: str, pose: Pose) -> None:
        """Draw a piece at its pose on the table."""
        self.draw(target, kind, camera.scale, (*camera.to_px(pose.x, pose.y), pose.angle))

    def draw_figures(
        self, canvas: Canvas, camera: Camera, figures: Sequence[Figure], *, in_front: bool = False
    ) -> None:
        """Draw visible blocks with shadows; `in_front`: the held one is in front of a tower."""
        self.begin()
        target, right = canvas.target, canvas.target.get_width() + BESIDE
        seen = [f for f in figures if -BESIDE < camera.to_px(f.pose.x, 0.0)[0] < right]
        resting = tuple((figure.kind, figure.pose) for figure in seen if not figure.held)
        held = tuple((figure.kind, figure.pose) for figure in seen if figure.held)
        if not in_front:
            self.draw_blocks(canvas, camera, resting, held)
            return
        self.draw_blocks(canvas, camera, resting)
        # Twice, as one shadow hardly shows on wood.
        self.draw_shadows(target, camera, held * 2, distance=IN_FRONT)
        for kind, pose in held:
            self.draw_placed(target, camera, kind, pose)

    def draw_blocks(
        self, canvas: Canvas, camera: Camera, blocks: PlacedPieces, held: PlacedPieces = ()
    ) -> None:
        """Draw the pieces of a table with their shadows on the wall, and held ones on top."""
        self.draw_shadows(canvas.target, camera, held)
        self._still.draw(canvas, (camera, blocks), partial(self._draw_still, camera, blocks))
        for kind, pose in held:
            self.draw_placed(canvas.target, camera, kind, pose)

    def _draw_still(self, camera: Camera, blocks: PlacedPieces, canvas: Canvas) -> bool:
        self.is_coarse = False
        self.draw_shadows(canvas.target, camera, blocks)
        for kind, pose in blocks:
            self.draw_placed(canvas.target, camera, kind, pose)
        return not self.is_coarse

    def draw_shadows(
        self,
        target: pygame.Surface,
        camera: Camera,
        blocks: Iterable[tuple[str, Pose]],
        *,
        distance: float = 1.0,
    ) -> None:
        """Draw the shadows of pieces on the background.

        `distance` to the background is relative to the wall's.
        """
        right, down = (round(shift * distance * camera.scale) for shift in FALLS)
        # Rounded scales let a zoom reuse a soft shadow for a few frames.
        scale = STEP ** round(math.log(camera.scale, STEP))
        for kind, pose in blocks:
            x, y = camera.to_px(pose.x, pose.y)
            sprite = self._turned(kind, scale, pose.angle, shadow=True)
            self._blit(target, sprite, x + right, y + down)

    @staticmethod
    def _blit(target: pygame.Surface, sprite: pygame.Surface, x: float, y: float) -> None:
        w, h = sprite.get_size()
        at = (round(x - w / 2), round(y - h / 2))
        if at[0] < target.get_width() and at[0] + w > 0:
            target.blit(sprite, at, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _turned(self, kind: str, scale: float, angle: float, *, shadow: bool) -> pygame.Surface:
        turn = steps_of(angle)
        key = (kind, scale, turn, shadow)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        if shadow:
            sprite, lasting = self._shadow(kind, scale, turn), True
        else:
            sprite, lasting = self._shrunk(kind, scale, turn)
        if not lasting:
            self.is_coarse = True
            return sprite
        self._cache[key] = sprite
        self._pixels += sprite.get_width() * sprite.get_height()
        while self._pixels > MOST:
            _, old = self._cache.popitem(last=False)
            self._pixels -= old.get_width() * old.get_height()
        return sprite

    def begin(self) -> None:
        """Begin a frame, with a new budget for painting at full scale."""
        self._painted = 0

    def _shrunk(self, kind: str, scale: float, turn: int) -> tuple[pygame.Surface, bool]:
        """Return the rotated and scaled piece, and whether it has full resolution."""
        wanted = next((some for some in SCALES if some >= scale), SCALES[-1])
        fine = wanted
        if (kind, wanted) not in self._faces:
            others = [some for some in SCALES if (kind, some) in self._faces]
            if not self.live or self._painted < IN_A_FRAME:
                self._paint(kind, wanted)
                self._painted += 1
            elif others:
                fine = others[-1]
            else:
                fine = min(wanted, COARSE)
                self._paint(kind, fine)
        return _turned_face(self._faces[kind, fine], turn, scale / fine), fine == wanted

    def _paint(self, kind: str, scale: float) -> None:
        piece = self.pieces[kind]
        face = piece_face(kind, piece.shape, piece.colour, scale)
        self._faces[kind, scale] = face.premul_alpha()

    def _shadow(self, kind: str, scale: float, turn: int) -> pygame.Surface:
        """Return the shadow of a piece at a scale, resized from the scale `SOFT`."""
        if (kind, turn) not in self._shades:
            if len(self._shades) >= SHADES:
                self._shades.clear()
            self._shades[kind, turn] = self._shade(kind, turn)
        return pygame.transform.smoothscale_by(self._shades[kind, turn], scale / SOFT)

    def _shade(self, kind: str, turn: int) -> pygame.Surface:
        """Return the shadow of a piece at the scale `SOFT`."""
        if (kind, COARSE) not in self._faces:
            self._paint(kind, COARSE)
        large = self._faces[kind, COARSE]
        face = pygame.transform.rotozoom(large, turn * 360 / ANGLES, SOFT / COARSE)
        return piece_shadow(face, 2, 1 / 3).premul_alpha()


def _turned_face(face: pygame.Surface, turn: int, scale: float) -> pygame.Surface:
    """Return a face rotated by `turn` steps and scaled, with a fast path for quarter turns."""
    quarters, rest = divmod(turn, ANGLES // 4)
    if rest:
        return pygame.transform.rotozoom(face, turn * 360 / ANGLES, scale)
    upright = pygame.transform.rotate(face, 90 * quarters)
    size = tuple(max(round(side * scale), 1) for side in upright.get_size())
    return pygame.transform.smoothscale(upright, size)
