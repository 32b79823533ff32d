"""The cause of a collapse, from a record."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests import known
from tests.bausack_tables import ONE, found, give, led, let_go, people, two_towers
from tests.examples import slow
from tests.matches import GAME, at, fresh, last_motion, lead, motions, pass_on, put, tall
from tests.practice.planned import match_of
from towersim.common.slices import finished
from towersim.common.units import BlockId, Pose, Seat, Target, TowerId, Vec
from towersim.files.challengefile import find_challenge
from towersim.files.level import load_table
from towersim.geometry.shapes import Box
from towersim.match.match import Match
from towersim.match.record import read
from towersim.physics import collapse
from towersim.physics.collapse import Collapse, Way
from towersim.physics.profile import TABLE_3, Profile
from towersim.physics.world import World
from towersim.rules.base import Place, StartTower, TakeOut
from towersim.rules.practice.challenge import table_of
from towersim.table import forensics
from towersim.table.disturbance import Disturbance, QuakeStress, TiltStress
from towersim.table.forensics import block_names, why_it_fell, why_it_moved, why_told
from towersim.table.placing import Motion, Placing
from towersim.table.table import Placed, Table


@pytest.fixture
def overhanging() -> tuple[Match, Table, Motion]:
    """Return a cube released with its centre 2 mm beyond the edge of the base."""
    match = fresh()
    table, x = match.table, match.table.towers[1][0].pose.x + 0.012
    match.lift("red")
    lead(match, Vec(x, 0.1), Vec(x, 0.0305), speed=0.1)
    return match, table, last_motion(match)


def why(of: tuple[Match, Table, Motion]) -> Collapse:
    match, table, motion = of
    return known(finished(why_it_fell(table, motion, match.profile)))


def test_a_cube_with_its_centre_beyond_the_edge_tips_over_it(
    overhanging: tuple[Match, Table, Motion],
) -> None:
    match, table, motion = overhanging
    found = why(overhanging)
    assert (found.way, found.direction, found.block) == (Way.TIPPED, "right", motion.block.id)
    assert found.overhang == pytest.approx(0.002, abs=0.0005)
    assert motion.let_go - 5 <= found.tick <= motion.fell[0].tick
    said = why_told(table, motion, match.profile)
    assert said.startswith("The second cube (red) tipped over the right edge of the ")
    assert finished(why_it_fell(table, motion, match.profile)) == found, "always the same"


def test_what_a_cube_touched_in_the_hand_does_not_explain_its_fall() -> None:
    match = fresh()
    table, x = match.table, match.table.towers[1][0].pose.x
    match.lift("red")
    lead(match, Vec(x + 0.004, 0.1), Vec(x + 0.004, 0.02), speed=0.1)
    lead(match, Vec(x + 0.1, 0.2), Vec(x - 0.012, 0.04), Vec(x - 0.012, 0.0305), speed=0.3)
    motion = last_motion(match)
    found = why((match, table, motion))
    assert (found.way, found.direction) == (Way.TIPPED, "left")
    assert found.tick >= motion.let_go - 5


@pytest.mark.parametrize("angle", [0.0, 0.2, 0.5, 1.2])
def test_a_block_beside_the_tower_found_nothing_to_rest_on(angle: float) -> None:
    # Turned, it tips over on the table.
    assert told_of_drop(0.024, angle).endswith("(red) found nothing to rest on.")


def test_the_fall_of_a_block_that_was_dropped_is_not_blamed_on_its_neighbours() -> None:
    assert told_of_drop(0.0097, 0.0).endswith(": it was still moving when it came down.")
    for side, sign in (("right", 1), ("left", -1)):  # it lands on its near corner
        said = told_of_drop(sign * 0.006, sign * 0.35)
        assert f" over the {side} edge of the blue cube: it was still" in said
    assert told_of_drop(0.0, 0.0) == "", "it stands"


@pytest.mark.parametrize(
    ("drop", "side"),
    [((-0.0047, 0.26, 0.05, -0.008), "left"), ((0.004, 0.3, 0.1), "right")],
    ids=["its centre was within the edge as it landed", "it bounced off at once"],
)
def test_a_block_that_lands_on_its_tower_tips_to_where_it_goes(
    drop: tuple[float, ...], side: str
) -> None:
    assert f"(red) tipped over the {side} edge of the blue cube: it was still" in told_of_drop(
        *drop
    )


def told_of_drop(aside: float, angle: float, high: float = 0.0, drift: float = 0.0) -> str:
    """Return the cause of the fall of a red cube that is dropped beside the middle of another.

    From `high` above it the hand lets go, which moved by `drift` in the last tenth of a second.
    """
    match = fresh()
    table, x = match.table, match.table.towers[1][0].pose.x + aside
    if high:
        match.lift("red")
        lead(match, Vec(x - drift, 0.02 + high))
        for tick in range(-60, 12):
            match.tick(Target(x - drift * (1 - max(tick, 0) / 12), 0.02 + high, angle))
    else:
        match.drop(Place("red", TowerId(1)), x, angle)
    return why_told(table, last_motion(match), match.profile)


def test_of_a_long_carry_the_last_seconds_are_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forensics, "WATCHED", 0.5)
    match, looks = fresh(), list[int]()
    table, (x, y, _) = match.table, match.table.towers[1][0].pose
    match.lift("red")
    lead(match, Vec(x + 0.024, y + 0.1), Vec(x + 0.024, y + 0.1), speed=0.1)
    for _ in range(120):
        match.tick()
    motion = last_motion(match)
    finished(why_it_fell(table, motion, TABLE_3, lambda world: looks.append(world.ticks)))
    assert looks[0] == motion.let_go - 60 > 1
    looks.clear()
    finished(why_it_moved(table, motion, TABLE_3, on_tick=lambda world: looks.append(world.ticks)))
    assert looks[0] == motion.let_go - 120 > 1


def test_a_piece_that_touched_the_table_in_the_hand_or_another_tower_did_not_fall_off() -> None:
    table = two_towers([("brick", 0.0)], [("barrel", 0.0)])
    (home, away), low = table.setup.spots, 0.0381 + 0.0159 / 2 + 0.001
    ways = {"touched the table in the hand": (home + 0.1, 0.005), "came to rest": (away, low)}
    for why, end in ways.items():
        placing = Placing(table, "square-slab", ONE, TABLE_3)
        led(placing, (end[0], 0.1), end)
        assert why_told(table, let_go(placing, ONE), TABLE_3).startswith(f"The square slab {why}")


@pytest.mark.parametrize(
    ("base", "kind", "x", "angle", "told"),
    [
        # The round foot of the egg rolls away as the T block turns over.
        ("egg", "t-block", -0.004, 3.1416, "The T block tipped over the left edge of the egg"),
        # No slope is named where an edge holds a corner.
        ("little-tree", "slide", 0.003, 3.1416, "The slide slid to the right on the little tree"),
        ("small-cone", "rounded-brick", 0.01, 0.0, "The rounded brick tipped over the right edge"),
        # It rolls back when the arch has slid off.
        ("cheese", "low-arch", -0.006, 0.0, "The cheese tipped over its own left edge: with"),
    ],
)
def test_a_piece_too_far_out_is_not_said_to_push_or_to_slide_down(
    base: str, kind: str, x: float, angle: float, told: str
) -> None:
    match = people("Ann", "Ben")
    found(match, base, match.setup.spots[0])
    give(match, kind, Seat(0))
    table = match.table
    match.drop(Place(kind, ONE), match.setup.spots[0] + x, angle)
    said = why_told(table, last_motion(match), match.profile)
    assert said.startswith(told)
    weight = "the weight above was " if kind == "low-arch" else ": its weight was "
    assert weight in said


def test_a_tower_that_was_only_pushed_does_not_explain_the_fall_of_the_block_in_the_hand() -> None:
    match = fresh()
    table = match.table
    match.lift("red")
    lead(match, at(match, 1, -0.06, 0.0105), at(match, 1, 0.0, 0.0105), speed=0.2)
    lead(match, at(match, 1, -0.004, 0.0105), speed=0.2)
    told = why_told(table, last_motion(match), match.profile)
    assert told == "The second cube (red) found nothing to rest on."


@pytest.mark.parametrize(
    ("high", "told"),
    [
        (0.05, "The hand pushed the third cube (blue): "),
        (0.03, "The hand knocked the second cube (blue): "),
        (0.05, "The fifth cube (red) pushed its neighbours"),
    ],
    ids=["pushed", "knocked", "pushed long before"],
)
def test_a_tower_that_gave_way_to_the_hand_is_told_though_the_held_block_falls_first(
    high: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "hand" not in told:  # no touch of it is remembered
        monkeypatch.setattr(collapse, "_pushed", lambda *_: ())
    match = tall()
    table = match.table
    match.lift("red")
    lead(
        match,
        *(at(match, 0, *way) for way in ((-0.05, 0.2), (-0.05, high), (-0.007, high))),
        speed=0.2,
    )
    motion = last_motion(match)
    assert len(motion.fell) > 1
    assert motion.fell[0].block == motion.block.id
    said = why_told(table, motion, match.profile)
    assert said.startswith(told)


@pytest.mark.parametrize(
    ("aside", "high", "end", "told"),
    [
        (0.05, 0.21, 0.016, "eleventh cube (blue): the fifth"),
        (0.06, 0.14, 0.014, "seventh cube (blue): the fourth"),
        (-0.06, 0.187, -0.014, "ninth cube (blue): the fifth"),
        (0.06, 0.21, 0.012, "tenth cube (blue): the sixth"),
    ],
    ids=["its pusher has come down", "it leant as it was pushed", "it sways as one", "leans far"],
)
def test_a_tall_tower_that_still_leans_was_pushed(
    aside: float, high: float, end: float, told: str
) -> None:
    table = fresh().table
    x = table.setup.spots[0]
    cubes = (
        Placed(BlockId(f"blue-{n + 9}"), "blue", Pose(x, 0.02 * n + 0.01, 0)) for n in range(18)
    )
    table = replace(table, towers=(tuple(cubes), *table.towers[1:]), used=40)
    placing = Placing(table, "red", TowerId(0), TABLE_3)
    led(placing, (x + aside, 0.42), (x + aside, high), (x + end, high))
    said = why_told(table, let_go(placing, TowerId(0)), TABLE_3)
    assert said.startswith(f"The hand pushed the {told} cube (blue) tipped ")


def practised(name: str, moves: str) -> tuple[Table, Motion, Profile]:
    """Return the last of some moves "piece x [angle]" of a challenge, and the table before it."""
    match = match_of(find_challenge(name))
    for number, move in enumerate(moves.split(", ")):
        table, (kind, x, *angle) = match.table, move.split()
        match.drop(StartTower(kind, TowerId(number)), float(x), float(angle[0] if angle else 0))
    return table, last_motion(match), match.profile


MOVES_AND_FALLS = """
egg-cup: cube 0.02, cube -0.015, cup 0.0003 0.02, egg 0.0088
The egg tipped over the right edge of the cup: its weight was 0.1 mm too far out.
egg-cup: cube 0.02, cube -0.015, cup -0.0005 0.02, egg -0.001
The egg slid to the left on the cup: 49° is too steep, friction holds up to 27°.
egg-cup: cube 0.011, cube -0.015, cup 0.0081 3.1416, egg 0.0026 3.1416
The egg tipped over the right edge of the cup: its weight was 3.7 mm too far out.
egg-cup: cube 0.012, cube -0.012, cup 0.006, egg 0
The cup tipped over its own right edge: the egg pushed it as it came down.
egg-cup: cube 0.012, cube -0.012, cup 0.002, egg 0.01
The cup tipped over its own left edge: the egg pushed it as it came down.
under-the-ledge: plank 0.9
The plank found nothing to rest on.
helper: plank -0.165
The plank tipped over the right edge of the left pier: its weight was 10.0 mm too far out.
helper: plank -0.245
The plank tipped over the left edge of the left pier: its weight was 10.0 mm too far out.
plank-bridge: plank -0.045 0.05
The plank tipped over the right edge of the left pier: its weight was 5.0 mm too far out.
plank-bridge: plank -0.008
The plank tipped over the left edge of the right pier: its weight was 58.0 mm too far out.
wide-stance: beam -0.018, beam 0, cube -0.05 -0.8
The cube tipped over the left edge of the second beam: its weight was 10.1 mm too far out.
"""
"""Challenges with moves, and what is said about the fall in the last one.

The fourth cup rocks to the other side first, the fifth falls off two supports to the left. Planks
still lean on a pier with one end; the third one met it with its near end first. The last one tips
off the higher pier onto the other one, and turns back as it leaves it. The cube meets the first
beam on its way down, farther out.
"""


FALLS = MOVES_AND_FALLS.strip().split("\n")


@pytest.mark.parametrize(
    ("name", "moves", "told"),
    [(*moves.split(": "), told) for moves, told in zip(FALLS[::2], FALLS[1::2], strict=True)],
)
def test_the_fall_of_a_piece_on_its_way_is_told(name: str, moves: str, told: str) -> None:
    assert why_told(*practised(name, moves)) == told


def test_a_block_that_only_rocked_is_not_blamed() -> None:
    match = match_of(find_challenge("wall"))
    for place in (1, 5, 14):
        match.submit(TakeOut(TowerId(place)))
        table, taken = match.table, match.taken
        match.settle()
    # The second coping leans for a moment, as the first one slides off what tips under both.
    told = why_told(table, known(match.last_shift), match.profile, taken)
    assert told.endswith(": the twelfth brick tipped over the left edge of the tenth brick.")


def test_what_was_knocked_down_long_before_did_not_look_for_a_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forensics, "WATCHED", 0.1)
    table, motion, _ = practised("egg-cup", "cube 0.0, cube 0.0")
    table = table.settled(dict(motion.poses), motion.block, motion.tower, ())
    placing = Placing(table, "cup", TowerId(2), TABLE_3)
    led(placing, (-0.1, 0.1), (-0.1, 0.031), (0.02, 0.031), (0.2, 0.2), (0.2, 0.031))
    told = why_told(table, let_go(placing, TowerId(2)), TABLE_3)
    assert told == "The second cube was pushed out of its place."


@pytest.mark.parametrize("angle", [-0.15, -0.395])
def test_what_hangs_over_two_edges_tips_to_the_side_it_turns_to(angle: float) -> None:
    """Its centre is below the upper edge, so it first moves to the other side."""
    found = finished(why_it_moved(*practised("under-the-ledge", f"plank 0.1734 {angle}")))
    assert isinstance(found, Collapse)
    assert (found.way, found.direction, found.support) == (Way.TIPPED, "right", "ledge")
    assert found.overhang == pytest.approx(0.063, abs=0.002)


def test_a_block_slides_to_where_it_goes_though_it_turns_to_the_other_side() -> None:
    """The point of a pyramid stands on a roof, left of the ridge."""
    table, motion, profile = practised("points-and-notches", "house 0, pyramid -0.0055 3.12")
    assert dict(motion.poses)[motion.block.id].x < -0.02
    said = why_told(table, motion, profile)
    assert said.startswith("The pyramid slid to the left on the house: ")


def test_blocks_are_named_by_kind_or_by_storey(overhanging: tuple[Match, Table, Motion]) -> None:
    _, table, motion = overhanging
    name = block_names(table, motion, motion.block.id)
    kinds = [placed.kind for tower in table.towers for placed in tower]
    assert name(None) == "the table"
    for tower in table.towers:
        base = tower[0]
        alone = [*kinds, motion.block.kind].count(base.kind) == 1
        of = "" if tower is table.towers[1] else f" of tower {table.towers.index(tower) + 1}"
        first = f"the first cube ({base.kind}){of}"
        assert name(base.id) == (f"the {base.kind} cube" if alone else first)
    assert name(BlockId(motion.block.id)) == f"the second cube ({motion.block.kind})"


def test_of_a_tilt_only_the_last_three_seconds_are_analysed() -> None:
    setup = load_table(GAME)
    column = tuple(
        Placed(BlockId(f"red-{i}"), "red", Pose(0, 0.01 + 0.02 * i, 0)) for i in range(8)
    )
    table, stress = Table(setup, (column, (), (), ()), 8), TiltStress(-1)
    tilted = Disturbance(table, TABLE_3, stress)
    while not tilted.at_rest:
        tilted.tick()
    looks: list[int] = []
    motion = tilted.result()
    why = why_it_moved(table, motion, TABLE_3, stress, lambda world: looks.append(world.ticks))
    found = finished(why)
    assert looks == [*range(tilted.world.ticks - TABLE_3.ticks(3.0), tilted.world.ticks + 1)]
    assert isinstance(found, Collapse)
    assert (found.way, found.direction, found.support) == (Way.TIPPED, "left", None)


@pytest.mark.parametrize(
    ("high", "moved"),
    [slow(0.02, "moved to the left by more than 2 mm"), (0.05, "turned by more than 3°")],
)
def test_what_ended_a_test_without_a_failed_joint_is_told(high: float, moved: str) -> None:
    setup = table_of(find_challenge("first-quake"))
    pieces = {"cube": replace(setup.pieces["cube"], shape=Box(0.02, high))}
    cube = Placed(BlockId("cube-1"), "cube", Pose(0.0, high / 2, 0.0))
    table = Table(replace(setup, pieces=pieces), ((cube,), (), (), ()), 2)
    shaken = Disturbance(table, TABLE_3, QuakeStress())
    while not shaken.at_rest:
        shaken.tick()
    said = why_told(table, shaken.result(), TABLE_3, QuakeStress())
    reached = f"{round(shaken.strength, 2)} m/s²"
    assert said == f"The quake reached {reached}: the cube {moved}, which ends the test."


@pytest.mark.parametrize(
    ("moved", "told"),
    {
        (-0.003, 0.0, 0.0): "left",
        (0.003, 0.0, 0.0): "right",
        (0.0, -0.003, 0.0): "down",
        (0.0, 0.003, 0.0): "up",
        (0.001, 0.0, 0.06): "turned",
    }.items(),
)
def test_the_way_of_the_block_that_ended_a_test_is_told(
    moved: tuple[float, float, float], told: str
) -> None:
    base = Placed(BlockId("cube-1"), "cube", Pose(0.0, 0.01, 0.0))
    table = Table(table_of(find_challenge("first-quake")), ((base,), (), (), ()), 2)
    world = World(table.scene(), TABLE_3)
    trace = forensics._watched(None, world)
    starts = world.poses.copy()
    starts[-1] -= moved
    assert known(forensics._too_far(trace, starts, trace.first)).way == told


def carried_through(record: Path, storeys: int, speed: float, near: int, far: int) -> str:
    """Carry a cube low against the foot of one tower, and that against another; return the cause.

    The neighbour has one cube, the tower that falls `storeys` more than its foot.
    """
    match = fresh(record)
    for storey in range(storeys):
        put(match, ("blue", "green")[storey % 2], far)
        pass_on(match)
    match.lift("red")
    side = 1.0 if near > far else -1.0
    start = at(match, near, 0.06 * side, 0.0105)
    lead(match, Vec(0.31, 0.25), Vec(start.x, 0.25), start, speed=0.5)
    for tick in range(1200):
        if match.carrying:
            match.tick(Target(start.x - side * min(speed * tick / 120, 0.2), start.y))
    match.settle()
    match.close()
    *_, (table, motion) = motions(read(record))
    assert motion.fell
    assert motion.fell[0].tick == motion.let_go, "the hand opened by itself"
    return why_told(table, motion, match.profile)


@pytest.mark.parametrize(
    ("storeys", "speed", "near", "far"),
    [
        (2, 0.4, 3, 2),
        (2, 0.4, 0, 1),
        *(
            slow(storeys, speed, *towers)
            for storeys, speed in ((3, 0.4), (4, 0.2), (4, 0.8), (5, 0.4))
            for towers in ((3, 2), (0, 1))
        ),
    ],
)
def test_a_cube_carried_through_a_neighbour_names_the_block_it_touched(
    path: Path, storeys: int, speed: float, near: int, far: int
) -> None:
    told = carried_through(path, storeys, speed, near, far)
    # The held cube lies on the table as the tower falls, but it is not what fell first.
    touched, pushed, side = "the yellow cube", "green", "left"
    if near == 0:
        touched, pushed, side = "the first cube (red) of tower 1", "blue", "right"
    foot = f"the first cube ({pushed})"
    slid = f"{foot} slid to the {side} on the table."
    assert told == f"The hand pushed {touched} against {foot}: {slid}"
