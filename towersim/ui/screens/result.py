"""The page of a standing or of final scores: reason, points, and a row per seat by the game."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import Message, known, message as _
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Outcome
from towersim.rules.display import listed
from towersim.ui.app_context import AppContext
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Viewport
from towersim.ui.screens.base import BACK, FootButton, SheetScreen

ROWS: Final = 440
"""Greatest height of all rows together, in units."""
NAME: Final = 190
"""Width of the column of names, in units."""
LOWEST: Final = 50
"""Least height of a row, in units."""


class Ending(NamedTuple):
    """The display data of an end or an intermediate standing; winners come first."""

    outcome: Outcome
    draw_row: Callable[[Canvas, pygame.Rect, Seat], None]
    """Draws the game's own data of a seat into the middle of its row."""
    picture: Callable[[Canvas], None] | None = None
    """Draws the winners' towers or cards over a whole viewport; None: they have no tower left, or
    it is an intermediate standing."""
    draw_heads: Callable[[Canvas, pygame.Rect], None] | None = None
    """Draws what the columns are above the middle of the first row; None for nothing."""
    decided: str = ""
    """The tie-break, as a sentence; empty for none."""
    caption: str = ""
    """Caption of the numbers on the right."""
    counts_opponents: bool = False
    """Whether these count opponents, so that a podium shows places instead."""
    parts: tuple[str, ...] = ()
    """Small text beside each seat's points."""
    reason: str = ""
    """The reason of the end, as a message; empty: the reason of the outcome."""
    title: str = ""
    """Title of an intermediate standing; at the end the winners are the title."""
    below: tuple[str, ...] = ()
    """Small text below each seat's name."""
    wide: float = 960
    """Greatest width of the sheet, in units."""
    highest: float = 84
    """Greatest height of a row, in units."""

    def place(self, seat: Seat) -> int:
        """Return the place of a seat, which counts from 0; seats with the same points share it."""
        winners, scores = self.outcome.winners, self.outcome.scores
        if seat in winners:
            return 0
        return sum(other in winners or scores[seat] < its for other, its in enumerate(scores))

    @property
    def row(self) -> float:
        """Height of a row, in units."""
        return max(min(ROWS // len(self.outcome.scores), self.highest), LOWEST)

    @property
    def top(self) -> int:
        """Y of the first row from the sheet's top, in units."""
        return 112 if self.draw_heads is None else 124

    def size(self, viewport: Viewport) -> tuple[float, float]:
        """Return the sheet's width and height, in units."""
        wide = min(self.wide, viewport.size[0] / viewport.unit - 24)
        return wide, self.top + 98 + self.row * len(self.outcome.scores)


def tie_break(outcome: Outcome, cards: Sequence[int]) -> str:
    """Return how each seat's number of cards decided between equal points; empty if not needed."""
    winners, scores = outcome.winners, outcome.scores
    tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(tied) == len(winners):
        return _("Equal points and equally many cards.") if len(tied) > 1 else ""
    fewer = max(cards[seat] for seat in tied if seat not in winners)
    return _("Equal points: {most} cards against {fewer}.", most=cards[winners[0]], fewer=fewer)


class StandingsScreen(SheetScreen):
    """The standing of a game over its table; it ignores stray presses (`PressGuard`)."""

    overlay = is_guarded = True
    title = note = ""

    def __init__(
        self,
        context: AppContext,
        match: Match,
        ending: Ending,
        on: FootButton = BACK,
        is_left_by: Callable[[int], bool] = lambda _: False,
    ) -> None:
        """Show the rows and the button `on`; Escape and keys that `is_left_by` accepts leave it."""
        self._match, self.ending, self._on = match, ending, on
        self.title = ending.title
        self._is_left_too = is_left_by
        super().__init__(context)

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        return self.ending.size(self.context.viewport)

    def fill(self) -> None:
        """Add the only button."""
        self.foot((), (self._on,))

    def _is_left_by(self, key: int) -> bool:
        return super()._is_left_by(key) or self._is_left_too(key)

    def paint(self, canvas: Canvas) -> None:
        """Draw the reason, the caption of the points, and a row for each seat."""
        px, ending, sheet = canvas.px, self.ending, self.sheet
        wide = self.right - self.left
        # Beside the headings of columns, the caption is a heading, too.
        at = self.right, sheet.y + px(94 if ending.draw_heads is None else 107)
        told = canvas.text(ending.caption, 14, SOFT_TEXT, room=(wide, px(30)), midright=at)
        room, at = (wide - told.w - px(16), px(28)), (self.left, sheet.y + px(68))
        canvas.text(reason_of(ending), 17, SOFT_TEXT, room=room, topleft=at)
        row = pygame.Rect(self.left, 0, wide, px(ending.row))
        for index, seat in enumerate(standings(ending.outcome)):
            row.y = sheet.y + px(ending.top + ending.row * index)
            if index == 0 and ending.draw_heads is not None:
                ending.draw_heads(canvas, self._middle(row))
            self._draw_row(canvas, row, seat)

    def _draw_row(self, canvas: Canvas, row: pygame.Rect, seat: Seat) -> None:
        px, y, viewport, ending = canvas.px, row.y, canvas.viewport, self.ending
        name, won = self._match.seats[seat].name, seat in ending.outcome.winners
        tall, at = viewport.grown(19, 24), (row.x, y + px(18))
        canvas.name(name, tall, TEXT, (px(NAME), px(36)), bold=won, midleft=at)
        if won:
            canvas.sign("star", 20, ACCENT_DARK, topleft=(row.x - px(26), y + px(8)))
        if ending.below:
            room, at = (px(NAME), px(38)), (row.x, y + px(34))
            canvas.name(ending.below[seat], 14, SOFT_TEXT, room, topleft=at)
        ending.draw_row(canvas, self._middle(row), seat)
        scores = map(str, ending.outcome.scores)
        worth = [viewport.title(score, 24, TEXT, room=(None, px(44))) for score in scores]
        canvas.put(worth[seat], midright=(row.right, y + px(18)))
        if ending.parts:
            right = row.right - max(px(44), *(one.get_width() for one in worth)) - px(8)
            room = right - (row.right - px(130)), px(30)
            size = viewport.common_size(ending.parts, 15, room)
            canvas.text(ending.parts[seat], size, SOFT_TEXT, midright=(right, y + px(18)))

    def _middle(self, row: pygame.Rect) -> pygame.Rect:
        """Return the part of a row between the name and the points."""
        px, high = self.context.viewport.px, self.ending.row - 10
        left = row.x + px(NAME + 14)
        return pygame.Rect(left, row.y + px(3), row.right - px(130) - left, px(high))


def winners_title(names: Sequence[str], outcome: Outcome, viewport: Viewport, wide: int) -> Message:
    """Return the winners by name, or their number if the names do not fit into `wide` pixels."""
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        return _("{name} wins", name=winners[0])
    title = _("{names} share the win", names=listed(winners))
    if viewport.title(title, 30, TEXT).get_width() > wide:
        return _("{count} players share the win", count=len(winners))
    return title


def standings(outcome: Outcome) -> list[Seat]:
    """Return all seats, the winners first, then by points."""
    seats = map(Seat, range(len(outcome.scores)))
    return sorted(seats, key=lambda s: (s not in outcome.winners, -outcome.scores[s], s))


def reason_of(ending: Ending) -> str:
    """Return the reason of the end with the tie-break, as a message."""
    outcome = ending.outcome
    told = known(outcome.reason) if outcome.reason and not ending.reason else ending.reason
    return _("{reason} {decided}", reason=told, decided=ending.decided) if ending.decided else told
