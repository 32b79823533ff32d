"""The seats' rows: name, turn, points and cards."""

from collections.abc import Sequence
from itertools import groupby

import pygame

from towersim.common.messages import message as _
from towersim.match.record import SeatSpec
from towersim.rules.fawlty_towers.cards import Card
from towersim.rules.fawlty_towers.state import View
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_player, draw_seat_plate
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.text import Letters, draw_slip, name_text
from towersim.ui.drawing.theme import ON_DARK, ON_DARK_SOFT, TEXT, Stage
from towersim.ui.games.fawlty_towers.draw_cards import small_card
from towersim.ui.games.fawlty_towers.layout import Layout

LOW = 56
"""Height below which a row shows name, cards and points in one line, in units."""
NAME = 86
"""Width of a name beside cards, in units."""
SHAPE = 1.42
"""Aspect ratio of a small card: width over height."""
IN_A_LINE = 9
"""Number of small cards of full size that fit into one line of a tooltip."""
LARGEST = 29
"""Maximum height of a small card, in units."""
SMALLEST = 18
"""Minimum height of a small card, in units; below it, cards overlap."""


def by_symbol(cards: Sequence[Card]) -> list[list[Card]]:
    """Return cards grouped by symbol, the largest group first."""
    ordered = sorted(cards, key=lambda card: (card.symbol, -card.number))
    groups = [list(group) for _, group in groupby(ordered, key=lambda card: card.symbol)]
    return sorted(groups, key=len, reverse=True)


def draw_seats(canvas: Canvas, layout: Layout, seats: Sequence[SeatSpec], view: View) -> None:
    """Draw all seats; a low row shows name, cards and points in one line."""
    px = canvas.px
    for index, spec in enumerate(seats):
        rect, cards = layout.rows[index], view.taken[index]
        lit, low = view.turn == index, rect.h < px(LOW)
        draw_seat_plate(canvas, rect, lit=lit)
        line = pygame.Rect(rect.x, rect.y, rect.w, rect.h if low else px(32))
        points = canvas.stage.title(str(view.scores[index]), 17 if low else 21, ON_DARK)
        place = points.get_rect(midright=(line.right - px(10), line.centery))
        canvas.put(points, place)
        left = line.x + px(31)
        room = px(NAME) if low and cards else place.left - left - px(8)
        draw_player(canvas, spec, ((line.x + px(9), line.centery), 16.0), lit=lit)
        size = (room, line.h)
        name = name_text(
            canvas.stage, spec.name, Letters(15 if low else 17, ON_DARK, bold=lit), size
        )
        canvas.put(name, midleft=(left, line.centery))
        hand = pygame.Rect(rect.x + px(10), line.bottom, rect.w - 2 * px(10), 0)
        hand.h = rect.bottom - line.bottom - px(8)
        if low:
            left += px(NAME + 6)
            hand = pygame.Rect(left, rect.y + px(4), line.right - px(44) - left, rect.h - px(8))
        if cards:
            draw_hand(canvas, hand, cards, middle=low)
        elif not low:
            wide = hand.w, px(26)
            canvas.text(_("no cards yet"), 13, ON_DARK_SOFT, room=wide, topleft=hand.topleft)


def draw_hand(
    canvas: Canvas, area: pygame.Rect, cards: Sequence[Card], *, middle: bool = False
) -> None:
    """Draw small cards, grouped by symbol, in 1 to 3 lines: the number that overlaps them least.

    The lines are aligned to the top of the area, or centred with `middle`.
    """
    gap, groups = canvas.px(4), by_symbol(cards)

    def fitted(lines: int) -> tuple[float, list[list[list[Card]]], tuple[int, int]]:
        """Return the visible width of a card, the lines and a card's size for a number of lines."""
        rows = _shared(groups, lines)
        size = _size(canvas.stage, area, rows, gap)
        return min(size[0], *(_step(row, size, area.w, gap) for row in rows)), rows, size

    _, rows, size = max(map(fitted, (1, 2, 3)), key=lambda fit: fit[0])
    high = len(rows) * (size[1] + gap) - gap
    top = area.y + (max(area.h - high, 0) // 2 if middle else 0)
    for number, row in enumerate(rows):
        step, x, y = _step(row, size, area.w, gap), float(area.x), top + number * (size[1] + gap)
        for group in row:
            for card in group:
                canvas.put(small_card(canvas.stage, card, size), (round(x), y))
                x += step
            x += gap


def _size(
    stage: Stage, area: pygame.Rect, rows: list[list[list[Card]]], gap: int
) -> tuple[int, int]:
    """Return the size of small cards that fits all lines, but at least the height `SMALLEST`."""
    highest = min(stage.px(LARGEST), (area.h - (len(rows) - 1) * gap) // len(rows))
    widest = min((area.w - gap * (len(row) - 1)) / sum(map(len, row)) for row in rows) - 1
    height = min(highest, max(int(widest / SHAPE), stage.px(SMALLEST)))
    return round(SHAPE * height), height


def _step(row: list[list[Card]], size: tuple[int, int], width: int, gap: int) -> float:
    """Return the distance between cards of a line, in pixels; below a card's width they overlap."""
    cards = sum(map(len, row))
    spare = width - size[0] - gap * (len(row) - 1)
    return min(size[0] + 1.0, spare / max(cards - 1, 1))


def _shared(groups: list[list[Card]], lines: int) -> list[list[list[Card]]]:
    """Distribute groups over lines of about equal length."""
    rows: list[list[list[Card]]] = [[] for _ in range(lines)]
    for group in groups:
        min(rows, key=lambda row: sum(len(g) + 0.2 for g in row)).append(group)
    return [row for row in rows if row]


def draw_seat_tip(
    canvas: Canvas, beside: pygame.Rect, name: str, cards: Sequence[Card], points: int
) -> None:
    """Draw the tooltip of a seat, with its cards and points, beside its row."""
    pad, numbers = canvas.px(14), sum(card.number for card in cards)
    words = (
        _("{numbers} on the cards, {sets} for sets", numbers=numbers, sets=points - numbers)
        if cards
        else _("no cards yet")
    )
    left = areas(canvas.stage).beside(canvas.px(54), canvas.px(430))
    rect = pygame.Rect(left, beside.y, canvas.px(430), canvas.px(66))
    lines = 0 if not cards else 1 if len(cards) <= IN_A_LINE else 2
    rect.h += lines * canvas.px(34)
    rect.clamp_ip(canvas.stage.rect.inflate(-canvas.px(12), -canvas.px(12)))
    draw_slip(canvas, rect)
    canvas.put(
        canvas.stage.text(name, 17, TEXT, bold=True, room=(rect.w - 2 * pad, None)),
        (rect.x + pad, rect.y + canvas.px(8)),
    )
    canvas.text(words, 15, TEXT, topleft=(rect.x + pad, rect.y + canvas.px(33)))
    if cards:
        area = pygame.Rect(
            rect.x + pad, rect.y + canvas.px(64), rect.w - 2 * pad, lines * canvas.px(33)
        )
        draw_hand(canvas, area, cards)
