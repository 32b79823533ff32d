"""Antialiased shapes by supersampling."""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np
import pygame

from towersim.ui.drawing.theme import RGB

FINER: Final = 4
"""Supersampling factor."""

COARSE: Final = 8
"""Minimum blur, in pixels, of shadows painted at half resolution."""

ANGLES: Final = 720
"""Number of sprite angles per turn."""
Size = tuple[int, int]
Paint = Callable[[pygame.Surface], None]


def smooth(size: Size, paint: Paint) -> pygame.Surface:
    """Return a transparent surface of `size`, drawn by `paint` at `FINER` times that size."""
    large = pygame.Surface((size[0] * FINER, size[1] * FINER), pygame.SRCALPHA)
    paint(large)
    return straight(pygame.transform.smoothscale(large.premul_alpha(), size))


def straight(premultiplied: pygame.Surface) -> pygame.Surface:
    """Return a surface converted in place from premultiplied to straight alpha."""
    colours = pygame.surfarray.pixels3d(premultiplied)
    alpha = pygame.surfarray.array_alpha(premultiplied).astype(np.uint16)[..., np.newaxis]
    wide = colours.astype(np.uint16) * 255 // np.maximum(alpha, 1)
    colours[...] = np.minimum(wide, 255).astype(np.uint8)
    return premultiplied


def steps_of(angle: float) -> int:
    """Return an angle in radians as a number of steps of 1 / `ANGLES` turn."""
    return round(angle / math.tau * ANGLES) % ANGLES


def gradient(size: Size, top: RGB, low: RGB) -> pygame.Surface:
    """Return a vertical gradient."""
    strip = pygame.Surface((1, size[1]))
    rows = np.round(np.linspace(top, low, size[1]))
    pygame.surfarray.blit_array(strip, rows[np.newaxis].astype(np.uint8))
    return pygame.transform.scale(strip, size)


def blend(start: RGB, end: RGB, share: float) -> RGB:
    """Return the linear interpolation of two colours at `share` (0 … 1).

    >>> blend((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    r, g, b = (round(a + (z - a) * share) for a, z in zip(start, end, strict=True))
    return r, g, b


def panel(
    size: Size, radius: int, fill: RGB, edge: RGB | None = None, line: int = 1
) -> pygame.Surface:
    """Return a filled rectangle with rounded corners and an optional edge."""

    def paint(large: pygame.Surface) -> None:
        rect = large.get_rect()
        if edge is not None:
            pygame.draw.rect(large, edge, rect, border_radius=radius * FINER)
            rect = rect.inflate(-2 * line * FINER, -2 * line * FINER)
        pygame.draw.rect(large, fill, rect, border_radius=max(radius - line, 1) * FINER)

    return _stretched(size, radius + line, lambda small: smooth(small, paint))


def multiplied(picture: pygame.Surface, by: tuple[int, int, int, int]) -> pygame.Surface:
    """Return a copy with its colours and opacity multiplied by shares of 255."""
    copy = picture.copy()
    copy.fill(by, special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def ring(size: Size, radius: int, tint: RGB, line: int) -> pygame.Surface:
    """Return the inner outline of a rounded rectangle, `line` pixels wide."""

    def paint(large: pygame.Surface) -> None:
        corner = max(radius, line) * FINER
        pygame.draw.rect(large, tint, large.get_rect(), line * FINER, border_radius=corner)

    return _stretched(size, max(radius, line), lambda small: smooth(small, paint))


def soft_shadow(size: Size, radius: int, blur: int, strength: int) -> pygame.Surface:
    """Return the shadow of a rounded rectangle, `2 * blur` larger than it on each side."""
    wide = size[0] + 4 * blur, size[1] + 4 * blur
    return _stretched(wide, radius + 5 * blur, lambda small: _shadow(small, radius, blur, strength))


@lru_cache(maxsize=64)  # blurring takes milliseconds, stretching does not
def _shadow(size: Size, radius: int, blur: int, strength: int) -> pygame.Surface:
    # A strong blur looks the same at half resolution, in an eighth of the time.
    coarse = 2 if blur >= COARSE else 1
    shape = pygame.Surface((size[0] // coarse, size[1] // coarse), pygame.SRCALPHA)
    inner = shape.get_rect().inflate(-4 * blur // coarse, -4 * blur // coarse)
    pygame.draw.rect(shape, (40, 22, 8, strength), inner, border_radius=radius // coarse)
    shape.fill((40, 22, 8, 0), special_flags=pygame.BLEND_RGBA_MAX)
    soft = pygame.transform.gaussian_blur(shape, blur // coarse)
    return pygame.transform.smoothscale(soft, size) if coarse > 1 else soft


def _stretched(size: Size, corner: int, make: Callable[[Size], pygame.Surface]) -> pygame.Surface:
    """Return a picture by `make` at `size`, stretched from a smaller one if possible (9-slice).

    Between its corners of `corner` pixels the picture must be uniform along each side, as the
    middle row and column are stretched.
    """
    small = make((min(size[0], 2 * corner + 1), min(size[1], 2 * corner + 1)))
    if small.get_size() == size:
        return small.copy()  # a shadow is kept
    picture = pygame.Surface(size, pygame.SRCALPHA)
    columns, rows = (_parts(*sides) for sides in zip(small.get_size(), size, strict=True))
    for (x, w, to_x, to_w), (y, h, to_y, to_h) in product(columns, rows):
        part = small.subsurface((x, y, w, h))
        picture.blit(pygame.transform.scale(part, (to_w, to_h)), (to_x, to_y))
    return picture


def _parts(short: int, long: int) -> list[tuple[int, int, int, int]]:
    """Return the start, middle and end slices of a side: offset and length in both pictures."""
    if short == long:
        return [(0, short, 0, long)]
    corner = short // 2
    middle = (corner, 1, corner, long - 2 * corner)
    return [(0, corner, 0, corner), middle, (corner + 1, corner, long - corner, corner)]


def ready(picture: pygame.Surface) -> pygame.Surface:
    """Return an opaque picture in the display's pixel format, which blits fastest."""
    return picture.convert() if pygame.display.get_surface() else picture
