"""The presenter of the free table: camera, hit tests, the chosen block and the x-ray."""

import math
from typing import Final

from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose, Target, Vec
from towersim.free_table.edits import around, block_of, snapped
from towersim.free_table.table import FreeTable
from towersim.geometry.shapes import Circle
from towersim.geometry.touching import penetration
from towersim.scene.scene import Block, Material, Scene
from towersim.table.table import Figure
from towersim.theatre.focus import MovingPart
from towersim.ui.build.palette import BlockStyles, Layout, Palette, build_layout
from towersim.ui.drawing.camera import Box, Camera, CameraControl, fitted, turned
from towersim.ui.drawing.theme import Viewport
from towersim.ui.input.bindings import Pointer
from towersim.ui.rulebook import BuildCommand
from towersim.ui.stacking.xray import XRay, XRayPicture, xray_line

AROUND: Final = 0.08
"""Margin to the left and right of all blocks, in metres."""
ABOVE: Final = 0.1
"""Margin above the highest block for the hand, in metres."""
LEAST: Final = (0.4, 0.28)
"""Least width and height shown, in metres."""
WOULD_FALL: Final = {
    "falls": _("If time ran, this would fall; the red outlines show how it begins."),
    "jams": _("This may stand or fall: it depends on how its contacts were pressed before."),
}
"""The x-ray's line about frozen blocks that are not stable, by verdict of statics."""
ASIDE: Final = 0.002
"""The x-ray stays valid up to this distance of poses, in metres and radians."""
REACH: Final = 10.0
"""Greatest distance of snapping, in units of the screen."""
FINGER: Final = 5.0
"""Tolerance of the hit test for blocks, in units of the screen."""


class BuildPointer(Pointer):
    """The state of mouse and keyboard selection at the free table."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: BlockId | None = None
        """The chosen block, the target of commands."""
        self.slot: int | None = None
        """The visible slot that keys chose last; it counts while no block is chosen."""
        self.is_new = False
        """Whether it is chosen only because it was a new piece that came out of the hand."""
        self.modes = {BuildCommand.SNAP}
        """Those of snapping, slow motion and x-ray that are on."""


class Presenter:
    """The view of a free table on a viewport."""

    def __init__(self, viewport: Viewport, table: FreeTable, pointer: BuildPointer) -> None:
        self.table, self.pointer, self.palette = table, pointer, Palette()
        self.styles = BlockStyles(self.palette)
        self._xray, self._xrayed, self._number = XRay(), table.scene, 0
        self._moving, self._raised = MovingPart(), 0.0
        self.viewport, self.layout = viewport, self._lay_out(viewport)
        self.control = CameraControl(self._goal())

    def resize(self, viewport: Viewport) -> Layout:
        """Show the table on a viewport, framed anew if it is another one; return the layout."""
        if viewport is not self.viewport:
            self.viewport, self.layout = viewport, self._lay_out(viewport)
            self.control.jump(self._goal())
        return self.layout

    def _lay_out(self, viewport: Viewport) -> Layout:
        layout = build_layout(viewport, len(self.palette.materials))
        self.palette.rows = layout.rows
        return layout

    @property
    def camera(self) -> Camera:
        """The present camera, with the tilt of the table."""
        return self.control.camera._replace(turn=-self.table.strain_now.tilt, raised=self._raised)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The blocks on the table, without that in the hand."""
        blocks = self.table.scene.blocks
        return tuple(Figure(b.id, "", b.shape, b.pose, None, held=False) for b in blocks)

    def step(self, seconds: float) -> None:
        """Advance by `seconds`; the camera holds all that moves until the table is at rest."""
        table, control, figures = self.table, self.control, self.figures
        if table.is_at_rest:
            self._moving.begin(figures)
            control.aim(self._goal())
        self._moving.see(figures)
        if not control.free:
            control.hold(self._moving, self._box)
        control.keep(self.layout.areas.room, table.scene.table.width / 2)
        control.step(seconds)
        tilt = 0.0 if control.free else -table.strain_now.tilt
        self._raised = turned(control.camera, tilt, self._box, figures, self._moving).raised

    @property
    def _box(self) -> Box:
        """The box for blocks, in pixels."""
        return self.layout.areas.tower_box(self.viewport.px(4))

    def _goal(self) -> Camera:
        """Return the camera of the empty table, wider if blocks stand near its edges or beyond."""
        boxes = [block.extent for block in self.table.scene.blocks]
        low = min([-LEAST[0] / 2, *(a.x - AROUND for a, _ in boxes)])
        high = max([LEAST[0] / 2, *(b.x + AROUND for _, b in boxes)])
        top = max([LEAST[1], *(b.y + ABOVE for _, b in boxes)])
        return fitted(self._box, low, high, top)

    def seen(self) -> tuple[Vec, Vec]:
        """Return the lower left and upper right corner of the view below the hint, in metres."""
        areas = self.layout.areas
        camera = self.control.camera
        low = camera.to_m(areas.room.left, areas.log.top)
        return low, camera.to_m(areas.room.right, areas.hint.bottom)

    @property
    def held(self) -> Block | None:
        """The held block, or None."""
        return self.table.held

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether the mouse controls the held block at a point: not on a button."""
        return self.is_over_table(at) or self.layout.slot_at(at) is not None

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether a release at a point puts the block back: over the panel."""
        return bool(self.layout.areas.side.collidepoint(at))

    def let_go(self) -> str:
        """Release the held block, and choose it; return a refusal, or an empty string."""
        held, refusal = self.held, self.table.let_go()
        if held is not None and not refusal:
            self.pointer.is_new = self.pointer.chosen != held.id
            self.pointer.chosen = held.id
        return refusal

    def put_back(self) -> str:
        """Put the held block back in its old place."""
        self.table.put_back()
        return ""

    def snapped(self, wanted: Target) -> Target:
        """Return the target of the hand, snapped if snapping is on."""
        held = self.held
        if held is None or BuildCommand.SNAP not in self.pointer.modes:
            return wanted
        reach = REACH * self.viewport.unit / self.camera.scale
        target = snapped(self.table.scene, held, wanted, reach)
        # While time runs, y is not snapped: pressed onto another block, it would push that away.
        return target if self.table.is_frozen else target._replace(y=wanted.y)

    def zoom(self, notches: float, at: tuple[int, int]) -> None:
        """Zoom about a point of the screen; positive `notches` zoom in."""
        whole = self._goal().scale
        self.control.zoom(notches, at, min(whole, 300.0), max(8 * whole, 6000.0))

    def is_over_table(self, at: tuple[int, int]) -> bool:
        """Return whether a point of the screen is over the table or the room around it."""
        areas = self.layout.areas
        buttons = [areas.pause, areas.pace] if self.control.free else [areas.pause]
        beside = areas.room.left <= at[0] < areas.room.right
        over = beside and 0 <= at[1] < areas.log.top
        return over and not any(button.collidepoint(at) for button in buttons)

    def block_at(self, at: tuple[int, int]) -> Block | None:
        """Return the block at a point of the screen, else the nearest within `FINGER`, or None."""
        if not self.is_over_table(at):
            return None
        x, y = self.camera.to_m(*at)
        for units in (0.5, FINGER):
            finger = Circle(units * self.viewport.unit / self.camera.scale)
            tip = Block(BlockId(""), finger, Material(), 0.01, Pose(x, y, 0.0))
            near = around(self.table.scene.blocks, tip)
            depths = [(penetration(block, tip), block.id, block) for block in near]
            depth, _, block = max(depths, default=(0.0, "", None))
            if depth > 0:
                return block
        return None

    @property
    def can_take(self) -> bool:
        """Whether a piece or a block is under the mouse, or a block is held."""
        at = self.pointer.at
        return bool(self.held or self.block_at(at) or self.layout.slot_at(at) is not None)

    @property
    def slot(self) -> int | None:
        """The visible slot of the panel under the mouse, or that the keys have chosen."""
        if not self.pointer.keys:
            return self.layout.slot_at(self.pointer.at)
        return self.pointer.slot if self.pointer.chosen is None else None

    @property
    def chosen(self) -> Block | None:
        """The chosen block, if it is on the table."""
        return block_of(self.table.scene, self.pointer.chosen or BlockId(""))

    @property
    def hovered(self) -> BlockId | None:
        """The block under the mouse, unless one is held or the keyboard was used last."""
        at_mouse = self.held is None and not self.pointer.keys
        block = self.block_at(self.pointer.at) if at_mouse else None
        return None if block is None else block.id

    def xray(self, scene: Scene) -> XRayPicture | None:
        """Return the x-ray of the blocks at rest, or with the held block released; None for none.

        It stays valid while the table is strained, until a block moves.
        """
        table, left = self.table, self.table.history.now.scene
        if BuildCommand.XRAY not in self.pointer.modes:
            return None
        if table.held is not None:
            # In frozen time a released block does not drop.
            if table.is_frozen:
                return None
            return self._xray.carrying(len(table.history.past), scene, table.held)
        if not _is_as_left(left, scene):
            return None
        if left is not self._xrayed:
            self._xrayed, self._number = left, self._number + 1
        key = (self._number, table.strain.loaded, table.strain.load)
        if (statics := self._xray.of(key, table.loaded_scene)) is None:
            return None
        summary = statics.analysis.summary
        falls = table.is_frozen and not summary.stable
        line = WOULD_FALL[summary.verdict] if falls else xray_line(statics, scene.blocks)
        return self._xray.picture(scene.blocks, statics, line)


def _is_as_left(left: Scene, scene: Scene) -> bool:
    """Return whether both scenes have the same blocks, at poses closer than `ASIDE`."""
    pairs = zip(left.blocks, scene.blocks, strict=False)
    return len(left.blocks) == len(scene.blocks) and all(
        a.id == b.id and math.dist(a.pose, b.pose) < ASIDE for a, b in pairs
    )
