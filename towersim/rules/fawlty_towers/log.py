"""What happens in a game of Fawlty Towers, and the sentences that tell it."""

from collections.abc import Sequence

from towersim.rules.base import (
    Collapsed,
    Event,
    FirstChosen,
    GameOver,
    Outcome,
    Stacked,
    Stood,
    TowerStarted,
    TurnStarted,
)
from towersim.rules.fawlty_towers.cards import Card, Colour
from towersim.units import Seat, TowerId

__all__ = [
    "CardEvent",
    "Collapsed",
    "CubeEvent",
    "Dealt",
    "Declined",
    "FirstChosen",
    "Forfeited",
    "GaveUp",
    "Happened",
    "NothingToTake",
    "Stacked",
    "Stood",
    "StoodAllTheSame",
    "Took",
    "TowerStarted",
    "TurnStarted",
    "describe",
]


class Dealt(Event, frozen=True):
    """The deck gave a card to the top of a column."""

    card: Card
    column: int


class Took(Event, frozen=True):
    """A seat took a card thanks to a cube of `cube`'s colour; `below` it lay these cards."""

    seat: Seat
    card: Card
    column: int
    cube: Colour
    below: tuple[Card, ...]


class Declined(Event, frozen=True):
    """A seat could have taken a card and did not."""

    seat: Seat


class NothingToTake(Event, frozen=True):
    """No card could be taken with this cube on this tower, so the turn ended by itself."""

    seat: Seat
    cube: Colour


class Forfeited(Event, frozen=True):
    """A seat founded a tower after a fall, which brings no card where players agreed so."""

    seat: Seat


class StoodAllTheSame(Event, frozen=True):
    """A neighbour fell, and the tower with the new cube stands; it is `height` cubes high now."""

    seat: Seat
    tower: TowerId
    height: int


class GaveUp(Event, frozen=True):
    """A turn ended because `cubes` cubes in a row fell that were to be the base of a tower."""

    seat: Seat
    cubes: int


CubeEvent = Stacked | TowerStarted | Stood | Collapsed | StoodAllTheSame
CardEvent = Dealt | Took | Declined | NothingToTake | Forfeited
Happened = CubeEvent | CardEvent | FirstChosen | GaveUp | TurnStarted | GameOver
"""Every event of the game, for decoding."""


def describe(event: Event, names: Sequence[str]) -> str:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(TurnStarted(Seat(1)), ["Ann", "Bob"])
    "It is Bob's turn."
    """
    match event:
        case Stacked() | TowerStarted() | Stood() | Collapsed() | StoodAllTheSame():
            return _about_cube(event, names)
        case Dealt() | Took() | Declined() | NothingToTake() | Forfeited():
            return _about_card(event, names)
        case GaveUp(seat, cubes):
            return f"{names[seat]}'s turn is over: {cubes} founding cubes in a row fell."
        case FirstChosen(seat):
            return f"The die lets {names[seat]} begin."
        case TurnStarted(seat):
            return f"It is {names[seat]}'s turn."
        case GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_cube(event: CubeEvent, names: Sequence[str]) -> str:
    who, tower = names[event.seat], f"tower {event.tower + 1}"
    match event:
        case Stacked(block=block):
            return f"{who} lets go of a {block} cube over {tower}."
        case TowerStarted(block=block):
            return f"{who} sets a {block} cube on the table as the base of {tower}."
        case Stood(height=1):
            return f"It stays: {tower} has a base."
        case Stood(height=height):
            return f"It holds: {tower} is {height} cubes high."
        case StoodAllTheSame(height=height):
            return f"{who}'s own cube stands all the same: {tower} is {height} cubes high."
        case Collapsed(blocks=(_,)):
            return f"{tower.capitalize()} does not hold: its only cube goes back to the pool."
        case _:
            return f"{tower.capitalize()} falls: its {len(event.blocks)} cubes go back to the pool."


def _about_card(event: CardEvent, names: Sequence[str]) -> str:
    match event:
        case Dealt(card, column):
            return f"The deck puts the {card} on top of column {column + 1}."
        case Took(seat, card, column):
            return f"{names[seat]} takes the {card} from column {column + 1}: {_why(event)}."
        case Declined(seat):
            return f"{names[seat]} takes no card."
        case Forfeited(seat):
            return f"{names[seat]} takes no card after a fall, as agreed."
        case _:
            return f"{names[event.seat]} can reach no card with this {event.cube} cube."


def _why(event: Took) -> str:
    wild = event.card.colour != event.cube
    fits = f"{event.card.colour} {'goes with any' if wild else 'like the'} cube"
    match len(event.below):
        case 0:
            return f"{fits}, and it lay at the bottom"
        case 1:
            return f"{fits}, and the tower held a cube for the card below"
        case passed:
            return f"{fits}, and the tower held a cube for each of the {passed} cards below"


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    best = max(outcome.scores)
    winners = " and ".join(names[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    level = outcome.scores.count(best) > len(outcome.winners)
    tie = ", level on points but with more cards" if level else ""
    points = "1 point" if best == 1 else f"{best} points"
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(outcome.scores))
    return f"{outcome.reason} {winners} {verb} with {points}{tie} ({scores})."
