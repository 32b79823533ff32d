"""Heuristics whose only input is a picture.

A picture is `towersim.lab.renders.render` of a scene: wood is lighter than the table.
"""

import numpy as np
import numpy.typing as npt

from towersim.lab.heuristics.curve import rising
from towersim.lab.renders import FOOT, TABLE, WINDOW, Picture

SHARP = 0.003
"""Distance of the centre inside the foot with odds of nearly 3 : 1, in metres."""
HIGH, HIGHER = 0.22, 0.04
"""Height with odds of 1 : 1, and the scale of the logistic curve, in metres."""


def centre(image: Picture) -> float:
    """Predict by the distance of the centre of area inside the foot, the lowest rows of wood."""
    wood = _wood(image)
    rows, columns = np.nonzero(wood)
    if not rows.size:
        return 1.0
    foot = columns[rows >= rows.max() - 1]
    middle = columns.mean()
    inside = min(middle - foot.min(), foot.max() - middle) * WINDOW / len(image)
    return rising(float(inside) / SHARP)


def height(image: Picture) -> float:
    """Predict by height: the higher, the less likely, with ½ at 22 cm."""
    rows = np.flatnonzero(_wood(image).any(axis=1))
    high = (len(_wood(image)) - rows.min()) * WINDOW / len(image) if rows.size else 0.0
    return rising((HIGH - float(high)) / HIGHER)


def _wood(image: Picture) -> npt.NDArray[np.bool_]:
    """Return the mask of wood pixels, from the top of the picture down to the table."""
    table = round(len(image) * (1 - FOOT / WINDOW))
    return image[:table] > TABLE + (255 - TABLE) // 20
