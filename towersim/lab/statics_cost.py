"""What exact statics costs by the number of blocks, with contact finding: wall clock seconds."""

import math
import time
from collections.abc import Callable, Iterator

from towersim.lab.towers import pyramid, wall
from towersim.scene import Scene
from towersim.statics.equilibrium import margin, stands

WALLS = ((5, 4), (10, 10), (20, 20), (25, 40))
"""Walls of 20, 100, 400 and 1000 bricks: how wide, how many courses."""


def measured() -> Iterator[tuple[str, float]]:
    """Yield what was asked of which scene, and how many seconds that took."""
    timed(margin, wall(1, 1))
    for wide, courses in WALLS:
        yield f"label of a wall of {wide * courses}", timed(stands, wall(wide, courses))
    yield "margin of a wall of 20", timed(margin, wall(*WALLS[0]))
    for wide in (5, 13, 25):
        it = pyramid(wide)
        yield f"label of a pyramid of {len(it.blocks)}", timed(stands, it)
        yield f"margin of a pyramid of {len(it.blocks)}", timed(margin, it)


def growth() -> float:
    """Return p where the seconds that the label of a wall of n takes grow like n to the p."""
    sizes = [wide * courses for wide, courses in WALLS[1:]]
    seconds = [timed(stands, wall(*size)) for size in WALLS[1:]]
    return math.log(seconds[-1] / seconds[0]) / math.log(sizes[-1] / sizes[0])


def timed(ask: Callable[[Scene], object], scene: Scene) -> float:
    """Return the seconds that one question took."""
    began = time.perf_counter()
    ask(scene)
    return time.perf_counter() - began
