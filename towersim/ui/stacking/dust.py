"""Dust and chips that fly where blocks strike each other."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import pygame

from towersim.common import dice
from towersim.theatre.impacts import Impact
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import RGB

FELT: Final = 1e-3
"""Least impulse that raises dust, in newton seconds: that of a cube falling 2 cm …"""
HARD: Final = 4e-3
"""… and least one that strikes off chips."""
MOST: Final = 140
"""Most flying bits; further impacts raise none."""
PULL: Final = 9.81
PUFF: Final[RGB] = (240, 226, 202)
CHIP: Final[RGB] = (176, 128, 78)
SHADES: Final = 8
"""Number of steps in which a puff of dust fades."""


class Bit(NamedTuple):
    """A puff of dust or a chip of wood, in metres and seconds."""

    x: float
    y: float
    right: float
    up: float
    size: float
    lasts: float
    is_chip: bool
    age: float = 0.0

    def later(self, seconds: float) -> "Bit":
        """Return the bit a little later: a chip falls, dust slows down."""
        bit = self._replace(age=self.age + seconds, x=self.x + self.right * seconds)
        bit = bit._replace(y=max(self.y + self.up * seconds, 0.0))
        if self.is_chip:
            return bit._replace(up=self.up - PULL * seconds)
        slow = max(1 - 4 * seconds, 0.0)
        return bit._replace(right=self.right * slow, up=self.up * slow)


class Dust:
    """The bits that fly now, the same for the same impacts."""

    def __init__(self) -> None:
        self.bits: list[Bit] = []

    def add(self, impacts: Iterable[Impact]) -> None:
        """Raise dust at impacts; hard ones strike off chips."""
        for impact in impacts:
            if impact.impulse >= FELT and not impact.rolls and len(self.bits) < MOST:
                self.bits += _raised(impact)

    def step(self, seconds: float) -> None:
        """Advance by a time step; without movement it is infinite, and everything has settled."""
        moved = (bit.later(seconds) for bit in self.bits if bit.age + seconds < bit.lasts)
        self.bits = list(moved)


def _raised(impact: Impact) -> Iterable[Bit]:
    """Yield the bits of one impact."""
    some = dice.stream(0, f"dust/{impact.x:.5f}/{impact.y:.5f}/{impact.impulse:.7f}").uniform
    strength = min((impact.impulse / HARD) ** 0.5, 2.0)
    for number in range(round(3 + 3 * strength)):
        side = 1 if number % 2 else -1
        right, up = side * some(0.04, 0.2) * strength, some(0.0, 0.08) * strength
        x, y = impact.x + side * some(0, impact.size / 2), impact.y + some(0, 0.003)
        yield Bit(x, y, right, up, some(0.004, 0.01), some(0.35, 0.8), is_chip=False)
    for _ in range(round(2 * strength) if impact.impulse >= HARD else 0):
        right, up = some(-0.5, 0.5), some(0.3, 0.9)
        yield Bit(impact.x, impact.y, right, up, some(0.001, 0.002), some(0.3, 0.6), is_chip=True)


def draw_dust(canvas: Canvas, camera: Camera, bits: Iterable[Bit]) -> None:
    """Draw flying bits."""
    for bit in bits:
        at, gone = camera.to_px(bit.x, bit.y), bit.age / bit.lasts
        if bit.is_chip:
            side = max(bit.size * camera.scale, 2.0)
            rect = pygame.Rect(0, 0, round(side * 1.6), round(side))
            rect.center = round(at[0]), round(at[1])
            pygame.draw.rect(canvas.target, CHIP, rect)
            continue
        wide = max(round(bit.size * (1 + 2 * gone) * camera.scale / 2) * 2, 4)
        canvas.put(_puff(canvas, wide, round((1 - gone) * SHADES)), center=at)


def _puff(canvas: Canvas, wide: int, shade: int) -> pygame.Surface:
    def make() -> pygame.Surface:
        puff = pygame.Surface((2 * wide, 2 * wide), pygame.SRCALPHA)
        puff.fill((*PUFF, 0))
        pygame.draw.circle(puff, (*PUFF, 170 * shade // SHADES), (wide, wide), wide / 2)
        return pygame.transform.gaussian_blur(puff, max(wide // 5, 1))

    return canvas.cached(("puff", wide, shade), make)
