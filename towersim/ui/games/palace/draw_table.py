"""The table of Palace: seats, stock, pile, hand and words, drawn from one `Sight`."""

import pygame

from towersim.rules.palace_pile import Demand
from towersim.rules.palace_state import Phase
from towersim.ui.cards.draw_cards import (
    PLAIN,
    Look,
    draw_card,
    draw_count,
    draw_fan,
    draw_pile,
    draw_place,
)
from towersim.ui.cards.draw_felt import felt
from towersim.ui.cards.draw_plates import Plate, draw_plate
from towersim.ui.cards.faces import card_size
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_words import draw_hint, draw_log, draw_slip, draw_tip
from towersim.ui.games.palace.faces import face
from towersim.ui.games.palace.heap import on_heap
from towersim.ui.games.palace.layout import PLACES, Layout, Seating, blind_spot, seatings
from towersim.ui.games.palace.sight import Sight
from towersim.ui.games.palace.words import asked, in_hand
from towersim.ui.theme import ACCENT_DARK, ON_DARK_SOFT, TEXT, WALNUT_DARK, Stage

BACKS = 14
"""So many backs at most are drawn for a hidden hand; the number beside them is right."""
CLOSE = 0.42
"""How far apart the backs of a hidden hand lie, in the width of a card."""


def draw_table(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw a whole frame of the table but for what flies."""
    target.fill(WALNUT_DARK, (0, layout.table, *stage.size))
    target.blit(felt(stage, layout.table), (0, 0))
    places = seatings(stage, layout, len(sight.seats), sight.home)
    for seat, seating in enumerate(places):
        _draw_seat(target, stage, sight, seating, seat)
        if seat != sight.home:
            _draw_backs(target, stage, sight, seating, seat)
    _draw_middle(target, stage, layout, sight)
    _draw_hand(target, stage, sight)
    draw_log(target, stage, layout.areas, sight.log, whole=sight.whole_log)
    draw_hint(target, stage, layout.areas, sight.hint, sight.who)
    _draw_dragged(target, stage, sight)
    if sight.tip:
        draw_tip(target, stage, layout.areas, sight.tip, sight.tip_at)


def _draw_seat(
    target: pygame.Surface, stage: Stage, sight: Sight, seating: Seating, seat: int
) -> None:
    """Draw a seat's plate, its blind cards and its face-up row."""
    view = sight.view
    turn = view.turn == seat and view.phase is not Phase.OVER
    words, out = in_hand(view, seat, mine=seat == sight.home), seat in view.out
    draw_plate(target, stage, seating.plate, Plate(sight.seats[seat], words, turn, out))
    row, mine = view.rows[seat], seat == sight.home
    for index in range(PLACES):
        place = seating.places[index]
        if index in sight.blind_places[seat]:
            free = mine and index >= len(row)
            look = sight.blind_look if free else PLAIN
            look = look._replace(pointed=free and sight.blind == index)
            draw_card(target, stage, None, blind_spot(place), look)
        else:
            draw_place(target, stage, place)
        if index < len(row) and row[index] not in sight.away and row[index] not in sight.dragged:
            look = sight.looks.get(row[index], PLAIN)
            lift = 0.12 * place.height if look.chosen else 0.0
            spot = place._replace(y=place.y - lift)
            draw_card(target, stage, face(row[index]), spot, look)


def _draw_backs(
    target: pygame.Surface, stage: Stage, sight: Sight, seating: Seating, seat: int
) -> None:
    """Draw the hand of another seat from behind."""
    cards = sight.view.hands[seat]
    if cards == 0:
        return
    high = round(seating.hand.h * 0.8)
    size, shown = card_size(high), min(cards, BACKS)
    area = seating.hand.copy()
    area.w = min(area.w, round(size[0] * (1 + CLOSE * (shown - 1))))
    area.centerx = seating.hand.centerx
    fan = Fan(area, size, shown, 0 if cards < 3 else 6)
    spots = [spot._replace(y=seating.hand.centery) for spot in fan.spots()]
    draw_fan(target, stage, [None] * fan.cards, fan, spots=spots)
    draw_count(target, stage, Spot(seating.hand.centerx, seating.hand.centery, high), cards)


def _draw_middle(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    view = sight.view
    if view.options.stock:
        draw_place(target, stage, layout.stock, "no stock left" if not view.stock else "")
        draw_pile(target, stage, None, layout.stock, view.stock)
        _draw_name(target, stage, layout.stock, "Stock")
    draw_place(target, stage, layout.burnt, "" if view.burned else "nothing burned yet")
    draw_pile(target, stage, None, layout.burnt._replace(angle=3), view.burned)
    _draw_name(target, stage, layout.burnt, "Burned")
    _draw_heap(target, stage, layout.pile, sight)
    if view.phase is not Phase.CHOOSING:
        _draw_asks(target, stage, layout.asks, view.asks)


def _draw_name(target: pygame.Surface, stage: Stage, spot: Spot, words: str) -> None:
    picture = stage.text(words, 15, ON_DARK_SOFT)
    y = spot.y - spot.height / 2 - stage.px(13)
    target.blit(picture, picture.get_rect(center=(round(spot.x), round(y))))


def _draw_heap(target: pygame.Surface, stage: Stage, pile: Spot, sight: Sight) -> None:
    """Draw the pile: what matters of it lies side by side."""
    draw_place(target, stage, pile, "" if sight.view.pile else "the pile", lit=sight.lit)
    lying = [card for card in sight.heap if card not in sight.away]
    look = Look(legal=sight.lit)
    for index, card in enumerate(sight.heap):
        if card not in lying:
            continue
        spot = on_heap(pile, card, index, len(sight.heap))
        below = sight.view.pile - len(sight.heap) if card == lying[0] else 0
        for edge in range(min(-(-below // 5), 5), 0, -1):
            draw_card(target, stage, None, spot._replace(y=spot.y + 2 * edge))
        draw_card(target, stage, face(card), spot, look)
    if lying:
        draw_count(target, stage, pile, sight.view.pile)


def _draw_asks(target: pygame.Surface, stage: Stage, rect: pygame.Rect, asks: Demand) -> None:
    """Draw what the pile asks for on a slip of paper, with an arrow up or down."""
    words = stage.text(asked(asks), 18, TEXT, bold=True)
    sign, size = _sign(stage, asks), stage.px(18)
    slip = pygame.Rect(0, 0, words.get_width() + size + stage.px(44), rect.h)
    slip.midtop = rect.midtop
    draw_slip(target, stage, slip)
    target.blit(sign, sign.get_rect(center=(slip.x + stage.px(24), slip.centery)))
    target.blit(words, words.get_rect(midleft=(slip.x + stage.px(40), slip.centery)))


def _sign(stage: Stage, asks: Demand) -> pygame.Surface:
    size = stage.px(18)
    if asks.rank is None:
        return symbol(stage, "star", size, ACCENT_DARK)
    arrow = symbol(stage, "arrow", size, ACCENT_DARK)
    if not asks.lower:
        return arrow
    return stage.kept(("lower", size), lambda: pygame.transform.rotate(arrow, 180))


def _draw_hand(target: pygame.Surface, stage: Stage, sight: Sight) -> None:
    view, fan = sight.view, sight.hand
    if not view.hand:
        draw_fan(target, stage, [None] * fan.cards, fan, spots=sight.spots)
        return
    looks = {i: sight.looks[card] for i, card in enumerate(view.hand) if card in sight.looks}
    gone = {i for i, card in enumerate(view.hand) if card in sight.away or card in sight.dragged}
    faces = [face(card) for card in view.hand]
    draw_fan(target, stage, faces, fan, looks, without=frozenset(gone), spots=sight.spots)


def _draw_dragged(target: pygame.Surface, stage: Stage, sight: Sight) -> None:
    """Draw the cards that hang at the mouse, side by side."""
    for index, card in enumerate(sight.dragged):
        off = (index - (len(sight.dragged) - 1) / 2) * 0.3 * sight.hand.size[0]
        spot = Spot(sight.at[0] + off, sight.at[1], sight.hand.size[1])
        draw_card(target, stage, face(card), spot)
