"""The page of an intermediate standing, such as after a round."""

from collections.abc import Callable

from towersim.match import Match
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.screens.result import Ending, draw_ending
from towersim.ui.screens.sheet import FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed


class Standing(SheetScreen):
    """The standing of a game over its table; it ignores stray presses (`PressGuard`)."""

    overlay = is_guarded = True
    title = note = ""

    def __init__(
        self,
        context: AppContext,
        match: Match,
        ending: Ending,
        on: FootButton,
        is_left_by: Callable[[int], bool] = lambda _: False,
    ) -> None:
        """Show the rows and the button `on`; Escape and keys that `is_left_by` accepts leave it."""
        self.title, self._ending, self._on = ending.title, ending, on
        self._names = [seat.name for seat in match.seats]
        self._is_left_too = is_left_by
        super().__init__(context)

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        return self._ending.size(self.context.stage)

    def fill(self) -> None:
        """Add the only button."""
        self.foot((), (self._on,))

    def answer(self, pressed: Pressed) -> ScreenChange:  # noqa: ARG002 - there is one button
        """Return to the table."""
        return self.leave()

    def _is_left_by(self, key: int) -> bool:
        return super()._is_left_by(key) or self._is_left_too(key)

    def paint(self, canvas: Canvas) -> None:
        """Draw a row for each seat."""
        draw_ending(canvas, self.sheet, self._names, self._ending)
