"""What F1 says of watching a game, and the keys for it."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input import CONFIRM, NEXT, WINDOW, Command, KeyBinding
from towersim.ui.rulebook import Page

WATCH: Final = "watch"
"""Stands where the name of a game is expected."""


class WatchCommand(StrEnum):
    """What only watching asks of the keyboard; buttons stand for the same."""

    PLAY = "play"
    BACK = "back"
    ON = "on"
    START = "start"
    END = "end"
    FALL = "fall"
    ROUND = "round"
    FASTER = "faster"
    SLOWER = "slower"
    EYES = "eyes"
    FOLLOW = "follow"


SECOND: Final = KeyBinding(
    (Command.LEFT, Command.RIGHT),
    ((pygame.K_LEFT,), (pygame.K_RIGHT,)),
    "←  →",
    _("a second back or on; with Shift a single tick"),
)
PLUS: Final = (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)
MINUS: Final = (pygame.K_MINUS, pygame.K_KP_MINUS)
KEYS: Final = (
    KeyBinding((WatchCommand.PLAY,), ((pygame.K_SPACE,),), "Space", _("play and pause")),
    SECOND,
    KeyBinding(
        (WatchCommand.BACK, WatchCommand.ON),
        ((pygame.K_PAGEUP,), (pygame.K_PAGEDOWN,)),
        _("Page up  Page down"),
        _("the move before; the next move"),
    ),
    KeyBinding(
        (WatchCommand.START, WatchCommand.END),
        ((pygame.K_HOME,), (pygame.K_END,)),
        "Home  End",
        _("the beginning; the end"),
    ),
    KeyBinding((WatchCommand.FALL,), ((pygame.K_c,),), "C", _("the next collapse")),
    KeyBinding((WatchCommand.ROUND,), ((pygame.K_r,),), "R", _("the next round")),
    KeyBinding(
        (WatchCommand.SLOWER, WatchCommand.FASTER),
        (MINUS, PLUS),
        "−  +",
        _("slower; faster"),
    ),
    KeyBinding((WatchCommand.EYES,), ((pygame.K_e,),), "E", _("see it through other eyes")),
    KeyBinding(
        (WatchCommand.FOLLOW,), ((pygame.K_0,),), "0", _("let the camera follow the game again")
    ),
    NEXT,
    CONFIRM._replace(label="Enter", help=_("press the button")),
    *(line for line in WINDOW if Command.CLIP not in line.commands),
)
MOUSE: Final = (
    (_("Click on the timeline"), _("go there; drag along it")),
    (_("Wheel"), _("come nearer, or go away")),
    (_("Drag the table"), _("look elsewhere")),
)
PAGES: Final = (
    Page(
        _("Watch a game"),
        (
            _(
                "The timeline shows the whole game. The hill is the tallest tower, the dots are "
                "the tilt that it would withstand, and each line is what a player has: its number "
                "stands at the end. Triangles are collapses, thin lines new rounds."
            ),
            _(
                "An onlooker sees what lies open to all. Once a game is over, it can be seen "
                "through the eyes of each player, with their cards."
            ),
            _("Nothing that you do here changes the game."),
        ),
    ),
)
GUIDE: Final = Guide(_("Watch"), PAGES, KEYS, MOUSE)
