"""The baselines of `stability-3`: what they learn from, and the table of their figures."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.lab.sweeps import on_terminal
from towersim.cli.commands import run
from towersim.lab import baselines as measuring, stability3
from towersim.lab.metrics import Floats
from towersim.lab.stability3 import FOLDS, Benchmark, Bools, load_benchmark, thinned
from towersim.lab.tables import Share


def test_a_thinned_benchmark_keeps_whole_matches() -> None:
    test = load_benchmark("test")
    few = thinned(test, 10)
    assert len(few.trials) == len(few.labels) == len(few.folds.across) == 262
    assert few.labels.sum() == 131
    assert few.labels[::2].all()
    matches = np.unique(test.matches)[::10]
    assert few.matches.tolist() == [match for match in matches for _ in range(2)]


def own(benchmark: Benchmark, inputs: Floats, seconds: float = 0.0) -> measuring.Samples:
    return measuring.Samples(benchmark, inputs, np.full(len(inputs), seconds))


def test_the_noise_with_the_least_error_on_the_used_towers_is_chosen() -> None:
    labels = np.arange(40) % 2 == 0
    good, bad = labels.astype(np.float64), 1.0 - labels
    assert measuring._scale(np.stack([bad, good], axis=1), labels)(np.array([[0.0, 1.0]])) == [1.0]
    assert measuring._scale(np.stack([good, bad], axis=1), labels)(np.array([[0.0, 1.0]])) == [0.0]


def test_each_fold_is_answered_by_what_was_learned_without_it() -> None:
    train, test = (thinned(load_benchmark(split), 7) for split in ("train", "test"))
    seen = list[Floats]()

    def fit(inputs: Floats, _labels: Bools) -> Callable[[Floats], Floats]:
        """Return a model that is right about templates that it has not learned from only."""
        seen.append(inputs)
        return lambda asked: np.where(
            np.isin(asked[:, 0], inputs[:, 0]), 1 - asked[:, 1], asked[:, 1]
        )

    def inputs(benchmark: Benchmark) -> Floats:
        code = [stability3.SCENES.index(it.structure) for it in benchmark.trials]
        return np.stack([code, benchmark.labels], axis=1).astype(np.float64)

    method = measuring.Method("x", own(test, inputs(test)), own(train, inputs(train)), fit)
    (row,) = measuring._rows(method, {"scene": None})
    shares = row.test, row.within, row.across
    assert [share and share.value for share in shares] == [0.0, 0.0, 1.0]
    assert [len(some) for some in seen] == [len(train.labels)] + [
        len(train.labels) - int((train.folds.within == fold).sum()) for fold in range(FOLDS)
    ] + [int((~train.folds.across[:, fold]).sum()) for fold in range(FOLDS)]


def test_late_answers_do_not_count() -> None:
    test = thinned(load_benchmark("test"), 10)
    part = own(test, test.labels.astype(np.float64), 0.005)
    rows = measuring._rows(measuring.Method("x", part), {"budget 1 ms": 1.0, "budget 10 ms": 10.0})
    assert [row.test.value for row in rows if row.test is not None] == [0.0, 1.0]


def test_folds_of_hidden_densities_hold_out_each_tower_and_each_template_once() -> None:
    folds = measuring._own_folds(thinned(load_benchmark("hidden"), 1)).folds
    assert sorted(np.bincount(folds.within)) == [120] * FOLDS
    assert folds.across.sum(axis=0).tolist() == [200] * 6 + [0] * 4


def test_the_tables_have_all_figures_and_fit_a_terminal() -> None:
    share, whole = Share(0.5, 0.4, 0.6), Share(1.0, 0.975, 1.0)
    row = measuring.Baseline("budget 10 ms", "noisy simulation", share, whole, whole, "436 towers")
    for sheet, figures in zip(
        measuring.sheets([row]),
        ("50.0% (40.0–60.0) | 100.0% (97.5–100.0)", "100.0% (97.5–100.0) | 436 towers"),
        strict=True,
    ):
        line = f"| {row.track} | {row.name} | {figures} |"
        assert line in sheet.markdown()
        words = line.replace("| ", "").removesuffix(" |")
        assert " ".join(on_terminal(sheet).split()).endswith(words), "in one line of 80 characters"


@pytest.mark.slow  # simulates and trains
def test_the_command_measures_all_baselines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measuring, "FITTED", 3)
    monkeypatch.setattr(measuring, "TESTED", 2)
    monkeypatch.setattr(measuring, "SAMPLES", 2)
    monkeypatch.setattr(measuring, "find_spec", lambda _: None)
    assert run(["lab", "baselines", "--step", "100", "--workers", "1", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("towersim: measured: scene, statics: 100.0% ("), "a line each"
    rows = json.loads(printed.out)
    assert printed.err.count("\n") == len(rows)
    found = {(it["track"], it["name"]): it for it in rows}
    learning = {*measuring.FIXED, measuring.NOISY, "boosting", "neighbour"}
    tracks = {"scene": learning, "budget 1 ms": learning, "budget 10 ms": learning}
    tracks |= {"image": {*measuring.SEEING, "pixels"}, "hidden": learning}
    assert set(found) == {(track, name) for track, names in tracks.items() for name in names}
    assert found["scene", "statics"]["test"]["value"] == 1.0
    assert found["budget 1 ms", measuring.NOISY]["test"]["value"] == 0.0
    assert found["image", "pixels"]["within"] is None
    assert found["hidden", "boosting"]["test"] is None


def test_a_track_that_is_named_twice_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def measured(*given: Any) -> tuple[()]:
        asked.append(given[-1])
        return ()

    monkeypatch.setattr(measuring, "baselines", measured)
    tracks = ["--track", "image", "--track", "scene", "--track", "image"]
    assert run(["lab", "baselines", "--workers", "1", *tracks]) == 0
    assert asked == [("image", "scene")]
