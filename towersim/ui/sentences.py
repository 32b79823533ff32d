"""Messages shared by several games."""

from collections.abc import Iterable
from functools import reduce
from typing import Any, Final

from towersim.common.messages import Message, message as _
from towersim.common.units import TowerId
from towersim.rules.base import Collapsed, Stacked, TowerStarted
from towersim.ui.play import Play

REPLAY: Final = _("Once more, slowly. Any key goes on.")
SEE_AGAIN: Final = _("{key:V}: see it again")
CARRY_BY_KEYS: Final = _(
    "{key:Arrows} carry it, {key:Q} {key:E} {key:A} {key:D} turn it, {key:Enter} places it."
)
COMMA: Final = _("{before}, {one}")
TOO_LATE: Final = _("The piece has touched something, so you have to place it now.")


def joined(parts: Iterable[str], by: Message = COMMA) -> str:
    """Return parts of a sentence joined by commas, or `by` another message of two parts."""
    return reduce(lambda before, one: by.filled(before=before, one=one), parts)


def settling(play: Play[Any], *, cubes: bool) -> str:
    """Return the message while blocks settle; a game's blocks are `cubes`, or pieces."""
    if play.match.hand_forced_open and cubes:
        return _("A cube touched the table or fell off it, so the hand opened by itself.")
    if play.match.hand_forced_open:
        return _("A piece touched the table or fell off it, so the hand opened by itself.")
    return _("It comes down!") if play.playback.is_tipping else _("Hold your breath …")


def fallen(play: Play[Any]) -> list[TowerId]:
    """Return the towers that collapsed in the last move, in order."""
    fell: list[TowerId] = []
    for event in reversed(play.match.events):
        if isinstance(event, Stacked | TowerStarted):
            break
        if isinstance(event, Collapsed):
            fell.insert(0, event.tower)
    return fell
