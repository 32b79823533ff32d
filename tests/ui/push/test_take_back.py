"""Taking back the place of a card of Push, possible until another card is revealed."""

from pathlib import Path

import pygame
import pytest

from tests.ui.cards.tables import look, node, settle
from tests.ui.pilot import window
from tests.ui.push.pushing import new_match, placing
from towersim.common.units import Seat
from towersim.rules.push.state import Card, Mark

YELLOW = Mark.YELLOW
STACKS = (
    (Card(Mark.YELLOW, 6), Card(Mark.BLUE, 1)),
    (Card(Mark.GREEN, 5),),
    (Card(Mark.YELLOW, 4),),
)


def test_the_place_of_a_card_can_be_taken_back_until_the_next_flip(tmp_path: Path) -> None:
    match = placing(new_match("human", "uniform"), Card(YELLOW, 2), STACKS[1])
    with window(tmp_path, match=match) as pilot:
        screen = look(pilot)
        pilot.key(pygame.K_1)
        settle(pilot)
        assert screen.match.state.stacks[0][-1] == Card(YELLOW, 2)
        pilot.press("Take back")
        assert screen.match.view(Seat(0)).flipped == Card(YELLOW, 2)
        assert node(pilot, Card(YELLOW, 2)).zone == "flipped"
        pilot.key(pygame.K_2)
        settle(pilot)
        assert screen.match.state.stacks[1] == (Card(YELLOW, 2),)
        pilot.key(pygame.K_n)
        assert screen.match.state.stacks[1] == ()
        pilot.key(pygame.K_1)
        settle(pilot)
        pilot.press("Flip")
        settle(pilot)
        with pytest.raises(AssertionError, match="no button"):
            pilot.button("Take back")
        steps = match.steps
        pilot.key(pygame.K_n)
        assert match.steps == steps, "a card was revealed"


def test_a_card_with_one_place_cannot_be_taken_back(tmp_path: Path) -> None:
    match = placing(new_match("human", "uniform"), Card(YELLOW, 2), *STACKS)
    with window(tmp_path, match=match) as pilot:
        look(pilot)
        pilot.key(pygame.K_2)
        settle(pilot)
        with pytest.raises(AssertionError, match="no button"):
            pilot.button("Take back")
