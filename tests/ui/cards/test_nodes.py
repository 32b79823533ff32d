"""Cards in a fan, and the card that is hit at a point."""

from itertools import pairwise

import pygame
import pytest

from towersim.ui.cards.card_faces import BACK
from towersim.ui.cards.nodes import Fan, fan_nodes
from towersim.ui.nodes.node import NodeMarks, Spot, spot_in, topmost

AREA = pygame.Rect(100, 400, 600, 200)
CARD = (100, 140)


@pytest.mark.parametrize("arc", [0.0, 8.0])
@pytest.mark.parametrize("cards", [1, 2, 5, 6, 13, 40])
def test_all_cards_of_a_fan_lie_in_its_area_in_equal_steps(cards: int, arc: float) -> None:
    spots = Fan(AREA, CARD, cards, arc).spots()
    assert len(spots) == cards
    assert spots[0].x - CARD[0] / 2 >= AREA.left - 1
    assert spots[-1].x + CARD[0] / 2 <= AREA.right + 1
    assert spots[0].x + spots[-1].x == pytest.approx(2 * AREA.centerx)
    assert max(spot.y for spot in spots) + CARD[1] / 2 == pytest.approx(AREA.bottom)
    steps = {round(b.x - a.x, 6) for a, b in pairwise(spots)}
    assert len(steps) <= 1


def test_cards_overlap_only_if_there_is_no_room() -> None:
    assert Fan(AREA, CARD, 5).step > CARD[0]
    assert Fan(AREA, CARD, 6).step == 100
    assert Fan(AREA, CARD, 11).step == 50


def test_a_fan_is_turned_outwards_and_lower_at_its_ends() -> None:
    left, *_, right = spots = Fan(AREA, CARD, 9, 8.0).spots()
    assert left.angle == -right.angle > 0
    assert spots[4].angle == 0
    assert spots[4].y < left.y == pytest.approx(right.y)
    assert {spot.angle for spot in Fan(AREA, CARD, 9).spots()} == {0}


def hit(fan: Fan, point: tuple[float, float], raised: int | None = None, lift: int = 0) -> object:
    """Return the index of the topmost card of a fan at a point; one card may be raised."""
    nodes = fan_nodes("hand", fan, [(i, BACK) for i in range(fan.cards)], lift=lift)
    marked = [node._replace(marks=NodeMarks(pointed=node.key == raised)) for node in nodes]
    node = topmost(marked, point, lambda _: True)
    return None if node is None else node.key


@pytest.mark.parametrize("arc", [0.0, 8.0])
def test_the_topmost_card_at_a_point_is_found(arc: float) -> None:
    fan = Fan(AREA, CARD, 11, arc)
    for index, spot in enumerate(fan.spots()):
        # Only the left strip of each card but the last is visible.
        assert hit(fan, (spot.x - CARD[0] / 2 + 20, spot.y)) == index
        later = (spot.x + 30, spot.y)
        assert hit(fan, later) == min(index + 1, 10)
    assert hit(fan, (AREA.left - 30, AREA.centery)) is None
    assert hit(fan, (AREA.centerx, AREA.bottom + 30)) is None


def test_a_raised_card_is_hit_above_and_at_its_old_place() -> None:
    fan = Fan(AREA, CARD, 4)
    spot = fan.spots()[1]
    node = fan_nodes("hand", fan, [(i, BACK) for i in range(4)], lift=30)[1]
    assert node._replace(marks=NodeMarks(pointed=True)).up.y == spot.y - 30
    above, foot = (spot.x, spot.y - 85), (spot.x, spot.y + 65)
    assert hit(fan, above, lift=30) is None
    assert hit(fan, above, 1, 30) == 1
    assert hit(fan, foot, 1, 30) == 1, "or it would jump up and down below the pointer"


def test_an_empty_fan_has_no_card() -> None:
    assert Fan(AREA, CARD, 0).spots() == []
    assert hit(Fan(AREA, CARD, 0, 8.0), AREA.center) is None


def test_a_turned_card_is_hit_where_it_is_drawn() -> None:
    lying = Spot(0.0, 0.0, 140, 90)
    assert lying.has((65, 0), 5 / 7)
    assert not lying.has((0, 65), 5 / 7)
    leaning = Spot(0.0, 0.0, 140, 20)
    assert leaning.has((-68, -46), 5 / 7), "turned to the left, its upper left corner goes down"
    assert not leaning.has((68, -46), 5 / 7)
    assert spot_in(pygame.Rect(10, 20, 100, 140)) == (60, 90, 140, 0)
