"""Compact storage for the ticks of a simulated move: only changed poses are stored.

While the hand carries a block for minutes, the blocks on the table are at rest.
"""

from array import array
from bisect import bisect_right

import numpy as np

from towersim.table.placing import Frame


class Frames:
    """The frames of a move by tick, from 1, in the order of adding."""

    def __init__(self) -> None:
        self._count = 0
        self._last: Frame | None = None
        self._ticks: list[array[int]] = []
        """The ticks in which each block moved, in building order."""
        self._poses: list[array[float]] = []
        """x, y and angle of each block in those ticks."""
        self._changes = array("l")
        """The ticks in which the hand opened or a tower was cleared."""
        self._states: list[Frame] = []

    def __len__(self) -> int:
        return self._count

    def add(self, frame: Frame) -> None:
        """Add the next frame, which must have the same blocks as the first one."""
        self._count += 1
        last = self._last
        if last is None:
            self._ticks = [array("l") for _ in frame.poses]
            self._poses = [array("d") for _ in frame.poses]
            moved = [*range(len(frame.poses))]
        else:
            moved = np.flatnonzero((frame.poses != last.poses).any(axis=1)).tolist()
        for block in moved:
            self._ticks[block].append(self._count)
            self._poses[block].extend(frame.poses[block])
        if last is None or last[1:] != frame[1:]:
            self._changes.append(self._count)
            self._states.append(frame)
        self._last = frame

    def at(self, tick: int) -> Frame:
        """Return the frame of a tick that has been added."""
        state = self._states[bisect_right(self._changes, tick) - 1]
        ends = (3 * bisect_right(ticks, tick) for ticks in self._ticks)
        rows = [poses[end - 3 : end] for poses, end in zip(self._poses, ends, strict=True)]
        return state._replace(poses=np.array(rows, dtype=np.float64).reshape(-1, 3))
