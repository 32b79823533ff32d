"""Decorations of cards and buttons (shadow, glow, frame, badge, dimming), and plates of seats."""

from functools import partial
from typing import Final

import pygame

from towersim.match.record import SeatSpec
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.marks import symbol
from towersim.ui.drawing.paint import ring

TICK_GREEN: Final[theme.RGB] = (86, 140, 62)


def draw_card_shadow(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw the shadow of a card that lies at `rect`."""
    canvas.shadow(rect, canvas.px(6), canvas.px(4), 120, (0, canvas.px(3)))


def draw_glow(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw a glow around a rectangle."""

    def make() -> pygame.Surface:
        blur = canvas.px(5)
        light = pygame.Surface((rect.w + 4 * blur, rect.h + 4 * blur), pygame.SRCALPHA)
        light.fill((*theme.GLOW, 0))
        inner = pygame.Rect((2 * blur, 2 * blur), rect.size).inflate(blur, blur)
        pygame.draw.rect(light, (*theme.GLOW, 235), inner, border_radius=canvas.px(8))
        return pygame.transform.gaussian_blur(light, blur)

    canvas.put(canvas.cached(("glow", rect.size), make), center=rect.center)


def draw_frame(canvas: Canvas, rect: pygame.Rect, colour: theme.RGB, units: float = 2.5) -> None:
    """Draw a frame with rounded corners; its line is `units` wide."""

    def make() -> pygame.Surface:
        thick = units * (1.8 if canvas.viewport.look.contrast else 1)
        return ring(rect.size, canvas.px(6), canvas.viewport.tint(colour), canvas.px(thick))

    canvas.put(canvas.cached(("frame", rect.size, colour, units), make), rect)


def draw_badge(canvas: Canvas, at: tuple[int, int], *, sure: bool) -> None:
    """Draw a round badge with a tick: green if certain (`sure`), dark if only possible."""
    badge = pygame.Rect(0, 0, canvas.px(18), canvas.px(18))
    badge.center = at
    fill, line = (TICK_GREEN, theme.PAPER) if sure else (theme.WALNUT_DARK, theme.GLOW)
    canvas.panel(badge, badge.w // 2, fill, line, canvas.px(1.5))
    canvas.sign("tick", 10, line, center=at)


def dimmed(viewport: theme.Viewport, picture: pygame.Surface, key: object) -> pygame.Surface:
    """Return a darkened copy of a picture, for something that cannot be chosen now."""

    def make() -> pygame.Surface:
        dark = picture.copy()
        dark.fill((150, 138, 128, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return dark

    return viewport.cached(("dimmed", key), make)


def draw_plate(
    canvas: Canvas, rect: pygame.Rect, *, lit: bool, out: bool = False, radius: float = 9
) -> None:
    """Draw the dark plate behind the texts about a seat or a tower."""
    fill, edge = (theme.WALNUT_LIGHT, theme.GLOW) if lit else (theme.WALNUT, theme.WALNUT_LIGHT)
    if out:
        fill, edge = theme.WALNUT_DARK, theme.WALNUT
    canvas.panel(rect, canvas.px(radius), fill, edge, canvas.px(2.5) if lit else 1)


def draw_seat_plate(canvas: Canvas, rect: pygame.Rect, *, lit: bool, out: bool = False) -> None:
    """Draw the plate of a seat; that of the seat to move (`lit`) has a wedge beside it."""
    draw_plate(canvas, rect, lit=lit, out=out)
    if lit:
        sign = partial(symbol, canvas.viewport, "triangle", canvas.px(14), theme.GLOW)
        wedge = canvas.cached("turn wedge", lambda: pygame.transform.rotate(sign(), -90))
        canvas.put(wedge, center=(rect.x - canvas.px(5), rect.centery))


def draw_player(
    canvas: Canvas, seat: SeatSpec, place: tuple[tuple[int, int], float], *, lit: bool
) -> None:
    """Draw the sign of a person or a bot; `place` is its left middle (pixels) and size (units)."""
    at, units = place
    kind = "person" if seat.is_person else "robot"
    canvas.sign(kind, units, theme.GLOW if lit else theme.ON_DARK_SOFT, midleft=at)
