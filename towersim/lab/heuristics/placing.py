"""Simple baselines, without a source, that rank all possible landings of the next piece."""

from collections.abc import Sequence

import msgspec

from towersim.common.dice import Stream
from towersim.common.units import Pose
from towersim.geometry.touching import SETTLED
from towersim.lab.heuristics.landing import Landing, landing, landings, put
from towersim.lab.heuristics.simulation import stays
from towersim.scene.scene import Block, Scene
from towersim.statics.equilibrium import signed_margin

TRIED = 10
"""Number of landings whose margin is computed: those of greatest `room`."""
ALMOST = 0.001
"""Landings whose `room` differs by less than this, in metres, are ranked by height."""


def greedy_overlap(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Rank by the distance of the piece's centre inside its support."""
    return [there.pose for there in _best_lying(scene, piece)]


def lowest_centre(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Rank by the height of the piece's centre, the lowest first."""
    ranked = sorted(_possible(scene, piece), key=lambda at: (round(at.pose.y, 4), -at.room))
    return [there.pose for there in ranked]


def best_margin(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Rank by the margin of the whole tower, by exact statics."""
    poses = [there.pose for there in _best_lying(scene, piece)[:TRIED]]
    return sorted(poses, key=lambda pose: -signed_margin(put(scene, piece, pose), SETTLED))


class LookAhead(msgspec.Struct, frozen=True):
    """Rank by the number of noisy simulations in which the tower holds."""

    places: int = 5
    samples: int = 6
    blur: float = 0.003
    """Standard deviation of the piece's x, in metres: a little more than a hand's."""
    seconds: float = 0.25

    def propose(self, scene: Scene, piece: Block, dice: Stream) -> Sequence[Pose]:
        """Return the best landings, sorted by the number of simulations that held."""
        best = _best_lying(scene, piece)[: self.places]
        best.sort(key=lambda there: -self._held(scene, piece, there, dice))
        return [there.pose for there in best]

    def _held(self, scene: Scene, piece: Block, there: Landing, dice: Stream) -> int:
        held = 0
        for _ in range(self.samples):
            x = there.pose.x + dice.gauss(0.0, self.blur)
            near = landing(scene, piece, x, there.pose.angle).pose
            held += stays(put(scene, piece, near), self.seconds)
        return held


def _best_lying(scene: Scene, piece: Block) -> list[Landing]:
    landed = _possible(scene, piece)
    return sorted(landed, key=lambda at: (-round(at.room / ALMOST), at.pose.y, at.pose.x))


def _possible(scene: Scene, piece: Block) -> list[Landing]:
    """Return the stable landings of the piece or, if there is none, that over the highest block."""
    top = max(scene.blocks, key=lambda block: block.pose.y, default=None)
    stable = list(landings(scene, piece))
    return stable or [landing(scene, piece, top.pose.x if top else 0.0, 0.0)]
