"""The seats at the left: what each has on its bench, by colour, and in its bank."""

from functools import partial

import pygame

from towersim.rules.push_cards import Card, Mark, value
from towersim.ui.cards.draw_cards import draw_count
from towersim.ui.cards.draw_plates import Plate, draw_plate
from towersim.ui.cards.faces import back_picture, face_picture, radius
from towersim.ui.cards.places import Spot
from towersim.ui.draw_frames import TICK_GREEN, draw_badge, draw_frame, draw_glow
from towersim.ui.draw_words import fitting
from towersim.ui.games.push.draw_felt import draw_mat
from towersim.ui.games.push.faces import face, sign
from towersim.ui.games.push.layout import Bench, strip
from towersim.ui.games.push.sight import Sight
from towersim.ui.games.push.words import points
from towersim.ui.paint import panel
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, WALNUT_DARK, Stage, ink


def draw_benches(target: pygame.Surface, stage: Stage, places: list[Bench], sight: Sight) -> None:
    """Draw all seats."""
    for seat, bench in enumerate(places):
        _draw_seat(target, stage, bench, sight, seat)


def _draw_seat(target: pygame.Surface, stage: Stage, bench: Bench, sight: Sight, seat: int) -> None:
    shown, turn = sight.shown, sight.actor == seat
    if turn:
        draw_glow(target, stage, bench.rect)
    draw_mat(target, stage, bench.rect, 255 if turn else 170)
    held, banked = value(shown.benches[seat]), value(shown.banks[seat])
    words = f"{points(held + banked)}"
    draw_plate(target, stage, bench.plate, Plate(sight.seats[seat], words, turn))
    for colour in bench.columns:
        _draw_colour(target, stage, bench, sight, seat, colour)
    _draw_bank(target, stage, bench, sight, seat)


def _draw_colour(
    target: pygame.Surface, stage: Stage, bench: Bench, sight: Sight, seat: int, colour: Mark
) -> None:
    """Draw the cards of one colour, and marks if they can be banked."""
    column = bench.columns[colour]
    own = [card for card in sight.shown.benches[seat] if card.mark is colour]
    cards = [card for card in own if card not in sight.away]
    may = sight.actor == seat and colour in sight.bankable
    high = _height(stage, bench, len(own)) if own and not bench.low else column.h
    lying = pygame.Rect(column.x, column.y, column.w, high)
    if may:
        draw_glow(target, stage, lying)
    if not own:
        _draw_empty(target, stage, lying, colour)
    elif not bench.low:
        _draw_cards(target, stage, bench, own, lying, sight.away)
        if cards:
            _draw_sum(target, stage, column.centerx, lying.bottom + stage.px(13), value(cards))
    elif cards:
        _draw_low(target, stage, lying, colour, cards)
    if may and sight.chosen is colour:
        draw_frame(target, stage, lying.inflate(stage.px(4), stage.px(4)), TICK_GREEN, 4)
        draw_badge(
            target, stage, (lying.right - stage.px(4), lying.y + stage.px(4)), "tick", sure=True
        )
    elif may:
        draw_frame(target, stage, lying, GLOW, 2)


def _height(stage: Stage, bench: Bench, cards: int) -> int:
    """Return how much room the cards of a colour take."""
    full = next(iter(bench.columns.values())).h
    return min(round((cards - 1) * strip(stage, bench, cards)) + bench.card, full)


def _draw_cards(
    target: pygame.Surface,
    stage: Stage,
    bench: Bench,
    cards: list[Card],
    lying: pygame.Rect,
    away: frozenset[object],
) -> None:
    """Draw cards that lie over each other; what has no room is cut off."""
    step = strip(stage, bench, len(cards))
    for index, card in enumerate(cards):
        if card in away:
            continue
        picture = face_picture(stage, face(card), bench.card)
        y = lying.y + round(index * step)
        part = pygame.Rect(0, 0, picture.get_width(), min(lying.bottom - y, bench.card))
        target.blit(picture, (lying.centerx - picture.get_width() // 2, y), part)


def _draw_sum(target: pygame.Surface, stage: Stage, x: int, y: int, worth: int) -> None:
    words = stage.text(str(worth), 16, ON_DARK, bold=True)
    target.blit(words, words.get_rect(center=(x, y)))


def _draw_empty(target: pygame.Surface, stage: Stage, lying: pygame.Rect, colour: Mark) -> None:
    size = min(stage.px(26), lying.h - stage.px(6))

    def make() -> pygame.Surface:
        faint = sign(stage, colour, size).copy()
        faint.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
        return faint

    faint = stage.kept(("push empty", colour, size), make)
    target.blit(
        faint, faint.get_rect(center=(lying.centerx, lying.y + min(lying.h, stage.px(76)) // 2))
    )


def _draw_low(
    target: pygame.Surface, stage: Stage, lying: pygame.Rect, colour: Mark, cards: list[Card]
) -> None:
    """Draw a plate of one colour with its sum and its numbers, where there is little room."""
    own = ink(colour)
    plate = stage.kept(
        ("push low", lying.size, colour),
        partial(panel, lying.size, radius(lying.h), own.body, own.light, 1),
    )
    target.blit(plate, lying)
    narrow = lying.w < stage.px(48)
    small = sign(stage, colour, stage.px(12 if narrow else 15), own.mark)
    middle = lying.y + round(0.34 * lying.h)
    total = stage.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    wide = small.get_width() + stage.px(4) + total.get_width()
    target.blit(small, small.get_rect(midleft=(lying.centerx - wide // 2, middle)))
    target.blit(total, total.get_rect(midright=(lying.centerx + wide // 2, middle)))
    numbers = fitting(
        stage, " ".join(str(card.number) for card in cards), own.mark, lying.w - stage.px(6)
    )
    target.blit(numbers, numbers.get_rect(center=(lying.centerx, lying.y + round(0.76 * lying.h))))


def _draw_bank(target: pygame.Surface, stage: Stage, bench: Bench, sight: Sight, seat: int) -> None:
    """Draw what is banked, face down: how many cards, and what they are worth."""
    bank = sight.shown.banks[seat]
    lying = [card for card in bank if card not in sight.away]
    if not lying:
        words = stage.text("bank", 14, ON_DARK_SOFT)
        target.blit(words, words.get_rect(center=bench.bank.center))
        return
    high = min(bench.card, bench.bank.h - stage.px(14))
    spot = Spot(bench.bank.centerx, bench.bank.y + high / 2, high)
    back = back_picture(stage, high)
    for edge in range(min(len(lying) - 1, 3), -1, -1):
        at = (round(spot.x + (1.5 - edge) * stage.px(1.5)), round(spot.y) + edge * stage.px(1.5))
        target.blit(back, back.get_rect(center=at))
    draw_count(target, stage, spot, len(lying))
    worth = value(lying)
    if bench.low:
        _draw_worth(target, stage, (round(spot.x), round(spot.y) - stage.px(6)), worth)
    else:
        words = stage.text(f"safe {worth}", 15, ON_DARK, bold=True)
        at = (round(spot.x), round(spot.y + high / 2) + stage.px(22))
        target.blit(words, words.get_rect(center=at))


def _draw_worth(target: pygame.Surface, stage: Stage, at: tuple[int, int], worth: int) -> None:
    words = stage.text(str(worth), 17, ON_DARK, bold=True)
    size = (words.get_width() + stage.px(10), stage.px(22))
    plate = stage.kept(("push worth", size), partial(panel, size, stage.px(6), WALNUT_DARK))
    target.blit(plate, plate.get_rect(center=at))
    target.blit(words, words.get_rect(center=at))
