"""The report of a sweep: a self-contained HTML page, and its figures as PNG files.

Chapters without data are left out: a sweep without predictions, or one that has just begun, gives
a shorter page. A chapter is a pure function from rows to paragraphs, tables and figures.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import pvariance
from typing import Any, NamedTuple

from matplotlib.figure import Figure

from towersim.common.whole_file import whole_file
from towersim.lab import metrics, page, plots
from towersim.lab.compare import FACTORS
from towersim.lab.metrics import Interval, Spent, right
from towersim.lab.page import Gallery, Heading, Paragraph, Part, Plate
from towersim.lab.plots import Answers, Mark
from towersim.lab.rows import BuildResult, Prediction, Results
from towersim.lab.store import read
from towersim.lab.sweep import SWEEP, custom_structures, load_sweep
from towersim.lab.tables import Cell, Column, Sheet, digits_text, milliseconds_text, share_text
from towersim.lab.tower_image import tower_image
from towersim.lab.trials import Trials
from towersim.lab.truth import margin_text
from towersim.scene.scene import Scene

MOST = 24
"""Maximum number of towers shown."""


class Example(NamedTuple):
    """A tower and its caption."""

    row: Prediction
    caption: str

    @property
    def alternative(self) -> str:
        """Alternative text of the picture."""
        kind = self.row.structure
        return f"A tower ({kind}) of {self.row.blocks} blocks, drawn from the side."


def examples(answers: Mapping[str, Sequence[Prediction]]) -> list[Example]:
    """Return each heuristic's most trusted tower that fell and most doubted one that stood.

    Among equal probabilities the one with the greatest |λ| is taken.
    """
    found = (row for rows in answers.values() for row in _worst(rows))
    return [
        Example(row, f"{row.heuristic}: {_told(row)} Prediction: {row.probability:.0%}.")
        for row, _ in zip(found, range(MOST), strict=False)
    ]


def disputed(answers: Mapping[str, Sequence[Prediction]]) -> list[Example]:
    """Return the trials with the greatest variance of probabilities, one for each tower."""
    trials: dict[str, list[Prediction]] = {}
    for rows in answers.values():
        for row in rows:
            if row.probability is not None:
                trials.setdefault(row.trial, []).append(row)
    several = (rows for rows in trials.values() if len({right(row) for row in rows}) > 1)
    found: dict[str, list[Prediction]] = {}
    for rows in sorted(several, key=lambda rows: -_variance(rows)):
        found.setdefault(rows[0].tower or rows[0].trial, rows)
    return [_dispute(rows) for rows in list(found.values())[:MOST]]


def _dispute(rows: Sequence[Prediction]) -> Example:
    said = [", ".join(row.heuristic for row in rows if right(row) == it) for it in (True, False)]
    return Example(rows[0], f"{_told(rows[0])} Right: {said[0]}. Wrong: {said[1]}.")


def _variance(rows: Sequence[Prediction]) -> float:
    return pvariance([row.probability for row in rows if row.probability is not None])


def _told(row: Prediction) -> str:
    became = row.verdict or ("stands" if row.stands else "falls")
    return f"{row.structure} of {row.blocks} blocks, {margin_text(row.margin)}; it {became}."


def _worst(rows: Sequence[Prediction]) -> Iterator[Prediction]:
    for stands in (False, True):
        answered = (row for row in rows if row.probability is not None)
        wrong = [row for row in answered if not right(row) and row.stands == stands]
        if wrong:
            yield max(wrong, key=lambda row: (abs((row.probability or 0.0) - 0.5), abs(row.margin)))


MM = 1000.0
ACROSS = 8
"""Maximum number of heuristics side by side in a table."""
FEW = 5
"""Least number of towers of a group in a figure: wider intervals would fill it."""

Marks = Mapping[str, Mark]
Line = tuple[str, Sequence[Any]]
"""A line of a table: the name of a heuristic, and its rows."""
Scenes = Callable[[Prediction], Scene | None]
"""A function that returns the scene of a row, if it is known."""


class Split(NamedTuple):
    """A way to split rows into groups, with the title and caption of its chapter."""

    key: str
    title: str
    groups: Callable[[Sequence[Prediction]], dict[str, list[Prediction]]]
    caption: str
    ordered: bool


def _by(factor: str) -> Callable[[Sequence[Prediction]], dict[str, list[Prediction]]]:
    group, order = FACTORS[factor]
    return lambda rows: metrics.grouped(sorted(rows, key=order), group)


SPLITS = (
    Split(
        "margin",
        "By margin",
        _by("margin"),
        "λ is the margin of statics: the tangent of the tilt at which a tower collapses. With "
        "λ < 0 it collapses on a level table. Near 0 the heuristics differ most. Grey: the other "
        "heuristics; bars: 95 % intervals.",
        ordered=True,
    ),
    Split(
        "size",
        "By number of blocks",
        _by("size"),
        "Accuracy against the size of the tower. Grey: the other heuristics.",
        ordered=True,
    ),
    Split(
        "structure",
        "By structure",
        metrics.by_structure,
        "Accuracy on each kind of tower. Grey: the other heuristics.",
        ordered=False,
    ),
    Split(
        "noise",
        "By position noise, in mm",
        _by("noise, mm"),
        "Standard deviation of the sideways error in the positions of flat-lying blocks, as shown "
        "to the heuristics.",
        ordered=True,
    ),
    Split(
        "friction",
        "By coefficient of friction",
        _by("friction"),
        "The coefficient of all blocks and the table.",
        ordered=True,
    ),
    Split(
        "density",
        "By whether densities were shown",
        _by("density"),
        "Hidden: every block was shown with 700 kg/m³.",
        ordered=False,
    ),
)


def opening(results: Results) -> list[Part]:
    """Return the heading and a summary of the trials."""
    parts: list[Part] = [Heading(f"Sweep {results.sweep}", 1)]
    verdicts, built = results.predictions, results.built
    if verdicts:
        stood = {row.trial: row.stands for row in verdicts}
        towers = len({row.tower or row.trial for row in verdicts})
        asked = _counted(len({row.heuristic for row in verdicts}), "heuristic")
        trials = "" if towers == len(stood) else f"{_counted(len(stood), 'trial')} on "
        counted = f"{trials}{_counted(towers, 'tower')}; {sum(stood.values()):,}"
        apart = len({row.trial for row in verdicts if row.contradicted})
        left_out = f" {_counted(apart, 'trial')} that exact statics contradicts: not counted below."
        told = f"{asked} judged {counted} of them stood on the table."
        parts.append(Paragraph(told + (left_out if apart else "")))
    if built:
        asked = _counted(len({row.heuristic for row in built}), "heuristic")
        hands = ", ".join(dict.fromkeys(row.hand for row in built))
        put = _counted(len(built), "tower")
        parts.append(Paragraph(f"{asked} built {put} piece by piece; hands: {hands}."))
    if not verdicts and not built:
        parts.append(
            Paragraph("There are no answers yet. Run the sweep, then write the report again.")
        )
    return parts


def prediction(answers: Answers, spent: Mapping[str, Spent], marks: Marks) -> list[Part]:
    """Return the accuracy of predictions; `answers` are ranked, best first."""
    parts: list[Part] = [
        Heading("Does it stand?"),
        Paragraph(
            "Each heuristic predicted the probability that a tower stands. A prediction is right "
            "if it was at least 50 % and the tower stood, or less and it fell. AUC: the "
            "probability that a tower that stood got a higher prediction than one that fell. "
            "Brier score: the mean squared error of the predictions; 0 is perfect, and always "
            "predicting 50 % gives 0.25. In brackets: 95 % intervals."
        ),
        ranking(answers, spent),
        _plate(
            "calibration",
            plots.calibration(answers, marks),
            "Of the towers with a prediction of 70 %, 70 % should stand: points on the dotted line "
            "are calibrated, predictions above it too low, below it too high. Larger points are "
            "means of more towers; bars: 95 % intervals.",
        ),
    ]
    roc = plots.roc(answers, marks)
    if roc is not None:
        parts.append(
            _plate(
                "roc",
                roc,
                "Both rates for every threshold of the prediction. The further up and left, the "
                "better; dotted: guessing. In brackets: the area under the curve, AUC.",
            )
        )
    return parts + [part for split in SPLITS for part in grouped(answers, split, marks)]


def ranking(answers: Answers, spent: Mapping[str, Spent]) -> Sheet[Line]:
    """Return the table of all heuristics, in their given order."""
    places = {name: f"{rank}. {name}" for rank, name in enumerate(answers, 1)}
    columns: list[Column[Line]] = [
        Column("heuristic", lambda it: places[it[0]], is_text=True),
        Column("towers", lambda it: f"{len(it[1]):,}"),
        Column("right", lambda it: share_text(_accuracy(it[1]), metrics.accuracy_interval(it[1]))),
        Column(
            "AUC", lambda it: _with_ends(metrics.summary(it[1]).auc, metrics.auc_interval(it[1]))
        ),
        Column(
            "Brier",
            lambda it: _with_ends(metrics.summary(it[1]).brier, metrics.brier_interval(it[1])),
        ),
    ]
    if spent:
        columns.append(
            Column("CPU ms per call", lambda it: milliseconds_text(1000 * spent[it[0]].median))
        )
    return Sheet(columns, [*answers.items()])


def grouped(answers: Answers, split: Split, marks: Marks) -> list[Part]:
    """Return each heuristic's accuracy in each group, as a figure and as a table.

    Empty if all rows are of one group.
    """
    everything = split.groups([row for rows in answers.values() for row in rows])
    if len(everything) < 2:
        return []
    groups = {name: split.groups(rows) for name, rows in answers.items()}
    most = {
        band: max(len(of_one.get(band, ())) for of_one in groups.values()) for band in everything
    }
    drawn = [band for band, n in most.items() if n >= FEW]
    parts: list[Part] = [Heading(split.title, 3)]
    if drawn:
        figure = plots.accuracy(groups, drawn, marks, joined=split.ordered)
        parts.append(_plate(f"accuracy-{split.key}", figure, split.caption))
    parts.append(Paragraph("Share of right answers. In brackets: number of trials."))
    names = list(groups)
    across = -(-len(names) // -(-len(names) // ACROSS))  # tables of equal width
    for first in range(0, len(names), across):
        some = names[first : first + across]
        columns: list[Column[str]] = [
            Column("", lambda band: f"{band} ({most[band]:,})", is_text=True),
            *(
                Column(name, lambda band, name=name: _share(groups[name].get(band, ())))  # type: ignore[misc] # a lambda's default is untyped
                for name in some
            ),
        ]
        parts.append(Sheet(columns, [*most]))
    return parts


def building(built: Sequence[BuildResult], marks: Marks) -> list[Part]:
    """Return the results of heuristics that build towers piece by piece."""
    towers = {
        hand: metrics.grouped(rows, lambda row: row.heuristic)
        for hand, rows in metrics.grouped(built, lambda row: row.hand).items()
    }
    curves = {
        hand: {name: metrics.survival(rows) for name, rows in by_name.items()}
        for hand, by_name in towers.items()
    }
    supply = max(row.supply for row in built)
    return [
        Heading("How high does it build?"),
        Paragraph(
            "Each heuristic chose the pose of the next piece and a hand placed it, until the tower "
            "fell or no piece was left. The height of a tower is its greatest before the fall; "
            "that of a tower with all its pieces is its final one, so the mean height is a lower "
            "bound where few towers fell. In brackets: 95 % intervals."
        ),
        heights(towers),
        _plate(
            "survival",
            plots.survival(curves, supply, marks),
            "Share of towers that still stand, by number of pieces (Kaplan–Meier estimate; shaded: "
            "95 % intervals). The later a curve drops, the better.",
        ),
    ]


def heights(towers: Mapping[str, Mapping[str, Sequence[BuildResult]]]) -> Sheet[Line]:
    """Return the table of tower heights by hand and heuristic, the highest first."""
    lines: list[Line] = []
    for by_name in towers.values():
        lines += sorted(by_name.items(), key=lambda it: -metrics.mean_height(it[1]).value)

    def height(rows: Sequence[BuildResult]) -> str:
        _, value, interval = metrics.mean_height(rows)
        return f"{MM * value:.0f}{_ends(interval, MM, 0)}"

    columns: list[Column[Line]] = [
        Column("heuristic", lambda it: it[0], is_text=True),
        Column("hand", lambda it: it[1][0].hand),
        Column("towers", lambda it: f"{len(it[1]):,}"),
        Column("fell", lambda it: f"{sum(row.fell for row in it[1]) / len(it[1]):.0%}"),
        Column("mean height, mm", lambda it: height(it[1])),
        Column("mean pieces", lambda it: f"{sum(row.pieces for row in it[1]) / len(it[1]):.1f}"),
    ]
    return Sheet(columns, lines)


def cost(spent: Mapping[str, Spent], answers: Answers, marks: Marks) -> list[Part]:
    """Return the cost per call of each heuristic, the cheapest first, and accuracy against cost."""
    ordered = dict(sorted(spent.items(), key=lambda item: item[1].median))
    columns: list[Column[tuple[str, Spent]]] = [
        Column("heuristic", lambda it: it[0], is_text=True),
        Column("calls", lambda it: f"{it[1].n:,}"),
        Column("median, ms", lambda it: milliseconds_text(1000 * it[1].median)),
        Column("95th percentile, ms", lambda it: milliseconds_text(1000 * it[1].p95)),
    ]
    return [
        Heading("What does an answer cost?"),
        Paragraph("CPU time per call, in milliseconds."),
        _plate(
            "cost",
            plots.cost(ordered, marks),
            "Marker: median; bar at the end of the line: 95th percentile. The axis is logarithmic.",
        ),
        Sheet(columns, [*ordered.items()]),
        *(
            [
                _plate(
                    "tradeoff",
                    plots.tradeoff(answers, spent, marks),
                    "Accuracy against CPU time. Dotted: the best accuracy within that time (the "
                    "Pareto front); bars: 95 % intervals.",
                )
            ]
            if answers
            else []
        ),
    ]


def disagreements(answers: Answers, scenes: Scenes) -> list[Part]:
    """Return pictures of the towers about which heuristics disagree most."""
    pictures = tuple(_pictures("disagreement", disputed(answers), scenes))
    if not pictures:
        return []
    return [
        Heading("Where they disagree"),
        Paragraph(
            "The towers for which the predictions differ most, with the margin λ of statics and "
            "the outcome. Darker wood is denser."
        ),
        Gallery(pictures),
    ]


def mistakes(answers: Answers, scenes: Scenes) -> list[Part]:
    """Return pictures of towers that heuristics got wrong with high confidence."""
    pictures = tuple(_pictures("wrong", examples(answers), scenes))
    if not pictures:
        return []
    return [
        Heading("Confident mistakes"),
        Paragraph(
            "For each heuristic: the tower that fell with the highest prediction, and the one that "
            "stood with the lowest."
        ),
        Gallery(pictures),
    ]


def _pictures(name: str, shown: Iterable[Example], scenes: Scenes) -> Iterator[Plate]:
    """Yield the pictures of towers with a known scene."""
    known = ((example, scenes(example.row)) for example in shown)
    there = ((example, scene) for example, scene in known if scene is not None)
    for number, (example, scene) in enumerate(there, 1):
        png = plots.png(tower_image(scene))
        yield Plate(f"{name}-{number:02d}", png, example.alternative, example.caption)


def closing() -> list[Part]:
    """Return the description of the statistical methods."""
    return [
        Heading("Methods"),
        Paragraph(
            "Intervals of shares are Wilson intervals; all others are bootstrap intervals with a "
            "fixed seed, so the same results always give the same page. Both treat towers, not "
            "trials, as independent: the trials that vary one tower are a cluster. The results are "
            "in the Parquet files beside this page; sweep.toml is the sweep that made them."
        ),
    ]


def _plate(name: str, figure: Figure, caption: str) -> Plate:
    return Plate(
        name, plots.png(figure), f"Figure: {name}. The tables hold the same numbers.", caption
    )


def _share(rows: Sequence[Prediction]) -> Cell:
    if not rows:
        return Cell("–")
    accuracy = _accuracy(rows)
    # Only accuracy above chance (one half) is tinted.
    return Cell(f"{accuracy:.0%}", max(0.0, 2 * accuracy - 1))


def _accuracy(rows: Sequence[Prediction]) -> float:
    return metrics.summary(rows).accuracy


def _with_ends(value: float | None, interval: Interval | None) -> str:
    return digits_text(value) + _ends(interval)


def _ends(interval: Interval | None, unit: float = 1.0, digits: int = 3) -> str:
    if interval is None:
        return ""
    low, high = (f"{unit * end:.{digits}f}" for end in interval)
    return f" ({low}–{high})"


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


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
    marks = plots.marks(list(dict.fromkeys([*answers, *builders, *spent])))
    yield from opening(results)
    if answers:
        yield from prediction(answers, spent, marks)
    if results.built:
        yield from building(results.built, marks)
    if spent:
        yield from cost(spent, answers, marks)
    yield from disagreements(answers, scenes)
    yield from mistakes(answers, scenes)
    if results.rows:
        yield from closing()


def ranked(results: Results) -> Answers:
    """Return the answers of each heuristic, ranked by accuracy, then by Brier score."""
    answers = metrics.grouped(metrics.counted(results.predictions), lambda row: row.heuristic)
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
