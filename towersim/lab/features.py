"""Features of a scene for learned heuristics: a few numbers, or its picture."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from towersim.geometry.shapes import extent
from towersim.lab.heuristics.support import centre_of_mass, overlap
from towersim.lab.metrics import Floats
from towersim.lab.renders import IMAGE, Picture, render
from towersim.scene.contacts import joints
from towersim.scene.scene import Scene

SIDE = 32
"""Size of a model's input picture, in pixels."""


def numbers(scene: Scene) -> Floats:
    """Return the features of a scene in the order of `FEATURES`; lengths in metres.

    >>> from towersim.lab.analytic_scenes import column
    >>> found = dict(zip(FEATURES, numbers(column([0.0, 0.25])), strict=True))
    >>> [round(float(found[name]), 3) for name in ("blocks", "height", "lean")]
    [2.0, 0.04, 0.0]
    """
    return np.array([feature(scene) for feature in FEATURES.values()], np.float64)


def pixels(scene: Scene) -> Floats:
    """Return the picture of a scene as 32 · 32 numbers between 0 and 1."""
    return shrunk(render(scene, IMAGE))


def shrunk(image: Picture) -> Floats:
    """Return a picture of 128 x 128 pixels as 32 · 32 numbers between 0 and 1."""
    blocks = image.reshape(SIDE, IMAGE // SIDE, SIDE, IMAGE // SIDE)
    means: Floats = blocks.mean(axis=(1, 3)).ravel() / 255
    return means


def _height(scene: Scene) -> float:
    return max((extent(b.shape, b.pose)[1].y for b in scene.blocks), default=0.0)


def _width(scene: Scene) -> float:
    ends = [end.x for b in scene.blocks for end in extent(b.shape, b.pose)]
    return max(ends, default=0.0) - min(ends, default=0.0)


def _centre(scene: Scene) -> tuple[float, float]:
    mass = sum(b.mass for b in scene.blocks) or 1.0
    x = sum(b.mass * b.pose.x for b in scene.blocks) / mass
    return x, sum(b.mass * b.pose.y for b in scene.blocks) / mass


def _lean(scene: Scene) -> float:
    """Return the distance of the centre of mass outside the blocks on the table (0: inside)."""
    low = [b for b in scene.blocks if extent(b.shape, b.pose)[0].y < 1e-6]
    ends = [end.x for b in low for end in extent(b.shape, b.pose)]
    x = _centre(scene)[0]
    # The depth inside does not matter: it counts as 0.
    return max(0.0, min(ends) - x, x - max(ends)) if ends else 1.0


def _tilted(scene: Scene) -> float:
    """Return the number of blocks that are not axis-aligned."""
    return sum(abs(math.remainder(b.pose.angle, math.pi / 2)) > 1e-6 for b in scene.blocks)


def _overhang(scene: Scene) -> float:
    """Return the greatest x distance of a block's centre from that of all blocks, in metres."""
    x = _centre(scene)[0]
    return max((abs(b.pose.x - x) for b in scene.blocks), default=0.0)


FEATURES: Mapping[str, Callable[[Scene], float]] = MappingProxyType(
    {
        "blocks": lambda scene: float(len(scene.blocks)),
        "height": _height,
        "width": _width,
        "centre-height": lambda scene: _centre(scene)[1],
        "lean": _lean,
        "tilted": _tilted,
        "overhang": _overhang,
        "contacts": lambda scene: float(sum(1 for _ in joints(scene))),
        "overlap": overlap,
        "centre-of-mass": centre_of_mass,
        "friction": lambda scene: min((b.material.friction for b in scene.blocks), default=0.0),
    }
)
"""Number of blocks; height and width of the tower; height of the centre of mass; distance of that
centre outside the blocks on the table; number of blocks that are not axis-aligned; distance of the
farthest block from the centre; number of contacts; the answers of the heuristics `overlap` and
`centre-of-mass`; least friction."""
