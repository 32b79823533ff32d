"""The key bindings of Palace."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.input.bindings import ARROWS, CARDS, ENTER, NEXT, PACE, REFUSE, Command, on_key


class PalaceCommand(StrEnum):
    """The commands of keys that only this game has."""

    CHOOSE = "choose"
    ALIKE = "alike"
    TAKE = "take"


KEYS: Final = (
    ARROWS._replace(
        help=_("left and right go through the cards; up chooses one, down puts it back")
    ),
    NEXT._replace(help=_("go on to the next card that can be played")),
    on_key(PalaceCommand.CHOOSE, _("choose a card, or put it back"), pygame.K_SPACE),
    on_key(PalaceCommand.ALIKE, _("choose all cards of the same rank"), pygame.K_a),
    ENTER._replace(
        help=_("play what is chosen, else the card you point at; turn a blind card over"),
    ),
    on_key(PalaceCommand.TAKE, _("take the pile"), pygame.K_t, pygame.K_BACKSPACE),
    REFUSE._replace(
        keys={Command.REFUSE: (pygame.K_n,)},
        help=_("take back what a double click has just played"),
    ),
    PACE._replace(help=_("bots and cards: faster or slower")),
    *CARDS,
)
