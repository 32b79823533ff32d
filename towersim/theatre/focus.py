"""The part of the table in which a move takes place, for the camera."""

from typing import Final, NamedTuple

from towersim.geometry.shapes import extent
from towersim.theatre.timeline import Timeline

BESIDE: Final = 0.22
"""The margin shown on both sides of the hand's path, in metres."""
ABOVE: Final = 0.07
"""The margin shown above the towers there, in metres."""
LEAST: Final = 0.32
"""The minimum height shown, in metres."""


class Focus(NamedTuple):
    """A part of the table: a range of x and a height, in metres."""

    low: float
    high: float
    top: float


def focus(timeline: Timeline, index: int) -> Focus:
    """Return the part of the table around the last block put up to the move with this index.

    Before the first block, the whole table.
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
