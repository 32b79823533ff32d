"""Sprites of blocks by shape and material, painted on first use."""

from towersim.files.level import WOOD
from towersim.scene.scene import Block, Material
from towersim.scene.table_setup import Piece
from towersim.ui.build.palette import Palette
from towersim.ui.drawing.materials import SURFACES, material_look
from towersim.ui.drawing.sprites import Sprites


class Looks:
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
