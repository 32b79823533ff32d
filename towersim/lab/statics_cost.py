"""CPU time of exact statics by number of blocks, compared with a plain linear program.

The plain program follows the literature: `scipy.optimize.linprog` with HiGHS and its defaults, on
the same rows. It decides whether forces balance every block, or finds the margin in a direction; it
does not detect jamming. Contacts are found before both.
"""

import math
import time
from collections.abc import Callable, Iterator
from statistics import fmean, median

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_array

from towersim.lab.hard_towers import hard_tower
from towersim.lab.towers import pyramid, tower, wall
from towersim.scene.contacts import joints
from towersim.scene.scene import Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.equilibrium import label, limits, signed_margin, stands
from towersim.statics.linear_program import Columns

WALLS = ((10, 10), (20, 20), (25, 40))
"""Bricks per course and courses of walls of 100, 400 and 1000 bricks."""
TOWERS = 50
"""Number of towers of each kind, as a sample of the benchmark's."""
ENOUGH, ROUNDS = 0.5, 9
"""A timing is repeated until it took `ENOUGH` seconds in total, at most `ROUNDS` times."""


def measured() -> Iterator[tuple[str, float]]:
    """Yield a description of each timing and its CPU seconds."""
    asked = [tower(1, n).scene for n in range(TOWERS)]
    asked += [hard_tower(1, n).scene for n in range(TOWERS)]
    each = [timed(signed_margin, scene) for scene in asked]
    yield "label and margin of a benchmark tower, median", median(each)
    yield "label and margin of a benchmark tower, mean", fmean(each)
    for name, scene in scenes():
        yield f"label of {name}", timed(stands, scene)


def compared() -> Iterator[tuple[str, float]]:
    """Yield the costs of a label and of a margin relative to the plain program."""
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
    """Return the exponent p of the cost n^p of the label of a wall of n bricks."""
    sizes = [wide * courses for wide, courses in WALLS]
    seconds = [timed(stands, wall(*size)) for size in WALLS]
    return math.log(seconds[-1] / seconds[0]) / math.log(sizes[-1] / sizes[0])


def timed(ask: Callable[..., object], *about: object) -> float:
    """Return the median CPU seconds of a call, repeated if it is short."""
    each: list[float] = []
    while sum(each) < ENOUGH and len(each) < ROUNDS:
        began = time.process_time()
        ask(*about)
        each.append(time.process_time() - began)
    return median(each)


def plain_margin(rows: Balance, way: int) -> float:
    """Return λ by the plain program towards +x (`way` 1) or -x (-1); 0: only solve for balance."""
    columns = rows.columns(1.0, rows.friction).beside(rows.columns(1.0, -rows.friction))
    sideways = np.arange(0, rows.size, 3)
    push = Columns(np.zeros(1, np.int64), sideways, np.full(len(sideways), float(way)))
    all_ = columns.beside(push)
    ends = np.append(all_.starts, len(all_.rows))
    matrix = csc_array((all_.values, all_.rows, ends), shape=(rows.size, len(all_.starts)))
    cost = np.zeros(matrix.shape[1])
    cost[-1] = -abs(way)
    return -float(linprog(cost, A_eq=matrix, b_eq=rows.load(0.0, 1.0)).fun)
