"""The result of a round: what everybody laid, what was left in the hands, what that brings."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.messages import message as _
from towersim.rules.base import listed
from towersim.rules.rummu.score import worth
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.draw_cards import Look, draw_card
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.draw_text import fitting, name_text
from towersim.ui.games.rummu.faces import face, role_face
from towersim.ui.games.rummu.rounds import Share, rounds, share
from towersim.ui.screens.sheet import FootButton, SheetScreen
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Pressed
from towersim.units import Seat

WIDE: Final = 1180
NAME: Final = 176
ROWS: Final = 470
"""All rows together are no higher, in units."""
ROW: Final = (74, 110)
"""The lowest and the highest row, in units."""
COLUMNS: Final = (
    (_("laid"), 272),
    (_("out"), 200),
    (_("hand"), 140),
    (_("round"), 78),
    (_("score"), 0),
)
"""What the numbers are, and how far from the right margin they end, in units."""
HEAD: Final = _("combinations and their points  –  cards left in the hand")
STEP: Final = 0.34
"""So much is seen of a card that another lies on, in its height."""


class RoundPage(SheetScreen):
    """The result of a round over its last table."""

    overlay = is_guarded = True
    note = ""

    def __init__(self, context: AppContext, match: Match, number: int) -> None:
        """Show the round of this number, counted from 1."""
        ended, seats = rounds(match), len(match.seats)
        self._match, self.round = match, ended[number - 1]
        self._is_last = match.outcome is not None and number == len(ended)
        self._row = max(min(ROWS // seats, ROW[1]), ROW[0])
        super().__init__(context)

    @property
    def title(self) -> str:
        """Who has gone out."""
        first, number = self.round.first, self.round.number
        if first is None:
            return _("Round {round} ends, and nobody goes out", round=number)
        name = self._match.seats[first].name
        return _("Round {round}: {name} goes out", round=number, name=name)

    def size(self) -> tuple[float, float]:
        """Return the sheet's width and height, in units."""
        stage = self.context.stage
        wide = min(WIDE, stage.size[0] / stage.unit - 24)
        return wide, 190 + self._row * len(self._match.seats)

    def fill(self) -> None:
        """Add the button that leads on."""
        words = _("Result") if self._is_last else _("Next round")
        self.foot((), (FootButton(words, "next", 220, "strong"),))

    def answer(self, pressed: Pressed) -> ScreenChange:  # noqa: ARG002 - there is one button
        """Return to the table, on which the next round is dealt."""
        return self.leave()

    def paint(self, target: pygame.Surface) -> None:
        """Draw a row for each seat."""
        stage, y = self.context.stage, self.sheet.y + self.context.stage.px(84)
        words = stage.text(HEAD, 14, SOFT_TEXT)
        target.blit(words, words.get_rect(midleft=(self.left + stage.px(NAME + 12), y)))
        for column, right in COLUMNS:
            words = stage.text(column, 14, SOFT_TEXT)
            target.blit(words, words.get_rect(midright=(self.right - stage.px(right), y)))
        row = pygame.Rect(self.left, 0, self.right - self.left, stage.px(self._row))
        for seat in range(len(self._match.seats)):
            row.y = self.sheet.y + stage.px(104 + self._row * seat)
            self._draw_row(target, Seat(seat), row)

    def _draw_row(self, target: pygame.Surface, seat: Seat, row: pygame.Rect) -> None:
        stage, ended = self.context.stage, self.round
        px, middle, partner = stage.px, row.centery, self._partner(seat)
        target.fill((226, 210, 184), pygame.Rect(row.x, row.y, row.w, 1))
        first = seat == ended.first
        tint = ACCENT_DARK if first else TEXT
        name, room = self._match.seats[seat].name, (px(NAME), px(48))
        words = name_text(stage, name, tint, room, 18, bold=first)
        target.blit(words, words.get_rect(midleft=(row.x, middle - bool(partner) * px(10))))
        small = fitting(stage, partner, SOFT_TEXT, px(NAME), 14)
        low = middle + words.get_height() // 2 - px(2)
        target.blit(small, small.get_rect(midleft=(row.x, low)))
        left = row.x + px(NAME + 12)
        wide = row.right - px(COLUMNS[0][1] + 48) - left
        self._draw_cards(target, seat, pygame.Rect(left, row.y, wide, row.h))
        parts: Share = share(ended, seat, self._match.options)
        score = ended.scores[seat % len(ended.scores)]
        numbers = (*parts, ended.points[seat], score)
        for index, (number, (_head, right)) in enumerate(zip(numbers, COLUMNS, strict=True)):
            strong = index >= len(parts)
            size, ink = (22, TEXT) if strong else (17, SOFT_TEXT)
            words = stage.text(str(number), size, ink, bold=strong)
            target.blit(words, words.get_rect(midright=(row.right - px(right), middle)))

    def _partner(self, seat: Seat) -> str:
        """Return with whom a seat shares its score, or nothing."""
        sides, seats = len(self.round.scores), self._match.seats
        others = [seats[i].name for i in range(seat % sides, len(seats), sides) if i != seat]
        return _("with {names}", names=listed(others)) if others else ""

    def _draw_cards(self, target: pygame.Surface, seat: Seat, area: pygame.Rect) -> None:
        stage = self.context.stage
        high = stage.px(min(self._row - 30, 80))
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
            points = stage.text(str(worth(cards, self._match.options)), 14, TEXT, bold=True)
            at = round((begin + x) / 2), round(y + high / 2 + stage.px(2))
            target.blit(points, points.get_rect(midtop=at))
            x += fixed
        right = pygame.Rect(0, round(y - high / 2), round(held) + 1, high)
        right.right = area.right
        fan = Fan(right, (wide, high), len(hand))
        for card, spot in zip(hand, fan.spots(), strict=True):
            draw_card(target, stage, face(card), spot, Look(dim=True))
