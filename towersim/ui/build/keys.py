"""Key bindings and help pages of the free table."""

from enum import StrEnum
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input import bindings
from towersim.ui.rulebook import text_guide


class BuildCommand(StrEnum):
    """Commands of the free table."""

    TAKE = "take a piece"
    BACK = "pieces before"
    ON = "pieces after"
    MATERIAL = "material"
    UNDO = "undo"
    REDO = "redo"
    COPY = "copy"
    DELETE = "delete"
    FIX = "fix"
    FREEZE = "freeze time"
    SLOW = "slow motion"
    SNAP = "snap"
    XRAY = "x-ray"
    LOAD = "load"
    TILT_LEFT = "tilt to the left"
    TILT_RIGHT = "tilt to the right"
    CALMER = "shake less"
    WILDER = "shake more"
    LEVEL = "level and still"
    SAVE = "save"
    OPEN = "open"
    WHOLE = "see all"
    CHALLENGE = "challenge"


KEYS: Final = (
    bindings.KeyBinding(
        {BuildCommand.TAKE: bindings.DIGITS},
        _("take the first, second, … piece that is seen in the panel"),
        "1 … 9",
    ),
    bindings.KeyBinding(
        {BuildCommand.BACK: (pygame.K_PAGEUP,), BuildCommand.ON: (pygame.K_PAGEDOWN,)},
        _("other pieces, as the wheel over them does"),
    ),
    bindings.on_key(BuildCommand.MATERIAL, _("the next material"), pygame.K_b),
    bindings.NEXT._replace(help=_("choose the next block on the table")),
    bindings.ARROWS._replace(
        help=_("move the hand; nudge the chosen block by 1 mm, with Shift by 0.1 mm")
    ),
    bindings.TURN,
    bindings.QUARTER,
    bindings.UPRIGHT,
    bindings.CONFIRM._replace(help=_("take the chosen block; let it go")),
    bindings.KeyBinding(
        {BuildCommand.UNDO: (pygame.K_z,), BuildCommand.REDO: (pygame.K_y,)}, _("undo; do again")
    ),
    bindings.KeyBinding(
        {
            BuildCommand.COPY: (pygame.K_c,),
            BuildCommand.DELETE: (pygame.K_DELETE, pygame.K_BACKSPACE),
        },
        _("a copy of the chosen block; delete it"),
    ),
    bindings.on_key(
        BuildCommand.FIX, _("fix the chosen block in the air, or make it loose"), pygame.K_k
    ),
    bindings.KeyBinding(
        {BuildCommand.FREEZE: (pygame.K_t,), BuildCommand.SLOW: (pygame.K_f,)},
        _("time stands still; slow motion"),
    ),
    bindings.KeyBinding(
        {BuildCommand.SNAP: (pygame.K_g,), BuildCommand.XRAY: (pygame.K_x,)},
        _("snapping on and off; the x-ray"),
    ),
    bindings.KeyBinding(
        {BuildCommand.TILT_LEFT: (pygame.K_COMMA,), BuildCommand.TILT_RIGHT: (pygame.K_PERIOD,)},
        _("tilt the table by a degree"),
    ),
    bindings.KeyBinding(
        {BuildCommand.CALMER: bindings.MINUS, BuildCommand.WILDER: bindings.PLUS},
        _("shake the table less or more"),
        "−  +",
    ),
    bindings.KeyBinding(
        {BuildCommand.LOAD: (pygame.K_l,), BuildCommand.LEVEL: (pygame.K_0, pygame.K_KP0)},
        _("hang half a newton more on the chosen block; level, still and unloaded"),
    ),
    bindings.KeyBinding(
        {BuildCommand.SAVE: (pygame.K_s,), BuildCommand.OPEN: (pygame.K_o,)},
        _("save the scene; open one"),
    ),
    bindings.on_key(
        BuildCommand.CHALLENGE, _("make a challenge of what is on the table"), pygame.K_n
    ),
    bindings.on_key(BuildCommand.WHOLE, _("see everything"), pygame.K_HOME),
    *bindings.WINDOW_WITHOUT_FILMS,
)

MOUSE: Final = (
    (
        _("Drag a piece"),
        _("from the panel, or a block on the table, into the hand; let go to place it"),
    ),
    (_("Click on a block"), _("choose it; {key:arrows} nudge it")),
    (_("Wheel"), _("turn the block in the hand; else zoom in or out")),
    (_("Right button"), _("put the block back; drag: move the view")),
)


FREE_TABLE: Final = "free-table"
"""The guide's key among the names of games."""

PAGES: Final = Path(__file__).with_name("guide.txt")
GUIDE: Final = Guide(_("Free table"), lambda _options: text_guide(PAGES), KEYS, MOUSE)
