"""What the window says in a game of Bausack, in plain sentences."""

from collections.abc import Mapping

from msgspec.structs import replace

from towersim.geometry.shapes import area, extent
from towersim.level import Piece
from towersim.match import Phase as Going
from towersim.rules.base import Event
from towersim.rules.bausack.log import (
    Accepted,
    HadToAccept,
    Opened,
    OutOfBids,
    Passed,
    PassedOn,
    Pushed,
    Raised,
    Won,
)
from towersim.rules.bausack.state import Phase
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.messages import REPLAY, settling
from towersim.units import Pose

SAID: Mapping[type[Event], str] = {
    Passed: "I pass.",
    OutOfBids: "I cannot bid more.",
    Accepted: "I take it.",
}
"""The words said with every event of a kind."""


def hint(play: BausackPlay, pointer: TablePointer) -> str:
    """Return the prompt for the seat to move."""
    if play.playback.is_replaying:
        return REPLAY
    if play.queue.busy and play.match.phase is not Going.SETTLING:
        return collapsed(play) or "It holds!"
    match play.match.phase:
        case Going.OVER:
            return _over(play)
        case Going.SETTLING:
            return settling(play, "piece")
    if not play.is_human_turn:
        return _bot(play)
    return _carrying(play) if play.is_carrying else f"{play.name}: {_asked(play, pointer)}"


def _asked(play: BausackPlay, pointer: TablePointer) -> str:
    """Return the question to the person, without the name."""
    view, piece = play.view(), pointer.examined
    match play.wanted:
        case Wanted.CHOOSE if not pointer.pile_open:
            return "open the pile (O) to choose a piece."
        case Wanted.CHOOSE if pointer.keys and pointer.hovered not in ("", piece):
            return f"Enter takes the {called(play, pointer.hovered)} into your hand."
        case Wanted.CHOOSE if piece:
            return f"turn the {called(play, piece)}, then build with it, or push it."
        case Wanted.CHOOSE:
            return "choose a piece from the pile, to build with or to push."
        case Wanted.BID:
            return f"bid more than {view.highest} for the {called(play, view.piece)}?"
        case Wanted.ACCEPT:
            return f"do you accept the {called(play, view.piece)}?"
        case _:
            where = "tower" if view.towers[play.seat] else "part of the table"
            piece = called(play, view.piece)
            return f"drag the {piece} onto your {where}, or take it with Enter."


def collapsed(play: BausackPlay) -> str:
    """Return a sentence on the towers that the last move brought down, and its cause."""
    names = [play.match.seats[seat].name for seat in play.fallen()]
    if not names:
        return ""
    if len(names) == 1:
        told = f"{names[0]}'s tower has collapsed: {names[0]} is out."
    else:
        told = f"The towers of {', '.join(names[:-1])} and {names[-1]} have collapsed."
    return f"{told} {play.why_it_fell}".rstrip()


def _bot(play: BausackPlay) -> str:
    name, view = play.name, play.view()
    if play.held:
        return f"{name} carries the {called(play, view.piece)} …"
    doing = {
        Phase.CHOOSING: "looks through the pile …",
        Phase.BIDDING: "thinks about a bid …",
        Phase.OFFERED: "thinks about the piece …",
        Phase.PLACING: "takes a good look …",
    }
    return f"{name} {doing.get(view.phase, 'is thinking …')}"


def _over(play: BausackPlay) -> str:
    outcome = play.match.outcome
    if outcome is None:
        return ""
    names = " and ".join(play.match.seats[seat].name for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share it"
    return f"{outcome.reason} {names} {verb}."


def _carrying(play: BausackPlay) -> str:
    name, piece = play.name, called(play, play.view().piece)
    if play.is_disturbing:
        return f"{name}: you push your tower! Gently, or let go."
    if not play.view().towers[play.seat]:
        return f"{name}: set the {piece} down as your foundation and let go."
    if play.over() is None:
        return f"{name}: carry the {piece} over your tower. Don't touch the table!"
    return f"{name}: lower the {piece} onto your tower and let go."


def why_barred(play: BausackPlay) -> str:
    """Return why a piece that is left may not be chosen now."""
    piece = called(play, play.view().barred_now)
    return f"The {piece} has just brought a tower down: choose another piece first"


def not_here(play: BausackPlay) -> str:
    """Return the refusal of letting go here: the place where the piece may be let go."""
    obstacle = play.match.obstacle
    if obstacle is not None:
        owner = play.match.seats[obstacle].name
        return f"It is in front of {owner}'s tower: move it clear to let it go."
    if play.view().towers[play.seat]:
        return "Hold the piece over your own tower to let it go."
    return "Hold the piece over your own part of the table to let it go."


def called(play: BausackPlay, kind: str) -> str:
    """Return the name of a piece, as inside a sentence."""
    return play.match.setup.piece(kind).name


def named(play: BausackPlay, event: Event) -> Event:
    """Return an event with what people call the pieces in it."""
    for field in ("piece", "block"):
        kind = getattr(event, field, "")
        if kind:
            event = replace(event, **{field: called(play, kind)})
    return event


def facts(piece: Piece) -> str:
    """Return size and weight of a piece, in millimetres and grams."""
    low, high = extent(piece.shape, Pose(0.0, 0.0, 0.0))
    size = f"{1000 * (high.x - low.x):.0f} × {1000 * (high.y - low.y):.0f} mm"
    grams = area(piece.shape) * piece.depth * piece.material.density_kg_m3 * 1000
    return f"{size}  ·  {grams:.0f} g"


def family(piece: Piece) -> str:
    """Return a piece's family, and its colour if it is painted."""
    return piece.family if piece.colour == "natural" else f"{piece.family}, {piece.colour}"


def bubble(event: Event, name: str) -> str:
    """Return what a seat is shown to say or do when this happens, in a few words, or nothing.

    `name` is that of the seat that a piece goes to.
    """
    match event:
        case Opened(bid=bid):
            return f"I build! I bid {bid}."
        case Raised(bid=bid):
            return f"I bid {bid}."
        case Won(paid=paid):
            return f"It is mine, for {paid or 'nothing'}."
        case Pushed():
            return f"For you, {name}!"
        case PassedOn(paid=paid):
            return f"I pay {paid}. For you, {name}!"
        case HadToAccept(price=price):
            return f"I cannot pay {price} and have to take it."
        case _:
            return SAID.get(type(event), "")


def tokens(number: int) -> str:
    """Return a number of tokens in words.

    >>> tokens(1), tokens(0)
    ('1 token', 'no tokens')
    """
    return "1 token" if number == 1 else f"{number or 'no'} tokens"
