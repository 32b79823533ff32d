"""The key bindings of Fawlty Towers."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.input.bindings import (
    ARROWS,
    BUTTONS,
    CONFIRM,
    LOG,
    NEXT,
    PACE,
    QUARTER,
    REFUSE,
    SEE_AGAIN,
    TURN,
    UPRIGHT,
    WINDOW,
    KeyBinding,
)


class CubeCommand(StrEnum):
    """The commands that only this game has: take a cube from a shelf, counted from the top."""

    FIRST = "cube 1"
    SECOND = "cube 2"
    THIRD = "cube 3"
    FOURTH = "cube 4"


CUBES: Final = tuple(CubeCommand)

KEYS: Final = (
    KeyBinding(
        {
            CubeCommand.FIRST: (pygame.K_1, pygame.K_KP1, pygame.K_r),
            CubeCommand.SECOND: (pygame.K_2, pygame.K_KP2, pygame.K_b),
            CubeCommand.THIRD: (pygame.K_3, pygame.K_KP3, pygame.K_g),
            CubeCommand.FOURTH: (pygame.K_4, pygame.K_KP4, pygame.K_y),
        },
        _("take a red, blue, green or yellow cube; {key:G} skips while others move"),
    ),
    NEXT._replace(help=_("go on to the next cube, card or button")),
    ARROWS._replace(help=_("move the hand, slowly with Shift; choose a card or button")),
    TURN._replace(help=_("turn the cube, as the wheel does; finely with Shift")),
    QUARTER._replace(help=_("turn the cube by 90°")),
    UPRIGHT._replace(help=_("set the cube straight")),
    CONFIRM._replace(help=_("let the cube go; take the card; press the button")),
    REFUSE._replace(help=_("take no card; put an untouched cube back")),
    SEE_AGAIN,
    PACE._replace(help=_("bots and falling cubes: faster or slower")),
    LOG,
    BUTTONS,
    *WINDOW,
)
