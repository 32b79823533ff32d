"""Sweeps: the included ones are valid, and every fault gives one line."""

from pathlib import Path

import pytest

from tests.lab.sweeps import written
from towersim.common.errors import SceneFault
from towersim.files.level import level_names
from towersim.lab.evaluation import can_answer
from towersim.lab.heuristics import find
from towersim.lab.stability3 import SCENES
from towersim.lab.sweep import SWEEP, keep, load_sweep, sweep_path
from towersim.lab.trials import PredictTrial, Trials

CUBE = """
format = 1
[[blocks]]
id = "a"
shape = { box = [0.02, 0.02] }
at = [0.0, 0.01, 0.0]
"""
HEAD = 'format = 1\nname = "mine"\nheuristics = ["height"]\n'
PREDICT = HEAD + '[[predict]]\nstructures = ["column"]\n'
PLACE = HEAD + "[[place]]\n"
FAULTS = {
    "no name": ('format = 1\nheuristics = ["height"]', "$", "missing key `name`"),
    "odd name": (PREDICT.replace("mine", "My Sweep"), "$.name", "not a name such as"),
    "no heuristics": (PREDICT.replace('["height"]', "[]"), "$.heuristics", "length >= 1"),
    "no trials": (HEAD, "$", "asks for 0 trials"),
    "too many": (PREDICT + "towers = 2000000000", "$.predict[0].towers", "number <= 1000000000"),
    "twice": (PREDICT + "noise_m = [0.0, 0.0]", "$.predict[0]", "asks again for what $.predict[0]"),
    "twice in two parts": (
        PREDICT + '[[predict]]\nstructures = ["bridge", "column"]',
        "$.predict[1]",
        "asks again for what $.predict[0] asks for",
    ),
    "same hands": (PLACE + 'hands = ["none", "none"]', "$.place[0]", "asks again"),
    "unknown key": (PREDICT + "tower = 3", "$.predict[0]", "unknown key `tower`"),
    "unknown structure": (
        PREDICT.replace("column", "igloo"),
        "$.predict[0].structures[0]",
        "igloo",
    ),
    "nothing to predict": (HEAD + "[[predict]]", "$.predict[0]", "neither structures nor scenes"),
    "no towers": (PREDICT + "towers = 0", "$.predict[0].towers", "number >= 1"),
    "noise": (PREDICT + "noise_m = [0.0, -1.0]", "$.predict[0].noise_m[1]", "number >= 0.0"),
    "no noise": (PREDICT + "noise_m = []", "$.predict[0].noise_m", "length >= 1"),
    "friction": (PREDICT + "friction = [9.0]", "$.predict[0].friction[0]", "number <= 5.0"),
    "densities": (PREDICT + "density_kg_m3 = [9, 1]", "$.predict[0].density_kg_m3", "least comes"),
    "one density": (PREDICT + "density_kg_m3 = [9]", "$.predict[0].density_kg_m3", "length 2"),
    "hidden": (PREDICT + "hidden_density = true", "$.predict[0].hidden_density", "to hide"),
    "scene": (PREDICT + 'scenes = ["igloo"]', "$.predict[0].scenes[0]", "no scene 'igloo'"),
    "scene outside": (PREDICT + 'scenes = ["../a.toml"]', "$.predict[0].scenes[0]", "not in the"),
    "scene file": (PREDICT + 'scenes = ["a.toml"]', "$.predict[0].scenes[0]", "a.toml: there is"),
    "own name": (PREDICT + f'scenes = ["{SWEEP}"]', "$.predict[0].scenes[0]", "what results call"),
    "own name by a detour": (
        PREDICT + 'scenes = ["./Sweep.toml"]',
        "$.predict[0].scenes[0]",
        "what results call",
    ),
    "pieces": (
        PLACE + 'pieces = "lego"',
        "$.place[0].pieces",
        "no piece set 'lego'; there are: boxes",
    ),
    "hand": (PLACE + 'hands = ["left"]', "$.place[0].hands[0]", "none of the words"),
    "supply": (PLACE + "supply = 1", "$.place[0].supply", "number >= 2"),
}


@pytest.mark.parametrize("name", level_names("sweeps"))
def test_every_included_sweep_has_trials_for_each_of_its_heuristics(name: str) -> None:
    sweep = load_sweep(sweep_path(name))
    assert sweep.name == name
    asked = Trials(sweep)
    for heuristic in sweep.heuristics:
        assert any(can_answer(find(heuristic).card, trial) for trial in asked), heuristic


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_gives_one_line_with_file_and_place(tmp_path: Path, case: str) -> None:
    text, where, why = FAULTS[case]
    path = written(tmp_path, text)
    with pytest.raises(SceneFault) as fault:
        load_sweep(path)
    assert (fault.value.file, fault.value.where) == (str(path), where)
    assert why in fault.value.why
    assert "\n" not in str(fault.value)


def test_a_sweep_is_copied_with_its_scene_files(tmp_path: Path) -> None:
    written(tmp_path / "here" / "sub", CUBE, "cube.toml")
    text = PREDICT + 'scenes = ["sub/cube.toml", "arch"]'
    path = written(tmp_path / "here", text)
    results = tmp_path / "there"
    results.mkdir()
    keep(path, results)
    assert load_sweep(results / SWEEP) == load_sweep(path)
    assert [*load_sweep(path).scenes] == ["sub/cube.toml", "arch"]


def test_results_may_be_in_the_folder_of_the_scenes(tmp_path: Path) -> None:
    written(tmp_path, CUBE, "cube.toml")
    path = written(tmp_path, PREDICT + 'scenes = ["cube.toml"]')
    keep(path, tmp_path)
    assert load_sweep(tmp_path / SWEEP) == load_sweep(path)
    assert (tmp_path / "cube.toml").read_text() == CUBE


def test_a_sweep_is_copied_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    path, results = written(tmp_path, PREDICT), tmp_path / "out"
    results.mkdir()
    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        keep(path, results)
    assert not (results / SWEEP).exists()


def test_missing_keys_of_a_sweep_have_defaults(tmp_path: Path) -> None:
    sweep = load_sweep(written(tmp_path, PREDICT))
    assert (sweep.seed, sweep.predict[0].towers, sweep.predict[0].noise_m) == (1, 10, (0.0,))


def test_a_sweep_draws_from_the_templates_of_the_benchmark_too(tmp_path: Path) -> None:
    file = written(tmp_path, PREDICT.replace('["column"]', f"{[*SCENES]}") + "towers = 1")
    drawn = [it for it in Trials(load_sweep(file)) if isinstance(it, PredictTrial)]
    assert [it.structure for it in drawn if it.scene().blocks] == [*SCENES]
