"""The rules of Palace as pages, with their pictures."""

from typing import Final

from towersim.common.messages import message as _
from towersim.rules.palace.cards import Card, Suit
from towersim.ui.cards.card_faces import Face
from towersim.ui.cards.sketch import Sketch, sketch
from towersim.ui.games.palace.layout import PEEP
from towersim.ui.games.palace.nodes import BACK, face
from towersim.ui.nodes.node import NodeMarks
from towersim.ui.rulebook import Page, page

CLUBS, DIAMONDS, HEARTS, SPADES = Suit
GOES, STAYS = NodeMarks(legal=True, chosen=True), NodeMarks(dim=True)


def _faces(*cards: tuple[int, Suit]) -> list[Face]:
    return [face(Card(*card)) for card in cards]


@sketch
def seat(on: Sketch) -> None:
    """Draw a seat's cards: the hand, the face-up row, the blind cards."""
    on.row([BACK] * 3, 0, 84 - 96 * PEEP, 96, 0.808)
    on.row(_faces((5, HEARTS), (12, CLUBS), (10, SPADES)), 0, 84, 96, 0.808)
    on.words(_("3 blind, 3 face up"), 0, 8, 15, soft=True)
    on.fan(_faces((4, SPADES), (9, DIAMONDS), (9, CLUBS)), (0, 180, 250, 140), 116, 9)
    on.words(_("your hand, at first 3 cards"), 0, 170, 15, soft=True)


@sketch
def turn(on: Sketch) -> None:
    """Draw a pile that demands more than an 8, and a hand with such a card."""
    on.card(face(Card(8, SPADES)), on.spot(60, 76, 120))
    on.sign("arrow", (135, 59), 22)
    on.words(_("higher than an 8"), 124, 92)
    hand = _faces((4, CLUBS), (8, HEARTS), (11, SPADES), (11, HEARTS))
    on.fan(hand, (0, 170, 258, 150), 112, 7, (STAYS, STAYS, GOES, GOES))
    on.words(_("Both jacks go, alone or together."), 0, 346, 15, soft=True)


@sketch
def magic(on: Sketch) -> None:
    """Draw the four magic cards and their effects."""
    lines = (
        ((2, HEARTS), (_("on everything;"), _("then: higher than a 2"))),
        ((3, CLUBS), (_("on everything;"), _("counts as absent"))),
        ((7, DIAMONDS), (_("the next one"), _("goes lower"))),
        ((10, SPADES), (_("on everything;"), _("burns the pile"))),
    )
    for index, (card, words) in enumerate(lines):
        y = 44 + 98 * index
        on.card(face(Card(*card)), on.spot(34, y, 84))
        for row, line in enumerate(words):
            on.words(line, 80, y - 11 + 22 * row)


@sketch
def burning(on: Sketch) -> None:
    """Draw four alike on a pile, and a flame."""
    on.row(_faces(*((6, suit) for suit in Suit)), 0, 76, 116, 0.42)
    on.sign("flame", (120, 196), 70, tint=(240, 130, 48))
    on.words(_("Four alike burn the pile,"), 0, 262)
    on.words(_("also one by one."), 0, 286)


@sketch
def blind(on: Sketch) -> None:
    """Draw three blind cards, one of them being turned over."""
    on.row([BACK] * 2, 0, 80, 104, 0.801)
    on.card(face(Card(14, DIAMONDS)), on.spot(204, 64, 104, -6), NodeMarks(legal=True))
    on.words(_("Nobody knows them, not even you."), 0, 172)


@sketch
def agreed(on: Sketch) -> None:
    """Draw a 3 on a 7, and its two meanings."""
    on.row(_faces((7, CLUBS), (3, HEARTS)), 0, 76, 116, 0.3)
    on.sign("arrow", (142, 54), 22)
    on.sign("arrow", (142, 100), 22, turn=180)
    on.words(_("answered: higher than a 7;"), 0, 160)
    on.words(_("or: still lower than a 7"), 0, 184)


PAGES: Final[tuple[Page, ...]] = (
    page(
        _("Get rid of everything"),
        seat,
        _("Whoever is left with cards at the end has lost; the first to be without any wins."),
        _(
            "Three cards lie face down in front of you. Nobody has seen them, you neither: they "
            "are your blind cards. Six more are in your hand. Choose three of those to lie face "
            "up on the blind ones, for all to see."
        ),
        _(
            "You play from your hand as long as you have one. Then the face-up cards are played, "
            "and last of all the blind ones. It is wise to keep good cards for later – and wise "
            "not to keep them too long."
        ),
        _("While the stock lasts, your hand is filled up to three cards after you have played."),
    ),
    page(
        _("A turn"),
        turn,
        _(
            "Play a card that is higher than the one on top of the pile. Suits mean nothing; the "
            "ace is the highest. Where there is no pile, any card will do."
        ),
        _("You may play several cards at once if they are of the same rank."),
        _(
            "Above the pile you read what it asks for. Your cards that go shine, the others are "
            "dark; point at one to read why."
        ),
        _(
            "If nothing of yours goes, you take the whole pile into your hand. Your turn is over "
            "then, and the next player starts a new pile."
        ),
    ),
    page(
        _("Magic cards"),
        magic,
        _("A 2 can always be played. The next player only has to beat the 2."),
        _(
            "A 3 can always be played and is invisible: the next player has to beat what lies "
            "below it. If only 3s lie there, anything goes."
        ),
        _(
            "A 10 can always be played. It burns the pile: all of it is out of the game, and the "
            "same player starts a new one."
        ),
        _(
            "After a 7 the next player has to go lower, or play a 2, 3 or 10. Only that one "
            "player: a 3 on the 7 has answered it, so after that it is higher again."
        ),
    ),
    page(
        _("Burning the pile"),
        burning,
        _(
            "Four cards of one rank on top burn the pile, whether they were played at once or one"
            " after the other by different players. As with a 10, whoever played the last of them"
            " plays again."
        ),
        _("3s are invisible, so they burn only as four 3s."),
        _(
            "You can also go out with a 10, with four alike or with any other magic card. If your"
            " last card burns the pile, the next player starts a new one; any other stays as it "
            "lies, and the next player has to answer it."
        ),
    ),
    page(
        _("The blind cards, and the end"),
        blind,
        _(
            "When hand and face-up row are gone, turn over one blind card a turn. If it goes, it "
            "is played, with whatever it does. If it does not, it comes into your hand together "
            "with the pile, and you have to get rid of all that first."
        ),
        _(
            "The game ends when only one player has cards. Everybody scores one point for each "
            "player that was left behind."
        ),
        _(
            "If the same cards go round for very long – twenty piles taken for each player, "
            "without a card from anywhere else – the game ends, too, and fewer cards are better."
        ),
    ),
    page(
        _("What you can agree on"),
        agreed,
        _(
            "Stock: hands are refilled from the cards that were not dealt; or those stay out of "
            "the game, which is quicker."
        ),
        _(
            "Equal cards: usually a card has to be higher than the one on the pile; or the same "
            "rank will do, too."
        ),
        _(
            "A 3 on a 7: usually the 3 has answered the 7; or the 7 shines through, and the next "
            "player still has to go lower."
        ),
        _("Taking the pile: usually only who cannot play takes it; or anybody may."),
        _("Who begins: usually the first seat, to the left of the dealer; or the die says it."),
        _(
            "End: usually one player after the other goes out until one is left; or the game is "
            "over as soon as the first one is out."
        ),
    ),
)
