"""The free table's layout, its palette of pieces and materials, and the sprites of its blocks."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import pygame

from towersim.common.units import BlockId, Pose
from towersim.files.level import WOOD, level_names, load_materials, load_pieces
from towersim.free_table.edits import fresh_id
from towersim.scene.scene import Block, Material, Scene
from towersim.scene.table_setup import Piece
from towersim.ui.drawing.layout import Areas, Grid, areas
from towersim.ui.drawing.sprites import PlacedPieces, Sprites
from towersim.ui.drawing.theme import Viewport
from towersim.ui.drawing.wood import SURFACES, material_look

COLUMNS: Final = 4
"""Columns of pieces in the panel."""
GAP: Final = 6
MATERIAL_COLUMNS, MATERIAL_ROWS = 3, 4
"""Columns of materials; more of them only if the materials would fill more than these rows."""
TOOLS: Final = 12
"""Number of tools, in three columns; in two, as wider buttons, if text is large."""


class Layout(NamedTuple):
    """Rectangles in pixels."""

    areas: Areas
    head: pygame.Rect
    challenge: pygame.Rect
    """The button that makes a challenge."""
    pieces: pygame.Rect
    slots: Grid
    """The slots of the visible pieces, in row order."""
    rows: int
    """Number of visible rows of pieces."""
    materials: pygame.Rect
    swatches: Sequence[pygame.Rect]
    tools: Sequence[pygame.Rect]
    sliders: Sequence[pygame.Rect]
    """Tilt, shake and load, each with its label above."""
    scroll_bar: pygame.Rect
    """The hit area of the scroll bar beside the pieces, wider than the bar."""

    def slot_at(self, at: tuple[int, int]) -> int | None:
        """Return the index of the visible slot at a point, or None."""
        return self.slots.at(at, COLUMNS * self.rows)


def build_layout(viewport: Viewport, count: int) -> Layout:
    """Return the layout for a viewport and `count` materials."""
    px, height = viewport.px, viewport.size[1]
    whole = areas(viewport)
    left, width = whole.side.x + px(16), whole.side.w - px(34)
    head = pygame.Rect(left, px(12), width - px(132), px(30))
    challenge = pygame.Rect(left + width - px(126), px(10), px(126), px(34))
    tool_columns = 2 if viewport.look.text > 1 else 3
    tool_rows = TOOLS // tool_columns
    tools = pygame.Rect(left, 0, width, tool_rows * px(34) + (tool_rows - 1) * px(GAP))
    tools.bottom = height - px(14)
    columns = max(MATERIAL_COLUMNS, math.ceil(count / MATERIAL_ROWS))
    lines = math.ceil(count / columns)
    materials = pygame.Rect(left, 0, width, px(lines * (30 + GAP) - GAP))
    materials.bottom = tools.top - px(14)
    top = head.bottom + px(8)
    wide, gap = (width - (COLUMNS - 1) * px(GAP)) // COLUMNS, px(GAP)
    pieces = pygame.Rect(left, top, width, materials.top - px(28) - top)
    rows = max(round((pieces.h + gap) / (wide + gap)), 1)
    slots = Grid(pieces.topleft, (wide, (pieces.h + gap) // rows - gap), gap, COLUMNS)
    band = whole.log
    third = (band.w - px(30)) // 3
    one = pygame.Rect(band.x + px(22), band.y, third - px(22), band.h)
    return Layout(
        areas=whole,
        head=head,
        challenge=challenge,
        pieces=pieces,
        slots=slots,
        rows=rows,
        materials=materials,
        swatches=_grid(viewport, materials, columns, lines)[:count],
        tools=_grid(viewport, tools, tool_columns, tool_rows),
        sliders=[one.move(n * third, 0) for n in range(3)],
        scroll_bar=pygame.Rect(pieces.right, top, px(16), pieces.h),
    )


def _grid(viewport: Viewport, area: pygame.Rect, columns: int, rows: int) -> list[pygame.Rect]:
    """Return the rectangles of a grid in an area, row by row."""
    gap = viewport.px(GAP)
    size = (area.w - (columns - 1) * gap) // columns, (area.h - (rows - 1) * gap) // rows
    places = Grid(area.topleft, size, gap, columns)
    return [places.rect(place) for place in range(columns * rows)]


FIRST: Final = ("cubes", "basics")
"""The sets listed first; the others follow by name."""


@cache
def all_pieces() -> tuple[Piece, ...]:
    """Return the pieces of all sets."""
    sets = level_names("pieces")
    ordered = [*FIRST, *(name for name in sets if name not in FIRST)]
    return tuple(piece for name in ordered for piece in load_pieces(name).values())


class Palette:
    """The scrollable list of pieces, and the material of new blocks."""

    def __init__(self) -> None:
        self.pieces = all_pieces()
        self.all_rows = -(-len(self.pieces) // COLUMNS)
        self.materials: Mapping[str, Material] = load_materials()
        self.material = next(iter(self.materials))
        self.top = 0
        """Index of the first visible row."""
        self.rows = 1
        """Number of visible rows."""

    @property
    def seen(self) -> tuple[Piece, ...]:
        """The visible pieces."""
        first = self.top * COLUMNS
        return self.pieces[first : first + self.rows * COLUMNS]

    def scroll(self, by: int) -> None:
        """Scroll down by `by` rows, or up if negative."""
        most = max(self.all_rows - self.rows, 0)
        self.top = min(max(self.top + by, 0), most)

    def block(self, piece: Piece, scene: Scene, pose: Pose) -> Block:
        """Return a new block: a piece of the chosen material, with a fresh id."""
        material = self.materials[self.material]
        return Block(fresh_id(scene, piece.id), piece.shape, material, piece.depth, pose)

    def material_of(self, block: Block) -> str:
        """Return the name of a block's material; for an unknown one, of what it looks like."""
        called = (name for name, known in self.materials.items() if known == block.material)
        return next(called, None) or material_look(block.material) or WOOD


class BlockStyles:
    """A cache of sprites by shape and material."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._pieces: dict[str, Piece] = {}
        self._keys: dict[tuple[object, Material], str] = {}
        self._known = {piece.shape: piece for piece in palette.pieces}
        self.sprites = Sprites(self._pieces)

    def placed(self, blocks: Iterable[Block]) -> PlacedPieces:
        """Return the names of the blocks' sprites with the poses of the blocks."""
        return tuple((self.key(block), block.pose) for block in blocks)

    def piece_key(self, piece: Piece) -> str:
        """Return the name of the sprite of a piece made of the chosen material."""
        material = self._palette.materials[self._palette.material]
        return self.key(Block(BlockId(""), piece.shape, material, piece.depth, Pose(0.0, 0.0, 0.0)))

    def key(self, block: Block) -> str:
        """Return the name of a block's sprite, registering it on first use."""
        what = (block.shape, block.material)
        if what not in self._keys:
            piece = self._known.get(block.shape)
            look = self._palette.material_of(block)
            if look not in SURFACES:
                look = "natural" if piece is None else piece.colour
            called = f"{len(self._keys)} {look}"
            self._keys[what] = called
            solid = block.shape, block.material, block.depth
            self._pieces[called] = Piece(called, *solid, colour=look)
        return self._keys[what]
