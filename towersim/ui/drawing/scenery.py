"""Painted rooms behind the table, things in them, and signs, from lines of text files.

Lengths are in hundredths of the height of the wall above the table, of the thing or of the sign.
Cards and blocks bear the sign of their colour, so that no information depends on colour alone.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib import resources
from itertools import pairwise
from typing import Final

import numpy as np
import pygame

from towersim.common import dice
from towersim.rules.display import signs
from towersim.ui.drawing.paint import Size, blend, gradient, smooth
from towersim.ui.drawing.theme import RGB, Viewport, painted_once

FINER: Final = 2
"""Supersampling factor of a room."""
VEIL: Final = 0.5
"""Share of the room's air in the middle of the picture; it hides details behind the blocks."""
AIR: Final = 0.12
"""That share at the sides."""
BAND: Final = 16
"""Rows of a room that are veiled at once, in pixels: few enough for a processor's cache."""
NARROW: Final = 0.9
"""Width of a wall over its height below which only its air is painted: things would overlap."""
WHITE: Final[RGB] = (255, 255, 255)


@cache
def _parts(word: str) -> Mapping[str, Sequence[str]]:
    """Return the lines of every part of the file that begins with a word, by its name."""
    whole = (resources.files(__package__) / "rooms.txt").read_text(encoding="utf-8")
    parts = [part.splitlines() for part in whole.split("\n\n") if part.startswith(f"{word} ")]
    return {lines[0].partition(" #")[0].removeprefix(f"{word} "): lines for lines in parts}


def rooms() -> Mapping[str, Sequence[str]]:
    """Return the lines of every room, the first with its air, by chapter of Practice or game."""
    return _parts("room")


def things() -> Mapping[str, Sequence[str]]:
    """Return the lines of every thing, after the one with its name."""
    return _parts("thing")


def thing(name: str, size: Size) -> pygame.Surface:
    """Return the picture of a thing, with straight alpha."""

    def paint(large: pygame.Surface) -> None:
        Brush(large, large.get_height(), name).follow(things()[name][1:])

    return smooth(size, paint)


def scenery(name: str, size: Size, base: int) -> pygame.Surface:
    """Return the picture of a room; `base` is the height of its wall above the table, in pixels."""
    head, *lines = rooms()[name]
    if size[0] < NARROW * base:
        lines = list(rooms()["plain"][1:])
    sky = [_rgb(word) for word in head.split()[-2:]]
    # Light alone has no edges to smooth: the plain wall is in the window's first frame.
    finer = 1 if all(line.startswith(("at", "glow")) for line in lines if line) else FINER
    brush = Brush(gradient((size[0] * finer, size[1] * finer), *sky[:2]), base * finer, name)
    brush.follow(lines)
    picture = pygame.transform.smoothscale(brush.on, size) if finer > 1 else brush.on
    x = np.linspace(-1.0, 1.0, size[0], dtype=np.float32)
    down = np.linspace(0.0, size[1] / base, size[1], dtype=np.float32)[:, np.newaxis]
    middle = VEIL * np.exp(-((x / 0.62) ** 4))
    raw = np.frombuffer(dice.stream(0, "wall").randbytes(size[0] * size[1]), dtype=np.uint8)
    noise = raw.reshape(size[::-1])
    # Row by row, as the pixels lie in memory: twice as fast.
    pixels, haze = pygame.surfarray.pixels3d(picture).swapaxes(0, 1), blend(sky[0], sky[1], 0.4)
    for top in range(0, size[1], BAND):
        rows = slice(top, top + BAND)
        y, grain, band = down[rows], noise[rows] / np.float32(90), pixels[rows]
        dim = 1 - 0.1 * np.clip(x**2 + (y - 0.4) ** 2 - 0.3, 0, 1)
        air = (AIR + middle * np.clip(0.3 + y, 0, 1)) * dim
        clear = dim - air
        for channel in range(3):
            seen = band[..., channel] * clear + haze[channel] * air + grain
            band[..., channel] = np.minimum(seen, 255)
    del pixels, band
    return picture


def _rgb(word: str) -> RGB:
    colour = pygame.Color(word)
    return colour.r, colour.g, colour.b


class Brush:
    """Draws on a surface; each public method but `follow` is a word of the files."""

    def __init__(self, on: pygame.Surface, high: int, name: str, tint: RGB = WHITE) -> None:
        """Draw on a surface, in hundredths of `high` pixels; `tint` is the colour of signs."""
        self.on, self._tint = on, tint
        self._half = 50 * on.get_width() / high
        self._wide, self._x, self._y = high / 100, 0.0, 0.0
        self._unit = self._wide
        """Pixels per hundredth, scaled for the present thing."""
        self._stream = dice.stream(0, f"room/{name}")
        self._lights: dict[tuple[int, RGB], pygame.Surface] = {}
        """The lights by width in pixels and colour: several lamps often have the same."""

    def follow(self, lines: Sequence[str]) -> None:
        """Draw lines of a file."""
        origins = ["0"]
        for verb, *words in map(str.split, filter(None, lines)):
            if verb == "at":
                origins = words
                continue
            tints = [self._tint if word == "#" else _rgb(word) for word in words if word[0] == "#"]
            for origin in origins:
                self._begin(origin)
                numbers = [self._number(word) for word in words if word[0] != "#"]
                getattr(self, verb)(tints, *numbers)

    def _number(self, word: str) -> float:
        """Return a number; L and R stand for the edges of the wall."""
        edge = {"L": -self._half, "R": self._half}.get(word[0], 0.0)
        return edge + float(word.strip("LR") or 0.0)

    def _begin(self, origin: str) -> None:
        """Set the origin and the scale of the next thing."""
        where, _, scale = origin.partition("@")
        x, _, y = where.partition(",")
        self._unit = self._wide * float(scale or 1.0)
        self._x = (self._half + self._number(x)) * self._wide
        self._y = float(y or 0.0) * self._wide

    def _px(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._unit, self._y + y * self._unit

    def _points(self, at: Sequence[float]) -> list[tuple[float, float]]:
        return [self._px(*point) for point in zip(at[::2], at[1::2], strict=True)]

    def _shade(self, tint: RGB, spread: float = 8) -> RGB:
        """Return a colour that is brighter or darker by up to `spread`."""
        by = self._stream.uniform(-spread, spread)
        r, g, b = (min(max(round(part + by), 0), 255) for part in tint)
        return r, g, b

    def poly(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw a polygon."""
        pygame.draw.polygon(self.on, tints[0], self._points(at))

    def line(self, tints: Sequence[RGB], width: float, *at: float) -> None:
        """Draw a line through points."""
        wide, points = max(round(width * self._unit), 1), self._points(at)
        for start, end in pairwise(points):
            pygame.draw.aaline(self.on, tints[0], start, end, wide)

    def box(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw a rectangle: x, y, width, height and the radius of its corners."""
        x, y, w, h, corner = (*at, 0.0)[:5]
        rect = (*self._px(x, y), w * self._unit, h * self._unit)
        pygame.draw.rect(self.on, tints[0], rect, border_radius=round(corner * self._unit))

    def disc(self, tints: Sequence[RGB], x: float, y: float, radius: float, *line: float) -> None:
        """Draw a disc, or a ring with a line of a width."""
        width = max(round(line[0] * self._unit), 1) if line else 0
        pygame.draw.circle(self.on, tints[0], self._px(x, y), radius * self._unit, width)

    def hole(self, _tints: Sequence[RGB], x: float, y: float, radius: float) -> None:
        """Cut a round hole into what was drawn."""
        pygame.draw.circle(self.on, (0, 0, 0, 0), self._px(x, y), radius * self._unit)

    def dots(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw dots in a circle: its middle and radius, the radius of dots and their number."""
        x, y, radius, small, count = at
        for turn in np.linspace(0, math.tau, round(count), endpoint=False).tolist():
            self.disc(tints, x + radius * math.cos(turn), y + radius * math.sin(turn), small)

    def fade(self, tints: Sequence[RGB], x: float, y: float, *size: float) -> None:
        """Fill a rectangle with a vertical gradient of two colours."""
        area = pygame.Rect(self._px(x, y), [round(side * self._unit) for side in size])
        seen = area.clip(self.on.get_rect())
        if seen:
            strip = gradient((1, area.h), tints[0], tints[1]).convert(self.on)
            part = strip.subsurface((0, seen.y - area.y, 1, seen.h))
            pygame.transform.scale(part, seen.size, self.on.subsurface(seen))

    def glow(self, tints: Sequence[RGB], x: float, y: float, radius: float) -> None:
        """Add the light of a lamp or of the sun."""
        key = side, _tint = 2 * round(radius * self._unit), tints[0]
        if key not in self._lights:
            steps = np.linspace(-1, 1, 48)
            share = np.clip(1 - np.hypot(steps[:, np.newaxis], steps), 0, 1)[..., np.newaxis] ** 1.6
            small = pygame.Surface((48, 48))
            pygame.surfarray.blit_array(small, (share * np.array(tints[0])).astype(np.uint8))
            self._lights[key] = pygame.transform.smoothscale(small, (side, side))
        light = self._lights[key]
        at = light.get_rect(center=self._px(x, y))
        self.on.blit(light, at, special_flags=pygame.BLEND_ADD)

    def rows(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw courses of bricks or boards: a box, their width and height, and how shades vary."""
        x, y, w, h, wide, tall, spread = at
        for row in range(math.ceil(h / tall)):
            start, high = x - row % 2 * wide / 2, min(tall, h - row * tall)
            while start < x + w:
                left, right = max(start, x), min(start + wide, x + w)
                brick = left, y + row * tall, right - left - 0.3, high - 0.3
                self.box([self._shade(tints[0], spread)], *brick)
                start += wide

    def row(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw jars or books from x to a width: least and most of theirs and heights, corners."""
        x, y, width, *size, corner = at
        end, draw = x + width, self._stream.uniform
        while x + size[1] < end:
            tint = self._shade(self._stream.choice(tints))
            wide, tall = draw(*size[:2]), draw(*size[2:])
            self.box([tint], x, y - tall, wide, tall, corner)
            self.box([blend(tint, WHITE, 0.4)], x, y - tall + 2, wide, 0.7)
            x += wide + corner * draw(0.4, 1.6)

    def ripples(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw the glitter of water: a box, and the number of ripples."""
        x, y, w, h, count = at
        draw = self._stream.uniform
        for _ in range(round(count)):
            self.box(tints, x + draw(0, w), y + draw(0, h), draw(2, 9), 0.5)

    def range(self, tints: Sequence[RGB], y: float, sinks: float) -> None:
        """Draw a range of mountains, lower by up to `sinks` in the middle."""
        at, x, draw = [0.0, 130.0], -2.0, self._stream.uniform
        while x < 2 * self._half + 14:
            low = sinks * math.exp(-(((x - self._half) / 26) ** 2))
            at += [x, y + low + draw(-9, 9)]
            x += draw(6, 13)
        self.poly(tints, *at, at[-2], 130)


COLOUR_SHAPES: Final[dict[str, str]] = {
    "red": "diamond",
    "yellow": "circle",
    "green": "triangle",
    "blue": "square",
    "purple": "hexagon",
    "white": "star",
    "black": "cross",
}
"""The sign for each colour on the cards, cubes and dice of all games."""


def mark_shape(colour: str) -> str:
    """Return the sign of a colour for things that turn: a hollow square, unlike a diamond.

    >>> mark_shape("red"), mark_shape("blue")
    ('diamond', 'frame')
    """
    shape = COLOUR_SHAPES[colour]
    return "frame" if shape == "square" else shape


def mark(viewport: Viewport, colour: str, size: int, tint: RGB) -> pygame.Surface:
    """Return the mark of a colour, `size` pixels wide and high, painted in `tint`."""
    return symbol(viewport, mark_shape(colour), size, tint)


@painted_once
def symbol(_viewport: Viewport, name: str, size: int, tint: RGB) -> pygame.Surface:
    """Return one of the `signs` by name, `size` pixels wide and high."""
    return smooth((size, size), partial(paint_sign, name, tint))


def paint_sign(name: str, tint: RGB, large: pygame.Surface) -> None:
    """Paint a sign over the whole of a square surface."""
    Brush(large, large.get_height(), name, tint).follow(["at L", *signs()[name]])
