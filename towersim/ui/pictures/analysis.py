"""A picture of a static analysis as a file: that of notebooks, with its verdict and a legend."""

import math
from io import BytesIO
from typing import Final

import pygame

from towersim.common.units import Vec
from towersim.geometry.shapes import box_around
from towersim.scene.picture import PAPER, Picture, svg
from towersim.statics.analysis import FORCE, MOTION, THRUST, Analysis, describe
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts

SIZE: Final = (1600, 1000)
"""Size of the picture in pixels; other lengths here are in pixels too, unless stated in metres."""
MARGIN: Final = 70
HEAD: Final = 150
FOOT: Final = 56
KEY: Final = "force at each point", "thrust line", "collapse motion"
"""Legend of the blue and red lines; `JAMMED` is that of a scene that jams."""
JAMMED: Final = (
    "force at each point if prestressed",
    "thrust line if prestressed",
    "collapse motion without prestress",
)
LINE_HEIGHT: Final = 30


def analysis_picture(analysis: Analysis, title: str) -> pygame.Surface:
    """Return the picture of an analysis; it needs no display."""
    sheet = pygame.Surface(SIZE)
    sheet.fill(PAPER)
    # Lines are twice as wide as in a notebook, whose pictures are smaller.
    drawn = svg(_across(analysis.picture()), SIZE[0] // 2)
    large = pygame.image.load_sized_svg(BytesIO(drawn.encode()), (SIZE[0], SIZE[0]))
    sheet.blit(large, large.get_rect(bottomleft=(0, SIZE[1] - FOOT)))
    _write(sheet, title, analysis)
    return sheet


def _across(picture: Picture) -> Picture:
    """Return a picture that fills the sheet's width and stands as large on it as there is room."""
    table, *patches = picture.patches
    rings = [ring for patch in patches or [table] for ring in patch.rings]
    low, high = box_around([box_around([(p, p) for p in ring]) for ring in rings])
    wide, tall = high.x - low.x, high.y - picture.foot
    room = (SIZE[0] - 2 * MARGIN) / wide, (SIZE[1] - HEAD - FOOT) / tall
    side = SIZE[0] / min(room)
    return picture._replace(left=(low.x + high.x - side) / 2, side=side)


def _write(sheet: pygame.Surface, title: str, analysis: Analysis) -> None:
    """Write the title, the summary, and the legend with the scale of lengths and forces."""
    summary, canvas = analysis.summary, Canvas(sheet, theme.Viewport(theme.USUAL, Fonts()))
    pygame.draw.rect(sheet, PAPER, (0, 0, SIZE[0], HEAD))
    canvas.text(title, 44, theme.TEXT, bold=True, topleft=(MARGIN, 34))
    for number, line in enumerate(_lines(canvas.viewport.fonts, describe(summary))):
        canvas.text(line, 24, theme.SOFT_TEXT, topleft=(MARGIN, 92 + number * LINE_HEIGHT))
    x = MARGIN
    panel = pygame.Rect(0, SIZE[1] - FOOT, SIZE[0], FOOT)
    pygame.draw.rect(sheet, theme.PAPER, panel)
    point, thrust_line, motion = JAMMED if summary.verdict == "jams" else KEY
    greatest = max((math.hypot(*thrust.force) for thrust in analysis.thrusts), default=0.0)
    thrust_line += f" (greatest: {greatest:.3g} N)" if greatest else ""
    for colour, text in ((FORCE, point), (THRUST, thrust_line), (MOTION, motion)):
        pygame.draw.line(sheet, colour, (x, panel.centery), (x + 34, panel.centery), 4)
        x = canvas.text(text, 20, theme.TEXT, midleft=(x + 44, panel.centery)).right + 40
    low, high = box_around([block.extent for block in analysis.scene.blocks] or [(Vec(0, 0),) * 2])
    scale = f"longer side: {max(high.x - low.x, high.y - low.y):.3g} m"
    canvas.text(scale, 20, theme.SOFT_TEXT, topright=(SIZE[0] - MARGIN, 12))


def _lines(fonts: Fonts, sentence: str) -> list[str]:
    """Return a sentence wrapped at its semicolons into lines that fit the picture."""
    lines: list[str] = []
    for part in sentence.split("; "):
        longer = f"{lines[-1]}; {part}" if lines else part
        if lines and fonts.width(longer, 24) > SIZE[0] - 2 * MARGIN:
            lines.append(part)
        else:
            lines[-1:] = [longer]
    return lines
