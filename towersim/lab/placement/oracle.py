"""The optimum of each task for a hand without tremor, and the floor of its scores.

The greatest overhang of 2 and 3 equal bricks is 3/4 and 1 brick lengths (Paterson & Zwick,
Overhang, American Mathematical Monthly 116, 2009, section 3). That of 4, (15 - 4 √2) / 8, cannot be
built with one hand: its first brick falls as long as it is alone. The best that stands after every
brick is 9/8, the three on a fourth: the exhaustive search of the other tasks finds that and nothing
better (`pytest -m slow tests/lab/placement/test_oracle.py`). The optimum of a gap is all of its
width, that of an egg its length. The other tasks have three pieces and are searched: every piece at
every resting angle, lowered at every place of a grid, as long as the scene stands by exact statics;
the best results are refined to 10 µm. Every optimum has a witness: poses of all pieces.
"""

import math
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common import dice
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.geometry.touching import SETTLED
from towersim.lab.executors import processes
from towersim.lab.heuristics.landing import landing, put
from towersim.lab.placement.episode import let_go, lifted
from towersim.lab.placement.tasks import Optimum, Task, flat, resting_angles, rise, tasks, written
from towersim.scene.scene import Block, Scene
from towersim.statics.equilibrium import stands

BRICKS = {2: 3 / 4, 3: 1.0, 4: 9 / 8}
"""Greatest overhang of equal bricks that stand after each placement, in brick lengths."""
PLACES = {2: 40, 3: 30, 4: 16}
"""Number of places of the grid, by number of pieces."""
KEPT = 6
"""Number of results of the grid that are refined."""
FINEST, TRIES = 1e-5, 120
"""Last step of the refinement in metres, and number of tries with each step."""
CRADLES = 60
"""Number of distances between two blocks at which the egg is tried."""


class Found(NamedTuple):
    """Poses of all pieces, and the worth of the scene in metres."""

    worth: float
    poses: tuple[Pose, ...]


def optimum(task: Task) -> Optimum:
    """Return the optimum of a task; takes up to two minutes for four bricks."""
    shapes = [piece.shape for piece in task.pieces]
    first = extent(shapes[0], Pose(0.0, 0.0, flat(shapes[0])))
    length = first[1].x - first[0].x
    if task.family == "reach":
        return Optimum(length / 2, BRICKS[len(shapes)] * length, searched(task).poses)
    if task.family == "span":
        witness = across(task, length)
        return Optimum(length, task.worth(rebuilt(task, witness)), witness)
    if task.family == "egg":
        lengths = [rise(shapes[-1], angle) for angle in _turns()]
        return Optimum(min(lengths), max(lengths), cradled(task).poses)
    found = searched(task)
    if task.family == "odd":
        lowest = sum(rise(shape, flat(shape)) for shape in shapes)
        return Optimum(lowest, found.worth, found.poses)
    return Optimum(length / 2, found.worth, found.poses)


def searched(task: Task) -> Found:
    """Return the best result of the grid search after refinement."""
    best = [Found(-math.inf, ())]
    for found in _grown(task, task.scene, (), best):
        best.append(found)
        best.sort(reverse=True)
        del best[KEPT:]
    noise = dice.stream(1, f"oracle {task.name}")
    return max(refined(task, found, noise) for found in best if found.poses)


def _grown(
    task: Task, scene: Scene, poses: tuple[Pose, ...], best: Sequence[Found]
) -> Iterator[Found]:
    """Yield results better than the last of `best`, which the caller updates meanwhile."""
    left = task.pieces[len(poses) :]
    if not left:
        yield Found(task.worth(scene), poses)
        return
    # A further piece adds at most its own size.
    more = sum(max(rise(piece.shape, angle) for angle in _turns()) for piece in left[1:])
    grown = [(task.worth(put(scene, left[0], pose)), pose) for pose in _lying(task, scene, left[0])]
    for worth, pose in sorted(grown, reverse=True):
        if worth + more <= best[-1].worth and len(best) == KEPT:
            return
        after = put(scene, left[0], pose)
        if stands(after, SETTLED):
            yield from _grown(task, after, (*poses, pose), best)


def _lying(task: Task, scene: Scene, piece: Block) -> Iterator[Pose]:
    """Yield the stable landings of a piece on the grid, at all its resting angles."""
    size = max(rise(piece.shape, angle) for angle in _turns())
    ends = [extent(block.shape, block.pose) for block in task.built(scene)]
    # On a ledge only pieces near the edge are useful.
    right = max([high.x for _, high in ends] or [0.06 if task.goal == "height" else 0.0])
    left = -0.06 if task.goal == "height" else -1.5 * size
    # On a flat plinth the place of the first piece makes no difference.
    first = task.goal == "height" and not ends
    places = 0 if first else PLACES[len(task.pieces)]
    for angle in resting_angles(piece.shape):
        for n in range(places + 1):
            x = 0.0 if first else left + (right + size / 2 - left) * n / places
            there = landing(scene, piece, x, angle)
            if not there.on_table and there.room > 0:
                yield there.pose


def refined(task: Task, found: Found, noise: dice.Stream) -> Found:
    """Return the best result reached from `found` by small random moves along x."""
    step = 0.005
    while step > FINEST:
        for _ in range(TRIES):
            moved = [pose._replace(x=pose.x + noise.gauss(0.0, step)) for pose in found.poses]
            other = _landed(task, moved, found.worth)
            found = other or found
        step /= 2
    return found


def _landed(task: Task, poses: Sequence[Pose], beaten: float) -> Found | None:
    """Return the result of landing pieces in turn; None if they fall or do not beat `beaten`."""
    scenes = [task.scene]
    for piece, pose in zip(task.pieces, poses, strict=True):
        there = landing(scenes[-1], piece, pose.x, pose.angle)
        if there.on_table:
            return None
        scenes.append(put(scenes[-1], piece, there.pose))
    worth = task.worth(scenes[-1])
    if worth <= beaten or not all(stands(scene, SETTLED) for scene in scenes[:0:-1]):
        return None
    return Found(worth, tuple(block.pose for block in task.built(scenes[-1])))


def rebuilt(task: Task, witness: Sequence[Pose]) -> Scene:
    """Return the scene with all pieces in the poses of a witness."""
    pieces = (replace(p, pose=pose) for p, pose in zip(task.pieces, witness, strict=True))
    return replace(task.scene, blocks=(*task.scene.blocks, *pieces))


def across(task: Task, length: float) -> tuple[Pose, ...]:
    """Return the poses of a bridge of three planks: two beyond the edges, one on their ends."""
    shape = task.pieces[0].shape
    gap = task.width
    angle, thick = flat(shape), rise(shape, flat(shape))
    top = extent(task.scene.blocks[0].shape, task.scene.blocks[0].pose)[1].y
    # The middle between just reaching the third plank and being tipped by it.
    beyond = ((gap - length) / 2 + (length / 2 - (gap - length) / 4)) / 2
    left, right = beyond - length / 2, gap - beyond + length / 2
    return (
        Pose(left, top + thick / 2, angle),
        Pose(right, top + thick / 2, angle),
        Pose(gap / 2, top + 1.5 * thick, angle),
    )


def cradled(task: Task) -> Found:
    """Return the result with the highest egg between two blocks, by simulation without tremor."""
    side, _, egg = task.pieces
    lying = flat(side.shape)
    low, high = extent(side.shape, Pose(0.0, 0.0, lying))
    long = max(_turns(), key=lambda angle: rise(egg.shape, angle))
    best = Found(-math.inf, ())
    for n in range(CRADLES):
        half = (high.x - low.x) / 2 + 0.015 * n / CRADLES
        for angle in (long, long + math.pi):
            wanted = (Pose(-half, 0.0, lying), Pose(half, 0.0, lying), Pose(0.0, 0.0, angle))
            best = max(best, _put_down(task, wanted) or best)
    return best


def _put_down(task: Task, wanted: Sequence[Pose]) -> Found | None:
    """Return the simulated result of releasing pieces at these x and angles; None if they fall."""
    scene: Scene | None = task.scene
    poses = []
    for piece, pose in zip(task.pieces, wanted, strict=True):
        there = landing(scene or task.scene, piece, pose.x, pose.angle).pose
        held = lifted(scene or task.scene, replace(piece, pose=there))
        scene = let_go(scene, held) if scene and held else None
        poses.append(there)
    return Found(task.worth(scene), tuple(poses)) if scene else None


def _turns() -> Iterator[float]:
    return (math.pi * n / 180 for n in range(180))


if __name__ == "__main__":
    every = list(tasks())
    with processes(os.cpu_count() or 1) as pool:
        optima = dict(zip((task.name for task in every), pool.map(optimum, every), strict=True))
    sys.stdout.write(written(optima))
