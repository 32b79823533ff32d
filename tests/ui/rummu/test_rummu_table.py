"""The table of Rummü: layout, clicks and drags, and the messages if they do nothing."""

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pygame
import pytest
from msgspec.structs import replace

from tests import known
from tests.ui.cards.tables import node, table as table_of
from tests.ui.pilot import Pilot, assert_apart, window
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
    rest,
    shelf,
)
from towersim.bots.table import final_outcome
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.rummu.cards import Card, Role, deck
from towersim.rules.rummu.state import Combination, Options, Phase, Take, View
from towersim.ui.app_context import AppContext, CloseScreens, PlayContext, Screen
from towersim.ui.cards.play import CardPlay, Curtain
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import SMALLEST, Viewport
from towersim.ui.games.rummu import table as rummu
from towersim.ui.games.rummu.choices import Sort, puts
from towersim.ui.games.rummu.messages import about_deck
from towersim.ui.games.rummu.nodes import Layout
from towersim.ui.games.rummu.table import RummuTable, round_page, rounds, score_page
from towersim.ui.language import language
from towersim.ui.screens.result import StandingsScreen
from towersim.ui.settings import TEXT_SIZES, Settings, save_settings

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
    assert_apart(parts, viewport.rect)
    assert_apart([layout.lay, layout.back, layout.reading, layout.bench_cards], layout.bench)


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
    assert_apart(groups.values(), layout.table)


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
        assert "Take 3 of 4" in known(table_of(pilot).tip)[0]
        pilot.click(at_discard(pilot, below=2))
        assert set(upper) < set(match.state.hands[0])
        assert len(match.state.discards) == 1


def test_the_deck_names_the_key_that_draws_until_a_card_is_drawn() -> None:
    match = laid_out(HAND, phase=Phase.DRAWING)
    assert "draws one" in about_deck(match.view(Seat(0)))
    match.submit(Take())
    assert "lie in the deck" in about_deck(match.view(Seat(0)))


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
        assert isinstance(pilot.screen, StandingsScreen)
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


LONG = "Maximilian von Hohenstaufen-Ka"
NAMES = (
    "Jean-Christophe de La Tour",
    "Maria-Magdalena von der Tann",
    "Bartholomew J. Montgomery",
    "小明 さくら",
    "Elif",
)
CUT = re.compile(r"\S…$")
"""Matches text that was cut; in a sentence that trails off, a space precedes the dots."""


def named(player: str = "human", *, partners: bool = False) -> Match:
    """Return a match of a player and five bots with long names."""
    seats = [SeatSpec(LONG, player), *(SeatSpec(name, "planner") for name in NAMES)]
    options = Options(rounds=1, partners=partners)
    return Match.new("rummu", seats, seed=3, options=options)


@cache
def over(*, partners: bool = False) -> CardPlay[View]:
    """Return such a match at its end, as the window plays it."""
    match = named("planner", partners=partners)
    final_outcome(match)
    return CardPlay(match, PlayContext(), RummuTable())


PAGES: dict[str, Callable[[AppContext], Screen]] = {
    "scores": lambda context: score_page(context, over()),
    "scores of teams": lambda context: score_page(context, over(partners=True)),
    "a round's result": lambda context: round_page(context, over(), rounds(over().match)[0]),
    "curtain": lambda context: Curtain(context, LONG, lambda: None, CloseScreens),
}


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", [(960, 600), pytest.param((1280, 720), marks=pytest.mark.slow)])
@pytest.mark.parametrize("page", PAGES)
def test_long_names_are_not_cut(
    tmp_path: Path,
    written: list[str],
    page: str,
    size: tuple[int, int],
    language: Literal["en", "de"],
) -> None:
    with window(tmp_path, size, named(), animations=False, language=language) as pilot:
        pilot.app.screens.append(PAGES[page](pilot.app.context))
        pilot.frames(2)
        written.clear()
        pilot.app.draw()
        assert not list(filter(CUT.search, written))


def test_large_text_in_the_smallest_window_cuts_no_plate_and_a_tip_tells_the_whole_name(
    tmp_path: Path, written: list[str]
) -> None:
    match = named()
    with window(tmp_path, SMALLEST, match, animations=False, text_size=TEXT_SIZES[-1]) as pilot:
        rest(pilot)
        written.clear()
        pilot.app.draw()
        cut = filter(CUT.search, written)
        assert [text for text in cut if any(text[:4] in seat.name for seat in match.seats)] == []
        pilot.move(node(pilot, ("plate", 1)).rect().center)
        assert pilot.table.tip[0] == NAMES[0]


def test_no_card_of_another_hand_is_seen_behind_its_plate(tmp_path: Path) -> None:
    with window(tmp_path, match=named()) as pilot:
        rest(pilot)
        pilot.app.draw()
        rect = node(pilot, ("plate", 1)).rect()
        xs = range(rect.x + 20, rect.right - 20)
        row = [sum(pilot.app.window.get_at((x, rect.bottom))[:3]) for x in xs]
        assert max(row) - min(row) < 60


def test_the_scores_of_two_partners_add_up_to_their_total(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = over(partners=True).match
    rows: list[list[int]] = []
    ending = rummu.scores(match)
    monkeypatch.setattr(rummu, "_draw_numbers", lambda *drawn: rows.append(list(drawn[2])))
    for seat in range(6):
        canvas = Canvas(pilot.app.window, pilot.app.context.viewport)
        ending.draw_row(canvas, pygame.Rect(0, 0, 700, 60), Seat(seat))
    wide = rummu.ending(over(partners=True), ending.outcome).size(canvas.viewport)[0]
    assert wide >= ending.size(canvas.viewport)[0], "the page of the end has room for buttons"
    assert all(sum(brought) == total for *brought, total in rows)
    for seat, (*_, total) in enumerate(rows):
        assert total + rows[(seat + 3) % 6][-1] == ending.outcome.scores[seat]


def marked(pilot: Pilot) -> set[Card]:
    """Return the own cards that are marked as legal."""
    return {card for card, look in looks(pilot).items() if look.legal}


def test_cards_that_fit_those_on_the_workbench_are_marked(tmp_path: Path) -> None:
    with window(tmp_path, match=laid_out(HAND, [RUN])) as pilot:
        assert not marked(pilot), "nothing shines before something was chosen"
        pilot.click(at_card(pilot, HAND[2]))
        assert marked(pilot) | {HAND[2]} == {*HAND[1:5]}
        pilot.key(pygame.K_n)
        pilot.click(at_card(pilot, HAND[5]))
        assert not marked(pilot), "nothing goes with the 9"


def test_the_names_of_two_combinations_are_legible_on_a_small_workbench(
    tmp_path: Path, sizes: dict[str, int]
) -> None:
    hand = (*HAND, *(Card(BLUE, n) for n in (1, 2, 3)))
    with window(
        tmp_path, SMALLEST, laid_out(hand, []), animations=False, language="de", text_size=150
    ) as pilot:
        for card in (*HAND[1:5], *hand[-3:]):
            pilot.click(at_card(pilot, card))
        title = language("de").say(assessment(table_of(pilot)).title)
        pilot.app.draw()
    drawn = [size for line, size in sizes.items() if line in title and len(line) > 20]
    assert drawn, title
    assert min(drawn) >= 12, drawn


def test_a_hint_puts_the_best_play_onto_the_workbench(tmp_path: Path) -> None:
    hand = (*HAND, *(Card(BLUE, n) for n in (1, 2, 3)))
    with window(tmp_path, match=laid_out(hand, [RUN])) as pilot:
        table = table_of(pilot)
        pilot.press("Hint")
        assert shelf(pilot).bench == (HAND[0], HAND[4])
        verdict = assessment(table)
        assert verdict.title == "Red run of five with a joker, so mixed – 40 points"
        assert verdict.advice == "It can be added."
        pilot.key(pygame.K_n)
        assert not shelf(pilot).bench
        pilot.keys(pygame.K_h, pygame.K_c)
        assert [role.card.number for role in table.match.state.table[0].cards] == [2, 3, 4, 5, 6]
    joker = Role(Card(YELLOW, 5), RED)
    run = (*cards((RED, 3), (RED, 4)), joker)
    with window(tmp_path, match=laid_out((Card(RED, 5), *HAND[5:]), [run])) as pilot:
        pilot.key(pygame.K_h)
        pilot.press("Add")
        assert table_of(pilot).match.state.table[0].cards == RUN, "jokers are exchanged so too"
    with window(tmp_path, match=laid_out(HAND[5:] + HAND[:1], phase=Phase.DRAWING)) as pilot:
        pilot.key(pygame.K_h)
        assert table_of(pilot).hud.message == "Nothing in your hand can be laid yet."


def test_laid_cards_can_be_taken_back_until_the_discard(tmp_path: Path) -> None:
    hand = (*HAND, *(Card(BLUE, n) for n in (1, 2, 3)))
    match = laid_out(hand, [RUN])
    with window(tmp_path, match=match) as pilot:
        table = table_of(pilot)
        for cards_of in (HAND[1:4], hand[6:]):
            for card in cards_of:
                pilot.click(at_card(pilot, card))
            pilot.key(pygame.K_c)
        pilot.drag(at_card(pilot, HAND[0]), at_group(pilot, 0))
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
    with window(tmp_path, match=match_of("uniform", "human", "uniform"), animations=True) as pilot:
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
