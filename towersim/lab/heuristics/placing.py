"""Where to put the next piece: all places it could lie, ranked one way or another.

None of these has a source: they are the obvious ways to rank, made to be beaten.
"""

from collections.abc import Sequence

import msgspec

from towersim.dice import Stream
from towersim.geometry.touching import SETTLED
from towersim.lab.heuristics.landing import Landing, landing, landings, put
from towersim.lab.heuristics.simulation import stays
from towersim.scene import Block, Scene
from towersim.statics.equilibrium import signed_margin
from towersim.units import Pose

TRIED = 10
"""Of how many places the margin is asked: those where the piece itself lies best."""
ALMOST = 0.001
"""What is carried as far inside as this, in metres, is as good; then the lower place is better."""


def greedy_overlap(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Put the piece where its own centre is furthest inside what carries it."""
    return [there.pose for there in _best_lying(scene, piece)]


def lowest_centre(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Put the piece where its own centre comes to lie lowest."""
    found = sorted(_possible(scene, piece), key=lambda it: (round(it.pose.y, 4), -it.room))
    return [there.pose for there in found]


def best_margin(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Put the piece where the whole tower could then be tilted most, by exact statics."""
    poses = [there.pose for there in _best_lying(scene, piece)[:TRIED]]
    return sorted(poses, key=lambda pose: -signed_margin(put(scene, piece, pose), SETTLED))


class LookAhead(msgspec.Struct, frozen=True):
    """Imagine to put the piece there a few times, never quite there, and see what holds."""

    places: int = 5
    samples: int = 6
    blur: float = 0.003
    """Standard deviation of where the piece is put, in metres: a little more than a hand's."""
    seconds: float = 0.25

    def propose(self, scene: Scene, piece: Block, dice: Stream) -> Sequence[Pose]:
        """Return the best-lying places, those first that held most often."""
        best = _best_lying(scene, piece)[: self.places]
        return [it.pose for it in sorted(best, key=lambda it: -self._held(scene, piece, it, dice))]

    def _held(self, scene: Scene, piece: Block, there: Landing, dice: Stream) -> int:
        held = 0
        for _ in range(self.samples):
            x = there.pose.x + dice.gauss(0.0, self.blur)
            near = landing(scene, piece, x, there.pose.angle).pose
            held += stays(put(scene, piece, near), self.seconds)
        return held


def _best_lying(scene: Scene, piece: Block) -> list[Landing]:
    return sorted(
        _possible(scene, piece), key=lambda it: (-round(it.room / ALMOST), it.pose.y, it.pose.x)
    )


def _possible(scene: Scene, piece: Block) -> list[Landing]:
    """Return where the piece could lie; where it could lie nowhere, over the highest block."""
    top = max(scene.blocks, key=lambda block: block.pose.y, default=None)
    found = list(landings(scene, piece))
    return found or [landing(scene, piece, top.pose.x if top else 0.0, 0.0)]
