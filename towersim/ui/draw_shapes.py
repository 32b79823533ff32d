"""Outlines of shapes on the table."""

import pygame

from towersim.geometry.shapes import Circle, Shape, corners, placed
from towersim.ui.camera import Camera
from towersim.ui.theme import RGB
from towersim.units import Pose


def draw_outline(
    target: pygame.Surface, camera: Camera, shape: Shape, pose: Pose, pen: tuple[RGB, int]
) -> None:
    """Draw the outline of a placed shape with a colour and a width in pixels."""
    if isinstance(shape, Circle):
        middle = camera.to_px(*pose[:2])
        pygame.draw.circle(target, pen[0], middle, shape.radius * camera.scale, pen[1])
        return
    points = [camera.to_px(*point) for point in placed(corners(shape), pose)]
    pygame.draw.polygon(target, pen[0], points, pen[1])
