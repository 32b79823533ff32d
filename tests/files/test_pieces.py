"""The seventy blocks: outlines, masses, and stability on the table."""

import cmath
import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest

from tests.geometry.outlines import assert_cut
from towersim.common.units import BlockId, Pose, Vec
from towersim.files.level import levels_dir, load_pieces
from towersim.files.shapefile import CHORD_ERROR
from towersim.geometry import shapes
from towersim.scene.scene import Block, Material
from towersim.scene.table_setup import Piece

MM = 0.001
UPRIGHT = Pose(0.0, 0.0, 0.0)
PIECES = load_pieces("blocks")
DRAWN: dict[str, dict[str, Any]] = {
    piece["id"]: piece
    for piece in tomllib.loads((levels_dir() / "pieces/blocks.toml").read_bytes().decode())[
        "pieces"
    ]
}
each_piece = pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())


def segment(chord: float, rise: float) -> float:
    """Return the area between an arc and its chord (mm²)."""
    r = (chord**2 / 4 + rise**2) / (2 * rise)
    half = math.acos((r - rise) / r)
    return r * r * (half - math.sin(half) * math.cos(half))


PI = math.pi
CLOSED_FORMS = {
    "brick": 50.8 * 12.7,
    "rounded-brick": 31.8 * 19 + PI * 9.5**2,
    "leaning-brick": 28.1 * 19,
    "wave": 50.8 * 9.9,
    "round-pole": 14 * 63.5 - (4 - PI) * 2.5**2,
    "slanted-cylinder": 25.4 * (36 + 50.1) / 2,
    "v-notch": 23.8 * 33.3 - 17 * 14.3 / 2,
    "short-wedge": 23.8 * 18.3 / 2,
    "quarter-disc": PI * 25.4**2 / 4,
    "diamond": 29.1 * 31.1 / 2,
    "stout-cone": 19 * (38.9 + 25) / 2,
    "hexagonal-nut": 31.75 * (36.3 + 18.16) / 2 - PI * 8**2,
    "barrel": 21 * 38.1 + 2 * segment(38.1, 4.55),
    "spool": 28.6 * 11 + 16 * 17.6,
    "lemon-segment": segment(46, 15.8),
    "half-disc": PI * 19.05**2 / 2,
    "cheese": PI * 15.9**2 * 3 / 4,
    "ring": PI * (22.85**2 - 15.45**2),
    "bridge": 50.8 * 25.4 - PI * 16**2 / 2,
    "low-arch": 50.8 * 15.9 - segment(36, 7.5),
    "rainbow": PI * (22.2**2 - 12.7**2) / 2,
    "t-block": 38.1 * 10 + 11 * 21.8,
    "concave-l": 50.8 * 25.4 - 20 * 18.4 - (PI / 4) * 18.4**2,
    "rounded-cross": 31.8 * 10.6 + 10.6 * 10.6 + 10.6 * 5.3 + PI * 5.3**2 / 2,
    "stairs": 12.7 * 9.5 * 6,
    "ziggurat": 6.35 * 2 * (25.4 + 17 + 8.6),
}
"""Areas in mm², from the dimensions of the drawings."""

VOLUMES = {
    "square-pole": 14 * 14 * 63.5,
    "slanted-cylinder": PI * 12.7**2 * (36 + 50.1) / 2,
    "small-cone": PI * 7.6**2 * 25.2 / 3,
    "stout-cone": PI * 19 * (19.45**2 + 19.45 * 12.5 + 12.5**2) / 3,
    "pyramid": 37.1**3 / 3,
    "diamond": 29.1**2 * 31.1 / 3,
    "spool": PI * (14.3**2 * 11 + 8**2 * 17.6),
    "short-tube": PI * (9.5**2 - 5.5**2) * 12.7,
    "dumbbell": 2 * PI * 9.5**3 * 4 / 3 + PI * 3**2 * 7,
}
"""Volumes of the real pieces, in mm³."""


def rings(shape: shapes.Shape) -> list[tuple[Vec, ...]]:
    """Return the outline and the holes of a shape other than a disc."""
    assert not isinstance(shape, shapes.Circle)
    return [shapes.corners(shape), *(shape.holes if isinstance(shape, shapes.Polygon) else ())]


def sides(ring: Sequence[Vec]) -> Iterator[tuple[Vec, Vec]]:
    yield from pairwise((*ring, ring[0]))


def test_there_are_seventy_pieces_most_of_them_natural() -> None:
    assert len(PIECES) == 70
    colours = Counter(piece.colour for piece in PIECES.values())
    assert colours == {"natural": 53, "red": 12, "green": 5}
    assert len({piece.name for piece in PIECES.values()}) == 70
    assert all(piece.family and piece.material == Material(700, 0.5) for piece in PIECES.values())


def fingerprint(shape: shapes.Shape) -> tuple[float, ...]:
    """Return invariants of a shape under rotation and reflection (mm, mm²)."""
    far = sorted(math.hypot(*p) for ring in rings(shape) for p in ring)
    means = (1000 * sum(d**n for d in far) ** (1 / n) for n in (1, 2, 4, 8))
    return (1e6 * shapes.area(shape), *means)


def test_no_two_outlines_are_congruent() -> None:
    prints = {name: fingerprint(piece.shape) for name, piece in PIECES.items()}
    for (a, p), (b, q) in combinations(prints.items(), 2):
        assert max(abs(u - v) for u, v in zip(p, q, strict=True)) > 1, f"{a} and {b}"


def drawn_points(path: list[Any]) -> Iterator[complex]:
    """Yield points of a path as written, in mm: its corners, and many along each arc."""
    at = complex(*end_of(path[-1]))
    for item in path:
        to = complex(*end_of(item))
        if isinstance(item, dict):
            via = complex(*item["via"])
            w = (to - at) / (via - at)
            centre = at - (at - via) * (w - abs(w) ** 2) / (2j * w.imag)
            for start, stop in ((at, via), (via, to)):
                turned = cmath.phase((stop - centre) / (start - centre))
                assert abs(turned) < 3, "via is not near the middle of its arc"
                yield from (
                    centre + (start - centre) * cmath.exp(1j * turned * n / 25) for n in range(26)
                )
        yield to
        at = to


def end_of(item: Any) -> list[float]:
    end: list[float] = item["to"] if isinstance(item, dict) else item
    return end


@pytest.mark.parametrize("name", [name for name in DRAWN if "path_mm" in DRAWN[name]["shape"]])
def test_an_outline_follows_the_drawing(name: str) -> None:
    piece, shape = PIECES[name], DRAWN[name]["shape"]
    paths = [shape["path_mm"], *shape.get("holes_mm", [])]
    x, y = shape["path_mm"][0]
    # The first corner of the drawing is the first of the outline, or the last if reversed.
    misses = [
        max(
            misses_of(ring, [Vec(p.real * MM - dx, p.imag * MM - dy) for p in drawn_points(path)])
            for ring, path in zip(rings(piece.shape), paths, strict=True)
        )
        for corner in (rings(piece.shape)[0][0], rings(piece.shape)[0][-1])
        for dx, dy in [(x * MM - corner.x, y * MM - corner.y)]
    ]
    assert min(misses) <= CHORD_ERROR * 1.001


def misses_of(ring: Sequence[Vec], points: Sequence[Vec]) -> float:
    """Return the greatest distance of the points from the ring."""
    return max(min(shapes.distance_to_segment(p, *side) for side in sides(ring)) for p in points)


@pytest.mark.parametrize("name", CLOSED_FORMS)
def test_an_area_equals_its_closed_form(name: str) -> None:
    shape = PIECES[name].shape
    bent = "path_mm" in DRAWN[name]["shape"] and any(
        isinstance(item, dict) for item in DRAWN[name]["shape"]["path_mm"]
    )
    around = sum(math.dist(p, q) for ring in rings(shape) for p, q in sides(ring))
    # A chord omits at most two thirds of the chord error times its length.
    most = 2 / 3 * CHORD_ERROR * around if bent or len(rings(shape)) > 1 else 1e-9
    assert shapes.area(shape) == pytest.approx(CLOSED_FORMS[name] * MM**2, abs=most)


@pytest.mark.parametrize("name", VOLUMES)
def test_a_piece_has_the_mass_of_the_real_one(name: str) -> None:
    piece = PIECES[name]
    mass = Block(BlockId(name), piece.shape, piece.material, piece.depth, UPRIGHT).mass
    assert mass == pytest.approx(VOLUMES[name] * MM**3 * 700, rel=0.02)


@each_piece
def test_the_convex_parts_cover_a_piece_and_do_not_overlap(piece: Piece) -> None:
    outline, *holes = rings(piece.shape)
    assert shapes.centroid(outline, holes) == pytest.approx((0, 0), abs=1e-9)
    parts = assert_cut(shapes.Polygon(outline, tuple(holes)))
    areas = [shapes.signed_area(part) for part in parts]
    for axis in (0, 1):
        moments = (a * shapes.centroid(p)[axis] for a, p in zip(areas, parts, strict=True))
        assert sum(moments) / sum(areas) == pytest.approx(0, abs=1e-9)
