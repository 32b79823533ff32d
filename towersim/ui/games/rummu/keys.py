"""The keys of Rummü."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.messages import message as _
from towersim.ui.input import ARROWS, CONFIRM, LOG, NEXT, PACE, REFUSE, SKIP, WINDOW, KeyBinding


class RummuCommand(StrEnum):
    """What only Rummü has keys for."""

    DRAW = "draw"
    TAKE = "take"
    LAY = "lay"
    DISCARD = "discard"
    JOKER = "joker"
    SORT = "sort"
    SCORES = "scores"
    HINT = "hint"


def _one(command: RummuCommand, key: int, called: str, words: str) -> KeyBinding:
    return KeyBinding((command,), ((key,),), called, words)


KEYS: Final = (
    _one(RummuCommand.DRAW, pygame.K_d, "D", _("draw from the deck")),
    _one(RummuCommand.TAKE, pygame.K_t, "T", _("take the top card of the discard pile")),
    ARROWS._replace(help=_("choose a card, a combination or a pile; with Shift shift a card")),
    NEXT._replace(help=_("go on: hand, workbench, table, piles")),
    CONFIRM._replace(help=_("put a card on the workbench; add it to a combination; draw")),
    _one(RummuCommand.LAY, pygame.K_c, "C", _("lay what is on the workbench")),
    REFUSE._replace(help=_("take back: the workbench, then what you laid this turn")),
    _one(RummuCommand.JOKER, pygame.K_j, "J", _("let the yellow card stand for another colour")),
    _one(
        RummuCommand.DISCARD,
        pygame.K_x,
        "X",
        _("discard the chosen card; twice: the one under the mouse"),
    ),
    _one(RummuCommand.SORT, pygame.K_s, "S", _("sort the hand by colour or by number")),
    _one(RummuCommand.SCORES, pygame.K_r, "R", _("points of all rounds")),
    _one(RummuCommand.HINT, pygame.K_h, "H", _("light the best that can be laid or added")),
    PACE._replace(help=_("bots and cards: faster or slower")),
    SKIP,
    LOG,
    *WINDOW,
)
"""Every key of the game, in the order of the help page."""
