"""Towers built piece by piece: a heuristic says where, a hand puts it there, until it falls.

A simple hand, that of `towersim.physics.hand` in what it misses by: the piece is let go 1 mm above
what it touches first, at the angle that was proposed, off to a side by a normal deviate as large as
the hand's tremor is at that height. It has no limit of force, so it can lift what the hand at the
game's table cannot, and pushes nothing on its way. The first piece stands on the table, all others
on it: as soon as another one comes down (`towersim.physics.settle.falls_of_scene`), the tower has
fallen.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from towersim import dice
from towersim.contacts import table_penetration
from towersim.errors import HeuristicFault
from towersim.geometry.overlap import penetration
from towersim.geometry.shapes import extent
from towersim.lab.trials import BuildTrial
from towersim.physics.hand import Skill, skill
from towersim.physics.profile import TABLE_1
from towersim.physics.settle import falls_of_scene, settle
from towersim.physics.world import World
from towersim.scene import Block, Scene
from towersim.units import Pose

GAP = 0.001
"""How far above what it touches first a piece is let go, in metres."""
_CLEAR = 1e-6
_LIFTS = 1000
"""After this many lifts a piece that still overlaps others is let go all the same."""

Ask = Callable[[Scene, Block, int], Pose]
"""Returns the pose for a piece on a scene; the number counts pieces from 0."""


class Tower(NamedTuple):
    """How far a tower came: pieces put down before the fall, the height then reached in metres."""

    pieces: int
    height: float
    fell: bool
    failure: str | None = None
    """Why there was no place for the next piece."""


def built(trial: BuildTrial, ask: Ask) -> Tower:
    """Return how far one comes with the pieces and the hand of a trial.

    A HeuristicFault of `ask` ends the tower.
    """
    scene, hand, highest = trial.scene(), skill(trial.hand), 0.0
    for number, piece in enumerate(trial.blocks()):
        try:
            pose = ask(scene, piece, number)
        except HeuristicFault as fault:
            return Tower(number, highest, fell=True, failure=fault.why)
        # For every heuristic the same trial has the same tremor at the same piece.
        tremor = dice.stream(trial.seed, f"hand {trial.id}", number)
        after = set_down(scene, replace(piece, pose=missed(pose, hand, tremor)))
        if after is None:
            return Tower(number, highest, fell=True)
        scene, highest = after, max(highest, height(after))
    return Tower(len(scene.blocks), highest, fell=False)


def missed(pose: Pose, hand: Skill, tremor: dice.Stream) -> Pose:
    """Return where the hand gets to when it means to go to `pose`."""
    return pose._replace(x=pose.x + tremor.gauss(0.0, 1.0) * hand.sway(pose.y))


def set_down(scene: Scene, piece: Block) -> Scene | None:
    """Return the scene at rest with one more piece, let go 1 mm above it; None if it falls."""
    whole = replace(scene, blocks=(*scene.blocks, held(scene, piece)))
    # Nothing sleeps: the piece may lie against the tower's side, and the engine cannot put to sleep
    # what touches something awake.
    world = World(whole, TABLE_1)
    settle(world)
    base = whole.blocks[0].id
    if base in world.left or any(fall.block != base for fall in falls_of_scene(world)):
        return None
    return replace(scene, blocks=tuple(world.block(i) for i in range(len(world.blocks))))


def held(scene: Scene, piece: Block) -> Block:
    """Return the piece 1 mm above what it meets first on its way down from where it is.

    What would be in the way there already is lifted until it is clear.
    """
    while piece.pose.y > 0.0 and not _depth(scene, piece):
        piece = _higher(piece, -GAP)
    for _ in range(_LIFTS):
        depth = _depth(scene, piece)
        if not depth:
            break
        piece = _higher(piece, depth)
    return _higher(piece, GAP)


def _depth(scene: Scene, piece: Block) -> float:
    """Return how deep the piece is in the table or in a block, in metres; 0 if it is clear."""
    depths = (penetration(block, piece) for block in scene.blocks)
    deepest = max(table_penetration(piece, scene.table), *depths, 0.0)
    return deepest if deepest > _CLEAR else 0.0


def height(scene: Scene) -> float:
    """Return the height of the highest point above the table, in metres."""
    return max((extent(block.shape, block.pose)[1].y for block in scene.blocks), default=0.0)


def _higher(piece: Block, by: float) -> Block:
    return replace(piece, pose=piece.pose._replace(y=piece.pose.y + by))
