"""Small sweeps for tests, and their results."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from towersim.lab.evaluation import Chunk, described, prepared, result_rows
from towersim.lab.executors import Workers
from towersim.lab.heuristics import find
from towersim.lab.rows import ResultRow
from towersim.lab.run import Progress, plan, run

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
    known, cases = prepared(chunk)
    return [row for name in chunk.asked for row in result_rows(known, cases, find(name))]


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
