"""Custom generators: found by name, deterministic, with reported faults."""

from pathlib import Path

import pytest

from tests.lab.sweeps import Here, filled, written
from towersim.common.errors import OptionFault, ResultFault, SceneFault
from towersim.lab.executors import heuristic_processes
from towersim.lab.run import plan
from towersim.lab.store import read
from towersim.lab.sweep import load_sweep
from towersim.lab.trials import PredictTrial, Trials, find_generator

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
SWEEP = """
format = 1
name = "mine"
heuristics = ["statics"]
[[predict]]
structures = ["own_towers.py:leaning_column", "column"]
towers = 3
"""


@pytest.fixture(autouse=True)
def here(cwd: Path) -> Path:
    (cwd / "own_towers.py").write_text(MINE)
    return cwd


def test_a_sweep_may_use_a_custom_generator(here: Path) -> None:
    path = written(here, SWEEP)
    asked = Trials(load_sweep(path))
    assert [t.structure for t in asked if isinstance(t, PredictTrial)][:3] == [
        "own_towers.py:leaning_column"
    ] * 3
    assert asked[0].scene() == asked[0].scene() != asked[1].scene()
    filled(path, here / "out", Here())
    assert {row.structure for row in read(here / "out").predictions} == {
        "own_towers.py:leaning_column",
        "column",
    }


def test_results_of_a_changed_generator_are_not_mixed(here: Path) -> None:
    path = written(here, SWEEP)
    filled(path, here / "out", Here())
    (here / "own_towers.py").write_text(MINE.replace("0.9", "0.8"))
    find_generator.cache_clear()
    with pytest.raises(
        ResultFault, match=r"generator own_towers.py:leaning_column has changed since"
    ):
        filled(path, here / "out", Here())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("own_towers.py:breaks", "tower 4: ValueError: too tall"),
        ("own_towers.py:nothing", "tower 4: returned NoneType, not a Scene"),
        ("own_towers.py:inside", "tower 4: "),
    ],
)
def test_a_failing_generator_gives_one_line(name: str, why: str) -> None:
    with pytest.raises(OptionFault) as fault:
        find_generator(name).scene(1, 4)
    assert str(fault.value).startswith(f"generator {name!r}: {why}")
    assert "\n" not in str(fault.value)


@pytest.mark.slow
def test_a_generator_that_fails_in_a_worker_gives_one_line(here: Path) -> None:
    path = written(here, SWEEP.replace("leaning_column", "breaks"))
    with heuristic_processes(1) as workers, pytest.raises(OptionFault, match="too tall"):
        filled(path, here / "out", workers)


@pytest.mark.parametrize(
    "name", ["igloo", "own_towers.py:number", "own_towers.py:none", "other.py:a"]
)
def test_an_unknown_generator_is_a_fault_of_the_sweep(here: Path, name: str) -> None:
    path = written(here, SWEEP.replace("own_towers.py:leaning_column", name))
    with pytest.raises(SceneFault) as fault:
        plan(path, here / "out", Here())
    assert fault.value.where == "$.predict[0].structures[0]"
    assert name in fault.value.why
    assert "\n" not in str(fault.value)
