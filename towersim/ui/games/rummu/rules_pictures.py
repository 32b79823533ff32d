"""The pictures beside the rules of Rummü."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from towersim.common.messages import message as _
from towersim.rules.rummu.cards import Card, Role, Suit, plain
from towersim.rules.rummu.state import Options, worth
from towersim.ui.cards.card_faces import draw_pile
from towersim.ui.cards.sketch import Sketch, sketch
from towersim.ui.games.rummu.nodes import BACK, face, role_face
from towersim.ui.rulebook import Picture

RED, BLUE, GREEN, YELLOW, BLACK = Suit


def _cards(*faces: tuple[Suit, int]) -> tuple[Role, ...]:
    return tuple(plain(Card(*card)) for card in faces)


def _joker(number: int, suit: Suit) -> Role:
    return Role(Card(YELLOW, number), suit)


def _rows(*rows: tuple[Sequence[Role], str]) -> Picture:
    """Return a picture of rows of cards, each with a short text below it."""

    @sketch
    def picture(on: Sketch) -> None:
        for index, (cards, text) in enumerate(rows):
            on.row([role_face(role) for role in cards], 0, 48 + 138 * index, 96, 0.46)
            on.text(text, 0, 101 + 138 * index, 15, "topleft")

    return picture


@sketch
def turn(on: Sketch) -> None:
    """Draw deck, discard pile and hand."""
    draw_pile(on.canvas, BACK, on.spot(43.5, 55, 110), 24)
    on.row([BACK, BACK, BACK, face(Card(BLUE, 4))], 115, 55, 110, 0.2)
    on.text(_("deck"), 43.5, 124, 15, "midtop", soft=True)
    on.text(_("discards"), 187, 124, 15, "midtop", soft=True)
    on.sign("arrow", (130, 190), 40, turn=180)
    hand = (Card(RED, 3), Card(RED, 4), Card(RED, 5), Card(GREEN, 7), Card(BLACK, 7))
    on.fan([face(card) for card in hand], (0, 230, 260, 140), 110, 14)


COMBINATIONS: Final = _rows(
    (_cards((RED, 6), (BLUE, 6), (GREEN, 6), (BLACK, 6)), _("a set of four")),
    (_cards((BLUE, 2), (BLUE, 3), (BLUE, 4)), _("a run of one colour")),
    (_cards((RED, 7), (BLACK, 8), (GREEN, 9)), _("a mixed run")),
)
JOKERS: Final = _rows(
    ((*_cards((RED, 3), (RED, 4)), _joker(5, RED)), _("the yellow 5 stands for the red 5")),
    ((*_cards((BLACK, 8), (GREEN, 8)), _joker(8, BLUE)), _("a set with a joker")),
    (_cards((BLUE, 0), (YELLOW, 1), (RED, 2)), _("here it is just yellow")),
)
COMING_OUT: Final = _rows(
    (_cards((BLUE, 5), (BLUE, 6), (BLUE, 7), (BLUE, 8)), _("four cards at once …")),
    (_cards((RED, 2), (GREEN, 2), (BLACK, 2)), _("… or three and")),
    (_cards((BLACK, 3), (RED, 4), (GREEN, 5)), _("three in the same turn")),
)
"""Two ways to come out with enough cards."""


def points(on: Sketch, options: Options) -> None:
    """Draw combinations and their points with these options."""
    set_of = _cards((RED, 6), (BLUE, 6), (GREEN, 6), (BLACK, 6))
    run = _cards(*((BLACK, n) for n in range(3, 9)))
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
        on.text(kind, 0, y, 17)
        for x, cell in zip((180, 256), cells, strict=True):
            on.text(cell, x, y, 17, "midright", soft=head, bold=not head)


def pictures(options: Options | None) -> tuple[Picture, ...]:
    """Return the pictures beside the pages of the rules for these options."""
    last = sketch(partial(points, options=options or Options()))
    return turn, COMBINATIONS, JOKERS, COMING_OUT, last
