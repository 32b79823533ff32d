"""The rules of Bausack as pages of text."""

from towersim.common.messages import message as _
from towersim.rules.bausack.state import Options
from towersim.rules.display import RulesPage, page


def pages(given: Options | None = None) -> tuple[RulesPage, ...]:
    """Return the pages for a game with these options; None: the usual game."""
    options = given or Options()
    return _a_turn(options), _build(options), _push(), _placing(), _end(options)


def _a_turn(options: Options) -> RulesPage:
    """Describe the pile and a turn."""
    return page(
        _("A turn"),
        _(
            "Seventy pieces of wood lie in the pile, and no two are alike. Everybody builds one "
            "tower on their own part of the table and has ten tokens, which only ever go to the "
            "bank."
        )
        if not options.short
        else _(
            "Thirty pieces of wood lie in the pile, as you have agreed, and no two are alike. "
            "Everybody builds one tower on their own part of the table and has ten tokens, which "
            "only ever go to the bank."
        ),
        _(
            "The first piece you get is your foundation: it alone may touch the table. All others "
            "have to stand on it, or on each other."
        ),
        _(
            "When it is your turn, look through the pile, take a piece into your hand and turn it "
            "about. Then build with it, or push it."
        ),
        _("Build if you would like to have it. Push if you would rather somebody else had to."),
    )


def _build(options: Options) -> RulesPage:
    """Describe the auction."""
    return page(
        _("Build"),
        _(
            "Name an opening bid; nothing at all is allowed. Then everybody in turn bids more or "
            "passes. Who has passed is out of this auction."
        ),
        _("If you opened, you may raise your own bid when it is your turn again.")
        if options.opener_may_raise
        else _("If you opened, you bid no more for this piece."),
        _(
            "The highest bidder pays the bank and places the piece at once. If nobody bids more "
            "than you, it is yours for what you bid."
        ),
        _(
            "Were you outbid in your own turn? Then it is still your turn: build with another "
            "piece, or push one."
        ),
        _(
            "If the winner's tower collapses with that piece, it is back in the pile, but you "
            "have to choose another one, if there is another."
        ),
    )


def _push() -> RulesPage:
    """Describe how a piece goes round."""
    return page(
        _("Push"),
        _(
            "The piece goes to the next player, who accepts it and has to place it – or pays one "
            "token to pass it on. The one after that pays two, the next three, and so on."
        ),
        _("It may come all the way round, to you as well. Who cannot pay has to accept."),
    )


def _placing() -> RulesPage:
    """Describe the placing and a collapse."""
    return page(
        _("Placing"),
        _(
            "Drag the piece onto your tower; it begins as you had turned it. With the piece in "
            "your hand you may nudge your own tower gently. Nothing else of it may be touched, "
            "and once you let go, the piece is placed."
        ),
        _(
            "You can let go over your own part of the table only, and the hand stops the piece "
            "first."
        ),
        _(
            "In your hand a piece passes in front of the other towers, and where it hides one you "
            "cannot let go. Once let go it meets everything; on another's tower it has fallen."
        ),
        _(
            "Your tower has collapsed as soon as any piece but the foundation touches the table, "
            "for whatever reason and at any time – the one in your hand counts, too. So it has if "
            "you push your foundation out of your part of the table."
        ),
        _(
            "Then you are out: your pieces go back to the pile and your tokens to the bank. A "
            "falling tower can take a neighbour's with it."
        ),
    )


def _end(options: Options) -> RulesPage:
    """Describe the end."""
    return page(
        _("The end"),
        _(
            "The last tower that stands wins, even if it stood only for a moment longer than the "
            "others. Towers that fall in the same moment share the win. Whoever has no foundation "
            "yet is still in."
        ),
        _("If all pieces are placed and several towers stand, it is a draw.")
        if options.tie_break == "none"
        else _(
            "If all pieces are placed and several towers stand, the tallest wins, as you have "
            "agreed: the height measurer decides to the millimetre."
        ),
        _("The height measurer can be used at any time. Drag its slider to compare towers."),
    )
