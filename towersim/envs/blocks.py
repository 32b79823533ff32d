"""Blocks on a table as arrays and as pixels, and actions, for all building environments."""

import math
from collections.abc import Iterable
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction

from towersim.common.errors import check_choice
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.scene.scene import Block

COLUMNS = ("x", "y", "cos", "sin", "width", "height", "mass", "fixed", "held")
"""The columns of a row: metres, the cosine and sine of the angle, extents at angle 0, kg, marks."""
FAR = 10.0
"""The greatest coordinate in an observation, in metres; blocks beyond it are shown there."""
SIDE = 96
"""The width and height of a picture, in pixels."""

Observe = Literal["blocks", "pixels", "both"]


def row(block: Block, *, held: bool = False) -> tuple[float, ...]:
    """Return the numbers of a block, one for each of `COLUMNS`."""
    low, high = extent(block.shape, Pose(0.0, 0.0, 0.0))
    x, y, angle = block.pose
    at = (max(-FAR, min(FAR, x)), max(-FAR, min(FAR, y)), math.cos(angle), math.sin(angle))
    return (*at, high.x - low.x, high.y - low.y, block.mass, block.fixed, held)


def numbers_of(action: Any, size: int) -> list[float]:  # noqa: ANN401 - of the interface
    """Return the numbers of an action; InvalidAction unless they are `size` from -1 to 1."""
    try:
        numbers = np.asarray(action, np.float64)
    except (OverflowError, TypeError, ValueError):  # such as a text, or lists of several lengths
        numbers = np.empty(0)
    if numbers.shape != (size,) or not (np.abs(numbers) <= 1.0).all():
        raise InvalidAction(f"{action!r}: expected {size} numbers from -1 to 1")
    return [float(number) for number in numbers]


class BlockView:
    """The observations of up to `most` blocks: rows with a mask, pixels, or both."""

    def __init__(self, what: Observe, most: int, window: tuple[float, float]) -> None:
        """Take the number of rows; a picture shows `window` metres from x on, from the table up."""
        check_choice("observe", what, get_args(Observe))
        self._what, self._most, self._window = what, most, window
        self.spaces: dict[str, spaces.Space[Any]] = {}
        if what != "pixels":
            self.spaces["blocks"] = spaces.Box(-FAR, FAR, (most, len(COLUMNS)), np.float32)
            self.spaces["mask"] = spaces.MultiBinary(most)
        if what != "blocks":
            self.spaces["pixels"] = spaces.Box(0, 255, (SIDE, SIDE, 3), np.uint8)

    def seen(self, blocks: Iterable[Block], held: Block | None = None) -> dict[str, Any]:
        """Return the observation of these blocks, and of one in the hand."""
        every = [*blocks, *([held] if held else [])]
        seen: dict[str, Any] = {}
        if self._what != "pixels":
            rows = np.zeros((self._most, len(COLUMNS)), np.float32)
            mask = np.zeros(self._most, np.int8)
            mask[: len(every)] = 1
            for index, block in enumerate(every):
                rows[index] = row(block, held=block is held)
            seen = {"blocks": rows, "mask": mask}
        if self._what != "blocks":
            from towersim.ui.pictures.table import block_pixels  # noqa: PLC0415 - pygame is slow

            seen["pixels"] = block_pixels(every, SIDE, self._window)
        return seen
