"""Heuristics without mechanics: by height, by number of blocks, and at random."""

from towersim.common.dice import Stream
from towersim.geometry.shapes import extent
from towersim.lab.heuristics.curve import rising
from towersim.scene.scene import Scene

HIGH, HIGHER = 0.22, 0.04
"""Height with odds of 1 : 1, and the scale of the logistic curve, in metres."""
MANY, MORE = 12.0, 3.0
"""Number of blocks with odds of 1 : 1, and the scale of the logistic curve."""


def height(scene: Scene) -> float:
    """Predict by height: the higher, the less likely, with ½ at 22 cm.

    The cue that Battaglia, Hamrick & Tenenbaum (2013, PNAS 110:18327) compare with simulation.
    """
    tops = (extent(block.shape, block.pose)[1].y for block in scene.blocks)
    return rising((HIGH - max(tops, default=0.0)) / HIGHER)


def blocks(scene: Scene) -> float:
    """Predict by the number of blocks: the more, the less likely, with ½ at twelve."""
    return rising((MANY - len(scene.blocks)) / MORE)


def uniform(scene: Scene, dice: Stream) -> float:  # noqa: ARG001 - ignored by this baseline
    """Return a random probability."""
    return dice.random()
