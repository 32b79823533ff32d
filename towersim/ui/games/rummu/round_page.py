"""The result of a round: what everybody laid, what was left in the hands, what that brings."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.rules.base import listed
from towersim.rules.rummu.score import worth
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.draw_cards import Look, draw_card
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.draw_text import fitting
from towersim.ui.games.rummu.faces import face, role_face
from towersim.ui.games.rummu.rounds import Share, rounds, share
from towersim.ui.input import Command, command_for_key
from towersim.ui.press_guard import PressGuard
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet, draw_veil
from towersim.units import Seat

WIDE: Final = 1180
NAME: Final = 128
ROWS: Final = 470
"""All rows together are no higher, in units."""
ROW: Final = (74, 110)
"""The lowest and the highest row, in units."""
COLUMNS: Final = (("laid", 292), ("out", 236), ("hand", 180), ("round", 118), ("score", 40))
"""What the numbers are, and how far from the sheet's right edge they end, in units."""
HEAD: Final = "combinations and their points  –  cards left in the hand"
STEP: Final = 0.34
"""So much is seen of a card that another lies on, in its height."""


class RoundPage:
    """The result of a round over its last table."""

    overlay = True
    is_animating = False

    def __init__(self, context: AppContext, match: Match, number: int) -> None:
        """Show the round of this number, counted from 1."""
        self._context, self._match = context, match
        ended = rounds(match)
        self.round, self._options = ended[number - 1], match.options
        self._guard = PressGuard()
        self._is_last = match.outcome is not None and number == len(ended)
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage, seats = self._context.stage, len(self._match.seats)
        px = stage.px
        self._row = max(min(ROWS // seats, ROW[1]), ROW[0])
        self._sheet = pygame.Rect(0, 0, min(px(WIDE), stage.size[0] - px(24)), 0)
        self._sheet.h = px(190 + self._row * seats)
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        words = "Result" if self._is_last else "Next round"
        rect = pygame.Rect(0, 0, px(220), px(46))
        rect.bottomright = (self._sheet.right - px(40), self._sheet.bottom - px(22))
        self.form.button(rect, words, "next", "strong")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        self._guard.note(event)
        left = event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE
        pressed = None if left else self.form.handle(event)
        if not left and (pressed is None or self._guard.is_stray(event, pressed.command)):
            return None
        return CloseScreens()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        self._guard.update(seconds, self.form)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        draw_veil(target, stage)
        draw_sheet(target, stage, sheet)
        title = stage.title(self._title(), 28, TEXT, width=sheet.w - px(80))
        target.blit(title, (sheet.x + px(40), sheet.y + px(20)))
        y = sheet.y + px(84)
        words = stage.text(HEAD, 14, SOFT_TEXT)
        target.blit(words, words.get_rect(midleft=(sheet.x + px(40 + NAME + 12), y)))
        for column, right in COLUMNS:
            words = stage.text(column, 14, SOFT_TEXT)
            target.blit(words, words.get_rect(midright=(sheet.right - px(right), y)))
        for seat in range(len(self._match.seats)):
            self._draw_row(target, Seat(seat), sheet.y + px(104 + self._row * seat))
        self.form.draw(target)

    def _title(self) -> str:
        first, number = self.round.first, self.round.number
        if first is None:
            return f"Round {number} ends, and nobody goes out"
        return f"Round {number}: {self._match.seats[first].name} goes out"

    def _draw_row(self, target: pygame.Surface, seat: Seat, y: int) -> None:
        stage, sheet, ended = self._context.stage, self._sheet, self.round
        px = stage.px
        line = pygame.Rect(sheet.x + px(40), y, sheet.w - px(80), 1)
        target.fill((226, 210, 184), line)
        first = seat == ended.first
        tint = ACCENT_DARK if first else TEXT
        name = self._match.seats[seat].name
        words = fitting(stage, name, tint, px(NAME), 18, bold=first)
        middle, partner = y + px(self._row) // 2, self._partner(seat)
        target.blit(
            words, words.get_rect(midleft=(sheet.x + px(40), middle - bool(partner) * px(9)))
        )
        small = stage.text(partner, 14, SOFT_TEXT, width=px(NAME))
        target.blit(small, small.get_rect(midleft=(sheet.x + px(40), middle + px(13))))
        left = sheet.x + px(40 + NAME + 12)
        area = pygame.Rect(left, y, sheet.right - px(COLUMNS[0][1] + 56) - left, px(self._row))
        self._draw_cards(target, seat, area)
        parts: Share = share(ended, seat, self._options)
        score = ended.scores[seat % len(ended.scores)]
        numbers = (*parts, ended.points[seat], score)
        for index, (number, (_, right)) in enumerate(zip(numbers, COLUMNS, strict=True)):
            strong = index >= len(parts)
            size, ink = (22, TEXT) if strong else (17, SOFT_TEXT)
            words = stage.text(str(number), size, ink, bold=strong)
            target.blit(words, words.get_rect(midright=(sheet.right - px(right), middle)))

    def _partner(self, seat: Seat) -> str:
        """Return with whom a seat shares its score, or nothing."""
        sides, seats = len(self.round.scores), self._match.seats
        others = [seats[i].name for i in range(seat % sides, len(seats), sides) if i != seat]
        return f"with {listed(others)}" if others else ""

    def _draw_cards(self, target: pygame.Surface, seat: Seat, area: pygame.Rect) -> None:
        stage = self._context.stage
        high = stage.px(min(self._row - 30, 62))
        x, y = float(area.x), area.y + (area.h - stage.px(18)) / 2
        laid = [cards for owner, cards in self.round.table if owner == seat]
        hand = self.round.hands[seat]
        wide, fixed = card_size(high)[0], stage.px(12)
        many, groups = sum(map(len, laid)), len(laid)
        held = min(len(hand), 1) * (wide + stage.px(30)) + max(len(hand) - 1, 0) * 0.2 * high
        room = area.w - held - groups * (wide + fixed)
        step = min(STEP * high, room / max(many - groups, 1))
        for cards in laid:
            begin = x
            for role in cards:
                draw_card(target, stage, role_face(role), Spot(x + wide / 2, y, high))
                x += step
            x += wide - step
            points = stage.text(str(worth(cards, self._options)), 14, TEXT, bold=True)
            at = round((begin + x) / 2), round(y + high / 2 + stage.px(2))
            target.blit(points, points.get_rect(midtop=at))
            x += fixed
        right = pygame.Rect(0, round(y - high / 2), round(held) + 1, high)
        right.right = area.right
        fan = Fan(right, (wide, high), len(hand))
        for card, spot in zip(hand, fan.spots(), strict=True):
            draw_card(target, stage, face(card), spot, Look(dim=True))
