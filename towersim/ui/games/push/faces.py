"""Card faces of Push: painted in their colour, with the colour's own shape."""

from typing import Final

import pygame

from towersim.rules.push.cards import COLOURS, Card, Mark
from towersim.ui.cards.card_faces import Face, back_face, colour_face
from towersim.ui.cards.draw_felt import Cloth
from towersim.ui.drawing.marks import COLOUR_SHAPES, symbol
from towersim.ui.drawing.theme import ACCENT_DARK, RGB, Stage, ink

SIGNS: Final = {
    **{colour: COLOUR_SHAPES[colour] for colour in COLOURS},
    Mark.STAR: "star",
    Mark.ROLL: "die",
    Mark.SWITCH: "switch",
}
"""The shape of each mark on cards and on the die."""
BACK: Final = back_face("die", (150, 96, 44))
CLOTH: Final = Cloth(felt=(66, 76, 100), back=BACK)


def face(card: Card) -> Face:
    """Return the face of a card.

    >>> face(Card(Mark.RED, 3))[:2], face(Card(Mark.ROLL)).sign
    (('3', 'diamond'), 'die')
    """
    if card.number:
        return colour_face(str(card.number), card.mark)
    return Face("", SIGNS[card.mark], ink("black" if card.mark is Mark.ROLL else "white"), 1)


def sign(stage: Stage, mark: Mark, size: int, tint: RGB | None = None) -> pygame.Surface:
    """Return the shape of a mark, `size` in pixels; in its own colour unless told otherwise."""
    own = ACCENT_DARK if mark is Mark.STAR else ink(mark).body
    return symbol(stage, SIGNS[mark], size, own if tint is None else tint)
