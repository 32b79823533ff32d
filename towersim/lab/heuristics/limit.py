"""Exact statics as heuristics: they know all about forces and nothing about what they cannot see.

Rigid blocks, joints without tension, Coulomb friction (Livesley 1978); see
`towersim.statics.equilibrium` for what that leaves out.
"""

from towersim.lab import truth
from towersim.lab.heuristics.curve import rising
from towersim.scene import Scene
from towersim.statics.equilibrium import stands

SHARP = 0.02
"""The margin λ at which a tower is nearly three times as likely to stand as not; about 1.1°."""


def label(scene: Scene) -> float:
    """Answer 1 if some contact forces balance every block, else 0."""
    return float(stands(scene))


def margin(scene: Scene) -> float:
    """Answer by the signed margin λ: a tower that may be tilted far will stand."""
    return rising(truth.margin(scene) / SHARP)
