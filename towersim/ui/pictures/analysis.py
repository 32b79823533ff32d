"""A picture of a static analysis: blocks, contact forces, and the collapse mechanism."""

import math
from collections.abc import Sequence
from typing import Final

import pygame

from towersim.common.units import Vec
from towersim.geometry.shapes import Circle, Polygon, box_around, corners, placed
from towersim.scene.scene import Block, Scene
from towersim.statics.analysis import Analysis, Displacement, Force, describe
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.paint import FINER, blend

SIZE: Final = (1600, 1000)
"""Size of the picture in pixels; other lengths here are in pixels too, unless stated in metres."""
MARGIN: Final = 70
HEAD: Final = 150
FOOT: Final = 90
LONGEST: Final = 0.22
"""Drawn length of the greatest motion as a share of the scene's size; half of it for forces."""
FORCE: Final[theme.RGB] = (40, 104, 160)
THRUST: Final[theme.RGB] = (20, 60, 110)
MOTION: Final[theme.RGB] = (196, 52, 40)
KEY: Final = {
    "stands": ("force at each point", "resultant of each face", "collapse motion"),
    "falls": ("force at each point", "resultant of each face", "collapse motion"),
    "jams": (
        "force at each point if prestressed",
        "resultant of each face if prestressed",
        "collapse motion without prestress",
    ),
}
"""Legend of the blue and red lines, by verdict."""
LINE_HEIGHT: Final = 30


def analysis_picture(scene: Scene, analysis: Analysis, title: str) -> pygame.Surface:
    """Return the picture of an analysis; it needs no display."""
    large = pygame.Surface((SIZE[0] * FINER, SIZE[1] * FINER))
    large.fill(theme.CREAM)
    camera, size = _camera(scene)
    left, top = camera.to_px(-scene.table.width / 2, 0.0)
    table = left, top, scene.table.width * camera.scale, max(large.get_height() - top, 0)
    pygame.draw.rect(large, theme.WALNUT, table)
    for block in scene.blocks:
        _draw_block(large, block, camera)
    greatest = max((math.hypot(*thrust.force) for thrust in analysis.thrusts), default=0.0)
    _draw_forces(large, analysis, camera, size, greatest)
    for block in scene.blocks:
        if block.id in analysis.mechanism:
            _draw_motion(large, block, analysis.mechanism[block.id], camera, size)
    sheet = pygame.transform.smoothscale(large, SIZE)
    _write(sheet, title, analysis, size, greatest)
    return sheet


def _camera(scene: Scene) -> tuple[Camera, float]:
    """Return a camera on all blocks, supersampled by `FINER`, and their size in metres."""
    half = scene.table.width / 2
    empty = Vec(-half, 0.0), Vec(half, half)
    low, high = box_around([block.extent for block in scene.blocks] or [empty])
    size = max(high.x - low.x, high.y - low.y)
    # Arrows reach beyond the blocks.
    wide, tall = high.x - low.x + LONGEST * size, high.y - low.y + LONGEST * size
    room = SIZE[0] - 2 * MARGIN, SIZE[1] - HEAD - FOOT
    scale = min(room[0] / wide, room[1] / tall) * FINER
    left = SIZE[0] / 2 * FINER - scale * (low.x + high.x) / 2
    base = (SIZE[1] - FOOT) * FINER + scale * (low.y - LONGEST / 4 * size)
    return Camera(scale, left, base), size


def _draw_block(large: pygame.Surface, block: Block, camera: Camera) -> None:
    fill, edge = blend(theme.OAK, theme.PAPER, 0.45), theme.OAK_EDGE
    if block.fixed:
        fill, edge = theme.WALNUT_LIGHT, theme.WALNUT
    if isinstance(block.shape, Circle):
        middle, radius = camera.to_px(*block.pose[:2]), block.shape.radius * camera.scale
        pygame.draw.circle(large, fill, middle, radius)
        pygame.draw.circle(large, edge, middle, radius, 2 * FINER)
        return
    holes = block.shape.holes if isinstance(block.shape, Polygon) else ()
    for ring, paint in ((corners(block.shape), fill), *((hole, theme.CREAM) for hole in holes)):
        points = [camera.to_px(*p) for p in placed(ring, block.pose)]
        pygame.draw.polygon(large, paint, points)
        pygame.draw.polygon(large, edge, points, 2 * FINER)


def _draw_forces(
    large: pygame.Surface, analysis: Analysis, camera: Camera, size: float, greatest: float
) -> None:
    """Draw each force in both directions, since it acts on both blocks."""
    if not greatest:
        return
    unit = LONGEST / 2 * size / greatest * camera.scale
    _draw_lines(large, analysis.forces, camera, unit, (FORCE, 2))
    _draw_lines(large, analysis.thrusts, camera, unit, (THRUST, 4))
    for thrust in analysis.thrusts:
        pygame.draw.circle(large, THRUST, camera.to_px(*thrust.at), 5 * FINER)


def _draw_lines(
    large: pygame.Surface,
    forces: Sequence[Force],
    camera: Camera,
    unit: float,
    pen: tuple[theme.RGB, int],
) -> None:
    for force in forces:
        x, y = camera.to_px(*force.at)
        dx, dy = force.force.x * unit / 2, -force.force.y * unit / 2
        pygame.draw.line(large, pen[0], (x - dx, y - dy), (x + dx, y + dy), pen[1] * FINER)


def _draw_motion(
    large: pygame.Surface, block: Block, motion: Displacement, camera: Camera, size: float
) -> None:
    """Draw an arrow along the centre's displacement, and an arc along the rotation."""
    x, y = camera.to_px(*block.pose[:2])
    unit = LONGEST * size * camera.scale
    far = math.hypot(motion.dx, motion.dy)
    if far * unit > 4 * FINER:
        end = x + motion.dx * unit, y - motion.dy * unit
        pygame.draw.line(large, MOTION, (x, y), end, 3 * FINER)
        _draw_head(large, end, math.atan2(-motion.dy, motion.dx))
    low, high = block.extent
    radius = 0.3 * min(high.x - low.x, high.y - low.y) * camera.scale
    if abs(motion.dtheta) * radius > 0.01 * camera.scale * size:
        _draw_arc(large, (x, y), radius, math.copysign(1.0, motion.dtheta))


def _draw_arc(
    large: pygame.Surface, middle: tuple[float, float], radius: float, sense: float
) -> None:
    # y points down in pictures, so a counter-clockwise rotation has decreasing angles.
    angles = [-math.pi / 2 - sense * (step / 24 - 0.5) * 1.5 * math.pi for step in range(25)]
    points = [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
    pygame.draw.lines(large, MOTION, False, points, 2 * FINER)  # noqa: FBT003 - pygame's order
    _draw_head(large, points[-1], angles[-1] - sense * math.pi / 2)


def _draw_head(large: pygame.Surface, tip: tuple[float, float], angle: float) -> None:
    wings = [
        (tip[0] + 13 * FINER * math.cos(angle + turn), tip[1] + 13 * FINER * math.sin(angle + turn))
        for turn in (math.pi - 0.45, math.pi + 0.45)
    ]
    pygame.draw.polygon(large, MOTION, [tip, *wings])


def _write(
    sheet: pygame.Surface, title: str, analysis: Analysis, size: float, greatest: float
) -> None:
    """Write the title, the summary, and the legend with the scale of lengths and forces."""
    summary = analysis.summary
    canvas = Canvas(sheet, theme.Viewport(theme.USUAL, Fonts()))
    canvas.text(title, 44, theme.TEXT, bold=True, topleft=(MARGIN, 34))
    for number, line in enumerate(_lines(canvas.viewport.fonts, describe(summary))):
        canvas.text(line, 24, theme.SOFT_TEXT, topleft=(MARGIN, 92 + number * LINE_HEIGHT))
    x = MARGIN
    panel = pygame.Rect(0, SIZE[1] - 56, SIZE[0], 56)
    pygame.draw.rect(sheet, theme.PAPER, panel)
    point, face, motion = KEY[summary.verdict]
    longest = f" (longest: {greatest:.3g} N)" if greatest else ""
    for colour, text in ((FORCE, point), (THRUST, face + longest), (MOTION, motion)):
        pygame.draw.line(sheet, colour, (x, panel.centery), (x + 34, panel.centery), 4)
        x = canvas.text(text, 20, theme.TEXT, midleft=(x + 44, panel.centery)).right + 40
    scale = f"longer side: {size:.3g} m"
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
