"""Small folders of results to report on."""

from collections.abc import Sequence
from pathlib import Path

from towersim.lab.rows import COSTS, ROWS, SWEEP, Answer, Built, Cost, Verdict, rewrite
from towersim.lab.sweep import load_sweep
from towersim.lab.trials import Predict, trials

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


def folder(path: Path, *, said: Sequence[str], builders: Sequence[str], timed: bool) -> Path:
    """A sweep whose answers are made up: those who predict and those who build, by name."""
    path.mkdir()
    (path / SWEEP).write_text(SWEPT)
    rows: list[Answer] = []
    for n, trial in enumerate(trials(load_sweep(path / SWEEP))):
        if isinstance(trial, Predict):
            rows += [
                Verdict(trial.id, trial.structure, 3 + n, (n % 3 - 1) / 8, n % 3 > 0, name, chance)
                for name, chance in zip(said, (n / 12, 0.7, 0.2), strict=False)
            ]
        else:
            rows += [
                Built(trial.id, name, "normal", n % 6, 0.02 * (n % 6), n % 6 < 5, 5)
                for name in builders
            ]
    rewrite(path / ROWS, rows)
    if timed:
        rewrite(path / COSTS, [Cost(row.trial, row.heuristic, 0.001) for row in rows])
    return path
