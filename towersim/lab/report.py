"""The report of a sweep: a self-contained HTML page, and its figures as PNG files.

`report.html` beside this file has the texts. Chapters without data are left out: a sweep without
predictions, or one that has just begun, gives a shorter page.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import pvariance
from typing import NamedTuple

from matplotlib.figure import Figure

from towersim.common.whole_file import write_whole
from towersim.lab import metrics, plots
from towersim.lab.compare import FACTORS, curve
from towersim.lab.metrics import Spent
from towersim.lab.page import filled_in
from towersim.lab.plots import Answers, Style
from towersim.lab.rows import COUNTS, BuildResult, Prediction, ResultRow, Results, counted, grouped
from towersim.lab.store import read
from towersim.lab.sweep import SWEEP, load_sweep, unnamed_generators
from towersim.lab.tables import Cell, Column, Sheet, digits_text, milliseconds_text, share_text
from towersim.lab.trials import Trials
from towersim.lab.truth import margin_text
from towersim.scene.scene import Scene

MOST = 24


class Example(NamedTuple):
    """A tower and its caption."""

    row: Prediction
    caption: str


def examples(answers: Mapping[str, Sequence[Prediction]]) -> list[Example]:
    """Return each heuristic's most trusted tower that fell and most doubted one that stood.

    Among equal probabilities the one with the greatest |λ| is taken.
    """
    worst = (row for rows in answers.values() for row in _worst(rows))
    return [
        Example(row, f"{row.heuristic}: {_told(row)} Prediction: {row.probability:.0%}.")
        for row, _ in zip(worst, range(MOST), strict=False)
    ]


def disputed(answers: Mapping[str, Sequence[Prediction]]) -> list[Example]:
    """Return the trials with the greatest variance of probabilities, one for each tower."""
    every = (row for rows in answers.values() for row in rows if row.probability is not None)
    trials = grouped(every, lambda row: row.trial)
    several = (rows for rows in trials.values() if len({row.is_right for row in rows}) > 1)
    by_tower: dict[str, list[Prediction]] = {}
    for rows in sorted(several, key=lambda rows: -pvariance([r.probability or 0.0 for r in rows])):
        by_tower.setdefault(rows[0].tower or rows[0].trial, rows)
    return [_dispute(rows) for rows in list(by_tower.values())[:MOST]]


def _dispute(rows: Sequence[Prediction]) -> Example:
    right = ", ".join(row.heuristic for row in rows if row.is_right)
    wrong = ", ".join(row.heuristic for row in rows if not row.is_right)
    return Example(rows[0], f"{_told(rows[0])} Right: {right}. Wrong: {wrong}.")


def _told(row: Prediction) -> str:
    became = row.verdict or ("stands" if row.stands else "falls")
    return f"{row.structure} of {row.blocks} blocks, {margin_text(row.margin)}; it {became}."


def _worst(rows: Sequence[Prediction]) -> Iterator[Prediction]:
    for stands in (False, True):
        answered = (row for row in rows if row.probability is not None)
        wrong = [row for row in answered if not row.is_right and row.stands == stands]
        if wrong:
            yield max(wrong, key=lambda row: (abs((row.probability or 0.0) - 0.5), abs(row.margin)))


MM = 1000.0
ACROSS = 8
"""Maximum number of heuristics side by side in a table."""
FEW = 5
"""Least number of towers of a group in a figure: wider intervals would fill it."""

Marks = Mapping[str, Style]
Towers = Mapping[str, Mapping[str, Sequence[BuildResult]]]
"""Rows of built towers by hand and heuristic."""
Scenes = Callable[[Prediction], Scene | None]
"""A function that returns the scene of a row, if it is known."""


def groups_of(key: str, rows: Sequence[Prediction]) -> dict[str, list[Prediction]]:
    """Return the rows by the groups of a factor, in order."""
    group, order, _ = FACTORS[key]
    return grouped(sorted(rows, key=lambda row: (order(row), group(row))), group)


def ranking(answers: Answers, spent: Mapping[str, Spent]) -> Sheet[Sequence[Prediction]]:
    """Return the table of all heuristics, in their given order."""
    places = {name: f"{rank}. {name}" for rank, name in enumerate(answers, 1)}
    columns: list[Column[Sequence[Prediction]]] = [
        Column("heuristic", lambda rows: places[rows[0].heuristic], is_text=True),
        *COUNTS,
        Column(
            "right",
            lambda rows: share_text(metrics.accuracy(rows), metrics.accuracy_interval(rows)),
        ),
        Column(
            "AUC",
            lambda rows: digits_text(metrics.summary(rows).auc, 3, metrics.auc_interval(rows)),
        ),
        Column(
            "Brier",
            lambda rows: digits_text(metrics.summary(rows).brier, 3, metrics.brier_interval(rows)),
        ),
        Column(
            "CPU ms per call",
            lambda rows: milliseconds_text(1000 * spent[rows[0].heuristic].median),
        ),
    ]
    return Sheet(columns, [*answers.values()])


def by_group(answers: Answers, key: str, marks: Marks) -> tuple[Figure | None, list[Sheet[str]]]:
    """Return each heuristic's accuracy in each group of a factor, as a figure and as tables.

    Groups of fewer than `FEW` towers are in the tables only; both are empty for one group.
    """
    groups = {name: groups_of(key, rows) for name, rows in answers.items()}
    bands = groups_of(key, [row for rows in answers.values() for row in rows])
    most = {band: max(len(of_one.get(band, ())) for of_one in groups.values()) for band in bands}
    if len(most) < 2:
        return None, []
    drawn = [band for band, n in most.items() if n >= FEW]
    figure = plots.accuracy(groups, drawn, marks, joined=FACTORS[key].ordered) if drawn else None
    names, sheets = list(groups), []
    across = -(-len(names) // -(-len(names) // ACROSS))  # tables of equal width
    for first in range(0, len(names), across):
        columns: list[Column[str]] = [
            Column("", lambda band: f"{band} ({most[band]:,})", is_text=True),
            *(
                Column(name, lambda band, name=name: _share(groups[name].get(band, ())))  # type: ignore[misc] # a lambda's default is untyped
                for name in names[first : first + across]
            ),
        ]
        sheets.append(Sheet(columns, [*most]))
    return figure, sheets


def heights(towers: Towers) -> Sheet[Sequence[BuildResult]]:
    """Return the table of tower heights by hand and heuristic, the highest first."""
    lines: list[Sequence[BuildResult]] = []
    for by_name in towers.values():
        lines += sorted(by_name.values(), key=lambda rows: -metrics.mean_height(rows)[0])

    def height(rows: Sequence[BuildResult]) -> str:
        value, interval = metrics.mean_height(rows)
        return digits_text(MM * value, 0, interval and (MM * interval.low, MM * interval.high))

    columns: list[Column[Sequence[BuildResult]]] = [
        Column("heuristic", lambda rows: rows[0].heuristic, is_text=True),
        Column("hand", lambda rows: rows[0].hand),
        *COUNTS,
        Column("fell", lambda rows: f"{sum(row.fell for row in rows) / len(rows):.0%}"),
        Column("mean height, mm", height),
        Column("mean pieces", lambda rows: f"{sum(row.pieces for row in rows) / len(rows):.1f}"),
    ]
    return Sheet(columns, lines)


def cost(spent: Mapping[str, Spent]) -> Sheet[str]:
    """Return the table of the costs per call, in the given order."""
    columns: list[Column[str]] = [
        Column("heuristic", str, is_text=True),
        Column("calls", lambda name: f"{spent[name].n:,}"),
        Column("median, ms", lambda name: milliseconds_text(1000 * spent[name].median)),
        Column("95th percentile, ms", lambda name: milliseconds_text(1000 * spent[name].p95)),
    ]
    return Sheet(columns, [*spent])


def _share(rows: Sequence[Prediction]) -> Cell:
    if not rows:
        return Cell("–")
    accuracy = metrics.accuracy(rows)
    # Only accuracy above chance (one half) is tinted.
    return Cell(f"{accuracy:.0%}", max(0.0, 2 * accuracy - 1))


PAGE = "report.html"
FIGURE = re.compile(
    r"(calibration|roc|survival|cost|tradeoff|accuracy-\w+|(disagreement|wrong)-\d\d)\.png"
)
"""The names of all figures that a report may have."""


def write(folder: Path, generators: Collection[str] = ()) -> Path:
    """Write `report.html` and its figures into a folder of results; return the path of the page.

    Nothing that a file of the folder names is imported: towers of custom generators are drawn only
    if `generators` names them. Figures of an earlier report that this one lacks are deleted.

    Raises FileFault if the folder holds no results, or damaged ones; OptionFault if the sweep does
    not use one of `generators`, or a file cannot be written.
    """
    results = read(folder)
    figures, text = page(results, _scenes(folder, generators))
    files = {f"{name}.png": png for name, png in figures.items()}
    for path in folder.glob("*.png"):
        if path.name not in files and FIGURE.fullmatch(path.name):
            path.unlink()
    for name, content in (files | {PAGE: text.encode()}).items():
        write_whole(folder / name, content)
    return folder / PAGE


def page(results: Results, scenes: Scenes) -> tuple[dict[str, bytes], str]:
    """Return the figures of results as PNG files by name, and the page with them."""
    answers, by_name = ranked(results), grouped(results.rows, _name)
    each = ((name, metrics.spent([r.cpu_seconds for r in rows])) for name, rows in by_name.items())
    spent = dict(sorted(each, key=lambda item: item[1].median))
    marks = plots.marks(list(dict.fromkeys([*answers, *map(_name, results.built), *by_name])))
    hands = grouped(results.built, lambda row: row.hand)
    towers = {hand: grouped(rows, _name) for hand, rows in hands.items()}
    splits = {key: by_group(answers, key, marks) for key in FACTORS}
    chosen = {"disagreement": disputed(answers), "wrong": examples(answers)}
    shown = {kind: _shown(kind, some, scenes) for kind, some in chosen.items()}
    figures = _figures(answers, spent, towers, marks)
    figures |= {f"accuracy-{key}": figure for key, (figure, _) in splits.items()}
    for pictures in shown.values():
        figures |= {name: plots.tower_image(scene) for name, (_, scene) in pictures.items()}
    pngs = {name: plots.png(figure) for name, figure in figures.items() if figure is not None}
    return pngs, filled_in(
        PAGE,
        sweep=results.sweep,
        figures=pngs,
        judged=_judged(results.predictions),
        built=_built(results.built),
        ranking=ranking(answers, spent) if answers else None,
        splits={key: sheets for key, (_, sheets) in splits.items() if sheets},
        heights=heights(towers) if towers else None,
        costs=cost(spent) if spent else None,
        shown=shown,
    )


def _name(row: ResultRow) -> str:
    return row.heuristic


def _figures(
    answers: Answers, spent: Mapping[str, Spent], towers: Towers, marks: Marks
) -> dict[str, Figure | None]:
    figures = dict[str, Figure | None]()
    if answers:
        figures["calibration"] = plots.calibration(answers, marks)
        figures["roc"] = plots.roc(answers, marks)
        figures["tradeoff"] = plots.tradeoff(curve(answers), marks)
    if spent:
        figures["cost"] = plots.cost(spent, marks)
    if towers:
        curves = {
            hand: {name: metrics.survival(rows) for name, rows in by_name.items()}
            for hand, by_name in towers.items()
        }
        built = (row for by_name in towers.values() for rows in by_name.values() for row in rows)
        figures["survival"] = plots.survival(curves, max(row.supply for row in built), marks)
    return figures


def _shown(
    kind: str, chosen: Iterable[Example], scenes: Scenes
) -> dict[str, tuple[Example, Scene]]:
    """Return the towers with a known scene, by the names of their pictures."""
    known = ((example, scenes(example.row)) for example in chosen)
    there = ((example, scene) for example, scene in known if scene is not None)
    return {f"{kind}-{number:02d}": pair for number, pair in enumerate(there, 1)}


def _judged(rows: Sequence[Prediction]) -> dict[str, int]:
    """Return the counts of predictions that the page begins with; empty without any."""
    stood = {row.trial: row.stands for row in rows}
    counts = {
        "heuristics": len({row.heuristic for row in rows}),
        "trials": len(stood),
        "towers": len({row.tower or row.trial for row in rows}),
        "stood": sum(stood.values()),
        "simulated": any(row.verdict for row in rows),
        "apart": len({row.trial for row in rows if row.contradicted}),
    }
    return counts if rows else {}


def _built(rows: Sequence[BuildResult]) -> dict[str, object]:
    """Return the counts of built towers, and their hands; empty without any."""
    hands = ", ".join(dict.fromkeys(row.hand for row in rows))
    heuristics = len({row.heuristic for row in rows})
    return {"heuristics": heuristics, "towers": len(rows), "hands": hands} if rows else {}


def ranked(results: Results) -> Answers:
    """Return the answers of each heuristic, ranked by accuracy, then by Brier score."""
    answers = grouped(counted(results.predictions), _name)
    summaries = {name: metrics.summary(rows) for name, rows in answers.items()}
    order = sorted(answers, key=lambda name: (-summaries[name].accuracy, summaries[name].brier))
    return {name: answers[name] for name in order}


def _scenes(folder: Path, generators: Collection[str]) -> Scenes:
    """Return a function from a row to its scene.

    It returns None if the sweep has no such trial, or its generator is not one of `generators`.
    """
    sweep = load_sweep(folder / SWEEP)
    unknown = {name for _, name in unnamed_generators(sweep, generators)}
    trials = Trials(sweep)

    def scene(row: Prediction) -> Scene | None:
        trial = trials[row.number] if row.number < len(trials) else None
        if trial is None or trial.id != row.trial or row.structure in unknown:
            return None
        return trial.scene()

    return scene
