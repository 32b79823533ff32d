"""Draw the pictures of one tower at each size side by side: `python -m tests.lab.sizes FILE`."""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

from towersim.lab.renders import render
from towersim.lab.stability3 import load_benchmark, thinned

SIDES, SHOWN, GAP, TOP = (64, 128, 224, 448), 448, 12, 28
"""Sizes, size of each on the page, distance between them, and height of the captions, in pixels."""


def write(path: Path) -> None:
    """Write the pictures of a wall of the test set."""
    test = thinned(load_benchmark("test"), 1)
    names = [it.structure for it in test.trials]
    scene = test.scenes[names.index("wall")]
    page = Image.new("L", (len(SIDES) * (SHOWN + GAP) - GAP, SHOWN + TOP), 255)
    draw = ImageDraw.Draw(page)
    for n, side in enumerate(SIDES):
        # Each pixel stays a square.
        picture = Image.fromarray(render(scene, side))
        page.paste(
            picture.resize((SHOWN, SHOWN), Image.Resampling.NEAREST), (n * (SHOWN + GAP), TOP)
        )
        draw.text((n * (SHOWN + GAP), 2), f"{side} px", fill=0, font_size=20)
    page.save(path, optimize=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
