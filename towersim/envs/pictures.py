"""Pictures of a match, off the screen or in a window; the window's libraries load at first use."""

import numpy as np
import numpy.typing as npt

from towersim.match.match import Match

RENDER_MODES = ("human", "rgb_array")


class Screen:
    """Where a match is drawn: nowhere (None), into an array, or in a window ("human")."""

    def __init__(self, mode: str | None, size: tuple[int, int] = (960, 600)) -> None:
        """Take the render mode and the size in pixels."""
        self._mode, self._size = mode, size

    def show(self, match: Match) -> npt.NDArray[np.uint8] | None:
        """Draw the match; return height × width × 3 pixels unless they are shown in a window."""
        if self._mode is None:
            return None
        from towersim.ui.pictures.table import show_table, table_pixels  # noqa: PLC0415 - pygame is slow

        if self._mode == "human":
            show_table(match, self._size)
            return None
        return table_pixels(match, self._size)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._mode == "human":
            from towersim.ui.pictures.table import close_table  # noqa: PLC0415 - pygame is slow

            close_table()
