"""No information by colour alone: cubes, symbols and cards; the rooms behind the table."""

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
from towersim.rules.push.state import COLOURS, Card as PushCard
from towersim.rules.rummu.cards import Card as RummuCard, Suit
from towersim.ui.cards.card_faces import (
    BACK,
    SUIT_BLACK,
    Face,
    card_size,
    colour_face,
    draw_card,
    draw_pile,
    draw_place,
    paper_face,
)
from towersim.ui.drawing import canvas as draw_frames, sprites as draw_sprites, theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.room import draw_wall
from towersim.ui.drawing.scenery import COLOUR_SHAPES, mark, rooms, scenery, symbol
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.theme import RGB, USUAL, Ink, Viewport, WindowStyle, ink
from towersim.ui.drawing.wood import PLAIN as BARE_WALL
from towersim.ui.games.fawlty_towers import draw_table
from towersim.ui.games.palace.nodes import CLOTH as PALACE
from towersim.ui.games.push.nodes import CLOTH as PUSH, face as push_face
from towersim.ui.games.rummu.nodes import CLOTH as RUMMU, face as rummu_face
from towersim.ui.nodes.node import PLAIN, NodeMarks, Spot
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


def _flat(picture: pygame.Surface) -> npt.NDArray[np.int64]:
    ground = pygame.Surface(picture.get_size())
    ground.blit(picture, (0, 0))
    return pygame.surfarray.array3d(ground).astype(np.int64)


def test_all_colours_have_different_marks_and_all_symbols_differ(grey: Viewport) -> None:
    marks = [mark(grey, colour, 20, (255, 255, 255)) for colour in Colour]
    signs = [symbol(grey, sign, 20, (255, 255, 255)) for sign in Symbol]
    for several in (marks, signs):
        assert min(differing(*pair) for pair in combinations(several, 2)) > 0.1


def test_cubes_differ_by_their_marks_at_any_angle(grey: Viewport) -> None:
    cubes = Sprites(painted(Box(0.02, 0.02)))
    cubes.begin(grey)

    def cube(kind: str, quarter: float) -> pygame.Surface:
        return cubes.picture(kind, 1400.0, quarter)

    for one, other in combinations(CUBES, 2):
        turned = [cube(other, np.pi / 4 * step) for step in range(8)]
        assert (
            min(
                differing(_fitted(cube(one, np.pi / 4 * step)), _fitted(picture))
                for step in (0, 1)
                for picture in turned[step::2]
            )
            > 0.02
        ), (one, other)


def _fitted(picture: pygame.Surface) -> pygame.Surface:
    """Return the middle of a picture, which has marks but no outlines."""
    middle = pygame.Rect(0, 0, 18, 18)
    middle.center = picture.get_rect().center
    return picture.subsurface(middle)


def test_the_visible_strips_of_any_two_cards_differ(grey: Viewport) -> None:
    def strip(card: Card) -> pygame.Surface:
        face = draw_table.card_face(grey, card, (64, 90), 37)
        return face.subsurface((0, 0, 64, 37))

    faces = {card: strip(card) for card in deck() if card.copy == 1}
    assert min(differing(faces[a], faces[b]) for a, b in combinations(faces, 2)) > 0.01


def test_cards_that_may_be_taken_differ_in_shape(grey: Viewport) -> None:
    plain, sure, unsure = (pygame.Surface((30, 30), pygame.SRCALPHA) for _ in range(3))
    draw_frames.draw_badge(Canvas(sure, grey), (15, 15), sure=True)
    draw_frames.draw_badge(Canvas(unsure, grey), (15, 15), sure=False)
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


@pytest.fixture
def viewport() -> Viewport:
    return Viewport(USUAL, Fonts())


SUITS = ("club", "diamond", "heart", "spade")
NUMBERED = ("red", "yellow", "green", "blue", "purple", "black")
HEIGHT = 126
LOOKS = (
    PLAIN,
    NodeMarks(legal=True),
    NodeMarks(dim=True),
    NodeMarks(chosen=True),
    NodeMarks(pointed=True),
)


def shown(viewport: Viewport, face: Face, look: NodeMarks = PLAIN) -> pygame.Surface:
    """Return a picture of one card on a table."""
    target = pygame.Surface((200, 200))
    target.fill((58, 88, 72))
    draw_card(Canvas(target, viewport), face, Spot(100, 100, HEIGHT), look)
    return target


def contrast(viewport: Viewport, face: Face) -> int:
    """Return how much the edge of a card that may be chosen differs from a plain one's."""
    plain, legal = (shown(viewport, face, look) for look in (PLAIN, NodeMarks(legal=True)))
    across = range(100 - card_size(HEIGHT)[0] // 2, 100 - card_size(HEIGHT)[0] // 2 + 8)
    pairs = ((plain.get_at((x, 120))[:3], legal.get_at((x, 120))[:3]) for x in across)
    return max(sum(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in pairs)


def test_that_a_card_may_be_chosen_is_seen_on_every_colour(viewport: Viewport) -> None:
    for suit in Suit:
        assert contrast(viewport, rummu_face(RummuCard(suit, 3))) > 120, suit


def test_suits_and_signs_differ_in_their_shape_alone(viewport: Viewport) -> None:
    paper = [paper_face("7", suit, SUIT_BLACK, pips=7) for suit in SUITS]
    colours = [colour_face("4", colour)._replace(ink=ink("red")) for colour in NUMBERED]
    for faces in (paper, colours):
        pictures = [face.picture(viewport, HEIGHT) for face in faces]
        for one, other in combinations(pictures, 2):
            assert differing(one, other) > 0.03


def test_the_corner_alone_identifies_the_card(viewport: Viewport) -> None:
    strip = pygame.Rect(0, 0, round(0.17 * HEIGHT), round(0.35 * HEIGHT))
    ranks = ("2", "3", "10", "J", "A")
    faces = [paper_face(rank, suit, SUIT_BLACK, pips=2) for rank in ranks for suit in SUITS]
    corners = [face.picture(viewport, HEIGHT).subsurface(strip) for face in faces]
    for one, other in combinations(corners, 2):
        assert differing(one, other) > 0.02


def parts(picture: pygame.Surface, tint: RGB) -> int:
    """Return the number of connected regions of a colour inside a card's edge."""
    inner = picture.subsurface(picture.get_rect().inflate(-24, -24))
    mask = pygame.mask.from_threshold(inner, tint, (60, 60, 60, 255))
    return len(mask.connected_components(minimum=40))


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("pips", range(1, 11))
def test_a_card_has_the_right_number_of_pips_and_none_touches_another(
    viewport: Viewport, pips: int, suit: str
) -> None:
    picture = paper_face("", suit, SUIT_BLACK, pips=pips).picture(viewport, 500)
    assert parts(picture, SUIT_BLACK) == pips + 2, "two are in the corners"


@pytest.mark.parametrize("colour", NUMBERED)
def test_the_large_sign_of_a_colour_touches_nothing_in_the_corners(
    viewport: Viewport, colour: str
) -> None:
    face = colour_face("", colour)
    assert parts(face.picture(viewport, 500), face.ink.mark) == 3


def test_each_colour_has_one_shape_in_all_games() -> None:
    assert len(set(COLOUR_SHAPES.values())) == len(COLOUR_SHAPES)
    cards = [push_face(PushCard(mark, 3)) for mark in COLOURS]
    cards += [rummu_face(RummuCard(suit, 3)) for suit in Suit]
    by_ink: dict[Ink, str] = {}
    for card in cards:
        assert by_ink.setdefault(card.ink, card.sign) == card.sign
    assert {str(colour) for colour in Colour} <= set(COLOUR_SHAPES), "those of the cubes"
    assert (COLOUR_SHAPES["red"], COLOUR_SHAPES["yellow"]) == ("diamond", "circle"), "as printed"


def test_each_game_has_its_own_felt_and_back(viewport: Viewport) -> None:
    cloths = (PUSH, PALACE, RUMMU)
    assert len({cloth.felt for cloth in cloths}) == 3
    for one, other in combinations(cloths, 2):
        assert differing(shown(viewport, one.back), shown(viewport, other.back)) > 0.04


def test_all_marks_look_different(viewport: Viewport) -> None:
    face = paper_face("9", "club", SUIT_BLACK, pips=9)
    pictures = [shown(viewport, face, look) for look in LOOKS]
    for one, other in combinations(pictures, 2):
        assert differing(one, other) > 0.01


def test_a_pile_shows_its_number_and_an_empty_pile_is_not_drawn(viewport: Viewport) -> None:
    pictures = []
    for count in (0, 1, 12, 13):
        target = pygame.Surface((200, 220))
        draw_pile(Canvas(target, viewport), BACK, Spot(100, 100, HEIGHT), count)
        pictures.append(target)
    assert differing(pictures[0], pygame.Surface((200, 220))) == 0
    for one, other in combinations(pictures, 2):
        assert differing(one, other) > 0.0004


def test_a_place_that_accepts_a_card_is_lit(viewport: Viewport) -> None:
    pictures = []
    for lit in (False, True):
        target = pygame.Surface((200, 200))
        draw_place(Canvas(target, viewport), Spot(100, 100, HEIGHT), "burnt cards", lit=lit)
        pictures.append(target)
    assert differing(*pictures) > 0.01


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
        assert (corners == {BARE_WALL}) is style.contrast
        assert canvas.target.get_at(there.side.center)[:3] == (0, 0, 0)
