"""The events of Push, all public, a sentence for each, their sounds, and the zones of a display."""

from collections.abc import Iterable, Sequence

from towersim.common.messages import known, message as _, plural
from towersim.common.units import Seat
from towersim.rules.base import Event, FirstChosen, GameOver, Outcome, TurnStarted, listed, scored
from towersim.rules.display import Counts, Face, Sound, Zone
from towersim.rules.push.cards import NAMES, Card, Mark, value
from towersim.rules.push.state import Flip, View


class Flipped(Event, frozen=True):
    """The deck turned a card face up for the acting seat."""

    seat: Seat
    card: Card


class Switched(Event, frozen=True):
    """A switch card turned the order of taking round; now it is `reverse` or as usual."""

    reverse: bool


class Added(Event, frozen=True):
    """A seat put a card on the stack in this place, or began a stack there."""

    seat: Seat
    card: Card
    stack: int
    began: bool


class Bust(Event, frozen=True):
    """A card goes on no stack: the seat has flipped too often, and the card is discarded."""

    seat: Seat
    card: Card


class Stopped(Event, frozen=True):
    """A seat flips no more cards."""

    seat: Seat


class DeckOut(Event, frozen=True):
    """The deck is empty, so the turn of this seat becomes a stop and is the last one."""

    seat: Seat


class Took(Event, frozen=True):
    """A seat took a stack; its cards with numbers are on the bench."""

    seat: Seat
    stack: int
    cards: tuple[Card, ...]


class Cleared(Event, frozen=True):
    """Nobody was left to take these cards, so they are discarded."""

    cards: tuple[Card, ...]


class Rolled(Event, frozen=True):
    """A seat rolled this side of the die and lost these cards of its bench."""

    seat: Seat
    face: Mark
    lost: tuple[Card, ...]


class Banked(Event, frozen=True):
    """A seat turned these cards of one colour face down; nothing can happen to them any more."""

    seat: Seat
    colour: Mark
    cards: tuple[Card, ...]


CardEvent = Flipped | Switched | Added | Bust
StackEvent = Stopped | DeckOut | Took | Cleared
BenchEvent = Rolled | Banked
Happened = CardEvent | StackEvent | BenchEvent | FirstChosen | TurnStarted | GameOver
"""Every event of the game, for decoding."""


def describe(event: Event, names: Sequence[str]) -> str:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(Flipped(Seat(1), Card(Mark.RED, 3)), ["Ann", "Bob"])
    'Bob flips a red 3.'
    """
    match event:
        case Flipped() | Switched() | Added() | Bust():
            return _about_card(event, names)
        case Stopped() | DeckOut() | Took() | Cleared():
            return _about_stack(event, names)
        case Rolled() | Banked():
            return _about_bench(event, names[event.seat])
        case FirstChosen(seat):
            return _("The die lets {name} begin.", name=names[seat])
        case TurnStarted(seat):
            return _("It is {name}'s turn.", name=names[seat])
        case GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_card(event: CardEvent, names: Sequence[str]) -> str:
    match event:
        case Flipped(seat, card):
            return _("{name} flips a {card}.", name=names[seat], card=str(card))
        case Switched(reverse=True):
            return _("The other players will take stacks the other way round.")
        case Switched():
            return _("The other players will take stacks clockwise again.")
        case Added(seat, card, stack, began):
            who, number, told = names[seat], stack + 1, str(card)
            if began:
                return _(
                    "{name} begins stack {stack} with the {card}.",
                    name=who,
                    stack=number,
                    card=told,
                )
            return _("{name} adds to stack {stack}: the {card}.", name=who, stack=number, card=told)
        case _:
            return _(
                "No stack takes the {card}: {name} has pushed too far.",
                card=str(event.card),
                name=names[event.seat],
            )


def _about_stack(event: StackEvent, names: Sequence[str]) -> str:
    match event:
        case Stopped(seat):
            return _("{name} stops.", name=names[seat])
        case DeckOut(seat):
            return _(
                "The deck is empty, so {name} has to stop; this is the last turn.", name=names[seat]
            )
        case Took(seat, stack, cards):
            return _(
                "{name} takes stack {stack} worth {worth}.",
                name=names[seat],
                stack=stack + 1,
                worth=_worth(cards),
            )
        case _:
            return _(
                "Nobody is left to take {cards}: off to the discard pile.",
                cards=_spoken(event.cards),
            )


def _about_bench(event: BenchEvent, who: str) -> str:
    match event:
        case Rolled(_, face, ()):
            return _("{name} rolls {face} and loses nothing.", name=who, face=NAMES[face])
        case Rolled(_, face, cards):
            return _(
                "{name} rolls {face} and loses {worth}.",
                name=who,
                face=NAMES[face],
                worth=_worth(cards),
            )
        case _:
            return _("{name} banks {worth}.", name=who, worth=_worth(event.cards))


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    best = max(outcome.scores)
    won = plural(
        "{winners} wins with {points}",
        "{winners} share the win with {points}",
        len(outcome.winners),
        winners=listed(names[seat] for seat in outcome.winners),
        points=points(best),
    )
    if outcome.scores.count(best) > len(outcome.winners):
        won = _("{won}, level on points but with more cards", won=won)
    return _(
        "{reason} {won} ({scores}).",
        reason=known(outcome.reason),
        won=won,
        scores=scored(names, outcome.scores),
    )


def _worth(cards: Sequence[Card]) -> str:
    return _("{points}: {cards}", points=points(value(cards)), cards=_spoken(cards))


def _spoken(cards: Sequence[Card]) -> str:
    return listed(str(card) if card.number else _("a {card}", card=str(card)) for card in cards)


def points(number: int) -> str:
    """Return a number of points.

    >>> points(1), points(12)
    ('1 point', '12 points')
    """
    return plural("{count} point", "{count} points", number)


SOUNDS = {
    Sound.CARD: Flipped | Added | Took | Banked | Bust | Cleared,
    Sound.DIE: FirstChosen | Rolled,
    Sound.FANFARE: GameOver,
    Sound.NONE: Happened,
}
"""The sounds of events; the first that fits counts."""
REQUESTS = {Flip: _("Flip a card.")}
SIGNS = {**NAMES, Mark.ROLL: _("roll"), Mark.SWITCH: _("switch")}
"""The texts on cards, by their marks."""


def zones(view: View, names: Sequence[str]) -> tuple[Zone, ...]:
    """Return the deck with the flipped card, the stacks, and each seat's bench and bank."""
    shown = [Zone(_("Deck"), _faces([view.flipped] if view.flipped else []), view.deck)]
    for number, stack in enumerate(view.stacks, 1):
        shown.append(Zone(_("Stack {number}", number=number), _faces(stack)))
    for name, bench, bank in zip(names, view.benches, view.banks, strict=True):
        shown.append(Zone(_("{name}'s bench", name=name), _faces(bench)))
        shown.append(Zone(_("{name}'s bank", name=name), hidden=len(bank)))
    return tuple(shown)


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    return tuple(Face(str(c.number or SIGNS[c.mark]), SIGNS[c.mark], c.mark) for c in cards)


def counts(view: View) -> Counts:
    """Return the points of each seat's cards."""
    held = zip(view.benches, view.banks, strict=True)
    return Counts("points", tuple(value((*bench, *bank)) for bench, bank in held))
