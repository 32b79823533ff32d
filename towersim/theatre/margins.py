"""How steadily the tallest tower of a table stands, by statics alone."""

from towersim.geometry.touching import SETTLED
from towersim.scene import Scene
from towersim.statics.equilibrium import margin
from towersim.table import Table


def margin_of_tallest(table: Table) -> float | None:
    """Return the margin of the tallest tower, the tangent of a tilt; None if nothing stands.

    0 where statics finds no forces that hold it: it leans on less than it seems to. Inf if no
    tilt brings it down. Costs milliseconds for ten blocks, growing with their number.
    """
    tallest = table.tallest()
    if not tallest:
        return None
    blocks = tuple(table.block(placed) for placed in table.towers[tallest[0]])
    return margin(Scene(table.setup.table, (*table.setup.fixed, *blocks)), SETTLED) or 0.0
