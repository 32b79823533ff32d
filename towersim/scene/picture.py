"""A vector picture of a scene: SVG for notebooks, or a drawing on the axes of matplotlib."""

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from towersim.common.errors import OptionFault
from towersim.common.portable_math import cos, sin
from towersim.common.units import Pose, Vec
from towersim.geometry.shapes import Circle, Outline, Polygon, box_around, corners, placed
from towersim.scene.block import Block, TableTop
from towersim.scene.values import check_values

GRAIN, FIXED, OAK, PAPER = "#60421e", "#a39a8e", "#be8a56", "#faf4e8"
WOODS = ((246, 230, 200), (206, 164, 112), (122, 74, 34))
"""Colours of light, usual and heavy wood; the usual one is that of the window."""
USUAL, SPREAD = 700.0, 4.0
"""Density of usual wood in kg/m³, and its factor to the light and the heavy one."""
EDGE = 0.9
"""Width of outlines, in points."""
MARGIN = 0.06
"""Margin around the blocks, as a share of their size."""
ROUND = 48
"""Number of corners with which a circle is drawn."""
SIDE = 360
"""Usual width and height of an SVG, in pixels."""


class Patch(NamedTuple):
    """An area or, without a fill, a line: outlines and holes in metres, colours as #rrggbb."""

    rings: tuple[Outline, ...]
    fill: str | None
    edge: str | None = GRAIN
    width: float = EDGE


class Picture(NamedTuple):
    """Patches in the order of drawing, and the square that they are seen in, in metres."""

    patches: tuple[Patch, ...]
    left: float
    foot: float
    side: float
    title: str = ""


def scene_picture(table: TableTop, blocks: Sequence[Block], pale: float = 0.0) -> Picture:
    """Return the picture of blocks on their table; heavy ones are dark, all paler by this share.

    >>> len(scene_picture(TableTop(), ()).patches)
    1
    """
    check_values(table, blocks)
    half = table.width / 2
    empty = Vec(-half, 0.0), Vec(half, 0.0)
    low, high = box_around([block.extent for block in blocks] or [empty])
    down, up = min(0.0, low.y), max(0.0, high.y)
    side = (1 + 2 * MARGIN) * max(high.x - low.x, up - down)
    left, foot = (low.x + high.x - side) / 2, down - MARGIN * side
    top = tuple(Vec(x, y) for x, y in ((-half, foot), (half, foot), (half, 0.0), (-half, 0.0)))
    drawn = (Patch(tuple(outlines(block)), wood(block, pale)) for block in blocks)
    return Picture((Patch((top,), OAK, None), *drawn), left, foot, side)


def outlines(block: Block, pose: Pose | None = None) -> Iterator[Outline]:
    """Yield the outline of a block and its holes on the table, in metres."""
    shape, pose = block.shape, block.pose if pose is None else pose
    if isinstance(shape, Circle):
        turns = (math.tau * n / ROUND for n in range(ROUND))
        yield placed([Vec(shape.radius * cos(a), shape.radius * sin(a)) for a in turns], pose)
        return
    for ring in (corners(shape), *(shape.holes if isinstance(shape, Polygon) else ())):
        yield placed(ring, pose)


def wood(block: Block, pale: float = 0.0) -> str:
    """Return the colour of a block by its density as #rrggbb, with this share of paper."""
    if block.fixed:
        return FIXED
    share = 0.5 + math.log(block.material.density_kg_m3 / USUAL) / math.log(SPREAD) / 2
    place = 2 * min(1.0, max(0.0, share))
    first = min(int(place), 1)
    part, paper = (place - first) * (1 - pale), bytes.fromhex(PAPER[1:])
    each = zip(WOODS[first], WOODS[first + 1], paper, strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part + (c - a) * pale):02x}" for a, b, c in each)


def svg(picture: Picture, pixels: int = SIDE) -> str:
    """Return a picture as SVG of a width and height in pixels.

    >>> svg(scene_picture(TableTop(), ()))[:4]
    '<svg'
    """
    scale, text = pixels / picture.side, escape(picture.title)
    top = picture.foot + picture.side

    def path(ring: Sequence[Vec]) -> str:
        at = (f"{(p.x - picture.left) * scale:.2f},{(top - p.y) * scale:.2f}" for p in ring)
        return "M" + "L".join(at)

    drawn = "".join(
        f'<path d="{"".join(path(ring) + ("z" if patch.fill else "") for ring in patch.rings)}" '
        f'fill="{patch.fill or "none"}" stroke="{patch.edge or "none"}" '
        f'stroke-width="{patch.width}" stroke-linejoin="round" fill-rule="evenodd"/>'
        for patch in picture.patches
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" '
        f'viewBox="0 0 {pixels} {pixels}" role="img"><title>{text}</title>'
        f'<rect width="{pixels}" height="{pixels}" fill="{PAPER}"/>{drawn}</svg>'
    )


def plot(picture: Picture, axes: Any = None) -> Any:  # noqa: ANN401 - matplotlib is optional
    """Draw a picture on axes (default: of a new figure), whose limits are set; return them.

    OptionFault if matplotlib is not installed or `axes` are none.
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an optional extra
        from matplotlib.patches import PathPatch  # noqa: PLC0415 - the same
        from matplotlib.path import Path  # noqa: PLC0415 - the same
    except ModuleNotFoundError:
        reason = "matplotlib is not installed: pip install 'towersim[plots]'"
        raise OptionFault(reason) from None
    if axes is None:
        axes = Figure(figsize=(4.0, 4.0), facecolor=PAPER).add_axes((0.0, 0.0, 1.0, 1.0))
    elif not hasattr(axes, "add_patch"):
        raise OptionFault(f"axes: {type(axes).__name__} is not matplotlib's Axes")
    axes.set_axis_off()
    ends = (picture.left, picture.left + picture.side)
    height = (picture.foot, picture.foot + picture.side)
    axes.set(xlim=ends, ylim=height, aspect="equal")
    for patch in picture.patches:
        closed = patch.fill is not None
        paths = [Path([*r, r[0]] if closed else r, closed=closed) for r in patch.rings]
        look = {"linewidth": patch.width, "joinstyle": "round"}
        look |= {"facecolor": patch.fill or "none", "edgecolor": patch.edge or "none"}
        axes.add_patch(PathPatch(Path.make_compound_path(*paths), **look))
    return axes
