"""What happens in a game of Push, and the sentences that tell it; all see all of it."""

from collections.abc import Sequence

from towersim.rules.base import Event, FirstChosen, GameOver, Outcome, TurnStarted, listed
from towersim.rules.push.cards import Card, Mark, value
from towersim.units import Seat


class Flipped(Event, frozen=True):
    """The deck turned a card face up for the seat whose turn it is."""

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
    """A card goes on no stack: the seat has pushed too far, and the card is discarded."""

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
            return f"The die lets {names[seat]} begin."
        case TurnStarted(seat):
            return f"It is {names[seat]}'s turn."
        case GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_card(event: CardEvent, names: Sequence[str]) -> str:
    match event:
        case Flipped(seat, card):
            return f"{names[seat]} flips a {card}."
        case Switched(reverse):
            order = "the other way round" if reverse else "clockwise again"
            return f"The other players will take stacks {order}."
        case Added(seat, card, stack, began):
            does = "begins stack {} with" if began else "adds to stack {}:"
            return f"{names[seat]} {does.format(stack + 1)} the {card}."
        case _:
            return f"No stack takes the {event.card}: {names[event.seat]} has pushed too far."


def _about_stack(event: StackEvent, names: Sequence[str]) -> str:
    match event:
        case Stopped(seat):
            return f"{names[seat]} stops."
        case DeckOut(seat):
            return f"The deck is empty, so {names[seat]} has to stop; this is the last turn."
        case Took(seat, stack, cards):
            return f"{names[seat]} takes stack {stack + 1} worth {_worth(cards)}."
        case _:
            return f"Nobody is left to take {_spoken(event.cards)}: off to the discard pile."


def _about_bench(event: BenchEvent, who: str) -> str:
    match event:
        case Rolled(_, face, ()):
            return f"{who} rolls {_shown(face)} and loses nothing."
        case Rolled(_, face, cards):
            return f"{who} rolls {_shown(face)} and loses {_worth(cards)}."
        case _:
            return f"{who} banks {_worth(event.cards)}."


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    best = max(outcome.scores)
    winners = listed(names[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    level = outcome.scores.count(best) > len(outcome.winners)
    tie = ", level on points but with more cards" if level else ""
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(outcome.scores))
    return f"{outcome.reason} {winners} {verb} with {_points(best)}{tie} ({scores})."


def _shown(face: Mark) -> str:
    return "the star" if face is Mark.STAR else face


def _worth(cards: Sequence[Card]) -> str:
    return f"{_points(value(cards))}: {_spoken(cards)}"


def _spoken(cards: Sequence[Card]) -> str:
    return listed(str(card) if card.number else f"a {card}" for card in cards)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
