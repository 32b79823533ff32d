"""The rules of Palace as pages of text."""

from towersim.common.messages import message as _
from towersim.rules.display import RulesPage, page
from towersim.rules.palace.state import Options


def pages(given: Options | None = None) -> tuple[RulesPage, ...]:
    """Return the pages for a game with these options; None: the usual game."""
    options = given or Options()
    return _goal(options), _a_turn(options), _magic(options), _burning(), _blind(options)


def _goal(options: Options) -> RulesPage:
    """Describe the goal and the deal."""
    return page(
        _("Get rid of everything"),
        _("Whoever is left with cards at the end has lost; the first to be without any wins.")
        if options.end == "last-loses"
        else _("The first to be without any cards wins, and the game is over."),
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
        _("While the stock lasts, your hand is filled up to three cards after you have played.")
        if options.stock
        else _("The cards that were not dealt stay out of the game; hands are not filled up."),
        _("The player to the left of the dealer begins.")
        if options.first_seat == "left-of-dealer"
        else _("The die says who begins."),
    )


def _a_turn(options: Options) -> RulesPage:
    """Describe a turn."""
    return page(
        _("A turn"),
        _(
            "Play a card that is higher than the one on top of the pile. Suits mean nothing; the "
            "ace is the highest. Where there is no pile, any card will do."
        )
        if not options.equal_allowed
        else _(
            "Play a card that is as high as the one on top of the pile, or higher. Suits mean "
            "nothing; the ace is the highest. Where there is no pile, any card will do."
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
        _("You may take the pile even if you could play.") if options.may_decline else "",
    )


def _magic(options: Options) -> RulesPage:
    """Describe the magic cards."""
    return page(
        _("Magic cards"),
        _("A 2 can always be played. The next player only has to beat the 2."),
        _(
            "A 3 can always be played and is invisible: the next player has to beat what lies "
            "below it. If only 3s lie there, anything goes."
        ),
        _(
            "A 10 can always be played. It burns the pile: all of it is out of the game, and the "
            "same player starts a new one."
        ),
        _("After a 7 the next player has to go lower, or play a 2, 3 or 10.")
        if not options.equal_allowed
        else _("After a 7 the next player has to go lower, or play another 7, a 2, 3 or 10."),
        _("Only that one player: a 3 on the 7 has answered it, so after that it is higher again.")
        if not options.seven_shines_through
        else _("A 3 on the 7 passes this on: the player after that still has to go lower."),
    )


def _burning() -> RulesPage:
    """Describe how a pile burns."""
    return page(
        _("Burning the pile"),
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
    )


def _blind(options: Options) -> RulesPage:
    """Describe the blind cards and the end."""
    return page(
        _("The blind cards, and the end"),
        _(
            "When hand and face-up row are gone, turn over one blind card a turn. If it goes, it "
            "is played, with whatever it does. If it does not, it comes into your hand together "
            "with the pile, and you have to get rid of all that first."
        ),
        _(
            "The game ends when only one player has cards. Everybody scores one point for each "
            "player that was left behind."
        )
        if options.end == "last-loses"
        else _(
            "The game ends when the first player has no cards. The others rank by how few they "
            "hold; everybody scores one point for each player that was left behind."
        ),
        _(
            "If the same cards go round for very long – twenty piles taken for each player, "
            "without a card from anywhere else – the game ends, too, and fewer cards are better."
        ),
    )
