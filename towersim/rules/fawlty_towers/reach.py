"""Which card of Fawlty Towers may be taken with a cube on a tower, and if not, why."""

from collections.abc import Sequence

from towersim.rules.fawlty_towers.cards import CUBES, WILD, Card, Colour
from towersim.rules.fawlty_towers.state import Columns, Refusals, Take

COUNTS = ("none", "one", "two", "three", "four", "five")


def refusal(column: Sequence[Card], row: int, cube: Colour, held: Sequence[Colour]) -> str | None:
    """Return why a cube on a tower that already held some cubes does not win this card, or None.

    Each card below the wanted one needs a cube of its own in the tower: of its colour, or for a
    white card of any colour.
    """
    card, below = column[row], [card.colour for card in column[:row]]
    if card.colour not in (cube, *WILD):
        return f"its colour is {card.colour}, the cube is {cube}"
    if Colour.BLACK in below:
        return "a black card lies below it"
    for colour in CUBES:
        if below.count(colour) > held.count(colour):
            return _too_few(below.count(colour), f"{colour} ", held.count(colour))
    if len(below) > len(held):
        return _too_few(len(below), "", len(held))
    return None


def refusals(columns: Columns, cube: Colour, held: Sequence[Colour]) -> Refusals:
    """Return for each card why it may not be taken with this cube on this tower."""
    return tuple(
        tuple(refusal(column, row, cube, held) for row in range(len(column))) for column in columns
    )


def takes(columns: Columns, cube: Colour, held: Sequence[Colour]) -> tuple[Take, ...]:
    """Return every card that may be taken with this cube on a tower that already held `held`."""
    return tuple(
        Take(column, row)
        for column, reasons in enumerate(refusals(columns, cube, held))
        for row, reason in enumerate(reasons)
        if reason is None
    )


def _too_few(needed: int, colour: str, had: int) -> str:
    cubes = "cube is" if needed == 1 else "cubes are"
    counted = f"{COUNTS[needed]} {colour}{cubes} needed for the cards below it"
    return f"{counted}, the tower held {COUNTS[had]}"
