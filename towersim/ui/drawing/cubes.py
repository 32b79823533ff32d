"""Sprites of painted wooden blocks with a mark, at any angle, and their soft shadows."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from towersim.common.units import Pose
from towersim.geometry.shapes import Box, Circle, Polygon, Shape, bounding_radius, corners
from towersim.table.table import Figure
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.marks import COLOUR_SHAPES, mark_shape, paint_sign
from towersim.ui.drawing.paint import ANGLES, FINER, blend, steps_of, straight
from towersim.ui.drawing.still_layer import StillLayer
from towersim.ui.drawing.theme import Stage, ink

PLACES = 4
"""Subpixel positions per pixel on each axis, for smooth slow motion."""


def _points(shape: Box | Polygon, scale: float, middle: float) -> list[tuple[float, float]]:
    return [(middle + p.x * scale, middle - p.y * scale) for p in corners(shape)]


def _face(kind: str, shape: Shape, scale: float) -> pygame.Surface:
    """Return an upright block, supersampled by `FINER`, in the middle of a square."""
    large = scale * FINER
    side = 2 * math.ceil(bounding_radius(shape) * large) + 4 * FINER
    face = pygame.Surface((side, side), pygame.SRCALPHA)
    colours, middle = ink(kind), side / 2
    if isinstance(shape, Circle):
        pygame.draw.circle(face, colours.dark, (middle, middle), shape.radius * large)
        pygame.draw.circle(face, colours.body, (middle, middle), shape.radius * large * 0.94)
    elif isinstance(shape, Polygon):
        pygame.draw.polygon(face, colours.body, _points(shape, large, middle))
        pygame.draw.polygon(face, colours.dark, _points(shape, large, middle), FINER)
    else:
        _paint_box(face, kind, shape, large)
    if kind in COLOUR_SHAPES:
        _paint_mark(face, kind, shape, large)
    return face


def _paint_box(face: pygame.Surface, kind: str, shape: Box, large: float) -> None:
    """Paint a wooden box with rounded corners, light from above, and faint lines of grain."""
    colours = ink(kind)
    w, h = round(shape.width * large), round(shape.height * large)
    rect = pygame.Rect(0, 0, w, h)
    rect.center = face.get_rect().center
    radius, rim = round(0.09 * min(w, h)), max(round(0.055 * min(w, h)), 1)
    pygame.draw.rect(face, colours.dark, rect, border_radius=radius)
    lit = pygame.Rect(rect.x, rect.y, rect.w, rect.h - rim)
    pygame.draw.rect(face, colours.light, lit, border_radius=radius)
    inner = rect.inflate(-2 * rim, -2 * rim)
    steps = 12
    for i in range(steps):
        shade = blend(blend(colours.body, colours.light, 0.22), colours.body, i / (steps - 1))
        top = inner.y + inner.h * i // steps
        band = pygame.Rect(inner.x, top, inner.w, inner.bottom - top)
        pygame.draw.rect(face, shade, band, border_radius=max(radius - rim, 1) if i == 0 else 1)
    grain = blend(colours.body, colours.dark, 0.16)
    for y, start, end in ((0.2, 0.05, 0.6), (0.34, 0.5, 0.95), (0.72, 0.08, 0.5), (0.84, 0.3, 0.9)):
        line = inner.y + round(y * inner.h)
        x = inner.x + inner.w * start, inner.x + inner.w * end
        pygame.draw.line(face, grain, (x[0], line), (x[1], line), max(round(0.012 * w), 1))


def _paint_mark(face: pygame.Surface, kind: str, shape: Shape, large: float) -> None:
    size = round(
        0.5
        * large
        * (min(shape.width, shape.height) if isinstance(shape, Box) else bounding_radius(shape))
    )
    if size < 4 * FINER:
        return
    sign = pygame.Surface((size, size), pygame.SRCALPHA)
    paint_sign(mark_shape(kind), ink(kind).mark, sign)
    face.blit(sign, sign.get_rect(center=face.get_rect().center))


def _outlined(face: pygame.Surface, line: int) -> pygame.Surface:
    """Return a block with a black outline inside its edge, `line` pixels thick."""
    solid = pygame.mask.from_surface(face)
    gone = solid.copy()
    gone.invert()
    brush = pygame.mask.Mask((2 * line + 1, 2 * line + 1), fill=True)
    edge = gone.convolve(brush, None, (-line, -line)).overlap_mask(solid, (0, 0))
    picture = face.copy()
    picture.blit(edge.to_surface(setcolor=(0, 0, 0, 255), unsetcolor=(0, 0, 0, 0)), (0, 0))
    return picture


class _BlockSprite(NamedTuple):
    """Cache key of a block's sprite."""

    kind: str
    shape: Shape
    scale: float
    """Pixels per metre."""
    turn: int
    """Angle in steps of 1 / `ANGLES` turn."""
    x: int = 0
    """Offset to the right in quarters of a pixel."""
    y: int = 0
    """Offset down in quarters of a pixel."""


def _turned(stage: Stage, sprite: _BlockSprite) -> pygame.Surface:
    """Return the sprite of a block with premultiplied alpha."""
    kind, shape, scale, turn, x, y = sprite

    def face() -> pygame.Surface:
        picture = _face(kind, shape, scale)
        return _outlined(picture, round(stage.px(2) * FINER)) if stage.look.contrast else picture

    def make() -> pygame.Surface:
        upright = stage.cached(("face", kind, shape, scale), face)
        turned = pygame.transform.rotate(upright, turn * 360 / ANGLES) if turn else upright
        side = math.ceil(max(turned.get_size()) / FINER / 2) * 2 + 2
        canvas = pygame.Surface((side * FINER, side * FINER), pygame.SRCALPHA)
        at = turned.get_rect(center=canvas.get_rect().center)
        canvas.blit(turned, at.move(x * FINER // PLACES, y * FINER // PLACES))
        return pygame.transform.smoothscale(canvas.premul_alpha(), (side, side))

    return stage.cached(("block", sprite), make)


def _steps(shape: Shape, kind: str, angle: float) -> int:
    """Return the angle in sprite steps; 0 for an unmarked circle, which looks the same at all."""
    if isinstance(shape, Circle) and kind not in COLOUR_SHAPES:
        return 0
    return steps_of(angle)


def draw_block(canvas: Canvas, camera: Camera, kind: str, shape: Shape, pose: Pose) -> None:
    """Draw one block at its pose."""
    px, py = camera.to_px(pose.x, pose.y)
    draw_block_at(canvas, camera.scale, kind, shape, (px, py, pose.angle))


def draw_block_at(
    canvas: Canvas, scale: float, kind: str, shape: Shape, at: tuple[float, float, float]
) -> None:
    """Draw one block around a point in pixels, turned by an angle in radians."""
    px, py, angle = at
    x, y = math.floor(px), math.floor(py)
    parts = int((px - x) * PLACES), int((py - y) * PLACES)
    turn = _steps(shape, kind, angle)
    sprite = _turned(canvas.stage, _BlockSprite(kind, shape, scale, turn, *parts))
    half = sprite.get_width() // 2
    canvas.target.blit(sprite, (x - half, y - half), special_flags=pygame.BLEND_PREMULTIPLIED)


class Cubes:
    """A painter of cubes; it repaints the resting ones only when one of them moves."""

    def __init__(self) -> None:
        self.ground = StillLayer(is_ground=True)
        """The background behind the blocks."""
        self._still = StillLayer()

    def draw_figures(
        self,
        canvas: Canvas,
        camera: Camera,
        figures: Sequence[Figure],
        *,
        in_front: bool = False,  # noqa: ARG002 - cubes belong to no seat
    ) -> None:
        """Draw blocks with their shadows on the wall; held ones over the others."""
        resting = tuple((f.kind, f.shape, f.pose) for f in figures if not f.held)
        held = [figure for figure in figures if figure.held]

        def paint(layer: Canvas) -> bool:
            draw_shadows(layer, camera, [(shape, pose) for _, shape, pose in resting])
            for kind, shape, pose in resting:
                draw_block(layer, camera, kind, shape, pose)
            return True

        draw_shadows(canvas, camera, [(figure.shape, figure.pose) for figure in held])
        self._still.draw(canvas, (camera, resting), paint)
        for figure in held:
            draw_block(canvas, camera, figure.kind, figure.shape, figure.pose)


def block_picture(
    stage: Stage, scale: float, kind: str, shape: Shape, angle: float
) -> pygame.Surface:
    """Return a picture of one block on a transparent background."""
    turn = _steps(shape, kind, angle)
    return straight(_turned(stage, _BlockSprite(kind, shape, scale, turn)).copy())


def draw_shadows(canvas: Canvas, camera: Camera, blocks: Iterable[tuple[Shape, Pose]]) -> None:
    """Draw the soft shadows of blocks on the wall, below and to their right."""
    for shape, pose in blocks:
        side = max(round(1.8 * bounding_radius(shape) * camera.scale), 4)
        sprite = canvas.cached(("shadow", side), partial(_shadow, side))
        px, py = camera.to_px(pose.x, pose.y)
        half = sprite.get_width() / 2
        drop = 0.28 * side
        at = round(px + drop - half), round(py + 0.7 * drop - half)
        canvas.target.blit(sprite, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _shadow(side: int) -> pygame.Surface:
    blur = max(side // 4, 2)
    wide = side + 6 * blur
    shape = pygame.Surface((wide, wide), pygame.SRCALPHA)
    shape.fill((58, 34, 14, 0))
    inner = pygame.Rect(3 * blur, 3 * blur, side, side)
    pygame.draw.rect(shape, (58, 34, 14, 66), inner, border_radius=side // 6)
    return pygame.transform.gaussian_blur(shape, blur).premul_alpha()
