"""The keys of Practice."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.messages import message as _
from towersim.ui.input import (
    ARROWS,
    CONFIRM,
    LOG,
    NEXT,
    PACE,
    SEE_AGAIN,
    TURN,
    UPRIGHT,
    WINDOW,
    Command,
    KeyBinding,
)


class PracticeCommand(StrEnum):
    """What only a challenge asks of the keyboard."""

    TAKE = "take a piece"
    RETRY = "retry"
    FINISH = "finish"
    BACK = "take back"
    XRAY = "x-ray"
    GHOST = "ghost"


KEYS: Final = (
    KeyBinding(
        (PracticeCommand.TAKE,),
        (tuple(range(pygame.K_1, pygame.K_9 + 1)) + tuple(range(pygame.K_KP1, pygame.K_KP9 + 1)),),
        "1 … 9",
        _("take the first, second, … kind of piece"),
    ),
    NEXT._replace(help=_("go on to the next piece that can be taken out")),
    ARROWS._replace(help=_("move the hand, slowly with Shift")),
    TURN._replace(help=_("turn the piece, as the wheel does; finely with Shift")),
    KeyBinding((Command.QUARTER_LEFT,), ((pygame.K_a,),), "A", _("turn the piece by 90°")),
    UPRIGHT._replace(help=_("set the piece straight")),
    CONFIRM._replace(help=_("let the piece go; take out the piece that is marked")),
    KeyBinding(
        (PracticeCommand.BACK,),
        ((pygame.K_n, pygame.K_BACKSPACE, pygame.K_b),),
        _("N  or  Backspace"),
        _("put the piece back; take the last move back"),
    ),
    KeyBinding(
        (PracticeCommand.FINISH,), ((pygame.K_d,),), "D", _("done: start the test, be rated")
    ),
    KeyBinding((PracticeCommand.RETRY,), ((pygame.K_r,),), "R", _("begin again at once")),
    KeyBinding(
        (PracticeCommand.XRAY,),
        ((pygame.K_x,),),
        "X",
        _("x-ray: forces, and what would move first"),
    ),
    KeyBinding(
        (PracticeCommand.GHOST,), ((pygame.K_g,),), "G", _("ghost: where your best attempt ended")
    ),
    SEE_AGAIN,
    PACE._replace(help=_("falling pieces and tests: faster or slower")),
    LOG,
    *WINDOW,
)
"""Every key of Practice, in the order of the help page."""
