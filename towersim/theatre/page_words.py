"""The page's own texts: buttons, help, and labels for screen readers."""

from collections.abc import Mapping
from typing import Final

from towersim.common.messages import Message
from towersim.common.messages import message as _

MARKUP: Final[Mapping[str, Message]] = {
    "table": _("The table with its towers"),
    "moment": _("Moment of the game"),
    "playback": _("Playback"),
    "space": _("Space"),
    "page up": _("Page up"),
    "page down": _("Page down"),
    "previous": _("Previous move"),
    "next": _("Next move"),
    "collapse": _("Next collapse"),
    "round": _("Next round"),
    "speed": _("Speed"),
    "follow": _("Follow the game"),
    "cards": _("What lies on the table"),
    "story": _("Everything that happened"),
    "help": _(
        "Space plays and pauses. ← and → go a second back and on, with Shift a frame. Page up and "
        "Page down go from move to move, R to the next round, + and − change the speed."
    ),
    "help with towers": _(
        "C goes to the next collapse, 0 follows the game again. Drag the table to look around; the "
        "wheel or two fingers zoom."
    ),
}
"""The texts in the HTML, by placeholder."""
PROGRAM: Final[Mapping[str, Message]] = {
    "play": _("Watch"),
    "pause": _("Pause"),
    "clock": _("{now} of {end}", now="{now}", end="{end}"),
    "nothing": _("Nothing to tell."),
    "hidden": _("face down"),
}
"""The texts of the page's program."""
