"""The report of a sweep: a self-contained HTML page, and its figures as PNG files.

Chapters without data are left out: a sweep without predictions, or one that has just begun, gives
a shorter page.
"""

from collections.abc import Iterator
from pathlib import Path

from towersim.common.whole_file import whole_file
from towersim.lab import chapters, metrics, page, plots
from towersim.lab.chapters import Scenes
from towersim.lab.page import Part
from towersim.lab.plots import Answers
from towersim.lab.rows import Prediction, Results
from towersim.lab.store import read
from towersim.lab.sweep import SWEEP, load_sweep
from towersim.lab.trials import Trials
from towersim.scene.scene import Scene

PAGE = "report.html"


def write(folder: Path) -> Path:
    """Write `report.html` and its figures into a folder of results; return the path of the page.

    Raises FileFault if the folder holds no results, or damaged ones; OptionFault if a file cannot
    be written.
    """
    results = read(folder)
    parts = list(contents(results, _scenes(folder)))
    for plate in page.plates(parts):
        with whole_file(folder / f"{plate.name}.png") as part:
            part.write_bytes(plate.png)
    path = folder / PAGE
    with whole_file(path) as part:
        part.write_text(page.page(f"Sweep {results.sweep}", parts), encoding="utf-8")
    return path


def contents(results: Results, scenes: Scenes) -> Iterator[Part]:
    """Yield the parts of the page."""
    answers = ranked(results)
    spent = {
        name: metrics.spent([row.cpu_seconds for row in rows])
        for name, rows in metrics.grouped(results.rows, lambda row: row.heuristic).items()
    }
    builders = (row.heuristic for row in results.built)
    looks = plots.marks(list(dict.fromkeys([*answers, *builders, *spent])))
    yield from chapters.opening(results)
    if answers:
        yield from chapters.prediction(answers, spent, looks)
    if results.built:
        yield from chapters.building(results.built, looks)
    if spent:
        yield from chapters.cost(spent, answers, looks)
    yield from chapters.disagreements(answers, scenes)
    yield from chapters.mistakes(answers, scenes)
    if results.rows:
        yield from chapters.closing()


def ranked(results: Results) -> Answers:
    """Return the answers of each heuristic, ranked by accuracy, then by Brier score."""
    answers = metrics.grouped(results.predictions, lambda row: row.heuristic)
    found = {name: metrics.summary(rows) for name, rows in answers.items()}
    order = sorted(answers, key=lambda name: (-found[name].accuracy, found[name].brier))
    return {name: answers[name] for name in order}


def _scenes(folder: Path) -> Scenes:
    """Return a function from a row to its scene, or to None if the sweep has no such trial."""
    asked = Trials(load_sweep(folder / SWEEP))

    def scene(row: Prediction) -> Scene | None:
        trial = asked[row.number] if row.number < len(asked) else None
        return trial.scene() if trial is not None and trial.id == row.trial else None

    return scene
