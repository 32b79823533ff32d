"""The keys of Practice."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.input import bindings


class PracticeCommand(StrEnum):
    """The commands that only Practice has."""

    TAKE = "take a piece"
    RETRY = "retry"
    FINISH = "finish"
    BACK = "take back"
    XRAY = "x-ray"
    GHOST = "ghost"
    HINT = "hint"
    PLAN = "plan"
    LOOK = "look back"


KEYS: Final = (
    bindings.KeyBinding(
        {PracticeCommand.TAKE: bindings.DIGITS},
        _("take the first, second, … kind of piece"),
        "1 … 9",
    ),
    bindings.NEXT._replace(help=_("go on to the next piece that can be taken out")),
    bindings.ARROWS._replace(help=_("move the hand, slowly with Shift")),
    bindings.TURN._replace(help=_("turn the piece, as the wheel does; finely with Shift")),
    bindings.on_key(bindings.KeyCommand.QUARTER_LEFT, _("turn the piece by 90°"), pygame.K_a),
    bindings.UPRIGHT._replace(help=_("set the piece straight")),
    bindings.CONFIRM._replace(help=_("let the piece go; take out the piece that is marked")),
    bindings.on_key(
        PracticeCommand.BACK,
        _("put the piece back; take the last move back"),
        pygame.K_n,
        pygame.K_BACKSPACE,
        pygame.K_b,
    ),
    bindings.on_key(PracticeCommand.FINISH, _("done: start the test, be rated"), pygame.K_d),
    bindings.on_key(PracticeCommand.RETRY, _("begin again at once"), pygame.K_r),
    bindings.on_key(
        PracticeCommand.XRAY, _("x-ray: forces, and what would move first"), pygame.K_x
    ),
    bindings.on_key(PracticeCommand.GHOST, _("ghost: where your best attempt ended"), pygame.K_g),
    bindings.on_key(PracticeCommand.HINT, _("a hint; the third shows the next piece"), pygame.K_h),
    bindings.on_key(PracticeCommand.PLAN, _("a proven plan plays as a ghost"), pygame.K_t),
    bindings.on_key(
        PracticeCommand.LOOK, _("look back, piece by piece; build on from there"), pygame.K_c
    ),
    bindings.SEE_AGAIN,
    bindings.PACE._replace(help=_("falling pieces and tests: faster or slower")),
    bindings.LOG,
    bindings.BUTTONS,
    *bindings.WINDOW,
)
