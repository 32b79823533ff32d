"""The picture of a table of Rummü: plates, combinations, piles, the workbench, the own hand."""

from typing import Final

import pygame

from towersim.ui.cards.card_faces import BACK
from towersim.ui.cards.draw_cards import (
    Look,
    draw_card,
    draw_count,
    draw_fan,
    draw_pile,
    draw_place,
)
from towersim.ui.cards.draw_felt import FELT, felt
from towersim.ui.cards.draw_plates import Plate, draw_plate
from towersim.ui.cards.places import Spot
from towersim.ui.draw_frames import draw_glow
from towersim.ui.draw_text import draw_hint, draw_log, draw_tip
from towersim.ui.games.rummu.draw_bench import draw_bench
from towersim.ui.games.rummu.faces import draw_role, face
from towersim.ui.games.rummu.layout import CARD, Layout, discard_fan, hand_fan
from towersim.ui.games.rummu.messages import partners, state_of
from towersim.ui.games.rummu.sight import Combo, Deck, Heap, Sight
from towersim.ui.games.rummu.spread import CAPTION, Group
from towersim.ui.games.rummu.verdict import points
from towersim.ui.paint import blend
from towersim.ui.theme import GLOW, ON_DARK, RGB, Stage
from towersim.units import Seat

NARROW: Final = 250
"""A plate that is narrower says less, in units."""
EDGE: Final[RGB] = blend(FELT, (255, 255, 255), 0.18)
FAINT: Final[RGB] = (198, 206, 190)


def draw_table(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw everything but the buttons, what flies and what hangs at the mouse."""
    target.blit(felt(stage, stage.size[1]), (0, 0))
    for seat in range(len(sight.seats)):
        _draw_seat(target, stage, sight, Seat(seat))
    _draw_combinations(target, stage, layout, sight)
    _draw_deck(target, stage, layout, sight)
    _draw_discards(target, stage, layout, sight)
    draw_bench(target, stage, layout, sight)
    _draw_hand(target, stage, layout, sight)
    draw_log(target, stage, layout.areas, sight.log, whole=sight.whole_log)
    draw_hint(target, stage, layout.areas, sight.hint, sight.who)


def draw_over(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw what lies over everything: a card at the mouse, and the tip."""
    if sight.dragged is not None:
        spot = Spot(*sight.at, stage.px(CARD))
        draw_card(target, stage, face(sight.dragged), spot, Look(pointed=True))
    if sight.tip:
        draw_tip(target, stage, layout.areas, sight.tip, sight.tip_at)


def _draw_seat(target: pygame.Surface, stage: Stage, sight: Sight, seat: Seat) -> None:
    view, rect = sight.view, sight.plates[seat]
    few = rect.w < stage.px(NARROW)
    score = str(view.scores[seat]) if few else points(view.scores[seat])
    held = f"{view.hands[seat]} cards · " if view.hands[seat] != 1 else "1 card · "
    words = points(view.scores[seat]) if seat == sight.home else f"{held}{score}"
    turn = seat == view.turn and view.actor != "over"
    draw_plate(target, stage, rect, Plate(sight.seats[seat], words, turn=turn))
    line = stage.text(state_of(view, seat, sight.home), 14, FAINT, width=rect.w)
    target.blit(line, line.get_rect(midtop=(rect.centerx, rect.bottom + stage.px(2))))


def _draw_combinations(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    if not sight.groups:
        words = stage.text("Nobody has laid anything yet.", 16, FAINT)
        target.blit(words, words.get_rect(center=layout.table.center))
    for group in sight.groups:
        _draw_group(target, stage, sight, group)


def _draw_group(target: pygame.Surface, stage: Stage, sight: Sight, group: Group) -> None:
    combination = sight.view.table[group.number]
    cards = [
        (role, spot)
        for role, spot in zip(combination.cards, group.spots, strict=True)
        if role.card not in sight.away
    ]
    if not cards:
        return
    lit, pointed = group.number in sight.lit, sight.pointed == Combo(group.number)
    if lit:
        around = group.rect.copy()
        around.y += stage.px(CAPTION)
        around.h -= stage.px(CAPTION)
        draw_glow(target, stage, around)
    for role, spot in cards:
        draw_role(target, stage, role, spot, Look(pointed=pointed))
    own = combination.seat == sight.home
    ours = own or partners(sight.view, combination.seat, sight.home)
    tint = GLOW if ours else ON_DARK
    worth = stage.text(str(sight.view.worth[group.number]), 14, tint, bold=True)
    y = group.rect.y + stage.px(CAPTION) // 2
    target.blit(worth, worth.get_rect(midright=(group.rect.right - stage.px(2), y)))
    room = group.rect.w - worth.get_width() - stage.px(10)
    called = sight.seats[combination.seat].name
    name = stage.text(called, 14, tint, bold=own, width=room)
    target.blit(name, name.get_rect(midleft=(group.rect.x + stage.px(2), y)))


def _draw_deck(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    if sight.view.deck == 0:
        draw_place(target, stage, layout.deck, "deck is out", lit=sight.drawing)
        return
    pointed = isinstance(sight.pointed, Deck)
    look = Look(legal=sight.drawing, pointed=pointed)
    draw_pile(target, stage, BACK, layout.deck, sight.view.deck, look)


def _draw_discards(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw the discard pile spread so that its cards can be counted; only the top one is open."""
    count = sight.discards
    fan = discard_fan(stage, layout, max(count, 1))
    if count == 0:
        draw_place(target, stage, fan.spots()[0], "discard pile", lit=sight.putting)
        return
    if sight.putting:
        around = pygame.Rect(0, 0, fan.area.w, fan.area.h)
        around.center = fan.area.center
        draw_glow(target, stage, around)
    wanted = sight.pointed.cards if isinstance(sight.pointed, Heap) and sight.taking else 0
    for index, spot in enumerate(fan.spots()):
        top = index == count - 1
        legal = sight.taking and (top or count - index <= wanted)
        look = Look(legal=legal, pointed=count - index <= wanted)
        draw_card(target, stage, face(sight.top) if top and sight.top else BACK, spot, look)
    draw_count(target, stage, fan.spots()[-1], count)


def _draw_hand(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    hand = sight.hand
    if not hand:
        held = sight.view.hands[sight.home]
        _draw_hidden(target, stage, layout, 0 if sight.bench else held)
        return
    seen = {c for c in hand if c not in sight.away and c != sight.dragged}
    gone = frozenset(i for i, card in enumerate(sight.slots) if card not in seen)
    looks = {i: sight.looks[card] for i, card in enumerate(sight.slots) if card in seen}
    fan = hand_fan(stage, layout, len(sight.slots))
    draw_fan(target, stage, [face(card) for card in sight.slots], fan, looks, without=gone)


def _draw_hidden(target: pygame.Surface, stage: Stage, layout: Layout, held: int) -> None:
    """Draw the backs of a hand that nobody may see now."""
    fan = hand_fan(stage, layout, held)
    draw_fan(target, stage, [BACK] * held, fan)
