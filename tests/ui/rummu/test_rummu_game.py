"""Turns of Rummü in the window, by mouse and by keyboard."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.cards.tables import table as table_of
from tests.ui.pilot import Pilot, window
from tests.ui.rummu.rummuhands import (
    at_card,
    at_group,
    by_keys,
    by_mouse,
    cards,
    laid_out,
    lit,
    match_of,
    rest,
    wise,
)
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, Role, Suit
from towersim.ui.settings import Settings


@pytest.mark.parametrize("act", [by_mouse, by_keys])
def test_a_turn_by_mouse_and_by_keys_in_a_small_window(
    tmp_path: Path, act: Callable[[Pilot, Action], None]
) -> None:
    with window(tmp_path, (960, 600), match_of("human", "uniform", "uniform")) as pilot:
        pilot.app.context.change(Settings(animations=False))
        table = pilot.screen
        rest(pilot)
        while table.play.seat == 0:
            before = table.match.steps
            act(pilot, wise(table.state.view))
            assert table.match.steps > before


def test_cards_that_fit_only_together_are_added_together(tmp_path: Path) -> None:
    run = (*cards((Suit.RED, 3), (Suit.RED, 4)), Role(Card(Suit.YELLOW, 5), Suit.RED))
    hand = (Card(Suit.RED, 7), Card(Suit.YELLOW, 6), Card(Suit.BLACK, 9))
    with window(tmp_path, match=laid_out(hand, [run])) as pilot:
        pilot.app.context.change(Settings(animations=False))
        table = table_of(pilot)
        pilot.click(at_card(pilot, Card(Suit.YELLOW, 6)))
        pilot.click(at_card(pilot, Card(Suit.RED, 7)))
        assert lit(pilot) == {0}
        pilot.click(at_group(pilot, 0))
        longer = (*run, Role(Card(Suit.YELLOW, 6), Suit.RED), *cards((Suit.RED, 7)))
        assert table.match.state.table[0].cards == longer
