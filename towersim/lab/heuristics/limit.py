"""Exact statics as heuristics, applied to the scene as shown.

Rigid blocks, joints without tension, Coulomb friction (Livesley 1978); for the limitations see
`towersim.statics.equilibrium`.
"""

from towersim.lab import truth
from towersim.lab.heuristics.curve import rising
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import stands

SHARP = 0.02
"""Margin λ with odds of nearly 3 : 1 that the tower stands; about 1.1°."""


def label(scene: Scene) -> float:
    """Return 1 if the label of exact statics is `stands`, else 0."""
    return float(stands(scene))


def margin(scene: Scene) -> float:
    """Return a probability that grows with the signed margin λ."""
    return rising(truth.margin(scene) / SHARP)
