"""The truth about a scene: the simulated verdict and the margin of exact statics."""

import msgspec

from towersim.physics.settle import Verdict
from towersim.physics.stand import verdict
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import signed_margin

BAND = 0.01
"""Least |λ| at which the simulation and exact statics have to agree."""
MOST = 10.0
"""Greatest |λ| that is stored; it corresponds to a tilt of 84°."""


class Truth(msgspec.Struct, frozen=True):
    """The truth about a scene: the margin of exact statics, and the simulated verdict."""

    margin: float
    """λ within ±10."""
    verdict: Verdict | None = None
    """None if the scene was not simulated."""
    blocks: int = 0
    family: str = ""
    """Towers of one family count as one cluster in intervals; empty: the tower is on its own."""

    @property
    def stands(self) -> bool:
        """Whether the simulated verdict is `stood` or, without a simulation, λ ≥ 0."""
        if self.verdict is None:
            return self.margin >= 0
        return self.verdict is Verdict.STOOD

    @property
    def contradicted(self) -> bool:
        """Whether exact statics says clearly otherwise than the simulated verdict."""
        return abs(self.margin) >= BAND and self.stands != (self.margin >= 0)


def truth(scene: Scene, *, simulate: bool = True) -> Truth:
    """Return the truth about a scene; without `simulate`, which costs most, by statics only."""
    return Truth(margin(scene), verdict(scene) if simulate else None, len(scene.blocks))


def margin(scene: Scene) -> float:
    """Return λ of exact statics within ±10 (`equilibrium.signed_margin`).

    >>> from towersim.lab.analytic_scenes import column
    >>> round(margin(column([0.0] * 4)), 9)
    0.25
    """
    return max(-MOST, min(MOST, signed_margin(scene)))


def margin_text(margin: float) -> str:
    """Return λ as text, with a minus sign.

    >>> margin_text(-0.02), margin_text(0.00012), margin_text(10.0)
    ('λ = −0.02', 'λ = 0.00012', 'λ ≥ 10')
    """
    if abs(margin) >= MOST:
        return f"λ ≥ {MOST:g}" if margin > 0 else f"λ ≤ −{MOST:g}"
    # Adding 0.0 turns -0.0 into 0.0.
    return f"λ = {round(margin, 9) + 0.0:.3g}".replace("-", "−")
