"""The card table seen from above: a cloth in a wooden rim."""

from typing import Final, NamedTuple

import numpy as np
import pygame

from towersim.common import dice
from towersim.ui.cards.card_faces import BACK, Face
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.paint import panel, ready
from towersim.ui.drawing.theme import OAK_EDGE, RGB, WALNUT_DARK, Stage
from towersim.ui.drawing.wood import wood

FELT: Final[RGB] = (58, 88, 72)
"""The default colour of the felt."""
RIM: Final = 9
"""Width of the wooden rim, in units."""


class Cloth(NamedTuple):
    """A game's own colour of the felt and back of the cards."""

    felt: RGB = FELT
    back: Face = BACK


def draw_felt(canvas: Canvas, areas: Areas, tint: RGB = FELT) -> None:
    """Draw the table: down to the log, or full height in layouts with seats at the side."""
    height = canvas.stage.size[1] if areas.side.w else areas.log.top
    canvas.target.fill(WALNUT_DARK)
    canvas.put(felt(canvas.stage, height, tint), (0, 0))


def felt(stage: Stage, height: int, tint: RGB = FELT) -> pygame.Surface:
    """Return the table's picture, as wide as the window and `height` pixels high."""
    return stage.cached(("felt", height, tint), lambda: ready(_paint(stage, height, tint)))


def _paint(stage: Stage, height: int, tint: RGB) -> pygame.Surface:
    size, rim = (stage.size[0], height), stage.px(RIM)
    table = wood(size, OAK_EDGE, "rim", 0.8)
    inner = pygame.Rect(rim, rim, size[0] - 2 * rim, height - 2 * rim)
    corner = stage.px(26)
    groove = panel((inner.w + 4, inner.h + 4), corner + 2, WALNUT_DARK)
    table.blit(groove, (inner.x - 2, inner.y - 2))
    cloth = panel(inner.size, corner + 1, (255, 255, 255))
    cloth.blit(_cloth(inner.size, tint), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    table.blit(cloth, inner)
    return table


def _cloth(size: tuple[int, int], tint: RGB) -> pygame.Surface:
    """Return the cloth's picture: lit from above its middle, darker at its edges, with noise."""
    w, h = size
    x = np.linspace(-1.0, 1.0, w, dtype=np.float32)[:, np.newaxis]
    y = np.linspace(-1.0, 1.0, h, dtype=np.float32)[np.newaxis, :]
    light = 1.16 - 0.34 * (0.7 * x * x + 0.9 * (y + 0.12) ** 2)
    raw = dice.stream(0, "felt").randbytes(w * h)
    rough = np.frombuffer(raw, dtype=np.uint8).reshape(w, h) / np.float32(255) - 0.5
    light += np.float32(0.06) * rough
    cloth = pygame.Surface(size)
    pixels = pygame.surfarray.pixels3d(cloth)
    for channel in range(3):
        pixels[..., channel] = np.clip(tint[channel] * light, 0, 255)
    del pixels
    return cloth
