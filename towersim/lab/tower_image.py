"""Pictures of towers for reports and comparisons, in the colours of the window."""

from collections.abc import Sequence
from io import BytesIO

from matplotlib.figure import Figure

from towersim.common.errors import OptionFault
from towersim.lab import metrics
from towersim.lab.plots import PAPER, TEXT
from towersim.lab.rows import EXPECTED, Prediction
from towersim.lab.stability import benchmark
from towersim.lab.truth import margin_text
from towersim.scene.scene import Scene

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
DPI = 110
RIGHT, WRONG = "#2f6f3e", "#a33327"


def disagreement_png(rows: Sequence[Prediction], names: Sequence[str]) -> bytes:
    """Return a PNG of the towers of `stability-2` on which the first two of `names` disagree most.

    Raises OptionFault if they agree on all of them.
    """
    pairs = _pairs(rows, names[0], names[1])
    if not pairs:
        raise OptionFault(f"--png: {names[0]} and {names[1]} agree on every tower")
    scenes = {it.trial.id: it.trial for towers in benchmark().values() for it in towers}
    figure = Figure(figsize=(EACH[0] * len(pairs), EACH[1]), facecolor=PAPER)
    for n, pair in enumerate(pairs):
        width = 1 / len(pairs)
        axes = figure.add_axes((n * width + 0.01, 0.24, width - 0.02, 0.74))
        scenes[pair[0].trial].scene().plot(axes)
        middle, known = (n + 0.5) * width, pair[0]
        truth = f"{'stands' if known.stands else 'falls'}, {margin_text(known.margin)}"
        figure.text(middle, 0.17, truth, ha="center", color=TEXT, fontsize=10)
        for line, row in enumerate(pair):
            colour = RIGHT if row.is_right else WRONG
            text = f"{row.heuristic}: {_said(row)}"
            figure.text(middle, 0.1 - 0.07 * line, text, ha="center", color=colour, fontsize=9)
    file = BytesIO()
    # Without date and version, equal rows give identical files.
    figure.savefig(file, format="png", dpi=DPI, metadata={"Software": None})
    return file.getvalue()


def _pairs(
    rows: Sequence[Prediction], first: str, second: str
) -> list[tuple[Prediction, Prediction]]:
    """Return the pairs of answers that differ most, one tower of each structure."""
    other = {row.trial: row for row in rows if row.heuristic == second}
    both = [
        (row, other[row.trial]) for row in rows if row.heuristic == first and row.trial in other
    ]
    differing = [pair for pair in both if pair[0].is_right != pair[1].is_right]
    differing.sort(key=lambda pair: -abs((pair[0].probability or 0) - (pair[1].probability or 0)))
    by_kind = metrics.grouped(differing, lambda pair: pair[0].structure)
    return [pairs[0] for pairs in by_kind.values()][:SHOWN]


def _said(row: Prediction) -> str:
    if row.probability is None:
        return "no answer"
    stands = row.probability >= EXPECTED
    sure = row.probability if stands else 1 - row.probability
    return f"{'stands' if stands else 'falls'}, {sure:.0%} sure"
