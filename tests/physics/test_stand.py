"""Every scene of levels/ behaves as described."""

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.physics.builders import ball, boxes, cube, on_table, plank
from tests.statics.scenes import stone
from towersim.common.errors import OptionFault
from towersim.common.units import BlockId, Pose
from towersim.files.level import levels_dir, load_scene, load_table
from towersim.geometry.touching import SETTLED
from towersim.lab.analytic_scenes import SIDE, column
from towersim.lab.towers import tower as random_tower
from towersim.lab.trials import Drawn
from towersim.physics.settle import Verdict
from towersim.physics.stand import stand, stands
from towersim.scene.scene import Block, Scene, TableTop
from towersim.statics import equilibrium
from towersim.statics.analysis import analyse

SCENES = levels_dir() / "scenes"
FALLS: dict[str, list[str]] = {
    "arch": [],
    "bridge": [],
    "column": [],
    "counterweight": [],
    "cup": [],
    "harmonic": [],
    "leaning": [],
    "pisa": [],
    "plug": ["plug"],
    "slope": ["waxed"],
    "too-far": ["brick-8"],
    "wall": [],
}


def test_every_scene_has_an_expected_verdict() -> None:
    assert {path.stem for path in SCENES.glob("*.toml")} == set(FALLS)


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_scene_has_its_expected_verdict_and_falls(path: Path) -> None:
    standing = stand(load_scene(path))
    assert list(standing.fell) == FALLS[path.stem]
    assert standing.verdict == ("fell" if FALLS[path.stem] else "stood")
    assert standing.rest


def test_it_simulates_exactly_the_given_seconds() -> None:
    standing = stand(load_scene(SCENES / "column.toml"), 1.25)
    assert (standing.ticks, standing.sim_seconds) == (150, 1.25)
    assert not stand(on_table([cube("a", 0.0, 0.5)]), 0.1).rest


@pytest.mark.parametrize("seconds", [-1.0, math.nan, math.inf, 4000.0])
def test_other_seconds_than_the_command_takes_are_refused(seconds: float) -> None:
    with pytest.raises(OptionFault, match=rf"seconds {seconds}: is not a number from 0 to 3600"):
        stand(column([0.0]), seconds)


def test_an_empty_table_stands() -> None:
    standing = stand(on_table([]))
    assert (standing.verdict, standing.fell, standing.poses) == ("stood", (), {})
    assert stands(on_table([]))


@pytest.mark.parametrize(("out", "high"), [(0.52, 0.012), (0.7, 0.008), (0.8, 0.004), (0.8, 0.02)])
def test_a_brick_too_far_out_topples_and_has_fallen(out: float, high: float) -> None:
    """The centre of a thin brick moves by less than 5 mm, so its corners decide."""
    lower = plank("lower", 0.0, high / 2, height=high)
    scene = on_table([lower, plank("upper", out * 0.06, 1.5 * high, height=high)])
    standing = stand(scene)
    assert (standing.verdict, standing.fell) == (Verdict.FELL, ("upper",))
    assert not stands(scene)


def test_shifted_blocks_are_named_and_the_scene_does_not_stand() -> None:
    scene = on_table([cube("a", 0.0, 0.01), cube("b", 0.0, 0.034)])
    standing = stand(scene)
    assert (standing.verdict, standing.fell, standing.shifted) == (Verdict.SHIFTED, (), ("b",))
    assert not stands(scene)


@pytest.mark.parametrize(("gap", "is_closed"), [(1e-4, True), (1e-3, False)])
def test_a_block_that_almost_touches_the_table_has_not_fallen(
    gap: float, *, is_closed: bool
) -> None:
    """Statics closes gaps up to a thousandth of a block's radius, or up to the scene's reach."""
    scene = Scene.boxes([[0.0, 0.1 + gap, 0.0, 0.2, 0.2]])
    assert stands(scene) == analyse(scene).summary.stable == is_closed
    scene = replace(Scene.boxes([[0.0, 0.01 + gap, 0.0, 0.02, 0.02]]), reach=0.0002)
    assert stands(scene) == analyse(scene).summary.stable == is_closed


def test_a_block_on_a_low_pier_beside_the_table_has_not_fallen() -> None:
    boxes = Scene.boxes([[0.5, -0.2, 0.0, 0.1, 0.1], [0.5, -0.14, 0.0, 0.02, 0.02]])
    pier, cube = boxes.blocks
    beside = replace(boxes, table=TableTop(0.4), blocks=(replace(pier, fixed=True), cube))
    assert stands(beside)
    assert analyse(beside).summary.stable
    off = replace(cube, pose=cube.pose._replace(x=0.56))
    assert not stands(replace(beside, blocks=(beside.blocks[0], off)))


@pytest.mark.parametrize("index", [8, 12, 17])
def test_a_scene_whose_plank_slides_away_does_not_stand(index: int) -> None:
    """A plank may slide down until it lies on the table without a first touch."""
    scene = Drawn("leaning", index).scene(1)
    assert stands(scene) == equilibrium.stands(scene) == (stand(scene).verdict == "stood")


def test_a_plank_that_slides_down_a_post_until_it_lies_flat_has_fallen() -> None:
    """It always touched the table, and its centre sinks by less than half its height."""
    leaning = random_tower(77, 7)
    assert stand(leaning).fell == (leaning.blocks[-1].id,)


def leg(name: str, side: int) -> Block:
    """Return a triangle of 20 mm whose top is at x = 0, on the left (-1) or the right (1)."""
    return stone(name, [(0.0, 0.02), (side * 0.02, 0.0), (side * 0.01, 0.0)], 0.5, depth=SIDE)


LAID = Pose(-0.0038710185638, 0.039660416991, -3.1409315869426)
"""The pose of the slab in a game in which a bridge came to rest on it."""


def test_a_corner_sunk_in_a_concave_curve_is_said_to_be_pressed_in_a_false_direction() -> None:
    """A bridge hangs with its arch over the corners of a slab; in the air it touches nothing."""
    setup = load_table("bausack", 2)
    slab, bridge = setup.piece("square-slab"), setup.piece("bridge")

    def told(pose: Pose) -> str:
        below = Block(BlockId("a"), slab.shape, slab.material, slab.depth, LAID, fixed=True)
        above = Block(BlockId("b"), bridge.shape, bridge.material, bridge.depth, pose)
        return stand(Scene(setup.table, (below, above), SETTLED)).outside

    hung = Pose(-0.0041960911959, 0.05323112961725, 0.0198383192959)
    assert (
        told(hung) == "blocks a and b press on each other in a direction that no edge of theirs has"
    )
    assert told(Pose(-0.004, 0.2, 0.0)) == ""


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (boxes((SIDE, 2, 0), (SIDE, 2 * 9_999, 0)), ""),
        (
            boxes((SIDE, 2, 0), (SIDE, 2 * 20_000, 0)),
            "a block carries 20,000 times its own mass, proven up to 10,000",
        ),
        (boxes((0.002, 700, 0), (0.042, 700, 0)), ""),
        (column([0.0] * 100), ""),
        (column([0.0] * 101), "101 storeys, proven up to 100"),
        (on_table([cube("a", 0.0, 0.01)]), ""),
        (column([0.0], friction=0.1), ""),
        (column([0.0], friction=0.09), "friction is not within 0.1 and 2.0"),
        (column([0.0], friction=2.1), "friction is not within 0.1 and 2.0"),
        # The wide cube is light, so that only its width matters.
        (boxes((0.002, 700, 0), (0.128, 20, 0)), ""),
        (boxes((0.002, 700, 0), (0.14, 20, 0)), "a block is 70 times as wide as its foot"),
        (boxes((0.0005, 700, 0)), "a block has a diameter below 1 mm"),
        (boxes((0.001, 700, 0)), ""),
        (boxes((1.0, 700, 0)), ""),
        (boxes((1.2, 700, 0)), "a block has a diameter below 1 mm or above"),
        (on_table([cube("a", -0.01, 0.01), cube("b", 0.01, 0.01)]), ""),
        (on_table([ball("a", 0.01, -0.01, 0.01), ball("b", 0.01, 0.01, 0.01)]), ""),
        (on_table([leg("a", 1), leg("b", -1)]), "blocks a and b touch corner to corner"),
    ],
)
def test_a_result_says_in_what_a_scene_is_outside_the_proven_range(scene: Scene, told: str) -> None:
    outside = stand(scene, 0.1).outside
    assert outside.startswith(told)
    assert bool(outside) is bool(told)


def test_each_tick_is_shown_to_who_looks() -> None:
    seen: list[int] = []
    result = stand(column([0.0] * 2), 0.2, on_tick=lambda world: seen.append(world.ticks))
    assert seen == [*range(1, result.ticks + 1)]
