"""The chapters of a report: pure functions from rows to paragraphs, tables and figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from matplotlib.figure import Figure

from towersim.lab import examples, metrics, plots
from towersim.lab.compare import FACTORS
from towersim.lab.examples import Example
from towersim.lab.metrics import Interval, Spent
from towersim.lab.page import Cell, Gallery, Heading, Paragraph, Part, Plate, Table, table
from towersim.lab.plots import Answers, Mark
from towersim.lab.rows import Built, Prediction, Results
from towersim.lab.tables import milliseconds_text, share_text
from towersim.lab.tower_image import tower_image
from towersim.scene.scene import Scene

NONE = "–"
"""Placeholder for a missing number."""
MM = 1000.0
ACROSS = 8
"""Maximum number of heuristics side by side in a table."""
FEW = 5
"""Least number of towers of a group in a figure: wider intervals would fill it."""

Looks = Mapping[str, Mark]
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
        parts.append(Paragraph(f"{asked} judged {counted} of them stood on the table."))
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


def prediction(answers: Answers, spent: Mapping[str, Spent], looks: Looks) -> list[Part]:
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
            plots.calibration(answers, looks),
            "Of the towers with a prediction of 70 %, 70 % should stand: points on the dotted line "
            "are calibrated, predictions above it too low, below it too high. Larger points are "
            "means of more towers; bars: 95 % intervals.",
        ),
    ]
    roc = plots.roc(answers, looks)
    if roc is not None:
        parts.append(
            _plate(
                "roc",
                roc,
                "Both rates for every threshold of the prediction. The further up and left, the "
                "better; dotted: guessing. In brackets: the area under the curve, AUC.",
            )
        )
    return parts + [part for split in SPLITS for part in grouped(answers, split, looks)]


def ranking(answers: Answers, spent: Mapping[str, Spent]) -> Table:
    """Return the table of all heuristics, in their given order."""
    heads = ["heuristic", "towers", "right", "AUC", "Brier"]
    heads += ["CPU ms per call"] if spent else []
    rows = []
    for rank, (name, some) in enumerate(answers.items(), 1):
        found = metrics.summary(some)
        right = share_text(found.accuracy, metrics.accuracy_interval(some))
        auc = NONE if found.auc is None else f"{found.auc:.3f}{_ends(metrics.auc_interval(some))}"
        brier = f"{found.brier:.3f}{_ends(metrics.brier_interval(some))}"
        row = [f"{rank}. {name}", f"{found.n:,}", right, auc, brier]
        rows.append(row + ([_times(spent.get(name))[0]] if spent else []))
    return table(heads, rows)


def grouped(answers: Answers, split: Split, looks: Looks) -> list[Part]:
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
        figure = plots.accuracy(groups, drawn, looks, joined=split.ordered)
        parts.append(_plate(f"accuracy-{split.key}", figure, split.caption))
    parts.append(Paragraph("Share of right answers. In brackets: number of trials."))
    names = list(groups)
    across = -(-len(names) // -(-len(names) // ACROSS))  # tables of equal width
    for first in range(0, len(names), across):
        some = names[first : first + across]
        rows = [
            [Cell(f"{band} ({n:,})"), *(_share(groups[name].get(band, ())) for name in some)]
            for band, n in most.items()
        ]
        parts.append(table(["", *some], rows))
    return parts


def building(built: Sequence[Built], looks: Looks) -> list[Part]:
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
            plots.survival(curves, supply, looks),
            "Share of towers that still stand, by number of pieces (Kaplan–Meier estimate; shaded: "
            "95 % intervals). The later a curve drops, the better.",
        ),
    ]


def heights(towers: Mapping[str, Mapping[str, Sequence[Built]]]) -> Table:
    """Return the table of tower heights by hand and heuristic, the highest first."""
    heads = ["heuristic", "hand", "towers", "fell", "mean height, mm", "mean pieces"]
    rows = []
    for hand, by_name in towers.items():
        means = {name: metrics.mean_height(some) for name, some in by_name.items()}
        for name in sorted(means, key=lambda name: -means[name].value):
            n, height, interval = means[name]
            high = f"{MM * height:.0f}{_ends(interval, MM, 0)}"
            fell = sum(row.fell for row in by_name[name])
            pieces = sum(row.pieces for row in by_name[name]) / n
            rows.append([name, hand, f"{n:,}", f"{fell / n:.0%}", high, f"{pieces:.1f}"])
    return table(heads, rows)


def cost(spent: Mapping[str, Spent], answers: Answers, looks: Looks) -> list[Part]:
    """Return the cost per call of each heuristic, the cheapest first, and accuracy against cost."""
    ordered = dict(sorted(spent.items(), key=lambda item: item[1].median))
    rows = [[name, f"{it.n:,}", *_times(it)] for name, it in ordered.items()]
    return [
        Heading("What does an answer cost?"),
        Paragraph("CPU time per call, in milliseconds."),
        _plate(
            "cost",
            plots.cost(ordered, looks),
            "Marker: median; bar at the end of the line: 95th percentile. The axis is logarithmic.",
        ),
        table(["heuristic", "calls", "median, ms", "95th percentile, ms"], rows),
        *(
            [
                _plate(
                    "tradeoff",
                    plots.tradeoff(answers, spent, looks),
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
    pictures = tuple(_pictures("disagreement", examples.disputed(answers), scenes))
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
    pictures = tuple(_pictures("wrong", examples.examples(answers), scenes))
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
        return Cell(NONE)
    accuracy = metrics.summary(rows).accuracy
    # Only accuracy above chance (one half) is tinted.
    return Cell(f"{accuracy:.0%}", max(0.0, 2 * accuracy - 1))


def _times(spent: Spent | None) -> tuple[str, str]:
    """Return the median and the 95th percentile in milliseconds."""
    if spent is None:
        return NONE, NONE
    return milliseconds_text(1000 * spent.median), milliseconds_text(1000 * spent.p95)


def _ends(interval: Interval | None, unit: float = 1.0, digits: int = 3) -> str:
    if interval is None:
        return ""
    low, high = (f"{unit * end:.{digits}f}" for end in interval)
    return f" ({low}–{high})"


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"
