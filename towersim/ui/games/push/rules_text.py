"""The rules of Push as pages, with their pictures."""

from typing import Final

from towersim.common.messages import message as _
from towersim.rules.push.cards import FACES, Card, Mark
from towersim.ui.cards.card_faces import draw_pile, draw_place
from towersim.ui.cards.sketch import Sketch, sketch
from towersim.ui.games.push.nodes import BACK, die_picture, face
from towersim.ui.rulebook import Page, page

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
    for index, (card, words) in enumerate((*rows, (Card(Mark.SWITCH), _("12 switch cards")))):
        y = 207 + 78 * index
        on.card(face(card), on.spot(28, y, 70))
        on.words(words, 70, y, bold=True)


@sketch
def stacks(on: Sketch) -> None:
    """Draw a red 5, two stacks that refuse it and one that takes it."""
    _row(on, 0, 56, (Card(Mark.RED, 5),), 112)
    on.words(_("Where does it go?"), 96, 56, bold=True)
    lines = (
        (LOW, _("not here: a 5 and a red")),
        ((Card(Mark.GREEN, 1), Card(Mark.RED, 3)), _("not here: a red card")),
        ((Card(Mark.BLUE, 6), Card(Mark.ROLL)), _("here!")),
    )
    for index, (cards, words) in enumerate(lines):
        _row(on, 0, 175 + 92 * index, cards, 82)
        on.words(words, 92, 175 + 92 * index, soft=index < 2, bold=index == 2)


@sketch
def take(on: Sketch) -> None:
    """Draw stacks with their worth and their takers."""
    lines = (
        ((Card(Mark.YELLOW, 6), Card(Mark.GREEN, 5), Card(Mark.RED, 1)), _("12: Ada, who stopped")),
        (ROLLING, _("10 and the die: Bruno")),
        (LOW, _("7: Clara")),
    )
    for index, (cards, words) in enumerate(lines):
        _row(on, 0, 48 + 132 * index, cards, 96)
        on.words(words, 0, 112 + 132 * index, soft=index > 0, bold=index == 0)


@sketch
def die(on: Sketch) -> None:
    """Draw the six sides of the die, and a bench that loses a colour."""
    for index, side in enumerate(FACES):
        picture = die_picture(on.canvas.viewport, side, on.canvas.px(74))
        on.canvas.put(picture, on.at(88 * (index % 3), 88 * (index // 3)))
    _row(on, 0, 260, (Card(Mark.BLUE, 2), Card(Mark.BLUE, 6)), 96)
    on.words(_("Blue: 8 points gone"), 106, 260, bold=True)
    _row(on, 0, 368, (Card(Mark.GREEN, 4),), 96)
    on.words(_("Green stays"), 106, 368, soft=True)


@sketch
def bank(on: Sketch) -> None:
    """Draw a bench, and one of its colours face down."""
    _row(on, 0, 52, (Card(Mark.RED, 3), Card(Mark.RED, 6)), 104)
    _row(on, 140, 52, (Card(Mark.YELLOW, 2),), 104)
    on.sign("arrow", (50, 134), 26, turn=180)
    on.row([BACK] * 2, 0, 216, 104, 0.25)
    on.words(_("9 points, safe"), 120, 216, bold=True)
    spot = on.spot(157, 338, 104)
    draw_place(on.canvas, spot)
    on.card(face(Card(Mark.YELLOW, 2)), spot)
    on.words(_("still at risk:"), 0, 338, soft=True)


PAGES: Final[tuple[Page, ...]] = (
    page(
        _("A turn"),
        flip,
        _(
            "When it is your turn, you turn over the top card of the deck and put it on a "
            "stack. Then you choose: one card more, or stop? Every card makes the stacks "
            "worth more, and makes it harder to find a place for the next one."
        ),
        _(
            "The deck has 120 cards. Ninety have a number from 1 to 6 in one of five colours; "
            "each colour has a shape of its own. The number is what the card is worth."
        ),
        _(
            "Besides there are roll cards, with a die on them, and switch cards, with two "
            "arrows: they turn round the order in which the stacks are taken."
        ),
        _(
            "If the deck runs out in your turn, you stop. When those last stacks are taken, all "
            "count their points, on the bench and in the bank. Most points win; if two have the "
            "same, more cards do, and if even those are equal, the win is shared."
        ),
    ),
    page(
        _("Where does a card go?"),
        stacks,
        _(
            "There can be up to three stacks. No stack has the same colour twice, and none "
            "has the same number twice. Whatever does not clash you may put on any stack, or "
            "begin a new one while there are fewer than three."
        ),
        _("A roll card goes on any stack that has none yet, or begins a stack."),
        _(
            "A switch card lies beside the stacks. It never hurts; but with two players it "
            "does nothing."
        ),
        _(
            "Stacks that take the card shine. Below the others you read why they do not. "
            "Beside the deck you see how many of the cards that nobody has seen yet would "
            "fit: it is only what anyone could count."
        ),
    ),
    page(
        _("Stop, and take a stack"),
        take,
        _(
            "After any card you may stop. You take one of the stacks – a star marks the most "
            "valuable – and lay its cards on your bench. Then the others take one each, "
            "clockwise, as long as there are stacks. What is left over is discarded."
        ),
        _(
            "With one switch card on the table the others take the other way round. A second "
            "one turns it back again. It is always the next player's turn in the usual order."
        ),
        _("Think of the others while you build: what you leave lying, they get."),
    ),
    page(
        _("Too far, and the die"),
        die,
        _(
            "If a card fits on no stack, you have pushed too far. The card is discarded, you "
            "get no stack, and you roll the die. The others take stacks as usual."
        ),
        _(
            "The die shows one of the five colours, or a star. You lose all cards of that "
            "colour on your bench. The star is harmless – unless you have agreed that it "
            "costs the whole bench."
        ),
        _(
            "Whoever takes a stack with a roll card rolls as well, after everybody has taken: "
            "the new cards are at risk too. Beside the small die below such a stack you read "
            "what each colour would cost you."
        ),
    ),
    page(
        _("The bank"),
        bank,
        _(
            "Instead of flipping cards you can bank at the start of your turn. Choose one "
            "colour of your bench: all its cards are turned over and are safe from the die "
            "until the end. That is your whole turn."
        ),
        _("You may bank as often as you like, and the same colour more than once."),
        _(
            "A full bench makes every roll dear; a turn in the bank brings no new cards. When "
            "is it time?"
        ),
    ),
)
