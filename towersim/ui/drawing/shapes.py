"""Outlines of shapes on the table."""

from typing import NamedTuple

import pygame

from towersim.common.units import Pose
from towersim.geometry.shapes import Circle, Shape, corners, placed
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import RGB


class Pen(NamedTuple):
    """Colour and width of a line."""

    tint: RGB
    units: float
    """Width of the line, in units."""


def draw_outline(canvas: Canvas, camera: Camera, shape: Shape, pose: Pose, pen: Pen) -> None:
    """Draw the outline of a placed shape."""
    tint, line = pen.tint, canvas.px(pen.units)
    if isinstance(shape, Circle):
        middle = camera.to_px(*pose[:2])
        pygame.draw.circle(canvas.target, tint, middle, shape.radius * camera.scale, line)
        return
    points = [camera.to_px(*point) for point in placed(corners(shape), pose)]
    pygame.draw.polygon(canvas.target, tint, points, line)
