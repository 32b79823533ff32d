"""What happens in a game of Palace, who gets to see it, and the sentences that tell it."""

from collections.abc import Sequence

from msgspec.structs import replace

from towersim.rules.base import Event, FirstChosen, GameOver, Outcome, TurnStarted, listed
from towersim.rules.palace.cards import Card
from towersim.rules.palace.state import Cards, Source
from towersim.units import Seat


class Dealt(Event, frozen=True):
    """The deck gave a card to a seat's hand; for all other seats it has no face."""

    seat: Seat
    card: Card | None


class LaidUp(Event, frozen=True):
    """A seat laid cards of its hand face up."""

    seat: Seat
    cards: Cards


class Played(Event, frozen=True):
    """A seat put cards of one rank on the pile."""

    seat: Seat
    cards: Cards
    source: Source


class Burned(Event, frozen=True):
    """The pile of this number of cards burned, because of a 10 or of four alike on top."""

    seat: Seat
    cards: int
    alike: bool


class TurnedOver(Event, frozen=True):
    """A seat turned a blind card over; which, the deck will say."""

    seat: Seat


class Missed(Event, frozen=True):
    """The blind card did not go on the pile, so it went to the hand with the pile's cards."""

    seat: Seat
    card: Card
    pile: int


class PileTaken(Event, frozen=True):
    """A seat took the whole pile, of this number of cards, into its hand."""

    seat: Seat
    pile: int


class WentOut(Event, frozen=True):
    """A seat got rid of its last card."""

    seat: Seat


class LeadsAgain(Event, frozen=True):
    """A seat burned the pile, so it starts the new one."""

    seat: Seat


CardEvent = Dealt | LaidUp | Played | TurnedOver | Missed
PileEvent = Burned | PileTaken
TurnEvent = FirstChosen | TurnStarted | LeadsAgain | WentOut
Happened = CardEvent | PileEvent | TurnEvent | GameOver
"""Every event of the game, for decoding."""


def seen(event: Event, seat: Seat) -> Event:
    """Return an event as that seat sees it: a card dealt to somebody else has no face.

    >>> from towersim.rules.palace.cards import DECK
    >>> seen(Dealt(Seat(0), DECK[0]), Seat(1))
    Dealt(seat=0, card=None)
    """
    if isinstance(event, Dealt) and event.seat != seat:
        return replace(event, card=None)
    return event


def describe(event: Event, names: Sequence[str]) -> str:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(Dealt(Seat(1), None), ["Ann", "Bob"])
    'The deck gives Bob a card.'
    """
    match event:
        case Dealt() | LaidUp() | Played() | TurnedOver() | Missed():
            return _about_cards(event, names[event.seat])
        case Burned() | PileTaken():
            return _about_pile(event, names[event.seat])
        case FirstChosen(seat):
            return f"The die lets {names[seat]} begin."
        case TurnStarted(seat):
            return f"It is {names[seat]}'s turn."
        case LeadsAgain(seat):
            return f"{names[seat]} starts a new pile."
        case WentOut(seat):
            return f"{names[seat]} has no cards left and is out."
        case GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_cards(event: CardEvent, who: str) -> str:
    match event:
        case Dealt(_, None):
            return f"The deck gives {who} a card."
        case Dealt(_, card):
            return f"The deck gives {who} the {card}."
        case LaidUp(_, cards):
            return f"{who} lays the {listed(cards)} face up."
        case Played(_, (card,), Source.BLIND):
            return f"It is the {card}, and it goes on the pile."
        case Played(_, cards, Source.ROW):
            return f"{who} plays the {listed(cards)} from the face-up row."
        case Played(_, cards):
            return f"{who} plays the {listed(cards)}."
        case TurnedOver():
            return f"{who} turns a blind card over."
        case _:
            pile = _cards(event.pile)
            return f"It is the {event.card}, which does not go: {who} takes it and {pile}."


def _about_pile(event: PileEvent, who: str) -> str:
    match event:
        case PileTaken(_, pile):
            return f"{who} takes the pile of {_cards(pile)}."
        case Burned(alike=True):
            return f"Four alike burn the pile: {_cards(event.cards)} out of play."
        case _:
            return f"The 10 burns the pile: {_cards(event.cards)} out of play."


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    winners = listed(names[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    behind = [names[seat] for seat, score in enumerate(outcome.scores) if score == 0]
    last = f" and {behind[0]} comes last" if len(behind) == 1 else ""
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(outcome.scores))
    return f"{outcome.reason} {winners} {verb}{last} (opponents left behind: {scores})."


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
