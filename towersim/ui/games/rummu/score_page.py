"""The scores: what each round brought everybody, in one table and at the end of the game."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.match import Match
from towersim.messages import message as _
from towersim.rules.rummu.state import Options, View
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.canvas import Canvas
from towersim.ui.cards.play import CardPlay
from towersim.ui.draw_text import name_text
from towersim.ui.games.rummu.keys import KEYS, RummuCommand
from towersim.ui.games.rummu.rounds import Round, rounds
from towersim.ui.input import command_for_key
from towersim.ui.paint import put
from towersim.ui.screens.result import Ending
from towersim.ui.screens.sheet import BACK, SheetScreen
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.units import Seat

WIDE: Final = 1180
"""The sheet is no wider, in units."""
COLUMN: Final = 200
TEAM: Final = 340
"""The greatest widths of the column of a seat and of a team, in units."""
HEAD: Final = 150
"""Width of the first column and of the margins, in units."""
ROW: Final = 32
MOST: Final = 12
"""So many lines at most; the first rounds are summed up in one if there are more."""


Cells = Sequence[str]


def ending(play: CardPlay[View]) -> Ending:
    """Return how the match ended, for the result's page."""
    ended, outcome = rounds(play.match), play.match.outcome
    if outcome is None:
        raise ValueError("the game is not over")

    def draw_row(target: pygame.Surface, stage: Stage, area: pygame.Rect, seat: Seat) -> None:
        step = min(stage.px(76), area.w // max(len(ended), 1))
        for index, one in enumerate(ended):
            x = area.x + step * index + step // 2
            number, points = str(one.number), str(one.points[seat])
            put(target, stage.text(number, 12, SOFT_TEXT), "midtop", (x, area.y - stage.px(1)))
            put(target, stage.text(points, 17, TEXT), "midtop", (x, area.y + stage.px(14)))

    caption = _("points by round, and in all")
    if play.match.options.partners:
        caption = _("points by round, and of both partners")
    return Ending(outcome=outcome, draw_row=draw_row, caption=caption)


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
    lines = [(f"1–{early}", tuple(map(sum, zip(*points[:early], strict=True))))] if early else []
    lines += [(str(one.number), one.points) for one in ended[early:]]
    found = [
        (head, [_sum(by_seat[side::sides]) for side in range(sides)]) for head, by_seat in lines
    ]
    scores = ended[-1].scores if ended else (0,) * sides
    return [*found, (_("Score"), [str(score) for score in scores])]


def _sum(parts: Sequence[int]) -> str:
    """Return points as a cell: what partners have brought is added before all eyes.

    >>> _sum((35, -20)), _sum((10,))
    ('35 − 20 = 15', '10')
    """
    first, *others = parts
    more = "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in others)
    return f"{first}{more} = {sum(parts)}" if others else str(first)


class ScorePage(SheetScreen):
    """The points of all rounds over the table."""

    overlay = True
    title, note = _("Scores"), ""

    def __init__(self, context: AppContext, match: Match) -> None:
        self._names = side_names([seat.name for seat in match.seats], match.options)
        self._lines = score_lines(rounds(match), len(self._names))
        most = TEAM if len(self._names) < len(match.seats) else COLUMN
        self._column = min((WIDE - HEAD) // len(self._names), most)
        super().__init__(context)

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        wide = HEAD + self._column * len(self._names)
        return max(wide, 560), 208 + ROW * max(len(self._lines), 2)

    def fill(self) -> None:
        """Add the button that leads back."""
        self.foot((), (BACK._replace(style="strong"),))

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event; the key that opens the page closes it too."""
        key = event.key if event.type == pygame.KEYDOWN else 0
        if command_for_key(key, KEYS) is RummuCommand.SCORES:
            return self.leave()
        return super().handle(event)

    def paint(self, canvas: Canvas) -> None:
        """Draw a line for each round, and one for their sums."""
        target = canvas.target
        px, (*lines, (head, scores)) = self.context.stage.px, self._lines
        top = self.sheet.y + px(84)
        self._line(target, top, _("Round"), self._names, strong=True)
        if not lines:
            words = self.context.stage.text(_("No round is over yet."), 16, SOFT_TEXT)
            put(target, words, "midleft", (self.left, top + px(ROW)))
        for index, (number, cells) in enumerate(lines, 1):
            self._line(target, top + px(ROW * index), number, cells)
        low, wide = self.sheet.bottom - px(106), self.right - self.left
        target.fill((206, 184, 152), pygame.Rect(self.left, low - px(20), wide, 2))
        self._line(target, low, head, scores, strong=True)

    def _line(
        self, target: pygame.Surface, y: int, head: str, cells: Cells, *, strong: bool = False
    ) -> None:
        stage = self.context.stage
        put(target, stage.text(head, 16, SOFT_TEXT), "midleft", (self.left, y))
        room = stage.px(self._column - 16), stage.px(44)
        for index, cell in enumerate(reversed(cells)):
            words = name_text(stage, cell, TEXT, room, 17, bold=strong, right=True)
            put(target, words, "midright", (self.right - index * stage.px(self._column), y))
