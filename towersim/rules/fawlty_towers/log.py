"""The events of Fawlty Towers, a sentence for each, their sounds, and the zones of a display."""

from collections.abc import Iterable

from towersim.common.messages import Message, message as _, plural
from towersim.common.units import Seat, TowerId
from towersim.rules import base
from towersim.rules.display import Counts, Face, Sound, Zone
from towersim.rules.fawlty_towers.state import COLOUR_NAMES, Card, Colour, View
from towersim.rules.points import result


class Dealt(base.Event, frozen=True):
    """The deck gave a card to the top of a column."""

    card: Card
    column: int


class Took(base.SeatEvent, frozen=True):
    """A seat took a card thanks to a cube of `cube`'s colour; `below` it lay these cards."""

    card: Card
    column: int
    cube: Colour
    below: tuple[Card, ...]


class Declined(base.SeatEvent, frozen=True):
    """A seat could have taken a card and did not."""


class NothingToTake(base.SeatEvent, frozen=True):
    """No card could be taken with this cube on this tower, so the turn ended by itself."""

    cube: Colour


class Forfeited(base.SeatEvent, frozen=True):
    """A seat founded a tower after a fall; by an option of the game this brings no card."""


class StoodAllTheSame(base.SeatEvent, frozen=True):
    """A neighbour fell, and the tower with the new cube stands; it is `height` cubes high now."""

    tower: TowerId
    height: int


class GaveUp(base.SeatEvent, frozen=True):
    """A turn ended because `cubes` cubes in a row fell that were to be the base of a tower."""

    cubes: int


SENTENCES: base.Sentences = {
    **base.sentences_of(__name__),
    base.Collapsed: lambda event, _names: plural(
        "Tower {tower} does not hold: its only cube goes back to the pool.",
        "Tower {tower} is lost: its {count} cubes go back to the pool.",
        len(event.blocks),
        tower=event.tower + 1,
    ),
    base.GameOver: result,
}
VALUES: base.Values = {
    "who": lambda event, names: names[event.seat],
    "tower": lambda event, _names: event.tower + 1,
    "column": lambda event, _names: event.column + 1,
    "card": lambda event, _names: event.card.title,
    "cube": lambda event, _names: COLOUR_NAMES[
        event.cube if isinstance(event, NothingToTake) else Colour(event.block)
    ],
    "why": lambda event, _names: _why(event),
}


def _why(event: Took) -> Message:
    colour = COLOUR_NAMES[event.card.colour]
    if event.card.colour != event.cube:
        fits = _("{colour} goes with any cube", colour=colour)
    else:
        fits = _("{colour} like the cube", colour=colour)
    match len(event.below):
        case 0:
            return _("{fits}, and it lay at the bottom", fits=fits)
        case passed:
            return plural(
                "{fits}, and the tower held a cube for the card below",
                "{fits}, and the tower held a cube for each of the {count} cards below",
                passed,
                fits=fits,
            )


SOUNDS = {
    Sound.CARD: Dealt | Took,
    Sound.DIE: base.FirstChosen,
    Sound.BREATH: base.Stacked | base.TowerStarted,
    Sound.NONE: Declined | NothingToTake | Forfeited | StoodAllTheSame | GaveUp,
}


def zones(view: View) -> tuple[Zone, ...]:
    """Return the columns, the deck and each seat's cards."""
    columns = enumerate(view.columns, 1)
    return (
        *(Zone(_("Column {number}", number=number), _faces(cards)) for number, cards in columns),
        Zone(_("Deck"), hidden=view.deck),
        *(Zone(_("Cards"), _faces(c), seat=Seat(seat)) for seat, c in enumerate(view.taken)),
    )


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    return tuple(Face(str(c.number), str(c), c.colour, c.symbol) for c in cards)


def counts(view: View) -> Counts:
    """Return the points of each seat's cards."""
    return Counts("points", view.scores)
