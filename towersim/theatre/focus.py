"""Where a move takes place on the table: what a camera should show."""

from typing import Final, NamedTuple

from towersim.geometry.shapes import extent
from towersim.theatre.timeline import Timeline

BESIDE: Final = 0.22
"""How much table is shown on both sides of the way of the hand, in metres."""
ABOVE: Final = 0.07
"""How much room is shown above the towers there, in metres."""
LEAST: Final = 0.32
"""At least this much height is shown, in metres."""


class Focus(NamedTuple):
    """A part of the table: from x to x, and how high, in metres."""

    low: float
    high: float
    top: float


def focus(timeline: Timeline, index: int) -> Focus:
    """Return the place of the last block that was put up to this move, by its index.

    Before the first one it is the whole table.
    """
    moves = timeline.moves[: index + 1]
    move = next((move for move in reversed(moves) if move.motion is not None), None)
    if move is None or move.motion is None:
        half = timeline.setup.table.width / 2
        return Focus(-half, half, LEAST)
    way = [move.motion.block.pose[:2], *((x, y) for _, x, y, _ in move.motion.hand)]
    low, high = min(x for x, _ in way) - BESIDE, max(x for x, _ in way) + BESIDE
    near = (block for block in move.before.scene().blocks if low < block.pose.x < high)
    tops = [extent(block.shape, block.pose)[1].y for block in near]
    return Focus(low, high, max(LEAST, *tops, *(y for _, y in way)) + ABOVE)
