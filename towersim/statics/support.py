"""A starting basis for the search of a margin: every block leans on one that it touches.

Under a greater load than a scene withstands every basis is dual feasible, so a dual simplex may
start from any. This one holds the forces of a tree of contacts: each block leans on one neighbour
nearer to a fixed block, on the side that it is pushed to, and is about to slide. That is close to
the collapse: for a wall of 100 bricks it saves two thirds of the steps.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from towersim.statics.balance import Balance
from towersim.statics.linear_program import Basis

ROUGH = 1e-3
"""Friction coefficient above which the two edges of a cone are linearly independent in practice."""
GROUND = -1
"""Index of all that is fixed; free blocks count from 0."""


class _Face(NamedTuple):
    """Two touching blocks, with the leftmost and the rightmost of their contact points."""

    a: int
    b: int
    left: int
    right: int


class _Lean(NamedTuple):
    """Two blocks, of which one may lean on the other, and the columns of the forces for that."""

    a: int
    b: int
    columns: set[int]


def leaning(rows: Balance) -> tuple[Basis, Basis]:
    """Return the bases of a scene that is loaded towards +x, and towards -x.

    Columns are numbered by the forces along one edge of each cone, counter-clockwise of the normal,
    then along the other edge.
    """
    faces, count, x = _faces(rows), len(rows.points), rows.points[:, 0].tolist()
    # A block pushed to the right leans on its right, so the tree grows there first.
    faces.sort(key=lambda face: -x[face.right])
    right = [_Lean(f.a, f.b, {f.left, f.right, count + f.right}) for f in faces]
    faces.sort(key=lambda face: x[face.left])
    left = [_Lean(f.a, f.b, {count + f.right, count + f.left, f.left}) for f in faces]
    return _tree(rows.size, right), _tree(rows.size, left)


def _faces(rows: Balance) -> list[_Face]:
    """Return the faces with friction above `ROUGH`."""
    firsts = np.flatnonzero(np.diff(rows.joints, prepend=-1))
    firsts = firsts[rows.friction[firsts] > ROUGH]
    lasts = np.searchsorted(rows.joints, rows.joints[firsts], "right") - 1
    x, sides = rows.points[:, 0], rows.rows[firsts, :, 0]
    ordered = x[firsts] <= x[lasts]
    left, right = np.where(ordered, (firsts, lasts), (lasts, firsts)).tolist()
    blocks = np.where(sides < 0, GROUND, sides // 3).T.tolist()
    return list(map(_Face, *blocks, left, right))


def _tree(size: int, leans: Sequence[_Lean]) -> Basis:
    """Return the basis of a tree that grows from the ground, along `leans` in their order."""
    near: dict[int, list[_Lean]] = {}
    for lean in leans:
        near.setdefault(lean.a, []).append(lean)
        near.setdefault(lean.b, []).append(lean)
    reached, carried = [GROUND], {GROUND}
    columns: list[int] = []
    lacks = np.ones(size, bool)
    for block in reached:
        for lean in near.get(block, ()):
            other = lean.a if lean.b == block else lean.b
            if other not in carried:
                carried.add(other)
                reached.append(other)
                columns += lean.columns
                # A single point carries no moment: that row stays in the basis.
                lacks[3 * other : 3 * other + len(lean.columns)] = False
    return Basis(columns, np.flatnonzero(lacks).tolist())
