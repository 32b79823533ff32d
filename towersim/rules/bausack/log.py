"""The events of Bausack, a sentence for each, and their sounds."""

from collections.abc import Iterator
from typing import Any

from towersim.common.messages import Message, kind_text, known, message as _
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.bausack.state import View
from towersim.rules.display import Counts, Sound, count_text, listed, scored


class Opened(base.SeatEvent, frozen=True):
    """The acting seat puts a piece up for auction and opens with a bid in tokens."""

    piece: str
    bid: int


class Raised(base.SeatEvent, frozen=True):
    """A seat bid more than anybody before."""

    bid: int


class Passed(base.SeatEvent, frozen=True):
    """A seat bids no more for this piece, although it could."""


class OutOfBids(base.SeatEvent, frozen=True):
    """A seat has no more `tokens` than this and cannot outbid the others."""

    tokens: int


class Won(base.SeatEvent, frozen=True):
    """A seat made the last bid, paid it to the bank and has the piece in its hand."""

    piece: str
    paid: int


class Pushed(base.SeatEvent, frozen=True):
    """The acting seat pushed a piece to the next seat."""

    piece: str
    to: Seat


class PassedOn(base.SeatEvent, frozen=True):
    """A seat paid tokens to the bank, and the pushed piece went on to the next."""

    piece: str
    to: Seat
    paid: int


class Accepted(base.SeatEvent, frozen=True):
    """A seat took the pushed piece into its hand."""

    piece: str


class HadToAccept(base.SeatEvent, frozen=True):
    """A seat took the pushed piece into its hand because it cannot pay the price."""

    piece: str
    price: int


class PutOut(base.SeatEvent, frozen=True):
    """A seat is out of the game, and its tokens went back to the bank."""

    tokens: int


class ChoosesAgain(base.SeatEvent, frozen=True):
    """The acting seat was outbid, so it is still its turn."""


class Tallest(base.Event, frozen=True):
    """The height measurer determined the tallest towers."""

    seats: tuple[Seat, ...]


SENTENCES: base.Sentences = {
    **base.sentences_of(__name__),
    base.GameOver: lambda event, names: _(
        "{reason} {won} (opponents outlasted: {outlasted}).",
        reason=known(event.outcome.reason),
        won=base.victory(event.outcome, names),
        outlasted=scored(names, event.outcome.scores),
    ),
}
VALUES: base.Values = {
    "who": lambda event, names: names[event.seat],
    "owner": lambda event, names: names[event.tower],
    "owners": lambda event, names: listed(names[seat] for seat in event.seats),
    "shared": lambda event, _names: len(event.seats) > 1,
    "to": lambda event, names: names[event.to],
    "piece": lambda event, _names: _piece(event),
    "pieces": lambda event, _names: len(event.blocks),
    "tokens": lambda event, _names: _tokens(event),
}


def _piece(event: Any) -> Message:  # noqa: ANN401 - of several types
    """Return the name of an event's piece."""
    match event:
        case base.Stacked(block=piece) | base.TowerStarted(block=piece):
            pass
        case base.Collapsed(blocks=(piece,)):
            pass
        case _:
            piece = event.piece
    return kind_text(piece)


def _tokens(event: Any) -> Message:  # noqa: ANN401 - of several types
    match event:
        case Won(paid=number) | PassedOn(paid=number) | HadToAccept(price=number):
            pass
        case _:
            number = event.tokens
    return count_text("tokens", number) if number else _("no tokens")


SOUNDS = {
    Sound.COIN: Opened | Raised | Won | PassedOn | PutOut,
    Sound.BREATH: base.Stacked | base.TowerStarted,
    Sound.NONE: Passed | OutOfBids | Pushed | Accepted | HadToAccept | ChoosesAgain | Tallest,
}


def counts(view: View) -> Counts:
    """Return the tokens of each seat, with the size of its tower and its bid for the piece."""
    notes = tuple(tuple(_notes(view, Seat(seat))) for seat in range(len(view.towers)))
    return Counts("tokens", view.tokens, notes)


def _notes(view: View, seat: Seat) -> Iterator[str]:
    pieces, bids = len(view.towers[seat]), dict(view.bids)
    if pieces:
        yield count_text("pieces", pieces)
    else:
        yield _("no foundation yet") if seat in view.standing else _("out")
    if seat in view.passed:
        yield _("passed")
    elif seat in bids:
        yield _("bids {bid}", bid=bids[seat])
