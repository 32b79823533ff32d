"""The messages to players of Bausack."""

from typing import Final

from towersim.common.messages import Message, kind_text, known, message as _, texts
from towersim.common.units import Pose
from towersim.geometry.shapes import area, extent
from towersim.match.match import MatchPhase
from towersim.rules.base import Event, by_tag, tag_of, told
from towersim.rules.bausack.state import Phase, View
from towersim.rules.display import count_text, listed
from towersim.scene.table_setup import Piece
from towersim.ui.explainer import last_collapses
from towersim.ui.games.bausack.play import BausackPlay, BausackPointer
from towersim.ui.sentences import REPLAY, settling, won

TEXTS: Final = texts(__file__)
BUBBLES: Final = by_tag(TEXTS["bubbles"])
"""Texts of speech bubbles, with the fields of the event and the name of a receiver."""


def hint(play: BausackPlay, pointer: BausackPointer) -> str:
    """Return the prompt for the seat to move."""
    if play.playback.is_replaying:
        return REPLAY
    if play.queue.busy and play.match.phase is not MatchPhase.SETTLING:
        return collapsed(play) or _("It holds!")
    if play.match.outcome is not None:
        return won(play.match.outcome, [seat.name for seat in play.match.seats])
    if play.match.phase is MatchPhase.SETTLING:
        return settling(play, cubes=False)
    if not play.is_human_turn:
        return play.thinking if play.is_phones_turn else _bot(play)
    return _carrying(play) if play.is_carrying else _asked(play, pointer)


def _asked(play: BausackPlay, pointer: BausackPointer) -> str:
    view, asks = play.view(), str(play.wanted or Phase.PLACING)
    piece = pointer.examined if play.wanted is Phase.CHOOSING else view.piece
    match play.wanted:
        case Phase.CHOOSING if not pointer.pile_open:
            asks = "closed"
        case Phase.CHOOSING if pointer.keys and pointer.hovered not in ("", piece):
            asks, piece = "marked", pointer.hovered
        case Phase.CHOOSING if piece:
            asks = "examined"
        case Phase.PLACING | None if not view.towers[play.seat]:
            asks = "founding"
    bid = view.highest if view.bids else 0
    return TEXTS["asks"][asks].filled(who=play.name, piece=kind_text(piece), bid=bid)


def wanted(play: BausackPlay) -> str:
    """Return what a person has to decide now, in a few words; empty if no person has to."""
    return TEXTS["wanted"].get(str(play.wanted), "")


def collapsed(play: BausackPlay) -> str:
    """Return a sentence about the towers that the last move felled; else empty."""
    fell = last_collapses(play.match.events).values()
    names = [play.match.seats[event.tower].name for event in fell]
    if not names:
        return ""
    if len(names) == 1:
        return _("{who}'s tower is lost: {who} is out.", who=names[0])
    return _("The towers of {owners} are lost.", owners=listed(names))


def _bot(play: BausackPlay) -> str:
    view = play.view()
    bots, does = TEXTS["bots"], "carrying" if play.held else view.phase
    return bots.get(does, bots["thinking"]).filled(who=play.name, piece=kind_text(view.piece))


def _carrying(play: BausackPlay) -> str:
    piece = kind_text(play.view().piece)
    where = "beside" if play.over() is None else "over"
    if play.is_disturbing:
        where = "touching"
    elif not play.view().towers[play.seat]:
        where = "founding"
    return TEXTS["carrying"][where].filled(who=play.name, piece=piece)


def why_barred(play: BausackPlay) -> str:
    """Return why the piece that has just felled a tower may not be chosen now."""
    piece = kind_text(play.view().barred_now)
    return _("The {piece} has just brought a tower down: choose another piece first", piece=piece)


def facts(piece: Piece) -> str:
    """Return size, weight and family of a piece, and its colour if it is painted."""
    low, high = extent(piece.shape, Pose(0.0, 0.0, 0.0))
    grams = area(piece.shape) * piece.depth * piece.material.density_kg_m3 * 1000
    family = known(piece.family)
    if piece.colour not in ("natural", piece.family):
        family = _("{family}, {colour}", family=family, colour=known(piece.colour))
    return _(
        "{width:.0f} × {height:.0f} mm  ·  {weight:.0f} g  ·  {family}",
        width=1000 * (high.x - low.x),
        height=1000 * (high.y - low.y),
        weight=grams,
        family=family,
    )


def bubble(event: Event, name: str) -> str:
    """Return the text of the speech bubble for an event; empty for none.

    `name` is the name of the seat that receives a piece.
    """
    lines = BUBBLES.get(tag_of(type(event).__name__))
    return told(event, lines, {"name": lambda _event, _names: name}, ()) if lines else ""


def help_on_card(view: View, bid: int) -> Message:
    """Return what the choices on the card mean, for somebody who plays for the first time."""
    return TEXTS["help"].get(view.phase, TEXTS["help"]["bidding"]).filled(bid=bid)


def pieces(number: int) -> Message:
    """Return the message for a number of pieces.

    >>> pieces(1), pieces(0)
    ('1 piece', 'no pieces')
    """
    return count_text("pieces", number) if number else _("no pieces")
