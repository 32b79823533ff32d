"""The keys of Rummü."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.ui.input import ARROWS, CONFIRM, LOG, NEXT, PACE, REFUSE, WINDOW, Keys


class Deed(StrEnum):
    """What only Rummü has keys for."""

    DRAW = "draw"
    TAKE = "take"
    LAY = "lay"
    DISCARD = "discard"
    JOKER = "joker"
    SORT = "sort"
    SCORES = "scores"


def _one(does: Deed, key: int, called: str, words: str) -> Keys:
    return Keys((does,), ((key,),), called, words)


KEYS: Final = (
    _one(Deed.DRAW, pygame.K_d, "D", "draw from the deck"),
    _one(Deed.TAKE, pygame.K_t, "T", "take the top card of the discard pile"),
    ARROWS._replace(words="choose a card, a combination or a pile; with Shift shift a card"),
    NEXT._replace(words="go on: hand, workbench, table, piles"),
    CONFIRM._replace(words="put a card on the workbench; add it to a combination; draw"),
    _one(Deed.LAY, pygame.K_c, "C", "lay what is on the workbench"),
    REFUSE._replace(words="take everything back from the workbench"),
    _one(Deed.JOKER, pygame.K_j, "J", "let the yellow card stand for another colour"),
    _one(Deed.DISCARD, pygame.K_x, "X", "discard the chosen card; twice: the one under the mouse"),
    _one(Deed.SORT, pygame.K_s, "S", "sort the hand by colour or by number"),
    _one(Deed.SCORES, pygame.K_r, "R", "points of all rounds"),
    PACE._replace(words="bots and cards: faster or slower"),
    LOG,
    *WINDOW,
)
"""Every key of the game, in the order of the help page."""
