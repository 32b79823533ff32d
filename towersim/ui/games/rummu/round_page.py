"""The result of a round: what everybody laid, what was left in the hands, what that brings."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.messages import message as _
from towersim.rules.base import listed
from towersim.rules.rummu.score import worth
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.canvas import Canvas
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.draw_cards import Look, draw_card
from towersim.ui.cards.places import Fan, Spot, grouped
from towersim.ui.draw_text import fitting, name_text
from towersim.ui.games.rummu.faces import face, role_face
from towersim.ui.games.rummu.rounds import rounds, share
from towersim.ui.paint import put
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

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
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

    def paint(self, canvas: Canvas) -> None:
        """Draw a row for each seat."""
        target = canvas.target
        stage, px = self.context.stage, self.context.stage.px
        y = self.sheet.y + px(84)
        put(target, stage.text(HEAD, 14, SOFT_TEXT), "midleft", (self.left + px(NAME + 12), y))
        for head, right in COLUMNS:
            put(target, stage.text(head, 14, SOFT_TEXT), "midright", (self.right - px(right), y))
        row = pygame.Rect(self.left, 0, self.right - self.left, px(self._row))
        for seat in range(len(self._match.seats)):
            row.y = self.sheet.y + px(104 + self._row * seat)
            target.fill((226, 210, 184), pygame.Rect(row.x, row.y, row.w, 1))
            self._draw_name(target, Seat(seat), row)
            left = row.x + px(NAME + 12)
            wide = row.right - px(COLUMNS[0][1] + 48) - left
            self._draw_cards(target, Seat(seat), pygame.Rect(left, row.y, wide, row.h))
            self._draw_numbers(target, Seat(seat), row)

    def _draw_name(self, target: pygame.Surface, seat: Seat, row: pygame.Rect) -> None:
        """Draw who it is, and below that with whom the seat shares its score."""
        stage, px, first = self.context.stage, self.context.stage.px, seat == self.round.first
        sides, names = len(self.round.scores), [each.name for each in self._match.seats]
        others = [name for i, name in enumerate(names) if i % sides == seat % sides and i != seat]
        tint, room = ACCENT_DARK if first else TEXT, (px(NAME), px(48))
        words = name_text(stage, names[seat], tint, room, 18, bold=first)
        put(target, words, "midleft", (row.x, row.centery - bool(others) * px(10)))
        if others:
            partner = fitting(
                stage, _("with {names}", names=listed(others)), SOFT_TEXT, px(NAME), 14
            )
            low = row.centery + words.get_height() // 2 - px(2)
            put(target, partner, "midleft", (row.x, low))

    def _draw_numbers(self, target: pygame.Surface, seat: Seat, row: pygame.Rect) -> None:
        stage, ended = self.context.stage, self.round
        parts = share(ended, seat, self._match.options)
        numbers = (*parts, ended.points[seat], ended.scores[seat % len(ended.scores)])
        for index, (number, (_head, right)) in enumerate(zip(numbers, COLUMNS, strict=True)):
            strong = index >= len(parts)
            size, ink = (22, TEXT) if strong else (17, SOFT_TEXT)
            words = stage.text(str(number), size, ink, bold=strong)
            put(target, words, "midright", (row.right - stage.px(right), row.centery))

    def _draw_cards(self, target: pygame.Surface, seat: Seat, area: pygame.Rect) -> None:
        """Draw what a seat has laid with its points from the left, and its hand on the right."""
        stage, px = self.context.stage, self.context.stage.px
        wide, high = size = card_size(px(min(self._row - 30, 80)))
        first, apart = Spot(area.x, area.y + (area.h - px(18)) / 2, high), px(12)
        laid = [cards for owner, cards in self.round.table if owner == seat]
        hand = self.round.hands[seat]
        held = min(len(hand), 1) * (wide + px(30)) + max(len(hand) - 1, 0) * 0.2 * high
        sizes = [len(cards) for cards in laid]
        spots = grouped(first, area.w - held - apart, sizes, STEP * high, apart)
        for cards, group in zip(laid, spots, strict=True):
            for role, spot in zip(cards, group, strict=True):
                draw_card(target, stage, role_face(role), spot)
            points = stage.text(str(worth(cards, self._match.options)), 14, TEXT, bold=True)
            at = round((group[0].x + group[-1].x) / 2), round(first.y + high / 2 + px(2))
            put(target, points, "midtop", at)
        right = pygame.Rect(0, round(first.y - high / 2), round(held) + 1, high)
        right.right = area.right
        for card, spot in zip(hand, Fan(right, size, len(hand)).spots(), strict=True):
            draw_card(target, stage, face(card), spot, Look(dim=True))
