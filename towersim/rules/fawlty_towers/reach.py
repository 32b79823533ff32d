"""The cards of Fawlty Towers that a cube on a tower wins, and the reasons for refusing others."""

from collections.abc import Sequence

from towersim.common.messages import message as _, plural
from towersim.rules.fawlty_towers.cards import COLOUR_NAMES, CUBES, WILD, Card, Colour
from towersim.rules.fawlty_towers.state import Columns, Refusals, Take

COUNTS = (_("none"), _("one"), _("two"), _("three"), _("four"), _("five"))


def refusal(column: Sequence[Card], row: int, cube: Colour, held: Sequence[Colour]) -> str | None:
    """Return the reason why a cube on a tower of `held` cubes does not win a card, or None.

    Each card below the wanted one needs a cube of its own among `held`, of the card's colour; a
    white card is matched by any cube.
    """
    card, below = column[row], [card.colour for card in column[:row]]
    if card.colour not in (cube, *WILD):
        return _(
            "its colour is {colour}, the cube is {cube}",
            colour=COLOUR_NAMES[card.colour],
            cube=COLOUR_NAMES[cube],
        )
    if Colour.BLACK in below:
        return _("a black card lies below it")
    for colour in CUBES:
        if below.count(colour) > held.count(colour):
            return plural(
                "{needed} {colour} cube is needed for the cards below it, the tower held {had}",
                "{needed} {colour} cubes are needed for the cards below it, the tower held {had}",
                below.count(colour),
                needed=COUNTS[below.count(colour)],
                colour=COLOUR_NAMES[colour],
                had=COUNTS[held.count(colour)],
            )
    if len(below) > len(held):
        return plural(
            "{needed} cube is needed for the cards below it, the tower held {had}",
            "{needed} cubes are needed for the cards below it, the tower held {had}",
            len(below),
            needed=COUNTS[len(below)],
            had=COUNTS[len(held)],
        )
    return None


def refusals(columns: Columns, cube: Colour, held: Sequence[Colour]) -> Refusals:
    """Return `refusal` for each open card, in the shape of `columns`."""
    return tuple(
        tuple(refusal(column, row, cube, held) for row in range(len(column))) for column in columns
    )


def takes(columns: Columns, cube: Colour, held: Sequence[Colour]) -> tuple[Take, ...]:
    """Return every card that may be taken with this cube on a tower of `held` cubes."""
    return tuple(
        Take(column, row)
        for column, reasons in enumerate(refusals(columns, cube, held))
        for row, reason in enumerate(reasons)
        if reason is None
    )
