"""Building a task with an imprecise hand; poses with a wrong y or angle fail."""

import math

import pytest
from msgspec.structs import replace

from towersim.common import dice
from towersim.common.errors import HeuristicFault
from towersim.common.units import Pose
from towersim.lab.building import Episode, let_go, lifted, missed, play
from towersim.lab.heuristics.placing import put
from towersim.lab.placement import LEDGE, Task, task
from towersim.physics.hand import SKILLS
from towersim.scene.scene import Block, Scene

TASK = replace(task("reach", "test", 2), hand="none")
BRICK = TASK.pieces[0]
HIGH = LEDGE + BRICK.shape.height / 2  # type: ignore[union-attr] # the first bricks are boxes


def built(*poses: Pose | None, given: Task = TASK, seed: int = 1) -> Episode:
    return play(given, seed, lambda _scene, _piece, number: poses[number])


def test_the_worth_of_a_tower_is_its_overhang() -> None:
    found = built(Pose(-0.02, HIGH, 0.0), Pose(0.0, HIGH + 2 * (HIGH - LEDGE), 0.0))
    assert (found.pieces, found.fell) == (2, False)
    assert found.worth == pytest.approx(BRICK.shape.width / 2, abs=5e-4)  # type: ignore[union-attr] # the same


def test_a_piece_that_tips_over_the_edge_loses_the_task() -> None:
    assert built(Pose(0.01, HIGH, 0.0), None) == Episode(0.0, 0, fell=True)


def test_a_y_too_low_has_no_room_and_one_too_high_makes_a_fall() -> None:
    below, (first, second) = -0.004, (Pose(-0.01, HIGH, 0.0), Pose(-0.01, HIGH, 0.0))
    assert built(first, second).pieces == 1
    assert built(first._replace(y=HIGH + below), None).pieces == 1
    assert built(first._replace(y=HIGH + 3 * below), None).pieces == 0
    assert built(first, first._replace(x=0.05, y=0.9)).fell


def test_the_angle_of_a_pose_matters() -> None:
    flat = Pose(-0.02, HIGH, 0.0)
    assert built(flat, None).worth > built(flat._replace(y=0.25, angle=math.pi / 2), None).worth


def test_a_policy_may_omit_a_piece_and_a_fault_loses_the_task() -> None:
    assert built(None, None) == Episode(0.0, 0, fell=False)

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
    given, poses = replace(TASK, hand="normal"), (Pose(-0.05, HIGH, 0.0), None)
    once, again, other = (built(*poses, given=given, seed=seed) for seed in (1, 1, 2))
    assert once == again != other


def test_a_piece_may_be_slid_under_an_overhang() -> None:
    wide = 2 * (HIGH - LEDGE)
    scene = put(TASK.scene, replace(BRICK, id=TASK.pieces[1].id), Pose(-0.1, HIGH + wide, 0.0))
    held = lifted(scene, replace(BRICK, pose=Pose(-0.1, HIGH, 0.0)))
    assert held is not None
    assert held.pose.y == pytest.approx(HIGH)
    after = let_go(TASK.scene, held)
    assert after is not None
