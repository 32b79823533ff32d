"""Scenes held by jamming only, and certificates of whether a scene that can rest can also move."""

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from tests import known
from tests.examples import slow
from tests.statics import scenes
from tests.statics.scenes import leaning, rows_of, scene, tent
from towersim.files.level import load_scene
from towersim.geometry.shapes import Box
from towersim.geometry.touching import SETTLED
from towersim.lab.analytic_scenes import column, harmonic
from towersim.lab.noise import tilted
from towersim.lab.towers import pyramid, wall
from towersim.physics.stand import simulated_tilt, stand
from towersim.scene.scene import Scene
from towersim.statics.analysis import analyse, describe, structure_of
from towersim.statics.balance import GRAVITY
from towersim.statics.certificate import (
    REST_POWER,
    MixedProgram,
    MixedSolution,
    certify,
    greatest_power,
)
from towersim.statics.equilibrium import (
    StaticVerdict,
    label,
    margin,
    signed_margin,
    stands,
    stands_without_friction,
    verdict,
)
from towersim.statics.linear_program import LinearProgram, Solution
from towersim.statics.release import release

WALLS = [scenes.block(n, Box(0.1, 1.0), x, 0.5, fixed=True) for n, x in enumerate((-0.1, 0.1))]


@pytest.mark.parametrize(
    "it",
    [
        *(scenes.hung(friction=friction) for friction in (0.3, 0.8)),
        scenes.under_a_roof(0.1),
        scenes.hung(taper=-0.1, fixed=True),
        scene(*WALLS, scenes.block("wedged", Box(0.1, 0.1), 0.0, 0.5, friction=0.1)),
        scene(*WALLS, scenes.block("plank", Box(0.1, 0.01), 0.0, 0.5, friction=0.5)),
        scenes.hung(3, fixed=True),
        scenes.hung(3, friction=0.8),
    ],
)
def test_blocks_without_contact_pressure_jam_and_fall_in_the_simulation(it: Scene) -> None:
    assert verdict(it) == "jams"
    assert not stands(it)
    assert margin(it) is None
    assert -0.01 < signed_margin(it) < 0, "at the limit"
    assert stand(it, 1.0).verdict == "fell"


@pytest.mark.parametrize(
    "it",
    [
        column([0.0, 0.1, -0.1]),
        harmonic(8, 0.98),
        wall(4, 5),
        pyramid(5),
        scenes.ferris_wall(1),
        scenes.arch(9, 0.3, 0.7),
        scenes.arch(20, 0.12, 0.7),
        scenes.hung(taper=0.05, fixed=True),
        scenes.hung(3, 0.2, 0.6),
        scenes.under_a_roof(0.5, 0.1),
        leaning(0.7, 1.2, 0.1),
        leaning(0.7, 1.2, 0.1, free=0.1),
        tent(0.8, 1.2),
        tilted(column([0.0, 0.0]), 0.3),
    ],
)
def test_blocks_pressed_by_their_own_weight_stand(it: Scene) -> None:
    assert verdict(it) == "stands"


@pytest.mark.parametrize("friction", [0.1, 0.6])
def test_a_jam_needs_friction_and_a_wedge_does_not(friction: float) -> None:
    assert verdict(scenes.hung(taper=-0.2, fixed=True, friction=friction)) == (
        "jams" if friction > 0.2 else "falls"
    )
    assert verdict(scenes.hung(taper=0.2, fixed=True, friction=0.0)) == "stands"


def test_a_jam_is_reported_as_one() -> None:
    found = analyse(scenes.hung(friction=0.5))
    summary = found.summary
    assert (summary.verdict, summary.stable, summary.weakest) == ("jams", False, "plug 0")
    assert [summary.margin, summary.bound, summary.tilt_deg, summary.direction] == [None] * 4
    assert summary.shortfall == 0
    assert found.mechanism.keys() >= {"plug 0"}
    assert min(found.mechanism.values(), key=lambda motion: motion.dy).dy == pytest.approx(-1)
    assert any(force.force.x for force in found.forces), "the forces that would hold it"
    assert describe(summary).startswith("depends on jamming")
    assert describe(summary).endswith("first at plug 0")


@pytest.mark.parametrize(
    ("it", "answer"),
    [
        (tilted(scene(*column([0.0, 0.0], friction=0.84).blocks, friction=0.84), 0.349), "stands"),
        (tilted(scene(*column([0.0, 0.0], friction=0.84).blocks, friction=0.84), 0.49), "falls"),
        (scenes.hung(1, 0.0, 0.84, size=(0.05, 0.02), fixed=True), "jams"),
        (scenes.hung(1, -0.2, 0.84, size=(0.05, 0.02), fixed=True), "jams"),
        (scenes.hung(1, 0.2, 0.84, size=(0.05, 0.02), fixed=True), "stands"),
    ],
    ids=["stack at 20°", "stack at 28°", "model H", "model A", "model V"],
)
def test_examples_of_coupled_rigid_block_analysis(it: Scene, answer: StaticVerdict) -> None:
    """Kao et al. (2022): a stack of two on a tilted support, a bar between two supports."""
    assert verdict(it) == answer


def test_the_first_motion_is_that_of_a_body_that_tips() -> None:
    """About an edge 0.1 sides beside its centre and half a side below: α = m g x / (I + m r²)."""
    it = column([0.0, 0.6])
    first = known(release(rows_of(it)))
    side = 0.02
    about_edge = side**2 / 6 + (0.1 * side) ** 2 + (0.5 * side) ** 2
    alpha = GRAVITY * 0.1 * side / about_edge
    assert first[0] == pytest.approx([0, 0, 0], abs=1e-3)
    assert first[1, 2] == pytest.approx(-alpha, rel=1e-4)
    assert first[1, 1] == pytest.approx(-alpha * 0.1 * side, rel=1e-3)


def motions(family: str, count: int) -> Counter[tuple[StaticVerdict, bool]]:
    """Count scenes by verdict and by whether the oracle finds a motion."""
    found = Counter[tuple[StaticVerdict, bool]]()
    for index in range(count):
        it = scenes.near_jam(family, index)
        answer = verdict(it)
        if answer != "falls" and len(it.blocks) < 5:
            work = scenes.fastest_fall(rows_of(it))
            if work is not None:
                found[answer, work > 1e-3] += 1
    return found


@pytest.mark.parametrize(
    ("family", "count"), [("under a roof", 5), *(slow(family, 200) for family in scenes.FAMILIES)]
)
def test_a_scene_jams_exactly_if_motion_and_rest_are_both_lawful(family: str, count: int) -> None:
    found = motions(family, count)
    assert found.keys() <= {("stands", False), ("jams", True)}
    assert found.total() >= 2


def test_accelerations_are_found_with_one_step_length_for_forces_and_prices() -> None:
    """Two lengths cycled in this one of 10,000 scenes."""
    assert verdict(scenes.near_jam("leaning", 1014)) == "stands"


def outcomes(family: str, start: int, stop: int) -> Counter[tuple[StaticVerdict, str]]:
    """Count scenes by the verdicts of statics and of the simulation."""
    return Counter(
        (verdict(it), stand(it, 2.0).verdict)
        for it in (scenes.near_jam(family, index) for index in range(start, stop))
    )


@pytest.mark.slow
def test_sliding_blocks_may_give_way_in_the_simulation_before_the_bound() -> None:
    plain = wall(4, 4)
    rough = [replace(b, material=replace(b.material, friction=0.9)) for b in plain.blocks]
    it = Scene(replace(plain.table, friction=0.9), tuple(rough))
    found = analyse(it).summary
    margin = known(found.margin)
    assert found.bound == "upper"
    tilt = simulated_tilt(it, 1 if found.direction == "+x" else -1, 1.1 * math.atan(margin))
    assert 0.7 * margin < math.tan(known(tilt.gave_way)) < 0.97 * margin


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 2500, 100))
@pytest.mark.parametrize("family", scenes.FAMILIES)
def test_scenes_that_stand_by_statics_stand_in_the_simulation(family: str, start: int) -> None:
    """In all 10,000 scenes; those exactly at the limit may differ."""
    found = outcomes(family, start, start + 100)
    assert found["stands", "fell"] == 0
    assert found["stands", "shifted"] + found["falls", "shifted"] + found["falls", "stood"] <= 2
    assert found["jams", "stood"] <= 0.05 * 100


TWO = Path(__file__).parent / "two_solutions"


@pytest.mark.parametrize(("name", "fastest"), [("plug", 0.0085), ("tent", 1.9e-4)])
def test_a_scene_that_may_rest_or_move_is_open(name: str, fastest: float) -> None:
    rows = rows_of(load_scene(TWO / f"{name}.toml"))
    assert label(rows).verdict == "stands", "the approximation from no friction finds rest"
    found = certify(rows)
    assert found.verdict == "open"
    spun = found.motion[:, 2] * rows.gyration
    speed = np.abs(np.column_stack([found.motion[:, :2], spun])).max() / GRAVITY
    assert speed == pytest.approx(fastest, rel=0.05)
    assert float(rows.weights @ found.motion[:, 1]) < 0, "gravity moves it"


@pytest.mark.parametrize(
    "scene", [column([0.0, 0.3, -0.1]), pyramid(4), scenes.arch(9, 0.3, 0.7), tent(0.8, 1.2)]
)
def test_towers_and_arches_are_proved_to_stand(scene: Scene) -> None:
    found = certify(rows_of(scene))
    assert found.verdict == "proved"
    assert not found.motion.any()


def test_a_bound_that_nothing_lowers_takes_two_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one for each face, a wall of 600 stones took two minutes before the search began."""
    minimise, solved = LinearProgram.minimise, list[LinearProgram]()

    def counted(program: LinearProgram, *, has_solution: bool = False) -> Solution:
        solved.append(program)
        return minimise(program, has_solution=has_solution)

    monkeypatch.setattr(LinearProgram, "minimise", counted)
    assert greatest_power(rows_of(scenes.arch(20, 0.3, 0.7))) > 1
    assert len(solved) == 2


def test_a_motion_within_the_tolerances_alone_is_no_reason_not_to_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    minimise, rough, times = MixedProgram.minimise, iter([-2 * REST_POWER]), list[float]()

    def roughly(program: MixedProgram, seconds: float) -> MixedSolution:
        times.append(seconds)
        solution = minimise(program, seconds)
        value = next(rough, solution.value)
        return solution._replace(value=value, bound=min(value, solution.bound))

    monkeypatch.setattr(MixedProgram, "minimise", roughly)
    monkeypatch.setattr(MixedProgram, "spent", 15.0)
    assert certify(rows_of(scenes.arch(9, 0.3, 0.7)), seconds=20.0).verdict == "proved"
    assert times == pytest.approx([18.0, 5.0, 4.5]), "one limit for all"


TURNED = [[0.001 * (n % 3), 0.01 + 0.02 * n, 4e-4 * (-1) ** n, 0.02, 0.02] for n in range(12)]
"""Cubes one upon another, each turned a little, as after a simulation."""


def test_a_tower_at_rest_is_proved_to_stand_without_a_search() -> None:
    rows = structure_of(Scene.boxes(TURNED), SETTLED).rows
    assert not stands_without_friction(rows)
    for at_rest in (rows, rows_of(scenes.near_jam("leaning", 3))):
        assert certify(at_rest, seconds=0.0).verdict == "proved"
    leant = load_scene(TWO / "tent.toml")
    assert certify(rows_of(leant), seconds=0.0).verdict == "undecided"


@pytest.mark.parametrize(("beside", "expected"), [(0.0, "open"), (0.012, "falls")])
def test_towers_that_do_not_touch_are_searched_apart(beside: float, expected: str) -> None:
    tent_ = load_scene(TWO / "tent.toml")
    far = Scene.boxes([[0.5 + n * beside, 0.01 + 0.02 * n, 0.0, 0.02, 0.02] for n in (0, 1)]).blocks
    found = certify(rows_of(replace(tent_, blocks=(*far, *tent_.blocks))))
    assert found.verdict == expected
    assert not found.motion[: len(far)].any()
    assert found.motion.any() == (expected == "open")


@pytest.mark.parametrize("it", [scenes.hung(friction=0.5), scenes.under_a_roof(0.1)])
def test_a_jam_is_open(it: Scene) -> None:
    rows = rows_of(it)
    found = certify(rows)
    assert found.verdict == "open"
    power = -(rows.weights @ found.motion[:, 1]) / (GRAVITY * rows.weights.sum())
    assert 0 < power <= greatest_power(rows), "a bound"


@pytest.mark.parametrize("family", scenes.in_turn("leaning"))
def test_certificates_agree_with_an_enumeration_of_all_motions(family: str) -> None:
    """Another program of the same laws, by another solver, with less force and less precision."""
    counts = {"proved": 0, "open": 0}
    for index in range(6):
        rows = rows_of(scenes.near_jam(family, index))
        if len(rows.free) < 5 and label(rows).verdict != "falls":
            power = scenes.fastest_fall(rows)
            found = certify(rows)
            assert greatest_power(rows) > 0.999 * (power or 0.0) - 1e-8, "a bound"
            if power is not None and not 1e-9 < power < 1e-3:
                assert found.verdict == ("open" if power > 1e-3 else "proved"), index
                counts[found.verdict] += 1
    assert sum(counts.values()) >= 2


def test_an_open_motion_obeys_the_laws() -> None:
    """No contact closes further, and some contact opens."""
    rows = rows_of(load_scene(TWO / "plug.toml"))
    found = certify(rows)
    scaled = found.motion / GRAVITY
    work = np.repeat(rows.weights, 3).reshape(-1, 3) * scaled
    work[:, 2] *= rows.radii
    moved = np.append(work.ravel(), 0.0)
    # The coefficients of a unit force are also the work of a motion at its point.
    parting = (rows.normal * moved[rows.rows]).sum(axis=(1, 2)) / rows.units
    assert parting.min() > -1e-7
    assert parting.max() > 1e-4, "somewhere a contact opens"
