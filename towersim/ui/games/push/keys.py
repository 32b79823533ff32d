"""The keys of Push."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.messages import message as _
from towersim.ui.input import ARROWS, CONFIRM, LOG, NEXT, PACE, REFUSE, SKIP, WINDOW, KeyBinding


class PushCommand(StrEnum):
    """What only this game's keys ask for."""

    FLIP = "flip"
    STOP = "stop"
    BANK = "bank"
    POINT = "point"
    """Point at what is best: nothing is chosen yet."""
    FIRST = "stack 1"
    SECOND = "stack 2"
    THIRD = "stack 3"


STACK_KEYS: Final = (PushCommand.FIRST, PushCommand.SECOND, PushCommand.THIRD)

KEYS: Final = (
    KeyBinding(
        (PushCommand.FLIP,),
        ((pygame.K_SPACE,),),
        _("Space"),
        _("flip a card; put or take what is chosen"),
    ),
    KeyBinding((PushCommand.STOP,), ((pygame.K_s,),), "S", _("stop, and take a stack")),
    KeyBinding(
        STACK_KEYS,
        ((pygame.K_1, pygame.K_KP1), (pygame.K_2, pygame.K_KP2), (pygame.K_3, pygame.K_KP3)),
        "1 2 3",
        _("put the card on that stack; take that stack"),
    ),
    KeyBinding(
        (PushCommand.BANK,),
        ((pygame.K_b,),),
        "B",
        _("choose a colour of your bench to bank, or another"),
    ),
    ARROWS._replace(help=_("go on to another stack, or another colour to bank")),
    NEXT._replace(help=_("go on to the next stack or colour that can be chosen")),
    CONFIRM._replace(
        keys=((pygame.K_RETURN, pygame.K_KP_ENTER),),
        label=_("Enter"),
        help=_("put, take or bank what is chosen; flip a card"),
    ),
    REFUSE._replace(help=_("bank nothing after all; take back where the card was put")),
    PACE._replace(help=_("bots, cards and die: faster or slower")),
    SKIP,
    LOG,
    *WINDOW,
)
"""Every key of the game, in the order of the help page."""
