"""The three stacks: their cards, their worth, what marks them and what a roll would cost."""

import pygame

from towersim.rules.push_cards import COLOURS, Mark, value
from towersim.ui.cards.draw_cards import PLAIN, Look, draw_fan, draw_place
from towersim.ui.cards.places import spot_in
from towersim.ui.draw_frames import draw_glow
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_words import fitting
from towersim.ui.games.push.draw_felt import draw_mat, draw_ring
from towersim.ui.games.push.faces import face, sign
from towersim.ui.games.push.layout import FOOT, HEAD, Layout, stack_fan
from towersim.ui.games.push.sight import MatSight, Sight
from towersim.ui.games.push.words import points
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, Stage


def draw_stacks(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw all stacks."""
    for place, mat in enumerate(layout.mats):
        seen = sight.mats[place]
        if seen.legal:
            draw_glow(target, stage, mat)
        draw_mat(target, stage, mat, 255 if seen.legal else 170)
        _draw_cards(target, stage, mat, sight, place)
        _draw_head(target, stage, mat, sight, place)
        _draw_foot(target, stage, mat, seen)
        if seen.legal:
            draw_ring(target, stage, mat, pointed=seen.pointed)


def _draw_cards(
    target: pygame.Surface, stage: Stage, mat: pygame.Rect, sight: Sight, place: int
) -> None:
    stack, seen = sight.shown.stacks[place], sight.mats[place]
    fan = stack_fan(stage, mat, max(len(stack), 1))
    if not stack:
        words = "a new stack" if seen.legal and sight.puts else ""
        draw_place(target, stage, spot_in(fan.area), words, lit=seen.legal)
        return
    look = Look(dim=True) if seen.dim else PLAIN
    looks = dict.fromkeys(range(len(stack)), look)
    gone = frozenset(i for i, card in enumerate(stack) if card in sight.away)
    if len(gone) == len(stack):
        draw_place(target, stage, spot_in(fan.area))
    draw_fan(target, stage, [face(card) for card in stack], fan, looks, without=gone)


def _draw_head(
    target: pygame.Surface, stage: Stage, mat: pygame.Rect, sight: Sight, place: int
) -> None:
    """Draw which stack it is, and what it is worth; a star says that none is worth more."""
    px, y = stage.px, mat.y + stage.px(HEAD // 2 + 2)
    stack = [card for card in sight.shown.stacks[place] if card not in sight.away]
    tint = ON_DARK if stack else ON_DARK_SOFT
    name = stage.text(f"Stack {place + 1}", 16, tint)
    target.blit(name, name.get_rect(midleft=(mat.x + px(14), y)))
    if not stack:
        return
    worth = stage.text(points(value(stack)), 20, ON_DARK, bold=True)
    at = worth.get_rect(midright=(mat.right - px(14), y))
    target.blit(worth, at)
    if sight.mats[place].best:
        star = symbol(stage, "star", px(20), GLOW)
        target.blit(star, star.get_rect(midright=(at.x - px(6), y - px(1))))


def _draw_foot(target: pygame.Surface, stage: Stage, mat: pygame.Rect, seen: MatSight) -> None:
    """Draw why it cannot be chosen, or what a roll of the die would cost who takes it."""
    y = mat.bottom - stage.px(FOOT // 2 + 2)
    if seen.costs:
        _draw_costs(target, stage, mat, seen.costs, y)
    elif seen.note:
        words = fitting(stage, seen.note, ON_DARK, mat.w - stage.px(20))
        target.blit(words, words.get_rect(center=(mat.centerx, y)))


def _draw_costs(
    target: pygame.Surface, stage: Stage, mat: pygame.Rect, costs: tuple[int, ...], y: int
) -> None:
    px = stage.px
    die = sign(stage, Mark.ROLL, px(20), ON_DARK)
    target.blit(die, die.get_rect(midleft=(mat.x + px(12), y)))
    left = mat.x + px(42)
    step = (mat.right - px(6) - left) / len(COLOURS)
    for index, (colour, cost) in enumerate(zip(COLOURS, costs, strict=True)):
        x = round(left + index * step)
        small = sign(stage, colour, px(15))
        target.blit(small, small.get_rect(midleft=(x, y)))
        words = stage.text(f"−{cost}" if cost else "0", 15, ON_DARK if cost else ON_DARK_SOFT)
        target.blit(words, words.get_rect(midleft=(x + px(18), y)))
