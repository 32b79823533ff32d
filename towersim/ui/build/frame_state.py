"""The state shown in one frame of the free table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from towersim.common.units import BlockId
from towersim.free_table.history import Strain
from towersim.scene.scene import Block, Scene
from towersim.scene.table_setup import Piece
from towersim.ui.drawing.camera import Camera
from towersim.ui.stacking.xray import XRayPicture


class Slot(NamedTuple):
    """A visible piece in the panel."""

    key: str
    """The name of its sprite."""
    piece: Piece
    hovered: bool


class FrameState(NamedTuple):
    """The state shown in one frame."""

    title: str
    scene: Scene
    held: Block | None
    fits: bool
    """Whether the held block may be released here."""
    keys: Mapping[BlockId, str]
    """The name of the sprite of each block."""
    camera: Camera
    hint: str
    slots: Sequence[Slot]
    scrolled: tuple[float, float]
    """The shares of all pieces that are above the visible ones, and visible; 0 … 1."""
    strain: Strain
    """The present strain, on its way to the commanded one."""
    chosen: BlockId | None
    hovered: BlockId | None
    plumb: bool = False
    xray: XRayPicture | None = None
    ruler: bool = True
    """Whether the ruler is shown; only while the camera follows the table."""
