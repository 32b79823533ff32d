"""The key bindings of Push."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.input.bindings import (
    ARROWS,
    CARDS,
    CONFIRM,
    NEXT,
    PACE,
    REFUSE,
    KeyBinding,
    on_key,
)


class PushCommand(StrEnum):
    """The commands of keys that only this game has."""

    STOP = "stop"
    BANK = "bank"
    FIRST = "stack 1"
    SECOND = "stack 2"
    THIRD = "stack 3"


STACK_KEYS: Final = (PushCommand.FIRST, PushCommand.SECOND, PushCommand.THIRD)

KEYS: Final = (
    CONFIRM._replace(help=_("flip a card; put, take or bank what is chosen")),
    on_key(PushCommand.STOP, _("stop, and take a stack"), pygame.K_s),
    KeyBinding(
        {
            PushCommand.FIRST: (pygame.K_1, pygame.K_KP1),
            PushCommand.SECOND: (pygame.K_2, pygame.K_KP2),
            PushCommand.THIRD: (pygame.K_3, pygame.K_KP3),
        },
        _("put the card on that stack; take that stack"),
    ),
    on_key(PushCommand.BANK, _("choose a colour of your bench to bank, or another"), pygame.K_b),
    ARROWS._replace(help=_("go on to another stack, or another colour to bank")),
    NEXT._replace(help=_("go on to the next stack or colour that can be chosen")),
    REFUSE._replace(help=_("bank nothing after all; take back where the card was put")),
    PACE._replace(help=_("bots, cards and die: faster or slower")),
    *CARDS,
)
