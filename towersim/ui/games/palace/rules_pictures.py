"""The pictures beside the rules of Palace."""

from functools import partial

from towersim.common.messages import message as _
from towersim.rules.palace.state import Card, Options, Suit
from towersim.ui.cards.card_faces import Face
from towersim.ui.cards.sketch import Sketch, sketch
from towersim.ui.games.palace.nodes import BACK, PEEP, face
from towersim.ui.nodes.node import NodeMarks
from towersim.ui.rulebook import Picture

CLUBS, DIAMONDS, HEARTS, SPADES = Suit
GOES, STAYS = NodeMarks(legal=True, chosen=True), NodeMarks(dim=True)


def _faces(*cards: tuple[int, Suit]) -> list[Face]:
    return [face(Card(*card)) for card in cards]


@sketch
def seat(on: Sketch) -> None:
    """Draw a seat's cards: the hand, the face-up row, the blind cards."""
    on.row([BACK] * 3, 0, 84 - 96 * PEEP, 96, 0.808)
    on.row(_faces((5, HEARTS), (12, CLUBS), (10, SPADES)), 0, 84, 96, 0.808)
    on.text(_("3 blind, 3 face up"), 0, 8, 15, soft=True)
    on.fan(_faces((4, SPADES), (9, DIAMONDS), (9, CLUBS)), (0, 180, 250, 140), 116, 9)
    on.text(_("your hand, at first 3 cards"), 0, 170, 15, soft=True)


def turn(on: Sketch, *, equal: bool) -> None:
    """Draw a pile with an 8, and a hand with cards that may be played on it."""
    on.card(face(Card(8, SPADES)), on.spot(60, 76, 120))
    on.sign("arrow", (135, 59), 22)
    on.text(_("an 8 or higher") if equal else _("higher than an 8"), 124, 92)
    hand = _faces((4, CLUBS), (8, HEARTS), (11, SPADES), (11, HEARTS))
    on.fan(hand, (0, 170, 258, 150), 112, 7, (STAYS, GOES if equal else STAYS, GOES, GOES))
    on.text(_("Both jacks go, alone or together."), 0, 346, 15, soft=True)


@sketch
def magic(on: Sketch) -> None:
    """Draw the four magic cards and their effects."""
    lines = (
        ((2, HEARTS), (_("on everything;"), _("then: higher than a 2"))),
        ((3, CLUBS), (_("on everything;"), _("counts as absent"))),
        ((7, DIAMONDS), (_("the next one"), _("goes lower"))),
        ((10, SPADES), (_("on everything;"), _("burns the pile"))),
    )
    for index, (card, effects) in enumerate(lines):
        y = 44 + 98 * index
        on.card(face(Card(*card)), on.spot(34, y, 84))
        for row, line in enumerate(effects):
            on.text(line, 80, y - 11 + 22 * row)


@sketch
def burning(on: Sketch) -> None:
    """Draw four alike on a pile, and a flame."""
    on.row(_faces(*((6, suit) for suit in Suit)), 0, 76, 116, 0.42)
    on.sign("flame", (120, 196), 70, tint=(240, 130, 48))
    on.text(_("Four alike burn the pile,"), 0, 262)
    on.text(_("also one by one."), 0, 286)


@sketch
def blind(on: Sketch) -> None:
    """Draw three blind cards, one of them being turned over."""
    on.row([BACK] * 2, 0, 80, 104, 0.801)
    on.card(face(Card(14, DIAMONDS)), on.spot(204, 64, 104, -6), NodeMarks(legal=True))
    on.text(_("Nobody knows them, not even you."), 0, 172)


def pictures(options: Options | None) -> tuple[Picture, ...]:
    """Return the pictures beside the pages of the rules for these options."""
    played = sketch(partial(turn, equal=bool(options and options.equal_allowed)))
    return seat, played, magic, burning, blind
