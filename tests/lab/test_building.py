"""Towers and tasks built piece by piece: placed and fallen pieces, and the error of the hand."""

import math
from statistics import fmean, pstdev

import pytest
from msgspec.structs import replace

from tests import known
from tests.physics.builders import cube, on_table, plank
from towersim.common import dice
from towersim.common.errors import HeuristicFault
from towersim.common.units import Pose
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import column
from towersim.lab.building import (
    GAP,
    Episode,
    built,
    held,
    let_go,
    lifted,
    missed,
    missed_aside,
    play,
    set_down,
)
from towersim.lab.heuristics.placing import put
from towersim.lab.placement import LEDGE, Task, task
from towersim.lab.trials import BuildTrial
from towersim.physics.hand import SKILLS
from towersim.scene.scene import Block, Scene, TableTop, height_of
from towersim.statics.equilibrium import stands

EMPTY = Scene(TableTop(), ())
TRIAL = BuildTrial(1, "boxes", 5, "none", 0)


def on_top(scene: Scene, piece: Block, number: int) -> Pose:
    del number
    half = piece.shape.height / 2 if isinstance(piece.shape, Box) else 0.0
    return Pose(0.0, height_of(scene.blocks) + half, 0.0)


def test_a_steady_builder_uses_all_pieces_and_sees_towers_that_stand() -> None:
    def steady(scene: Scene, piece: Block, number: int) -> Pose:
        assert stands(scene)
        return on_top(scene, piece, number)

    tower = built(TRIAL, steady)
    high = sum(piece.shape.height for piece in TRIAL.blocks() if isinstance(piece.shape, Box))
    assert (tower.pieces, tower.fell) == (5, False)
    assert tower.worth == pytest.approx(high, abs=0.001)


def test_a_piece_beside_the_tower_ends_the_building() -> None:
    def third_beside(scene: Scene, piece: Block, number: int) -> Pose:
        return on_top(scene, piece, number)._replace(x=0.2 if number == 2 else 0.0)

    tower = built(TRIAL, third_beside)
    assert (tower.pieces, tower.fell) == (2, True)
    first_two = TRIAL.blocks()[:2]
    high = sum(piece.shape.height for piece in first_two if isinstance(piece.shape, Box))
    assert tower.worth == pytest.approx(high, abs=0.001)


def test_placing_a_block_does_not_move_the_others() -> None:
    before = column([0.0, 0.1])
    after = known(set_down(before, cube("new", 0.002, 0.05)))
    assert [block.id for block in after.blocks] == ["0", "1", "new"]
    for old, new in zip(before.blocks, after.blocks, strict=False):
        assert math.dist(old.pose, new.pose) < 0.001
    assert after.blocks[2].pose.y == pytest.approx(0.05, abs=0.0002)


def test_a_piece_may_touch_the_side_of_another() -> None:
    step = on_table([plank("low", 0.0, 0.005, 0.1), cube("new", 0, 0.02)])
    after = known(set_down(step, cube("beside", 0.02, 0.02)))
    assert after.blocks[2].pose == pytest.approx((0.02, 0.02, 0.0), abs=2e-4)


def test_a_piece_that_tips_over_misses_or_overturns_the_tower_counts_as_a_fall() -> None:
    for x in (0.0125, 0.05, 2.0):
        assert set_down(column([0.0]), cube("new", x, 0.03)) is None
    assert set_down(column([0.0, 0.4]), cube("new", 0.017, 0.05)) is None


def test_the_first_piece_may_touch_the_table_but_not_lie_beyond_it() -> None:
    assert set_down(EMPTY, cube("new", 0.1, 0.01)) is not None
    assert set_down(EMPTY, cube("new", 0.605, 0.01)) is None


def test_a_piece_is_released_a_millimetre_above_its_support() -> None:
    scene = column([0.0])
    for x, y in ((0.0, 0.03), (0.0, 0.02), (0.005, 0.028), (0.0, 0.1234), (0.3, 0.0), (0.3, 0.2)):
        there = held(scene, cube("new", x, y)).pose
        on = 0.03 if x < 0.1 else 0.01
        assert there == pytest.approx((x, on + GAP, 0.0), abs=1e-5)
    assert held(EMPTY, cube("new", 2.0, 0.3)).pose.y < GAP, "nothing is beyond the table"


def test_the_error_of_the_hand_has_the_spread_of_its_tremor_at_each_height() -> None:
    tremor = dice.stream(1, "hand")
    for hand in (SKILLS["steady"], SKILLS["shaky"]):
        for y in (0.0, 0.4):
            off = [missed_aside(Pose(0.1, y, 0.5), hand, tremor) for _ in range(1500)]
            assert {pose[1:] for pose in off} == {(y, 0.5)}
            assert pstdev(pose.x for pose in off) == pytest.approx(hand.sway(y), rel=0.07)
            assert fmean(pose.x for pose in off) == pytest.approx(0.1, abs=hand.sway(y) / 8)


def test_the_same_trial_has_the_same_tremor() -> None:
    shaky = replace(TRIAL, hand="shaky")
    assert built(shaky, on_top) == built(shaky, on_top)
    assert built(shaky, on_top) != built(TRIAL, on_top)


TASK = replace(task("reach", "test", 2), hand="none")
BRICK = TASK.pieces[0]
TOP = LEDGE + BRICK.shape.height / 2  # type: ignore[union-attr] # the first bricks are boxes


def played(*poses: Pose | None, given: Task = TASK, seed: int = 1) -> Episode:
    return play(given, seed, lambda _scene, _piece, number: poses[number])


def test_the_worth_of_a_tower_is_its_overhang() -> None:
    found = played(Pose(-0.02, TOP, 0.0), Pose(0.0, TOP + 2 * (TOP - LEDGE), 0.0))
    assert (found.pieces, found.fell) == (2, False)
    assert found.worth == pytest.approx(BRICK.shape.width / 2, abs=5e-4)  # type: ignore[union-attr] # the same


def test_a_piece_that_tips_over_the_edge_loses_the_task() -> None:
    assert played(Pose(0.01, TOP, 0.0), None) == Episode(0.0, 0, fell=True)


def test_a_y_too_low_has_no_room_and_one_too_high_makes_a_fall() -> None:
    below, (first, second) = -0.004, (Pose(-0.01, TOP, 0.0), Pose(-0.01, TOP, 0.0))
    assert played(first, second).pieces == 1
    assert played(first._replace(y=TOP + below), None).pieces == 1
    assert played(first._replace(y=TOP + 3 * below), None).pieces == 0
    assert played(first, first._replace(x=0.05, y=0.9)).fell


def test_the_angle_of_a_pose_matters() -> None:
    flat = Pose(-0.02, TOP, 0.0)
    assert played(flat, None).worth > played(flat._replace(y=0.25, angle=math.pi / 2), None).worth


def test_a_policy_may_omit_a_piece_and_a_fault_loses_the_task() -> None:
    assert played(None, None) == Episode(0.0, 0, fell=False)

    def broken(_scene: Scene, _piece: Block, _number: int) -> Pose:
        raise HeuristicFault("mine", "trial", "no idea")

    assert play(TASK, 1, broken) == Episode(0.0, 0, fell=False, failure="no idea")


def test_the_error_of_the_hand_is_sideways_and_equal_at_the_ends_of_a_piece() -> None:
    stream, hand = dice.stream(1, "hand"), SKILLS["shaky"]
    off = [missed(replace(BRICK, pose=Pose(0.1, 0.2, 1.0)), hand, stream).pose for _ in range(800)]
    assert {pose.y for pose in off} == {0.2}
    sway = hand.sway(0.2)
    half = math.hypot(BRICK.shape.width, BRICK.shape.height) / 2  # type: ignore[union-attr] # a box
    aside, turned = [pose.x - 0.1 for pose in off], [pose.angle - 1.0 for pose in off]
    for wrong, least in ((aside, sway), (turned, sway / half)):
        assert math.sqrt(sum(w**2 for w in wrong) / len(wrong)) == pytest.approx(least, rel=0.1)


def test_the_same_seed_gives_the_same_tremor() -> None:
    given, poses = replace(TASK, hand="normal"), (Pose(-0.05, TOP, 0.0), None)
    once, again, other = (played(*poses, given=given, seed=seed) for seed in (1, 1, 2))
    assert once == again != other


def test_a_piece_may_be_slid_under_an_overhang() -> None:
    wide = 2 * (TOP - LEDGE)
    scene = put(TASK.scene, replace(BRICK, id=TASK.pieces[1].id), Pose(-0.1, TOP + wide, 0.0))
    held = known(lifted(scene, replace(BRICK, pose=Pose(-0.1, TOP, 0.0))))
    assert held.pose.y == pytest.approx(TOP)
    assert let_go(TASK.scene, held) is not None
