"""The die: five colours with their shapes, and a star; it tumbles before it lies still."""

import math
from functools import partial
from typing import Final, NamedTuple

import pygame

from towersim.rules.push.cards import FACES, Mark
from towersim.ui.cards.nodes import Canvas
from towersim.ui.games.push.faces import sign
from towersim.ui.paint import panel, soft_shadow
from towersim.ui.theme import CREAM, PAPER, Stage

SECONDS: Final = 1.15
"""How long the die tumbles."""
SIDES: Final = 11
"""How many sides come up while it does."""


def paint_die(lying: Mark, thrown: Mark | None, canvas: Canvas) -> None:
    """Draw the die: as it lies, or tumbling to the side it was `thrown` on."""
    age = min(canvas.age, SECONDS)
    pose = Pose(lying) if thrown is None else tumbling(thrown, 1 - age / SECONDS)
    draw_die(canvas.target, canvas.stage, canvas.rect, pose)


def tumbling(end: Mark, left: float) -> "Pose":
    """Return how the die is seen with so much of its time left: ever slower, in hops."""
    turned = SIDES * left * left
    back = math.floor(turned)
    side = FACES[(FACES.index(end) + back) % len(FACES)]
    hop = abs(math.sin(math.pi * turned)) * left
    return Pose(side, 26 * math.sin(math.pi * turned) * (-1) ** back, hop)


class Pose(NamedTuple):
    """How the die is seen."""

    side: Mark
    angle: float = 0.0
    """In degrees, to the left."""
    hop: float = 0.0
    """How far above the table, in its own size."""


def die_picture(stage: Stage, side: Mark, size: int) -> pygame.Surface:
    """Return a side of the die, `size` in pixels."""

    def make() -> pygame.Surface:
        die = panel((size, size), size // 5, CREAM, (206, 190, 164), max(size // 28, 1))
        inner = round(0.82 * size)
        field = panel((inner, inner), size // 4, PAPER)
        die.blit(field, field.get_rect(center=(size // 2, size // 2)))
        picture = sign(stage, side, round(0.58 * size))
        die.blit(picture, picture.get_rect(center=(size // 2, size // 2)))
        return die

    return stage.cached(("push die", side, size), make)


def draw_die(target: pygame.Surface, stage: Stage, rect: pygame.Rect, pose: Pose) -> None:
    """Draw the die into a square, with its shadow below."""
    blur = stage.px(4)
    shade = stage.cached(
        ("push die shadow", rect.size), partial(soft_shadow, rect.size, rect.w // 5, blur, 120)
    )
    target.blit(shade, (rect.x - 2 * blur, rect.y - 2 * blur + stage.px(3)))
    picture = die_picture(stage, pose.side, rect.w)
    if pose.angle:
        picture = pygame.transform.rotozoom(picture, pose.angle, 1.0 + 0.15 * pose.hop)
    middle = (rect.centerx, rect.centery - round(0.35 * pose.hop * rect.h))
    target.blit(picture, picture.get_rect(center=middle))
