"""The keys of Palace."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.messages import message as _
from towersim.ui.input import ARROWS, CONFIRM, LOG, NEXT, PACE, REFUSE, SKIP, WINDOW, KeyBinding


class PalaceCommand(StrEnum):
    """What only this game's keys ask for."""

    CHOOSE = "choose"
    ALIKE = "alike"
    TAKE = "take"


KEYS: Final = (
    ARROWS._replace(
        help=_("left and right go through the cards; up chooses one, down puts it back")
    ),
    NEXT._replace(help=_("go on to the next card that can be played")),
    KeyBinding(
        (PalaceCommand.CHOOSE,),
        ((pygame.K_SPACE,),),
        _("Space"),
        _("choose a card, or put it back"),
    ),
    KeyBinding(
        (PalaceCommand.ALIKE,), ((pygame.K_a,),), "A", _("choose all cards of the same rank")
    ),
    CONFIRM._replace(
        keys=((pygame.K_RETURN, pygame.K_KP_ENTER),),
        label=_("Enter"),
        help=_("play what is chosen, else the card you point at; turn a blind card over"),
    ),
    KeyBinding((PalaceCommand.TAKE,), ((pygame.K_t, pygame.K_BACKSPACE),), "T", _("take the pile")),
    REFUSE._replace(
        keys=((pygame.K_n,),), label="N", help=_("take back what a double click has just played")
    ),
    PACE._replace(help=_("bots and cards: faster or slower")),
    SKIP,
    LOG,
    *WINDOW,
)
"""Every key of the game, in the order of the help page."""
