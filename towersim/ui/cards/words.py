"""What is said over a card table: the hint or a refusal above it, the log below it or open."""

from typing import Any

import pygame

from towersim.rules.base import Outcome
from towersim.ui.cards.open_log import OpenLog
from towersim.ui.cards.overlay import sentence, won
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, TableState
from towersim.ui.draw_text import draw_hint, draw_log, draw_refusal
from towersim.ui.layout import Areas
from towersim.ui.logbook import Logbook
from towersim.ui.theme import Stage


class TableWords:
    """The words of one table; what is said for a while only is the screen's."""

    def __init__(self, play: CardPlay[Any], table: CardTable[Any, Any]) -> None:
        self._play, self._table = play, table
        self._book = Logbook(play, table.quiet)
        self._refusal = ""
        self.open_log = OpenLog()

    def refusal(self, why: str) -> str:
        """Return why something does not go as a sentence, and draw that one as a refusal."""
        self._refusal = sentence(why)
        return self._refusal

    def log(self, told: int) -> list[str]:
        """Return the log of the first `told` events."""
        return self._book.lines(told)

    def hint(self, state: TableState[Any, Any], outcome: Outcome | None, *, ready: bool) -> str:
        """Return what is to be done, who does it, to whom the screen goes, or how it ended."""
        play, table = self._play, self._table
        if not ready:
            return table.waiting(state.view, play.name)
        if outcome is not None:
            return won(outcome, state.names)
        if play.awaited is not None:
            return f"Now the screen goes to {state.names[play.awaited]}."
        thinks = not play.is_human_turn
        return f"{play.name}{' is thinking …' if thinks else f': {table.hint(state)}'}"

    def draw(self, target: pygame.Surface, stage: Stage, areas: Areas, hint: str) -> None:
        """Draw the line above the table."""
        if hint and hint == self._refusal:
            draw_refusal(target, stage, areas, hint)
        else:
            draw_hint(target, stage, areas, hint, self._play.name)

    def draw_low_log(self, target: pygame.Surface, stage: Stage, areas: Areas, told: int) -> None:
        """Draw the last lines of the log below the table."""
        draw_log(target, stage, areas, self.log(told), whole=False)
