"""The reader of scenes, piece sets and games' tables (`levels/README.md`).

It returns checked values, or raises one `SceneFault`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from towersim.common.errors import SceneFault
from towersim.common.lazy_sequence import LazyMapping
from towersim.common.messages import kind_text
from towersim.common.units import BlockId, Pose, Vec
from towersim.files import shapefile
from towersim.files.tomlfile import TomlFile, toml_text
from towersim.geometry.shapes import Box, Circle, Polygon, Shape, extent
from towersim.scene.check import Density, Friction, check_fit, solid_faults
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.scene.table_setup import Falls, Piece, TableSetup

MAX_BLOCKS = 2000
MAX_ANGLE = 1e6
"""The maximum angle, in radians: what rolls or is turned again and again has a large one."""
MAX_REACH = 1.0
"""The maximum contact distance, in metres."""
WOOD = "wood"
"""The predefined material of every file, the default `Material`."""
DEPTH = 0.03
"""The default depth of a block into the screen, in metres."""
SIZE_ERROR = 0.0002
"""The maximum deviation of an outline from its ``size_mm``, in metres."""
FILE_NAME = re.compile(r"(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*")

Angle = Annotated[float, msgspec.Meta(ge=-MAX_ANGLE, le=MAX_ANGLE)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Colour = Literal["natural", "red", "green"]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class for parts of a file as written, before names are resolved."""


class TableSpec(Strict, frozen=True):
    """The section ``[table]``: width in metres and friction coefficient."""

    width_m: shapefile.Length = TableTop().width
    friction: Friction = TableTop().friction


class _Material(Strict, frozen=True):
    density_kg_m3: Density = Material().density_kg_m3
    friction: Friction = Material().friction


class SolidSpec(Strict, frozen=True):
    """A block or piece as written in a file: id, shape, material and depth in metres."""

    id: Name
    shape: shapefile.ShapeSpec
    material: str | None = None
    depth_m: shapefile.Length | None = None


class _Piece(SolidSpec, frozen=True):
    name: Name | None = None
    family: str = ""
    colour: Colour = "natural"
    size_mm: tuple[shapefile.Millimetres, shapefile.Millimetres] | None = None


class BlockSpec(SolidSpec, frozen=True, kw_only=True):
    """A block of a scene as written in a file."""

    at: tuple[shapefile.Coordinate, shapefile.Coordinate, Angle]
    fixed: bool = False


class _Scene(Strict, frozen=True):
    reach_m: Annotated[float, msgspec.Meta(gt=0.0, le=MAX_REACH)] | None = None
    table: TableSpec = TableSpec()
    materials: dict[str, Any] = {}
    blocks: Annotated[tuple[BlockSpec, ...], msgspec.Meta(max_length=MAX_BLOCKS)] = ()


class _Pieces(Strict, frozen=True):
    pieces: tuple[_Piece, ...]
    materials: dict[str, Any] = {}


class _Materials(Strict, frozen=True):
    materials: dict[str, Any]


def levels_dir() -> Path:
    """Return the path of `levels/`: inside an installed package, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "levels"
    return inside if inside.is_dir() else package.parent / "levels"


def load_scene(path: Path | str, *, simulated: bool = True) -> Scene:
    """Return the checked scene of a file, or the included one of a name.

    SceneFault names the first fault in one line. The size limits of the simulation apply only if
    `simulated`.
    """
    name = str(path)
    source = LevelSource(level_file("scenes", name) if name in level_names("scenes") else path)
    written = source.read(_Scene)
    pieces = source.pieces("$.blocks", written.blocks, written.materials, simulated=False)
    blocks = tuple(
        Block(BlockId(p.id), p.shape, p.material, p.depth, Pose(*block.at), block.fixed)
        for p, block in zip(pieces, written.blocks, strict=True)
    )
    scene = Scene(TableTop(written.table.width_m, written.table.friction), blocks, written.reach_m)
    check_fit(scene, path, simulated=simulated)
    return scene


def load_pieces(name: str) -> dict[str, Piece]:
    """Return the pieces of `levels/pieces/<name>.toml` by id; SceneFault for an invalid file."""
    return dict(piece_set(name))


def piece_set(name: str) -> Mapping[str, Piece]:
    """Return the same as a mapping that raises SceneFault for an invalid piece when it is asked."""
    path = level_file("pieces", name)
    return _pieces_of(path, path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=16)
def _pieces_of(path: Path, _written: int) -> Mapping[str, Piece]:
    """Return the pieces of a file; cached until the file's modification time changes.

    Each shape is computed and checked when it is first asked for: 70 of them take 0.2 s.
    """
    source = LevelSource(path)
    written = source.read(_Pieces)
    places, known = source.places("$.pieces", written.pieces), source.materials(written.materials)

    def piece(id_: str) -> Piece:
        index, here = places[id_], f"$.pieces[{places[id_]}]"
        one = written.pieces[index]
        if one.shape.piece is not None:
            raise source.fault(f"{here}.shape.piece", "a piece has a shape of its own")
        solid = source.resolved(here, one, known)
        if one.size_mm and (reason := _size_fault(solid.shape, one.size_mm)):
            raise source.fault(f"{here}.size_mm", reason)
        name = one.name or str(kind_text(id_))
        return replace(solid, name=name, family=one.family, colour=one.colour)

    return LazyMapping([*places], piece)


def load_materials() -> dict[str, Material]:
    """Return the materials of `levels/materials/common.toml` by name."""
    source = LevelSource(level_file("materials", "common"))
    return source.materials(source.read(_Materials).materials)


def scene_text(scene: Scene, given: Mapping[Material, str] = MappingProxyType({})) -> str:
    """Return a scene as TOML; within the limits of files, `load_scene` reads an equal one.

    The names of materials are those `given`; others are numbered.

    >>> print(scene_text(Scene(TableTop(), ())).splitlines()[0])
    format = 1
    """
    names = material_names((block.material for block in scene.blocks), given)
    blocks = [
        solid_keys(block.id, block.shape, names[block.material], block.depth)
        | {"at": block.pose, "fixed": block.fixed}
        for block in scene.blocks
    ]
    touching = {} if scene.reach is None else {"reach_m": scene.reach}
    return toml_text({**touching, **table_keys(scene.table, names), "blocks": blocks})


def material_names(
    materials: Iterable[Material], given: Mapping[Material, str] = MappingProxyType({})
) -> dict[Material, str]:
    """Return a name for each material: wood's, the one `given`, or a number."""
    named = {Material(): WOOD, **given}
    return {m: named.get(m, f"material-{n}") for n, m in enumerate(dict.fromkeys(materials), 1)}


def table_keys(table: TableTop, names: Mapping[Material, str]) -> dict[str, object]:
    """Return the sections of a file for its table and materials."""
    return {
        "table": {"width_m": table.width, "friction": table.friction},
        "materials": {name: msgspec.structs.asdict(material) for material, name in names.items()},
    }


def solid_keys(id_: str, shape: Shape, material: str, depth: float) -> dict[str, object]:
    """Return a block or piece of a named material as the keys of `SolidSpec`."""
    return {"id": id_, "shape": _shape_keys(shape), "material": material, "depth_m": depth}


def _size_fault(shape: Shape, written: tuple[float, float]) -> str | None:
    """Return the actual size if a shape deviates from its ``size_mm``, else None."""
    low, high = extent(shape, Pose(0.0, 0.0, 0.0))
    size = high.x - low.x, high.y - low.y
    if all(abs(s - mm / 1000) <= SIZE_ERROR for s, mm in zip(size, written, strict=True)):
        return None
    return f"the drawing is {1000 * size[0]:.2f} mm wide and {1000 * size[1]:.2f} mm high"


def _shape_keys(shape: Shape) -> dict[str, object]:
    match shape:
        case Box(width, height):
            return {"box": (width, height)}
        case Circle(radius):
            return {"circle": radius}
        case Polygon(outline, ()):
            return {"polygon": outline}
        case Polygon(outline, holes):
            return {"polygon": outline, "holes": holes}


def level_names(folder: str) -> list[str]:
    """Return the names of the files in a folder of `levels/`."""
    return sorted(path.stem for path in (levels_dir() / folder).glob("*.toml"))


def level_file(folder: str, name: str) -> Path:
    """Return the path of a file in a folder of `levels/`; SceneFault for an invalid name."""
    path = levels_dir() / folder
    if not FILE_NAME.fullmatch(name):
        raise SceneFault(path, repr(name), "no name of a file here, such as 'cubes'")
    return path / f"{name}.toml"


class LevelSource(TomlFile):
    """A file that refers to materials and pieces."""

    def materials(self, written: dict[str, Any]) -> dict[str, Material]:
        """Return the file's materials by name, including wood."""
        named = {WOOD: Material()}
        for name, data in written.items():
            key = name if name.isidentifier() else repr(name)
            material = self.convert(data, _Material, f"$.materials.{key}")
            named[name] = Material(material.density_kg_m3, material.friction)
        return named

    def pieces(
        self,
        where: str,
        written: Sequence[SolidSpec],
        materials: dict[str, Any],
        *,
        simulated: bool = True,
    ) -> list[Piece]:
        """Return blocks or pieces with resolved names and checked ids and sizes.

        The size limits of the simulation apply only if `simulated`.
        """
        self.places(where, written)
        known = self.materials(materials)
        return [
            self.resolved(f"{where}[{index}]", piece, known, simulated=simulated)
            for index, piece in enumerate(written)
        ]

    def places(self, where: str, written: Sequence[SolidSpec]) -> dict[str, int]:
        """Return the indices of blocks or pieces by their ids, which are checked."""
        places = dict[str, int]()
        for index, piece in enumerate(written):
            here = f"{where}[{index}].id"
            if not piece.id.isprintable() or not piece.id.strip():
                raise self.fault(here, "cannot be seen")
            if places.setdefault(piece.id, index) != index:
                first = f"{where}[{places[piece.id]}]"
                raise self.fault(here, f"{piece.id!r} is the id of {first} already")
        return places

    def resolved(
        self,
        where: str,
        written: SolidSpec,
        materials: dict[str, Material],
        *,
        simulated: bool = True,
    ) -> Piece:
        """Return one block or piece with its shape and material resolved, and its size checked."""
        pattern = self.shape(f"{where}.shape", written.shape)
        material, depth = pattern.material, written.depth_m or pattern.depth
        if written.material is not None:
            if written.material not in materials:
                known = ", ".join(materials)
                reason = f"no material {written.material!r} in this file; there are: {known}"
                raise self.fault(f"{where}.material", reason)
            material = materials[written.material]
        for place, reason in solid_faults(where, pattern.shape, depth) if simulated else ():
            raise self.fault(place, reason)
        return Piece(written.id, pattern.shape, material, depth)

    def shape(self, where: str, written: shapefile.ShapeSpec) -> Piece:
        """Return a shape as a piece of wood, or the piece that it refers to."""
        shapefile.check_kind(self, where, written)
        if written.piece is not None:
            return self.piece(f"{where}.piece", written.piece)
        return Piece("", shapefile.shape_of(self, where, written), Material(), DEPTH)

    def piece(self, where: str, name: str) -> Piece:
        """Return the piece called `set/id`."""
        folder, _, id_ = name.partition("/")
        if not FILE_NAME.fullmatch(folder) or not id_:
            raise self.fault(where, f"{name!r} is not a name such as 'cubes/cube'")
        if not level_file("pieces", folder).is_file():
            raise self.fault(where, f"there is no piece set {folder!r}")
        pieces = piece_set(folder)
        if id_ not in pieces:
            raise self.fault(where, f"no piece {id_!r}; there are: {', '.join(pieces)}")
        return pieces[id_]


class _Table(Strict, frozen=True):
    pieces: str
    pick_up: tuple[shapefile.SimulatedCoordinate, shapefile.SimulatedCoordinate]
    spots: Annotated[
        tuple[shapefile.SimulatedCoordinate, ...], msgspec.Meta(max_length=MAX_BLOCKS)
    ] = ()
    seat_m: shapefile.Length | None = None
    table: TableSpec = TableSpec()
    falls: Falls = Falls()


def load_table(game: str, seats: int = 1) -> TableSetup:
    """Return the table of a game for this number of seats; SceneFault for an invalid file."""
    source = LevelSource(level_file("tables", game))
    written = source.read(_Table)
    if bool(written.spots) is (written.seat_m is not None):
        raise source.fault("$.spots", "a table has either spots, at least one, or seat_m")
    if any(right <= left for left, right in pairwise(written.spots)):
        raise source.fault("$.spots", "they do not run from left to right")
    if max(map(abs, written.spots), default=0.0) > written.table.width_m / 2:
        raise source.fault(
            "$.spots", f"not all on the table, which is {written.table.width_m} m wide"
        )
    if "/" in written.pieces:
        pieces = {"": source.piece("$.pieces", written.pieces)}
    else:
        pieces = load_pieces(written.pieces)
    pick_up = Vec(*written.pick_up)
    if written.seat_m is None:
        width, spots = written.table.width_m, written.spots
        pick_ups = (pick_up,) * len(spots)
    else:
        width, middle = seats * written.seat_m, (seats - 1) / 2
        spots = tuple((seat - middle) * written.seat_m for seat in range(seats))
        pick_ups = tuple(Vec(x + pick_up.x, pick_up.y) for x in spots)
    table = TableTop(width, written.table.friction)
    return TableSetup(table, pieces, spots, pick_ups, written.falls, written.seat_m is not None)
