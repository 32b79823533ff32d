"""The pictures on the path of chapters: thumbnails of challenges, medals, and the road."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

import pygame

from towersim.common.messages import Message, message as _
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.plan import Plan
from towersim.rules.practice.table import table_of
from towersim.ui.build.pages import framed
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.stacking.draw_blocks import fixed_kind, table_pieces

MEDALS: Final[Mapping[str, tuple[Message, theme.RGB, theme.RGB]]] = MappingProxyType(
    {
        "none": (_("no medal yet"), (232, 222, 204), (206, 190, 164)),
        "bronze": (_("bronze"), (204, 140, 90), (140, 84, 44)),
        "silver": (_("silver"), (204, 208, 214), (128, 132, 140)),
        "gold": (_("gold"), (240, 198, 76), (176, 128, 24)),
    }
)
"""The word, the colour and the rim of each medal of a chapter."""
RIBBON: Final = ((176, 52, 44), (126, 36, 32))
"""The colours of the two tails of a medal's ribbon."""
PALE: Final = (216, 198, 168)
"""Colour of a star not won yet, and of the road to come."""
WALKED: Final = (206, 150, 84)
"""Colour of the road to the suggested challenge."""


def thumbnail(size: tuple[int, int], challenge: Challenge, plan: Plan | None) -> pygame.Surface:
    """Return a picture of a challenge as a plan leaves it, or as it begins."""
    pieces = table_pieces(table_of(challenge))
    placed = [(fixed_kind(block), block.pose) for block in challenge.fixed]
    placed += [(piece.kind, piece.at) for piece in challenge.standing] if plan is None else []
    placed += plan.steps[-1].rest if plan is not None else []
    if not placed:
        first = challenge.pieces[0]
        placed = [(first.kind, Pose(0.0, -extent(first.shape, Pose(0.0, 0.0, 0.0))[0].y, 0.0))]
    shown = [(kind, pieces[kind].shape, pose) for kind, pose in placed]
    return framed(size, Sprites(pieces), shown, challenge.table.width)


def draw_medal(canvas: Canvas, name: str, center: tuple[int, int], units: float) -> None:
    """Draw a medal on its ribbon, with its word below; `units` is the width of its disc."""
    px, (x, y) = canvas.px, center
    words, tint, rim = MEDALS[name]
    half = px(units / 2)
    if name != "none":
        for side, red in zip((-1, 1), RIBBON, strict=True):
            outer, inner = x + side * half, x + side * half // 4
            tail = [(x, y), (inner, y - 2 * half), (outer, y - 2 * half), (x + side * half // 2, y)]
            pygame.draw.polygon(canvas.target, red, tail)
    for radius, colour in ((1.0, rim), (0.82, tint)):
        pygame.draw.aacircle(canvas.target, colour, center, round(radius * half))
    canvas.sign("star", 0.56 * units, rim, center=center)
    room, at = (px(3.6 * units), px(22)), (x, y + half + px(2))
    canvas.text(words, 13, theme.SOFT_TEXT, room=room, midtop=at)


def draw_road(canvas: Canvas, points: Sequence[tuple[int, int]], tint: theme.RGB) -> None:
    """Draw a piece of the road through some points."""
    wide = canvas.px(10)
    for start, end in pairwise(points):
        pygame.draw.line(canvas.target, tint, start, end, wide)
        pygame.draw.aacircle(canvas.target, tint, end, wide // 2)
