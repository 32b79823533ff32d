"""Outlines of shapes on the table."""

import pygame

from towersim.geometry.shapes import Circle, Shape, corners, placed
from towersim.ui.camera import Camera
from towersim.ui.canvas import Canvas
from towersim.ui.theme import RGB
from towersim.units import Pose


def draw_outline(
    canvas: Canvas, camera: Camera, shape: Shape, pose: Pose, tint: RGB, units: float
) -> None:
    """Draw the outline of a placed shape with a line so many units wide."""
    line = canvas.px(units)
    if isinstance(shape, Circle):
        middle = camera.to_px(*pose[:2])
        pygame.draw.circle(canvas.target, tint, middle, shape.radius * camera.scale, line)
        return
    points = [camera.to_px(*point) for point in placed(corners(shape), pose)]
    pygame.draw.polygon(canvas.target, tint, points, line)
