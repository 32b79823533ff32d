"""The table of Rummü: layout, clicks and drags, and the messages if they do nothing."""

from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

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
    match_of,
    rest,
    shelf,
)
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.rummu.cards import Card, deck
from towersim.rules.rummu.state import Combination, Phase
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games.rummu.choices import Sort, puts
from towersim.ui.games.rummu.nodes import Layout
from towersim.ui.screens.result import Standing
from towersim.ui.settings import Settings, save_settings

SIZES = [(1280, 720), (960, 600), (1920, 1080)]
RUN = cards((RED, 3), (RED, 4), (RED, 5))
HAND = (Card(RED, 2), Card(RED, 6), Card(BLUE, 6), Card(GREEN, 6), Card(YELLOW, 6), Card(BLACK, 9))


def viewport_of(size: tuple[int, int]) -> Viewport:
    return Viewport(size, Fonts())


@pytest.fixture
def match() -> Match:
    return laid_out(HAND, [RUN])


@pytest.fixture(autouse=True)
def _still(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", Settings(animations=False))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [3, 6])
def test_no_area_of_rummu_overlaps_another(size: tuple[int, int], seats: int) -> None:
    viewport = viewport_of(size)
    layout = Layout(viewport)
    deck_rect = pygame.Rect(0, 0, round(layout.deck.height * 5 / 7), round(layout.deck.height))
    deck_rect.center = round(layout.deck.x), round(layout.deck.y)
    own = [layout.plate, layout.sort, layout.scores]
    others = layout.plates(seats, 0)[1:]
    parts = [layout.table, deck_rect, layout.discards, layout.bench, layout.hand, *own, *others]
    parts += [layout.areas.hint, layout.areas.log, layout.areas.pause]
    for index, part in enumerate(parts):
        assert viewport.rect.contains(part)
        assert part.collidelist(parts[index + 1 :]) == -1
    inside = [layout.lay, layout.back, layout.reading, layout.bench_cards]
    for index, part in enumerate(inside):
        assert layout.bench.contains(part)
        assert part.collidelist(inside[index + 1 :]) == -1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 8, 17])
def test_combinations_lie_apart_by_seat_and_fit_onto_the_table(
    size: tuple[int, int], count: int
) -> None:
    viewport = viewport_of(size)
    layout = Layout(viewport)
    table = [Combination(Seat(i % 4), RUN) for i in range(count)]
    groups = layout.combinations(table, [Seat(1), Seat(2), Seat(3), Seat(0)])
    assert sorted(groups) == list(range(count))
    seats = [table[number].seat for number in groups]
    assert seats == sorted(seats, key=[1, 2, 3, 0].index)
    rects = list(groups.values())
    for index, rect in enumerate(rects):
        assert layout.table.contains(rect)
        assert rect.collidelist(rects[index + 1 :]) == -1


def test_a_combination_is_built_and_laid_by_clicks(pilot: Pilot) -> None:
    table = table_of(pilot)
    for card in HAND[1:3]:
        pilot.click(at_card(pilot, card))
    verdict = assessment(table)
    assert not verdict.good
    assert not pilot.button("Lay").is_enabled
    pilot.click(at_card(pilot, HAND[3]))
    verdict = assessment(table)
    assert verdict.title == "Pure set of three 6s – 0 points"
    pilot.press("Lay")
    assert table.match.state.table[-1].cards == cards((RED, 6), (BLUE, 6), (GREEN, 6))
    assert not shelf(pilot).bench


def test_the_hand_closes_its_gaps_and_a_double_click_moves_one_card(pilot: Pilot) -> None:
    before = goals(pilot)
    pilot.click(at_card(pilot, HAND[2]))
    pilot.click(pilot.at)
    assert shelf(pilot).bench == HAND[2:3], "the second click took the card that slid there"
    xs = [goals(pilot)[card].x for card in (*HAND[:2], *HAND[3:])]
    steps = [right - left for left, right in pairwise(xs)]
    assert max(steps) < 1.2 * min(steps)
    assert xs[0] > before[HAND[0]].x or xs[-1] < before[HAND[-1]].x
    pilot.frames(30)
    pilot.click(at_card(pilot, HAND[4]))
    assert set(shelf(pilot).bench) == {HAND[2], HAND[4]}


def test_a_watched_game_has_no_workbench(pilot: Pilot) -> None:
    table, state = pilot.table.table, pilot.table.state
    keys = [[node.key for node in table.nodes(state._replace(watched=seen))] for seen in (0, 1)]
    assert ["bench" in some for some in keys] == [True, False]


def test_a_card_is_dragged_to_the_workbench_and_back(pilot: Pilot) -> None:
    table = table_of(pilot)
    pilot.drag(at_card(pilot, HAND[0]), table.layout.bench.center)
    assert list(shelf(pilot).bench) == [HAND[0]]
    pilot.drag(at_card(pilot, HAND[0]), table.layout.hand.midright)
    assert not shelf(pilot).bench
    assert shelf(pilot).hand[-1] == HAND[0]
    assert shelf(pilot).sort is Sort.OWN
    pilot.click(at_card(pilot, HAND[1]))
    pilot.key(pygame.K_n)
    assert not shelf(pilot).bench


def test_a_card_is_added_by_dragging_or_refused_with_the_reason(pilot: Pilot) -> None:
    table = table_of(pilot)
    pilot.drag(at_card(pilot, Card(BLACK, 9)), at_group(pilot, 0))
    assert table.hud.message == "Its numbers are neither all the same nor consecutive."
    assert len(table.match.state.table[0].cards) == 3
    pilot.click(at_card(pilot, Card(RED, 2)))
    state = table.state
    assert [action.combination for action in puts(state, state.selection.bench)] == [0]
    pilot.click(at_group(pilot, 0))
    assert table.match.state.table[0].cards == cards(*((RED, n) for n in (2, 3, 4, 5)))


def test_a_yellow_card_with_several_meanings_is_asked_about(tmp_path: Path) -> None:
    run = cards((RED, 3), (BLUE, 4), (GREEN, 5))
    with window(tmp_path, match=laid_out(HAND, [run])) as pilot:
        table = table_of(pilot)
        pilot.drag(at_card(pilot, Card(YELLOW, 6)), at_group(pilot, 0))
        verdict = assessment(table)
        pilot.key(pygame.K_j)
        chosen = assessment(table)
        assert {verdict.reading, chosen.reading} == {"yellow 6", "yellow 6 as black"}
        assert chosen.actions != verdict.actions
        pilot.press("Add")
        assert chosen.groups[0][0] in table.match.state.table[0].cards


def test_a_click_on_a_lower_discard_takes_all_down_to_it(tmp_path: Path) -> None:
    match = laid_out(HAND, phase=Phase.DRAWING)
    upper = match.state.discards[1:]
    with window(tmp_path, match=match) as pilot:
        pilot.move(at_discard(pilot, below=2))
        pilot.frames(2)
        tip = table_of(pilot).tip
        assert tip is not None
        assert "Take 3 of 4" in tip[0]
        pilot.click(at_discard(pilot, below=2))
        assert set(upper) < set(match.state.hands[0])
        assert len(match.state.discards) == 1


def test_a_card_under_the_mouse_is_discarded_only_by_a_second_press(pilot: Pilot) -> None:
    table = table_of(pilot)
    pilot.move(at_card(pilot, HAND[0]))
    pilot.key(pygame.K_x)
    assert shelf(pilot).bench == HAND[:1]
    pilot.move(at_card(pilot, HAND[5]))
    pilot.key(pygame.K_x)
    assert shelf(pilot).bench == HAND[5:]
    pilot.click(at_card(pilot, HAND[1]))
    pilot.move(at_card(pilot, HAND[2]))
    pilot.key(pygame.K_x)
    assert shelf(pilot).bench == HAND[2:3]
    assert table.match.actor == 0
    pilot.key(pygame.K_x)
    assert table.match.state.discards[-1] == HAND[2], "others that slide under the mouse stay"
    assert table.match.actor == 1


def test_a_refused_action_is_explained(tmp_path: Path) -> None:
    with window(tmp_path, match=laid_out(HAND, [RUN], phase=Phase.DRAWING, out=False)) as pilot:
        table = table_of(pilot)
        pilot.drag(at_card(pilot, HAND[0]), at_discard(pilot))
        assert table.hud.message.startswith("First draw from the deck")
        pilot.key(pygame.K_d)
        pilot.drag(at_card(pilot, HAND[0]), at_group(pilot, 0))
        assert table.hud.message.startswith("First come out")
        pilot.key(pygame.K_d)
        assert table.hud.message.startswith("Now lay cards, or discard one")
    with window(tmp_path, match=match_of("uniform", "human", "uniform")) as pilot:
        table = table_of(pilot)
        rest(pilot)
        pilot.key(pygame.K_d)
        assert table.hud.message == "It is Ada's turn."


def test_the_hand_is_sorted_and_cards_are_shifted_and_discarded_by_keys(tmp_path: Path) -> None:
    hand = (Card(RED, 7), Card(RED, 9), Card(BLUE, 7), Card(BLACK, 0))
    with window(tmp_path, match=laid_out(hand)) as pilot:
        table = table_of(pilot)
        assert shelf(pilot).hand == hand
        pilot.press("Sorted by colour")
        assert [card.number for card in shelf(pilot).hand] == [0, 7, 7, 9]
        pilot.keys(pygame.K_UP, pygame.K_LEFT)
        first = table.pointing.focus
        assert first in shelf(pilot).hand
        place = shelf(pilot).hand.index(first)
        pilot.post(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode="", scancode=0)
        pilot.key(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
        assert shelf(pilot).hand.index(first) == place + 1
        pilot.key(pygame.K_s)
        assert shelf(pilot).hand == hand
        pilot.key(pygame.K_x)
        assert table.match.state.discards[-1] == first, "chosen by keys, it goes at once"


def test_the_scores_open_over_the_table(tmp_path: Path) -> None:
    with window(tmp_path, match=match_of("human", "uniform", "uniform")) as pilot:
        pilot.press("Scores")
        assert isinstance(pilot.screen, Standing)
        assert pilot.screen.title == "Scores"
        pilot.key(pygame.K_r)
        assert table_of(pilot).ready


def ended(match: Match) -> Match:
    """Give the first seat a single card, so that its discard ends the round."""
    last = Card(BLACK, 9)
    rest_of = tuple(card for card in deck() if card not in (last, *match.state.hands[1]))
    match.state = replace(
        match.state, hands=((last,), *match.state.hands[1:]), discards=rest_of[:1]
    )
    return match


def test_the_result_of_a_round_is_shown_before_the_next_hand(tmp_path: Path) -> None:
    match = ended(laid_out(HAND, [RUN]))
    match.state = replace(match.state, options=replace(match.state.options, rounds=3))
    with window(tmp_path, match=match) as pilot:
        table = table_of(pilot)
        pilot.drag(at_card(pilot, Card(BLACK, 9)), at_discard(pilot))
        assert match.state.round == 2
        assert len(match.state.hands[0]) == 12
        view = table.state.view
        assert (view.hand, view.top, len(view.table)) == ((), Card(BLACK, 9), 1)
        pilot.key(pygame.K_d)
        assert match.state.phase is Phase.DRAWING, "between two rounds nothing is done"
        pilot.until(lambda: pilot.screen is not table)
        assert pilot.screen.title == "Round 1: Ada goes out"
        pilot.press("Next round")
        assert table_of(pilot).state.view.round == 2
        assert len(table.selection.hand) == 12
