"""A table with blocks on it, as frozen values without time or engine."""

import re
from typing import TYPE_CHECKING, Any

import msgspec

from towersim.common.portable_math import total
from towersim.common.units import Vec
from towersim.geometry.shapes import box_around
from towersim.scene.block import Block, Material, TableTop

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["Block", "Material", "Scene", "TableTop", "height_of"]

SHOWN = 8
"""Number of blocks in the text of a scene."""
_NOWHERE = (Vec(0.0, 0.0), Vec(0.0, 0.0))


def height_of(blocks: "Iterable[Block]") -> float:
    """Return the height of the highest point of blocks, in metres; 0 for none."""
    return max((block.extent[1].y for block in blocks), default=0.0)


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table and the blocks on it, in building order."""

    table: TableTop
    blocks: tuple[Block, ...]
    reach: float | None = None
    """The maximum distance of touching blocks, in metres; None: by their size.

    Simulated blocks at rest have larger gaps than drawn ones."""

    @staticmethod
    def boxes(
        values: "ArrayLike", density: "ArrayLike | None" = None, friction: "ArrayLike | None" = None
    ) -> "Scene":
        """Return a scene of n boxes on a table, 20 mm deep, called "0", "1" and so on.

        `values` is n x 5: centre x and y in metres, angle in radians, width and height in metres;
        or has the columns density in kg/m³, or density and friction, as well. Otherwise these are
        a number, or one for each box; default 700 and 0.5. SceneFault for another shape, a size or
        density that is not above 0, or NaN; overlaps are checked where the scene is used.

        >>> Scene.boxes([[0, 0.01, 0, 0.02, 0.02], [0.004, 0.03, 0, 0.02, 0.02]])
        Scene(2 blocks, 0.024 × 0.04 m, 0.0112 kg)
          0: Box(width=0.02, height=0.02) at (0, 0.01, 0)
          1: Box(width=0.02, height=0.02) at (0.004, 0.03, 0)
        """
        from towersim.scene.arrays import boxes  # noqa: PLC0415 - numpy is slow

        return Scene(TableTop(), boxes(values, density, friction))

    @staticmethod
    def from_arrays(arrays: "Mapping[str, ArrayLike]") -> "Scene":
        """Return the scene of the arrays of `to_arrays`; SceneFault if they do not fit together.

        >>> scene = Scene.boxes([[0.0, 0.01, 0.0, 0.02, 0.02]], density=240.0)
        >>> Scene.from_arrays(scene.to_arrays()) == scene
        True
        """
        from towersim.scene.arrays import from_arrays  # noqa: PLC0415 - as above

        return Scene(*from_arrays(arrays))

    def to_arrays(self) -> "dict[str, NDArray[Any]]":
        """Return the scene without loss as arrays that `numpy.savez` writes.

        For n blocks: `id`, `pose` (n x 3: x, y in metres, angle), `kind` (0 box, 1 circle, 2
        polygon), `size` (n x 2: width and height, or radius and 0, or zeros), `density`,
        `friction`, `depth`, `fixed`. Polygons have their outline and holes in `corners` (m x 2,
        relative to the centre of mass), `ring_size` and `ring_block`. `table` is its width, its
        friction and the scene's reach (NaN: None). SceneFault for invalid values.
        """
        from towersim.scene.arrays import to_arrays  # noqa: PLC0415 - as above

        return to_arrays(self.table, self.blocks, self.reach)

    def plot(self, axes: Any = None) -> Any:  # noqa: ANN401 - matplotlib is optional
        """Draw the scene on axes of matplotlib (default: of a new figure) and return them.

        OptionFault if matplotlib is not installed (extra `plots`); SceneFault for invalid values.
        """
        from towersim.scene.picture import plot, scene_picture  # noqa: PLC0415 - as above

        return plot(scene_picture(self.table, self.blocks), axes)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from towersim.scene.picture import scene_picture, svg  # noqa: PLC0415 - as above

        return svg(scene_picture(self.table, self.blocks))

    def __repr__(self) -> str:
        try:
            return self._told()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return f"Scene(table={self.table!r}, blocks={self.blocks!r})"

    def _told(self) -> str:
        n, mass = len(self.blocks), total(block.mass for block in self.blocks if not block.fixed)
        low, high = box_around([block.extent for block in self.blocks] or [_NOWHERE])
        size = f"{high.x - low.x:.3g} × {high.y:.3g} m"
        lines = [f"Scene({n} block{'s' * (n != 1)}, {size}, {mass:.3g} kg)"]
        for block in self.blocks[:SHOWN]:
            shape = re.sub(r"\d+\.\d+", lambda size: f"{float(size[0]):.6g}", repr(block.shape))
            shape = shape if len(shape) < 50 else f"{type(block.shape).__name__}(…)"
            at = ", ".join(f"{value:.6g}" for value in block.pose)
            lines.append(f"  {block.id}: {shape} at ({at})")
        return "\n".join(lines + [f"  … and {n - SHOWN} more"] * (n > SHOWN))
