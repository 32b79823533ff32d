"""Procedural textures: table tops, boards and panels; stone, steel, cork and others."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common import dice
from towersim.scene.scene import Material
from towersim.ui.drawing.paint import Size, gradient, ready
from towersim.ui.drawing.scenery import scenery
from towersim.ui.drawing.theme import OAK, OAK_EDGE, RGB, WALNUT, Viewport, painted_once

PLAIN: RGB = (252, 250, 244)
"""Colour of the wall in high contrast."""


def streaks(size: Size, rows: int, columns: int, name: str) -> npt.NDArray[np.float32]:
    """Return smooth noise from -1 to 1 with `rows` features down and `columns` across."""
    raw = dice.stream(0, name).randbytes(rows * columns)
    grey = np.frombuffer(raw, dtype=np.uint8).reshape(columns, rows)
    coarse = pygame.Surface((columns, rows))
    pygame.surfarray.blit_array(coarse, np.repeat(grey[..., np.newaxis], 3, axis=2))
    fine = pygame.transform.smoothscale(coarse, size)
    noise = pygame.surfarray.pixels_red(fine).astype(np.float32)
    # In place, here and below: to get memory for a result takes longer than to compute it.
    noise *= np.float32(1 / 127.5)
    noise -= np.float32(1)
    return noise


def wood(size: Size, colour: RGB, name: str, strength: float = 1.0) -> pygame.Surface:
    """Return a board of a colour with horizontal grain."""
    w, h = max(size[0], 2), max(size[1], 2)
    grain = np.zeros((h, w), dtype=np.float32).T
    layers = (9, 2, 160, "fine"), (8, 9, 320, "broad"), (4, 1, 30, "pores")
    for high, down, across, layer in layers:
        noise = streaks((w, h), max(h // down, 2), max(w // across, 2), f"{name}/{layer}")
        noise *= high * strength
        grain += noise
    board = pygame.Surface((w, h))
    pixels = pygame.surfarray.pixels3d(board)
    for channel, share in enumerate((1.0, 0.86, 0.66)):
        np.multiply(grain, share, out=noise)
        noise += colour[channel]
        pixels[..., channel] = np.clip(noise, 0, 255, out=noise)
    return board


@painted_once
def side_panel(viewport: Viewport, size: Size) -> pygame.Surface:
    """Return the dark board behind cards and seats, shaded at its right edge."""
    board = wood(size, WALNUT, "walnut", 0.55)
    for i in range(viewport.px(10)):
        shade = pygame.Surface((1, size[1]), pygame.SRCALPHA)
        shade.fill((20, 10, 4, round(70 * (1 - i / viewport.px(10)))))
        board.blit(shade, (size[0] - 1 - i, 0))
    return ready(board)


@painted_once
def table(viewport: Viewport, width: int, top: int, front: int) -> pygame.Surface:
    """Return the table seen a little from above: a lit top, `front` pixels of apron below it."""
    board = pygame.Surface((width, top + front))
    surface = wood((width, top), OAK, "oak", 0.9)
    lit = gradient((width, top), (255, 255, 255), (214, 206, 196))
    surface.blit(lit, (0, 0), special_flags=pygame.BLEND_MULT)
    board.blit(surface, (0, 0))
    apron = wood((width, front), OAK_EDGE, "apron", 0.7)
    shade = gradient((width, front), (255, 246, 232), (150, 138, 126))
    apron.blit(shade, (0, 0), special_flags=pygame.BLEND_MULT)
    board.blit(apron, (0, top))
    edge = viewport.px(2)
    pygame.draw.rect(board, (228, 184, 132), (0, top - edge, width, edge))
    pygame.draw.rect(board, (104, 66, 36), (0, top, width, max(edge // 2, 1)))
    return ready(board)


@painted_once
def room(viewport: Viewport) -> pygame.Surface:
    """Return the wall, as large as the window; in high contrast it is plain."""
    if not viewport.look.contrast:
        return ready(scenery("plain", viewport.size, viewport.size[1]))
    picture = pygame.Surface(viewport.size)
    picture.fill(PLAIN)
    return ready(picture)


class Surface(NamedTuple):
    """Parameters of a texture: colour, and noise layers (strength, pixels down, pixels across)."""

    colour: RGB
    noise: tuple[tuple[float, float, float], ...]
    sheen: float = 0.0
    """Difference in brightness between its top and bottom edge, of 255."""


SURFACES: Final[dict[str, Surface]] = {
    "cork": Surface((196, 152, 104), ((20, 3, 4), (14, 7, 9)), 0.0),
    "stone": Surface((158, 152, 144), ((9, 1, 1), (10, 4, 5), (8, 18, 26)), 8.0),
    "steel": Surface((146, 156, 168), ((6, 1, 90), (5, 3, 160)), 44.0),
    "rubber": Surface((66, 64, 68), ((4, 1, 1), (3, 6, 6)), 12.0),
    "ice": Surface((190, 218, 232), ((9, 14, 30), (6, 5, 40)), 34.0),
}
"""Textures by the name of the material."""


def material_look(material: Material) -> str | None:
    """Return the name of the texture for a material without a name; None for wood.

    >>> material_look(Material(friction=0.04)), material_look(Material(240.0, 0.75))
    ('ice', 'cork')
    """
    if material.friction <= 0.1:
        return "ice"
    if material.friction >= 0.9:
        return "rubber"
    if material.density_kg_m3 >= 5000:
        return "steel"
    if material.density_kg_m3 <= 400:
        return "cork"
    return "stone" if material.density_kg_m3 >= 1200 else None


def material_surface(size: Size, name: str, seed: str) -> pygame.Surface:
    """Return a texture of a material; `seed` varies its noise."""
    w, h = max(size[0], 2), max(size[1], 2)
    look = SURFACES[name]
    light = np.zeros((w, h))
    for number, (strength, down, across) in enumerate(look.noise):
        rows, columns = max(round(h / down), 2), max(round(w / across), 2)
        light += strength * streaks((w, h), rows, columns, f"{name} {seed} {number}")
    light += look.sheen * np.linspace(0.5, -0.5, h)[np.newaxis, :]
    pixels = np.array(look.colour) + light[..., np.newaxis]
    surface = pygame.Surface((w, h))
    pygame.surfarray.blit_array(surface, np.clip(pixels, 0, 255).astype(np.uint8))
    return surface
