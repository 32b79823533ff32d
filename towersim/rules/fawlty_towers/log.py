"""The events of Fawlty Towers, a sentence for each, their sounds, and the zones of a display."""

from collections.abc import Iterable, Sequence

from towersim.common.messages import Message, known, message as _, plural
from towersim.common.units import Seat, TowerId
from towersim.rules import base
from towersim.rules.display import Counts, Face, Sound, Zone
from towersim.rules.fawlty_towers.cards import COLOUR_NAMES, SYMBOL_NAMES, Card, Colour
from towersim.rules.fawlty_towers.state import View


class Dealt(base.Event, frozen=True):
    """The deck gave a card to the top of a column."""

    card: Card
    column: int


class Took(base.Event, frozen=True):
    """A seat took a card thanks to a cube of `cube`'s colour; `below` it lay these cards."""

    seat: Seat
    card: Card
    column: int
    cube: Colour
    below: tuple[Card, ...]


class Declined(base.Event, frozen=True):
    """A seat could have taken a card and did not."""

    seat: Seat


class NothingToTake(base.Event, frozen=True):
    """No card could be taken with this cube on this tower, so the turn ended by itself."""

    seat: Seat
    cube: Colour


class Forfeited(base.Event, frozen=True):
    """A seat founded a tower after a fall; by an option of the game this brings no card."""

    seat: Seat


class StoodAllTheSame(base.Event, frozen=True):
    """A neighbour fell, and the tower with the new cube stands; it is `height` cubes high now."""

    seat: Seat
    tower: TowerId
    height: int


class GaveUp(base.Event, frozen=True):
    """A turn ended because `cubes` cubes in a row fell that were to be the base of a tower."""

    seat: Seat
    cubes: int


CubeEvent = base.Stacked | base.TowerStarted | base.Stood | base.Collapsed | StoodAllTheSame
CardEvent = Dealt | Took | Declined | NothingToTake | Forfeited
Happened = CubeEvent | CardEvent | base.FirstChosen | GaveUp | base.TurnStarted | base.GameOver
"""Every event of the game, for decoding."""


def describe(event: base.Event, names: Sequence[str]) -> Message:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(base.TurnStarted(Seat(1)), ["Ann", "Bob"])
    "It is Bob's turn."
    """
    match event:
        case (
            base.Stacked()
            | base.TowerStarted()
            | base.Stood()
            | base.Collapsed()
            | StoodAllTheSame()
        ):
            return _about_cube(event, names)
        case Dealt() | Took() | Declined() | NothingToTake() | Forfeited():
            return _about_card(event, names)
        case GaveUp(seat, cubes):
            return _(
                "{who}'s turn is over: {cubes} founding cubes in a row fell.",
                who=names[seat],
                cubes=cubes,
            )
        case base.FirstChosen(seat):
            return _("The die lets {who} begin.", who=names[seat])
        case base.TurnStarted(seat):
            return _("It is {who}'s turn.", who=names[seat])
        case base.GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_cube(event: CubeEvent, names: Sequence[str]) -> Message:
    who, tower = names[event.seat], event.tower + 1
    match event:
        case base.Stacked(block=block):
            return _(
                "{who} lets go of a {cube} cube over tower {tower}.",
                who=who,
                cube=COLOUR_NAMES[Colour(block)],
                tower=tower,
            )
        case base.TowerStarted(block=block):
            return _(
                "{who} sets a {cube} cube on the table as the base of tower {tower}.",
                who=who,
                cube=COLOUR_NAMES[Colour(block)],
                tower=tower,
            )
        case base.Stood(height=1):
            return _("It stays: tower {tower} has a base.", tower=tower)
        case base.Stood(height=height):
            return _("It holds: tower {tower} is {height} cubes high.", tower=tower, height=height)
        case StoodAllTheSame(height=height):
            return _(
                "{who}'s own cube stands all the same: tower {tower} is {height} cubes high.",
                who=who,
                tower=tower,
                height=height,
            )
        case _:
            return plural(
                "Tower {tower} does not hold: its only cube goes back to the pool.",
                "Tower {tower} falls: its {count} cubes go back to the pool.",
                len(event.blocks),
                tower=tower,
            )


def _about_card(event: CardEvent, names: Sequence[str]) -> Message:
    match event:
        case Dealt(card, column):
            return _(
                "The deck puts the {card} on top of column {column}.",
                card=card.title,
                column=column + 1,
            )
        case Took(seat, card, column):
            return _(
                "{who} takes the {card} from column {column}: {why}.",
                who=names[seat],
                card=card.title,
                column=column + 1,
                why=_why(event),
            )
        case Declined(seat):
            return _("{who} takes no card.", who=names[seat])
        case Forfeited(seat):
            return _("{who} takes no card after a fall, as agreed.", who=names[seat])
        case _:
            return _(
                "{who} can reach no card with this {cube} cube.",
                who=names[event.seat],
                cube=COLOUR_NAMES[event.cube],
            )


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


def _result(outcome: base.Outcome, names: Sequence[str]) -> Message:
    best = max(outcome.scores)
    points = plural("{count} point", "{count} points", best)
    if outcome.scores.count(best) > len(outcome.winners):
        points = _("{points}, level on points but with more cards", points=points)
    return plural(
        "{reason} {winners} wins with {points} ({scores}).",
        "{reason} {winners} share the win with {points} ({scores}).",
        len(outcome.winners),
        reason=known(outcome.reason),
        winners=base.listed(names[seat] for seat in outcome.winners),
        points=points,
        scores=base.scored(names, outcome.scores),
    )


SOUNDS = {
    Sound.CARD: Dealt | Took,
    Sound.DIE: base.FirstChosen,
    Sound.BREATH: base.Stacked | base.TowerStarted,
    Sound.FANFARE: base.GameOver,
    Sound.NONE: Happened,
}
"""The sounds of events; the first that fits counts."""


def zones(view: View, names: Sequence[str]) -> tuple[Zone, ...]:
    """Return the columns, the deck and each seat's cards."""
    columns = enumerate(view.columns, 1)
    held = zip(names, view.taken, counts(view).texts(len(names)), strict=True)
    return (
        *(Zone(_("Column {number}", number=number), _faces(cards)) for number, cards in columns),
        Zone(_("Deck"), hidden=view.deck),
        *(Zone(_("{name}: {held}", name=name, held=text), _faces(c)) for name, c, text in held),
    )


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    # A page draws no symbols for colours, so the text names them.
    named = ((c, COLOUR_NAMES[c.colour], SYMBOL_NAMES[c.symbol]) for c in cards)
    return tuple(
        Face(str(c.number), _("{colour} {symbol}", colour=colour, symbol=symbol), c.colour)
        for c, colour, symbol in named
    )


def counts(view: View) -> Counts:
    """Return the points of each seat's cards."""
    return Counts("points", view.scores)
