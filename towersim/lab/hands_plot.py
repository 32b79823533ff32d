"""A plot of the risk of one more cube: a line for each hand, with its 95 % interval as a band."""

from collections.abc import Sequence
from typing import Final

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from towersim.lab.hands import Curve
from towersim.lab.plots import GRID, PAPER, SOFT, TEXT, marks

FEWEST: Final = 10
"""Least number of towers for a height to be drawn: wider intervals would fill the figure."""


def hands_figure(curves: Sequence[Curve]) -> Figure:
    """Return the probability that one more cube brings a tower down, by height and hand."""
    figure = Figure(figsize=(7.6, 3.9), layout="constrained", facecolor=PAPER)
    axes = figure.add_subplot(facecolor=PAPER)
    looks = marks([curve.hand for curve in curves])
    for curve in curves:
        risks = [risk for risk in curve.risks if risk.placed >= FEWEST]
        look, heights = looks[curve.hand], [risk.height for risk in risks]
        low, high = zip(*(risk.interval for risk in risks), strict=True) if risks else ((), ())
        axes.fill_between(heights, low, high, color=look.colour, alpha=0.18, linewidth=0)
        axes.plot(
            heights,
            [risk.chance for risk in risks],
            color=look.colour,
            marker=look.marker,
            linestyle=look.line,
            markersize=4,
            label=f"{curve.hand} hand",
        )
    axes.set_xlabel("cubes before", color=TEXT)
    axes.set_ylabel("chance that one more brings the tower down", color=TEXT, fontsize=9)
    axes.set_ylim(bottom=0.0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(color=GRID, linewidth=0.7)
    axes.tick_params(colors=SOFT)
    axes.legend(loc="upper left", frameon=False, labelcolor=TEXT)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure
