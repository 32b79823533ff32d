"""The rules of Palace in our own words, page by page."""

from typing import Final

from towersim.common.messages import message as _
from towersim.ui.games.palace import rules_pictures as pictures
from towersim.ui.rulebook import Page, page

PAGES: Final[tuple[Page, ...]] = (
    page(
        _("Get rid of everything"),
        pictures.seat,
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
        pictures.turn,
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
        pictures.magic,
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
        pictures.burning,
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
        pictures.blind,
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
        pictures.agreed,
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
