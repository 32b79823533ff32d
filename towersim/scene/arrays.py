"""Scenes as NumPy arrays: n boxes as a table of numbers, or any scene without loss."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from towersim.common.errors import SceneFault
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Circle, Polygon, Shape
from towersim.scene.block import Block, Material, TableTop
from towersim.scene.values import check_values

K = TypeVar("K", np.float64, np.str_)
Array = npt.NDArray[Any]
DEPTH = 0.02
"""Depth of boxes, in metres; it determines only their mass."""
BOX_COLUMNS = ("x", "y", "angle", "width", "height", "density", "friction")
"""The last two may be missing."""
LEAST = np.array([*([-np.inf] * 3), *([np.nextafter(0, 1)] * 3), 0.0])
KINDS = (Box, Circle, Polygon)


def boxes(
    values: npt.ArrayLike, density: npt.ArrayLike | None, friction: npt.ArrayLike | None
) -> tuple[Block, ...]:
    """Return the blocks of a scene of boxes (`Scene.boxes`)."""
    table = _numbers(values, "boxes")
    if table.ndim != 2 or not 5 <= table.shape[1] <= len(BOX_COLUMNS):
        reason = f"has the shape {table.shape}, not n x 5 … 7: {', '.join(BOX_COLUMNS)}"
        raise _fault("boxes", reason)
    for name, given, usual in (("density", density, 700.0), ("friction", friction, 0.5)):
        if BOX_COLUMNS.index(name) >= table.shape[1]:
            each = _broadcast(usual if given is None else given, len(table), name)
            table = np.column_stack([table, each])
        elif given is not None:
            raise _fault(name, "is a column of the boxes already")
    for n, k in np.argwhere(~np.isfinite(table) | (table < LEAST))[:1].tolist():
        reason = "> 0" if LEAST[k] > 0 else "≥ 0"
        reason = reason if np.isfinite(table[n, k]) else "finite"
        raise _fault(f"boxes[{n}].{BOX_COLUMNS[k]}", f"{table[n, k]:g} is not {reason}")
    return tuple(
        Block(BlockId(f"{n}"), Box(*row[3:5]), Material(*row[5:]), DEPTH, Pose(*row[:3]))
        for n, row in enumerate(table.tolist())
    )


def to_arrays(
    table: TableTop, blocks: Sequence[Block], reach: float | None = None
) -> dict[str, Array]:
    """Return a scene as arrays (`Scene.to_arrays`)."""
    check_values(table, blocks, reach)
    rings = [
        (n, ring)
        for n, block in enumerate(blocks)
        if isinstance(block.shape, Polygon)
        for ring in (block.shape.outline, *block.shape.holes)
    ]
    return {
        "id": np.array([block.id for block in blocks], np.str_),
        "pose": np.array([block.pose for block in blocks], np.float64).reshape(-1, 3),
        "kind": np.array([KINDS.index(type(block.shape)) for block in blocks], np.int64),
        "size": np.array([_size(b.shape) for b in blocks], np.float64).reshape(-1, 2),
        "density": np.array([block.material.density_kg_m3 for block in blocks], np.float64),
        "friction": np.array([block.material.friction for block in blocks], np.float64),
        "depth": np.array([block.depth for block in blocks], np.float64),
        "fixed": np.array([block.fixed for block in blocks], np.bool_),
        "ring_block": np.array([n for n, _ in rings], np.int64),
        "ring_size": np.array([len(ring) for _, ring in rings], np.int64),
        "corners": np.array([p for _, ring in rings for p in ring], np.float64).reshape(-1, 2),
        "table": np.array([table.width, table.friction, np.nan if reach is None else reach]),
    }


def from_arrays(
    arrays: Mapping[str, npt.ArrayLike],
) -> tuple[TableTop, tuple[Block, ...], float | None]:
    """Return table, blocks and reach of the scene of arrays (`Scene.from_arrays`)."""
    if not isinstance(arrays, Mapping):
        raise SceneFault("scene", "$", f"{type(arrays).__name__} is not a dictionary of arrays")
    empty = to_arrays(TableTop(), ())
    for name in empty:
        if name not in arrays:
            raise _fault(name, "is missing; `Scene.to_arrays` says which arrays there are")
    numeric = {name: _numbers(arrays[name], name) for name in empty if name != "id"}
    for name, values in numeric.items():
        if not np.isfinite(values.flat[:2] if name == "table" else values).all():
            raise _fault(name, "has a value that is not a number")
    given = numeric | {"id": _array(arrays["id"], "id", np.str_, "texts")}
    n, m = (given[name].shape[:1] for name in ("pose", "ring_size"))
    rows_of = {"corners": given["corners"].shape[:1], "ring_block": m, "ring_size": m, "table": ()}
    for name, example in empty.items():
        shape = (*rows_of.get(name, n), *example.shape[name != "table" :])
        if given[name].shape != shape:
            raise _fault(name, f"has the shape {given[name].shape} instead of {shape}")
    rings = _rings(numeric)
    if extra := rings.keys() - {*np.flatnonzero(numeric["kind"] == KINDS.index(Polygon)).tolist()}:
        raise _fault("ring_block", f"{min(extra):g} is the place of no polygon")
    if not np.isin(numeric["fixed"], (0, 1)).all():
        raise _fault("fixed", "has a value that is neither true nor false")
    rows = [numeric[name].tolist() for name in ("density", "friction", "depth", "pose", "fixed")]
    shapes = zip(numeric["kind"].tolist(), numeric["size"].tolist(), strict=True)
    made = [_shape(kind, size, rings.get(k, [])) for k, (kind, size) in enumerate(shapes)]
    width, friction, reach = numeric["table"].tolist()
    blocks = (
        Block(BlockId(str(name)), shape, Material(density, grip), depth, Pose(*pose), bool(fixed))
        for name, shape, density, grip, depth, pose, fixed in zip(
            given["id"].tolist(), made, *rows, strict=True
        )
    )
    return TableTop(width, friction), tuple(blocks), None if np.isnan(reach) else reach


def _rings(arrays: Mapping[str, Array]) -> dict[int, list[tuple[Vec, ...]]]:
    """Return the outline and the holes of each polygon, by the place of its block."""
    sizes = arrays["ring_size"].astype(np.int64)
    if (sizes != arrays["ring_size"]).any() or (sizes < 3).any():
        raise _fault("ring_size", "has a value that is no number of corners, 3 or more")
    if int(sizes.sum()) != len(arrays["corners"]):
        raise _fault("corners", f"has {len(arrays['corners'])} rows for rings of {sizes.sum()}")
    rings: dict[int, list[tuple[Vec, ...]]] = {}
    parts = np.split(arrays["corners"], np.cumsum(sizes)[:-1]) if len(sizes) else []
    for place, part in zip(arrays["ring_block"].tolist(), parts, strict=True):
        rings.setdefault(place, []).append(tuple(Vec(*p) for p in part.tolist()))
    return rings


def _size(shape: Shape) -> tuple[float, float]:
    """Return width and height of a box, radius and 0 of a circle, zeros for a polygon."""
    if isinstance(shape, Box):
        return shape.width, shape.height
    return (shape.radius, 0.0) if isinstance(shape, Circle) else (0.0, 0.0)


def _shape(kind: int, size: Sequence[float], rings: Sequence[tuple[Vec, ...]]) -> Shape:
    if kind == KINDS.index(Polygon) and rings:
        return Polygon(rings[0], tuple(rings[1:]))
    if kind == KINDS.index(Box):
        return Box(*size)
    if kind == KINDS.index(Circle):
        return Circle(size[0])
    raise _fault("kind", f"{kind} with {len(rings)} rings is not a shape")


def _numbers(values: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    return _array(values, name, np.float64, "numbers")


def _array(values: npt.ArrayLike, name: str, kind: type[K], what: str) -> npt.NDArray[K]:
    try:
        return np.asarray(values, kind)
    except (OverflowError, TypeError, ValueError) as error:
        reason = "has rows of different lengths" if "inhomogeneous" in str(error) else None
        raise _fault(name, reason or f"is not an array of {what}: {error}") from None


def _broadcast(given: npt.ArrayLike, n: int, name: str) -> Array:
    """Return one number for each of n boxes."""
    values = _numbers(given, name)
    if values.shape not in ((), (n,)):
        raise _fault(name, f"has the shape {values.shape}, neither () nor ({n},)")
    return np.broadcast_to(values, n)


def _fault(name: str, reason: str) -> SceneFault:
    return SceneFault("scene", f"$.{name}", reason)
