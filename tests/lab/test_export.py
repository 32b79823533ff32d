"""Exported data: values are right, splits are fixed, and the data card's examples run."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from matplotlib import image

from tests.lab.sweeps import written
from towersim.cli.commands import run
from towersim.common.errors import OptionFault
from towersim.common.whole_file import PART
from towersim.lab.analytic_scenes import column
from towersim.lab.export import BLOCKS, OUT, export, hash_of, sample, split_of
from towersim.lab.renders import FOOT, WINDOW, render
from towersim.lab.trials import Drawn, Given, PredictTrial
from towersim.physics.stand import stand

SWEEP = """
format = 1
name = "small"
seed = 5
heuristics = ["margin"]
[[predict]]
structures = ["column", "leaning", "arch"]
towers = 5
density_kg_m3 = [250, 2000]
hidden_density = true
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    with ThreadPoolExecutor(1) as here:
        assert export(str(written(folder, SWEEP)), folder / "out", here, lambda: None) == 15
    return folder / "out"


def test_arrays_and_table_hold_the_same_data(exported: Path) -> None:
    rows = pq.read_table(exported / "towers.parquet").to_pylist()
    data = np.load(exported / "arrays.npz")
    assert [row["id"] for row in rows] == data["id"].tolist()
    assert [row["stands"] for row in rows] == data["stands"].tolist()
    assert [row["blocks"] for row in rows] == np.diff(data["block_start"]).tolist()
    for row, first, last in zip(rows, data["block_start"], data["block_start"][1:], strict=False):
        fell = data["fall_order"][first:last]
        assert sorted(fell[fell >= 0]) == list(range(len(row["fell"])))
        assert row["stands"] == (row["verdict"] == "stood")
        if row["stands"]:
            assert min(row["margin_right"], row["margin_left"]) == pytest.approx(row["margin"])
        else:
            assert row["margin_left"] is None
    assert len(data["corners"]) == data["corner_start"][-1]


def test_hidden_densities_are_labels_and_not_inputs(exported: Path) -> None:
    data = np.load(exported / "arrays.npz")
    volume = data["blocks"][:, BLOCKS.index("area")] * 0.02
    shown = data["blocks"][:, BLOCKS.index("mass")] / volume
    assert shown == pytest.approx(np.full(len(shown), 700.0))
    assert np.ptp(data["true_mass"] / volume) > 500


def test_a_sample_agrees_with_physics_and_statics() -> None:
    trial = PredictTrial(1, Given("lean", column([0.0, 0.3, 0.9])))
    it = sample(trial)
    assert it.blocks[:, :2] == pytest.approx(np.array([[0.0, 0.01], [0.006, 0.03], [0.018, 0.05]]))
    assert {frozenset(pair) for pair in it.contacts[:, :2].astype(int).tolist()} == {
        frozenset(pair) for pair in ((0, -1), (1, 0), (2, 1))
    }
    assert it.row["fell"] == list(stand(trial.scene()).fell)
    assert not it.row["stands"]
    assert it.mechanism.any()


def test_a_tower_is_always_in_the_same_split() -> None:
    some = [PredictTrial(1, Drawn("column", n)) for n in range(300)]
    counts = {name: sum(split_of(it) == name for it in some) for name in ("train", "test", OUT)}
    assert counts["train"] == pytest.approx(210, abs=30)
    assert counts["test"] == pytest.approx(45, abs=20)
    assert counts[OUT] == 0
    assert split_of(PredictTrial(1, Drawn("arch", 0))) == OUT
    noisy = PredictTrial(1, Drawn("column", 7), noise=0.002)
    assert split_of(noisy) == split_of(PredictTrial(1, Drawn("column", 7)))
    # Fixed: results on another split of the same towers could not be compared.
    assert hash_of(it.id for it in some if split_of(it) == "test")[:16] == "395096659b8bf54c"


def test_splits_contain_every_tower_once_with_their_hashes(exported: Path) -> None:
    splits = json.loads((exported / "splits.json").read_text())
    ids = [id_ for part in splits.values() for id_ in part["ids"]]
    assert sorted(ids) == sorted(np.load(exported / "arrays.npz")["id"].tolist())
    assert all(part["sha256"] == hash_of(part["ids"]) for part in splits.values())
    assert len(splits[OUT]["ids"]) == 5


def test_pictures_are_to_scale(exported: Path) -> None:
    for side in (64, 128):
        paths = sorted((exported / "renders" / f"{side}").iterdir())
        assert len(paths) == 15
        assert image.imread(paths[0]).shape == (side, side)
    picture = render(column([0.0] * 5), 128)
    middle = picture[:, 64]
    per_metre = 128 / WINDOW
    filled = np.flatnonzero(middle[: int(128 - (FOOT + 0.001) * per_metre)] > 60)
    assert len(filled) / per_metre == pytest.approx(0.1, abs=0.01)


def test_the_examples_of_the_data_card_run(
    exported: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(exported)
    card = (exported / "README.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    assert len(examples) == 2
    assert all(len(example.strip().splitlines()) <= 10 for example in examples)
    exec("\n".join(examples), {})  # noqa: S102 - lines of the repository
    assert "boosted: " in capsys.readouterr().out
    assert "| out_of_template | 5 |" in card


def test_an_impossible_export_gives_one_line(tmp_path: Path, exported: Path) -> None:
    place = "[[place]]\nsupply = 4\ntowers = 2\n"
    building = written(tmp_path, f'format = 1\nname = "b"\nheuristics = ["height"]\n{place}')
    with ThreadPoolExecutor(1) as here:
        with pytest.raises(OptionFault, match="is not empty"):
            export("quick", exported, here, lambda: None)
        with pytest.raises(OptionFault, match="has no towers to export"):
            export(str(building), tmp_path / "new", here, lambda: None)
    assert run(["lab", "export", "nothing", "--to", str(tmp_path / "new")]) == 2


def stopped() -> None:
    raise KeyboardInterrupt


def test_an_export_that_was_stopped_leaves_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    few = SWEEP.replace("towers = 5", "towers = 1")
    sweep, folder = str(written(tmp_path, few)), tmp_path / "out"
    with ThreadPoolExecutor(1) as here:
        with pytest.raises(KeyboardInterrupt):
            export(sweep, folder, here, stopped)
        assert not folder.exists()
        # A program that is killed leaves this.
        (folder / f"{PART}1" / "renders").mkdir(parents=True)
        with pytest.raises(KeyboardInterrupt):
            export(sweep, folder, here, stopped)
        assert list(folder.iterdir()) == []
        assert export(sweep, folder, here, lambda: None) == 3
    names = ["README.md", "arrays.npz", "renders", "splits.json", "towers.parquet"]
    assert sorted(path.name for path in folder.iterdir()) == names


def test_a_second_export_into_a_folder_is_refused_and_the_first_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = SWEEP.replace("towers = 5", "towers = 1")
    sweep, folder = str(written(tmp_path, few)), tmp_path / "out"
    codes = []

    def second() -> None:
        codes.append(run(["lab", "export", sweep, "--to", str(folder)]))

    with ThreadPoolExecutor(1) as here:
        assert export(sweep, folder, here, second) == 3
    assert codes == [2] * 3
    assert (
        capsys.readouterr().err.splitlines()
        == [f"towersim: {folder}: another export is writing there"] * 3
    )
    assert not list(folder.glob(".*"))


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        ThreadPoolExecutor(1) as here,
        pytest.raises(OptionFault, match="cannot be written: File exists"),
    ):
        export("quick", tmp_path / "file", here, lambda: None)
