"""Scenes as small grey pictures at a fixed scale; wood of lower density is brighter.

A picture is `WINDOW` metres wide and high, with the table's top `FOOT` metres above its lower edge
and the tower centred horizontally. The background is black.
"""

import math
from functools import cache
from io import BytesIO
from types import ModuleType

import numpy as np
import numpy.typing as npt

from towersim.common.units import Vec
from towersim.geometry.shapes import Circle, Polygon, corners, placed
from towersim.lab.optional_dependencies import requires
from towersim.scene.scene import Block, Scene

WINDOW = 0.5
"""Width and height of the visible area, in metres."""
FOOT = 0.03
"""Visible height of the table, in metres."""
Picture = npt.NDArray[np.uint8]
IMAGE = 128
"""Width and height of the pictures for heuristics, in pixels."""
FINER = 4
"""Factor of supersampling."""
TABLE, EDGE = 90, 20
LIGHT, DARK = 250, 110
"""Grey of a block of 250 and of 2,500 kg/m³; interpolated by the logarithm."""
_LIGHTEST, _DENSEST = 250.0, 2500.0


def render(scene: Scene, side: int) -> Picture:
    """Return a picture of side x side pixels, 0 … 255, the first row at the top.

    >>> from towersim.lab.analytic_scenes import column
    >>> render(column([0.0]), 64).shape
    (64, 64)
    """
    pil = _pillow()
    pixels = side * FINER
    image = pil.Image.new("L", (pixels, pixels), 0)
    draw = pil.ImageDraw.Draw(image)
    boxes = [block.extent for block in scene.blocks]
    middle = (min(p.x for p, _ in boxes) + max(p.x for _, p in boxes)) / 2 if boxes else 0.0
    scale = pixels / WINDOW

    def at(point: Vec) -> tuple[float, float]:
        """Return a point of the scene (metres) in pixels."""
        return (point.x - middle) * scale + pixels / 2, pixels - (point.y + FOOT) * scale

    half = scene.table.width / 2
    left, top = at(Vec(-half, 0.0))
    draw.rectangle((left, top, at(Vec(half, 0.0))[0], pixels), fill=TABLE)
    for block in scene.blocks:
        shape, pose = block.shape, block.pose
        look = {"fill": _grey(block), "outline": EDGE, "width": FINER // 2}
        if isinstance(shape, Circle):
            ends = Vec(pose.x - shape.radius, pose.y + shape.radius)
            far = Vec(pose.x + shape.radius, pose.y - shape.radius)
            draw.ellipse((*at(ends), *at(far)), **look)
            continue
        draw.polygon([at(p) for p in placed(corners(shape), pose)], **look)
        for hole in shape.holes if isinstance(shape, Polygon) else ():
            draw.polygon([at(p) for p in placed(hole, pose)], fill=0, outline=EDGE)
    return np.asarray(image.resize((side, side), pil.Image.Resampling.BOX))


def png(picture: Picture) -> bytes:
    """Return a picture as a PNG file."""
    file = BytesIO()
    _pillow().Image.fromarray(picture).save(file, format="png", optimize=True)
    return file.getvalue()


def _grey(block: Block) -> int:
    share = math.log(block.material.density_kg_m3 / _LIGHTEST) / math.log(_DENSEST / _LIGHTEST)
    return round(LIGHT + (DARK - LIGHT) * min(1.0, max(0.0, share)))


@cache
def _pillow() -> ModuleType:
    """Return Pillow, imported once."""
    with requires("lab"):
        import PIL.Image  # noqa: PLC0415 - Pillow is optional
        import PIL.ImageDraw  # noqa: PLC0415 - the same
    return PIL
