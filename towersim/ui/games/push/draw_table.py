"""The table of Push, drawn from one `Sight`."""

from functools import partial

import pygame

from towersim.ui.cards.draw_cards import (
    PLAIN,
    Look,
    draw_card,
    draw_fan,
    draw_pile,
    draw_place,
)
from towersim.ui.cards.draw_felt import felt
from towersim.ui.cards.faces import face_picture
from towersim.ui.cards.places import Spot
from towersim.ui.draw_frames import draw_card_shadow
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_words import draw_hint, draw_log, draw_slip, draw_tip
from towersim.ui.games.push.draw_benches import draw_benches
from towersim.ui.games.push.draw_die import draw_die
from towersim.ui.games.push.draw_felt import draw_mat
from towersim.ui.games.push.draw_stacks import draw_stacks
from towersim.ui.games.push.faces import face
from towersim.ui.games.push.layout import FOOT, Layout, aside_fan, benches, stack_fan
from towersim.ui.games.push.sight import Sight
from towersim.ui.games.push.words import near_end
from towersim.ui.theme import ACCENT, GLOW, ON_DARK, ON_DARK_SOFT, TEXT, Stage


def draw_table(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw a whole frame of the table but for what flies and what lies over it."""
    target.blit(felt(stage, stage.size[1]), (0, 0))
    draw_benches(target, stage, benches(stage, layout, len(sight.seats)), sight)
    _draw_deck(target, stage, layout, sight)
    _draw_flipped(target, stage, layout, sight)
    _draw_discards(target, stage, layout, sight)
    _draw_aside(target, stage, layout, sight)
    _draw_order(target, stage, layout.order, sight)
    draw_die(target, stage, layout.die, sight.pose)
    draw_stacks(target, stage, layout, sight)


def draw_words(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw what lies over everything, also over what flies."""
    if sight.banner:
        _draw_banner(target, stage, layout, sight)
    draw_log(target, stage, layout.areas, sight.log, whole=sight.whole_log)
    draw_hint(target, stage, layout.areas, sight.hint, sight.who)
    if sight.dragged is not None:
        fan = stack_fan(stage, layout.mats[0], 1)
        picture = face_picture(stage, face(sight.dragged), fan.size[1])
        rect = picture.get_rect(center=sight.at)
        draw_card_shadow(target, stage, rect)
        target.blit(picture, rect)
    elif sight.tip:
        draw_tip(target, stage, layout.areas, sight.tip, sight.tip_at)


def _draw_name(
    target: pygame.Surface, stage: Stage, at: tuple[float, float], words: str, *, lit: bool = False
) -> None:
    picture = stage.text(words, 15, GLOW if lit else ON_DARK_SOFT, bold=lit)
    target.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))


def _above(stage: Stage, spot: Spot) -> tuple[float, float]:
    return spot.x, spot.y - spot.height / 2 - stage.px(11)


def _draw_deck(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw the deck; below it, how likely its next card fits."""
    deck, few = layout.deck, near_end(sight.shown.deck)
    _draw_name(target, stage, _above(stage, deck), f"Deck: {few}" if few else "Deck", lit=bool(few))
    draw_place(target, stage, deck)
    look = Look(legal=sight.flips, pointed=sight.pointed)
    draw_pile(target, stage, None, deck, sight.shown.deck, look)
    if sight.chances:
        area = layout.chances
        words = stage.text(sight.chances, 19, ON_DARK, bold=True)
        more = stage.text("will fit", 15, ON_DARK_SOFT)
        x = area.centerx - (words.get_width() + stage.px(6) + more.get_width()) // 2
        y = area.bottom - stage.px(31)
        target.blit(words, words.get_rect(midleft=(x, y)))
        target.blit(more, more.get_rect(midleft=(x + words.get_width() + stage.px(6), y)))
        risk = stage.text(sight.risk, 15, ON_DARK_SOFT)
        target.blit(risk, risk.get_rect(center=(area.centerx, area.bottom - stage.px(10))))


def _draw_flipped(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    card, spot = sight.shown.flipped, layout.flipped
    gone = card is None or card in sight.away or card == sight.dragged
    if gone:
        draw_place(target, stage, spot, "" if card else "the flipped card")
    elif card is not None:
        draw_card(target, stage, face(card), spot, Look(legal=sight.puts))


def _draw_discards(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    spot = layout.discards
    lying = [card for card in sight.shown.discards if card not in sight.away]
    _draw_name(target, stage, _above(stage, spot), "Discards")
    draw_place(target, stage, spot)
    if lying:
        draw_pile(target, stage, face(lying[-1]), spot, len(lying), PLAIN)


def _draw_aside(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw this turn's switch cards, and roll cards that were taken."""
    cards = sight.shown.aside
    if not cards:
        return
    gone = frozenset(i for i, card in enumerate(cards) if card in sight.away)
    fan = aside_fan(layout, len(cards))
    draw_fan(target, stage, [face(card) for card in cards], fan, without=gone)


def _draw_order(target: pygame.Surface, stage: Stage, rect: pygame.Rect, sight: Sight) -> None:
    """Draw who takes a stack after whom, and who has one."""
    if sight.actor is None:
        return
    px, shown = stage.px, sight.shown
    order = [*shown.order, *([shown.turn] if shown.bust else [])]
    step = min(px(26), (rect.h - px(48)) // len(order))
    draw_mat(target, stage, pygame.Rect(rect.topleft, (rect.w, px(48) + step * len(order))))
    title = stage.text("Taking order", 16, ON_DARK, bold=True)
    target.blit(title, (rect.x + px(12), rect.y + px(8)))
    if shown.reverse:
        arrows = symbol(stage, "switch", px(20), GLOW)
        target.blit(arrows, arrows.get_rect(topright=(rect.right - px(12), rect.y + px(10))))
    for index, seat in enumerate(order):
        y = rect.y + px(46) + index * step
        _draw_taker(target, stage, rect, sight, seat, y, index + 1)


def _draw_taker(
    target: pygame.Surface,
    stage: Stage,
    rect: pygame.Rect,
    sight: Sight,
    seat: int,
    y: int,
    number: int,
) -> None:
    px, shown = stage.px, sight.shown
    left = rect.x + px(14)
    none = shown.bust and seat == shown.turn
    tint = ON_DARK_SOFT if none or seat in shown.taken else ON_DARK
    if seat in shown.taken:
        tick = symbol(stage, "tick", px(14), GLOW)
        target.blit(tick, tick.get_rect(midleft=(left, y)))
    else:
        words = stage.text("–" if none else str(number), 15, ON_DARK_SOFT)
        target.blit(words, words.get_rect(midleft=(left + px(2), y)))
    more = "none" if none else _does(sight, seat)
    small = stage.text(more, 14, ACCENT if none else GLOW)
    at = small.get_rect(midright=(rect.right - px(12), y))
    target.blit(small, at)
    room = at.x - left - px(30)
    name = stage.text(sight.seats[seat].name, 16, tint, bold=seat == shown.turn, width=room)
    target.blit(name, name.get_rect(midleft=(left + px(24), y)))


def _does(sight: Sight, seat: int) -> str:
    """Return what a seat does now, in a word."""
    if seat != sight.actor or seat in sight.shown.taken:
        return ""
    return "takes" if sight.shown.taking else "flips"


def _draw_banner(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw what just happened, large: below the stacks, or over them if there are buttons."""
    left, right = layout.mats[0].x, layout.mats[-1].right
    sizes = (24, 22, 20, 18, 16)
    draw = partial(stage.text, sight.banner, colour=TEXT, bold=True)
    most = right - left - stage.px(60)
    pictures = (draw(size) for size in sizes)
    picture = next((p for p in pictures if p.get_width() <= most), draw(16, width=most))
    slip = picture.get_rect().inflate(stage.px(48), stage.px(26))
    below, mat = layout.buttons[0].centery, layout.mats[0]
    y = mat.bottom - stage.px(FOOT + 30) if sight.buttons else below
    slip.center = ((left + right) // 2, y)
    draw_slip(target, stage, slip)
    target.blit(picture, picture.get_rect(center=slip.center))
