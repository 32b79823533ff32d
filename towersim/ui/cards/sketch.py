"""A canvas for the pictures beside a card game's rules: cards, text and signs, in units."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import NamedTuple

import pygame

from towersim.ui.cards.card_faces import Face, card_size, draw_card
from towersim.ui.cards.nodes import Fan, fan_nodes
from towersim.ui.drawing.canvas import Canvas, Point
from towersim.ui.drawing.scenery import symbol
from towersim.ui.drawing.theme import ACCENT_DARK, RGB, SOFT_TEXT, TEXT
from towersim.ui.nodes.node import PLAIN, WIDE, NodeMarks, Spot, draw_node
from towersim.ui.rulebook import Picture


class Sketch(NamedTuple):
    """An area to draw on; `x`, `y` and heights are units from its upper left corner."""

    canvas: Canvas
    area: pygame.Rect

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return a point of the area in pixels."""
        px = self.canvas.px
        return self.area.x + (px(x) if x else 0), self.area.y + (px(y) if y else 0)

    def spot(self, x: float, y: float, high: float, angle: float = 0.0) -> Spot:
        """Return the spot of a card centred at a point."""
        return Spot(*self.at(x, y), self.canvas.px(high), angle)

    def card(self, face: Face, spot: Spot, marks: NodeMarks = PLAIN) -> None:
        """Draw a card."""
        draw_card(self.canvas, face, spot, marks)

    def fan(
        self,
        faces: Sequence[Face],
        box: tuple[float, float, float, float],
        high: float,
        arc: float = 0.0,
        marks: Sequence[NodeMarks] = (),
    ) -> None:
        """Draw a hand in a box of x, y, width and height; chosen cards come up."""
        px, size = self.canvas.px, card_size(self.canvas.px(high))
        area = pygame.Rect(self.at(*box[:2]), (px(box[2]), px(box[3])))
        cards = fan_nodes("fan", Fan(area, size, len(faces), arc), enumerate(faces), lift=px(16))
        for node, marked in zip(cards, marks or [PLAIN] * len(cards), strict=True):
            draw_node(self.canvas, node._replace(marks=marked))

    def row(self, faces: Sequence[Face], x: float, y: float, high: float, apart: float) -> None:
        """Draw cards side by side from the left edge `x`, `apart` in their height, around `y`."""
        first = self.spot(x, y, high)
        for index, face in enumerate(faces):
            off = (WIDE / 2 + index * apart) * first.height
            self.card(face, first._replace(x=first.x + off))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float = 16,
        anchor: str = "midleft",
        **style: bool,
    ) -> None:
        """Draw a line of text, `soft` or `bold`, with its `anchor` at (x, y); shrink it to fit."""
        tint = SOFT_TEXT if style.get("soft") else TEXT
        bold, at = style.get("bold", False), self.at(x, y)
        wide = self.area.right - at[0] if anchor.endswith("left") else self.area.w
        self.canvas.fitted(text, size, tint, wide, bold=bold, **{anchor: at})

    def sign(
        self, name: str, at: Point, size: float, *, turn: int = 0, tint: RGB = ACCENT_DARK
    ) -> None:
        """Draw one of the `signs` around a point, turned `turn` degrees anticlockwise."""
        picture = symbol(self.canvas.viewport, name, self.canvas.px(size), tint)
        self.canvas.put(pygame.transform.rotate(picture, turn), center=self.at(*at))


def sketch(draw: Callable[[Sketch], None]) -> Picture:
    """Return the picture of a rules page that calls `draw` on a `Sketch`."""

    @wraps(draw)
    def picture(canvas: Canvas, area: pygame.Rect) -> None:
        draw(Sketch(canvas, area))

    return picture
