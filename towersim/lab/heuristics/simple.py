"""Heuristics of one cue: height, number of blocks, the label or margin of statics, a picture.

Exact statics is applied to the scene as shown: rigid blocks, joints without tension, Coulomb
friction (Livesley 1978); for the limitations see `towersim.statics.equilibrium`. A picture is
`towersim.lab.renders.render` of a scene: wood is lighter than the table.
"""

import numpy as np
import numpy.typing as npt

from towersim.common import portable_math
from towersim.common.dice import Stream
from towersim.geometry.shapes import extent
from towersim.lab.renders import FOOT, TABLE, WINDOW, Picture
from towersim.lab.truth import margin as exact_margin
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import stands

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


def rising(margin: float) -> float:
    """Return the logistic function of a margin: ½ at 0, 0.95 at 3.

    >>> [round(rising(margin), 3) for margin in (-3.0, 0.0, 3.0)]
    [0.047, 0.5, 0.953]
    """
    # Clipped to avoid overflow; the result equals 0 or 1 in practice.
    return 1 / (1 + portable_math.exp(-max(-40.0, min(40.0, margin))))


SHARP_MARGIN = 0.02
"""Margin λ with odds of nearly 3 : 1 that the tower stands; about 1.1°."""


def label(scene: Scene) -> float:
    """Return 1 if the label of exact statics is `stands`, else 0."""
    return float(stands(scene))


def margin(scene: Scene) -> float:
    """Return a probability that grows with the signed margin λ."""
    return rising(exact_margin(scene) / SHARP_MARGIN)


SHARP_CENTRE = 0.003
"""Distance of the centre inside the foot with odds of nearly 3 : 1, in metres."""


def image_centre(image: Picture) -> float:
    """Predict by the distance of the centre of area inside the foot, the lowest rows of wood."""
    wood = _wood(image)
    rows, columns = np.nonzero(wood)
    if not rows.size:
        return 1.0
    foot = columns[rows >= rows.max() - 1]
    middle = columns.mean()
    inside = min(middle - foot.min(), foot.max() - middle) * WINDOW / len(image)
    return rising(float(inside) / SHARP_CENTRE)


def image_height(image: Picture) -> float:
    """Predict by height: the higher, the less likely, with ½ at 22 cm."""
    rows = np.flatnonzero(_wood(image).any(axis=1))
    high = (len(_wood(image)) - rows.min()) * WINDOW / len(image) if rows.size else 0.0
    return rising((HIGH - float(high)) / HIGHER)


def _wood(image: Picture) -> npt.NDArray[np.bool_]:
    """Return the mask of wood pixels, from the top of the picture down to the table."""
    table = round(len(image) * (1 - FOOT / WINDOW))
    return image[:table] > TABLE + (255 - TABLE) // 20
