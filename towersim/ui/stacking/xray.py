"""The x-ray: the thrust of each face, the collapse mechanism, and the critical tilt."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

import pygame
from msgspec.structs import replace

from towersim.common.messages import Message, kind_text, known
from towersim.common.messages import message as _
from towersim.common.units import Pose, TowerId, Vec
from towersim.geometry.shapes import extent
from towersim.geometry.touching import SETTLED
from towersim.match.match import MatchPhase
from towersim.scene.scene import Block, Scene
from towersim.statics.analysis import Analysis, Summary, analyse
from towersim.statics.landing import Landing, if_let_go
from towersim.table.table import Placed
from towersim.ui.background import new_client, worker
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.sprites import Pen, draw_outline
from towersim.ui.drawing.theme import INKS, RGB
from towersim.ui.play import Play

FORCE: Final[RGB] = (32, 96, 168)
GHOST: Final[RGB] = (196, 52, 40)
LONGEST: Final = 0.03
"""Drawn length of the greatest force, in metres."""
SWAY: Final = 0.006
"""Drawn displacement of the mechanism's fastest point, in metres."""


@dataclass(frozen=True)
class XRayPicture:
    """The content of an x-ray: blocks, their statics, and a line of text."""

    blocks: Sequence[Block]
    analysis: Analysis
    line: str
    landed: Block | None = None
    """The held block at its pose after a release, if there is one."""

    @cached_property
    def boxes(self) -> Sequence[tuple[Vec, Vec]]:
        """The axis-aligned bounding box of each block, in metres."""
        return tuple(extent(block.shape, block.pose) for block in self.blocks)


class XRay:
    """The statics of a table, computed in the helper process, as they may take several frames."""

    def __init__(self) -> None:
        self._client = new_client()
        self._last: XRayPicture | None = None

    def of(self, key: Hashable, scene: Scene) -> Analysis | None:
        """Return the statics of a scene at rest; None until known, or without movable blocks.

        The same `key` always stands for the same scene, and is not None.
        """
        answer = worker().found(self._client)
        if answer is not None and answer[0] == key:
            analysis: Analysis | None = answer[1]
            return analysis
        if any(not block.fixed for block in scene.blocks):
            worker().ask(self._client, key, partial(analyse, scene, SETTLED))
        return None

    def at_rest(self, key: Hashable, scene: Scene) -> XRayPicture | None:
        """Return the x-ray of a scene at rest; None until it is known."""
        analysis = self.of(("rest", key), scene)
        if analysis is None:
            return None
        return self.picture(scene.blocks, analysis, xray_line(analysis.summary))

    def picture(
        self, blocks: Sequence[Block], analysis: Analysis, line: str, landed: Block | None = None
    ) -> XRayPicture:
        """Return the x-ray of blocks; the same object as in the last frame if nothing changed."""
        now, last = XRayPicture(blocks, analysis, line, landed), self._last
        if last is None or last.analysis is not analysis or last != now:
            last = self._last = now
        return last

    def carrying(self, key: Hashable, scene: Scene, held: Block) -> XRayPicture | None:
        """Return the x-ray after a release of the held block now, or a few frames ago.

        None until it is known, or if nothing is below the block.
        """
        x, y, angle = held.pose
        now = ("held", key, held.id, round(x, 4), round(y, 4), round(angle, 3))
        answer = worker().found(self._client)
        if answer is None or answer[0] != now:
            worker().ask(self._client, now, partial(if_let_go, scene, held))
        if answer is None or not isinstance(answer[0], tuple) or answer[0][:3] != now[:3]:
            return None
        landing: Landing | None = answer[1]
        if landing is None:
            return None
        blocks, analysis = (*scene.blocks, landing.block), landing.analysis
        return self.picture(blocks, analysis, if_let_go_line(analysis.summary), landing.block)


def xray_of(xray: XRay, play: Play[Any], only: TowerId | None = None) -> XRayPicture | None:
    """Return the x-ray of a match: of the table at rest, or with the held block released.

    It covers all towers, or `only` one if towers belong to seats.
    """
    match, held = play.match, play.held
    table = match.table
    if only is not None:
        others = (tower if n == only else () for n, tower in enumerate(table.towers))
        table = replace(table, towers=tuple(others))
    key = match.steps, only
    if match.phase is MatchPhase.CARRYING and play.is_carrying and held is not None:
        block = table.block(Placed(held.id, held.kind, held.pose))
        return xray.carrying(key, table.scene(), block)
    if match.phase is MatchPhase.CHOOSING:
        return xray.at_rest(key, table.scene())
    return None


def draw_xray(canvas: Canvas, areas: Areas, camera: Camera, xray: XRayPicture) -> None:
    """Draw an x-ray over the table, with the landed block but without the line of text."""
    with canvas.clipped(areas.room):
        if xray.landed is not None:
            draw_outline(canvas, camera, xray.landed.shape, xray.landed.pose, Pen(FORCE, 2))
        _draw_statics(canvas, camera, xray.blocks, xray.analysis)


def _draw_statics(
    canvas: Canvas, camera: Camera, blocks: Sequence[Block], analysis: Analysis
) -> None:
    """Draw the thrust of each face as a line through its point of action, and the mechanism."""
    for block in blocks:
        motion = analysis.mechanism.get(block.id)
        if motion is not None:
            x, y, angle = block.pose
            moved = Pose(x + SWAY * motion.dx, y + SWAY * motion.dy, angle + SWAY * motion.dtheta)
            draw_outline(canvas, camera, block.shape, moved, Pen(GHOST, 2))
    greatest = max((math.hypot(*thrust.force) for thrust in analysis.thrusts), default=0.0)
    for thrust in analysis.thrusts if greatest else ():
        x, y = camera.to_px(*thrust.at)
        unit = LONGEST / 2 * camera.scale / greatest
        dx, dy = thrust.force.x * unit, -thrust.force.y * unit
        pygame.draw.line(canvas.target, FORCE, (x - dx, y - dy), (x + dx, y + dy), canvas.px(3))
        pygame.draw.circle(canvas.target, FORCE, (x, y), canvas.px(4))


def xray_line(summary: Summary) -> Message:
    """Return the statics of a table at rest as one line.

    >>> from towersim.geometry.shapes import Box
    >>> from towersim.scene.scene import Material, TableTop
    >>> from towersim.common.units import BlockId
    >>> post = Block(BlockId("post-1"), Box(0.02, 0.08), Material(), 0.02, Pose(0.0, 0.04, 0.0))
    >>> xray_line(analyse(Scene(TableTop(), (post,))).summary)
    'It withstands a tilt of 14.0° to the right; the post would move first.'
    """
    if not summary.stable:
        return _("By statics alone this would not stand: friction and luck hold it.")
    if summary.tilt_deg is None or summary.margin is None:
        return _("No tilt would bring this down.")
    if summary.direction == "+x":
        line = _("It withstands a tilt of {degrees:.1f}° to the right", degrees=summary.tilt_deg)
    else:
        line = _("It withstands a tilt of {degrees:.1f}° to the left", degrees=summary.tilt_deg)
    return _with_first(line, summary)


def if_let_go_line(summary: Summary) -> Message:
    """Return the statics of a table after a release of the held block as one line."""
    if not summary.stable:
        line = _("If you let go here: it would not stand")
        return _with_first(line, summary, gives_way=True)
    if summary.tilt_deg is None or summary.margin is None:
        return _("If you let go here: no tilt would bring it down.")
    if summary.direction == "+x":
        line = _(
            "If you let go here: it withstands a tilt of {degrees:.1f}° to the right",
            degrees=summary.tilt_deg,
        )
    else:
        line = _(
            "If you let go here: it withstands a tilt of {degrees:.1f}° to the left",
            degrees=summary.tilt_deg,
        )
    return _with_first(line, summary)


def _with_first(line: Message, summary: Summary, *, gives_way: bool = False) -> Message:
    """Return a line extended by the block that would move first, if known."""
    kind = (summary.weakest or "").rpartition("-")[0]
    if not kind:
        return _("{said}.", said=line)
    piece = _("{colour} cube", colour=known(kind)) if kind in INKS else kind_text(kind)
    if gives_way:
        return _("{said}; the {piece} would give way first.", said=line, piece=piece)
    return _("{said}; the {piece} would move first.", said=line, piece=piece)
