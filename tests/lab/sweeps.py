"""Small sweeps for tests, and what they come to."""

from concurrent.futures import Executor
from pathlib import Path

from towersim.lab.run import Job, plan, run

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


def written(folder: Path, text: str = SMALL, name: str = "my.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def filled(path: Path, folder: Path, executor: Executor, *heuristics: str) -> list[Job]:
    """Run a sweep to its end and return the jobs that this took."""
    return list(run(plan(path, folder, heuristics), executor))
