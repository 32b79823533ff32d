"""The cost of exact statics by the number of blocks, in CPU time, beside a plain linear program.

The plain one is what a reader of the literature would write: `scipy.optimize.linprog` with HiGHS as
it comes, on the same rows. It answers whether forces balance every block, or how far the scene may
be pushed each way; it does not know what jams. Contacts are found before both.
"""

import math
import time
from collections.abc import Callable, Iterator
from statistics import fmean, median

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_array

from towersim.contacts import joints
from towersim.lab.hard_towers import hard_tower
from towersim.lab.towers import pyramid, tower, wall
from towersim.scene import Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.equilibrium import label, limits, signed_margin, stands
from towersim.statics.linear_program import Columns

WALLS = ((10, 10), (20, 20), (25, 40))
"""Walls of 100, 400 and 1000 bricks: how wide, how many courses."""
TOWERS = 50
"""The number of towers of each kind that stand for those of the benchmark."""
ENOUGH, ROUNDS = 0.5, 9
"""A question is asked again until it took this many seconds in all, or was asked so often."""


def measured() -> Iterator[tuple[str, float]]:
    """Yield what was asked of which scene, and the seconds that it took."""
    asked = [tower(1, n).scene for n in range(TOWERS)]
    asked += [hard_tower(1, n).scene for n in range(TOWERS)]
    each = [timed(signed_margin, scene) for scene in asked]
    yield "label and margin of a benchmark tower, median", median(each)
    yield "label and margin of a benchmark tower, mean", fmean(each)
    for name, scene in scenes():
        yield f"label of {name}", timed(stands, scene)


def compared() -> Iterator[tuple[str, float]]:
    """Yield the cost of a label and of a margin as shares of that of the plain program."""
    for name, scene in scenes():
        found = list(joints(scene))
        rows = balance(scene, found)
        plain = timed(plain_margin, rows, 0)
        ways = timed(plain_margin, rows, 1) + timed(plain_margin, rows, -1)
        yield f"label of {name} beside a plain program", timed(label, rows) / plain
        both = timed(label, rows) + timed(limits, rows)
        yield f"label and margin of {name} beside a plain program", both / (plain + ways)


def scenes() -> Iterator[tuple[str, Scene]]:
    """Yield structures of 20, 100, 325 and 1000 blocks."""
    yield "a wall of 20", wall(5, 4)
    yield "a wall of 100", wall(10, 10)
    yield "a pyramid of 325", pyramid(25)
    yield "a wall of 1000", wall(25, 40)


def growth() -> float:
    """Return p where the seconds that the label of a wall of n takes grow like n to the p."""
    sizes = [wide * courses for wide, courses in WALLS]
    seconds = [timed(stands, wall(*size)) for size in WALLS]
    return math.log(seconds[-1] / seconds[0]) / math.log(sizes[-1] / sizes[0])


def timed(ask: Callable[..., object], *about: object) -> float:
    """Return the CPU seconds that a question takes: the median of many, or one that takes long."""
    each: list[float] = []
    while sum(each) < ENOUGH and len(each) < ROUNDS:
        began = time.process_time()
        ask(*about)
        each.append(time.process_time() - began)
    return median(each)


def plain_margin(rows: Balance, way: int) -> float:
    """Return λ by the plain program, towards +x (1) or -x (-1), or only whether forces balance."""
    columns = rows.columns(1.0, rows.friction).beside(rows.columns(1.0, -rows.friction))
    sideways = np.arange(0, rows.size, 3)
    push = Columns(np.zeros(1, np.int64), sideways, np.full(len(sideways), float(way)))
    all_ = columns.beside(push)
    ends = np.append(all_.starts, len(all_.rows))
    matrix = csc_array((all_.values, all_.rows, ends), shape=(rows.size, len(all_.starts)))
    cost = np.zeros(matrix.shape[1])
    cost[-1] = -abs(way)
    return -float(linprog(cost, A_eq=matrix, b_eq=rows.load(0.0, 1.0)).fun)
