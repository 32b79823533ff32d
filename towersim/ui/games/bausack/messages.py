"""The messages to players of Bausack."""

from pathlib import Path
from typing import Final

from towersim.common.messages import Message, kind_text, known, message as _, plural, texts
from towersim.common.units import Pose
from towersim.geometry.shapes import area, extent
from towersim.match.match import MatchPhase
from towersim.rules.base import Event, by_tag, listed, tag_of, told
from towersim.rules.bausack.state import Phase, View
from towersim.scene.table_setup import Piece
from towersim.ui.games.bausack.play import BausackPlay, BausackPointer
from towersim.ui.sentences import REPLAY, fallen, settling

BUBBLES: Final = by_tag(texts(Path(__file__).with_name("texts.txt"))["bubbles"])
"""Texts of speech bubbles, with the fields of the event and the name of a receiver."""


def hint(play: BausackPlay, pointer: BausackPointer) -> str:
    """Return the prompt for the seat to move."""
    if play.playback.is_replaying:
        return REPLAY
    if play.queue.busy and play.match.phase is not MatchPhase.SETTLING:
        return collapsed(play) or _("It holds!")
    match play.match.phase:
        case MatchPhase.OVER:
            return _over(play)
        case MatchPhase.SETTLING:
            return settling(play, cubes=False)
    if not play.is_human_turn:
        return play.thinking if play.is_phones_turn else _bot(play)
    return _carrying(play) if play.is_carrying else _asked(play, pointer)


def _asked(play: BausackPlay, pointer: BausackPointer) -> str:
    view, piece, who = play.view(), pointer.examined, play.name
    match play.wanted:
        case Phase.CHOOSING if not pointer.pile_open:
            return _("{who}: open the pile ({key:O}) to choose a piece.", who=who)
        case Phase.CHOOSING if pointer.keys and pointer.hovered not in ("", piece):
            marked = kind_text(pointer.hovered)
            return _("{who}: {key:Enter} takes the {piece} into your hand.", who=who, piece=marked)
        case Phase.CHOOSING if piece:
            return _(
                "{who}: turn the {piece}, then build with it, or push it.",
                who=who,
                piece=kind_text(piece),
            )
        case Phase.CHOOSING:
            return _("{who}: choose a piece from the pile, to build with or to push.", who=who)
        case Phase.BIDDING:
            return _(
                "{who}: bid more than {bid} for the {piece}?",
                who=who,
                bid=view.highest,
                piece=kind_text(view.piece),
            )
        case Phase.OFFERED:
            piece = kind_text(view.piece)
            return _("{who}: do you accept the {piece}?", who=who, piece=piece)
    piece = kind_text(view.piece)
    if view.towers[play.seat]:
        return _(
            "{who}: drag the {piece} onto your tower, or take it with {key:Enter}.",
            who=who,
            piece=piece,
        )
    return _(
        "{who}: drag the {piece} onto your part of the table, or take it with {key:Enter}.",
        who=who,
        piece=piece,
    )


def collapsed(play: BausackPlay) -> str:
    """Return a sentence about the towers that the last move felled; else empty."""
    names = [play.match.seats[seat].name for seat in fallen(play)]
    if not names:
        return ""
    if len(names) == 1:
        return _("{who}'s tower has collapsed: {who} is out.", who=names[0])
    return _("The towers of {owners} have collapsed.", owners=listed(names))


def _bot(play: BausackPlay) -> str:
    who, view = play.name, play.view()
    if play.held:
        return _("{who} carries the {piece} …", who=who, piece=kind_text(view.piece))
    match view.phase:
        case Phase.CHOOSING:
            return _("{who} looks through the pile …", who=who)
        case Phase.BIDDING:
            return _("{who} thinks about a bid …", who=who)
        case Phase.OFFERED:
            return _("{who} thinks about the piece …", who=who)
        case Phase.PLACING:
            return _("{who} takes a good look …", who=who)
        case _:
            return _("{who} is thinking …", who=who)


def _over(play: BausackPlay) -> str:
    outcome = play.match.outcome
    if outcome is None:
        return ""
    return plural(
        "{reason} {winners} wins.",
        "{reason} {winners} share it.",
        len(outcome.winners),
        reason=known(outcome.reason),
        winners=listed(play.match.seats[seat].name for seat in outcome.winners),
    )


def _carrying(play: BausackPlay) -> str:
    who, piece = play.name, kind_text(play.view().piece)
    if play.is_disturbing:
        return _("{who}: you push your tower! Gently, or let go.", who=who)
    if not play.view().towers[play.seat]:
        return _("{who}: set the {piece} down as your foundation and let go.", who=who, piece=piece)
    if play.over() is None:
        return _(
            "{who}: carry the {piece} over your tower. Don't touch the table!", who=who, piece=piece
        )
    return _("{who}: lower the {piece} onto your tower and let go.", who=who, piece=piece)


def why_barred(play: BausackPlay) -> str:
    """Return why the piece that has just felled a tower may not be chosen now."""
    piece = kind_text(play.view().barred_now)
    return _("The {piece} has just brought a tower down: choose another piece first", piece=piece)


def not_here(play: BausackPlay) -> str:
    """Return the refusal of a release here: the obstacle, or the places that are allowed."""
    obstacle = play.match.obstacle
    if obstacle is not None:
        owner = play.match.seats[obstacle].name
        return _("It is in front of {owner}'s tower: move it clear to let it go.", owner=owner)
    if play.view().towers[play.seat]:
        return _("Hold the piece over your own tower to let it go.")
    return _("Hold the piece over your own part of the table to let it go.")


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
    if view.phase is Phase.CHOOSING:
        return _(
            "Build: the highest bidder pays in tokens and places the piece; 0 is enough if nobody "
            "bids more. Push: the next player places it, or pays to pass it on."
        )
    if view.phase is Phase.OFFERED:
        return _(
            "Whoever accepts it places it at once. Passing it on costs one token more each time, "
            "and it may come all the way round."
        )
    return _(
        "“Bid {bid}” bids this once. “Up to {bid}” goes on for you, one more each time, and passes "
        "at more than {bid}.",
        bid=bid,
    )


def pieces(number: int) -> Message:
    """Return the message for a number of pieces.

    >>> pieces(1), pieces(0)
    ('1 piece', 'no pieces')
    """
    return plural("{count} piece", "{count} pieces", number) if number else _("no pieces")
