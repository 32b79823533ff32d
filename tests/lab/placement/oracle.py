"""Compute the floors and bounds of all tasks again: `python -m tests.lab.placement.oracle`.

It prints `levels/benchmarks/placement-3.toml`; it takes two minutes.

- *Closed form*: the greatest overhang of 2 and 3 equal bricks is 3/4 and 1 brick lengths (Paterson
  & Zwick, Overhang, American Mathematical Monthly 116, 2009, section 3); a polygon reaches as far
  as its farthest corner from its centre of mass in a resting angle; a gap is covered in all its
  width; a tower is as high as all its pieces stood up; an egg as its longest chord; boxes in a
  trough are side by side, because two on each other are always higher.
- *Statics*: the farthest of all arrangements in which each piece lies flat on one block
  (`towersim.lab.heuristics.tasks`).
- *Search*: every piece at every resting angle, lowered at every place of a grid, as long as the
  scene stands by exact statics; the best results are refined to 10 µm. It is the best known result.

Every bound has a witness: poses of all pieces.
"""

import math
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tests.lab.content import exact_hash
from towersim.common import dice
from towersim.common.units import Pose
from towersim.files.tomlfile import FORMAT
from towersim.geometry.shapes import corners, extent
from towersim.geometry.touching import SETTLED
from towersim.lab import placement
from towersim.lab.building import let_go, lifted
from towersim.lab.executors import processes
from towersim.lab.heuristics.placing import landing, put
from towersim.lab.heuristics.tasks import farthest, harmonic
from towersim.lab.placement import beyond
from towersim.scene.scene import Block, Scene
from towersim.statics.equilibrium import stands

PLACES = 24
"""Number of places of the grid."""
KEPT = 4
"""Number of results of the grid that are refined."""
FINEST, TRIES = 1e-5, 60
"""Last step of the refinement in metres, and number of tries with each step."""
CRADLES = 15
"""Number of distances between two blocks at which the egg is tried."""
OUT = Pose(9.0, 9.0, 0.0)
"""In place of the pose of an omitted piece."""


class Found(NamedTuple):
    """Poses of all pieces, and the worth of the scene in metres."""

    worth: float
    poses: tuple[Pose, ...]


def bound(task: placement.Task) -> placement.Bound:
    """Return the bound of a task."""
    shapes = [piece.shape for piece in task.pieces]
    least = [placement.rise(shape, placement.flat(shape)) for shape in shapes]
    most = [
        max(placement.rise(shape, angle) for angle in placement.resting_angles(shape))
        for shape in shapes
    ]
    if task.goal == "reach":
        return _reaching(task)
    if task.goal == "span":
        length = 2 * beyond(shapes[0], placement.flat(shapes[0]))
        return _bound(length, task.width, "closed form", across(task, length))
    if task.goal == "upright":
        chords = [math.dist(p, q) for p in corners(shapes[-1]) for q in corners(shapes[-1])]  # type: ignore[arg-type] # an egg is a polygon
        return _bound(least[-1], max(chords), "closed form", cradled(task))
    if task.goal == "low":
        floor = task.scene.blocks[0].shape
        best = sum(most) - placement.lowest(task.pieces, 2 * beyond(floor, 0.0))
        return _bound(sum(most) - sum(least), best, "closed form", _placed_by_rule(task))
    if task.family == "tower":
        return _bound(max(sum(least), *most), sum(most), "closed form", _placed_by_rule(task))
    found = searched(task)
    return _bound(max(most), found.worth, "search", found.poses)


def _bound(
    floor: float, best: float, source: placement.Source, witness: Sequence[Pose]
) -> placement.Bound:
    poses = (Pose(*(round(value, 6) + 0.0 for value in pose)) for pose in witness)
    return placement.Bound(round(floor, 6), round(best, 6), source, tuple(poses))


def _reaching(task: placement.Task) -> placement.Bound:
    plan, inside = (farthest(task.scene, task.pieces, room) for room in (0.0, FINEST))
    alone = [farthest(task.scene, [piece], 0.0) for piece in task.pieces]
    if plan is None or inside is None or None in alone:
        raise ValueError(f"{task.name} has no balanced plan")
    floor = max(it.reach for it in alone if it)
    if task.family == "edge":
        shape = task.pieces[0].shape
        floor = min(beyond(shape, angle) for angle in placement.resting_angles(shape))
    # Two bricks side by side on a third one have no room inside the limit.
    witness = inside if inside.reach > plan.reach - 1e-4 else plan
    scene, poses = task.scene, list[Pose]()
    for piece, place in zip(task.pieces, witness.places, strict=True):
        poses.append(landing(scene, piece, *place).pose if place else OUT)
        scene = put(scene, piece, poses[-1]) if place else scene
    source: placement.Source = "closed form" if task.family in ("reach", "edge") else "statics"
    return _bound(floor, plan.reach, source, poses)


def _placed_by_rule(task: placement.Task) -> list[Pose]:
    scene, poses = task.scene, list[Pose]()
    for piece in task.pieces:
        poses += harmonic(scene, piece, task)
        scene = put(scene, piece, poses[-1])
    return poses


def searched(task: placement.Task) -> Found:
    """Return the best result of the grid search after refinement."""
    best = [Found(-math.inf, ())]
    for found in _grown(task, task.scene, (), best):
        best.append(found)
        best.sort(reverse=True)
        del best[KEPT:]
    noise = dice.stream(1, f"oracle {task.name}")
    return max(refined(task, found, noise) for found in best if found.poses)


def _grown(
    task: placement.Task, scene: Scene, poses: tuple[Pose, ...], best: Sequence[Found]
) -> Iterator[Found]:
    """Yield results better than the last of `best`, which the caller updates meanwhile."""
    left = task.pieces[len(poses) :]
    if not left:
        yield Found(task.worth(scene), poses)
        return
    # A further piece adds at most its own size.
    more = sum(max(placement.rise(piece.shape, angle) for angle in _turns()) for piece in left[1:])
    grown = [(task.worth(put(scene, left[0], pose)), pose) for pose in _lying(task, scene, left[0])]
    for worth, pose in sorted(grown, reverse=True):
        if worth + more <= best[-1].worth and len(best) == KEPT:
            return
        after = put(scene, left[0], pose)
        if stands(after, SETTLED):
            yield from _grown(task, after, (*poses, pose), best)


def _lying(task: placement.Task, scene: Scene, piece: Block) -> Iterator[Pose]:
    """Yield the stable landings of a piece on the grid, at all its resting angles."""
    size = max(placement.rise(piece.shape, angle) for angle in _turns())
    ends = [extent(block.shape, block.pose) for block in task.built(scene)]
    # On a ledge only pieces near the edge are useful.
    right = max([high.x for _, high in ends] or [0.06 if task.goal == "height" else 0.0])
    left = -0.06 if task.goal == "height" else -1.5 * size
    # On a flat plinth the place of the first piece makes no difference.
    first = task.goal == "height" and not ends
    places = 0 if first else PLACES
    for angle in placement.resting_angles(piece.shape):
        for n in range(places + 1):
            x = 0.0 if first else left + (right + size / 2 - left) * n / places
            there = landing(scene, piece, x, angle)
            if not there.on_table and there.room > 0:
                yield there.pose


def refined(task: placement.Task, found: Found, noise: dice.Stream) -> Found:
    """Return the best result reached from `found` by small random moves along x."""
    step = 0.005
    while step > FINEST:
        for _ in range(TRIES):
            moved = [pose._replace(x=pose.x + noise.gauss(0.0, step)) for pose in found.poses]
            other = _landed(task, moved, found.worth)
            found = other or found
        step /= 2
    return found


def _landed(task: placement.Task, poses: Sequence[Pose], beaten: float) -> Found | None:
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


def rebuilt(task: placement.Task, witness: Sequence[Pose]) -> Scene:
    """Return the scene with the pieces in the poses of a witness."""
    both = zip(task.pieces, witness, strict=True)
    pieces = (replace(piece, pose=pose) for piece, pose in both if pose != OUT)
    return replace(task.scene, blocks=(*task.scene.blocks, *pieces))


def across(task: placement.Task, length: float) -> tuple[Pose, ...]:
    """Return the poses of a bridge of three planks: two beyond the edges, one on their ends."""
    shape = task.pieces[0].shape
    gap = task.width
    angle, thick = placement.flat(shape), placement.rise(shape, placement.flat(shape))
    top = extent(task.scene.blocks[0].shape, task.scene.blocks[0].pose)[1].y
    # The middle between just reaching the third plank and being tipped by it.
    beyond = ((gap - length) / 2 + (length / 2 - (gap - length) / 4)) / 2
    left, right = beyond - length / 2, gap - beyond + length / 2
    return (
        Pose(left, top + thick / 2, angle),
        Pose(right, top + thick / 2, angle),
        Pose(gap / 2, top + 1.5 * thick, angle),
    )


def cradled(task: placement.Task) -> tuple[Pose, ...]:
    """Return poses in which the egg stands on its end, by simulation without tremor."""
    side, _, egg = task.pieces
    lying = placement.flat(side.shape)
    low, high = extent(side.shape, Pose(0.0, 0.0, lying))
    long = max(_turns(), key=lambda angle: placement.rise(egg.shape, angle))
    for n in range(CRADLES):
        half = (high.x - low.x) / 2 + 0.018 * (n + 1) / CRADLES
        for angle in (long, long + math.pi):
            wanted = (Pose(-half, 0.0, lying), Pose(half, 0.0, lying), Pose(0.0, 0.0, angle))
            found = _put_down(task, wanted)
            if found and found.worth > placement.rise(egg.shape, long) - 1e-4:
                return found.poses
    raise ValueError(f"{task.name}: the egg does not stand")


def _put_down(task: placement.Task, wanted: Sequence[Pose]) -> Found | None:
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


def written(bounds: dict[str, placement.Bound], sha256: str) -> str:
    """Return bounds as the text of the benchmark's file."""
    lines = [
        "# The worth of each task in metres at its floor and its bound, its source, and",
        "# poses (x, y, angle) of all pieces with which a hand that never misses reaches it.",
        f"format = {FORMAT}",
        f'sha256 = "{sha256}"',
        "",
        "[bounds]",
    ]
    for name, it in bounds.items():
        witness = ", ".join(f"[{p.x}, {p.y}, {p.angle}]" for p in it.witness)
        ends = f"floor = {it.floor}, best = {it.best}"
        lines.append(f'{name} = {{ {ends}, from = "{it.source}", witness = [{witness}] }}')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    every = list(placement.tasks())
    with processes(os.cpu_count() or 1) as pool:
        names = [task.name for task in every]
        bounds = dict(zip(names, pool.map(bound, every, chunksize=4), strict=True))
    sys.stdout.write(written(bounds, exact_hash(every)))
