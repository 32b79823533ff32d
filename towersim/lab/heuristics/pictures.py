"""What can be seen without being told: heuristics that are shown a picture and nothing else.

A picture is `towersim.lab.renders.render` of a scene: wood is lighter than the table.
"""

import numpy as np
import numpy.typing as npt

from towersim.lab.heuristics.curve import rising
from towersim.lab.renders import FOOT, TABLE, WINDOW, Picture

SHARP = 0.003
"""How far inside its foot a centre must be to be trusted nearly three to one, in metres."""
HIGH, HIGHER = 0.22, 0.04
"""The height in metres at which a tower is as likely to stand as not, and how sharply."""


def centre(image: Picture) -> float:
    """Expect a tower to stand whose centre of area is over its foot, the lowest rows of wood."""
    wood = _wood(image)
    rows, columns = np.nonzero(wood)
    if not rows.size:
        return 1.0
    foot = columns[rows >= rows.max() - 1]
    middle = columns.mean()
    inside = min(middle - foot.min(), foot.max() - middle) * WINDOW / len(image)
    return rising(float(inside) / SHARP)


def height(image: Picture) -> float:
    """Expect the less of a tower the higher it is, and to stand up to 22 cm."""
    rows = np.flatnonzero(_wood(image).any(axis=1))
    high = (len(_wood(image)) - rows.min()) * WINDOW / len(image) if rows.size else 0.0
    return rising((HIGH - float(high)) / HIGHER)


def _wood(image: Picture) -> npt.NDArray[np.bool_]:
    """Return where there is wood, from the top of the picture down to the table."""
    table = round(len(image) * (1 - FOOT / WINDOW))
    return image[:table] > TABLE + (255 - TABLE) // 20
