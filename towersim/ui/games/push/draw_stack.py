"""A stack's mat: its name and worth, what marks it, and what a roll would cost its taker."""

from typing import NamedTuple

import pygame

from towersim.messages import message as _
from towersim.rules.push.cards import COLOURS, FACES, Mark
from towersim.rules.push.log import points
from towersim.ui.cards.nodes import Canvas
from towersim.ui.cards.overlay import sentence
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_text import fitting
from towersim.ui.games.push.draw_mat import draw_mat, draw_ring
from towersim.ui.games.push.faces import sign
from towersim.ui.games.push.layout import FOOT, HEAD
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, Stage


class Stack(NamedTuple):
    """What is written on a mat."""

    place: int
    worth: int | None
    """None if there is no stack."""
    best: bool
    """Whether no stack is worth more."""
    note: str
    """Why it cannot be chosen."""
    costs: tuple[int, ...]
    """What each side of the die would cost the taker; without the star if that is safe."""


def paint_stack(stack: Stack, canvas: Canvas) -> None:
    """Draw a mat and what is written on it."""
    target, stage, mat, look = canvas[:4]
    draw_mat(target, stage, mat, 255 if look.legal else 170)
    _draw_head(target, stage, mat, stack)
    y = mat.bottom - stage.px(FOOT // 2 + 2)
    if stack.costs:
        _draw_costs(target, stage, mat, stack.costs, y)
    elif stack.note:
        words = fitting(stage, sentence(stack.note), ON_DARK, mat.w - stage.px(20))
        target.blit(words, words.get_rect(center=(mat.centerx, y)))
    if look.legal:
        draw_ring(target, stage, mat, pointed=look.pointed)


def _draw_head(target: pygame.Surface, stage: Stage, mat: pygame.Rect, stack: Stack) -> None:
    """Draw which stack it is, and what it is worth; a star says that none is worth more."""
    px, y = stage.px, mat.y + stage.px(HEAD // 2 + 2)
    tint = ON_DARK_SOFT if stack.worth is None else ON_DARK
    name = stage.text(_("Stack {stack}", stack=stack.place + 1), 16, tint)
    target.blit(name, name.get_rect(midleft=(mat.x + px(14), y)))
    if stack.worth is None:
        return
    worth = stage.text(points(stack.worth), 20, ON_DARK, bold=True)
    at = worth.get_rect(midright=(mat.right - px(14), y))
    target.blit(worth, at)
    if stack.best:
        star = symbol(stage, "star", px(20), GLOW)
        target.blit(star, star.get_rect(midright=(at.x - px(6), y - px(1))))


def _draw_costs(
    target: pygame.Surface, stage: Stage, mat: pygame.Rect, costs: tuple[int, ...], y: int
) -> None:
    px, left = stage.px, mat.x + stage.px(12)
    if len(costs) == len(COLOURS):
        die = sign(stage, Mark.ROLL, px(18), ON_DARK)
        target.blit(die, die.get_rect(midleft=(left, y)))
        left += px(27)
    step = (mat.right - px(4) - left) / len(costs)
    for index, (side, cost) in enumerate(zip(FACES, costs, strict=False)):
        x = round(left + index * step)
        small = sign(stage, side, px(13))
        target.blit(small, small.get_rect(midleft=(x, y)))
        tint, room = (ON_DARK if cost else ON_DARK_SOFT), round(step) - px(19)
        words = fitting(stage, f"−{cost}" if cost else "0", tint, room, 14)
        target.blit(words, words.get_rect(midleft=(x + px(15), y)))
