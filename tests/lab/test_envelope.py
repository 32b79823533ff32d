"""The envelope reports its measurements and distinguishes a good profile from a bad one.

Verdicts only, as timings depend on the machine. Its random scenes have the load ratio, size and
variety that they claim.
"""

import math
from collections.abc import Iterable
from itertools import pairwise

import msgspec
import pytest

from tests.physics.builders import cube, on_table
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Circle, corners
from towersim.lab import envelope, envelope_scenes as scenes
from towersim.lab.analytic_scenes import column, harmonic
from towersim.lab.envelope import EnvelopeRow, Measure, Reading, measures, sheets
from towersim.lab.envelope_scenes import FAMILIES, LEAST, MOST, Cost, Engine, Sway, ratio_scene
from towersim.lab.other_engines import OTHER_ENGINES
from towersim.physics.loads import load_ratios
from towersim.physics.profile import TABLE_3
from towersim.scene.check import check_fit
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.equilibrium import signed_margin

FINE = "Box2D 240 Hz 15/20, cube = 1"


def reading(measure: Measure, engine: Engine) -> Reading:
    return measure.read([job(engine) for job in measure.jobs])


SMALL = {
    "columns": envelope.columns(12, seeds=1, seconds=2),
    "harmonics": envelope.harmonics((4, 8)),
    "slides": envelope.limits("slides", scenes.slides_at, (0.5,)),
    "topples": envelope.limits("topples", scenes.topples_at, (0.5,)),
    "agreeing": envelope.agreeing(24),
    "creeping": envelope.creeping(12, seconds=2),
    "repeats": envelope.repeats(),
    "loaded": envelope.loaded(3, 18),
    "pins": envelope.pins([(8.0, 0.001), (64.0, 0.015)], seconds=1),
}


@pytest.mark.parametrize("name", ["columns", "slides", "topples", "creeping", "pins"])
def test_the_profile_meets_its_requirements_on_small_scenes(name: str) -> None:
    # The others take longer and are in `test_the_envelope_holds`.
    found = reading(SMALL[name], TABLE_3)
    assert found.holds, found


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in OTHER_ENGINES if name.startswith("pymunk")])
@pytest.mark.parametrize("measure", ["columns", "harmonics", "creeping", "loaded", "pins"])
def test_bare_pymunk_lets_standing_towers_fall(name: str, measure: str) -> None:
    assert not reading(SMALL[measure], name).holds


def test_bare_pymunk_has_correct_friction() -> None:
    assert reading(SMALL["slides"], "pymunk 60 Hz/10, cube = 20").holds


def test_box2d_holds_low_columns_only_with_small_steps_and_large_cubes() -> None:
    pytest.importorskip("Box2D")
    assert scenes.track(FINE, column([0.0] * 8), 2.0).stands
    for name in OTHER_ENGINES:
        if name != FINE:
            assert not scenes.track(name, column([0.0] * 8), 5.0).stands, name


def test_other_engines_accept_convex_polygons_only() -> None:
    ball = Block(BlockId("a"), Circle(0.01), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    for build in OTHER_ENGINES.values():
        with pytest.raises(TypeError, match="a: other engines take convex polygons only"):
            build(Scene(TableTop(), (ball,)))


@pytest.mark.parametrize("name", OTHER_ENGINES)
def test_other_engines_report_poses_in_metres_at_any_scale(name: str) -> None:
    scene = harmonic(4, 0.98)
    sim = OTHER_ENGINES[name](scene)
    want = [list(block.pose) for block in scene.blocks]
    for found, pose in zip(sim.poses().tolist(), want, strict=True):
        assert found == pytest.approx(pose, abs=1e-7)
    assert sim.advance() == pytest.approx(1 / 60)
    assert sim.poses()[0].tolist() == pytest.approx(want[0], abs=1e-7), "fixed blocks stay"


@pytest.mark.parametrize("name", OTHER_ENGINES)
def test_blocks_fall_equally_fast_in_other_engines(name: str) -> None:
    (cube,) = column([0.0]).blocks
    high = msgspec.structs.replace(cube, pose=Pose(0.0, 1.0, 0.0))
    ends = []
    for engine in (TABLE_3, name):
        *_, (_, poses) = scenes.frames(scenes.simulation(Scene(TableTop(), (high,)), engine), 0.3)
        ends.append(poses[0, 1])
    assert ends[1] == pytest.approx(ends[0], abs=0.03)


@pytest.mark.parametrize(
    ("cost", "holds"),
    [
        (Cost(0.2, 1.05, stands=True), True),
        (Cost(0.3, 1.05, stands=True), False),
        (Cost(0.2, 1.2, stands=True), False),
        (Cost(0.2, None, stands=True), True),
        (Cost(0.2, None, stands=False), False),
    ],
)
def test_a_cost_holds_if_it_is_low_and_the_column_stands(cost: Cost, *, holds: bool) -> None:
    found = envelope.costs(40, rounds=1).read([cost])
    assert found.holds == holds
    assert ("fallen" in found.text) == (not cost.stands)


def test_a_cost_is_compared_with_a_bare_loop_of_the_same_settings() -> None:
    ours, theirs = (scenes.cost(it, 3, rounds=1) for it in (TABLE_3, next(iter(OTHER_ENGINES))))
    assert ours.seconds > 0
    assert (ours.ratio is None, theirs.ratio is None) == (False, True)


def test_limits_report_the_greatest_deviation() -> None:
    measure = envelope.limits("slides", scenes.slides_at, (0.25, 0.5))
    assert measure.read([0.2501, 0.498]).text == "-0.40%"
    assert measure.read([0.2501, 0.498]).holds
    assert not measure.read([0.2501, 0.49]).holds
    assert measure.read([0.12501, 0.5]).text == "50% off, or more"


def test_standing_beyond_the_limit_is_as_wrong_as_falling_within_it() -> None:
    def read(*stand: bool) -> Reading:
        """Return the reading of two stacks, each below its limit and above it."""
        return envelope.harmonics((4, 8)).read([Sway(0.0, stands=it) for it in stand])

    assert read(True, False, True, False).holds
    assert not read(True, True, True, False).holds
    assert not read(True, False, False, False).holds
    assert read(True, False, False, True).text == "1 of 2 stand, 1 fall"


@pytest.mark.parametrize(
    ("drift", "stands", "holds"),
    [(0.0003, True, True), (0.0005, True, False), (0.0003, False, False)],
)
def test_columns_must_stand_without_drift(drift: float, *, stands: bool, holds: bool) -> None:
    tracks = [Sway(0.0, stands=True), Sway(drift, stands)]
    assert envelope.columns(40, seeds=1, seconds=1).read(tracks).holds == holds


@pytest.mark.parametrize(
    ("margins", "stood", "holds"),
    [
        ([0.3] * 99 + [-0.3], [True] * 99 + [False], True),
        ([0.3] * 99 + [0.009], [True] * 99 + [False], True),
        ([0.3] * 98 + [0.009] * 2, [True] * 98 + [False] * 2, False),
        ([0.3] * 99 + [0.011], [True] * 99 + [False], False),
        ([0.3] * 99 + [-0.009], [True] * 100, False),
        ([0.3] * 99 + [-math.inf], [True] * 100, False),
    ],
)
def test_differences_from_statics_are_allowed_only_near_the_limit_and_only_as_falls(
    margins: list[float], stood: list[bool], *, holds: bool
) -> None:
    assert envelope.agreement(margins, stood).holds == holds


def test_hashes_must_be_equal() -> None:
    assert envelope.repeats().read(["ab", "ab"]).holds
    assert not envelope.repeats().read(["ab", "cd"]).holds


def test_a_quick_run_names_its_smaller_samples() -> None:
    full, quick = ([m.measure for m in measures(quick=quick)] for quick in (False, True))
    assert "10 with offsets of ±5%, 60 s" in full[0]
    assert "2 with offsets of ±5%, 5 s" in quick[0]
    for words, fewer in zip(full, quick, strict=True):
        same = ("harmonic", "plank", "post", "20 bricks")
        assert (words == fewer) == words.startswith(same)


ROWS = [
    EnvelopeRow(
        "|λ| of a column", "stands", Reading("10 of 10", holds=True, numbers={"stand": 10.0}), {}
    ),
    EnvelopeRow(
        "a hash [x]",
        "equal",
        Reading("differs", holds=False, numbers={}),
        {"bare": Reading("falls", holds=False, numbers={})},
    ),
]


def test_rows_are_written_as_a_markdown_table() -> None:
    lines = "\n".join(it.markdown() for it in sheets(ROWS, texts=True)).splitlines()
    assert lines == [
        "|  | measure | must | table-3 |",
        "| --- | --- | --- | --- |",
        r"| 1 | \|λ\| of a column | stands | ✓ 10 of 10 |",
        "| 2 | a hash [x] | equal | ✗ differs |",
        "",
        "| same scenes, same run | 1 | 2 |",
        "| --- | --- | --- |",
        "| bare | – | ✗ falls |",
    ]


def test_stable_scenes_have_to_stand_and_impossible_ones_must_not() -> None:
    margins = [0.5, 0.02, 0.005, -0.1]
    for stood, holds in (
        ([True, True, False, False], True),
        ([True, False, True, False], False),
        ([True, True, True, True], False),
    ):
        assert envelope.holding(margins, stood, 0.98).holds == holds, stood
    assert envelope.holding(margins, [True, False, False, False], 0.5).holds
    assert envelope.holding(margins, [False] * 4, None).holds


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.sweep)])
def test_the_envelope_holds(monkeypatch: pytest.MonkeyPatch, *, whole: bool) -> None:
    if not whole:
        few = (*SMALL.values(), envelope.costs(12, rounds=3))
        monkeypatch.setattr(envelope, "measures", lambda **_: few)
    rows: Iterable[EnvelopeRow] = envelope.measure(quick=True)
    for row in rows:
        assert row.ours.holds or row.measure.startswith("cost"), row
        assert row.other_engines.keys() == OTHER_ENGINES.keys()


INDICES = range(2 * len(FAMILIES))


@pytest.mark.parametrize("decade", range(5))
def test_scenes_lie_in_their_decade_and_size_and_touch_without_overlap(decade: int) -> None:
    for index in INDICES:
        scene = ratio_scene(3, decade, index)
        assert 10.0**decade <= max(load_ratios(scene)) < 10.0 ** (decade + 1)
        check_fit(scene, "scene", simulated=False)
        for block in scene.blocks:
            assert not isinstance(block.shape, Circle)
            ring = corners(block.shape)
            sides = [math.dist(p, q) for p, q in pairwise([*ring, ring[0]])]
            assert min(sides) > LEAST * 0.999
            assert max(sides) < MOST * 1.001


@pytest.mark.slow
def test_every_family_has_scenes_that_stand_and_most_have_scenes_that_fall() -> None:
    margins = {name: set[bool]() for name in FAMILIES}
    for index in range(10 * len(FAMILIES)):
        family = list(FAMILIES)[index % len(FAMILIES)]
        margins[family].add(signed_margin(ratio_scene(1, 2, index)) >= 0)
    assert all(True in seen for seen in margins.values())
    assert sum(False in seen for seen in margins.values()) >= len(FAMILIES) // 2


def test_supports_share_a_load_equally() -> None:
    low = [cube("l", -0.012, 0.01), cube("r", 0.012, 0.01)]
    column = [cube("a", 0.0, 0.03), cube("b", 0.0, 0.05, density=1400)]
    assert load_ratios(on_table([*low, *column])) == pytest.approx([1.5, 1.5, 2.0, 0.0])


def test_a_scene_is_the_same_again() -> None:
    assert ratio_scene(5, 3, 7) == ratio_scene(5, 3, 7) != ratio_scene(6, 3, 7)


@pytest.mark.parametrize("index", [29, 39])
def test_statics_answers_scenes_that_need_presolve(index: int) -> None:
    assert signed_margin(ratio_scene(1, 3, index)) == -math.inf
