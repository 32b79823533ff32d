"""The seventy blocks on the table: all come to rest, and hollow ones hold, hang and span."""

import math

import numpy as np
import pytest
from msgspec.structs import replace

from tests.physics.builders import ball, on_table, run, world_of
from towersim.common.units import BlockId, Pose
from towersim.files.level import load_pieces
from towersim.geometry.convex import convex_hull, resting
from towersim.geometry.shapes import Polygon, extent
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import settle
from towersim.physics.world import World
from towersim.scene.scene import Block

PIECES = load_pieces("blocks")
MM = 0.001


def block(name: str, x: float, low: float, angle: float = 0.0) -> Block:
    """Return a piece with its lowest point `low` above the table; metres and radians."""
    piece = PIECES[name]
    y = low - extent(piece.shape, Pose(0.0, 0.0, angle))[0].y
    return Block(BlockId(name), piece.shape, piece.material, piece.depth, Pose(x, y, angle))


def test_every_piece_rests_on_its_best_side_and_does_not_creep() -> None:
    best = {name: resting(piece.shape)[0] for name, piece in PIECES.items()}
    assert min(rest.tilt for rest in best.values()) > 0.08, "not even the ring rolls away"
    row = [block(name, 0.08 * i, 0.0, rest.angle) for i, (name, rest) in enumerate(best.items())]
    world = World(on_table(row, width=12.0), TABLE_3)
    assert settle(world).rest
    rest = world.poses
    assert np.abs(rest - world.starts)[:, 2].max() < 0.02, "each stays on that side"
    run(world, 2.0)
    crept = np.hypot(*(world.poses - rest)[:, :2].T)
    moved = {b.id: far for b, far in zip(row, crept.tolist(), strict=True) if far > 0.04 * MM}
    assert moved == {}
    assert np.abs(world.poses - rest)[:, 2].max() < 0.0008


def test_most_pieces_stand_as_they_are_drawn() -> None:
    upright = {
        name: max((r.tilt for r in resting(piece.shape) if r.angle == 0.0), default=0.0)
        for name, piece in PIECES.items()
    }
    names = [name for name, margin in upright.items() if margin > 0.1]
    assert len(names) > 55
    world = World(on_table([block(n, 0.08 * i, 0.0) for i, n in enumerate(names)], 12.0), TABLE_3)
    assert settle(world).rest
    tilted = np.abs(world.poses[:, 2]) > 0.01
    assert [name for name, fell in zip(names, tilted, strict=True) if fell] == []


ARCHES = [("bridge", "short-tube"), ("church-door", "small-cone")]


@pytest.mark.parametrize(("arch", "under"), ARCHES)
def test_an_arch_lands_on_the_table_over_a_piece_that_fits_under_it(arch: str, under: str) -> None:
    low = block(under, 0.0, 0.0)
    top = extent(low.shape, low.pose)[1].y
    world = world_of(low, block(arch, 0.0, top + MM))
    assert settle(world).rest
    assert world.pose(0) == pytest.approx(low.pose, abs=0.1 * MM)
    assert world.pose(1) == pytest.approx(block(arch, 0.0, 0.0).pose, abs=0.1 * MM)
    assert touching(world) == {(-1, 0), (-1, 1)}


@pytest.mark.parametrize(("arch", "under"), ARCHES)
def test_the_same_arch_filled_up_lands_on_the_piece(arch: str, under: str) -> None:
    low, over = block(under, 0.0, 0.0), block(arch, 0.0, 0.0)
    top = extent(low.shape, low.pose)[1].y
    assert isinstance(over.shape, Polygon)
    filled = replace(over, shape=Polygon(tuple(convex_hull(over.shape.outline))))
    world = world_of(low, replace(filled, pose=Pose(0.0, over.pose.y + top, 0.0)))
    run(world, 0.1)
    assert (0, 1) in touching(world)


def touching(world: World) -> set[tuple[int, int]]:
    return {(int(row["a"]), int(row["b"])) for row in world.contacts()}


def hung(name: str, angle: float, inner_top: float) -> World:
    """Return a piece 1 mm above a fixed peg, on which its inner edge at `inner_top` (m) lands."""
    radius, high = 0.005, 0.1
    peg = replace(ball("peg", radius, 0.0, high), fixed=True)
    piece = block(name, 0.0, 0.0, angle)
    middle = Pose(0.0, high + radius + MM - inner_top, angle)
    return world_of(peg, replace(piece, pose=middle))


def test_a_ring_hangs_on_a_peg() -> None:
    ring = PIECES["ring"].shape
    assert isinstance(ring, Polygon)
    inside = max(p.y for p in ring.holes[0])
    world = hung("ring", 0.0, inside)
    run(world, 5.0)
    assert world.first_touch == {}
    x, y, _ = world.pose(1)
    assert math.hypot(x, y - 0.1) == pytest.approx(inside - 0.005, abs=0.3 * MM)
    assert abs(x) < 2 * MM


def test_a_hook_hangs_on_a_peg_by_its_bend() -> None:
    world = hung("j-hook", math.pi, 0.012)
    run(world, 5.0)
    assert world.first_touch == {}
    assert touching(world) == {(0, 1)}


def test_a_bowl_holds_an_egg() -> None:
    bowl = block("shallow-bowl", 0.0, 0.0)
    egg = block("egg", 0.001, 0.006, 1.6)
    world = world_of(bowl, egg)
    assert settle(world).rest
    assert BlockId("egg") not in world.first_touch
    assert touching(world) == {(-1, 0), (0, 1)}
    x, y, _ = world.pose(1)
    assert abs(x) < 8 * MM
    assert 0.014 < y < 0.02


@pytest.mark.parametrize(
    ("below", "above"), [("egg-cup", "egg"), ("u-block", "square-slab"), ("v-notch", "diamond")]
)
def test_a_hollow_holds_a_piece_put_into_it(below: str, above: str) -> None:
    base = block(below, 0.0, 0.0)
    top = extent(base.shape, base.pose)[1].y
    world = world_of(base, block(above, 0.0, top - 4 * MM))
    assert settle(world).rest
    assert (0, 1) in touching(world)
    assert BlockId(above) not in world.first_touch
