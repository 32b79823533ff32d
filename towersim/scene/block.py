"""The parts of a scene: blocks with their materials and poses, and the table."""

import msgspec

from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import BoundingBox, Shape, area, extent


class Material(msgspec.Struct, frozen=True):
    """The material of a block: density in kg/m³ (> 0) and friction coefficient (≥ 0)."""

    density_kg_m3: float = 700.0
    friction: float = 0.5


class Block(msgspec.Struct, frozen=True):
    """One block of a scene; `depth` (into the screen, in metres) only determines its mass."""

    id: BlockId
    shape: Shape
    material: Material
    depth: float
    pose: Pose
    fixed: bool = False

    @property
    def mass(self) -> float:
        """Mass in kilograms: area × depth × density."""
        return area(self.shape) * self.depth * self.material.density_kg_m3

    @property
    def extent(self) -> BoundingBox:
        """The lower left and upper right corner of its bounding box on the table."""
        return extent(self.shape, self.pose)


class TableTop(msgspec.Struct, frozen=True):
    """The table: its top is y = 0 from -width/2 to width/2, in metres; outside, blocks fall."""

    width: float = 1.2
    friction: float = 0.5
