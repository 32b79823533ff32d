"""The margin of the tallest tower of a table, by statics."""

from towersim.geometry.touching import SETTLED
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import margin
from towersim.table.table import Table


def margin_of_tallest(table: Table) -> float | None:
    """Return the margin of the tallest tower, as the tangent of a tilt; None without towers.

    Where blocks may be put down anywhere, towers are single blocks, and the margin is that of all.
    0 if statics finds no contact forces in equilibrium, inf if no tilt brings it down. Takes
    milliseconds for ten blocks, growing with their number.
    """
    tallest = table.tallest()
    if not tallest:
        return None
    if table.setup.anywhere:
        return margin(table.scene(), SETTLED) or 0.0
    blocks = tuple(table.block(placed) for placed in table.towers[tallest[0]])
    return margin(Scene(table.setup.table, (*table.setup.fixed, *blocks)), SETTLED) or 0.0
