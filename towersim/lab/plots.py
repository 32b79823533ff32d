"""Figures of a report, one look for all: dark words on light paper, the colours of the window.

A heuristic keeps its colour, marker and line through all figures; no two differ by colour alone.
Every function returns a `matplotlib.figure.Figure` of its own; nothing global is touched.
"""

import math
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import cycle, islice
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from towersim.lab import metrics
from towersim.lab.metrics import Floats, Spent, Survival
from towersim.lab.rows import Verdict

Line = str | tuple[int, tuple[int, ...]]
"""A name, or an offset and the lengths of dashes and gaps, in line widths."""

PAPER, GRID, TEXT, SOFT = "#faf4e8", "#e2d5bd", "#3e2c1e", "#7a624a"
"""As in the window: `towersim.ui.theme`."""
COLOURS = ("#3c6ca6", "#d67a34", "#40683f", "#c44230", "#383230", "#b0801c", "#7d4f86", "#6a8fa0")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h")
LINES: tuple[Line, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
DPI = 150
WIDE = 6.4
"""How wide a figure is, in inches."""

LONGEST = 32
"""No name in a figure has more letters than this."""
ROOM = 6
"""So many names of groups fit side by side, more of them are set aslant."""

Answers = Mapping[str, Sequence[Verdict]]
"""Rows by the name of a heuristic or of a group."""


class Mark(NamedTuple):
    """How one heuristic is drawn."""

    colour: str
    marker: str
    line: Line


def marks(names: Sequence[str]) -> dict[str, Mark]:
    """Return a mark for each name; the first 440 differ.

    >>> first, second = marks(["a", "b"]).values()
    >>> all(one != other for one, other in zip(first, second))
    True
    """
    looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(LINES), strict=False)
    return dict(zip(names, islice((Mark(*look) for look in looks), len(names)), strict=True))


def label(name: str) -> str:
    """Return a name as matplotlib shall write it: short, no formula, and never left out.

    >>> label("x" * 99)[:3], label("height")
    ('…xx', 'height')
    """
    short = name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"
    plain = short.replace("$", r"\$")
    return f"\xa0{plain}" if plain.startswith("_") else plain


def png(figure: Figure) -> bytes:
    """Return the figure as a PNG file, the same bytes for the same figure."""
    file = BytesIO()
    figure.savefig(file, format="png", dpi=DPI, facecolor=PAPER, metadata={"Software": None})
    return file.getvalue()


def calibration(answers: Answers, looks: Mapping[str, Mark]) -> Figure:
    """Return a panel for each heuristic: how often what it gave such a chance stood."""
    panels = _panels(list(answers), tall=1.9)
    for name, axes in panels.axes.items():
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
    panels.figure.supxlabel("chance given", color=TEXT, fontsize=10)
    panels.figure.supylabel("share that stood", color=TEXT, fontsize=10)
    return panels.figure


def roc(answers: Answers, looks: Mapping[str, Mark]) -> Figure | None:
    """Return the ROC curves of all that have one, or None."""
    curves = {name: metrics.roc(rows) for name, rows in answers.items()}
    if not any(curves.values()):
        return None
    figure = _figure(4.8)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=":")
    for name, curve in curves.items():
        if curve is not None:
            auc = metrics.summary(answers[name]).auc
            _line(axes, *curve, looks[name], f"{label(name)} ({auc:.3f})")
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    _dress(axes, "share of falling towers it would pass", "share of standing towers it would pass")
    _percent(axes, "x")
    _percent(axes, "y")
    axes.legend(loc="lower right", facecolor=PAPER, edgecolor=GRID, labelcolor=TEXT, fontsize=8.5)
    return figure


def accuracy(
    groups: Mapping[str, Answers],
    names: Sequence[str],
    what: str,
    looks: Mapping[str, Mark],
    *,
    joined: bool,
) -> Figure:
    """Return the accuracy of each heuristic in each group, side by side, with its interval.

    `groups` are rows by heuristic and group, `names` all groups from left to right; `joined` draws
    a line through groups that have an order.
    """
    figure = _figure(4.2)
    axes = figure.subplots()
    places = np.arange(len(names))
    for k, (heuristic, of_one) in enumerate(groups.items()):
        there = [n for n, name in enumerate(names) if name in of_one]
        shift = ((k + 0.5) / len(groups) - 0.5) * 0.7
        x = places[there] + shift
        rows = [of_one[names[n]] for n in there]
        shares = [metrics.summary(some).accuracy for some in rows]
        ends = [metrics.accuracy_interval(some) for some in rows]
        look = looks[heuristic]
        axes.vlines(x, *zip(*ends, strict=True), color=look.colour, linewidth=1, alpha=0.8)
        axes.plot(
            x,
            shares,
            color=look.colour,
            marker=look.marker,
            markersize=4.5,
            linestyle=look.line if joined else "none",
            linewidth=0.9,
            label=label(heuristic),
        )
    for edge in places[1:] - 0.5:
        axes.axvline(edge, color=GRID, linewidth=0.8)
    axes.set_xticks(places, list(map(label, names)))
    _dress(axes, what, "right answers")
    if len(names) > ROOM:
        axes.tick_params(axis="x", rotation=30)
    axes.grid(visible=False, axis="x")
    axes.set_ylim(-0.02, 1.02)
    _percent(axes, "y")
    _legend_below(figure, axes)
    return figure


def cost(spent: Mapping[str, Spent], looks: Mapping[str, Mark]) -> Figure:
    """Return what a call of each heuristic costs: the median, and a line to the 95th percentile."""
    figure = _figure(1.1 + 0.36 * len(spent))
    axes = figure.subplots()
    for place, (name, seconds) in enumerate(spent.items()):
        look, (median, p95) = looks[name], (1000 * seconds.median, 1000 * seconds.p95)
        axes.hlines(place, median, p95, color=look.colour, linewidth=2, alpha=0.5)
        axes.plot(median, place, color=look.colour, marker=look.marker, markersize=7)
        axes.plot(p95, place, color=look.colour, marker="|", markersize=9)
    axes.set_yticks(range(len(spent)), list(map(label, spent)))
    axes.set(ylim=(len(spent) - 0.5, -0.5), xscale="log")
    _dress(axes, "milliseconds per call: median, and 95th percentile", "")
    axes.xaxis.set_major_formatter(lambda ms, _: f"{ms:g}")
    return figure


def survival(
    curves: Mapping[str, Mapping[str, Survival]], supply: int, looks: Mapping[str, Mark]
) -> Figure:
    """Return a panel for each hand: the share of towers that stand after so many pieces.

    `curves` are by hand and heuristic; no tower had more than `supply` pieces.
    """
    panels = _panels(list(curves), tall=2.8, across=2)
    for hand, axes in panels.axes.items():
        for name, curve in curves[hand].items():
            look = looks[name]
            x, (y, low, high) = _steps(curve, supply)
            axes.fill_between(x, low, high, step="post", color=look.colour, alpha=0.12, linewidth=0)
            axes.step(
                x,
                y,
                where="post",
                color=look.colour,
                linestyle=look.line,
                marker=look.marker,
                markevery=0.15,
                markersize=4.5,
                linewidth=1.5,
                label=label(name),
            )
        axes.set(xlim=(0, supply), ylim=(-0.02, 1.04))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _percent(axes, "y")
        axes.set_xlabel("pieces put down")
    panels.figure.supylabel("towers that stand", color=TEXT, fontsize=10)
    _legend_below(panels.figure, *panels.axes.values())
    return panels.figure


def _steps(curve: Survival, supply: int) -> tuple[Floats, tuple[Floats, Floats, Floats]]:
    """Return the curve from no piece to the last one, with both ends of its interval."""
    x = np.concatenate([[0.0], curve.pieces, [max(supply, curve.pieces[-1])]])
    standing, low, high = (
        np.concatenate([[1.0], part, part[-1:]]) for part in (curve.standing, curve.low, curve.high)
    )
    return x, (standing, low, high)


class _Panels(NamedTuple):
    figure: Figure
    axes: dict[str, Axes]


def _figure(tall: float) -> Figure:
    return Figure(figsize=(WIDE, tall), layout="constrained")


def _panels(names: Sequence[str], tall: float, across: int = 3) -> _Panels:
    """Return a grid of titled panels, each so tall."""
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
    return _Panels(figure, dict(zip(names, cells, strict=False)))


def _line(axes: Axes, x: Floats, y: Floats, look: Mark, name: str) -> None:
    axes.plot(
        x,
        y,
        color=look.colour,
        linestyle=look.line,
        marker=look.marker,
        markevery=0.12,
        markersize=4.5,
        linewidth=1.6,
        label=name,
    )


def _dress(axes: Axes, x: str, y: str) -> None:
    """Give axes the look of all figures, and names."""
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


def _legend_below(figure: Figure, *axes: Axes) -> None:
    """Put one legend for all axes under them."""
    shown = {
        name: handle
        for each in axes
        for handle, name in zip(*each.get_legend_handles_labels(), strict=True)
    }
    figure.legend(
        shown.values(),
        shown.keys(),
        loc="outside lower center",
        ncols=min(4, max(1, len(shown))),
        frameon=False,
        labelcolor=TEXT,
        fontsize=8.5,
    )
