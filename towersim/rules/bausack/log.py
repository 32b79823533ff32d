"""What happens in a game of Bausack, and the sentences that tell it."""

from collections.abc import Sequence

from towersim.rules.base import (
    Collapsed,
    Event,
    GameOver,
    Outcome,
    Stacked,
    Stood,
    TowerStarted,
    TurnStarted,
    listed,
)
from towersim.units import Seat


class Opened(Event, frozen=True):
    """The seat whose turn it is puts a piece up for auction and opens with a bid in tokens."""

    seat: Seat
    piece: str
    bid: int


class Raised(Event, frozen=True):
    """A seat bid more than anybody before."""

    seat: Seat
    bid: int


class Passed(Event, frozen=True):
    """A seat bids no more for this piece, although it could."""

    seat: Seat


class OutOfBids(Event, frozen=True):
    """A seat has no more `tokens` than this and cannot outbid the others."""

    seat: Seat
    tokens: int


class Won(Event, frozen=True):
    """A seat made the last bid, paid it to the bank and has the piece in its hand."""

    seat: Seat
    piece: str
    paid: int


class Pushed(Event, frozen=True):
    """The seat whose turn it is pushed a piece to the next seat."""

    seat: Seat
    piece: str
    to: Seat


class PassedOn(Event, frozen=True):
    """A seat paid tokens to the bank, and the pushed piece went on to the next."""

    seat: Seat
    piece: str
    to: Seat
    paid: int


class Accepted(Event, frozen=True):
    """A seat took the pushed piece into its hand."""

    seat: Seat
    piece: str


class HadToAccept(Event, frozen=True):
    """A seat took the pushed piece into its hand because it cannot pay the price."""

    seat: Seat
    piece: str
    price: int


class PutOut(Event, frozen=True):
    """A seat is out of the game, and its tokens went back to the bank."""

    seat: Seat
    tokens: int


class ChoosesAgain(Event, frozen=True):
    """The seat whose turn it is was outbid, so it is still its turn."""

    seat: Seat


class Tallest(Event, frozen=True):
    """The height measurer said which towers are tallest."""

    seats: tuple[Seat, ...]


AuctionEvent = Opened | Raised | Passed | OutOfBids | Won
PushEvent = Pushed | PassedOn | Accepted | HadToAccept
TowerEvent = Stacked | TowerStarted | Stood | Collapsed
TurnEvent = TurnStarted | ChoosesAgain | PutOut
Happened = AuctionEvent | PushEvent | TowerEvent | TurnEvent | Tallest | GameOver
"""Every event of the game, for decoding."""


def describe(event: Event, names: Sequence[str]) -> str:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(Raised(Seat(1), 3), ["Ann", "Bob"])
    'Bob bids 3.'
    """
    match event:
        case Opened() | Raised() | Passed() | OutOfBids() | Won():
            return _about_auction(event, names[event.seat])
        case Pushed() | PassedOn() | Accepted() | HadToAccept():
            return _about_push(event, names)
        case Stacked() | TowerStarted() | Stood() | Collapsed():
            return _about_tower(event, names)
        case TurnStarted() | ChoosesAgain() | PutOut():
            return _about_turn(event, names[event.seat])
        case Tallest(seats):
            owners = listed(f"{names[seat]}'s" for seat in seats)
            return f"The height measurer finds {owners} tower the tallest."
        case GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_auction(event: AuctionEvent, who: str) -> str:
    match event:
        case Opened(_, piece, bid):
            return f"{who} wants to build with the {_said(piece)} and bids {bid}."
        case Raised(_, bid):
            return f"{who} bids {bid}."
        case Passed():
            return f"{who} passes."
        case OutOfBids(_, tokens):
            return f"{who} has {_tokens(tokens)} and cannot bid more."
        case Won(_, piece, 0):
            return f"{who} gets the {_said(piece)} for nothing."
        case _:
            return f"{who} pays {_tokens(event.paid)} and gets the {_said(event.piece)}."


def _about_push(event: PushEvent, names: Sequence[str]) -> str:
    who, piece = names[event.seat], f"the {_said(event.piece)}"
    match event:
        case Pushed(to=to):
            return f"{who} pushes {piece} to {names[to]}."
        case PassedOn(to=to, paid=paid):
            return f"{who} pays {_tokens(paid)} and passes {piece} on to {names[to]}."
        case Accepted():
            return f"{who} accepts {piece}."
        case _:
            return f"{who} cannot pay {_tokens(event.price)} and has to accept {piece}."


def _about_tower(event: TowerEvent, names: Sequence[str]) -> str:
    who, owner = names[event.seat], f"{names[event.tower]}'s tower"
    match event:
        case Stacked(block=piece):
            return f"{who} lets go of the {_said(piece)} over the tower."
        case TowerStarted(block=piece):
            return f"{who} sets the {_said(piece)} on the table as foundation."
        case Stood(height=1):
            return f"It stays: {owner} has a foundation."
        case Stood(height=height):
            return f"It holds: {owner} has {height} pieces."
        case Collapsed(blocks=(piece,)):
            return f"{owner} does not hold: the {_said(piece)} goes back to the supply."
        case _:
            return f"{owner} collapses: its {len(event.blocks)} pieces go back to the supply."


def _about_turn(event: TurnEvent, who: str) -> str:
    match event:
        case TurnStarted():
            return f"It is {who}'s turn."
        case ChoosesAgain():
            return f"{who} was outbid and chooses again."
        case PutOut(_, 0):
            return f"{who} is out of the game."
        case _:
            return f"{who} is out of the game; {_tokens(event.tokens)} to the bank."


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    winners = listed(names[seat] for seat in outcome.winners)
    alone = len(outcome.winners) == 1
    result = f"{winners} wins" if alone else f"It is a draw between {winners}"
    outlasted = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(outcome.scores))
    return f"{outcome.reason} {result} (opponents outlasted: {outlasted})."


def _said(piece: str) -> str:
    return piece.replace("-", " ")


def _tokens(number: int) -> str:
    return "1 token" if number == 1 else f"{number or 'no'} tokens"
