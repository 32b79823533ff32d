"""The x-ray: the thrust of each face, the block that would move first, and the critical tilt."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

import pygame
from msgspec.structs import replace

from towersim.common.messages import Message, kind_text, known, message as _, texts
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.touching import SETTLED
from towersim.match.match import MatchPhase
from towersim.scene.scene import Block, Scene
from towersim.statics.analysis import (
    Analysis,
    PressureRange,
    Summary,
    pressures,
    solved,
    structure_of,
)
from towersim.statics.certificate import CertificateVerdict, certify
from towersim.statics.landing import if_let_go
from towersim.statics.linear_program import SMALL
from towersim.table.table import Placed
from towersim.ui.background import new_client, worker
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.paint import blend
from towersim.ui.drawing.sprites import Pen, draw_outline
from towersim.ui.drawing.theme import INKS, RGB
from towersim.ui.play import Play

FORCE: Final[RGB] = (32, 96, 168)
POSSIBLE: Final[RGB] = (150, 182, 214)
"""The colour of the greatest force that a joint could carry, if others carried less."""
GHOST: Final[RGB] = (196, 52, 40)
LOADS: Final[tuple[RGB, RGB]] = (226, 214, 160), (92, 32, 132)
"""The colours of the least and of the greatest load; red is what would move first."""
TEXTS: Final = texts(__file__)
PATIENCE: Final = 1.0
"""Time limit of the search for a motion beside rest, in seconds."""
AT_ONCE: Final = 0.1
"""The time, in seconds, in which that search is part of the first answer, so that no line flashes.
"""
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
    ranges: Sequence[PressureRange] = ()
    """The range of each joint's pressure over all solutions, if known."""
    landed: Block | None = None
    """The held block at its pose after a release, if there is one."""

    @property
    def notes(self) -> Sequence[str]:
        """The line and, for blocks at rest, the legend."""
        return (self.line,) if self.landed is not None else (self.line, legend(self.blocks))

    @cached_property
    def loads(self) -> Mapping[BlockId, float]:
        """The load on each block: the greatest pressure of another on it, 0 … 1 of the greatest."""
        loads: dict[BlockId, float] = {}
        for thrust in self.analysis.thrusts:
            for block in (thrust.a, thrust.b):
                if block is not None:
                    loads[block] = max(loads.get(block, 0.0), math.hypot(*thrust.force))
        greatest = max(loads.values(), default=0.0) or 1.0
        return {block: load / greatest for block, load in loads.items()}

    @cached_property
    def boxes(self) -> Sequence[tuple[Vec, Vec]]:
        """The axis-aligned bounding box of each block, in metres."""
        return tuple(block.extent for block in self.blocks)


def legend(blocks: Sequence[Block]) -> Message:
    """Return the legend of an x-ray, with what it does not draw of that number of blocks."""
    told, rows = TEXTS["legend"], 3 * sum(not block.fixed for block in blocks)
    return told["no ranges"].filled(count=SMALL // 3) if rows > SMALL else told["all"]


class Statics(NamedTuple):
    """The statics of a scene and, if asked for, the range of each joint's pressure."""

    analysis: Analysis
    ranges: tuple[PressureRange, ...]
    certainty: CertificateVerdict | None = "proved"
    """Whether a scene that can rest can also move; None while that is worked out."""


def _statics(scene: Scene) -> Statics:
    structure = structure_of(scene, SETTLED)
    analysis = solved(structure)
    if not analysis.summary.stable:
        return Statics(analysis, ())
    certainty = certify(structure.rows, AT_ONCE).verdict
    ranges = pressures(structure) or ()
    return Statics(analysis, ranges, None if certainty == "undecided" else certainty)


def _certain(scene: Scene, statics: Statics) -> Statics:
    certificate = certify(structure_of(scene, SETTLED).rows, PATIENCE)
    return statics._replace(certainty=certificate.verdict)


class XRay:
    """The statics of a table, computed in the helper process, as they may take several frames."""

    def __init__(self) -> None:
        self._client = new_client()
        self._last: XRayPicture | None = None

    def of(self, key: Hashable, scene: Scene) -> Statics | None:
        """Return the statics of a scene at rest; None until known, or without movable blocks.

        Their certainty follows, as it may take a second. The same `key` always stands for the same
        scene, and is not None.
        """
        result = worker().result(self._client)
        if result is not None and result[0] == key:
            statics: Statics | None = result[1]
            if statics is not None and statics.certainty is None:
                worker().ask(self._client, key, partial(_certain, scene, statics))
            return statics
        if any(not block.fixed for block in scene.blocks):
            worker().ask(self._client, key, partial(_statics, scene))
        return None

    def at_rest(self, key: Hashable, scene: Scene) -> XRayPicture | None:
        """Return the x-ray of a scene at rest; None until it is known."""
        statics = self.of(("rest", key), scene)
        if statics is None:
            return None
        return self.picture(scene.blocks, statics, xray_line(statics, scene.blocks))

    def picture(
        self, blocks: Sequence[Block], statics: Statics, line: str, landed: Block | None = None
    ) -> XRayPicture:
        """Return the x-ray of blocks; the same object as in the last frame if nothing changed."""
        now, last = XRayPicture(blocks, statics.analysis, line, statics.ranges, landed), self._last
        if last is None or last.analysis is not statics.analysis or last != now:
            last = self._last = now
        return last

    def carrying(self, key: Hashable, scene: Scene, held: Block) -> XRayPicture | None:
        """Return the x-ray after a release of the held block now, or a few frames ago.

        None until it is known, or if nothing is below the block.
        """
        poses = (block.pose for block in (held, *scene.blocks))
        places = tuple((round(x, 4), round(y, 4), round(angle, 3)) for x, y, angle in poses)
        now = ("held", key, held.id, places)
        result = worker().result(self._client)
        if result is None or result[0] != now:
            worker().ask(self._client, now, partial(if_let_go, scene, held))
        if result is None or not isinstance(result[0], tuple) or result[0][:3] != now[:3]:
            return None
        analysis: Analysis | None = result[1]
        if analysis is None:
            return None
        blocks = analysis.scene.blocks
        line = if_let_go_line(analysis.summary, blocks)
        return self.picture(blocks, Statics(analysis, ()), line, blocks[-1])


def xray_of(xray: XRay, play: Play[Any]) -> XRayPicture | None:
    """Return the x-ray of a match: of the table at rest, or with the held block released.

    What the hand has pushed is taken where it is now. It covers all towers, or that of the seat to
    move if towers belong to seats.
    """
    match, held = play.match, play.held
    table = match.table
    if match.carrying:
        table = table.moved({figure.id: figure.pose for figure in match.figures()}, ())
    if match.setup.own_towers:
        own = (tower if n == play.seat else () for n, tower in enumerate(table.towers))
        table = replace(table, towers=tuple(own))
    if match.phase is MatchPhase.CARRYING and play.is_carrying and held is not None:
        block = table.block(Placed(held.id, held.kind, held.pose))
        return xray.carrying(match.steps, table.scene(), block)
    if match.phase is MatchPhase.CHOOSING:
        return xray.at_rest(match.steps, table.scene())
    return None


def draw_xray(
    canvas: Canvas, areas: Areas, camera: Camera, xray: XRayPicture, *, loads: bool
) -> None:
    """Draw an x-ray over the table, with the landed block but without the text.

    With `loads` each block's outline has the colour of the load on it.
    """
    with canvas.clipped(areas.room):
        if xray.landed is not None:
            draw_outline(canvas, camera, xray.landed.shape, xray.landed.pose, Pen(FORCE, 2))
        for block in xray.blocks if loads else ():
            colour = blend(*LOADS, xray.loads.get(block.id, 0.0))
            draw_outline(canvas, camera, block.shape, block.pose, Pen(colour, 5))
        _draw_first(canvas, camera, xray)
        _draw_thrusts(canvas, camera, xray)


def _draw_first(canvas: Canvas, camera: Camera, xray: XRayPicture) -> None:
    """Draw the block that would move first where the mechanism takes it."""
    first, mechanism = xray.analysis.summary.weakest, xray.analysis.mechanism
    for block in xray.blocks:
        if block.id == first and (motion := mechanism.get(block.id)) is not None:
            x, y, angle = block.pose
            moved = Pose(x + SWAY * motion.dx, y + SWAY * motion.dy, angle + SWAY * motion.dtheta)
            draw_outline(canvas, camera, block.shape, moved, Pen(GHOST, 2))


def _draw_thrusts(canvas: Canvas, camera: Camera, xray: XRayPicture) -> None:
    """Draw the thrust of each face through its point of action, and the greatest possible one."""
    thrusts = xray.analysis.thrusts
    greatest = max((math.hypot(*thrust.force) for thrust in thrusts), default=0.0)
    most = {(one.a, one.b): min(one.most, greatest) for one in xray.ranges}
    for thrust in thrusts if greatest else ():
        size = math.hypot(*thrust.force)
        (x, y), unit = camera.to_px(*thrust.at), LONGEST / 2 / greatest
        tip = thrust.at[0] + unit * thrust.force.x, thrust.at[1] + unit * thrust.force.y
        dx, dy = (end - start for end, start in zip(camera.to_px(*tip), (x, y), strict=True))
        longer = most.get((thrust.a, thrust.b), 0.0) / size if size else 0.0
        for times, colour in ((longer, POSSIBLE), (1.0, FORCE)):
            if times > 1.01 or colour == FORCE:
                ends = (x - times * dx, y - times * dy), (x + times * dx, y + times * dy)
                pygame.draw.line(canvas.target, colour, *ends, canvas.px(3))
        pygame.draw.circle(canvas.target, FORCE, (x, y), canvas.px(4))


def xray_line(statics: Statics, blocks: Sequence[Block]) -> Message:
    """Return the statics of a table at rest as one line.

    >>> from towersim.geometry.shapes import Box
    >>> from towersim.scene.scene import Material, TableTop
    >>> from towersim.common.units import BlockId
    >>> post = Block(BlockId("post-1"), Box(0.02, 0.08), Material(), 0.02, Pose(0.0, 0.04, 0.0))
    >>> analysis = solved(structure_of(Scene(TableTop(), (post,))))
    >>> xray_line(Statics(analysis, ()), [post])
    'It withstands a tilt of 14.0° to the right; the post would move first.'
    """
    summary, told = statics.analysis.summary, TEXTS["at rest"]
    if statics.certainty in (None, "open", "undecided"):
        return told[statics.certainty or "worked out"]
    return _withstands(told, summary, blocks) if summary.stable else told["falls"]


def if_let_go_line(summary: Summary, blocks: Sequence[Block]) -> Message:
    """Return the statics of a table after a release of the held block as one line."""
    told = TEXTS["let go"]
    if summary.stable:
        return _withstands(told, summary, blocks)
    return _with_first(told["falls"], summary, blocks, gives_way=True)


def _withstands(told: Mapping[str, Message], summary: Summary, blocks: Sequence[Block]) -> Message:
    """Return the tilt that brings a scene down, and its side; by sliding it may fall earlier."""
    if summary.tilt_deg is None or summary.margin is None:
        return told["stands"]
    tilt = TEXTS["tilts"][f"{summary.bound} {summary.direction}"].filled(degrees=summary.tilt_deg)
    return _with_first(told["withstands"].filled(tilt=tilt), summary, blocks)


def _with_first(
    line: Message, summary: Summary, blocks: Sequence[Block], *, gives_way: bool = False
) -> Message:
    """Return a line with the block that would move first, if known (of alike ones the marked)."""
    kind = (summary.weakest or "").rpartition("-")[0]
    if not kind:
        return _("{said}.", said=line)
    piece = _("{colour} cube", colour=known(kind)) if kind in INKS else kind_text(kind)
    if sum(block.id.rpartition("-")[0] == kind for block in blocks) > 1:
        piece = _("{piece} marked red", piece=piece)
    if gives_way:
        return _("{said}; the {piece} would give way first.", said=line, piece=piece)
    return _("{said}; the {piece} would move first.", said=line, piece=piece)
