"""A basis that the search for a margin starts from: every block leans on one that it touches.

Under a greater push than a scene withstands every basis is dual feasible, so a dual simplex may
start anywhere. It starts here from the forces of a tree of contacts: each block leans on one
neighbour nearer to what is fixed, on the side that it is pushed to, and is about to slide. That is
near the collapse: a wall of 100 bricks takes a third of the steps that it takes from nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from towersim.statics.balance import Balance
from towersim.statics.linear_program import Basis

ROUGH = 1e-3
"""The friction from which on the two edges of a cone are far enough from parallel."""
GROUND = -1
"""What is fixed, beside the free blocks from 0."""


class _Face(NamedTuple):
    """Two blocks that touch, and the first and the last of their points from left to right."""

    a: int
    b: int
    left: int
    right: int


class _Lean(NamedTuple):
    """Two blocks of which one may lean on the other, and the columns of forces that carry it."""

    a: int
    b: int
    columns: set[int]


def leaning(rows: Balance) -> tuple[Basis, Basis]:
    """Return the bases of a scene that is pushed towards +x, and towards -x.

    Their columns are those of forces along one edge of each cone, a quarter turn counter-clockwise
    of the normal, and then along the other edge.
    """
    faces, count, x = _faces(rows), len(rows.points), rows.points[:, 0].tolist()
    # What is pushed to the right leans on its right, so that is where the tree grows first.
    faces.sort(key=lambda face: -x[face.right])
    right = [_Lean(f.a, f.b, {f.left, f.right, count + f.right}) for f in faces]
    faces.sort(key=lambda face: x[face.left])
    left = [_Lean(f.a, f.b, {count + f.right, count + f.left, f.left}) for f in faces]
    return _tree(rows.size, right), _tree(rows.size, left)


def _faces(rows: Balance) -> list[_Face]:
    """Return the faces that rub."""
    firsts = np.flatnonzero(np.diff(rows.joints, prepend=-1))
    firsts = firsts[rows.friction[firsts] > ROUGH]
    lasts = np.searchsorted(rows.joints, rows.joints[firsts], "right") - 1
    x, sides = rows.points[:, 0], rows.rows[firsts, :, 0]
    ordered = x[firsts] <= x[lasts]
    left, right = np.where(ordered, (firsts, lasts), (lasts, firsts)).tolist()
    blocks = np.where(sides < 0, GROUND, sides // 3).T.tolist()
    return list(map(_Face, *blocks, left, right))


def _tree(size: int, leans: Sequence[_Lean]) -> Basis:
    """Return the basis of a tree that grows from the ground, by the first of these that can."""
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
                # One point alone bears no moment: that row is left over.
                lacks[3 * other : 3 * other + len(lean.columns)] = False
    return Basis(columns, np.flatnonzero(lacks).tolist())
