"""What needs no mechanics at all: how high, how many, and nothing but chance."""

from towersim.dice import Stream
from towersim.geometry.shapes import extent
from towersim.lab.heuristics.curve import rising
from towersim.scene import Scene

HIGH, HIGHER = 0.22, 0.04
"""The height in metres at which a tower is as likely to stand as not, and how sharply."""
MANY, MORE = 12.0, 3.0
"""The number of blocks at which it is, and how sharply."""


def height(scene: Scene) -> float:
    """Expect the less of a tower the higher it is, and to stand up to 22 cm.

    The cue that Battaglia, Hamrick & Tenenbaum (2013, PNAS 110:18327) set against simulation.
    """
    tops = (extent(block.shape, block.pose)[1].y for block in scene.blocks)
    return rising((HIGH - max(tops, default=0.0)) / HIGHER)


def blocks(scene: Scene) -> float:
    """Expect the less of a tower the more blocks it has, and to stand up to twelve of them."""
    return rising((MANY - len(scene.blocks)) / MORE)


def uniform(scene: Scene, dice: Stream) -> float:  # noqa: ARG001 - it does not look
    """Guess: any probability is as good as any other."""
    return dice.random()
