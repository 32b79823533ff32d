"""Help for a player of Rummü: cards that go together, the best play as a hint, taking back."""

from pathlib import Path

import pygame

from tests.ui.cards.tables import table as table_of
from tests.ui.pilot import Pilot, window
from tests.ui.rummu.rummuhands import (
    BLACK,
    BLUE,
    GREEN,
    RED,
    YELLOW,
    assessment,
    at_card,
    at_discard,
    at_group,
    cards,
    goals,
    laid_out,
    looks,
    match_of,
    pull,
    quiet,
    rest,
    shelf,
)
from towersim.rules.rummu.cards import Card, Role
from towersim.rules.rummu.state import Phase
from towersim.ui.games.rummu.choices import Sort

RUN = cards((RED, 3), (RED, 4), (RED, 5))
HAND = (Card(RED, 2), Card(RED, 6), Card(BLUE, 6), Card(GREEN, 6), Card(YELLOW, 6), Card(BLACK, 9))


def marked(pilot: Pilot) -> set[Card]:
    """Return the own cards that are marked as legal."""
    return {card for card, look in looks(pilot).items() if look.legal}


def test_cards_that_fit_those_on_the_workbench_are_marked(tmp_path: Path) -> None:
    with window(tmp_path, match=laid_out(HAND, [RUN])) as pilot:
        quiet(pilot)
        assert not marked(pilot), "nothing shines before something was chosen"
        pilot.click(at_card(pilot, HAND[2]))
        assert marked(pilot) | {HAND[2]} == {*HAND[1:5]}
        pilot.key(pygame.K_n)
        pilot.click(at_card(pilot, HAND[5]))
        assert not marked(pilot), "nothing goes with the 9"


def test_a_hint_puts_the_best_play_onto_the_workbench(tmp_path: Path) -> None:
    hand = (*HAND, *(Card(BLUE, n) for n in (1, 2, 3)))
    with window(tmp_path, match=laid_out(hand, [RUN])) as pilot:
        quiet(pilot)
        table = table_of(pilot)
        pilot.press("Hint")
        assert shelf(pilot).bench == (HAND[0], HAND[4])
        verdict = assessment(table)
        assert verdict.title == "Red run of five with a joker, so mixed – 40 points"
        assert verdict.advice == "It can be added."
        pilot.key(pygame.K_n)
        assert not shelf(pilot).bench
        pilot.key(pygame.K_h)
        pilot.key(pygame.K_c)
        assert [role.card.number for role in table.match.state.table[0].cards] == [2, 3, 4, 5, 6]
    joker = Role(Card(YELLOW, 5), RED)
    run = (*cards((RED, 3), (RED, 4)), joker)
    with window(tmp_path, match=laid_out((Card(RED, 5), *HAND[5:]), [run])) as pilot:
        quiet(pilot)
        pilot.key(pygame.K_h)
        pilot.press("Add")
        assert table_of(pilot).match.state.table[0].cards == RUN, "jokers are exchanged so too"
    with window(tmp_path, match=laid_out(HAND[5:] + HAND[:1], phase=Phase.DRAWING)) as pilot:
        quiet(pilot)
        pilot.key(pygame.K_h)
        assert table_of(pilot).message == "Nothing in your hand can be laid yet."


def test_laid_cards_can_be_taken_back_until_the_discard(tmp_path: Path) -> None:
    hand = (*HAND, *(Card(BLUE, n) for n in (1, 2, 3)))
    match = laid_out(hand, [RUN])
    with window(tmp_path, match=match) as pilot:
        quiet(pilot)
        table = table_of(pilot)
        for cards_of in (HAND[1:4], hand[6:]):
            for card in cards_of:
                pilot.click(at_card(pilot, card))
            pilot.key(pygame.K_c)
        pull(pilot, at_card(pilot, HAND[0]), at_group(pilot, 0))
        assert [len(laid.cards) for laid in match.state.table] == [4, 3, 3]
        assert "taken back" in assessment(table).advice
        assert "Single cards go" in assessment(table).advice
        log = list(table.hud.log)
        pilot.click(at_card(pilot, HAND[5]))
        pilot.press("Take back")
        assert not shelf(pilot).bench, "first the workbench is cleared"
        assert len(match.state.table) == 3
        pilot.press("Take back")
        assert set(match.state.hands[0]) == {*HAND[4:], HAND[0]}
        pilot.click((5, 5))
        pilot.down(3)
        pilot.key(pygame.K_n)
        assert match.state.hands[0] == tuple(sorted(hand))
        assert table.hud.log == log[:-3]
        assert len(goals(pilot)) == len(hand) + len(RUN) + 1
        pilot.key(pygame.K_n)
        assert len(match.state.table) == 1
        pilot.click(at_card(pilot, HAND[5]))
        pilot.click(at_discard(pilot))
        assert table.state.view.top == HAND[5]
        pilot.key(pygame.K_n)
        assert match.actor == 1, "a discard stays"


def test_own_cards_can_be_arranged_while_other_cards_fly(tmp_path: Path) -> None:
    with window(tmp_path, match=match_of("uniform", "human", "uniform")) as pilot:
        rest(pilot)
        table = table_of(pilot)
        first, *_, last = shelf(pilot).hand
        pilot.until(lambda: not table.ready)
        pilot.click(at_card(pilot, last))
        assert shelf(pilot).bench == (last,)
        pilot.key(pygame.K_s)
        assert shelf(pilot).sort is Sort.NUMBER
        assert not table.ready, "nothing was skipped"
        pilot.click(at_card(pilot, first))
        assert set(shelf(pilot).bench) == {first, last}
        pilot.click(table.layout.deck[:2])
        assert table.ready, "but what is no business of the own cards lets all land first"
