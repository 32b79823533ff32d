"""The rules of Fawlty Towers as pages of text."""

from towersim.common.messages import message as _
from towersim.rules.display import RulesPage, page
from towersim.rules.fawlty_towers.state import Options


def pages(given: Options | None = None) -> tuple[RulesPage, ...]:
    """Return the pages for a game with these options; None: the usual game."""
    options = given or Options()
    return _a_turn(options), _cards(options), _falls(), _founding(options), _end(options)


def _a_turn(options: Options) -> RulesPage:
    """Describe the table and a turn."""
    return page(
        _("A turn"),
        _(
            "On the table stand four towers, each begun with one cube. Beside them lie four "
            "columns of open cards. You want cards with high numbers, and cards whose symbols "
            "match."
        ),
        _(
            "When it is your turn, take a cube of any colour from the pool and put it on one of "
            "the towers. You have to; but which cube and which tower is yours to choose."
        ),
        _(
            "Then gravity decides. If everything stands, you may take one card. Its colour has to"
            " be the colour of your cube. White and black cards go with every cube."
        )
        if options.black_cards
        else _(
            "Then gravity decides. If everything stands, you may take one card. Its colour has to"
            " be the colour of your cube. White cards go with every cube; black ones are not in "
            "this game."
        ),
        _("It is your own hand that builds: cubes can stand askew, and they stay that way."),
        _("The first player begins.") if options.first_seat == "first" else "",
    )


def _cards(options: Options) -> RulesPage:
    """Describe which card may be taken."""
    return page(
        _("Which card?"),
        _(
            "The bottom card of a column – the one nearest to you – can always be taken, if the "
            "colour is right."
        ),
        _(
            "For a card further up, the tower has to pay: before your cube came, it must have "
            "held one cube for each card below the one you want. A red, a blue and another red "
            "card below ask for two red cubes and a blue one. Their order does not matter."
        ),
        _(
            "A white card below asks for one more cube of any colour. A black card below blocks "
            "the way: it has to be taken first."
        )
        if options.black_cards
        else _("A white card below asks for one more cube of any colour."),
        _(
            "When a card is taken, those above slide down and the deck adds one at the top. Cards"
            " you may take glow and carry a tick. Point at any card to read what it needs."
        ),
    )


def _falls() -> RulesPage:
    """Describe what a fall is."""
    return page(
        _("When it falls"),
        _(
            "A tower has fallen as soon as one of its cubes touches the table, leaves it, or "
            "comes to rest on another tower. Only the base may lie on the table. Nobody has to "
            "judge: the simulation detects it."
        ),
        _(
            "All cubes of the tower go back to the pool, and so do those of any other tower that "
            "lost a cube along with it."
        ),
        _(
            "In your hand the cube meets everything. As soon as any tower has lost a cube to the "
            "table, your hand opens by itself, wherever it is."
        ),
        _("A cube belongs to the tower that it is over when you let go."),
    )


def _founding(options: Options) -> RulesPage:
    """Describe how a tower is founded, after a fall or by choice."""
    if not options.fall_card:
        card = _("As you have agreed, founding a tower after a fall earns no card.")
    elif options.black_cards:
        card = _(
            "With this cube a bottom card of its colour may be taken, or a white or black one."
        )
    else:
        card = _("With this cube a bottom card of its colour may be taken, or a white one.")
    return page(
        _("A new tower"),
        _("Whoever made a tower fall sets one cube on a free place as the base of a new tower."),
        card,
        _(
            "The same holds if only a neighbour fell and your own cube stood: it stays where it "
            "is, earns no other card, and you found a tower."
        ),
        _(
            "If a founding cube falls off the table or comes to rest on another tower, set "
            "another one. After the third such cube your turn is over."
        ),
        _(
            "As long as a place is free, anybody may found a tower there instead of building up; "
            "that earns a bottom card only."
        ),
    )


def _end(options: Options) -> RulesPage:
    """Describe the end and the score."""
    return page(
        _("The end, and points"),
        _(
            "The game ends when two columns are empty – or when the pool is empty, or when nobody"
            " has taken a card for three full rounds."
        ),
        _("As you have agreed, only 30 of the cards are in play.") if options.short else "",
        _(
            "Every card counts its number. Symbols count in sets: three cards with the same "
            "symbol are worth 5 more, five of them 10. A sixth starts the next set."
        ),
        _(
            "The highest total wins. In a tie it is the player with more cards; if even that is "
            "equal, the win is shared."
        ),
    )
