"""Who takes a stack after whom, and who has one already."""

import pygame

from towersim.rules.push.cards import Mark
from towersim.rules.push.state import View
from towersim.ui.cards.nodes import Canvas
from towersim.ui.cards.table import TableState
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_text import fitting
from towersim.ui.games.push.draw_mat import draw_mat
from towersim.ui.games.push.stages import acting, is_reversed, is_taking, order
from towersim.ui.theme import ACCENT, GLOW, ON_DARK, ON_DARK_SOFT
from towersim.units import Seat

State = TableState[View, Mark | None]


def paint_order(state: State, canvas: Canvas) -> None:
    """Draw who takes a stack after whom."""
    target, stage, rect, _, _ = canvas
    px = stage.px
    seats = order(state.view, state.memory)
    step = min(px(26), (rect.h - px(48)) // len(seats))
    draw_mat(target, stage, pygame.Rect(rect.topleft, (rect.w, px(48) + step * len(seats))))
    title = stage.text("Taking order", 16, ON_DARK, bold=True)
    target.blit(title, (rect.x + px(12), rect.y + px(8)))
    if is_reversed(state.view):
        arrows = symbol(stage, "switch", px(20), GLOW)
        target.blit(arrows, arrows.get_rect(topright=(rect.right - px(12), rect.y + px(10))))
    for index, seat in enumerate(seats):
        _draw_taker(state, canvas, seat, rect.y + px(46) + index * step, index + 1)


def _draw_taker(state: State, canvas: Canvas, seat: Seat, y: int, number: int) -> None:
    target, stage, rect, _, _ = canvas
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
    does = ("takes" if is_taking(state.view, memory) else "flips") if acts else ""
    small = stage.text("none" if none else does, 14, ACCENT if none else GLOW)
    at = small.get_rect(midright=(rect.right - px(12), y))
    target.blit(small, at)
    tint = ON_DARK_SOFT if none or took else ON_DARK
    room = at.x - left - px(30)
    name = fitting(stage, state.seats[seat].name, tint, room, bold=turn)
    target.blit(name, name.get_rect(midleft=(left + px(24), y)))
