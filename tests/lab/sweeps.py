"""Small sweeps for tests, and their results."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from towersim.lab import store
from towersim.lab.evaluation import Chunk, described, placed, prepared, result_rows, task_rows
from towersim.lab.executors import Workers
from towersim.lab.heuristics import find
from towersim.lab.rows import BuildResult, Prediction, ResultRow
from towersim.lab.run import Progress, plan, run
from towersim.lab.stability import BenchmarkTower
from towersim.lab.store import About
from towersim.lab.sweep import SWEEP, load_sweep
from towersim.lab.tables import Sheet
from towersim.lab.trials import PredictTrial, TaskTrial, Trials

SMALL = """
format = 1
name = "small"
seed = 5
heuristics = ["margin", "uniform", "greedy-overlap"]
[[predict]]
structures = ["column", "bridge", "counterweight", "leaning"]
towers = 2
noise_m = [0.0, 0.002]
[[place]]
supply = 4
towers = 2
"""


def evaluate_chunk(chunk: Chunk) -> list[ResultRow]:
    """Return all rows of a chunk, computed in this process without a time limit."""
    if isinstance(chunk.trials[0], TaskTrial):
        return [*task_rows(chunk, lambda question: placed(question, find(question.heuristic)))]
    known, cases = prepared(chunk)
    return [row for name in chunk.versions for row in result_rows(known, cases, find(name))]


def submitted(chunk: Chunk) -> "Future[list[ResultRow]]":
    future: Future[list[ResultRow]] = Future()
    try:
        future.set_result(evaluate_chunk(chunk))
    except Exception as error:
        future.set_exception(error)
    return future


Here = partial(Workers, 1, submitted, described)
"""An executor that evaluates chunks immediately in this process."""


@contextmanager
def this_process(_workers: int) -> Iterator[Executor]:
    """Replace `processes` in tests of other things, because processes are slow to start."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


@contextmanager
def here(_slots: int, _call_limit: float = 0.0) -> Iterator[Workers]:
    """Replace `heuristic_processes` by evaluation in this process."""
    yield Here()


def written(folder: Path, text: str = SMALL, name: str = "my.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def filled(path: Path, folder: Path, workers: Workers, *heuristics: str) -> list[Progress]:
    """Run a sweep to its end and return its progress reports."""
    return list(run(plan(path, folder, workers, heuristics), workers))


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
            tower = (trial.id, trial.structure, 3 + n, (n % 3 - 1) / 8, n % 3 > 0)
            rows += [
                Prediction(*tower, name, chance, number=n, tower=trial.tower, cpu_seconds=0.001)
                for name, chance in zip(said, (n / 12, 0.7, 0.2), strict=False)
            ]
        else:
            ended = ("normal", n % 6, 0.02 * (n % 6), n % 6 < 5, 5)
            rows += [
                BuildResult(trial.id, name, *ended, cpu_seconds=0.001, number=n)
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


def on_terminal(*sheets: Sheet[Any]) -> str:
    """Return tables as a terminal of 80 columns shows them."""
    page = StringIO()
    for sheet in sheets:
        Console(file=page, width=80).print(sheet.grid())
    return page.getvalue()
