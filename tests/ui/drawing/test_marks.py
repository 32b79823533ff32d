"""No information by colour alone; the rooms behind the table."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from towersim.common.units import Pose
from towersim.geometry.shapes import Box
from towersim.physics.hand import SKILLS
from towersim.rules.fawlty_towers.state import CUBES, Card, Colour, Symbol, deck
from towersim.rules.practice.challenge import CHAPTERS
from towersim.ui.drawing import sprites as draw_sprites, theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.room import draw_wall
from towersim.ui.drawing.scenery import mark, rooms, scenery, symbol
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.theme import Ink, Viewport, WindowStyle
from towersim.ui.drawing.wood import PLAIN
from towersim.ui.games.fawlty_towers import draw_table
from towersim.ui.settings import HANDS

GREY = Ink((120, 120, 120), (160, 160, 160), (80, 80, 80), (250, 250, 250))


@pytest.fixture
def grey(monkeypatch: pytest.MonkeyPatch) -> Viewport:
    """A viewport whose colours are all the same grey."""
    for module in (theme, draw_sprites):
        monkeypatch.setattr(module, "ink", lambda _name: GREY)
    return Viewport((1280, 720), Fonts())


def differing(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return the share of clearly different pixels."""
    a, b = (_flat(picture) for picture in (one, other))
    return float(np.mean(np.abs(a - b).max(axis=2) > 40))


def least_difference(pictures: Iterable[pygame.Surface]) -> float:
    """Return the share of clearly different pixels of the two pictures that are most alike."""
    return min(differing(*pair) for pair in combinations(pictures, 2))


def _flat(picture: pygame.Surface) -> npt.NDArray[np.int64]:
    ground = pygame.Surface(picture.get_size())
    ground.blit(picture, (0, 0))
    return pygame.surfarray.array3d(ground).astype(np.int64)


def test_all_colours_have_different_marks_and_all_symbols_differ(grey: Viewport) -> None:
    marks = [mark(grey, colour, 20, (255, 255, 255)) for colour in Colour]
    signs = [symbol(grey, sign, 20, (255, 255, 255)) for sign in Symbol]
    assert min(least_difference(marks), least_difference(signs)) > 0.1


def test_cubes_differ_by_their_marks_at_any_angle(grey: Viewport) -> None:
    cubes = Sprites(painted(Box(0.02, 0.02)))
    cubes.begin(grey)

    def cube(kind: str, quarter: float) -> pygame.Surface:
        return cubes.picture(kind, 1400.0, quarter)

    for one, other in combinations(CUBES, 2):
        turned = [cube(other, np.pi / 4 * step) for step in range(8)]
        for step in (0, 1):
            upright = _fitted(cube(one, np.pi / 4 * step))
            assert min(differing(upright, _fitted(each)) for each in turned[step::2]) > 0.02


def _fitted(picture: pygame.Surface) -> pygame.Surface:
    """Return the middle of a picture, which has marks but no outlines."""
    middle = pygame.Rect(0, 0, 18, 18)
    middle.center = picture.get_rect().center
    return picture.subsurface(middle)


def test_the_visible_strips_of_any_two_cards_differ(grey: Viewport) -> None:
    def strip(card: Card) -> pygame.Surface:
        face = draw_table.card_face(grey, card, (64, 90), 37)
        return face.subsurface((0, 0, 64, 37))

    assert least_difference(strip(card) for card in deck() if card.copy == 1) > 0.01


def test_cards_that_may_be_taken_differ_in_shape(grey: Viewport) -> None:
    plain, sure, unsure = (pygame.Surface((30, 30), pygame.SRCALPHA) for _ in range(3))
    Canvas(sure, grey).badge((15, 15), sure=True)
    Canvas(unsure, grey).badge((15, 15), sure=False)
    assert differing(plain, sure) > 0.1
    assert differing(sure, unsure) > 0.1


def test_a_block_is_drawn_at_its_camera_position() -> None:
    viewport, target = Viewport((1280, 720), Fonts()), pygame.Surface((200, 200))
    camera = Camera(1000.0, 100.0, 150.0)
    blocks = Sprites(painted(Box(0.02, 0.04)))
    blocks.begin(viewport)
    blocks.draw_placed(target, camera, "red", Pose(0.03, 0.02, 0.0))
    drawn = pygame.mask.from_threshold(target, (0, 0, 0), (1, 1, 1, 255))
    drawn.invert()
    (box,) = drawn.get_bounding_rects()
    assert box.center == pytest.approx((130, 130), abs=1)
    assert box.size == pytest.approx((20, 40), abs=2)


def test_every_hand_has_a_display_name() -> None:
    assert set(HANDS) == set(SKILLS)


SIZE, BASE = (180, 150), 120


def test_every_chapter_and_game_with_blocks_has_a_room_of_its_own() -> None:
    assert set(CHAPTERS) < set(rooms())
    assert {"bausack", "fawlty-towers"} <= set(rooms())
    pictures = {pygame.image.tobytes(scenery(name, SIZE, BASE), "RGB") for name in rooms()}
    assert len(pictures) == len(rooms())


def test_the_things_of_a_room_are_left_out_where_they_would_cover_each_other() -> None:
    narrow, wide = (
        pygame.surfarray.array3d(scenery("fawlty-towers", (w, 150), BASE)).mean(axis=2)
        for w in (70, 180)
    )
    assert abs(np.diff(narrow, axis=0)).max() < 8 < abs(np.diff(wide, axis=0)).max()


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_room_is_subdued_behind_the_blocks_and_the_same_in_every_run(name: str) -> None:
    picture = scenery(name, SIZE, BASE)
    assert pygame.image.tobytes(picture, "RGB") == pygame.image.tobytes(
        scenery(name, SIZE, BASE), "RGB"
    )
    tones = pygame.surfarray.array3d(picture).mean(axis=2)
    middle = tones[60:120, 60:BASE]
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
