"""The events of Bausack, a sentence for each, their sounds, and the zones of a display."""

from collections.abc import Sequence

from towersim.common.messages import Message, kind_text, known, message as _, plural
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.bausack.state import View
from towersim.rules.display import Counts, Sound, Zone


class Opened(base.Event, frozen=True):
    """The acting seat puts a piece up for auction and opens with a bid in tokens."""

    seat: Seat
    piece: str
    bid: int


class Raised(base.Event, frozen=True):
    """A seat bid more than anybody before."""

    seat: Seat
    bid: int


class Passed(base.Event, frozen=True):
    """A seat bids no more for this piece, although it could."""

    seat: Seat


class OutOfBids(base.Event, frozen=True):
    """A seat has no more `tokens` than this and cannot outbid the others."""

    seat: Seat
    tokens: int


class Won(base.Event, frozen=True):
    """A seat made the last bid, paid it to the bank and has the piece in its hand."""

    seat: Seat
    piece: str
    paid: int


class Pushed(base.Event, frozen=True):
    """The acting seat pushed a piece to the next seat."""

    seat: Seat
    piece: str
    to: Seat


class PassedOn(base.Event, frozen=True):
    """A seat paid tokens to the bank, and the pushed piece went on to the next."""

    seat: Seat
    piece: str
    to: Seat
    paid: int


class Accepted(base.Event, frozen=True):
    """A seat took the pushed piece into its hand."""

    seat: Seat
    piece: str


class HadToAccept(base.Event, frozen=True):
    """A seat took the pushed piece into its hand because it cannot pay the price."""

    seat: Seat
    piece: str
    price: int


class PutOut(base.Event, frozen=True):
    """A seat is out of the game, and its tokens went back to the bank."""

    seat: Seat
    tokens: int


class ChoosesAgain(base.Event, frozen=True):
    """The acting seat was outbid, so it is still its turn."""

    seat: Seat


class Tallest(base.Event, frozen=True):
    """The height measurer determined the tallest towers."""

    seats: tuple[Seat, ...]


AuctionEvent = Opened | Raised | Passed | OutOfBids | Won
PushEvent = Pushed | PassedOn | Accepted | HadToAccept
TowerEvent = base.Stacked | base.TowerStarted | base.Stood | base.Collapsed
TurnEvent = base.TurnStarted | ChoosesAgain | PutOut
Happened = AuctionEvent | PushEvent | TowerEvent | TurnEvent | Tallest | base.GameOver
"""Every event of the game, for decoding."""


def describe(event: base.Event, names: Sequence[str]) -> Message:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(Raised(Seat(1), 3), ["Ann", "Bob"])
    'Bob bids 3.'
    """
    match event:
        case Opened() | Raised() | Passed() | OutOfBids() | Won():
            return _about_auction(event, names[event.seat])
        case Pushed() | PassedOn() | Accepted() | HadToAccept():
            return _about_push(event, names)
        case base.Stacked() | base.TowerStarted() | base.Stood() | base.Collapsed():
            return _about_tower(event, names)
        case base.TurnStarted() | ChoosesAgain() | PutOut():
            return _about_turn(event, names[event.seat])
        case Tallest(seats):
            owners = base.listed(names[seat] for seat in seats)
            return plural(
                "The height measurer finds {owners}'s tower the tallest.",
                "The height measurer finds the towers of {owners} the tallest.",
                len(seats),
                owners=owners,
            )
        case base.GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_auction(event: AuctionEvent, who: str) -> Message:
    match event:
        case Opened(piece=piece, bid=bid):
            return _(
                "{who} wants to build with the {piece} and bids {bid}.",
                who=who,
                piece=_named(piece),
                bid=bid,
            )
        case Raised(bid=bid):
            return _("{who} bids {bid}.", who=who, bid=bid)
        case Passed():
            return _("{who} passes.", who=who)
        case OutOfBids(tokens=tokens):
            return _("{who} has {tokens} and cannot bid more.", who=who, tokens=_tokens(tokens))
        case Won(piece=piece, paid=0):
            return _("{who} gets the {piece} for nothing.", who=who, piece=_named(piece))
        case _:
            return _(
                "{who} pays {tokens} and gets the {piece}.",
                who=who,
                tokens=_tokens(event.paid),
                piece=_named(event.piece),
            )


def _about_push(event: PushEvent, names: Sequence[str]) -> Message:
    who, piece = names[event.seat], _named(event.piece)
    match event:
        case Pushed(to=to):
            return _("{who} pushes the {piece} to {to}.", who=who, piece=piece, to=names[to])
        case PassedOn(to=to, paid=paid):
            return _(
                "{who} pays {tokens} and passes the {piece} on to {to}.",
                who=who,
                tokens=_tokens(paid),
                piece=piece,
                to=names[to],
            )
        case Accepted():
            return _("{who} accepts the {piece}.", who=who, piece=piece)
        case _:
            return _(
                "{who} cannot pay {tokens} and has to accept the {piece}.",
                who=who,
                tokens=_tokens(event.price),
                piece=piece,
            )


def _about_tower(event: TowerEvent, names: Sequence[str]) -> Message:
    who, owner = names[event.seat], names[event.tower]
    match event:
        case base.Stacked(block=piece):
            return _("{who} lets go of the {piece} over the tower.", who=who, piece=_named(piece))
        case base.TowerStarted(block=piece):
            return _(
                "{who} sets the {piece} on the table as foundation.", who=who, piece=_named(piece)
            )
        case base.Stood(height=1):
            return _("It stays: {owner}'s tower has a foundation.", owner=owner)
        case base.Stood(height=height):
            return _("It holds: {owner}'s tower has {height} pieces.", owner=owner, height=height)
        case base.Collapsed(blocks=(piece,)):
            return _(
                "{owner}'s tower does not hold: the {piece} goes back to the supply.",
                owner=owner,
                piece=_named(piece),
            )
        case _:
            return _(
                "{owner}'s tower collapses: its {pieces} pieces go back to the supply.",
                owner=owner,
                pieces=len(event.blocks),
            )


def _about_turn(event: TurnEvent, who: str) -> Message:
    match event:
        case base.TurnStarted():
            return _("It is {who}'s turn.", who=who)
        case ChoosesAgain():
            return _("{who} was outbid and chooses again.", who=who)
        case PutOut(tokens=0):
            return _("{who} is out of the game.", who=who)
        case _:
            tokens = _tokens(event.tokens)
            return _("{who} is out of the game; {tokens} to the bank.", who=who, tokens=tokens)


def _result(outcome: base.Outcome, names: Sequence[str]) -> Message:
    return plural(
        "{reason} {winners} wins (opponents outlasted: {outlasted}).",
        "{reason} It is a draw between {winners} (opponents outlasted: {outlasted}).",
        len(outcome.winners),
        reason=known(outcome.reason),
        winners=base.listed(names[seat] for seat in outcome.winners),
        outlasted=base.scored(names, outcome.scores),
    )


def _named(piece: str) -> Message:
    """Return the name of a piece: its own if it is a message, else the one in its set."""
    return piece if isinstance(piece, Message) else kind_text(piece)


def _tokens(number: int) -> Message:
    return plural("{count} token", "{count} tokens", number) if number else _("no tokens")


SOUNDS = {
    Sound.COIN: Opened | Raised | Won | PassedOn | PutOut,
    Sound.BREATH: base.Stacked | base.TowerStarted,
    Sound.FANFARE: base.GameOver,
    Sound.NONE: Happened,
}
"""The sounds of events; the first that fits counts."""


def zones(view: View, names: Sequence[str]) -> tuple[Zone, ...]:
    """Return a zone without cards for each seat, with its tokens."""
    texts = counts(view).texts(len(names))
    held = zip(names, texts, strict=True)
    return tuple(Zone(_("{name}: {held}", name=name, held=text)) for name, text in held)


def counts(view: View) -> Counts:
    """Return the tokens of each seat."""
    return Counts("tokens", view.tokens)
