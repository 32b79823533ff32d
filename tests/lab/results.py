"""Small folders of results for reports."""

from collections.abc import Sequence
from pathlib import Path

from towersim.lab import store
from towersim.lab.rows import BuildResult, Prediction, ResultRow
from towersim.lab.stability import BenchmarkTower
from towersim.lab.store import About
from towersim.lab.sweep import SWEEP, load_sweep
from towersim.lab.trials import PredictTrial, Trials

SWEPT = """format = 1
name = "small"
seed = 5
heuristics = ["margin"]
[[predict]]
structures = ["column", "bridge"]
towers = 6
[[place]]
supply = 5
towers = 4
"""


def folder(path: Path, *, said: Sequence[str], builders: Sequence[str]) -> Path:
    """Write a folder of made-up results of predicting and of building heuristics, given by name."""
    path.mkdir()
    (path / SWEEP).write_text(SWEPT)
    rows: list[ResultRow] = []
    for n, trial in enumerate(Trials(load_sweep(path / SWEEP))):
        if isinstance(trial, PredictTrial):
            rows += [
                Prediction(
                    trial.id,
                    trial.structure,
                    3 + n,
                    (n % 3 - 1) / 8,
                    n % 3 > 0,
                    name,
                    chance,
                    number=n,
                    tower=trial.tower,
                    cpu_seconds=0.001,
                )
                for name, chance in zip(said, (n / 12, 0.7, 0.2), strict=False)
            ]
        else:
            rows += [
                BuildResult(
                    trial.id,
                    name,
                    "normal",
                    n % 6,
                    0.02 * (n % 6),
                    n % 6 < 5,
                    5,
                    cpu_seconds=0.001,
                    number=n,
                )
                for name in builders
            ]
    store.note_versions(path, dict.fromkeys([*said, *builders], ""))
    store.write(path, About(0, len(rows), ()), rows)
    return path


def predicted(tower: BenchmarkTower, name: str, chance: float) -> Prediction:
    """Return a heuristic's prediction for a tower of a benchmark."""
    of, truth = tower.trial, tower.truth
    known = (of.id, of.structure, truth.blocks, truth.margin, truth.stands)
    return Prediction(*known, name, chance, cpu_seconds=1e-4)
