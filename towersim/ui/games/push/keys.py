"""The keys of Push."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.ui.input import ARROWS, CONFIRM, LOG, NEXT, PACE, REFUSE, WINDOW, Keys


class Deed(StrEnum):
    """What only this game's keys ask for."""

    FLIP = "flip"
    STOP = "stop"
    BANK = "bank"
    FIRST = "stack 1"
    SECOND = "stack 2"
    THIRD = "stack 3"


STACK_KEYS: Final = (Deed.FIRST, Deed.SECOND, Deed.THIRD)

KEYS: Final = (
    Keys((Deed.FLIP,), ((pygame.K_SPACE,),), "Space", "flip a card; put or take what is chosen"),
    Keys((Deed.STOP,), ((pygame.K_s,),), "S", "stop, and take a stack"),
    Keys(
        STACK_KEYS,
        ((pygame.K_1, pygame.K_KP1), (pygame.K_2, pygame.K_KP2), (pygame.K_3, pygame.K_KP3)),
        "1 2 3",
        "put the card on that stack; take that stack",
    ),
    Keys((Deed.BANK,), ((pygame.K_b,),), "B", "choose a colour of your bench to bank, or another"),
    ARROWS._replace(words="go on to another stack, or another colour to bank"),
    NEXT._replace(words="go on to the next stack or colour that can be chosen"),
    CONFIRM._replace(
        keys=((pygame.K_RETURN, pygame.K_KP_ENTER),),
        called="Enter",
        words="put, take or bank what is chosen; flip a card",
    ),
    REFUSE._replace(words="bank nothing after all"),
    PACE._replace(words="bots, cards and die: faster or slower"),
    LOG,
    *WINDOW,
)
"""Every key of the game, in the order of the help page."""
