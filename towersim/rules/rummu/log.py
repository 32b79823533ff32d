"""What happens in a game of Rummü, who may know it, and the sentences that tell it."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from towersim.rules.base import Event, GameOver, Outcome, TurnStarted, listed
from towersim.rules.rummu.cards import Card, Cards, Role
from towersim.rules.rummu.state import Combination
from towersim.units import Seat


class RoundStarted(Event, frozen=True):
    """A new round begins: all cards are in the deck again, and this seat deals."""

    round: int
    dealer: Seat


class Dealt(Event, frozen=True):
    """A seat got a card from the deck; None is what the others know of it."""

    seat: Seat
    card: Card | None


class TurnedUp(Event, frozen=True):
    """A card of the deck became the first of the discard pile."""

    card: Card


class Reshuffled(Event, frozen=True):
    """The deck was out, so this number of discarded cards was shuffled to be the new one."""

    cards: int


class Took(Event, frozen=True):
    """A seat took the top card of the discard pile."""

    seat: Seat
    card: Card


class Laid(Event, frozen=True):
    """A seat laid a combination."""

    seat: Seat
    cards: Cards


class CameOut(Event, frozen=True):
    """A seat has come out by laying this number of cards."""

    seat: Seat
    cards: int


class Added(Event, frozen=True):
    """A seat added cards to a combination; the event holds it as it was before."""

    seat: Seat
    cards: Cards
    combination: Combination


class Exchanged(Event, frozen=True):
    """A seat put a card in place of a joker, which went to its hand; the combination as it was."""

    seat: Seat
    card: Card
    joker: Role
    combination: Combination


class Discarded(Event, frozen=True):
    """A seat put a card on the discard pile."""

    seat: Seat
    card: Card


class WentOut(Event, frozen=True):
    """A seat discarded its last card, which ends the round."""

    seat: Seat


class Halted(Event, frozen=True):
    """The round ends although nobody went out."""

    reason: str


class RoundOver(Event, frozen=True):
    """What a round brought each seat, and the score of each side after it."""

    round: int
    points: tuple[int, ...]
    scores: tuple[int, ...]


DeckEvent = Dealt | TurnedUp | Reshuffled
PlayEvent = Took | Laid | CameOut | Added | Exchanged | Discarded | WentOut
RoundEvent = RoundStarted | TurnStarted | Halted | RoundOver
Happened = DeckEvent | PlayEvent | RoundEvent | GameOver
"""Every event of the game, for decoding."""


def seen(event: Event, seat: Seat) -> Event:
    """Return what a seat may know of an event: not which card the deck gave to another seat.

    >>> from towersim.rules.rummu.cards import Suit
    >>> seen(Dealt(Seat(1), Card(Suit.RED, 4)), Seat(0))
    Dealt(seat=1, card=None)
    """
    if isinstance(event, Dealt) and event.seat != seat:
        return replace(event, card=None)
    return event


def describe(event: Event, names: Sequence[str]) -> str:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(WentOut(Seat(1)), ["Ann", "Bob"])
    'Bob has no card left and goes out.'
    """
    match event:
        case Dealt() | TurnedUp() | Reshuffled():
            return _about_deck(event, names)
        case Took() | Laid() | CameOut() | Added() | Exchanged() | Discarded() | WentOut():
            return _about_play(event, names)
        case RoundStarted() | TurnStarted() | Halted() | RoundOver():
            return _about_round(event, names)
        case GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_deck(event: DeckEvent, names: Sequence[str]) -> str:
    match event:
        case Dealt(seat, None):
            return f"{names[seat]} gets a card from the deck."
        case Dealt(seat, card):
            return f"{names[seat]} gets the {card} from the deck."
        case TurnedUp(card):
            return f"The {card} begins the discard pile."
        case _:
            some = "1 discard is" if event.cards == 1 else f"{event.cards} discards are"
            return f"The deck is out: {some} shuffled to be the new one."


def _about_play(event: PlayEvent, names: Sequence[str]) -> str:
    who = names[event.seat]
    match event:
        case Took(_, card):
            return f"{who} takes the {card} from the discard pile."
        case Laid(_, cards):
            return f"{who} lays {_shown(cards)}."
        case CameOut(_, cards):
            return f"{who} has come out with {cards} cards."
        case Added(_, cards, combination):
            added = listed(f"the {role}" for role in cards)
            return f"{who} adds {added} to {_owned(combination, event.seat, names)}."
        case Exchanged(_, card, joker, combination):
            where = _owned(combination, event.seat, names)
            return f"{who} puts the {card} into {where} and gets the {joker.card}."
        case Discarded(_, card):
            return f"{who} discards the {card}."
        case _:
            return f"{who} has no card left and goes out."


def _about_round(event: RoundEvent, names: Sequence[str]) -> str:
    match event:
        case RoundStarted(number, dealer):
            return f"Round {number} begins: {names[dealer]} deals."
        case TurnStarted(seat):
            return f"It is {names[seat]}'s turn."
        case Halted(reason):
            return reason
        case _:
            sides = len(event.scores)
            partners = (" and ".join(names[side::sides]) for side in range(sides))
            scores = _listed(partners, event.scores)
            brought = _listed(names, event.points)
            return f"Round {event.round} brings {brought}; the score is {scores}."


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    best = max(outcome.scores)
    winners = " and ".join(names[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "win"
    points = "1 point" if best == 1 else f"{best} points"
    return f"{outcome.reason} {winners} {verb} with {points} ({_listed(names, outcome.scores)})."


def _owned(combination: Combination, seat: Seat, names: Sequence[str]) -> str:
    owner = "their own" if combination.seat == seat else f"{names[combination.seat]}'s"
    return f"{owner} {_shown(combination.cards)}"


def _shown(cards: Cards) -> str:
    return " – ".join(map(str, cards))


def _listed(names: Iterable[str], points: Iterable[int]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names, points, strict=True))
