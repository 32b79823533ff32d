"""The part of the table in which a move takes place, for the camera."""

from typing import Final, NamedTuple

from towersim.geometry.shapes import extent
from towersim.theatre.timeline import Timeline

NEAR: Final = 0.4
"""Greatest distance from the hand's path of blocks that are shown too, in metres."""
CLOSE, BESIDE = 0.06, 0.22
"""The margins on both sides without towers and beside tall ones, for what falls, in metres."""
ABOVE: Final = 0.07
"""The margin shown above the towers there, in metres."""
LEAST: Final = 0.2
"""The minimum height shown, in metres."""


class Focus(NamedTuple):
    """A part of the table: a range of x and a height, in metres."""

    low: float
    high: float
    top: float


def focus(timeline: Timeline, index: int) -> Focus:
    """Return the part of the table around the last block put up to the move with this index.

    Before the first block, the part with blocks, or else the whole table.
    """
    moves = timeline.moves[: index + 1]
    move = next((move for move in reversed(moves) if move.motion is not None), None)
    if move is None or move.motion is None:
        blocks = moves[-1].after.scene().blocks
        path = [block.pose[:2] for block in blocks]
        if not path:
            half = timeline.setup.table.width / 2
            return Focus(-half, half, LEAST + ABOVE)
    else:
        blocks = move.before.scene().blocks
        path = [move.motion.block.pose[:2], *((x, y) for _, x, y, _ in move.motion.hand)]
    low, high = min(x for x, _ in path), max(x for x, _ in path)
    near = [block for block in blocks if low - NEAR < block.pose.x < high + NEAR]
    tall = max((extent(block.shape, block.pose)[1].y for block in near), default=0.0)
    xs, beside = [low, high, *(block.pose.x for block in near)], min(CLOSE + tall / 2, BESIDE)
    top = max(LEAST, tall, *(y for _, y in path)) + ABOVE
    return Focus(min(xs) - beside, max(xs) + beside, top)
