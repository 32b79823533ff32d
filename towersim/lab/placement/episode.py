"""One task, built piece by piece: where a policy wants a piece, where the hand gets it, what holds.

The hand goes to the pose that is asked for and misses it by its tremor, sideways and in angle. It
lets go there: high above the tower the piece falls and hits it. What is in the way by up to `GIVE`
lifts it; where there is more in the way there is no room, and the piece is left out, as if the
policy had wanted that. As soon as a piece comes down on the table, or the tower gives way under a
new one, the task is lost.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from towersim import dice
from towersim.contacts import table_penetration
from towersim.errors import HeuristicFault
from towersim.geometry.overlap import penetration
from towersim.geometry.shapes import bounding_radius
from towersim.lab.placement.tasks import Task
from towersim.physics.hand import Skill, skill
from towersim.physics.profile import TABLE_1
from towersim.physics.settle import Cause, falls_of_scene, settle
from towersim.physics.world import World
from towersim.scene import Block, Scene
from towersim.units import Pose

GIVE = 0.008
"""What is in the way of a piece may lift it by so much, in metres."""
_CLEAR = 1e-6

Ask = Callable[[Scene, Block, int], Pose | None]
"""Returns the pose for a piece on a scene, None to leave it out; the number counts from 0."""


class Episode(NamedTuple):
    """How a task ended: what the tower was worth in metres (0 if it fell), pieces in it."""

    worth: float
    pieces: int
    fell: bool
    failure: str | None = None
    """Why the policy had no answer."""


def play(task: Task, seed: int, ask: Ask) -> Episode:
    """Return how a task ends; the same seed gives every policy the same tremor.

    A HeuristicFault of `ask` loses the task.
    """
    scene, hand = task.scene, skill(task.hand)
    for number, piece in enumerate(task.pieces):
        placed = len(task.built(scene))
        try:
            pose = ask(scene, piece, number)
        except HeuristicFault as fault:
            return Episode(0.0, placed, fell=False, failure=fault.why)
        tremor = dice.stream(seed, f"hand {task.name}", number)
        aimed = None if pose is None else replace(piece, pose=pose)
        held = None if aimed is None else lifted(scene, missed(aimed, hand, tremor))
        if held is not None:
            after = let_go(scene, held)
            if after is None:
                return Episode(0.0, placed, fell=True)
            scene = after
    return Episode(task.worth(scene), len(task.built(scene)), fell=False)


def missed(piece: Block, hand: Skill, tremor: dice.Stream) -> Block:
    """Return the piece where the hand gets to that means to go to its pose.

    It misses by its sway sideways, and by as much at the piece's ends: its error in angle is less
    for a longer piece.
    """
    x, y, angle = piece.pose
    sway = hand.sway(y)
    aside, turn = tremor.gauss(0.0, sway), tremor.gauss(0.0, sway / bounding_radius(piece.shape))
    return replace(piece, pose=Pose(x + aside, y, angle + turn))


def lifted(scene: Scene, piece: Block) -> Block | None:
    """Return the piece clear of all it would be in, None if it is in anything by too much."""
    start = piece.pose.y
    while depth := _depth(scene, piece):
        piece = replace(piece, pose=piece.pose._replace(y=piece.pose.y + depth))
        if piece.pose.y - start > GIVE:
            return None
    return piece


def let_go(scene: Scene, piece: Block) -> Scene | None:
    """Return the scene at rest after a piece was let go in it, None if anything fell."""
    whole = replace(scene, blocks=(*scene.blocks, piece))
    world = World(whole, TABLE_1)
    settle(world)
    for fall in falls_of_scene(world):
        # The new piece may come down onto the tower, as long as it is not further.
        if fall.block != piece.id or fall.why in (Cause.TABLE, Cause.OFF_TABLE):
            return None
    return replace(scene, blocks=tuple(world.block(i) for i in range(len(world.blocks))))


def _depth(scene: Scene, piece: Block) -> float:
    """Return how deep the piece is in the table or in a block, in metres; 0 if it is clear."""
    depths = (penetration(block, piece) for block in scene.blocks)
    deepest = max(table_penetration(piece, scene.table), *depths)
    return deepest if deepest > _CLEAR else 0.0
