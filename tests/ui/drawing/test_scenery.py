"""The rooms behind the table."""

import pygame
import pytest

from towersim.rules.practice.challenge import CHAPTERS
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.room import draw_wall
from towersim.ui.drawing.scenery import rooms, scenery
from towersim.ui.drawing.theme import Viewport, WindowStyle
from towersim.ui.drawing.wood import PLAIN

SIZE, BASE = (180, 150), 120


def test_every_chapter_and_game_with_blocks_has_a_room_of_its_own() -> None:
    assert set(CHAPTERS) < set(rooms())
    assert {"bausack", "fawlty-towers"} <= set(rooms())
    pictures = {pygame.image.tobytes(scenery(name, SIZE, BASE), "RGB") for name in rooms()}
    assert len(pictures) == len(rooms())


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_room_is_subdued_behind_the_blocks_and_the_same_in_every_run(name: str) -> None:
    picture = scenery(name, SIZE, BASE)
    assert pygame.image.tobytes(picture, "RGB") == pygame.image.tobytes(
        scenery(name, SIZE, BASE), "RGB"
    )
    grey = pygame.surfarray.array3d(picture).mean(axis=2)
    middle = grey[60:120, 60:BASE]
    assert middle.min() > 110, "nothing behind the blocks is as dark as their shadows"
    assert middle.std() < 26


def test_a_room_fills_the_wall_beside_the_panel_and_high_contrast_leaves_it_out() -> None:
    for style in (WindowStyle(), WindowStyle(left_handed=True), WindowStyle(contrast=True)):
        viewport = Viewport((800, 600), Fonts(), style)
        there, canvas = areas(viewport), Canvas(pygame.Surface((800, 600)), viewport)
        draw_wall(canvas, there, "hand")
        seen = there.room.inflate(-2, -2)
        corners = {tuple(canvas.target.get_at(at))[:3] for at in (seen.topleft, seen.topright)}
        assert (0, 0, 0) not in corners
        assert (corners == {PLAIN}) is style.contrast
        assert canvas.target.get_at(there.side.center)[:3] == (0, 0, 0)


def test_a_turned_camera_finds_the_point_of_the_table_under_a_pixel() -> None:
    camera = Camera(1000.0, 640.0, 600.0, 0.3)
    assert camera.to_m(*camera.to_px(0.12, 0.34)) == pytest.approx((0.12, 0.34))
