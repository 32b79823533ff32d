"""The pieces in the free table's panel, their materials, and the sprites of all its blocks."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from towersim.common.units import Pose
from towersim.files.level import WOOD, levels_dir, load_materials, load_pieces
from towersim.free_table.edits import fresh_id
from towersim.scene.scene import Block, Material, Scene
from towersim.scene.table_setup import Piece
from towersim.ui.build.draw import COLUMNS
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.wood import SURFACES, material_look

FIRST: Final = ("cubes", "basics")
"""The sets listed first; the others follow by name."""


@cache
def all_pieces() -> tuple[Piece, ...]:
    """Return the pieces of all sets."""
    sets = sorted(path.stem for path in (levels_dir() / "pieces").glob("*.toml"))
    ordered = [*FIRST, *(name for name in sets if name not in FIRST)]
    return tuple(piece for name in ordered for piece in load_pieces(name).values())


class Palette:
    """The scrollable list of pieces, and the material of new blocks."""

    def __init__(self) -> None:
        self.pieces = all_pieces()
        self.materials: Mapping[str, Material] = load_materials()
        self.material = next(iter(self.materials))
        self.top = 0
        """Index of the first visible row."""
        self.rows = 1
        """Number of visible rows."""

    @property
    def all_rows(self) -> int:
        """The number of rows of all pieces."""
        return -(-len(self.pieces) // COLUMNS)

    @property
    def seen(self) -> tuple[Piece, ...]:
        """The visible pieces."""
        first = self.top * COLUMNS
        return self.pieces[first : first + self.rows * COLUMNS]

    def scroll(self, by: int) -> None:
        """Scroll down by `by` rows, or up if negative."""
        most = max(self.all_rows - self.rows, 0)
        self.top = min(max(self.top + by, 0), most)

    def next_material(self) -> str:
        """Choose the next material; return its name."""
        names = list(self.materials)
        self.material = names[(names.index(self.material) + 1) % len(names)]
        return self.material

    def block(self, piece: Piece, scene: Scene, pose: Pose) -> Block:
        """Return a new block: a piece of the chosen material, with a fresh id."""
        material = self.materials[self.material]
        return Block(fresh_id(scene, piece.id), piece.shape, material, piece.depth, pose)

    def material_of(self, block: Block) -> str:
        """Return the name of a block's material; empty for an unknown one."""
        called = (name for name, known in self.materials.items() if known == block.material)
        return next(called, "")


class BlockStyles:
    """A cache of sprites by shape and material."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._pieces: dict[str, Piece] = {}
        self._keys: dict[tuple[object, Material], str] = {}
        self._known = {piece.shape: piece for piece in palette.pieces}
        self.sprites = Sprites(self._pieces)

    def key(self, block: Block) -> str:
        """Return the name of a block's sprite, registering it on first use."""
        what = (block.shape, block.material)
        if what not in self._keys:
            piece = self._known.get(block.shape)
            look = self._palette.material_of(block) or material_look(block.material) or WOOD
            if look not in SURFACES:
                look = "natural" if piece is None else piece.colour
            called = f"{len(self._keys)} {look}"
            self._keys[what] = called
            self._pieces[called] = Piece(
                called, block.shape, block.material, block.depth, colour=look
            )
        return self._keys[what]
