"""What marks a card or a button: shadow, light, frame, badge, dimming; and plates of seats."""

from functools import partial
from typing import Final

import pygame

from towersim.record import SeatSpec
from towersim.ui.draw_marks import symbol
from towersim.ui.paint import panel, ring, soft_shadow
from towersim.ui.theme import (
    GLOW,
    ON_DARK_SOFT,
    PAPER,
    RGB,
    WALNUT,
    WALNUT_DARK,
    WALNUT_LIGHT,
    Stage,
)

TICK_GREEN: Final[RGB] = (86, 140, 62)


def draw_card_shadow(target: pygame.Surface, stage: Stage, rect: pygame.Rect) -> None:
    """Draw the shadow of a card that lies at `rect`."""
    blur = stage.px(4)
    shade = stage.cached(
        ("card shadow", rect.size), lambda: soft_shadow(rect.size, stage.px(6), blur, 120)
    )
    target.blit(shade, (rect.x - 2 * blur, rect.y - 2 * blur + stage.px(3)))


def draw_glow(target: pygame.Surface, stage: Stage, rect: pygame.Rect) -> None:
    """Draw a warm light around a rectangle."""

    def make() -> pygame.Surface:
        blur = stage.px(5)
        light = pygame.Surface((rect.w + 4 * blur, rect.h + 4 * blur), pygame.SRCALPHA)
        light.fill((*GLOW, 0))
        inner = pygame.Rect((2 * blur, 2 * blur), rect.size).inflate(blur, blur)
        pygame.draw.rect(light, (*GLOW, 235), inner, border_radius=stage.px(8))
        return pygame.transform.gaussian_blur(light, blur)

    light = stage.cached(("glow", rect.size), make)
    target.blit(light, light.get_rect(center=rect.center))


def draw_frame(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, colour: RGB, units: float = 2.5
) -> None:
    """Draw a line around a rectangle with round corners."""

    def make() -> pygame.Surface:
        thick = units * (1.8 if stage.look.contrast else 1)
        return ring(rect.size, stage.px(6), stage.tint(colour), stage.px(thick))

    target.blit(stage.cached(("frame", rect.size, colour, units), make), rect)


def draw_badge(
    target: pygame.Surface, stage: Stage, at: tuple[int, int], sign: str, *, sure: bool
) -> None:
    """Draw a round badge with a sign: filled if it is sure, hollow if it only may come."""

    def make() -> pygame.Surface:
        size = stage.px(18)
        fill, line = (TICK_GREEN, PAPER) if sure else (WALNUT_DARK, GLOW)
        badge = panel((size, size), size // 2, fill, line, stage.px(1.5))
        picture = symbol(stage, sign, stage.px(10), line)
        badge.blit(picture, picture.get_rect(center=(size // 2, size // 2)))
        return badge

    badge = stage.cached(("badge", sign, sure), make)
    target.blit(badge, badge.get_rect(center=at))


def dimmed(stage: Stage, picture: pygame.Surface, key: object) -> pygame.Surface:
    """Return a picture of something that cannot be chosen now."""

    def make() -> pygame.Surface:
        dark = picture.copy()
        dark.fill((150, 138, 128, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return dark

    return stage.cached(("dimmed", key), make)


def draw_plate(
    target: pygame.Surface,
    stage: Stage,
    rect: pygame.Rect,
    *,
    lit: bool,
    out: bool = False,
    radius: float = 9,
) -> None:
    """Draw the dark plate that a seat or a tower is told of on."""
    fill, edge = (WALNUT_LIGHT, GLOW) if lit else (WALNUT, WALNUT_LIGHT)
    if out:
        fill, edge = WALNUT_DARK, WALNUT
    paint = partial(panel, rect.size, stage.px(radius), fill, edge, stage.px(2.5) if lit else 1)
    target.blit(stage.cached(("plate", rect.size, lit, out, radius), paint), rect)


def draw_seat_plate(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, *, lit: bool, out: bool = False
) -> None:
    """Draw the plate of a seat; one whose turn it is (`lit`) has a wedge beside it."""
    draw_plate(target, stage, rect, lit=lit, out=out)
    if lit:
        sign = partial(symbol, stage, "triangle", stage.px(14), GLOW)
        wedge = stage.cached("turn wedge", lambda: pygame.transform.rotate(sign(), -90))
        target.blit(wedge, wedge.get_rect(center=(rect.x - stage.px(5), rect.centery)))


def draw_player(
    target: pygame.Surface,
    stage: Stage,
    seat: SeatSpec,
    place: tuple[tuple[int, int], float],
    *,
    lit: bool,
) -> None:
    """Draw the sign of a person or a bot; its `place` is the middle of its left, and its size."""
    at, units = place
    kind = "person" if seat.is_person else "robot"
    sign = symbol(stage, kind, stage.px(units), GLOW if lit else ON_DARK_SOFT)
    target.blit(sign, sign.get_rect(midleft=at))
