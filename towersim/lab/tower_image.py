"""Pictures of towers for reports and comparisons, in the colours of the window."""

import math
from collections.abc import Iterator, Sequence
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle as Disc
from matplotlib.patches import PathPatch
from matplotlib.patches import Polygon as Outline
from matplotlib.path import Path as Line

from towersim.common.errors import OptionFault
from towersim.common.units import Vec
from towersim.geometry.shapes import Circle, Polygon, corners, extent, placed
from towersim.lab import metrics
from towersim.lab.plots import PAPER, TEXT
from towersim.lab.rows import Prediction
from towersim.lab.stability import benchmark
from towersim.lab.truth import margin_text
from towersim.scene.scene import Block, Scene

GRAIN, FIXED, OAK = "#60421e", "#a39a8e", "#be8a56"
WOODS = LinearSegmentedColormap.from_list("woods", ("#f6e6c8", "#cea470", "#7a4a22"))
"""Colours of light, usual and heavy wood; the usual one is that of the window."""
USUAL, SPREAD = 700.0, 4.0
"""Density in the middle of the colour map in kg/m³, and its factor to either end."""
EDGE = 0.9
"""Width of outlines, in points."""
MARGIN = 0.015
"""Margin around a tower, in metres."""
SIZE = (2.6, 2.6)
"""Size of a picture, in inches."""


def tower_image(scene: Scene) -> Figure:
    """Return a picture of all blocks of a scene on its table."""
    figure = Figure(figsize=SIZE, facecolor=PAPER)
    draw_tower(figure.add_axes((0.0, 0.0, 1.0, 1.0)), scene)
    return figure


def draw_tower(axes: Axes, scene: Scene) -> None:
    """Draw a scene on axes, whose frame is removed and whose limits are set."""
    axes.set_axis_off()
    low, high = _bounds(scene)
    side = max(high.x - low.x, high.y - low.y) + 2 * MARGIN
    middle, foot = (low.x + high.x) / 2, low.y - MARGIN
    axes.set(xlim=(middle - side / 2, middle + side / 2), ylim=(foot, foot + side), aspect="equal")
    half = scene.table.width / 2
    axes.fill_between([-half, half], [foot, foot], 0.0, color=OAK, linewidth=0)
    for block in scene.blocks:
        for patch in _patches(block):
            axes.add_patch(patch)


def _patches(block: Block) -> Iterator[Disc | Outline | PathPatch]:
    look = {"facecolor": _wood(block), "edgecolor": GRAIN, "linewidth": EDGE}
    shape, pose = block.shape, block.pose
    if isinstance(shape, Circle):
        yield Disc((pose.x, pose.y), shape.radius, **look)
    elif isinstance(shape, Polygon) and shape.holes:
        rings = [placed(ring, pose) for ring in (shape.outline, *shape.holes)]
        yield PathPatch(Line.make_compound_path(*map(_closed, rings)), **look)
    else:
        yield Outline(placed(corners(shape), pose), closed=True, joinstyle="round", **look)


def _wood(block: Block) -> str:
    """Return the colour of a block by its density."""
    if block.fixed:
        return FIXED
    share = math.log(block.material.density_kg_m3 / USUAL) / math.log(SPREAD)
    return to_hex(WOODS(0.5 + share / 2))


def _closed(ring: tuple[Vec, ...]) -> Line:
    return Line([*ring, ring[0]], closed=True)


def _bounds(scene: Scene) -> tuple[Vec, Vec]:
    """Return the corners of the bounding box of all blocks and a point of the table."""
    boxes = [extent(block.shape, block.pose) for block in scene.blocks]
    lows, highs = [low for low, _ in boxes], [high for _, high in boxes]
    return (
        Vec(min(p.x for p in lows), min(0.0, *(p.y for p in lows))),
        Vec(max(p.x for p in highs), max(0.0, *(p.y for p in highs))),
    )


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
        draw_tower(axes, scenes[pair[0].trial].scene())
        middle, known = (n + 0.5) * width, pair[0]
        truth = f"{'stands' if known.stands else 'falls'}, {margin_text(known.margin)}"
        figure.text(middle, 0.17, truth, ha="center", color=TEXT, fontsize=10)
        for line, row in enumerate(pair):
            colour = RIGHT if metrics.right(row) else WRONG
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
    differing = [pair for pair in both if metrics.right(pair[0]) != metrics.right(pair[1])]
    differing.sort(key=lambda pair: -abs((pair[0].probability or 0) - (pair[1].probability or 0)))
    by_kind = metrics.grouped(differing, lambda pair: pair[0].structure)
    return [pairs[0] for pairs in by_kind.values()][:SHOWN]


def _said(row: Prediction) -> str:
    if row.probability is None:
        return "no answer"
    stands = row.probability >= metrics.EXPECTED
    sure = row.probability if stands else 1 - row.probability
    return f"{'stands' if stands else 'falls'}, {sure:.0%} sure"
