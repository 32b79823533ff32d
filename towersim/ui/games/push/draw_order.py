"""Who takes a stack after whom, and who has one already."""

from typing import Final

import pygame

from towersim.messages import message as _
from towersim.rules.push.cards import Mark
from towersim.rules.push.state import View
from towersim.ui.cards.nodes import Canvas
from towersim.ui.cards.table import TableState
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_text import fitting
from towersim.ui.games.push.draw_mat import draw_mat
from towersim.ui.games.push.stages import acting, is_reversed, is_taking, order
from towersim.ui.theme import ACCENT, GLOW, ON_DARK, ON_DARK_SOFT, Stage
from towersim.units import Seat

State = TableState[View, Mark | None]
NAME: Final = 15
"""Height of a name in one line, in units."""
SMALL: Final = 13
"""Height of a name in two lines, in units."""
SHORT: Final = 130
"""A name that is wider may need two lines, in units."""


def paint_order(state: State, canvas: Canvas) -> None:
    """Draw who takes a stack after whom."""
    target, stage, rect = canvas[:3]
    px = stage.px
    seats = order(state.view, state.memory)
    most = (rect.h - px(48)) // len(seats)
    long = any(stage.fonts.width(who.name, px(NAME), bold=True) > px(SHORT) for who in state.seats)
    step = min(px(36 if long else 26), most)
    draw_mat(target, stage, pygame.Rect(rect.topleft, (rect.w, px(48) + step * len(seats))))
    title = stage.text(_("Taking order"), 16, ON_DARK, bold=True)
    target.blit(title, (rect.x + px(12), rect.y + px(8)))
    if is_reversed(state.view):
        arrows = symbol(stage, "switch", px(20), GLOW)
        target.blit(arrows, arrows.get_rect(topright=(rect.right - px(12), rect.y + px(10))))
    for index, seat in enumerate(seats):
        _draw_taker(state, canvas, seat, rect.y + px(34) + index * step + step // 2, index + 1)


def _draw_taker(state: State, canvas: Canvas, seat: Seat, y: int, number: int) -> None:
    target, stage, rect = canvas[:3]
    px, memory, left = stage.px, state.memory, rect.x + stage.px(14)
    turn, took = seat == state.view.turn, seat in memory.taken
    none = memory.bust and turn
    if took:
        tick = symbol(stage, "tick", px(14), GLOW)
        target.blit(tick, tick.get_rect(midleft=(left, y)))
    else:
        words = stage.text("–" if none else str(number), 15, ON_DARK_SOFT)
        target.blit(words, words.get_rect(midleft=(left + px(2), y)))
    acts = seat == acting(state.view) and not took
    takes, flips, nothing = _("takes"), _("flips"), _("none")
    does = (takes if is_taking(state.view, memory) else flips) if acts else ""
    small = stage.text(nothing if none else does, 14, ACCENT if none else GLOW)
    at = small.get_rect(midright=(rect.right - px(12), y))
    target.blit(small, at)
    tint = ON_DARK_SOFT if none or took else ON_DARK
    lines = name_lines(stage, state.seats[seat].name, at.x - left - px(30), bold=turn)
    for index, part in enumerate(lines):
        units = NAME if len(lines) == 1 else SMALL
        name = fitting(stage, part, tint, at.x - left - px(30), units, bold=turn)
        middle = y + round((index - (len(lines) - 1) / 2) * px(SMALL + 2))
        target.blit(name, name.get_rect(midleft=(left + px(24), middle)))


def name_lines(stage: Stage, name: str, room: int, *, bold: bool) -> list[str]:
    """Return a name in one line, or in two if only so it can be read whole."""
    if stage.fonts.width(name, stage.px(NAME), bold=bold) <= room:
        return [name]
    first, *more = stage.fonts.wrapped(name, stage.px(SMALL), room, bold=bold)
    if more:
        return [first, " ".join(more)]
    half = (len(name) + 1) // 2
    return [name[:half], name[half:]]
