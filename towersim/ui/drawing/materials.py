"""Procedural textures of stone, steel, cork, rubber and ice."""

from typing import Final, NamedTuple

import numpy as np
import pygame

from towersim.scene.scene import Material
from towersim.ui.drawing.paint import Size
from towersim.ui.drawing.theme import RGB
from towersim.ui.drawing.wood import streaks


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

    >>> material_look(Material(friction=0.04))
    'ice'
    """
    if material.friction <= 0.1:
        return "ice"
    if material.friction >= 0.9:
        return "rubber"
    if material.density_kg_m3 >= 5000:
        return "steel"
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
