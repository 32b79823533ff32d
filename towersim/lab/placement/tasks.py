"""A placement task as a policy sees it: initial scene, pieces, hand, and the worth of a result."""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import msgspec

from towersim.common import portable_math
from towersim.common.portable_math import total
from towersim.common.units import Pose
from towersim.geometry.convex import rests
from towersim.geometry.shapes import Circle, Shape, corners, extent, placed
from towersim.scene.scene import Block, Scene

HANDS = ("steady", "normal", "shaky")
SHORT = 0.004
"""Least length of a side to rest on, in metres."""

Goal = Literal["reach", "span", "height", "upright", "low"]


class Task(msgspec.Struct, frozen=True):
    """A task, as a policy sees it."""

    name: str
    goal: Goal
    scene: Scene
    """The initial scene: first the support; all blocks are fixed but the beam of *beam*."""
    pieces: tuple[Block, ...]
    """The pieces in the order of placement, all at (0, 0, 0)."""
    hand: str
    """Name of the hand: steady, normal or shaky (`towersim.physics.hand.SKILLS`)."""
    floor: float = 0.0
    """The worth up to which the score is 0, in metres."""

    @property
    def family(self) -> str:
        """Name of the family, such as reach (`towersim.lab.placement.families`)."""
        return self.name.partition("-")[0]

    def worth(self, scene: Scene) -> float:
        """Return the worth of a scene in this task, in metres.

        `reach`: extent beyond x = 0; `span`: width of the gap that is covered by pieces; `height`:
        height above the plinth; `upright`: height of the last piece; `low`: the height that all
        pieces have when each is stood on the last one, less that of the heap (0 without a piece).
        """
        return _WORTH[self.goal](self, scene)

    @property
    def width(self) -> float:
        """Width of the gap between two ledges, in metres; 0 without a second ledge."""
        if len(self.scene.blocks) < 2:
            return 0.0
        return extent(self.scene.blocks[1].shape, self.scene.blocks[1].pose)[0].x

    def built(self, scene: Scene) -> tuple[Block, ...]:
        """Return the pieces in a scene."""
        return scene.blocks[len(self.scene.blocks) :]


def _reached(task: Task, scene: Scene) -> float:
    return max((extent(b.shape, b.pose)[1].x for b in task.built(scene)), default=0.0)


def _covered(task: Task, scene: Scene) -> float:
    """Return the width of the gap that has a piece over it, in metres."""
    covered, so_far = 0.0, 0.0
    for low, high in sorted(extent(b.shape, b.pose) for b in task.built(scene)):
        left, right = max(low.x, so_far), min(high.x, task.width)
        covered, so_far = covered + max(0.0, right - left), max(so_far, right)
    return covered


def _height(task: Task, scene: Scene) -> float:
    foot = extent(task.scene.blocks[0].shape, task.scene.blocks[0].pose)[1].y
    return max((extent(b.shape, b.pose)[1].y for b in task.built(scene)), default=foot) - foot


def _upright(task: Task, scene: Scene) -> float:
    last = [block for block in task.built(scene) if block.id == task.pieces[-1].id]
    return max((rise(block.shape, block.pose.angle) for block in last), default=0.0)


def _saved(task: Task, scene: Scene) -> float:
    if len(task.built(scene)) < len(task.pieces):
        return 0.0
    most = [max(rise(b.shape, a) for a in resting_angles(b.shape)) for b in task.pieces]
    return total(most) - _height(task, scene)


_WORTH: Mapping[Goal, Callable[[Task, Scene], float]] = MappingProxyType(
    {"reach": _reached, "span": _covered, "height": _height, "upright": _upright, "low": _saved}
)


@lru_cache(maxsize=1024)
def resting_angles(shape: Shape) -> tuple[float, ...]:
    """Return the distinct angles at which a shape can rest, in radians; at least one.

    >>> from towersim.geometry.shapes import Box
    >>> [abs(round(angle, 3)) for angle in resting_angles(Box(0.02, 0.08))]
    [1.571, 0.0]
    """
    if isinstance(shape, Circle):
        return (0.0,)
    angles: dict[frozenset[tuple[float, float]], float] = {}
    sides = [rest.side for rest in rests(shape)]
    # A round outline has no long side.
    for p, q in [side for side in sides if math.dist(*side) > SHORT] or sides:
        # Not `Rest.angle`, which is rounded otherwise: the results of a benchmark never change.
        angle = -portable_math.atan2(q.y - p.y, q.x - p.x)
        there = placed(corners(shape), Pose(0.0, 0.0, angle))
        angles.setdefault(frozenset((round(x, 6), round(y, 6)) for x, y in there), angle)
    return tuple(sorted(angles.values())) or (0.0,)


@lru_cache(maxsize=65536)
def rise(shape: Shape, angle: float) -> float:
    """Return the height of a shape at this angle, in metres."""
    low, high = extent(shape, Pose(0.0, 0.0, angle))
    return high.y - low.y


def flat(shape: Shape) -> float:
    """Return the resting angle with the least height, in radians."""
    return min(resting_angles(shape), key=lambda angle: round(rise(shape, angle), 6))
