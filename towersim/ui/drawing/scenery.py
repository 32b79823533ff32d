"""Painted rooms behind the table, and things in them, from the lines of `rooms.txt`.

Lengths are in hundredths of the height of the wall above the table, or of the thing.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Final

import numpy as np
import pygame

from towersim.common import dice
from towersim.ui.drawing.paint import Size, blend, gradient, smooth
from towersim.ui.drawing.theme import RGB

FINER: Final = 2
"""Supersampling factor of a room."""
VEIL: Final = 0.5
"""Share of the room's air in the middle of the picture; it hides details behind the blocks."""
AIR: Final = 0.12
"""That share at the sides."""
WHITE: Final[RGB] = (255, 255, 255)
SHELF: Final[tuple[RGB, RGB]] = ((122, 96, 74), (186, 150, 110))
DAY: Final[tuple[RGB, RGB]] = ((196, 220, 232), (244, 238, 216))
"""The sky through a window, above and below."""
JARS: Final[tuple[RGB, ...]] = (
    (190, 116, 84),
    (208, 178, 116),
    (134, 156, 130),
    (124, 150, 172),
    (204, 148, 128),
    (226, 212, 182),
)
"""The colours of jars and books."""


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
    air, *lines = rooms()[name]
    sky = [_rgb(word) for word in air.split()[-2:]]
    brush = Brush(gradient((size[0] * FINER, size[1] * FINER), *sky[:2]), base * FINER, name)
    brush.follow(lines)
    picture = pygame.transform.smoothscale(brush.on, size)
    x = np.linspace(-1.0, 1.0, size[0], dtype=np.float32)[:, np.newaxis]
    y = np.linspace(0.0, size[1] / base, size[1], dtype=np.float32)[np.newaxis, :]
    veil = AIR + VEIL * np.exp(-((x / 0.62) ** 4)) * np.clip(0.3 + y, 0, 1)
    grain = np.frombuffer(dice.stream(0, "wall").randbytes(size[0] * size[1]), dtype=np.uint8)
    dim = 1 - 0.1 * np.clip(x**2 + (y - 0.4) ** 2 - 0.3, 0, 1)
    pixels, haze = pygame.surfarray.pixels3d(picture), blend(sky[0], sky[1], 0.4)
    for channel in range(3):
        seen = pixels[..., channel] * (1 - veil) + haze[channel] * veil
        pixels[..., channel] = np.clip(seen * dim + grain.reshape(size) / np.float32(90), 0, 255)
    del pixels
    return picture


def _rgb(word: str) -> RGB:
    colour = pygame.Color(word)
    return colour.r, colour.g, colour.b


class Brush:
    """Draws on a surface; each public method but `follow` is a word of the file."""

    def __init__(self, on: pygame.Surface, high: int, name: str) -> None:
        """Draw on a surface, in hundredths of `high` pixels."""
        self.on = on
        self._half = 50 * on.get_width() / high
        self._wide, self._x, self._y = high / 100, 0.0, 0.0
        self._unit = self._wide
        """Pixels per hundredth, scaled for the present thing."""
        self._stream = dice.stream(0, f"room/{name}")

    def follow(self, lines: Sequence[str]) -> None:
        """Draw the lines of a room."""
        origins = ["0"]
        for verb, *words in map(str.split, filter(None, lines)):
            if verb == "at":
                origins = words
                continue
            tints = [_rgb(word) for word in words if word[0] == "#"]
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

    def dots(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw dots in a circle: its middle and radius, the radius of dots and their number."""
        x, y, radius, small, count = at
        for turn in np.linspace(0, math.tau, round(count), endpoint=False).tolist():
            self.disc(tints, x + radius * math.cos(turn), y + radius * math.sin(turn), small)

    def rays(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw the joints of an arch: its middle, its inner and outer radius, their number."""
        x, y, low, high, count = at
        for turn in np.linspace(0, math.pi, round(count)).tolist():
            c, s = math.cos(turn), math.sin(turn)
            self.line(tints, 0.4, x + low * c, y - low * s, x + high * c, y - high * s)

    def fade(self, tints: Sequence[RGB], x: float, y: float, *size: float) -> None:
        """Fill a rectangle with a vertical gradient of two colours."""
        wide, tall = (round(side * self._unit) for side in size)
        self.on.blit(gradient((wide, tall), tints[0], tints[1]), self._px(x, y))

    def glow(self, tints: Sequence[RGB], x: float, y: float, radius: float) -> None:
        """Add the light of a lamp or of the sun."""
        steps = np.linspace(-1, 1, 48)
        share = np.clip(1 - np.hypot(steps[:, np.newaxis], steps), 0, 1)[..., np.newaxis] ** 1.6
        small, side = pygame.Surface((48, 48)), 2 * round(radius * self._unit)
        pygame.surfarray.blit_array(small, (share * np.array(tints[0])).astype(np.uint8))
        light = pygame.transform.smoothscale(small, (side, side))
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

    def window(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw a window with the sky behind it: a box, and the numbers of panes."""
        x, y, w, h, columns, rows = at
        self.box(tints, x - 2, y - 2, w + 4, h + 4, 0.8)
        self.fade(DAY, x, y, w, h)
        for column in range(1, round(columns)):
            self.box(tints, x + column * w / columns - 0.5, y, 1, h)
        for row in range(1, round(rows)):
            self.box(tints, x, y + row * h / rows - 0.5, w, 1)
        self.box([blend(tints[0], (120, 96, 70), 0.2)], x - 4, y + h + 2, w + 8, 2, 0.6)
        self.glow([(44, 40, 26)], x + w / 2, y + h / 2, w + 24)

    def jars(self, _: Sequence[RGB], x: float, y: float, width: float) -> None:
        """Draw jars of many colours on a shelf."""
        self.box(SHELF, x - 1, y + 1.4, width + 2, 1)
        self.box(SHELF[1:], x - 1, y, width + 2, 1.6, 0.4)
        at, draw = x + 1, self._stream.uniform
        while (wide := draw(4, 7)) < x + width - at:
            tint, tall = self._stream.choice(JARS), draw(5, 11)
            self.box([self._shade(tint)], at, y - tall, wide, tall, 1.2)
            self.box([blend(tint, WHITE, 0.35)], at + 0.8, y - tall + 1, 0.9, tall - 2)
            self.box(SHELF, at + 0.6, y - tall - 1, wide - 1.2, 1.6, 0.5)
            at += wide + draw(0.8, 2.5)

    def books(self, tints: Sequence[RGB], x: float, y: float, right: float) -> None:
        """Draw a case of books from x to `right`."""
        self.box(tints, x, y, right - x, 124, 0.6)
        draw = self._stream.uniform
        for low in np.arange(y + 21, 130, 19).tolist():
            self.box([(112, 84, 64)], x + 2, low - 17, right - x - 4, 17)
            at = x + 2.6
            while at < right - 6.4:
                wide, tall = draw(2, 4.4), draw(11, 15.5)
                tint = self._shade(blend(self._stream.choice(JARS), SHELF[0], 0.3))
                self.box([tint], at, low - tall, wide, tall, 0.4)
                self.box([blend(tint, WHITE, 0.4)], at, low - tall + 2, wide, 0.7)
                at += wide + (draw(2, 7) if draw(0, 1) > 0.9 else 0.2)

    def clouds(self, tints: Sequence[RGB], x: float, y: float, width: float) -> None:
        """Draw a flat cloud."""
        for part, high in enumerate((0.0, 1.4, 0.4, 2.0)):
            self.box(tints, x + part * width / 8, y - high, width / 2, 2.6, 1.3)

    def ripples(self, tints: Sequence[RGB], *at: float) -> None:
        """Draw the glitter of water: a box, and the number of ripples."""
        x, y, w, h, count = at
        draw = self._stream.uniform
        for _ in range(round(count)):
            self.box(tints, x + draw(0, w), y + draw(0, h), draw(2, 9), 0.5)

    def leaves(self, tints: Sequence[RGB], x: float, y: float, radius: float) -> None:
        """Draw the leaves of a plant."""
        draw = self._stream.uniform
        for _ in range(9):
            at = x + draw(-radius, radius), y + draw(-radius, radius)
            self.disc([self._shade(tints[0], 16)], *at, draw(1.2, 2.2))

    def range(self, tints: Sequence[RGB], y: float, sinks: float) -> None:
        """Draw a range of mountains, lower by up to `sinks` in the middle."""
        at, x, draw = [0.0, 130.0], -2.0, self._stream.uniform
        while x < 2 * self._half + 14:
            low = sinks * math.exp(-(((x - self._half) / 26) ** 2))
            at += [x, y + low + draw(-9, 9)]
            x += draw(6, 13)
        self.poly(tints, *at, at[-2], 130)

    def lattice(self, tints: Sequence[RGB], x: float, y: float, *size: float) -> None:
        """Draw a mast of lattice work: its height, and half its width at the foot."""
        high, half = size
        for side in (-half, half):
            self.line(tints, 1.2, x + side, y + high, x, y)
        for step in np.arange(y + high - 8, y + 8, -8).tolist():
            wide = half * (step - y) / high
            self.line(tints, 0.5, x - wide, step, x + wide, step - 8)
            self.line(tints, 0.5, x + wide, step, x - wide, step - 8)
