"""Everything that one frame of the free table shows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from towersim.free_table.history import Strain
from towersim.level import Piece
from towersim.scene import Block, Scene
from towersim.ui.camera import Camera
from towersim.ui.xray import Seen
from towersim.units import BlockId


class Slot(NamedTuple):
    """A piece in the panel."""

    key: str
    """The name of its sprite."""
    piece: Piece
    hovered: bool


class FrameState(NamedTuple):
    """Everything that one frame shows."""

    title: str
    scene: Scene
    held: Block | None
    fits: bool
    """Whether the hand may open here."""
    keys: Mapping[BlockId, str]
    """The name of the sprite of each block."""
    camera: Camera
    hint: str
    slots: Sequence[Slot]
    scrolled: tuple[float, float]
    """The parts of all pieces that are above those seen, and that are seen: 0 … 1."""
    strain: Strain
    """The strain so far."""
    chosen: BlockId | None
    hovered: BlockId | None
    plumb: bool = False
    xray: Seen | None = None
    ruler: bool = True
    """Whether heights can be read: the table's edge is where the ruler begins."""
