"""Random towers that are hard to judge: they branch, so no joint can be judged alone.

Wooden blocks as in `towersim.lab.towers`, 3 … 20 of them. Frames, trees, cranes and arches
alternate; lengths are in metres.
"""

import math
from collections.abc import Callable
from itertools import pairwise

from towersim.common import dice
from towersim.common.dice import Stream
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import centred
from towersim.lab.analytic_scenes import SIDE
from towersim.lab.towers import Laid, Tower, fits, laid_out, stack
from towersim.scene.scene import Block, Material, Scene, TableTop


def hard_tower(seed: int, index: int) -> Tower:
    """Return tower `index` of an infinite sequence in which the kinds alternate.

    >>> [hard_tower(1, index).kind for index in range(5)]
    ['frame', 'tree', 'crane', 'arch', 'frame']
    """
    kind, build = list(_KINDS.items())[index % len(_KINDS)]
    noise = dice.stream(seed, f"hard tower {kind}", index)
    while True:
        scene = build(noise)
        if fits(scene):
            return Tower(kind, scene)


def _frame(noise: Stream) -> Scene:
    """Return two to four floors, each a beam on two pillars at random places of the beam below."""
    left, right = -noise.uniform(0.02, 0.05), noise.uniform(0.02, 0.05)
    laid: list[Laid] = []
    foot, x, beam = 0, 0.0, 0.0
    for _ in range(noise.randint(2, 4)):
        storeys = noise.randint(1, 2)
        for pillar in (left, right):
            laid += stack(noise, (pillar, foot), storeys, SIDE, 0.15)
        foot += storeys
        x = (left + right) / 2 + noise.uniform(-1.5, 1.5) * SIDE
        beam = right - left + noise.uniform(0.0, 4.0) * SIDE
        laid.append(Laid(x, (foot + 0.5) * SIDE, beam))
        foot += 1
        span = noise.uniform(1.5 * SIDE, max(2.0 * SIDE, beam - SIDE))
        left = x + noise.uniform(-0.5, 0.5) * (beam - span) - span / 2
        right = left + span
    load = x + noise.uniform(-0.5, 0.5) * beam
    return laid_out(laid + stack(noise, (load, foot), noise.randint(0, 4), SIDE, 0.2))


def _tree(noise: Stream) -> Scene:
    """Return a beam on a trunk with a branch on each end: a post, a beam and its load."""
    trunk = stack(noise, (0.0, 0), noise.randint(1, 3), 1.5 * SIDE, 0.1)
    foot, width = len(trunk), noise.uniform(0.12, 0.2)
    x = trunk[-1].x + noise.uniform(-0.06, 0.06) * width
    laid = [*trunk, Laid(x, (foot + 0.5) * SIDE, width)]
    for side in (-1, 1):
        post = x + side * (width - SIDE) / 2
        laid.append(Laid(post, (foot + 1.5) * SIDE, SIDE))
        twig = noise.uniform(0.4, 0.55) * width
        middle = post + noise.uniform(-0.3, 0.3) * SIDE
        laid.append(Laid(middle, (foot + 2.5) * SIDE, twig))
        for end in (-1, 1):
            load = middle + end * (twig - SIDE) / 2
            laid += stack(noise, (load, foot + 3), noise.randint(0, 3), SIDE, 0.05)
    return laid_out(laid)


def _crane(noise: Stream) -> Scene:
    """Return beams that reach out further and further, each balanced by cubes on its rear end."""
    laid = stack(noise, (0.0, 0), noise.randint(1, 3), 2 * SIDE, 0.1)
    foot, x = len(laid), 0.0
    for _ in range(noise.randint(2, 4)):
        width = noise.uniform(0.07, 0.13)
        x += noise.uniform(-0.25, 0.15) * width
        laid.append(Laid(x, (foot + 0.5) * SIDE, width))
        tail = x - (width - SIDE) / 2
        laid += stack(noise, (tail, foot + 1), noise.randint(1, 4), SIDE, 0.05)
        # The next beam lies on a cube nearer to the tip, so that it clears the cubes of this one.
        x += noise.uniform(0.0, 0.3) * width
        laid.append(Laid(x, (foot + 1.5) * SIDE, SIDE))
        foot += 2
    return laid_out(laid)


def _arch(noise: Stream) -> Scene:
    """Return a semicircular arch on two pillars or on the table, possibly too thin to stand.

    The least thickness is 0.1075 of the mean radius (Milankovitch 1907).
    """
    stones, radius = noise.choice((5, 7, 9)), noise.uniform(0.05, 0.08)
    thickness = noise.uniform(0.09, 0.18) * radius
    storeys, width = noise.randint(0, 3), noise.uniform(0.5, 1.5) * SIDE
    pillars = [
        *stack(noise, (-radius, 0), storeys, width, 0.1),
        *stack(noise, (radius, 0), storeys, width, 0.1),
    ]
    foot, radii = storeys * SIDE, (radius - thickness / 2, radius + thickness / 2)
    ends = [math.pi * n / stones for n in range(stones + 1)]
    ring = (_stone(f"stone {n}", foot, radii, sector) for n, sector in enumerate(pairwise(ends)))
    return Scene(TableTop(), (*laid_out(pillars).blocks, *ring))


def _stone(name: str, foot: float, radii: tuple[float, float], ends: tuple[float, float]) -> Block:
    """Return one voussoir of a ring around a point `foot` metres above the table.

    `radii` are the inner and the outer one in metres, `ends` its first and last angle in radians.
    """
    low, high = radii
    ring = [(low, ends[0]), (high, ends[0]), (high, ends[1]), (low, ends[1])]
    shape, middle = centred([Vec(r * math.cos(a), foot + r * math.sin(a)) for r, a in ring])
    return Block(BlockId(name), shape, Material(), SIDE, Pose(*middle, 0.0))


_KINDS: dict[str, Callable[[Stream], Scene]] = {
    "frame": _frame,
    "tree": _tree,
    "crane": _crane,
    "arch": _arch,
}
