"""Impact sounds of a world, against the mechanics of a dropped block."""

import math

import pytest
from msgspec.structs import replace

from tests.matches import GOLDEN
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box, Circle, Shape
from towersim.match.record import read
from towersim.physics.profile import TABLE_3
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.table.placing import Motion, each_tick, resimulate
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.theatre.timeline import Timeline


def heard(shape: Shape, height: float, seconds: float, push: float = 0.0) -> list[Impact]:
    """Return the impacts of a block dropped from this height of its lower side."""
    half = shape.radius if isinstance(shape, Circle) else 0.01
    pose = Pose(0.1, half + height, 0.0)
    block = Block(BlockId("a"), shape, Material(), 0.02, pose)
    world = World(Scene(TableTop(), (block,)), TABLE_3)
    if push:
        world._bodies[0].angular_velocity = push
    reader = ImpactReader()
    found: list[Impact] = []
    for _ in range(round(seconds * TABLE_3.tick_hz)):
        found += reader.read(world)
        world.tick()
    return found


def test_a_dropped_block_hits_the_table_with_its_momentum() -> None:
    first, *_ = heard(Box(0.02, 0.02), 0.1, 0.5)
    mass = 0.02 * 0.02 * 0.02 * 700
    assert first.impulse == pytest.approx(mass * math.sqrt(2 * 9.81 * 0.1), rel=0.08)
    assert first.size == pytest.approx(0.02)
    assert first.on_table
    assert first.x == pytest.approx(0.1, abs=0.011)


def test_a_fixed_block_is_as_hard_as_the_table() -> None:
    (pier,) = Scene.boxes([[0.0, 0.01, 0.0, 0.1, 0.02]], density=70.0).blocks
    cube = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.13, 0.0))
    onto = World(Scene(TableTop(), (replace(pier, fixed=True), cube)), TABLE_3)
    reader, found = ImpactReader(), list[Impact]()
    for _ in range(round(0.5 * TABLE_3.tick_hz)):
        found += reader.read(onto)
        onto.tick()
    assert found[0].impulse == pytest.approx(heard(cube.shape, 0.1, 0.5)[0].impulse, rel=0.05)


def test_a_deeper_fall_is_a_harder_blow_and_rest_is_silent() -> None:
    low, high = (heard(Box(0.02, 0.02), height, 0.5)[0].impulse for height in (0.02, 0.2))
    assert high > 2.5 * low
    assert heard(Box(0.02, 0.02), 0.0, 0.5) == []


def test_a_disc_that_turns_on_the_table_makes_a_rolling_sound() -> None:
    rolls = [impact for impact in heard(Circle(0.02), 0.0, 0.3, push=-20.0) if impact.rolls]
    assert len(rolls) > 10
    assert not [impact for impact in heard(Circle(0.02), 0.0, 0.3) if impact.rolls]


def test_a_new_world_begins_without_impacts() -> None:
    block = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    reader = ImpactReader()
    for _ in range(3):
        assert reader.read(World(Scene(TableTop(), (block,)), TABLE_3)) == ()
        assert reader.read(None) == ()


def test_recording_impacts_changes_no_bit_of_a_move() -> None:
    timeline = Timeline(read(GOLDEN))
    move = next(move for move in timeline.moves if move.motion is not None)
    assert isinstance(move.motion, Motion)
    reader, found = ImpactReader(), 0
    for placing in each_tick(move.before, move.motion, timeline.profile):
        found += len(reader.read(placing.world))
    assert found
    assert placing.result() == move.motion == resimulate(move.before, move.motion, timeline.profile)
