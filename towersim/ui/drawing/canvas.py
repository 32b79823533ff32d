"""The canvas: a target surface with the viewport for sizes and fonts; cached layers."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple
from weakref import ref

import pygame

from towersim.match.record import SeatSpec
from towersim.ui.drawing import theme
from towersim.ui.drawing.paint import multiplied, panel, ring, soft_shadow
from towersim.ui.drawing.scenery import symbol
from towersim.ui.drawing.theme import RGB, Room, Viewport, stacked

Point = tuple[float, float]
TICK_GREEN: Final[theme.RGB] = (86, 140, 62)


class Canvas(NamedTuple):
    """A target surface and its viewport.

    `at` is the upper left corner of what is drawn; other points have the names of `pygame.Rect`'s
    attributes: `midleft=(x, y)`.
    """

    target: pygame.Surface
    viewport: Viewport

    def px(self, units: float) -> int:
        """Return a length in pixels, at least one."""
        return self.viewport.px(units)

    def cached(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface that `make` paints once for this key; shared, so never modify it."""
        return self.viewport.cached(key, make)

    def put(
        self, picture: pygame.Surface, at: pygame.Rect | Point | None = None, **point: Point
    ) -> pygame.Rect:
        """Draw a picture; return its rectangle."""
        rect = picture.get_rect(**point) if at is None else picture.get_rect(topleft=at[:2])
        self.target.blit(picture, rect)
        return rect

    def sign(self, name: str, units: float, tint: RGB, **point: Point) -> pygame.Rect:
        """Draw one of the `signs`, `units` wide and high; return its rectangle."""
        return self.put(symbol(self.viewport, name, self.px(units), tint), **point)

    def text(
        self,
        text: str,
        units: float,
        tint: RGB,
        *,
        bold: bool = False,
        room: Room = (None, None),
        **point: Point,
    ) -> pygame.Rect:
        """Write one line of text `units` high; the room is that of `Viewport.text`."""
        return self.put(self.viewport.text(text, units, tint, bold=bold, room=room), **point)

    def fitted(
        self, text: str, units: float, tint: RGB, width: int, *, bold: bool = False, **point: Point
    ) -> pygame.Rect:
        """Write one line of text `units` high, or smaller to be at most `width` pixels wide."""
        return self.put(self.viewport.fitted(text, units, tint, width, bold=bold), **point)

    def name(
        self,
        name: str,
        units: float,
        tint: RGB,
        room: tuple[int, int],
        *,
        bold: bool = False,
        **point: Point,
    ) -> pygame.Rect:
        """Write a name in one line or two; see `Viewport.name_lines`."""
        centred = not any("left" in side for side in point)
        lines, step = self.viewport.name_lines(name, units, tint, room, bold=bold)
        return self.put(stacked(lines, step, centred=centred), **point)

    def lines(
        self, text: str, units: float, tint: RGB, width: int, spacing: float = 1.3, **point: Point
    ) -> pygame.Rect:
        """Write text in lines of at most `width` pixels, `spacing` times their height apart."""
        rows = self.viewport.fonts.wrapped(text, self.px(units), width)
        lines = [self.viewport.text(row, units, tint) for row in rows]
        centred = not {"center", "midtop", "midbottom"}.isdisjoint(point)
        return self.put(stacked(lines, self.px(spacing * units), centred=centred), **point)

    def title(
        self, text: str, units: float, tint: RGB, *, room: Room = (None, None), **point: Point
    ) -> pygame.Rect:
        """Write a title or a number in the display typeface."""
        return self.put(self.viewport.title(text, units, tint, room=room), **point)

    def panel(
        self, rect: pygame.Rect, radius: int, fill: RGB, edge: RGB | None = None, line: int = 1
    ) -> None:
        """Draw a filled rectangle with rounded corners and an optional edge; lengths in pixels."""
        paint = partial(panel, rect.size, radius, fill, edge, line)
        self.put(self.cached(("panel", rect.size, radius, fill, edge, line), paint), rect)

    def shadow(
        self, rect: pygame.Rect, radius: int, blur: int, strength: int, fall: tuple[int, int]
    ) -> None:
        """Draw the soft shadow of a rectangle, offset by `fall` (right, down); all in pixels."""
        paint = partial(soft_shadow, rect.size, radius, blur, strength)
        shade = self.cached(("shadow", rect.size, radius, blur, strength), paint)
        self.put(shade, center=(rect.centerx + fall[0], rect.centery + fall[1]))

    def card_shadow(self, rect: pygame.Rect) -> None:
        """Draw the shadow of a card that lies at `rect`."""
        self.shadow(rect, self.px(6), self.px(4), 120, (0, self.px(3)))

    def glow(self, rect: pygame.Rect) -> None:
        """Draw a glow around a rectangle."""

        def make() -> pygame.Surface:
            blur = self.px(5)
            light = pygame.Surface((rect.w + 4 * blur, rect.h + 4 * blur), pygame.SRCALPHA)
            light.fill((*theme.GLOW, 0))
            inner = pygame.Rect((2 * blur, 2 * blur), rect.size).inflate(blur, blur)
            pygame.draw.rect(light, (*theme.GLOW, 235), inner, border_radius=self.px(8))
            return pygame.transform.gaussian_blur(light, blur)

        self.put(self.cached(("glow", rect.size), make), center=rect.center)

    def frame(self, rect: pygame.Rect, colour: theme.RGB, units: float = 2.5) -> None:
        """Draw a frame with rounded corners; its line is `units` wide."""

        def make() -> pygame.Surface:
            thick = units * (1.8 if self.viewport.look.contrast else 1)
            return ring(rect.size, self.px(6), self.viewport.tint(colour), self.px(thick))

        self.put(self.cached(("frame", rect.size, colour, units), make), rect)

    def badge(self, at: tuple[int, int], *, sure: bool) -> None:
        """Draw a round badge with a tick: green if certain (`sure`), dark if only possible."""
        badge = pygame.Rect(0, 0, self.px(18), self.px(18)).move_to(center=at)
        fill, line = (TICK_GREEN, theme.PAPER) if sure else (theme.WALNUT_DARK, theme.GLOW)
        self.panel(badge, badge.w // 2, fill, line, self.px(1.5))
        self.sign("tick", 10, line, center=at)

    def plate(self, rect: pygame.Rect, *, lit: bool, out: bool = False, radius: float = 9) -> None:
        """Draw the dark plate behind the texts about a seat or a tower."""
        fill, edge = (theme.WALNUT_LIGHT, theme.GLOW) if lit else (theme.WALNUT, theme.WALNUT_LIGHT)
        if out:
            fill, edge = theme.WALNUT_DARK, theme.WALNUT
        self.panel(rect, self.px(radius), fill, edge, self.px(2.5) if lit else 1)

    def seat_plate(self, rect: pygame.Rect, *, lit: bool, out: bool = False) -> None:
        """Draw the plate of a seat; that of the seat to move (`lit`) has a wedge beside it."""
        self.plate(rect, lit=lit, out=out)
        if lit:
            sign = partial(symbol, self.viewport, "triangle", self.px(14), theme.GLOW)
            wedge = self.cached("turn wedge", lambda: pygame.transform.rotate(sign(), -90))
            self.put(wedge, center=(rect.x - self.px(5), rect.centery))

    def player(self, seat: SeatSpec, units: float, *, lit: bool, **point: Point) -> None:
        """Draw the sign of a person or a bot, `units` wide and high."""
        kind = "person" if seat.is_person else "robot"
        self.sign(kind, units, theme.GLOW if lit else theme.ON_DARK_SOFT, **point)

    @contextmanager
    def clipped(self, area: pygame.Rect) -> Iterator[None]:
        """Clip drawing to an area."""
        clip = self.target.get_clip()
        self.target.set_clip(area)
        try:
            yield
        finally:
            self.target.set_clip(clip)


class StillLayer:
    """A cache of a layer's picture while its key stays the same."""

    def __init__(self, *, is_ground: bool = False) -> None:
        """Create a transparent layer, or an opaque one (`is_ground`)."""
        self._is_ground = is_ground
        self._key: Hashable = None
        self._box: pygame.Rect | None = None
        """The part of the window that the layer covers; a ground's picture is only as large."""
        self._picture = pygame.Surface((0, 0))
        self._is_kept = False
        """Whether the picture is that of the key."""

    @property
    def is_painted(self) -> bool:
        """Whether the layer was drawn before."""
        return self._key is not None

    def draw(
        self, canvas: Canvas, key: Hashable, paint: Callable[[Canvas], pygame.Rect | None]
    ) -> None:
        """Draw the layer of a `key`, which is equal only for equal pictures on the same viewport.

        It is painted when its key is new, and once more to keep its picture. `paint` draws it with
        premultiplied alpha; it returns what it may have covered, or None if the picture is not
        final.
        """
        target = canvas.target
        seen = (target.get_size(), ref(canvas.viewport), key)
        if seen != self._key or self._box is None:
            self._key, self._box, self._is_kept = seen, paint(canvas), False
            return
        if not self._is_kept:
            self._keep(canvas, self._box, paint)
        if self._is_ground:
            target.blit(self._picture, self._box)
        else:
            target.blit(self._picture, self._box, self._box, pygame.BLEND_PREMULTIPLIED)

    def _keep(self, canvas: Canvas, box: pygame.Rect, paint: Callable[[Canvas], object]) -> None:
        """Paint the picture; a ground, which is opaque, looks the same in the window."""
        size = box.size if self._is_ground else canvas.target.get_size()
        if self._picture.get_size() != size:
            # A new surface of a window's size takes milliseconds, as its memory is new, too.
            self._picture = pygame.Surface(size, 0 if self._is_ground else pygame.SRCALPHA)
        if self._is_ground:
            paint(canvas)
            self._picture.blit(canvas.target, (0, 0), box)
        else:
            self._picture.fill(0)
            paint(canvas._replace(target=self._picture))
        self._is_kept = True


def dimmed(viewport: theme.Viewport, picture: pygame.Surface, key: object) -> pygame.Surface:
    """Return a darkened copy of a picture, for something that cannot be chosen now."""
    return viewport.cached(("dimmed", key), lambda: multiplied(picture, (150, 138, 128, 255)))
