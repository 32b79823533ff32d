"""What one builds with: every piece of `levels/pieces`, and the materials it may be made of."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from towersim.free_table.edits import fresh_id
from towersim.level import Piece, levels_dir, load_materials, load_pieces
from towersim.scene import Block, Material, Scene
from towersim.ui.build.layout import COLUMNS
from towersim.units import Pose

FIRST: Final = ("cubes", "basics")
"""The sets that come first; the others follow by name."""


@cache
def all_pieces() -> tuple[Piece, ...]:
    """Return the pieces of all sets."""
    sets = sorted(path.stem for path in (levels_dir() / "pieces").glob("*.toml"))
    ordered = [*FIRST, *(name for name in sets if name not in FIRST)]
    return tuple(piece for name in ordered for piece in load_pieces(name).values())


class Palette:
    """The pieces from which one may take, and the material they are made of when one does."""

    def __init__(self) -> None:
        self.pieces = all_pieces()
        self.materials: Mapping[str, Material] = load_materials()
        self.material = next(iter(self.materials))
        self.top = 0
        """The first row of pieces that is seen, …"""
        self.rows = 1
        """… and how many rows are."""

    @property
    def all_rows(self) -> int:
        """The number of rows of all pieces."""
        return -(-len(self.pieces) // COLUMNS)

    @property
    def seen(self) -> tuple[Piece, ...]:
        """The pieces that are seen."""
        first = self.top * COLUMNS
        return self.pieces[first : first + self.rows * COLUMNS]

    def scroll(self, by: int) -> None:
        """Go down by rows, or up."""
        most = max(self.all_rows - self.rows, 0)
        self.top = min(max(self.top + by, 0), most)

    def next_material(self) -> str:
        """Choose the next material; return its name."""
        names = list(self.materials)
        self.material = names[(names.index(self.material) + 1) % len(names)]
        return self.material

    def block(self, piece: Piece, scene: Scene, pose: Pose) -> Block:
        """Return one more block: a piece made of the chosen material."""
        material = self.materials[self.material]
        return Block(fresh_id(scene, piece.id), piece.shape, material, piece.depth, pose)

    def material_of(self, block: Block) -> str:
        """Return what the material of a block is called, or nothing."""
        called = (name for name, known in self.materials.items() if known == block.material)
        return next(called, "")
