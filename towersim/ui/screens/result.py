"""The result: who won and why, everybody's points and cards."""

from collections.abc import Callable
from typing import Final

import pygame

from towersim.match import Match
from towersim.rules.base import Outcome
from towersim.rules.fawlty_towers import View
from towersim.ui.desk import Back, Change, Desk, Only, Screen
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_seats import draw_hand
from towersim.ui.input import Do, meaning
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet, draw_veil
from towersim.units import Seat

ROWS: Final = 440
"""All rows together are no higher, in units."""
NAME: Final = 190
"""Width of a name, in units."""
ROW: Final = (50, 84)
"""The lowest and the highest row, in units."""


class Result:
    """The end of a game over its table."""

    overlay = True
    lively = False

    def __init__(
        self, desk: Desk, match: Match, outcome: Outcome, again: Callable[[bool], Screen]
    ) -> None:
        self._desk, self._match, self._outcome, self._again = desk, match, outcome, again
        self._view: View = match.view(Seat(0))
        self._order = sorted(
            range(len(match.seats)), key=lambda s: (s not in outcome.winners, -outcome.scores[s], s)
        )
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""
        stage = self._desk.stage
        px = stage.px
        self._row = max(min(ROWS // len(self._order), ROW[1]), ROW[0])
        self._sheet = pygame.Rect(0, 0, px(960), px(210 + self._row * len(self._order)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        y = self._sheet.bottom - px(68)
        buttons = (
            ("Play again", "again", "strong"),
            ("Look at the table", "look", ""),
            ("Menu", "menu", ""),
        )
        for index, (words, command, style) in enumerate(buttons):
            rect = pygame.Rect(self._sheet.x + px(40 + 212 * index), y, px(200), px(46))
            self.form.button(rect, words, command, style)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and meaning(event.key) is Do.PAUSE:
            return Back()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "again":
                self._desk.put_away(self._match)
                return Only(self._again(False))  # noqa: FBT003 - a fresh deal
            case "look":
                return Back()
            case "menu":
                self._desk.put_away(self._match)
                return Only(self._desk.menu(self._desk))
            case _:
                return None

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._desk.stage, self._sheet
        px = stage.px
        draw_veil(target, stage)
        draw_sheet(target, stage, sheet)
        title = stage.text(self._title(), 32, TEXT, bold=True, width=sheet.w - px(80))
        target.blit(title, (sheet.x + px(40), sheet.y + px(22)))
        reason = stage.text(f"{self._outcome.reason}{self._tie()}", 17, SOFT_TEXT)
        target.blit(reason, (sheet.x + px(40), sheet.y + px(68)))
        words = stage.text("numbers + sets = points", 14, SOFT_TEXT)
        target.blit(words, words.get_rect(midright=(sheet.right - px(40), sheet.y + px(94))))
        for index, seat in enumerate(self._order):
            self._draw_row(target, seat, sheet.y + px(112 + self._row * index))
        self.form.draw(target)

    def _title(self) -> str:
        """Say who won; names that are too many or too long for a line are counted."""
        names = [self._match.seats[seat].name for seat in self._outcome.winners]
        if len(names) == 1:
            return f"{names[0]} wins"
        stage = self._desk.stage
        title = f"{', '.join(names[:-1])} and {names[-1]} share the win"
        wide = stage.text(title, 32, TEXT, bold=True).get_width() > self._sheet.w - stage.px(80)
        return f"{len(names)} players share the win" if wide else title

    def _tie(self) -> str:
        """Say what decided between equal points, if something had to."""
        scores, winners = self._outcome.scores, self._outcome.winners
        tied = scores.count(max(scores))
        if tied == len(winners):
            return " Equal points and equally many cards." if tied > 1 else ""
        return " Equal points: more cards decide."

    def _draw_row(self, target: pygame.Surface, seat: int, y: int) -> None:
        stage, sheet = self._desk.stage, self._sheet
        px, won = stage.px, seat in self._outcome.winners
        if won:
            star = symbol(stage, "star", px(20), ACCENT_DARK)
            target.blit(star, (sheet.x + px(14), y + px(8)))
        name = stage.text(self._match.seats[seat].name, 19, TEXT, bold=won, width=px(NAME))
        target.blit(name, name.get_rect(midleft=(sheet.x + px(40), y + px(18))))
        cards, left = self._view.taken[seat], sheet.x + px(40 + NAME + 14)
        if cards:
            hand = pygame.Rect(left, y + px(3), sheet.right - px(170) - left, px(self._row - 10))
            draw_hand(target, stage, hand, cards)
        else:
            words = stage.text("no cards", 15, SOFT_TEXT)
            target.blit(words, words.get_rect(midleft=(left, y + px(18))))
        total = self._outcome.scores[seat]
        numbers = sum(card.number for card in cards)
        worth = stage.text(str(total), 24, TEXT, bold=True)
        target.blit(worth, worth.get_rect(midright=(sheet.right - px(40), y + px(18))))
        parts = stage.text(f"{numbers} + {total - numbers}", 15, SOFT_TEXT)
        target.blit(parts, parts.get_rect(midright=(sheet.right - px(92), y + px(18))))
