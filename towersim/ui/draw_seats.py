"""The seats: who it is, whose turn it is, points and cards."""

from collections.abc import Sequence
from itertools import groupby

import pygame

from towersim.record import SeatSpec
from towersim.rules.cards import Card
from towersim.rules.fawlty_towers import View
from towersim.ui.draw_cards import small_card
from towersim.ui.draw_marks import symbol
from towersim.ui.layout import Layout
from towersim.ui.paint import panel
from towersim.ui.theme import (
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    WALNUT,
    WALNUT_LIGHT,
    Stage,
)

HIGHEST = 116
"""No seat's row is higher, in units."""


def seat_rect(stage: Stage, layout: Layout, seats: int, seat: int) -> pygame.Rect:
    """Return where a seat's row lies."""
    gap = stage.px(5)
    height = min((layout.seats.h + gap) // seats - gap, stage.px(HIGHEST))
    return pygame.Rect(
        layout.seats.x, layout.seats.y + seat * (height + gap), layout.seats.w, height
    )


def by_symbol(cards: Sequence[Card]) -> list[list[Card]]:
    """Return cards grouped by symbol, the largest group first: sets are seen at once."""
    ordered = sorted(cards, key=lambda card: (card.symbol, -card.number))
    groups = [list(group) for _, group in groupby(ordered, key=lambda card: card.symbol)]
    return sorted(groups, key=len, reverse=True)


def draw_seats(
    target: pygame.Surface, stage: Stage, layout: Layout, seats: Sequence[SeatSpec], view: View
) -> None:
    """Draw all seats."""
    for index, spec in enumerate(seats):
        rect = seat_rect(stage, layout, len(seats), index)
        turn = view.turn == index
        _draw_plate(target, stage, rect, turn=turn)
        _draw_name(target, stage, rect, spec, view.scores[index], turn=turn)
        _draw_hand(target, stage, rect, view.taken[index])


def _draw_plate(target: pygame.Surface, stage: Stage, rect: pygame.Rect, *, turn: bool) -> None:
    fill, edge = (WALNUT_LIGHT, GLOW) if turn else (WALNUT, WALNUT_LIGHT)
    line = stage.px(2) if turn else 1
    plate = stage.kept(
        ("seat", rect.size, turn), lambda: panel(rect.size, stage.px(8), fill, edge, line)
    )
    target.blit(plate, rect)


def _top_line(stage: Stage, rect: pygame.Rect) -> int:
    """Return the height of the line with the name, in pixels."""
    return min(stage.px(28), rect.h // 2 + stage.px(1))


def _draw_name(
    target: pygame.Surface,
    stage: Stage,
    rect: pygame.Rect,
    spec: SeatSpec,
    points: int,
    *,
    turn: bool,
) -> None:
    line = _top_line(stage, rect)
    middle = rect.y + stage.px(2) + line // 2
    tint = GLOW if turn else ON_DARK_SOFT
    sign = symbol(stage, "person" if spec.player == "human" else "robot", line * 6 // 10, tint)
    target.blit(sign, sign.get_rect(midleft=(rect.x + stage.px(9), middle)))
    if turn:
        _draw_turn_arrow(target, stage, rect)
    worth = stage.letters.text(str(points), line * 8 // 10, ON_DARK, bold=True)
    place = worth.get_rect(midright=(rect.right - stage.px(10), middle))
    target.blit(worth, place)
    left = rect.x + stage.px(14) + sign.get_width()
    name = stage.letters.text(spec.name, line * 6 // 10, ON_DARK, bold=turn)
    room = pygame.Rect(0, 0, place.left - left - stage.px(6), name.get_height())
    target.blit(name, name.get_rect(midleft=(left, middle)), room)


def _draw_turn_arrow(target: pygame.Surface, stage: Stage, rect: pygame.Rect) -> None:
    """Draw a small wedge at the panel's edge: whose turn it is, without colour."""
    size = stage.px(12)
    wedge = stage.kept(
        "turn wedge",
        lambda: pygame.transform.rotate(symbol(stage, "triangle", size, GLOW), -90),
    )
    target.blit(wedge, wedge.get_rect(center=(rect.x - stage.px(6), rect.centery)))


def _draw_hand(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, cards: Sequence[Card]
) -> None:
    top = rect.y + stage.px(2) + _top_line(stage, rect)
    room = rect.bottom - stage.px(5) - top
    height = min(stage.px(29), room)
    size = (round(1.42 * height), height)
    if not cards:
        words = stage.letters.text("no cards yet", min(stage.px(13), room), ON_DARK_SOFT)
        target.blit(words, (rect.x + stage.px(10), top + (size[1] - words.get_height()) // 2))
        return
    lines = 2 if room >= 2 * size[1] + stage.px(4) else 1
    groups = by_symbol(cards)
    rows = _shared(groups, lines)
    for number, row in enumerate(rows):
        _draw_row(
            target,
            stage,
            row,
            size,
            (rect.x + stage.px(10), top + number * (size[1] + stage.px(4))),
            rect.w - stage.px(20),
        )


def _shared(groups: list[list[Card]], lines: int) -> list[list[list[Card]]]:
    """Share groups out to lines so that the lines are about equally long."""
    rows: list[list[list[Card]]] = [[] for _ in range(lines)]
    for group in groups:
        min(rows, key=lambda row: sum(len(g) + 0.2 for g in row)).append(group)
    return [row for row in rows if row]


def _draw_row(
    target: pygame.Surface,
    stage: Stage,
    groups: list[list[Card]],
    size: tuple[int, int],
    at: tuple[int, int],
    width: int,
) -> None:
    cards = sum(map(len, groups))
    gap = stage.px(5)
    step = min(
        size[0] + stage.px(1), (width - size[0] - gap * (len(groups) - 1)) / max(cards - 1, 1)
    )
    x = float(at[0])
    for group in groups:
        for card in group:
            target.blit(small_card(stage, card, size), (round(x), at[1]))
            x += step
        x += gap
