"""Where everything lies that is the same in all games, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.ui.theme import Stage

SIDE: Final = 320
"""Width of the side panel, in units."""


class Areas(NamedTuple):
    """Rectangles and heights in pixels."""

    side: pygame.Rect
    """The panel on the left."""
    room: pygame.Rect
    """Right of the panel, from the top of the window to the table top."""
    base: int
    """Where y = 0 of the table is drawn."""
    front: int
    """Where the table top's front edge is drawn."""
    log: pygame.Rect
    hint: pygame.Rect
    pace: pygame.Rect
    pause: pygame.Rect


def areas(stage: Stage, side: float = SIDE) -> Areas:
    """Return where everything lies beside a panel `side` units wide; 0: there is none."""
    px, (width, height) = stage.px, stage.size
    panel = pygame.Rect(0, 0, px(side) if side else 0, height)
    log = pygame.Rect(panel.right, height - px(54), width - panel.w, px(54))
    front = log.top - px(54)
    base = front - px(20)
    pause = pygame.Rect(width - px(52), px(14), px(38), px(38))
    pace = pause.move(-px(46), 0)
    hint = pygame.Rect(panel.right + px(16), px(14), pace.left - panel.right - px(32), px(38))
    room = pygame.Rect(panel.right, 0, width - panel.w, base)
    return Areas(panel, room, base, front, log, hint, pace, pause)
