"""Sentences that several games say."""

from typing import Any, Final

from towersim.ui.play import Play

REPLAY: Final = "Once more, slowly. Any key goes on."
SEE_AGAIN: Final = "V: see it again"


def settling(play: Play[Any], block: str) -> str:
    """Return what is said until all is at rest; a game calls its blocks `block`."""
    if play.match.hand_forced_open:
        return f"A {block} touched the table or fell off it, so the hand opened by itself."
    return "It comes down!" if play.playback.is_tipping else "Hold your breath …"
