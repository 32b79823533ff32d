"""Why a tower fell, as everybody at the table sees it: from where its blocks lie."""

from collections.abc import Collection, Iterable
from typing import Final

from towersim.scene import extent
from towersim.table import Figure
from towersim.units import BlockId

TOUCHES: Final = 0.002
"""A block no higher than this above the table, in metres, lies on it."""


def why_fallen(blocks: Iterable[Figure], base: Collection[BlockId], half: float) -> str:
    """Return a sentence about the blocks of a fallen tower; only the base may lie on the table.

    `half` is half the table's width in metres. What neither lies on the table nor is gone from it
    was caught by another tower, or slid off its own.
    """
    lows = [(figure, extent(figure.shape, figure.pose)[0].y) for figure in blocks]
    gone = [f for f, low in lows if abs(f.pose.x) > half or low < -TOUCHES]
    lying = [f for f, low in lows if f not in gone and f.id not in base and low <= TOUCHES]
    for some, did in ((lying, "touched the table"), (gone, "fell off the table")):
        if some:
            who = f"{len(some)} cubes" if len(some) > 1 else f"A {some[0].kind} cube"
            return f"{who} {did}."
    return "A cube came off it."
