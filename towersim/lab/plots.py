"""Figures of a report in a common style, with the colours of the window.

A heuristic has the same colour, marker and line in all figures; no two differ by colour alone.
Every function returns a new `matplotlib.figure.Figure`; no global state is used.
"""

import math
import textwrap
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import cycle, islice
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, PercentFormatter
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike

from towersim.common.errors import OptionFault, cleaned
from towersim.lab import metrics
from towersim.lab.compare import Point
from towersim.lab.hands import Curve
from towersim.lab.metrics import Floats, Spent, Survival
from towersim.lab.rows import EXPECTED, Prediction, grouped
from towersim.lab.stability import BenchmarkTower
from towersim.lab.tables import Interval
from towersim.lab.truth import margin_text
from towersim.scene.scene import Scene

Line = str | tuple[int, tuple[int, ...]]
"""Line style: a name, or an offset and the lengths of dashes and gaps, in line widths."""

PAPER, GRID, TEXT, SOFT = "#faf4e8", "#e2d5bd", "#3e2c1e", "#7a624a"
"""The window's colours (`towersim.ui.drawing.theme`)."""
COLOURS = ("#3c6ca6", "#d67a34", "#40683f", "#c44230", "#383230", "#b0801c", "#7d4f86", "#6a8fa0")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h")
LINES: tuple[Line, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
DPI = 150
WIDE = 7.6
"""Width of a figure, in inches."""

LINE_LENGTH = 24
"""Maximum number of characters in a line of a name."""
NAME_RISES = (4, -12, 15, -23, 26, -34, 37, -45)
"""Vertical offsets to try for a name beside a point, in points."""
ROOM = 3
"""Maximum number of groups with horizontal names; more are rotated."""

Answers = Mapping[str, Sequence[Prediction]]
"""Rows by the name of a heuristic or of a group."""


class Style(NamedTuple):
    """The style of one heuristic."""

    colour: str
    marker: str
    line: Line


def marks(names: Sequence[str]) -> dict[str, Style]:
    """Return a mark for each name; the first 440 differ.

    >>> first, second = marks(["a", "b"]).values()
    >>> all(one != other for one, other in zip(first, second))
    True
    """
    looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(LINES), strict=False)
    return dict(zip(names, islice((Style(*look) for look in looks), len(names)), strict=True))


def label(name: str) -> str:
    """Return a name for matplotlib: wrapped, without markup, and not hidden from the legend.

    >>> label("x" * 40).count("x"), label("height")
    (40, 'height')
    """
    plain = "\n".join(textwrap.wrap(cleaned(name), LINE_LENGTH)).replace("$", r"\$")
    return f"\xa0{plain}" if plain.startswith("_") else plain


def png(figure: Figure, dpi: int | None = None) -> bytes:
    """Return the figure as a PNG file; the bytes depend on the figure only."""
    file = BytesIO()
    # Without date and version, equal figures give identical files.
    figure.savefig(file, format="png", dpi=dpi or DPI, facecolor=PAPER, metadata={"Software": None})
    return file.getvalue()


def calibration(answers: Answers, looks: Mapping[str, Style]) -> Figure:
    """Return a calibration panel for each heuristic: observed against predicted share."""
    figure, panels = _panels(list(answers), tall=1.9)
    for name, axes in panels.items():
        bins = metrics.calibration(answers[name])
        look = looks[name]
        most = max(bin_.n for bin_ in bins)
        axes.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=":")
        for bin_ in bins:
            axes.plot(
                bin_.expected,
                bin_.stood,
                marker=look.marker,
                color=look.colour,
                markersize=3 + 7 * math.sqrt(bin_.n / most),
            )
            axes.vlines(bin_.expected, *bin_.interval, color=look.colour, linewidth=1)
        line = ([bin_.expected for bin_ in bins], [bin_.stood for bin_ in bins])
        axes.plot(*line, color=look.colour, linewidth=1, alpha=0.6)
        axes.set(xlim=(-0.04, 1.04), ylim=(-0.04, 1.04), aspect="equal")
        axes.set_xticks((0.0, 0.5, 1.0))
        _percent(axes, "x")
        _percent(axes, "y")
    figure.supxlabel("prediction", color=TEXT, fontsize=10)
    figure.supylabel("share of towers that stood", color=TEXT, fontsize=10)
    return figure


def roc(answers: Answers, looks: Mapping[str, Style]) -> Figure | None:
    """Return the ROC curves of all heuristics that have one; None if none has."""
    curves = {name: metrics.roc(rows) for name, rows in answers.items()}
    if not any(curves.values()):
        return None
    figure = _figure(4.8)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=":")
    for name, curve in curves.items():
        if curve is not None:
            auc = metrics.summary(answers[name]).auc
            words = f"{label(name)} ({auc:.3f})"
            _line(axes, *curve, looks[name], label=words, markevery=0.12)
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    _dress(axes, "false positive rate (fallen towers)", "true positive rate (standing towers)")
    _percent(axes, "x")
    _percent(axes, "y")
    axes.legend(loc="lower right", facecolor=PAPER, edgecolor=GRID, labelcolor=TEXT, fontsize=8.5)
    return figure


def accuracy(
    groups: Mapping[str, Answers], names: Sequence[str], looks: Mapping[str, Style], *, joined: bool
) -> Figure:
    """Return a panel for each heuristic: its accuracy in each group, and the others' in grey.

    `groups` are rows by heuristic and group, `names` all groups from left to right; `joined` draws
    a line through ordered groups.
    """
    figure, panels = _panels(list(groups), tall=2.1)
    drawn = {heuristic: _shares(of_one, names) for heuristic, of_one in groups.items()}
    for heuristic, axes in panels.items():
        for other, (places, shares, _) in drawn.items():
            if other != heuristic:
                line, marker = ("-", "") if joined else ("none", "_")
                axes.plot(places, shares, color=GRID, linestyle=line, marker=marker, markersize=7)
        places, shares, ends = drawn[heuristic]
        look = looks[heuristic]
        axes.vlines(places, *zip(*ends, strict=True), color=look.colour, linewidth=1.2, alpha=0.8)
        joint = look._replace(line="-" if joined else "none")
        _line(axes, places, shares, joint, linewidth=1.3, label=label(heuristic))
        axes.set_xticks(range(len(names)), list(map(label, names)))
        if len(names) > ROOM:
            axes.tick_params(axis="x", rotation=60)
        axes.set_ylim(-0.04, 1.04)
        _percent(axes, "y")
    figure.supylabel("right answers", color=TEXT, fontsize=10)
    return figure


def _shares(of_one: Answers, names: Sequence[str]) -> tuple[list[int], list[float], list[Interval]]:
    """Return the indices of one heuristic's groups, its accuracies and their intervals."""
    there = [n for n, name in enumerate(names) if name in of_one]
    rows = [of_one[names[n]] for n in there]
    return there, [*map(metrics.accuracy, rows)], [*map(metrics.accuracy_interval, rows)]


def tradeoff(points: Sequence[Point], looks: Mapping[str, Style]) -> Figure:
    """Return the accuracy of each heuristic against its cost per call, with the Pareto front."""
    figure = _figure(3.8)
    axes = figure.subplots()
    for point in points:
        look = looks[point.heuristic]
        axes.vlines(point.cpu_ms, *point.interval, color=look.colour, linewidth=1)
        axes.plot(point.cpu_ms, point.accuracy, color=look.colour, marker=look.marker, markersize=7)
    front = [(point.cpu_ms, point.accuracy) for point in points if point.on_curve]
    axes.step(*zip(*front, strict=True), where="post", color=SOFT, linewidth=0.9, linestyle=":")
    axes.margins(x=0.18)
    _dress(axes, "CPU time per call, ms: median", "right answers")
    _logarithmic(axes)
    _percent(axes, "y")
    at = {point.heuristic: (point.cpu_ms, point.accuracy) for point in points}
    _name_points(figure, axes, at)
    return figure


def _name_points(figure: Figure, axes: Axes, points: Mapping[str, tuple[float, float]]) -> None:
    """Write names beside points, each at the first offset that overlaps no other name."""
    figure.draw_without_rendering()  # positions of names depend on the layout
    taken: list[Bbox] = []
    for name, at in points.items():
        for rise in NAME_RISES:
            note = axes.annotate(
                label(name), at, (6, rise), textcoords="offset points", color=TEXT, fontsize=8.5
            )
            box = note.get_window_extent()
            if not any(box.overlaps(other) for other in taken):
                break
            note.remove()
        else:
            axes.add_artist(note)
        taken.append(box)


def cost(spent: Mapping[str, Spent], looks: Mapping[str, Style]) -> Figure:
    """Return the cost per call of each heuristic: the median, and a line to the 95th percentile."""
    figure = _figure(1.1 + 0.36 * len(spent))
    axes = figure.subplots()
    for place, (name, seconds) in enumerate(spent.items()):
        look, (median, p95) = looks[name], (1000 * seconds.median, 1000 * seconds.p95)
        axes.hlines(place, median, p95, color=look.colour, linewidth=2, alpha=0.5)
        axes.plot(median, place, color=look.colour, marker=look.marker, markersize=7)
        axes.plot(p95, place, color=look.colour, marker="|", markersize=9)
    axes.set_yticks(range(len(spent)), list(map(label, spent)))
    axes.set(ylim=(len(spent) - 0.5, -0.5))
    _dress(axes, "CPU time per call, ms: median and 95th percentile", "")
    _logarithmic(axes)
    return figure


def survival(
    curves: Mapping[str, Mapping[str, Survival]], supply: int, looks: Mapping[str, Style]
) -> Figure:
    """Return a survival panel for each hand: the share of towers that stand by number of pieces.

    `curves` are by hand and heuristic; no tower had more than `supply` pieces.
    """
    figure, panels = _panels(list(curves), tall=2.8, across=2)
    for hand, axes in panels.items():
        for name, curve in curves[hand].items():
            look = looks[name]
            x, (y, low, high) = _steps(curve, supply)
            axes.fill_between(x, low, high, step="post", color=look.colour, alpha=0.12, linewidth=0)
            _line(axes, x, y, look, label=label(name), markevery=0.15, drawstyle="steps-post")
        axes.set(xlim=(0, supply), ylim=(-0.02, 1.04))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _percent(axes, "y")
        axes.set_xlabel("pieces placed")
    figure.supylabel("towers that stand", color=TEXT, fontsize=10)
    _legend_below(figure, *panels.values())
    return figure


def _steps(curve: Survival, supply: int) -> tuple[Floats, tuple[Floats, Floats, Floats]]:
    """Return the curve extended from 0 to `supply` pieces, with both ends of its interval."""
    x = np.concatenate([[0.0], curve.pieces, [max(supply, curve.pieces[-1])]])
    standing, low, high = (
        np.concatenate([[1.0], part, part[-1:]]) for part in (curve.standing, curve.low, curve.high)
    )
    return x, (standing, low, high)


def _figure(tall: float) -> Figure:
    return Figure(figsize=(WIDE, tall), layout="constrained")


def _panels(names: Sequence[str], tall: float, across: int = 4) -> tuple[Figure, dict[str, Axes]]:
    """Return a grid of titled panels, each `tall` inches high."""
    columns = min(across, len(names))
    rows = -(-len(names) // columns)
    figure = _figure(0.6 + tall * rows)
    grid = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    cells = list(grid.flat)
    for spare in cells[len(names) :]:
        spare.set_axis_off()
    for name, axes in zip(names, cells, strict=False):
        _dress(axes, "", "")
        axes.set_title(label(name), color=TEXT, fontsize=9.5)
        axes.tick_params(labelbottom=True)
    return figure, dict(zip(names, cells, strict=False))


def _line(axes: Axes, x: ArrayLike, y: ArrayLike, look: Style, **style: Any) -> None:  # noqa: ANN401 - of Matplotlib
    marked = {"color": look.colour, "marker": look.marker, "markersize": 4.5, "linewidth": 1.6}
    axes.plot(x, y, linestyle=look.line, **{**marked, **style})


def _dress(axes: Axes, x: str, y: str) -> None:
    """Apply the common style to axes and set their labels."""
    axes.set_facecolor("#fffbf4")
    axes.set_xlabel(x, color=TEXT)
    axes.set_ylabel(y, color=TEXT)
    axes.tick_params(colors=SOFT, labelcolor=TEXT, labelsize=8.5, length=3)
    axes.grid(visible=True, color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(SOFT)


def _percent(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _logarithmic(axes: Axes) -> None:
    """Make the x axis logarithmic, with plain numbers at 1, 2 and 5."""
    axes.set_xscale("log")
    axes.xaxis.set(
        major_locator=LogLocator(subs=(1, 2, 5)),
        minor_locator=NullLocator(),
        major_formatter=lambda value, _: f"{value:g}",
    )


def _legend_below(figure: Figure, *axes: Axes) -> None:
    shown = {
        name: handle
        for each in axes
        for handle, name in zip(*each.get_legend_handles_labels(), strict=True)
    }
    figure.legend(
        shown.values(),
        shown.keys(),
        loc="outside lower center",
        ncols=min(3, max(1, len(shown))),
        frameon=False,
        labelcolor=TEXT,
        fontsize=8.5,
    )


FEWEST: Final = 10
"""Least number of towers for a height to be drawn: wider intervals would fill the figure."""


def hands_figure(curves: Sequence[Curve]) -> Figure:
    """Return the probability that one more cube brings a tower down, by height and hand."""
    figure = _figure(3.9)
    axes = figure.subplots()
    _dress(axes, "cubes before", "chance that one more brings the tower down")
    looks = marks([curve.hand for curve in curves])
    for curve in curves:
        risks = [risk for risk in curve.risks if risk.placed >= FEWEST]
        look, heights = looks[curve.hand], [risk.height for risk in risks]
        shares = [risk.share for risk in risks]
        low, high = [share.low for share in shares], [share.high for share in shares]
        axes.fill_between(heights, low, high, color=look.colour, alpha=0.18, linewidth=0)
        chances = [share.value for share in shares]
        _line(axes, heights, chances, look, label=f"{curve.hand} hand")
    axes.set_ylim(bottom=0.0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    _percent(axes, "y")
    axes.legend(loc="upper left", frameon=False, labelcolor=TEXT)
    return figure


SIZE = (2.6, 2.6)
"""Size of a picture, in inches."""


def tower_image(scene: Scene) -> Figure:
    """Return a picture of all blocks of a scene on its table."""
    figure = Figure(figsize=SIZE, facecolor=PAPER)
    scene.plot(figure.add_axes((0.0, 0.0, 1.0, 1.0)))
    return figure


SHOWN = 4
"""Maximum number of towers in the picture, each of another structure."""
EACH = (2.5, 3.3)
"""Width and height of each tower's panel, in inches."""
RIGHT, WRONG = "#2f6f3e", "#a33327"


def disagreement_png(
    rows: Sequence[Prediction], names: Sequence[str], towers: Sequence[BenchmarkTower]
) -> bytes:
    """Return a PNG of the towers on which the first two of `names` disagree most.

    Raises OptionFault if they agree on all of them.
    """
    pairs = _pairs(rows, names[0], names[1])
    if not pairs:
        raise OptionFault(f"--png: {names[0]} and {names[1]} agree on every tower")
    trials = {tower.trial.id: tower.trial for tower in towers}
    figure = Figure(figsize=(EACH[0] * len(pairs), EACH[1]), facecolor=PAPER)
    for n, pair in enumerate(pairs):
        width = 1 / len(pairs)
        axes = figure.add_axes((n * width + 0.01, 0.24, width - 0.02, 0.74))
        trials[pair[0].trial].scene().plot(axes)
        middle, known = (n + 0.5) * width, pair[0]
        truth = f"{'stands' if known.stands else 'falls'}, {margin_text(known.margin)}"
        figure.text(middle, 0.17, truth, ha="center", color=TEXT, fontsize=10)
        for line, row in enumerate(pair):
            colour = RIGHT if row.is_right else WRONG
            text = f"{row.heuristic}: {_said(row)}"
            figure.text(middle, 0.1 - 0.07 * line, text, ha="center", color=colour, fontsize=9)
    return png(figure, 110)


def _pairs(
    rows: Sequence[Prediction], first: str, second: str
) -> list[tuple[Prediction, Prediction]]:
    """Return the pairs of answers that differ most, one tower of each structure."""
    them = {row.trial: row for row in rows if row.heuristic == second}
    both = [(row, them[row.trial]) for row in rows if row.heuristic == first and row.trial in them]
    differing = [pair for pair in both if pair[0].is_right != pair[1].is_right]
    differing.sort(key=lambda pair: -abs((pair[0].probability or 0) - (pair[1].probability or 0)))
    by_kind = grouped(differing, lambda pair: pair[0].structure)
    return [pairs[0] for pairs in by_kind.values()][:SHOWN]


def _said(row: Prediction) -> str:
    if row.probability is None:
        return "no answer"
    stands = row.probability >= EXPECTED
    sure = row.probability if stands else 1 - row.probability
    return f"{'stands' if stands else 'falls'}, {sure:.0%} sure"
