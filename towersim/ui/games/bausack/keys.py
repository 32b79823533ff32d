"""The keys of Bausack."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.ui.input import ARROWS, CONFIRM, LOG, PACE, REFUSE, TURN, UPRIGHT, WINDOW, Do, Keys


class Ask(StrEnum):
    """What only this game has keys for."""

    MORE = "bid more"
    LESS = "bid less"
    ON = "push on"
    PILE = "pile"
    HOME = "home"
    WHOLE = "whole table"
    NEARER = "nearer"
    FARTHER = "farther"
    MEASURE = "measure"


class Look(StrEnum):
    """Look at the tower of this seat."""

    FIRST = "tower 1"
    SECOND = "tower 2"
    THIRD = "tower 3"
    FOURTH = "tower 4"
    FIFTH = "tower 5"
    SIXTH = "tower 6"
    SEVENTH = "tower 7"
    EIGHTH = "tower 8"


LOOKS: Final = tuple(Look)

KEYS: Final = (
    ARROWS._replace(words="choose in the pile; move the hand, slowly with Shift; look around"),
    TURN._replace(words="turn the piece, as the wheel does; finely with Shift"),
    UPRIGHT._replace(words="set the piece straight"),
    CONFIRM._replace(words="take the piece; build; bid; accept; let go"),
    Keys((Ask.ON,), ((pygame.K_u,),), "U", "push the piece; pay and push it on"),
    Keys(
        (Ask.MORE, Ask.LESS),
        ((pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS), (pygame.K_MINUS, pygame.K_KP_MINUS)),
        "+  –",
        "bid more or less",
    ),
    REFUSE._replace(words="pass; put the piece back"),
    Keys((Ask.PILE, Do.NEXT), ((pygame.K_o,), (pygame.K_TAB,)), "O  or  Tab", "open the pile"),
    Keys(
        (Ask.HOME, Ask.WHOLE),
        ((pygame.K_HOME, pygame.K_0, pygame.K_KP0), (pygame.K_t,)),
        "Home  T",
        "look at the tower whose turn it is; at the whole table",
    ),
    Keys(
        LOOKS,
        tuple((pygame.K_1 + seat, pygame.K_KP1 + seat) for seat in range(len(LOOKS))),
        "1 … 8",
        "look at a player's tower",
    ),
    Keys(
        (Ask.NEARER, Ask.FARTHER),
        ((pygame.K_PAGEUP,), (pygame.K_PAGEDOWN,)),
        "Page up  down",
        "look from nearer or farther",
    ),
    Keys((Ask.MEASURE,), ((pygame.K_h,),), "H", "measure the next tower"),
    PACE._replace(words="bots and falling pieces: faster or slower"),
    LOG,
    *WINDOW,
)
"""Every key of the game, in the order of the help page."""

MOUSE: Final = (
    ("Mouse", "click a piece in the pile to examine it; drag it onto your tower"),
    ("Wheel", "turns the piece you examine or hold; else looks nearer or farther"),
    ("Middle or right button", "drag to look around; right click puts a piece back"),
)
