"""The report of a sweep: one HTML page that needs nothing else, and its figures as PNG files.

Only what is there is shown: a sweep that only built, was not timed or has just begun makes a
shorter page.
"""

from collections.abc import Iterator
from pathlib import Path

from towersim.lab import chapters, metrics, page, plots
from towersim.lab.chapters import Scenes
from towersim.lab.page import Part
from towersim.lab.plots import Answers
from towersim.lab.rows import SWEEP, Results, read
from towersim.lab.sweep import load_sweep
from towersim.lab.trials import trials

PAGE = "report.html"


def write(folder: Path) -> Path:
    """Write `report.html` and its figures into a folder of results; return the path of the page.

    FileFault in one line if the folder holds no results, or damaged ones.
    """
    results = read(folder)
    parts = list(contents(results, _scenes(folder)))
    for plate in page.plates(parts):
        (folder / f"{plate.name}.png").write_bytes(plate.png)
    path = folder / PAGE
    path.write_text(page.page(f"Sweep {results.sweep}", parts), encoding="utf-8")
    return path


def contents(results: Results, scenes: Scenes) -> Iterator[Part]:
    """Yield all that is on the page."""
    answers = ranked(results)
    spent = {
        name: metrics.spent([cost.seconds for cost in costs])
        for name, costs in metrics.grouped(results.costs, lambda cost: cost.heuristic).items()
    }
    builders = (row.heuristic for row in results.built)
    looks = plots.marks(list(dict.fromkeys([*answers, *builders, *spent])))
    yield from chapters.opening(results)
    if answers:
        yield from chapters.prediction(answers, spent, looks)
    if results.built:
        yield from chapters.building(results.built, looks)
    if spent:
        yield from chapters.cost(spent, looks)
    yield from chapters.mistakes(answers, scenes)
    if results.rows:
        yield from chapters.closing()


def ranked(results: Results) -> Answers:
    """Return what each heuristic answered, best first: by accuracy, then by Brier score."""
    answers = metrics.grouped(results.verdicts, lambda row: row.heuristic)
    found = {name: metrics.summary(rows) for name, rows in answers.items()}
    order = sorted(answers, key=lambda name: (-found[name].accuracy, found[name].brier))
    return {name: answers[name] for name in order}


def _scenes(folder: Path) -> Scenes:
    """Return what gives the scene of a trial by its id, None if the sweep has no such trial."""
    known = {trial.id: trial for trial in trials(load_sweep(folder / SWEEP))}
    return lambda id_: known[id_].scene() if id_ in known else None
