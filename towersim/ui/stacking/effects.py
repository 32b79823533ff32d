"""What happens around blocks: dust, a shaken room, lamps, a weight on a rope, a river, a cart."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common import dice
from towersim.common.units import Pose
from towersim.geometry.skyline import STEP, rows
from towersim.rules.base import StressTest
from towersim.scene.scene import Block
from towersim.table.disturbance import QuakeStress
from towersim.table.table import Figure
from towersim.theatre.impacts import Impact
from towersim.ui.drawing.camera import Camera, smoothstep
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.room import BEHIND
from towersim.ui.drawing.scenery import thing
from towersim.ui.drawing.theme import RGB, Viewport, painted_once

FELT: Final = 1e-3
"""Least impulse that raises dust, in newton seconds: that of a cube falling 2 cm."""
HARD: Final = 4e-3
"""Least impulse that strikes off chips, in newton seconds."""
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
        canvas.put(_puff(canvas.viewport, wide, round((1 - gone) * SHADES)), center=at)


@painted_once
def _puff(_viewport: Viewport, wide: int, shade: int) -> pygame.Surface:
    # Blurred while it is small: in a zoom there are new sizes in each frame.
    puff = pygame.Surface((32, 32), pygame.SRCALPHA)
    puff.fill((*PUFF, 0))
    pygame.draw.circle(puff, (*PUFF, 170 * shade // SHADES), (16, 16), 8)
    soft = pygame.transform.gaussian_blur(puff, 3)
    return pygame.transform.smoothscale(soft, (2 * wide, 2 * wide))


ROPE: Final = (112, 88, 62)
LOWERED: Final = 0.9
"""Time in which a weight is lowered, in seconds."""
BELOW: Final = 0.05
"""Distance of a weight below the hook that carries it, in metres."""
LAMPS: Final = {"hand": (-0.12, 0.14), "tilt": (-0.16, 0.16), "arches": (-0.21, 0.21)}
"""Where lamps hang, by room, in widths of the wall from its middle."""
LAMP: Final = (84, 130)
"""Width and height of a lamp, in units."""
PENDULUM: Final = (0.06, 7.3)
"""Swing of a lamp per m/s² of shaking, in radians, and its angular frequency in 1/s."""
WIDEST: Final = 0.5
"""Largest swing, in radians."""
CART: Final = (0.03, 0.02)
"""Length and height of a cart, in metres."""
AXLES: Final = 0.009
"""Distance of an axle from the middle of the cart, in metres."""
ROLLS: Final = 2.4
"""Time in which a cart rolls over a bridge, in seconds."""


class Effects(NamedTuple):
    """The effects in one frame."""

    sway: float | None = None
    """The displacement of a shaken table, in metres; None if nothing shakes."""
    swing: float = 0.0
    """The angle of lamps, in radians."""
    load: tuple[Figure, float, float] | None = None
    """The loaded piece, its weight in newtons, and how far the weight has been lowered, 0 … 1."""
    cart: Pose | None = None
    """The cart that rolls over a finished bridge."""


def effects_of(
    test: StressTest | None,
    moment: tuple[float, float | None],
    figures: Sequence[Figure],
    *,
    still: bool,
) -> Effects:
    """Return the effects of a frame; `still`: nothing moves but the pieces and the table.

    `moment` are the seconds since the test began and the value reached; None: no test goes on.
    """
    seconds, strain = moment
    if test is None or strain is None:
        return Effects()
    if test.kind == "quake" and not still:
        shake = QuakeStress.GROWTH * seconds
        swing = min(PENDULUM[0] * shake, WIDEST) * math.sin(PENDULUM[1] * seconds)
        return Effects(QuakeStress.sway(seconds, shake), swing)
    loaded = next((figure for figure in figures if figure.kind == test.block), None)
    if test.kind == "load" and loaded is not None:
        lowered = 1.0 if still else min(seconds / LOWERED, 1.0)
        return Effects(load=(loaded, strain, lowered))
    return Effects()


def draw_lamps(canvas: Canvas, areas: Areas, room: str, swing: float) -> None:
    """Draw the lamps of a room, turned by an angle."""
    if canvas.viewport.look.contrast:
        return
    size = canvas.px(LAMP[0]), canvas.px(LAMP[1])
    lamp = canvas.cached(("lamp", size), lambda: thing("lamp", size))
    turned = pygame.transform.rotozoom(lamp, math.degrees(swing), 1.0) if swing else lamp
    arm = pygame.Vector2(0, size[1] / 2).rotate_rad(-swing)
    for share in LAMPS.get(room, ()):
        top = pygame.Vector2(areas.room.centerx + share * areas.room.w, 0)
        canvas.put(turned, center=(top.x + arm.x, top.y + arm.y))


def draw_river(canvas: Canvas, areas: Areas, camera: Camera, gap: tuple[float, float]) -> None:
    """Draw the river that crosses the table in a gap from x to x, in metres."""
    low, high = (round(camera.to_px(x, 0.0)[0]) for x in gap)
    top, room = round(camera.base) - canvas.px(BEHIND), areas.room
    tall = canvas.viewport.size[1] - top
    if high > low and tall > 0:
        size = room.w // 2, canvas.px(160)
        river = canvas.cached(("river", size), lambda: thing("river", size))
        with canvas.clipped(room.union((room.x, 0, 0, canvas.viewport.size[1]))):
            canvas.put(pygame.transform.smoothscale(river, (high - low, tall)), (low, top))


def draw_load(canvas: Canvas, camera: Camera, load: tuple[Figure, float, float]) -> None:
    """Draw the weight on a rope that loads a piece: from above, or below a hook."""
    figure, newtons, lowered = load
    side = max(round((0.014 + 0.006 * math.sqrt(newtons)) * camera.scale), 4)
    top = figure.extent[1].y
    x, y = camera.to_px(figure.pose.x, figure.pose.y if figure.kind == "hook" else top)
    start, foot = 0.0, lowered * y
    if figure.kind == "hook":
        start, foot = y, y + lowered * (BELOW * camera.scale + side)
    picture = canvas.cached(("weight", side), lambda: thing("weight", (side, side)))
    rope = (x, start), (x, foot - side)
    pygame.draw.line(canvas.target, ROPE, *rope, canvas.px(2.5))
    canvas.put(picture, midbottom=(round(x), round(foot)))


class Cart:
    """A cart that rolls over the pieces between two piers, from the left to the right."""

    def __init__(self, ends: tuple[float, float], blocks: Sequence[Figure | Block]) -> None:
        """Find the way over the tops of these blocks; the cart begins and ends beyond the banks."""
        first, last = (round(end / STEP) for end in (ends[0] - 0.04, ends[1] + 0.04))
        tops: npt.NDArray[np.float64] = np.zeros(last - first + 1)
        for block in blocks:
            row = rows(block.shape, block.pose)
            low, high = max(row.first, first), min(row.end, last + 1)
            if low < high:
                part = tops[low - first : high - first]
                np.maximum(part, row.top[low - row.first : high - row.first], out=part)
        bump = np.ones(25) / 25
        self._tops = np.convolve(np.pad(tops, 12, mode="edge"), bump, mode="valid")
        self._first, self.seconds = first, 0.0

    @property
    def pose(self) -> Pose:
        """The pose of the middle of the cart."""
        axle = round(AXLES / STEP)
        length = len(self._tops) - 2 * axle - 1
        at = axle + round(smoothstep(self.seconds / ROLLS) * length)
        back, front = float(self._tops[at - axle]), float(self._tops[at + axle])
        angle = math.atan2(front - back, 2 * AXLES)
        up = CART[1] / 2
        x = (self._first + at) * STEP - up * math.sin(angle)
        return Pose(x, (back + front) / 2 + up * math.cos(angle), angle)


def draw_cart(canvas: Canvas, camera: Camera, pose: Pose) -> None:
    """Draw a cart."""
    size = round(CART[0] * camera.scale), round(CART[1] * camera.scale)
    picture = canvas.cached(("cart", size), lambda: thing("cart", size))
    turned = pygame.transform.rotozoom(picture, math.degrees(pose.angle), 1.0)
    canvas.put(turned, center=camera.to_px(*pose[:2]))
