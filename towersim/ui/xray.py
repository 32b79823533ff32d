"""The x-ray: what each face carries, a ghost of what would move first, and the tilt as a line."""

import math
from collections.abc import Hashable, Sequence
from threading import Thread
from typing import Final

import pygame

from towersim.geometry.shapes import Circle, corners, placed
from towersim.geometry.touching import SETTLED
from towersim.scene import Block, Scene
from towersim.statics.analysis import Analysis, Summary, analyse
from towersim.ui.camera import Camera
from towersim.ui.theme import RGB, Stage
from towersim.units import Pose

FORCE: Final[RGB] = (32, 96, 168)
GHOST: Final[RGB] = (196, 52, 40)
LONGEST: Final = 0.03
"""How long the greatest force is drawn, in metres."""
SWAY: Final = 0.006
"""How far the fastest point of the ghost has moved, in metres."""


class XRay:
    """The statics of a table at rest, worked out in a thread, as they may take several frames."""

    def __init__(self) -> None:
        self._asked: Hashable = None
        self._found: tuple[Hashable, Analysis | None] = (None, None)
        """What was analysed last, by its key."""

    def of(self, key: Hashable, scene: Scene) -> Analysis | None:
        """Return the statics of a scene; None until they are known, and where nothing is loose.

        The same `key` always stands for the same scene, and is not None.
        """
        if self._asked != key:
            self._asked = key
            Thread(target=self._analyse, args=(key, scene), daemon=True).start()
        found, analysis = self._found
        return analysis if found == key else None

    def _analyse(self, key: Hashable, scene: Scene) -> None:
        free = any(not block.fixed for block in scene.blocks)
        self._found = (key, analyse(scene, SETTLED) if free else None)


def draw_xray(
    target: pygame.Surface,
    stage: Stage,
    camera: Camera,
    blocks: Sequence[Block],
    analysis: Analysis,
) -> None:
    """Draw the thrust of every face as a line through where it acts, and the mechanism's ghost."""
    for block in blocks:
        motion = analysis.mechanism.get(block.id)
        if motion is not None:
            x, y, angle = block.pose
            moved = Pose(x + SWAY * motion.dx, y + SWAY * motion.dy, angle + SWAY * motion.dtheta)
            _draw_ghost(target, stage, camera, block, moved)
    greatest = max((math.hypot(*thrust.force) for thrust in analysis.thrusts), default=0.0)
    for thrust in analysis.thrusts if greatest else ():
        x, y = camera.to_px(*thrust.at)
        unit = LONGEST / 2 * camera.scale / greatest
        dx, dy = thrust.force.x * unit, -thrust.force.y * unit
        pygame.draw.line(target, FORCE, (x - dx, y - dy), (x + dx, y + dy), stage.px(3))
        pygame.draw.circle(target, FORCE, (x, y), stage.px(4))


def _draw_ghost(
    target: pygame.Surface, stage: Stage, camera: Camera, block: Block, at: Pose
) -> None:
    """Draw the outline of a block as it would begin to move."""
    line = stage.px(2)
    if isinstance(block.shape, Circle):
        radius = block.shape.radius * camera.scale
        pygame.draw.circle(target, GHOST, camera.to_px(at.x, at.y), radius, line)
        return
    points = [camera.to_px(*point) for point in placed(corners(block.shape), at)]
    pygame.draw.polygon(target, GHOST, points, line)


def xray_line(summary: Summary) -> str:
    """Return what statics says of a table at rest, as one line.

    >>> from towersim.geometry.shapes import Box
    >>> from towersim.scene import Material, TableTop
    >>> from towersim.units import BlockId
    >>> post = Block(BlockId("post-1"), Box(0.02, 0.08), Material(), 0.02, Pose(0.0, 0.04, 0.0))
    >>> xray_line(analyse(Scene(TableTop(), (post,))).summary)
    'It withstands a tilt of 14.0° to the right; the post would move first.'
    """
    if not summary.stable:
        return "By statics alone this would not stand: friction and luck hold it."
    if summary.tilt_deg is None or summary.margin is None:
        return "No tilt would bring this down."
    side = "right" if summary.direction == "+x" else "left"
    kind = (summary.weakest or "").rpartition("-")[0].replace("-", " ")
    first = f"; the {kind} would move first" if kind else ""
    return f"It withstands a tilt of {summary.tilt_deg:.1f}° to the {side}{first}."
