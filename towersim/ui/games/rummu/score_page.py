"""The scores: what each round brought everybody, in one table."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.match import Match
from towersim.rules.rummu.state import Options
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.games.rummu.keys import KEYS, RummuCommand
from towersim.ui.games.rummu.rounds import Round, rounds
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet, draw_veil

COLUMN: Final = 132
TEAM: Final = 236
"""Widths of the column of a seat and of a team, in units."""
ROW: Final = 32
MOST: Final = 12
"""So many lines at most; the first rounds are summed up in one if there are more."""


Cells = Sequence[str]


def side_names(names: Sequence[str], options: Options) -> list[str]:
    """Return how the sides are called: players by themselves, or partners together.

    >>> side_names(["Ann", "Bob", "Cy", "Di"], Options(partners=True))
    ['Ann + Cy', 'Bob + Di']
    """
    sides = len(names) // 2 if options.partners else len(names)
    return [" + ".join(names[side::sides]) for side in range(sides)]


def score_lines(ended: Sequence[Round], sides: int) -> list[tuple[str, Cells]]:
    """Return what the table says: rounds and the points of each side in them, then the sums."""
    points = [one.points for one in ended]
    early = max(len(points) - MOST + 1, 0) if len(points) > MOST else 0
    lines = [(f"1–{early}", _added(points[:early]))] if early else []
    lines += [(str(one.number), one.points) for one in ended[early:]]
    found = [
        (head, [_sum(by_seat[side::sides]) for side in range(sides)]) for head, by_seat in lines
    ]
    scores = ended[-1].scores if ended else (0,) * sides
    return [*found, ("Score", [str(score) for score in scores])]


def _added(points: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*points, strict=True)))


def _sum(parts: Sequence[int]) -> str:
    """Return points as a cell: what partners have brought is added before all eyes.

    >>> _sum((35, -20)), _sum((10,))
    ('35 − 20 = 15', '10')
    """
    first, *others = parts
    more = "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in others)
    return f"{first}{more} = {sum(parts)}" if others else str(first)


class ScorePage:
    """The points of all rounds over the table."""

    overlay = True
    is_animating = False

    def __init__(self, context: AppContext, match: Match) -> None:
        self._context, self._match = context, match
        self._names = side_names([seat.name for seat in match.seats], match.options)
        self._lines = score_lines(rounds(match), len(self._names))
        self._column = TEAM if len(self._names) < len(match.seats) else COLUMN
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        px = self._context.stage.px
        wide, high = 150 + self._column * len(self._names), 208 + ROW * max(len(self._lines), 2)
        self._sheet = pygame.Rect(0, 0, px(max(wide, 560)), px(high))
        self._sheet.center = self._context.stage.rect.center
        self.form = Form(self._context.stage)
        rect = pygame.Rect(0, 0, px(160), px(44))
        rect.bottomright = (self._sheet.right - px(36), self._sheet.bottom - px(22))
        self.form.button(rect, "Back", "back", "strong")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key, KEYS) in (
            Command.PAUSE,
            RummuCommand.SCORES,
        ):
            return CloseScreens()
        return None if self.form.handle(event) is None else CloseScreens()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        draw_veil(target, stage)
        draw_sheet(target, stage, sheet)
        title = stage.title("Scores", 28, TEXT)
        target.blit(title, (sheet.x + px(36), sheet.y + px(20)))
        y = sheet.y + px(84)
        self._line(target, y, "Round", self._names, strong=True)
        *lines, (head, scores) = self._lines
        if not lines:
            words = stage.text("No round is over yet.", 16, SOFT_TEXT)
            target.blit(words, words.get_rect(midleft=(sheet.x + px(36), y + px(ROW))))
        for number, cells in lines:
            y += px(ROW)
            self._line(target, y, number, cells)
        y = sheet.bottom - px(106)
        target.fill((206, 184, 152), pygame.Rect(sheet.x + px(36), y - px(20), sheet.w - px(72), 2))
        self._line(target, y, head, scores, strong=True)
        self.form.draw(target)

    def _line(
        self, target: pygame.Surface, y: int, head: str, cells: Cells, *, strong: bool = False
    ) -> None:
        stage, sheet = self._context.stage, self._sheet
        words = stage.text(head, 16, SOFT_TEXT)
        target.blit(words, words.get_rect(midleft=(sheet.x + stage.px(36), y)))
        right = sheet.right - stage.px(36)
        for index, cell in enumerate(reversed(cells)):
            wide = stage.px(self._column - 16)
            words = stage.text(cell, 17, TEXT, bold=strong, width=wide)
            at = (right - index * stage.px(self._column), y)
            target.blit(words, words.get_rect(midright=at))
