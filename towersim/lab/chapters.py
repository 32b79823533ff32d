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
from towersim.scene import Scene

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
        "By how clear the case is",
        _by("margin"),
        "λ is the tilt at which statics says that a tower gives way; below 0 it falls on a level "
        "table. In the middle towers are close to their limit: there heuristics differ. Grey: all "
        "other heuristics; bars are 95 % intervals.",
        ordered=True,
    ),
    Split(
        "size",
        "By the number of blocks",
        _by("size"),
        "A line that goes down to the right loses track of larger towers.",
        ordered=True,
    ),
    Split(
        "structure",
        "By structure",
        metrics.by_structure,
        "What is easy for one heuristic may be beyond another.",
        ordered=False,
    ),
    Split(
        "noise",
        "By the noise of what they saw, in mm",
        _by("noise, mm"),
        "The standard deviation, sideways, of where flat-lying blocks were shown.",
        ordered=True,
    ),
    Split("friction", "By friction", _by("friction"), "Of all blocks and the table.", ordered=True),
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
        parts.append(Paragraph("There are no answers yet: run the sweep, then write this again."))
    return parts


def prediction(answers: Answers, spent: Mapping[str, Spent], looks: Looks) -> list[Part]:
    """Return the accuracy of predictions; `answers` are ranked, best first."""
    parts: list[Part] = [
        Heading("Does it stand?"),
        Paragraph(
            "Each heuristic said how likely a tower is to stand; then the tower was let go on the "
            "simulated table. Right means that it stood at 50 % or more, or fell at less. The AUC "
            "is the chance that of two towers the one that stands was trusted more. The Brier "
            "score is the mean square of what the chance was off by: 0 is perfect, 0.25 is what "
            "always saying 50 % earns. In brackets: 95 % intervals."
        ),
        ranking(answers, spent),
        _plate(
            "calibration",
            plots.calibration(answers, looks),
            "Of all towers that were given a chance of 70 %, seven in ten should stand: points on "
            "the dotted line are honest, above it too doubtful, below it too trusting. A larger "
            "point is more towers.",
        ),
    ]
    roc = plots.roc(answers, looks)
    if roc is not None:
        parts.append(
            _plate(
                "roc",
                roc,
                "Wherever one draws the line between trust and doubt, one pays for standing towers "
                "with falling ones: the further up and left, the better; the dotted line is "
                "chance. In brackets: the area under the curve, AUC.",
            )
        )
    return parts + [part for split in SPLITS for part in grouped(answers, split, looks)]


def ranking(answers: Answers, spent: Mapping[str, Spent]) -> Table:
    """Return the table of all heuristics, in their given order."""
    heads = ["heuristic", "towers", "right", "AUC", "Brier"]
    heads += ["ms per call"] if spent else []
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
    parts.append(Paragraph("Right answers; in brackets how many trials there are."))
    names = list(groups)
    for first in range(0, len(names), ACROSS):
        some = names[first : first + ACROSS]
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
        Heading("How far does it come?"),
        Paragraph(
            "Each heuristic said where the next piece should go, and a hand put it there, until "
            "the tower came down or no piece was left. The mean height is the greatest one before "
            "the fall; a tower of all its pieces counts as high as it is, so where few fell it is "
            "a lower bound. In brackets: 95 % intervals."
        ),
        heights(towers),
        _plate(
            "survival",
            plots.survival(curves, supply, looks),
            "The share of towers that still stand by number of pieces (Kaplan and Meier; shaded: "
            "95 % intervals): the later a curve goes down, the better.",
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
        Paragraph("Milliseconds of processor time per call."),
        _plate(
            "cost",
            plots.cost(ordered, looks),
            "The marker is the usual call, the bar at the end of the line a slow one; each step "
            "of the axis is ten times as long.",
        ),
        table(["heuristic", "calls", "median", "95 % below"], rows),
        *(
            [
                _plate(
                    "tradeoff",
                    plots.tradeoff(answers, spent, looks),
                    "What one gets for it. The dotted line is the best accuracy at that price; "
                    "bars are 95 % intervals.",
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
            "The towers about which the heuristics' chances differ most, with the margin λ of "
            "statics and what became of them. Darker wood is denser."
        ),
        Gallery(pictures),
    ]


def mistakes(answers: Answers, scenes: Scenes) -> list[Part]:
    """Return pictures of towers that heuristics got wrong with high confidence."""
    pictures = tuple(_pictures("wrong", examples.examples(answers), scenes))
    if not pictures:
        return []
    return [
        Heading("Where they were sure and wrong"),
        Paragraph(
            "For each heuristic the tower that it trusted most and that fell, and the one that it "
            "doubted most and that stood."
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
        Heading("How these numbers were made"),
        Paragraph(
            "Intervals of shares are Wilson's, all others bootstraps with a fixed seed, so the "
            "same rows always make the same page. Both count towers, not trials: trials that vary "
            "one tower are one draw. The rows are in the Parquet files beside the page, and "
            "sweep.toml repeats them."
        ),
    ]


def _plate(name: str, figure: Figure, caption: str) -> Plate:
    return Plate(name, plots.png(figure), f"Figure: {name}. The tables say the same.", caption)


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
