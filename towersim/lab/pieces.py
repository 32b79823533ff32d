"""A table of a piece set: size, mass and number of convex parts of each piece."""

from collections.abc import Iterator, Sequence

import msgspec

from towersim.common.units import BlockId, Pose
from towersim.files.level import load_pieces
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import area, extent
from towersim.lab.tables import Column, Sheet
from towersim.scene.scene import Block

_UPRIGHT = Pose(0.0, 0.0, 0.0)


class PieceRow(msgspec.Struct, frozen=True):
    """One piece: lengths in mm, area in mm², mass in g, number of convex parts."""

    id: str
    name: str
    family: str
    colour: str
    width_mm: float
    height_mm: float
    depth_mm: float
    area_mm2: float
    mass_g: float
    parts: int


def rows(name: str) -> Iterator[PieceRow]:
    """Yield the rows of `levels/pieces/<name>.toml`, in its order; raises SceneFault if invalid."""
    for piece in load_pieces(name).values():
        low, high = extent(piece.shape, _UPRIGHT)
        block = Block(BlockId(piece.id), piece.shape, piece.material, piece.depth, _UPRIGHT)
        yield PieceRow(
            id=piece.id,
            name=piece.name,
            family=piece.family,
            colour=piece.colour,
            width_mm=round(1000 * (high.x - low.x), 2),
            height_mm=round(1000 * (high.y - low.y), 2),
            depth_mm=round(1000 * piece.depth, 2),
            area_mm2=round(1e6 * area(piece.shape), 2),
            mass_g=round(1000 * block.mass, 3),
            # A disc has no convex parts but is simulated as one shape.
            parts=len(convex_parts(piece.shape)) or 1,
        )


def sheet(rows: Sequence[PieceRow]) -> Sheet[PieceRow]:
    """Return the table of the rows."""
    columns: list[Column[PieceRow]] = [
        Column("piece", lambda row: row.name, is_text=True),
        Column("family", lambda row: row.family, is_text=True),
        Column("colour", lambda row: row.colour, is_text=True),
        Column("size mm", lambda row: f"{row.width_mm:.1f} × {row.height_mm:.1f}"),
        Column("mm²", lambda row: f"{row.area_mm2:.0f}"),
        Column("g", lambda row: f"{row.mass_g:.1f}"),
        Column("parts", lambda row: str(row.parts)),
    ]
    return Sheet(columns, rows)
