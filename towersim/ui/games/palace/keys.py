"""The keys of Palace."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.ui.input import ARROWS, CONFIRM, LOG, NEXT, PACE, WINDOW, Keys


class Deed(StrEnum):
    """What only this game's keys ask for."""

    CHOOSE = "choose"
    ALIKE = "alike"
    TAKE = "take"


KEYS: Final = (
    ARROWS._replace(words="left and right go through the cards; up chooses one, down puts it back"),
    NEXT._replace(words="go on to the next card that can be played"),
    Keys((Deed.CHOOSE,), ((pygame.K_SPACE,),), "Space", "choose a card, or put it back"),
    Keys((Deed.ALIKE,), ((pygame.K_a,),), "A", "choose all cards of the same rank"),
    CONFIRM._replace(
        keys=((pygame.K_RETURN, pygame.K_KP_ENTER),),
        called="Enter",
        words="play what is chosen, else the card you point at; turn a blind card over",
    ),
    Keys((Deed.TAKE,), ((pygame.K_t, pygame.K_BACKSPACE),), "T", "take the pile"),
    PACE._replace(words="bots and cards: faster or slower"),
    LOG,
    *WINDOW,
)
"""Every key of the game, in the order of the help page."""
