"""Trials: their content, shown scenes and ids; generators of one's own."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.lab.sweeps import SMALL, Here, filled, written
from towersim.common.errors import OptionFault, ResultFault, SceneFault
from towersim.common.units import Pose
from towersim.geometry.shapes import Box
from towersim.lab.executors import heuristic_processes
from towersim.lab.run import plan
from towersim.lab.store import read
from towersim.lab.sweep import STRUCTURES, Sweep, load_sweep
from towersim.lab.towers import hard_tower, tower
from towersim.lab.trials import BuildTrial, Drawn, PredictTrial, Trials, find_generator


@pytest.fixture
def sweep(tmp_path: Path) -> Sweep:
    return load_sweep(written(tmp_path, SMALL))


def test_the_id_of_a_trial_is_16_digits_derived_from_its_content(sweep: Sweep) -> None:
    asked = Trials(sweep)
    assert all(re.fullmatch("[0-9a-f]{16}", trial.id) for trial in asked)
    assert len({trial.id for trial in asked}) == len(asked)
    assert [t.id for t in Trials(sweep)] == [t.id for t in asked]
    others = Trials(replace(sweep, seed=6))
    assert not {t.id for t in others} & {t.id for t in asked}


def test_ids_do_not_change_between_versions() -> None:
    # Otherwise the run of an existing folder could not be resumed.
    assert PredictTrial(1, Drawn("column", 0)).id == "8e046edabc4901b2"
    assert BuildTrial(1, "boxes", 10, "normal", 0).id == "4e42faa542e62275"


def test_trials_are_in_the_order_of_the_sweep(sweep: Sweep) -> None:
    asked = Trials(sweep)
    assert [type(trial) for trial in asked] == [PredictTrial] * 16 + [BuildTrial] * 2
    structures = [trial.structure for trial in asked[:16] if isinstance(trial, PredictTrial)]
    assert structures == [s for s in STRUCTURES[:4] for _ in range(2)] * 2


def test_trials_are_made_lazily(sweep: Sweep) -> None:
    many = Trials(replace(sweep, predict=(replace(sweep.predict[0], towers=10**8),)))
    assert len(many) == 8 * 10**8 + 2
    last = many[8 * 10**8 - 1]
    assert isinstance(last, PredictTrial)
    assert (last.source, last.noise) == (Drawn("leaning", 10**8 - 1), 0.002)
    assert isinstance(many[-1], BuildTrial)
    assert many[5:7] == (many[5], many[6])
    with pytest.raises(IndexError):
        many[len(many)]


def test_a_tower_id_does_not_depend_on_noise_friction_or_hand(sweep: Sweep) -> None:
    asked = Trials(sweep)
    assert asked[0].tower == asked[8].tower != asked[1].tower
    assert asked[0].id != asked[8].id
    building = BuildTrial(1, "boxes", 5, "normal", 0)
    assert building.tower == replace(building, hand="shaky").tower
    assert building.tower != replace(building, index=1).tower


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_drawn_tower_has_its_structure(structure: str) -> None:
    place = STRUCTURES.index(structure)
    scene = (tower if place < 4 else hard_tower)(7, 4 * 3 + place % 4)
    assert Drawn(structure, 3).scene(7) == scene


def test_friction_applies_to_all_blocks_and_the_table() -> None:
    scene = PredictTrial(1, Drawn("bridge", 0), friction=0.2).scene()
    assert {block.material.friction for block in scene.blocks} == {0.2}
    assert scene.table.friction == 0.2


def test_densities_lie_between_their_bounds_and_are_shown_unless_hidden() -> None:
    trial = PredictTrial(1, Drawn("column", 0), density=(200.0, 2500.0))
    found = [block.material.density_kg_m3 for block in trial.scene().blocks]
    assert len(set(found)) == len(found)
    assert all(200 <= value <= 2500 for value in found)
    assert trial.seen() == trial.scene()


def test_noise_changes_only_the_shown_scene() -> None:
    trial = PredictTrial(1, Drawn("column", 0), noise=0.002)
    sharp = replace(trial, noise=0.0)
    assert trial.scene() == sharp.scene() == sharp.seen()
    assert trial.seen() == trial.seen()
    off = [
        shown.pose.x - there.pose.x
        for shown, there in zip(trial.seen().blocks, trial.scene().blocks, strict=True)
    ]
    assert all(off)
    assert max(map(abs, off)) < 0.01


def test_every_hand_builds_with_the_same_pieces() -> None:
    trial = BuildTrial(1, "boxes", 9, "normal", 0)
    assert trial.blocks() == replace(trial, hand="shaky").blocks()
    assert trial.blocks() != replace(trial, index=1).blocks()
    assert len(trial.blocks()) == 9
    assert all(isinstance(b.shape, Box) and b.pose == Pose(0, 0, 0) for b in trial.blocks())


def test_pieces_of_a_set_repeat_only_after_all_were_used() -> None:
    pieces = BuildTrial(1, "blocks", 80, "normal", 0).blocks()
    kinds = [str(block.id).partition(" ")[2] for block in pieces]
    assert len(set(kinds[:70])) == 70
    assert len({block.id for block in pieces}) == 80


MINE = """
from towersim.lab.analytic_scenes import column

def leaning_column(dice):
    return column([0.0, dice.uniform(0.0, 0.9)])

def breaks(dice):
    raise ValueError("too tall")

def nothing(dice):
    return None

def inside(dice):
    scene = column([0.0])
    return type(scene)(scene.table, (scene.blocks[0], scene.blocks[0]))

number = 3
"""
OWN = "own_towers.py:leaning_column"
SWEEP = f"""
format = 1
name = "mine"
heuristics = ["statics"]
[[predict]]
structures = ["{OWN}", "column"]
towers = 3
"""


@pytest.fixture
def here(cwd: Path) -> Path:
    (cwd / "own_towers.py").write_text(MINE)
    return cwd


def test_a_sweep_may_use_a_custom_generator(here: Path) -> None:
    path = written(here, SWEEP)
    asked = Trials(load_sweep(path))
    assert asked[0].scene() == asked[0].scene() != asked[1].scene()
    filled(path, here / "out", Here())
    structures = [row.structure for row in read(here / "out").predictions]
    assert structures == [OWN] * 3 + ["column"] * 3


def test_results_of_a_changed_generator_are_not_mixed(here: Path) -> None:
    path = written(here, SWEEP)
    filled(path, here / "out", Here())
    (here / "own_towers.py").write_text(MINE.replace("0.9", "0.8"))
    find_generator.cache_clear()
    with pytest.raises(ResultFault, match=f"generator {OWN} has changed since"):
        filled(path, here / "out", Here())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("own_towers.py:breaks", "tower 4: ValueError: too tall"),
        ("own_towers.py:nothing", "tower 4: returned NoneType, not a Scene"),
        ("own_towers.py:inside", "tower 4: "),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_failing_generator_gives_one_line(name: str, why: str) -> None:
    with pytest.raises(OptionFault) as fault:
        find_generator(name).scene(1, 4)
    assert str(fault.value).startswith(f"generator {name!r}: {why}")


@pytest.mark.slow
def test_a_generator_that_fails_in_a_worker_gives_one_line(here: Path) -> None:
    path = written(here, SWEEP.replace("leaning_column", "breaks"))
    with heuristic_processes(1) as workers, pytest.raises(OptionFault, match="too tall"):
        filled(path, here / "out", workers)


@pytest.mark.parametrize(
    "name", ["igloo", "own_towers.py:number", "own_towers.py:none", "other.py:a"]
)
def test_an_unknown_generator_is_a_fault_of_the_sweep(here: Path, name: str) -> None:
    path = written(here, SWEEP.replace(OWN, name))
    with pytest.raises(SceneFault) as fault:
        plan(path, here / "out", Here())
    assert fault.value.where == "$.predict[0].structures[0]"
    assert name in fault.value.why
