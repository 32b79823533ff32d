"""Free tables for tests."""

from towersim.common.units import BlockId, Pose, Target
from towersim.free_table.history import SimulationState, Snapshot
from towersim.free_table.table import FreeTable
from towersim.geometry.shapes import Box
from towersim.scene.scene import Block, Material, Scene, TableTop

CUBE = Box(0.02, 0.02)


def cube(name: str, x: float, y: float) -> Block:
    """Return a wooden cube of 20 mm with its centre at (x, y), in metres."""
    return Block(BlockId(name), CUBE, Material(), 0.02, Pose(x, y, 0.0))


def scene(*blocks: Block) -> Scene:
    """Return a scene of these blocks."""
    return Scene(TableTop(), blocks)


def stack(count: int = 2) -> FreeTable:
    """Return a table with a stack of cubes at rest."""
    return FreeTable(
        Snapshot(scene(*(cube(f"cube-{n}", 0.0, 0.02 * n - 0.01) for n in range(1, count + 1))))
    )


def frozen(*blocks: Block) -> FreeTable:
    """Return a table in the frozen state."""
    return FreeTable(Snapshot(scene(*blocks), SimulationState.FROZEN))


def rest(table: FreeTable) -> None:
    """Simulate until nothing moves; at most 3000 ticks."""
    for _ in range(3000):
        if not table.is_moving:
            return
        table.tick()
    raise AssertionError("it does not come to rest")


def carry(table: FreeTable, x: float, y: float, ticks: int = 90) -> None:
    """Carry the held block to (x, y), release it and wait for rest."""
    for _ in range(ticks):
        table.tick(Target(x, y))
    table.let_go()
    rest(table)
