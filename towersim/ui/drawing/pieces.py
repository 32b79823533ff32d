"""Sprites of pieces with any outline: grain along the piece, and worn edges.

Light falls from the upper left; red and green pieces are stained, so the grain shows.
"""

import math

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common import dice
from towersim.common.units import Pose
from towersim.geometry.shapes import Circle, Polygon, Shape, corners, extent
from towersim.ui.drawing.materials import SURFACES, material_surface
from towersim.ui.drawing.paint import FINER, Size, blend
from towersim.ui.drawing.theme import RGB
from towersim.ui.drawing.wood import wood

STAINS: dict[str, tuple[RGB, RGB]] = {
    "natural": ((232, 196, 144), (200, 150, 98)),
    "red": ((204, 66, 46), (176, 48, 36)),
    "green": ((116, 154, 74), (86, 126, 58)),
}
"""The lightest and the darkest wood of pieces, by the name of their colour."""
EDGE = 0.0011
"""Width of a piece's worn edge, in metres."""
LIGHT = (-0.55, -0.83)
"""Direction towards the light, up and to the left (y down, as in pictures)."""

Pixels = npt.NDArray[np.float32]


def piece_face(name: str, shape: Shape, colour: str, scale: float) -> pygame.Surface:
    """Return an upright piece, its centre of mass in the middle of a transparent rectangle.

    `scale` is pixels per metre; `name` seeds the texture.
    """
    size = _face_size(shape, scale)
    solid = _coverage(shape, scale, size)
    face = pygame.Surface(size, pygame.SRCALPHA)
    light = _light(solid, EDGE * scale)
    board = pygame.surfarray.pixels3d(_board(name, shape, colour, size))
    pixels = pygame.surfarray.pixels3d(face)
    for channel in range(3):
        pixels[..., channel] = np.clip(board[..., channel] * light, 0, 255)
    del pixels
    alpha = pygame.surfarray.pixels_alpha(face)
    alpha[...] = np.round(255 * solid).astype(np.uint8)
    return face


def _face_size(shape: Shape, scale: float) -> Size:
    """Return the size of the smallest face with the centre of mass in its middle."""
    low, high = extent(shape, Pose(0.0, 0.0, 0.0))
    across, up = max(-low.x, high.x), max(-low.y, high.y)
    return 2 * math.ceil(across * scale + 2), 2 * math.ceil(up * scale + 2)


def piece_shadow(face: pygame.Surface, blur: int, strength: float) -> pygame.Surface:
    """Return the soft shadow of a piece, `2 * blur` larger than its face on each side."""
    w, h = face.get_size()
    shadow = pygame.Surface((w + 4 * blur, h + 4 * blur), pygame.SRCALPHA)
    shadow.fill((44, 22, 6, 0))
    inside = pygame.surfarray.pixels_alpha(shadow)[2 * blur : 2 * blur + w, 2 * blur : 2 * blur + h]
    inside[...] = (pygame.surfarray.array_alpha(face) * strength).astype(np.uint8)
    del inside
    return pygame.transform.gaussian_blur(shadow, blur)


def _coverage(shape: Shape, scale: float, size: Size) -> Pixels:
    """Return the share of each pixel that the piece covers, at [x, y]."""
    mask = pygame.Surface((size[0] * FINER, size[1] * FINER), depth=32)
    x, y, large = size[0] * FINER / 2, size[1] * FINER / 2, scale * FINER
    if isinstance(shape, Circle):
        pygame.draw.circle(mask, "white", (x, y), shape.radius * large)
    else:
        holes = shape.holes if isinstance(shape, Polygon) else ()
        for ring, ink in [(corners(shape), "white"), *((hole, "black") for hole in holes)]:
            points = [(x + p.x * large, y - p.y * large) for p in ring]
            pygame.draw.polygon(mask, ink, points)
    small = pygame.transform.smoothscale(mask, size)
    return pygame.surfarray.array_red(small).astype(np.float32) / np.float32(255)


def _board(name: str, shape: Shape, colour: str, size: Size) -> pygame.Surface:
    """Return the texture of a piece, with the grain along its longer side."""
    if colour in SURFACES:
        return material_surface(size, colour, name)
    tone = blend(*STAINS[colour], dice.stream(0, f"tone of {name}").random())
    low, high = extent(shape, Pose(0.0, 0.0, 0.0))
    if high.y - low.y > high.x - low.x:
        return pygame.transform.rotate(wood((size[1], size[0]), tone, f"piece {name}", 1.3), 90)
    return wood(size, tone, f"piece {name}", 1.3)


def _light(solid: Pixels, edge: float) -> Pixels:
    """Return the brightness of each pixel: edges are shaded by their slope to the light."""
    soft = _blurred(solid, edge)
    slope_x, slope_y = np.gradient(soft)
    # The slope of a blurred straight edge is 1 / (edge · √2π) at its steepest.
    towards = -(slope_x * LIGHT[0] + slope_y * LIGHT[1]) * edge * math.sqrt(math.tau)
    rim = np.clip(1 - np.hypot(slope_x, slope_y) * edge * 0.45, 0, 1)
    shade: Pixels = (1 + 0.34 * towards) * rim
    down = np.linspace(1.045, 0.955, solid.shape[1], dtype=np.float32)[np.newaxis, :]
    return shade * down


def _blurred(solid: Pixels, sigma: float) -> Pixels:
    """Return the picture blurred by a Gaussian of `sigma` pixels, along x and then y."""
    half = math.ceil(3 * sigma)
    bell = np.exp(-0.5 * (np.arange(-half, half + 1) / sigma) ** 2).astype(np.float32)
    bell /= bell.sum()
    for _ in range(2):
        padded = np.pad(solid, ((half, half), (0, 0)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * half + 1, axis=0)
        solid = (windows @ bell).T
    return solid
