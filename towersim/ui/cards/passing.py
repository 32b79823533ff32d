"""How several people share one screen: who has played looks away, the next one opens a curtain."""

from collections.abc import Callable
from functools import partial
from typing import Any

from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.cards.curtain import Curtain
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.since import lines_since
from towersim.ui.cards.table import CardTable
from towersim.units import Seat


class Passing:
    """Passes the screen of a card table from person to person."""

    def __init__(
        self,
        context: AppContext,
        play: CardPlay[Any],
        table: CardTable[Any, Any],
        look: Callable[[], None],
    ) -> None:
        """Begin with whoever sits there; `look` shows the table to another watcher."""
        self._context, self._play, self._table, self._look = context, play, table, look
        self.since: tuple[str, ...] = ()
        """What has happened since the person last acted, until the next press."""

    def pass_on(self, pause: Callable[[], ScreenChange]) -> ScreenChange | None:
        """Close the cards of a person whose turn is over; return the curtain for the next one."""
        play, watcher = self._play, self._play.watcher
        play.turn_away()
        if play.watcher != watcher:
            self._look()
        if play.awaited is None:
            return None
        name, opened = play.match.seats[play.awaited].name, partial(self._open, play.awaited)
        return OpenScreen(Curtain(self._context, name, opened, pause, self._table.cloth))

    def _open(self, seat: Seat) -> None:
        self._play.open(seat)
        self.since = lines_since(self._play, seat, self._table.quiet)
        self._look()
