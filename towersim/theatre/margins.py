"""The margin of the tallest tower of a table, by statics."""

from msgspec.structs import replace

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
    towers = table.towers if table.setup.anywhere else (table.towers[tallest[0]],)
    return margin(replace(table, towers=towers).scene()) or 0.0
