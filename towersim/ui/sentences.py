"""Sentences that several games say."""

from typing import Any, Final

from towersim.messages import message as _
from towersim.ui.play import Play

REPLAY: Final = _("Once more, slowly. Any key goes on.")
SEE_AGAIN: Final = _("V: see it again")
TOO_LATE: Final = _("The piece has touched something, so you have to place it now.")


def settling(play: Play[Any], *, cubes: bool) -> str:
    """Return what is said until all is at rest; a game's blocks are `cubes`, or pieces."""
    if play.match.hand_forced_open and cubes:
        return _("A cube touched the table or fell off it, so the hand opened by itself.")
    if play.match.hand_forced_open:
        return _("A piece touched the table or fell off it, so the hand opened by itself.")
    return _("It comes down!") if play.playback.is_tipping else _("Hold your breath …")
