"""Towers built piece by piece at poses that a heuristic proposes, until they fall.

The hand is a simplified one: the piece is released 1 mm above the first contact, at the proposed
angle, with a normally distributed error in x as large as the tremor of `towersim.physics.hand` at
that height. Its force is unlimited, so it can lift pieces that the hand of a game cannot, and it
pushes no block on its way. The first piece stands on the table and carries all others: the tower
has fallen when another piece comes down (`towersim.physics.settle.falls_of_scene`).

In a task of `placement-3` the hand misses the proposed pose by its tremor, in x and in angle, and
releases the piece there; a piece released high above the tower drops onto it. A piece that overlaps
others by up to `GIVE` is lifted; with a deeper overlap it is left out. The task is lost if a piece
falls onto the table or the tower gives way under a new piece.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common import dice
from towersim.common.errors import HeuristicFault
from towersim.common.units import Pose
from towersim.geometry.shapes import bounding_radius
from towersim.geometry.touching import SETTLED, penetration
from towersim.lab.placement import Task
from towersim.lab.trials import BuildTrial
from towersim.physics.hand import Skill, skill
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import Cause, falls_of_scene, settle
from towersim.physics.world import World
from towersim.scene.contacts import table_penetration
from towersim.scene.scene import Block, Scene, height_of

GAP = 0.001
"""Height above the first contact at which a piece is released, in metres."""
_CLEAR = 1e-6
_LIFTS = 1000
"""Number of lifts after which a piece is released even if it still overlaps others."""

Ask = Callable[[Scene, Block, int], Pose]
"""A function that returns the pose for a piece on a scene; it numbers the pieces from 0."""
GIVE = 0.008
"""Maximum lift of a piece that overlaps others, in metres."""
AskTask = Callable[[Scene, Block, int], Pose | None]
"""A function that returns the pose for a piece on a scene (None: leave it out), numbered from 0."""


class Episode(NamedTuple):
    """How building ended: worth in metres, pieces placed before a fall, and whether it fell.

    The worth of a tower is the greatest height; that of a task is 0 after a fall.
    """

    worth: float
    pieces: int
    fell: bool
    failure: str | None = None
    """The reason why there was no pose for the next piece."""


def built(trial: BuildTrial, ask: Ask) -> Episode:
    """Build a tower by the hand of a trial; a HeuristicFault of `ask` ends the tower."""
    scene, hand, highest = trial.scene(), skill(trial.hand), 0.0
    for number, piece in enumerate(trial.blocks()):
        try:
            pose = ask(scene, piece, number)
        except HeuristicFault as fault:
            return Episode(highest, number, fell=True, failure=fault.why)
        # The tremor depends on trial and piece only, so that it is the same for every heuristic.
        tremor = dice.stream(trial.seed, f"hand {trial.id}", number)
        after = set_down(scene, replace(piece, pose=missed_aside(pose, hand, tremor)))
        if after is None:
            return Episode(highest, number, fell=True)
        scene, highest = after, max(highest, height_of(after.blocks))
    return Episode(highest, len(scene.blocks), fell=False)


def missed_aside(pose: Pose, hand: Skill, tremor: dice.Stream) -> Pose:
    """Return the pose that the simplified hand reaches when it aims at `pose`."""
    return pose._replace(x=pose.x + tremor.gauss(0.0, 1.0) * hand.sway(pose.y))


def set_down(scene: Scene, piece: Block) -> Scene | None:
    """Return the scene at rest with one more piece, released 1 mm above it; None if it falls."""
    world = released(scene, held(scene, piece))
    base = world.blocks[0].id
    if base in world.departed or any(fall.block != base for fall in falls_of_scene(world)):
        return None
    return at_rest(scene, world)


def released(scene: Scene, piece: Block) -> World:
    """Return the world at rest after a piece was released where it is."""
    # No block sleeps: the piece may touch the tower's side, and the engine cannot put blocks to
    # sleep that touch one that is awake.
    world = World(replace(scene, blocks=(*scene.blocks, piece)), TABLE_3)
    settle(world)
    return world


def at_rest(scene: Scene, world: World) -> Scene:
    """Return the scene with the blocks of a world."""
    blocks = tuple(world.block(i) for i in range(len(world.blocks)))
    return replace(scene, blocks=blocks, reach=SETTLED)


def held(scene: Scene, piece: Block) -> Block:
    """Return the piece 1 mm above its first contact on the way down, lifted clear of blocks."""
    while piece.pose.y > 0.0 and not depth(scene, piece):
        piece = _higher(piece, -GAP)
    for _ in range(_LIFTS):
        deep = depth(scene, piece)
        if not deep:
            break
        piece = _higher(piece, deep)
    return _higher(piece, GAP)


def depth(scene: Scene, piece: Block) -> float:
    """Return the deepest overlap of the piece with the table or a block, in metres; 0 if clear."""
    depths = (penetration(block, piece) for block in scene.blocks)
    deepest = max(table_penetration(piece, scene.table), *depths, 0.0)
    return deepest if deepest > _CLEAR else 0.0


def _higher(piece: Block, by: float) -> Block:
    return replace(piece, pose=piece.pose._replace(y=piece.pose.y + by))


def play(
    task: Task, seed: int, ask: AskTask, scene: Scene | None = None, first: int = 0
) -> Episode:
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
        piece = _higher(piece, deep)
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
