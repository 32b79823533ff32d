"""The key bindings of Bausack."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import known, message as _
from towersim.ui.input import bindings


class BausackCommand(StrEnum):
    """The commands that only this game has."""

    MORE = "bid more"
    LESS = "bid less"
    ON = "push on"
    PILE = "pile"
    HOME = "home"
    WHOLE = "whole table"
    SEAT = "tower of a seat"
    NEARER = "nearer"
    FARTHER = "farther"
    MEASURE = "measure"
    LIMIT = "highest bid"
    SKIP = "skip to the result"


KEYS: Final = (
    bindings.ARROWS._replace(
        help=_("choose in the pile; move the hand, slowly with Shift; look around")
    ),
    bindings.TURN._replace(help=_("turn the piece, as the wheel does; finely with Shift")),
    bindings.QUARTER._replace(help=_("turn the piece by 90°")),
    bindings.UPRIGHT._replace(help=_("set the piece straight")),
    bindings.CONFIRM._replace(help=_("take the piece; build; bid; accept; let go")),
    bindings.on_key(BausackCommand.ON, _("push the piece; pay and push it on"), pygame.K_u),
    bindings.KeyBinding(
        {BausackCommand.MORE: bindings.PLUS, BausackCommand.LESS: bindings.MINUS},
        _("bid more or less"),
        "+  –",
    ),
    bindings.on_key(BausackCommand.LIMIT, _("bid up to what is shown, then pass"), pygame.K_x),
    bindings.on_key(BausackCommand.SKIP, _("once you are out: to the result"), pygame.K_s),
    bindings.REFUSE._replace(help=_("pass; put the piece back")),
    bindings.KeyBinding(
        {BausackCommand.PILE: (pygame.K_o,), bindings.KeyCommand.NEXT: (pygame.K_TAB,)},
        _("open the pile"),
    ),
    bindings.KeyBinding(
        {
            BausackCommand.HOME: (pygame.K_HOME, pygame.K_0, pygame.K_KP0),
            BausackCommand.WHOLE: (pygame.K_t,),
        },
        _("look at the tower whose turn it is; at the whole table"),
        known("{key:Home}  {key:T}"),
    ),
    bindings.KeyBinding(
        {BausackCommand.SEAT: bindings.DIGITS}, _("look at a player's tower"), "1 … 8"
    ),
    bindings.KeyBinding(
        {BausackCommand.NEARER: (pygame.K_PAGEUP,), BausackCommand.FARTHER: (pygame.K_PAGEDOWN,)},
        _("zoom in or out"),
    ),
    bindings.on_key(BausackCommand.MEASURE, _("measure the next tower"), pygame.K_h),
    bindings.SEE_AGAIN,
    bindings.SKIP,
    bindings.PACE._replace(help=_("bots and falling pieces: faster or slower")),
    bindings.LOG,
    bindings.BUTTONS,
    *bindings.WINDOW,
)

MOUSE: Final = (
    (_("Mouse"), _("click a piece in the pile to examine it; drag it onto your tower")),
    (_("Wheel"), _("turns the piece you examine or hold; else zooms in or out")),
    (_("Middle or right button"), _("drag to look around; right click puts a piece back")),
)
