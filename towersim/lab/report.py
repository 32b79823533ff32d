"""The report of a sweep: a self-contained HTML page, and its figures as PNG files.

Chapters without data are left out: a sweep without predictions, or one that has just begun, gives
a shorter page.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from towersim.common.whole_file import whole_file
from towersim.lab import chapters, metrics, page, plots
from towersim.lab.chapters import Scenes
from towersim.lab.page import Part
from towersim.lab.plots import Answers
from towersim.lab.rows import Prediction, Results
from towersim.lab.store import read
from towersim.lab.sweep import SWEEP, custom_structures, load_sweep
from towersim.lab.trials import Trials
from towersim.scene.scene import Scene

PAGE = "report.html"
FIGURE = re.compile(
    r"(calibration|roc|survival|cost|tradeoff|accuracy-\w+|(disagreement|wrong)-\d\d)\.png"
)
"""The names of all figures that a report may have."""


def write(folder: Path, generators: Collection[str] = ()) -> Path:
    """Write `report.html` and its figures into a folder of results; return the path of the page.

    Nothing that a file of the folder names is imported: towers of custom generators are drawn only
    if `generators` names them. Figures of an earlier report that this one lacks are deleted.

    Raises FileFault if the folder holds no results, or damaged ones; OptionFault if a file cannot
    be written.
    """
    results = read(folder)
    parts = list(contents(results, _scenes(folder, generators)))
    figures = {f"{plate.name}.png": plate.png for plate in page.plates(parts)}
    for name, png in figures.items():
        with whole_file(folder / name) as part:
            part.write_bytes(png)
    for path in folder.glob("*.png"):
        if path.name not in figures and FIGURE.fullmatch(path.name):
            path.unlink()
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


def _scenes(folder: Path, generators: Collection[str]) -> Scenes:
    """Return a function from a row to its scene.

    It returns None if the sweep has no such trial, or its generator is not one of `generators`.
    """
    sweep = load_sweep(folder / SWEEP)
    unknown = {name for _, name in custom_structures(sweep)}.difference(generators)
    asked = Trials(sweep)

    def scene(row: Prediction) -> Scene | None:
        trial = asked[row.number] if row.number < len(asked) else None
        if trial is None or trial.id != row.trial or row.structure in unknown:
            return None
        return trial.scene()

    return scene
