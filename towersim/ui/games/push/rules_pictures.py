"""The pictures beside the rules of Push."""

from typing import Final

from towersim.common.messages import message as _
from towersim.rules.push.state import FACES, Card, Mark
from towersim.ui.cards.card_faces import draw_pile, draw_place
from towersim.ui.cards.sketch import Sketch, sketch
from towersim.ui.games.push.nodes import BACK, die_picture, face

Cards = tuple[Card, ...]

LOW: Final[Cards] = (Card(Mark.YELLOW, 5), Card(Mark.RED, 2))
ROLLING: Final[Cards] = (Card(Mark.YELLOW, 6), Card(Mark.ROLL), Card(Mark.BLUE, 4))
APART: Final = 0.257
"""Distance between the cards of a stack, as a share of their height."""


def _row(on: Sketch, x: float, y: float, cards: Cards, high: float) -> None:
    """Draw overlapping cards from the left edge `x`, around `y`."""
    on.row([face(card) for card in cards], x, y, high, APART)


@sketch
def flip(on: Sketch) -> None:
    """Draw the deck, a flipped card and the three kinds of card."""
    draw_pile(on.canvas, BACK, on.spot(50, 70, 140), 57)
    on.card(face(Card(Mark.PURPLE, 4)), on.spot(210, 70, 140))
    on.sign("arrow", (130, 70), 26, turn=-90)
    rows = ((Card(Mark.GREEN, 3), _("90 with points")), (Card(Mark.ROLL), _("18 roll cards")))
    for index, (card, text) in enumerate((*rows, (Card(Mark.SWITCH), _("12 switch cards")))):
        y = 207 + 78 * index
        on.card(face(card), on.spot(28, y, 70))
        on.text(text, 70, y, bold=True)


@sketch
def stacks(on: Sketch) -> None:
    """Draw a red 5, two stacks that refuse it and one that takes it."""
    _row(on, 0, 56, (Card(Mark.RED, 5),), 112)
    on.text(_("Where does it go?"), 96, 56, bold=True)
    lines = (
        (LOW, _("not here: a 5 and a red")),
        ((Card(Mark.GREEN, 1), Card(Mark.RED, 3)), _("not here: a red card")),
        ((Card(Mark.BLUE, 6), Card(Mark.ROLL)), _("here!")),
    )
    for index, (cards, text) in enumerate(lines):
        _row(on, 0, 175 + 92 * index, cards, 82)
        on.text(text, 92, 175 + 92 * index, soft=index < 2, bold=index == 2)


@sketch
def take(on: Sketch) -> None:
    """Draw stacks with their worth and their takers."""
    lines = (
        ((Card(Mark.YELLOW, 6), Card(Mark.GREEN, 5), Card(Mark.RED, 1)), _("12: Ada, who stopped")),
        (ROLLING, _("10 and the die: Bruno")),
        (LOW, _("7: Clara")),
    )
    for index, (cards, text) in enumerate(lines):
        _row(on, 0, 48 + 132 * index, cards, 96)
        on.text(text, 0, 112 + 132 * index, soft=index > 0, bold=index == 0)


@sketch
def die(on: Sketch) -> None:
    """Draw the six sides of the die, and a bench that loses a colour."""
    for index, side in enumerate(FACES):
        picture = die_picture(on.canvas.viewport, side, on.canvas.px(74))
        on.canvas.put(picture, on.at(88 * (index % 3), 88 * (index // 3)))
    _row(on, 0, 260, (Card(Mark.BLUE, 2), Card(Mark.BLUE, 6)), 96)
    on.text(_("Blue: 8 points gone"), 106, 260, bold=True)
    _row(on, 0, 368, (Card(Mark.GREEN, 4),), 96)
    on.text(_("Green stays"), 106, 368, soft=True)


@sketch
def bank(on: Sketch) -> None:
    """Draw a bench, and one of its colours face down."""
    _row(on, 0, 52, (Card(Mark.RED, 3), Card(Mark.RED, 6)), 104)
    _row(on, 140, 52, (Card(Mark.YELLOW, 2),), 104)
    on.sign("arrow", (50, 134), 26, turn=180)
    on.row([BACK] * 2, 0, 216, 104, 0.25)
    on.text(_("9 points, safe"), 120, 216, bold=True)
    spot = on.spot(157, 338, 104)
    draw_place(on.canvas, spot)
    on.card(face(Card(Mark.YELLOW, 2)), spot)
    on.text(_("still at risk:"), 0, 338, soft=True)


PICTURES: Final = (flip, stacks, take, die, bank)
"""The pictures beside the pages of the rules."""
