"""The baselines of `stability-3`: what they learn from, and the table of their figures."""

import json

import numpy as np
import pytest

from towersim.cli.commands import run
from towersim.lab import baselines as measuring
from towersim.lab.baselines import NOISY, Baseline, Towers, _baseline, _scale, sheet, thinned
from towersim.lab.stability3 import load_benchmark


def test_a_thinned_benchmark_keeps_whole_matches() -> None:
    test = load_benchmark("test")
    few = thinned(test, 10)
    assert len(few.trials) == len(few.labels) == len(few.folds.across) == 262
    assert few.labels.sum() == 131
    assert few.labels[::2].all()
    assert [it.id for it in few.trials[2:4]] == [it.id for it in test.trials[20:22]]


def test_the_noise_with_the_least_error_on_the_used_towers_is_chosen() -> None:
    few = thinned(load_benchmark("train"), 1000)
    labels = few.labels.astype(np.float64)
    first = np.arange(len(labels)) < len(labels) // 2
    good, bad = np.where(first, labels, 1 - labels), np.where(first, 1 - labels, labels)
    towers = Towers(few, np.zeros((len(labels), 1)), {"0.1": good, "1.0": bad})
    assert _scale(towers, first) == "0.1"
    assert _scale(towers, ~first) == "1.0"


def test_across_templates_only_towers_of_held_out_templates_count() -> None:
    few = thinned(load_benchmark("test"), 10)
    labels, across = few.labels.astype(np.float64), few.folds.across

    def answers(fold: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return right answers about the templates that a fold holds out, and otherwise wrong."""
        held = np.ones(len(labels), bool) if fold < 0 else across[:, fold]
        return np.where(held, labels, 1 - labels)

    found = _baseline("x", Towers(few, np.zeros((len(labels), 1)), {}), answers)
    assert (found.within, found.across) == (1.0, 1.0)
    wrong = _baseline("x", Towers(few, np.zeros((len(labels), 1)), {}), lambda n: 1 - answers(n))
    assert (wrong.within, wrong.across) == (0.0, 0.0)
    assert found.within_interval[0] < 1.0


def test_the_table_has_both_figures() -> None:
    table = sheet([Baseline("x", 0.5, (0.4, 0.6), 0.25, (0.2, 0.3), "σ 1")], 10).markdown()
    assert "| x | 50.0% (40.0–60.0) | 25.0% (20.0–30.0) | σ 1 |" in table


@pytest.mark.slow  # simulates and trains
def test_the_command_measures_all_baselines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measuring, "FITTED", 4)
    monkeypatch.setattr(measuring, "SAMPLES", 2)
    assert run(["lab", "baselines", "--step", "70", "--workers", "1", "--json"]) == 0
    found = {it["name"]: it for it in json.loads(capsys.readouterr().out)}
    assert set(found) == {*measuring.FIXED, NOISY, "boosting"}
    assert found["statics"]["within"] == found["statics"]["across"] == 1.0
    assert found["boosting"]["within"] > found["height"]["within"]
