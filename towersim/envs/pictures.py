"""Pictures of what stands, off the screen or in a window; their libraries load at first use."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from towersim.common.errors import check_choice
from towersim.match.match import Match
from towersim.scene.scene import Block

RENDER_MODES = ("human", "rgb_array")


class Renderer:
    """Where a match or a scene is drawn: nowhere (None), as an array, or in a window ("human")."""

    def __init__(self, mode: str | None, size: tuple[int, int] = (960, 600)) -> None:
        """Take the render mode and the size in pixels."""
        if mode is not None:
            check_choice("render_mode", mode, RENDER_MODES)
        self._mode, self._size = mode, size

    def show(self, match: Match) -> npt.NDArray[np.uint8] | None:
        """Draw the match; return height × width × 3 pixels unless they are shown in a window."""
        if self._mode is None:
            return None
        from towersim.ui.pictures.table import table_pixels  # noqa: PLC0415 - pygame is slow

        return self._shown(table_pixels(match, self._size), match.rules.title)

    def show_blocks(
        self, blocks: Iterable[Block], window: tuple[float, float], title: str
    ) -> npt.NDArray[np.uint8] | None:
        """Draw blocks in a square, as `block_pixels` does; return the pixels or show them."""
        if self._mode is None:
            return None
        from towersim.ui.pictures.table import block_pixels  # noqa: PLC0415 - pygame is slow

        return self._shown(block_pixels(blocks, self._size[0], window), title)

    def _shown(self, pixels: npt.NDArray[np.uint8], title: str) -> npt.NDArray[np.uint8] | None:
        if self._mode != "human":
            return pixels
        from towersim.ui.pictures.table import show_pixels  # noqa: PLC0415 - pygame is slow

        show_pixels(pixels, title)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._mode == "human":
            from towersim.ui.pictures.table import close_window  # noqa: PLC0415 - pygame is slow

            close_window()
