"""Simulate a task piece by piece: proposed pose, error of the hand, and settling.

The hand misses the proposed pose by its tremor, in x and in angle, and releases the piece there; a
piece released high above the tower drops onto it. A piece that overlaps others by up to `GIVE` is
lifted; with a deeper overlap it is left out. The task is lost if a piece falls onto the table or
the tower gives way under a new piece.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common import dice
from towersim.common.errors import HeuristicFault
from towersim.common.units import Pose
from towersim.geometry.shapes import bounding_radius
from towersim.lab.building import at_rest, depth, released
from towersim.lab.placement.tasks import Task
from towersim.physics.hand import Skill, skill
from towersim.physics.settle import Cause, falls_of_scene
from towersim.scene.scene import Block, Scene

GIVE = 0.008
"""Maximum lift of a piece that overlaps others, in metres."""

Ask = Callable[[Scene, Block, int], Pose | None]
"""A function that returns the pose for a piece on a scene (None: leave it out), numbered from 0."""


class Episode(NamedTuple):
    """The result of a task: the tower's worth in metres (0 if it fell) and number of pieces."""

    worth: float
    pieces: int
    fell: bool
    failure: str | None = None
    """The reason why the policy had no answer."""


def play(task: Task, seed: int, ask: Ask, scene: Scene | None = None, first: int = 0) -> Episode:
    """Play a task and return its result; the tremor depends on the seed, not on the policy.

    It may go on from a scene with the piece numbered `first`. A HeuristicFault of `ask` loses it.
    """
    scene = scene or task.scene
    for number, piece in enumerate(task.pieces[first:], first):
        placed = len(task.built(scene))
        try:
            pose = ask(scene, piece, number)
        except HeuristicFault as fault:
            return Episode(0.0, placed, fell=False, failure=fault.why)
        after = put(task, scene, number, pose, seed)
        if after is None:
            return Episode(0.0, placed, fell=True)
        scene = after
    return Episode(task.worth(scene), len(task.built(scene)), fell=False)


def put(task: Task, scene: Scene, number: int, pose: Pose | None, seed: int) -> Scene | None:
    """Return the scene at rest after the hand aimed at a pose with a piece; None if a block fell.

    The scene is the same if the piece is left out.
    """
    if pose is None:
        return scene
    tremor, aimed = dice.stream(seed, f"hand {task.name}", number), task.pieces[number]
    held = lifted(scene, missed(replace(aimed, pose=pose), skill(task.hand), tremor))
    return scene if held is None else let_go(scene, held)


def missed(piece: Block, hand: Skill, tremor: dice.Stream) -> Block:
    """Return the piece in the pose that the hand reaches when it aims at the piece's pose.

    The error in x is the hand's sway; the error in angle moves the piece's ends by as much, so it
    is smaller for a longer piece.
    """
    x, y, angle = piece.pose
    sway = hand.sway(y)
    aside, turn = tremor.gauss(0.0, sway), tremor.gauss(0.0, sway / bounding_radius(piece.shape))
    return replace(piece, pose=Pose(x + aside, y, angle + turn))


def lifted(scene: Scene, piece: Block) -> Block | None:
    """Return the piece lifted clear of all overlaps; None if that takes more than `GIVE`."""
    start = piece.pose.y
    while deep := depth(scene, piece):
        piece = replace(piece, pose=piece.pose._replace(y=piece.pose.y + deep))
        if piece.pose.y - start > GIVE:
            return None
    return piece


def let_go(scene: Scene, piece: Block) -> Scene | None:
    """Return the scene at rest after a piece was released; None if a block fell."""
    world = released(scene, piece)
    for fall in falls_of_scene(world):
        # The new piece may come down onto the tower, but not off it.
        if fall.block != piece.id or fall.why in (Cause.TABLE, Cause.OFF_TABLE):
            return None
    return at_rest(scene, world)
