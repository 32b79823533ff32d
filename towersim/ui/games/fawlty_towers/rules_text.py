"""The pages of the rules of Fawlty Towers."""

from typing import Final

from towersim.common.messages import message as _
from towersim.ui.games.fawlty_towers import rules_pictures as pictures
from towersim.ui.rulebook import Page, page

PAGES: Final[tuple[Page, ...]] = (
    page(
        _("A turn"),
        pictures.tower,
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
        ),
        _("It is your own hand that builds: cubes can stand askew, and they stay that way."),
    ),
    page(
        _("Which card?"),
        pictures.column,
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
        ),
        _(
            "When a card is taken, those above slide down and the deck adds one at the top. Cards"
            " you may take glow and carry a tick. Point at any card to read what it needs."
        ),
    ),
    page(
        _("When it falls"),
        pictures.fall,
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
            "The player who did it sets one cube on a free place as the base of a new tower. With"
            " this cube a bottom card of its colour may be taken, or a white or black one."
        ),
        _("As long as a place is free, anybody may found a tower there instead of building up."),
    ),
    page(
        _("The end, and points"),
        pictures.sets,
        _(
            "The game ends when two columns are empty – or when the pool is empty, or when nobody"
            " has taken a card for three full rounds."
        ),
        _(
            "Every card counts its number. Symbols count in sets: three cards with the same "
            "symbol are worth 5 more, five of them 10. A sixth starts the next set."
        ),
        _(
            "The highest total wins. In a tie it is the player with more cards; if even that is "
            "equal, the win is shared."
        ),
    ),
)
