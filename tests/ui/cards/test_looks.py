"""Cards differ in number and shape, not in colour alone, and every mark is visible."""

import pygame
import pytest

from tests.ui.drawing.test_marks import differing, least_difference
from towersim.rules.fawlty_towers.state import Colour
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
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.scenery import COLOUR_SHAPES
from towersim.ui.drawing.theme import RGB, USUAL, Ink, Viewport, ink
from towersim.ui.games.palace.nodes import CLOTH as PALACE
from towersim.ui.games.push.nodes import CLOTH as PUSH, face as push_face
from towersim.ui.games.rummu.nodes import CLOTH as RUMMU, face as rummu_face
from towersim.ui.nodes.node import PLAIN, NodeMarks, Spot


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
        assert least_difference(face.picture(viewport, HEIGHT) for face in faces) > 0.03


def test_the_corner_alone_identifies_the_card(viewport: Viewport) -> None:
    strip = pygame.Rect(0, 0, round(0.17 * HEIGHT), round(0.35 * HEIGHT))
    ranks = ("2", "3", "10", "J", "A")
    faces = [paper_face(rank, suit, SUIT_BLACK, pips=2) for rank in ranks for suit in SUITS]
    corners = [face.picture(viewport, HEIGHT).subsurface(strip) for face in faces]
    assert least_difference(corners) > 0.02


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
    assert least_difference(shown(viewport, cloth.back) for cloth in cloths) > 0.04


def test_all_marks_look_different(viewport: Viewport) -> None:
    face = paper_face("9", "club", SUIT_BLACK, pips=9)
    assert least_difference(shown(viewport, face, look) for look in LOOKS) > 0.01


def test_a_pile_shows_its_number_and_an_empty_pile_is_not_drawn(viewport: Viewport) -> None:
    pictures = []
    for count in (0, 1, 12, 13):
        target = pygame.Surface((200, 220))
        draw_pile(Canvas(target, viewport), BACK, Spot(100, 100, HEIGHT), count)
        pictures.append(target)
    assert differing(pictures[0], pygame.Surface((200, 220))) == 0
    assert least_difference(pictures) > 0.0004


def test_a_place_that_accepts_a_card_is_lit(viewport: Viewport) -> None:
    pictures = []
    for lit in (False, True):
        target = pygame.Surface((200, 200))
        draw_place(Canvas(target, viewport), Spot(100, 100, HEIGHT), "burnt cards", lit=lit)
        pictures.append(target)
    assert differing(*pictures) > 0.01
