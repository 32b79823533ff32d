"""The rules of Rummü as pages, with their pictures."""

from collections.abc import Sequence
from typing import Final

from towersim.common.messages import message as _
from towersim.rules.rummu.cards import Card, Role, Suit, plain
from towersim.rules.rummu.score import worth
from towersim.rules.rummu.state import Options
from towersim.ui.cards.card_faces import draw_pile
from towersim.ui.cards.sketch import Sketch, sketch
from towersim.ui.games.rummu.nodes import BACK, face, role_face
from towersim.ui.rulebook import Page, page

RED, BLUE, GREEN, YELLOW, BLACK = Suit


def _cards(*faces: tuple[Suit, int]) -> tuple[Role, ...]:
    return tuple(plain(Card(*card)) for card in faces)


def _joker(number: int, suit: Suit) -> Role:
    return Role(Card(YELLOW, number), suit)


def _rows(on: Sketch, *rows: tuple[Sequence[Role], str]) -> None:
    """Draw rows of cards, each with a short text below it."""
    for index, (cards, words) in enumerate(rows):
        on.row([role_face(role) for role in cards], 0, 48 + 138 * index, 96, 0.46)
        on.words(words, 0, 101 + 138 * index, 15, "topleft")


@sketch
def turn(on: Sketch) -> None:
    """Draw deck, discard pile and hand."""
    draw_pile(on.canvas, BACK, on.spot(43.5, 55, 110), 24)
    on.row([BACK, BACK, BACK, face(Card(BLUE, 4))], 115, 55, 110, 0.2)
    on.words(_("deck"), 43.5, 124, 15, "midtop", soft=True)
    on.words(_("discards"), 187, 124, 15, "midtop", soft=True)
    on.sign("arrow", (130, 190), 40, turn=180)
    hand = (Card(RED, 3), Card(RED, 4), Card(RED, 5), Card(GREEN, 7), Card(BLACK, 7))
    on.fan([face(card) for card in hand], (0, 230, 260, 140), 110, 14)


@sketch
def combinations(on: Sketch) -> None:
    """Draw a set and two runs."""
    _rows(
        on,
        (_cards((RED, 6), (BLUE, 6), (GREEN, 6), (BLACK, 6)), _("a set of four")),
        (_cards((BLUE, 2), (BLUE, 3), (BLUE, 4)), _("a run of one colour")),
        (_cards((RED, 7), (BLACK, 8), (GREEN, 9)), _("a mixed run")),
    )


@sketch
def jokers(on: Sketch) -> None:
    """Draw possible roles of yellow cards."""
    _rows(
        on,
        ((*_cards((RED, 3), (RED, 4)), _joker(5, RED)), _("the yellow 5 stands for the red 5")),
        ((*_cards((BLACK, 8), (GREEN, 8)), _joker(8, BLUE)), _("a set with a joker")),
        (_cards((BLUE, 0), (YELLOW, 1), (RED, 2)), _("here it is just yellow")),
    )


@sketch
def coming_out(on: Sketch) -> None:
    """Draw two ways to come out with enough cards."""
    _rows(
        on,
        (_cards((BLUE, 5), (BLUE, 6), (BLUE, 7), (BLUE, 8)), _("four cards at once …")),
        (_cards((RED, 2), (GREEN, 2), (BLACK, 2)), _("… or three and")),
        (_cards((BLACK, 3), (RED, 4), (GREEN, 5)), _("three in the same turn")),
    )


@sketch
def points(on: Sketch) -> None:
    """Draw combinations and their points."""
    set_of = _cards((RED, 6), (BLUE, 6), (GREEN, 6), (BLACK, 6))
    run, options = _cards(*((BLACK, n) for n in range(3, 9))), Options()
    mixed = _cards((RED, 3), (BLUE, 4), (GREEN, 5), (BLACK, 6))

    def brings(*cards: Role) -> str:
        return str(worth(cards, options))

    table = (
        ("", _("mixed"), _("pure")),
        (_("Set of 3"), "0", "0"),
        (_("Set of 4"), brings(*set_of[:3], _joker(6, BLACK)), brings(*set_of)),
        (_("Set of 5"), "50", "–"),
        (_("Run of 3"), brings(*mixed[:3]), brings(*run[:3])),
        (_("Run of 4"), brings(*mixed), brings(*run[:4])),
        (_("Run of 5"), str(options.five_run_mixed), str(options.five_run_pure)),
        (_("each further"), "+10", "+10"),
    )
    for index, (kind, *cells) in enumerate(table):
        y, head = 36 * index + 14, index == 0
        on.words(kind, 0, y, 17)
        for x, cell in zip((180, 256), cells, strict=True):
            on.words(cell, x, y, 17, "midright", soft=head, bold=not head)


PAGES: Final[tuple[Page, ...]] = (
    page(
        _("A turn"),
        turn,
        _(
            "There are five colours, each with the numbers 0 to 9; the 1 and the 7 are there "
            "twice. You want to lay your cards in combinations, and to be the first without a "
            "card."
        ),
        _(
            "First you draw: one card from the deck, or cards from the discard pile. From the "
            "pile you take the top one, then the next, as many as you like. Each turns over as it "
            "comes."
        ),
        _("Then you may lay cards on the table, as many as you like and can."),
        _(
            "At the end you discard one card. That is a must: a card has to be left for it. "
            "Whoever discards the last card goes out, and the round is over."
        ),
    ),
    page(
        _("Combinations"),
        combinations,
        _("Three cards or more make a combination, of one of two kinds."),
        _("A set is cards of one number in different colours, so five at most."),
        _(
            "A run is cards with numbers in a row. Either all have one colour, and it may go from "
            "0 to 9; or they are mixed, and then no colour may be there twice."
        ),
        _("The same card is never twice in a combination. The 9 is not followed by the 0."),
        _(
            "Build on the workbench: it says what your cards are, what they bring, or what is "
            "wrong with them."
        ),
    ),
    page(
        _("Yellow cards"),
        jokers,
        _(
            "A yellow card may be a joker: it stands for the card of its own number in another "
            "colour. A small shape on it shows for which. In a set a yellow card always counts as "
            "a joker."
        ),
        _(
            "A run of one colour needs more other cards than jokers. A mixed run and a set may "
            "have one joker only. In a run a yellow card may also just be yellow."
        ),
        _(
            "If you hold the very card that a joker stands for, you may put it there and get the "
            "joker into your hand, to use it again at once or later."
        ),
    ),
    page(
        _("Coming out"),
        coming_out,
        _(
            "The first time you lay in a round you have to come out: with enough cards in one "
            "turn, in one combination or in several together. In the first round it takes four "
            "cards."
        ),
        _(
            "Later it depends on your score: three cards below 0, four below 100, five below 150, "
            "and six from there on. Partners need four below 200, five below 400, then six."
        ),
        _(
            "Once out, you may also add cards to any combination on the table, one or several at "
            "once, and exchange jokers. Combinations only grow: they are never taken apart or "
            "joined. A combination scores for the one who laid it first."
        ),
    ),
    page(
        _("Points"),
        points,
        _(
            "When a round is over, each combination brings points to whoever laid it. It is pure "
            "if no joker is in it and, for a run, all is one colour. Sets of 1s and of 7s bring "
            "half."
        ),
        _(
            "Going out brings 10. A red card left in the hand costs 10, any other 5. The partner "
            "of whoever goes out pays nothing."
        ),
        _(
            "If deck and discards are used up, or nobody lays a card for ten times round the "
            "table, the round ends as well, and nobody has gone out."
        ),
        _(
            "With 200 points the game is over, for partners with 500, or after the rounds agreed "
            "on, 30 at the latest. Most points win; a tie is shared."
        ),
    ),
)
