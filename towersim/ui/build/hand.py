"""The hand at the free table: mouse or keys lead it, and it may snap to what is near."""

import math

import pygame

from towersim.free_table.snapping import snapped
from towersim.free_table.table import FreeTable
from towersim.geometry.shapes import extent
from towersim.scene import Block
from towersim.ui.camera import Camera
from towersim.ui.input import Command, HandInput, notches
from towersim.units import BlockId, Pose, Target, Vec

REACH = 10.0
"""How far a block snaps, in units of the screen."""


class BuildHand:
    """Leads the block in the hand; a block is held where it was gripped."""

    def __init__(self, table: FreeTable) -> None:
        self._table = table
        self.input = HandInput()
        self.with_mouse = False
        """Whether the mouse leads the hand."""
        self._grip = Vec(0.0, 0.0)
        """From the middle of the block to where it was gripped, in metres."""
        self._began = Pose(0.0, 0.0, 0.0)

    def take(self, name: BlockId, grip: Vec | None) -> str:
        """Take a block of the table, gripped at a point if the mouse does it; say what refuses."""
        refused = self._table.take(name)
        self._begin(grip)
        return refused

    def take_new(self, block: Block, *, with_mouse: bool) -> str:
        """Take one more block, by its middle; say what refuses."""
        refused = self._table.take_new(block)
        self._begin(Vec(*block.pose[:2]) if with_mouse else None)
        return refused

    def _begin(self, grip: Vec | None) -> None:
        held = self._table.held
        if held is None:
            return
        self.with_mouse = grip is not None
        self._began = held.pose
        self.input.begin(held.pose)
        self._grip = Vec(0.0, 0.0)
        if grip is not None:
            self._grip = Vec(grip.x - held.pose.x, grip.y - held.pose.y)

    def point(self, at: tuple[int, int], camera: Camera) -> None:
        """Follow the mouse; the grip turns with the block."""
        if self.with_mouse and self._table.held is not None:
            turn = self.input.target.angle - self._began.angle
            c, s = math.cos(turn), math.sin(turn)
            x, y = camera.to_m(*at)
            dx, dy = self._grip
            self.input.point(Vec(x - c * dx + s * dy, y - s * dx - c * dy))

    def wheel(self, event: pygame.event.Event, *, fine: bool) -> None:
        """Turn the block by the wheel."""
        self.input.wheel(notches(event), fine=fine)

    def press(self, command: Command) -> None:
        """Move, turn or straighten the block by a key."""
        if command in (Command.LEFT, Command.RIGHT, Command.UP, Command.DOWN):
            self.with_mouse = False
        self.input.press(command)

    def step(self, seconds: float, low: Vec, high: Vec, *, fine: bool) -> None:
        """Move on with the keys that are down, inside what is seen, given by its corners."""
        self.input.step(seconds, fine=fine)
        held = self._table.held
        if held is not None:
            foot, head = extent(held.shape, Pose(0.0, 0.0, self.input.target.angle))
            self.input.keep(
                Vec(low.x - foot.x, max(low.y, 0.0) - foot.y), Vec(high.x - head.x, high.y - head.y)
            )

    def target(self, camera: Camera, unit: float, *, snap: bool) -> Target:
        """Return where the hand shall be now; `unit` is the size of a unit in pixels."""
        held, wanted = self._table.held, self.input.target
        if held is None or not snap:
            return wanted
        found = snapped(self._table.scene, held, wanted, REACH * unit / camera.scale)
        # Time that passes lets a block down by itself: pressed onto another, it would push it.
        return found if self._table.is_frozen else found._replace(y=wanted.y)
