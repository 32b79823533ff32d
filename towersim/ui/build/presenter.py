"""What is seen of the free table: the camera, what is pointed at, everything of a frame."""

import math
from typing import Final

from towersim.free_table.edits import around, block_of
from towersim.free_table.snapping import snapped
from towersim.free_table.table import FreeTable
from towersim.geometry.overlap import penetration
from towersim.geometry.shapes import Circle, extent
from towersim.messages import message as _
from towersim.scene import Block, Material, Scene
from towersim.ui.build.frame_state import FrameState, Slot
from towersim.ui.build.layout import Layout, slot_at
from towersim.ui.build.looks import Looks
from towersim.ui.build.palette import Palette
from towersim.ui.camera import Camera, fitted
from towersim.ui.camera_control import CameraControl
from towersim.ui.pointer import Pointer
from towersim.ui.settings import Settings
from towersim.ui.theme import Stage
from towersim.ui.xray import Seen, XRay, xray_line
from towersim.units import BlockId, Pose, Target, Vec

AROUND: Final = 0.08
"""Metres shown to the left and right of everything."""
ABOVE: Final = 0.1
"""Metres shown above the highest block: room for the hand."""
LEAST: Final = (0.4, 0.28)
"""At least as many metres of width and height are shown."""
WOULD_FALL: Final = {
    "falls": _("If time ran, this would fall; the red outlines show how it begins."),
    "jams": _("This may stand or fall: it depends on how its contacts were pressed before."),
}
"""What the x-ray says of frozen blocks that statics does not find to stand."""
ASIDE: Final = 0.002
"""The x-ray of a block that is no farther aside than this still holds, in metres and radians."""
REACH: Final = 10.0
"""How far a block snaps, in units of the screen."""
FINGER: Final = 5.0
"""A block is pointed at from this far away, in units of the screen."""


class BuildPointer(Pointer):
    """Where mouse and keyboard point at the free table."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: BlockId | None = None
        """The block that commands are about."""
        self.snap = True
        self.slow = False
        self.xray = False


class Presenter:
    """What one sees of a free table on a stage."""

    def __init__(
        self, stage: Stage, layout: Layout, table: FreeTable, pointer: BuildPointer
    ) -> None:
        self._stage, self._layout, self._table, self._pointer = stage, layout, table, pointer
        self.palette = Palette()
        self.looks = Looks(self.palette)
        self._xray, self._xrayed, self._number = XRay(), table.scene, 0
        self.control = CameraControl(self._goal())

    def resize(self, stage: Stage, layout: Layout) -> None:
        """See the same on another stage."""
        self._stage, self._layout, self.palette.rows = stage, layout, layout.rows
        self.control.jump(self._goal())

    @property
    def camera(self) -> Camera:
        """Where one looks now."""
        return self.control.camera

    def step(self, seconds: float) -> None:
        """Let time pass; the camera moves when nothing else does."""
        if self._table.is_at_rest:
            self.control.aim(self._goal())
        self.control.keep(self._layout.areas.room, self._table.scene.table.width / 2)
        self.control.step(seconds)

    def _goal(self) -> Camera:
        scene = self._table.scene
        boxes = [extent(block.shape, block.pose) for block in scene.blocks]
        low = min([a.x for a, _ in boxes], default=0.0) - AROUND
        high = max([b.x for _, b in boxes], default=0.0) + AROUND
        missing = max(LEAST[0] - (high - low), 0.0) / 2
        top = max([b.y for _, b in boxes], default=0.0) + ABOVE
        box = self._layout.areas.tower_box(self._stage.px(4))
        return fitted(box, low - missing, high + missing, max(top, LEAST[1]))

    def seen(self) -> tuple[Vec, Vec]:
        """Return the corners of what is seen below the hint, lower left first, in metres."""
        areas = self._layout.areas
        low = self.camera.to_m(areas.room.left, areas.log.top)
        return low, self.camera.to_m(areas.room.right, areas.hint.bottom)

    # --- the table for a hand -------------------------------------------------------------------

    @property
    def held(self) -> Block | None:
        """The block in the hand."""
        return self._table.held

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether the mouse takes hold of the block there: not on a button."""
        return self.is_over_table(at) or slot_at(self._layout, at) is not None

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether letting a block go there puts it back: over the panel."""
        return bool(self._layout.areas.side.collidepoint(at))

    def let_go(self) -> str:
        """Let go of what is in the hand; it is the chosen block then."""
        held, said = self.held, self._table.let_go()
        if held is not None and not said:
            self._pointer.chosen = held.id
        return said

    def put_back(self) -> str:
        """Put the block back where it was taken."""
        self._table.put_back()
        return ""

    def snapped(self, wanted: Target) -> Target:
        """Return where the hand shall be: where it is led, or what it snaps to there."""
        held = self.held
        if held is None or not self._pointer.snap:
            return wanted
        reach = REACH * self._stage.unit / self.camera.scale
        found = snapped(self._table.scene, held, wanted, reach)
        # Time that passes lets a block down by itself: pressed onto another, it would push it.
        return found if self._table.is_frozen else found._replace(y=wanted.y)

    # --- what is seen ---------------------------------------------------------------------------

    def zoom(self, notches: float, at: tuple[int, int]) -> None:
        """Come nearer to a point of the screen, or go away."""
        whole = self._goal().scale
        self.control.zoom(notches, at, min(whole, 300.0), max(8 * whole, 6000.0))

    def is_over_table(self, at: tuple[int, int]) -> bool:
        """Whether a point of the screen belongs to the table and the room around it."""
        areas = self._layout.areas
        beside = areas.room.left <= at[0] < areas.room.right
        inside = beside and 0 <= at[1] < areas.log.top
        return inside and not areas.pause.collidepoint(at)

    def block_at(self, at: tuple[int, int]) -> Block | None:
        """Return the block at a point of the screen, the nearest of those within a finger."""
        if not self.is_over_table(at):
            return None
        x, y = self.camera.to_m(*at)
        for units in (0.5, FINGER):
            finger = Circle(units * self._stage.unit / self.camera.scale)
            tip = Block(BlockId(""), finger, Material(), 0.01, Pose(x, y, 0.0))
            near = around(self._table.scene.blocks, tip)
            depths = [(penetration(block, tip), block.id, block) for block in near]
            depth, _, block = max(depths, default=(0.0, "", None))
            if depth > 0:
                return block
        return None

    @property
    def can_take(self) -> bool:
        """Whether a press would take something: a piece or a block is under the mouse."""
        at = self._pointer.at
        return (
            self.held is not None
            or slot_at(self._layout, at) is not None
            or bool(self.block_at(at))
        )

    def frame_state(self, settings: Settings, said: tuple[str, str]) -> FrameState:
        """Return everything that a frame shows now; `said` are its title and its hint."""
        table, scene, held = self._table, self._table.scene, self._table.held
        pointer = self._pointer
        hovered = None if held or pointer.keys else self.block_at(pointer.at)
        every = [*scene.blocks, *([held] if held else [])]
        chosen = pointer.chosen if block_of(scene, pointer.chosen or BlockId("")) else None
        return FrameState(
            title=said[0],
            scene=scene,
            held=held,
            fits=table.fits,
            keys={block.id: self.looks.key(block) for block in every},
            camera=self._shaken(),
            hint=said[1],
            slots=self._slots(),
            scrolled=self._scrolled(),
            strain=table.strain_now,
            chosen=chosen,
            hovered=hovered.id if hovered else None,
            plumb=settings.plumb_line and held is not None,
            xray=self._seen(scene) if pointer.xray else None,
            ruler=not self.control.free,
        )

    def _slots(self) -> list[Slot]:
        place = slot_at(self._layout, self._pointer.at)
        material = self.palette.materials[self.palette.material]
        nowhere = Pose(0.0, 0.0, 0.0)
        return [
            Slot(
                self.looks.key(Block(BlockId(""), piece.shape, material, piece.depth, nowhere)),
                piece,
                number == place,
            )
            for number, piece in enumerate(self.palette.seen)
        ]

    def _scrolled(self) -> tuple[float, float]:
        palette = self.palette
        return palette.top / palette.all_rows, palette.rows / palette.all_rows

    def _shaken(self) -> Camera:
        """Return the camera of a frame: it stands still while the table shakes."""
        camera = self.camera
        return camera._replace(left=camera.left + self._table.sway * camera.scale)

    def _seen(self, scene: Scene) -> Seen | None:
        """Return what the x-ray shows: of what stands, or if the held block were let go.

        It stays while the table is strained, until something moves.
        """
        table, left = self._table, self._table.history.now.scene
        if table.held is not None:
            # Frozen time lets it drop nowhere.
            if table.is_frozen:
                return None
            return self._xray.carrying(len(table.history.past), scene, table.held)
        if not _is_as_left(left, scene):
            return None
        if left is not self._xrayed:
            self._xrayed, self._number = left, self._number + 1
        key = (self._number, table.strain.loaded, table.strain.load)
        analysis = self._xray.of(key, table.loaded_scene)
        if analysis is None:
            return None
        falls = table.is_frozen and not analysis.summary.stable
        line = WOULD_FALL[analysis.summary.verdict] if falls else xray_line(analysis.summary)
        return self._xray.seen(scene.blocks, analysis, line)


def _is_as_left(left: Scene, scene: Scene) -> bool:
    """Return whether no block is far from where a scene has it."""
    pairs = zip(left.blocks, scene.blocks, strict=False)
    return len(left.blocks) == len(scene.blocks) and all(
        a.id == b.id and math.dist(a.pose, b.pose) < ASIDE for a, b in pairs
    )
