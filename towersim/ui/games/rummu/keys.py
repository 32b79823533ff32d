"""The key bindings of Rummü."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.input.bindings import ARROWS, CARDS, CONFIRM, NEXT, PACE, REFUSE, on_key


class RummuCommand(StrEnum):
    """The commands of keys that only this game has."""

    DRAW = "draw"
    TAKE = "take"
    LAY = "lay"
    DISCARD = "discard"
    JOKER = "joker"
    SORT = "sort"
    SCORES = "scores"
    HINT = "hint"


KEYS: Final = (
    on_key(RummuCommand.DRAW, _("draw from the deck"), pygame.K_d),
    on_key(RummuCommand.TAKE, _("take the top card of the discard pile"), pygame.K_t),
    ARROWS._replace(help=_("choose a card, a combination or a pile; with Shift shift a card")),
    NEXT._replace(help=_("go on: hand, workbench, table, piles")),
    CONFIRM._replace(help=_("put a card on the workbench; add it to a combination; draw")),
    on_key(RummuCommand.LAY, _("lay what is on the workbench"), pygame.K_c),
    REFUSE._replace(help=_("take back: the workbench, then what you laid this turn")),
    on_key(RummuCommand.JOKER, _("let the yellow card stand for another colour"), pygame.K_j),
    on_key(
        RummuCommand.DISCARD,
        _("discard the chosen card; twice: the one under the mouse"),
        pygame.K_x,
    ),
    on_key(RummuCommand.SORT, _("sort the hand by colour or by number"), pygame.K_s),
    on_key(RummuCommand.SCORES, _("points of all rounds"), pygame.K_r),
    on_key(RummuCommand.HINT, _("put the best that can be laid on the workbench"), pygame.K_h),
    PACE._replace(help=_("bots and cards: faster or slower")),
    *CARDS,
)
