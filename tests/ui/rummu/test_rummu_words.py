"""What Rummu says: its help, its messages and the names of its combinations."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.cards.tables import node, table as table_of
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
    rest,
    shelf,
)
from towersim.bots.table import final_outcome
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.rummu.cards import Card, Cards, Role, fault, ordered
from towersim.rules.rummu.log import RoundOver
from towersim.rules.rummu.state import Add, Discard, Lay, Options, Phase, Take, View, worth
from towersim.ui.app_context import AppContext, CloseScreens, PlayContext, Screen
from towersim.ui.cards.controller import state_of
from towersim.ui.cards.play import CardPlay, Curtain
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import SMALLEST, TEXT, USUAL, Viewport
from towersim.ui.games.rummu import table as rummu
from towersim.ui.games.rummu.choices import Arrangement, Sort, State
from towersim.ui.games.rummu.messages import Assessment, assess, name, offers, readings, why_none
from towersim.ui.games.rummu.table import MOST, RummuTable, by_round, round_page, rounds, score_page
from towersim.ui.language import language
from towersim.ui.settings import TEXT_SIZES

YELLOW_5 = Card(YELLOW, 5)


@pytest.mark.parametrize(
    ("combination", "title"),
    [
        (cards((RED, 3), (RED, 4), (RED, 5)), "pure red run of three"),
        (
            (*cards((RED, 3), (RED, 4)), Role(YELLOW_5, RED)),
            "red run of three with a joker, so mixed",
        ),
        (cards((RED, 3), (BLUE, 4), (GREEN, 5), (BLACK, 6)), "mixed run of four"),
        ((*cards((RED, 3), (BLUE, 4)), Role(YELLOW_5, GREEN)), "mixed run of three with a joker"),
        (cards((RED, 0), (BLUE, 0), (GREEN, 0), (BLACK, 0)), "pure set of four 0s"),
        (
            ordered((*cards((RED, 5), (BLUE, 5)), Role(YELLOW_5, GREEN))),
            "set of three 5s with a joker, so mixed",
        ),
    ],
)
def test_names_of_combinations(combination: tuple[Role, ...], title: str) -> None:
    assert fault(combination) is None
    assert name(combination) == title


def test_every_meaning_of_a_yellow_card_is_found_the_best_first() -> None:
    held = (Card(RED, 3), Card(RED, 4), YELLOW_5)
    assert [str(some[-1]) for (some,) in readings(held, Options())] == ["yellow 5 as red"]
    several = readings((Card(RED, 5), Card(BLUE, 5), YELLOW_5), Options())
    stand = {str(role) for (some,) in several for role in some if role.card == YELLOW_5}
    assert stand == {"yellow 5 as green", "yellow 5 as black"}
    assert readings((Card(RED, 5), Card(BLUE, 7), YELLOW_5), Options()) == ()


def test_the_reason_against_a_combination_is_that_of_the_closest_reading() -> None:
    held = (Card(RED, 3), Card(YELLOW, 4), YELLOW_5, Card(RED, 6))
    assert "more other cards than jokers, here 2 of 4" in why_none(held)
    assert "three cards or more" in why_none((Card(RED, 3), Card(RED, 4)))


def said_of(hand: Cards, some: int) -> Assessment:
    """Return the assessment of the first `some` cards of a hand whose seat is not out."""
    match = laid_out([role.card for role in hand], out=False)
    state: State = state_of(RummuTable(), Viewport((1280, 720), Fonts()), match)
    bench = tuple(role.card for role in hand[:some])
    return assess(state._replace(selection=state.selection.put(bench)))


def test_the_workbench_tells_whether_it_is_enough_to_come_out() -> None:
    run = cards((RED, 3), (RED, 4), (RED, 5), (RED, 6))
    more = cards((BLUE, 0), (BLUE, 1), (BLUE, 2), (BLACK, 9))
    few = said_of((*run[:3], *more[1:]), 3)
    assert (few.good, few.actions) == (True, ())
    assert few.advice.startswith("Coming out takes 4 cards, and no other combination")
    begun = said_of((*run[:3], *more), 3)
    assert len(begun.actions) == 1
    assert begun.advice == "3 of 4 cards to come out: another one has to follow."
    enough = said_of((*run, *more), 4)
    assert enough.title == "Pure red run of four – 20 points"
    assert enough.advice == "Enough to come out: 4 of 4 cards."


def test_the_prompt_offers_only_legal_actions() -> None:
    view = match_of("human", "human", "human").view(Seat(0))
    assert offers(replace(view, legal=())) == "come out with 4 cards or more"
    begun = replace(view, laid=3, legal=())
    assert offers(begun) == "3 of 4 cards are laid, another combination has to follow"
    run, last = cards((RED, 3), (RED, 4), (RED, 5)), Discard(Card(RED, 3))
    free = replace(view, legal=(Take(), Lay(run), last))
    assert offers(free) == (
        "take the next discard too, come out with 4 cards or more "
        "– or discard a card to end your turn"
    )
    assert offers(replace(view, legal=(last,))) == "discard a card to end your turn"
    out = replace(view, out=(view.seat,), legal=(Lay(run), last))
    assert offers(out) == "lay a combination – or discard a card to end your turn"
    added = (Add(cards((RED, 6)), 0), last)
    assert offers(replace(out, legal=added)) == (
        "add cards to a combination on the table – or discard a card to end your turn"
    )


def test_several_combinations_are_laid_side_by_side() -> None:
    two = cards((RED, 3), (BLUE, 0), (RED, 4), (BLUE, 1), (RED, 5), (BLUE, 2))
    both = said_of((*two, *cards((BLACK, 9))), 6)
    assert [len(group) for group in both.groups] == [3, 3]
    assert both.title == "Pure blue run of three + Pure red run of three – 20 points"
    assert both.actions == tuple(map(Lay, both.groups))
    assert both.advice == "Enough to come out: 6 of 4 cards."
    hand = (*two, *cards((GREEN, 8), (BLACK, 9)))
    assert not said_of(hand, 7).good, "one card goes with none of them"


def test_an_arrangement_keeps_its_order_when_cards_come_and_go() -> None:
    held = (Card(RED, 9), Card(BLUE, 1), Card(BLACK, 4))
    shelf = Arrangement().fit(held)
    assert shelf.hand == held
    shelf = shelf.move(Card(BLACK, 4), 0).fit((*held[1:], Card(GREEN, 0)))
    assert shelf.hand == (Card(BLACK, 4), Card(BLUE, 1), Card(GREEN, 0))
    shelf = shelf.toggle(Card(BLUE, 1)).fit((Card(BLACK, 4),))
    assert [*shelf.hand, *shelf.bench] == [Card(BLACK, 4)]
    assert shelf.next_sort().sort is Sort.SUIT
    again = shelf.toggle(Card(BLACK, 4)).fit(held, 2)
    assert (again.sort, again.bench, again.hand) == (Sort.SUIT, (), held), "a fresh hand"


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("sides", [2, 4])
def test_the_points_of_a_round_are_those_laid_and_those_left(seed: int, sides: int) -> None:
    options = Options(rounds=3, partners=sides == 2)
    match = match_of(*["planner"] * 4, seed=seed, options=options)
    final_outcome(match)
    played = rounds(match)
    assert [one.round for one in played] == [1, 2, 3]
    for one in played:
        first = next((seat for seat, share in enumerate(one.shares) if share.out), None)
        for seat, (laid, out, left) in enumerate(one.shares):
            red = sum(card.suit is RED for card in one.hands[seat])
            paid = -10 * red - 5 * (len(one.hands[seat]) - red)
            free = first is not None and (seat - first) % sides == 0
            assert left == (0 if free else paid)
            assert laid == sum(worth(cards, options) for of, cards in one.table if of == seat)
            assert laid + out + left == one.points[seat]
    last = match.state
    assert (played[-1].table, played[-1].hands) == (last.table, last.hands)


def test_the_columns_of_the_scores_add_up_after_many_rounds() -> None:
    def ended(number: int) -> RoundOver:
        return RoundOver(number, (5, -10, 0, number), ())

    few = by_round([ended(1), ended(2)])
    assert few == [("1", (5, -10, 0, 1)), ("2", (5, -10, 0, 2))]
    many = by_round([ended(number) for number in range(1, 31)])
    assert len(many) == MOST
    assert many[0] == ("1–19", (95, -190, 0, 190))
    assert many[1] == ("20", (5, -10, 0, 20))
    assert sum(points[3] for _, points in many) == sum(range(31))
    assert by_round([]) == []


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
@pytest.mark.parametrize("page", ["table", *PAGES])
def test_long_names_are_not_cut(
    tmp_path: Path,
    written: list[str],
    page: str,
    size: tuple[int, int],
    language: Literal["en", "de"],
) -> None:
    with window(tmp_path, size, named(), animations=False, language=language) as pilot:
        if page == "table":
            rest(pilot)
        else:
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


def test_a_long_word_is_broken_only_if_it_would_be_cut() -> None:
    viewport = Viewport(USUAL, Fonts())
    word = "Wolfeschlegelsteinhausenberger"
    line = viewport.text(word, 11, TEXT)
    assert viewport.name(word, 18, TEXT, (line.get_width(), 36)).get_size() == line.get_size()
    broken = viewport.name(word, 18, TEXT, (line.get_width() * 2 // 3, 36))
    assert broken.get_height() > 1.5 * line.get_height()


def test_a_long_name_has_two_lines_if_one_would_be_too_small() -> None:
    viewport = Viewport(USUAL, Fonts())
    lines = {viewport.text("Hohenstaufen-Ka", size, TEXT).get_width() for size in range(12, 19)}
    picture = viewport.name(LONG, 18, TEXT, (130, 36))
    assert picture.get_width() in lines
    assert picture.get_height() <= 36 + 8
    for top in (0, picture.get_height() - 12):
        line = pygame.mask.from_surface(picture.subsurface(0, top, picture.get_width(), 12))
        assert min(rect.left for rect in line.get_bounding_rects()) < 4
    drawn = Canvas(pygame.Surface((200, 60), pygame.SRCALPHA), viewport)
    drawn.name("Stepping stones", 18, TEXT, (80, 60), midtop=(100, 0))
    for y in (0, 24):
        line = pygame.mask.from_surface(drawn.target.subsurface(0, y, 200, 17))
        rects = line.get_bounding_rects()
        assert abs(rects[0].unionall(rects).centerx - 100) < 3, "centred, as its place is"


def test_a_name_has_two_lines_if_they_are_larger_than_one() -> None:
    viewport, name = Viewport(USUAL, Fonts()), "Bartholomew J. Montgomery"
    room = viewport.text(name, 11, TEXT).get_width() + 2, 30
    line = viewport.text(name, 11, TEXT).get_height()
    assert viewport.name(name, 15, TEXT, room).get_height() > 1.5 * line
    assert viewport.name(name, 15, TEXT, (room[0], 22)).get_height() < 1.5 * line
    name, room = "Max Hohenstaufen", (viewport.text("Hohenstaufen", 10, TEXT).get_width(), 30)
    light, bold = (viewport.name(name, 15, TEXT, room, bold=bold) for bold in (False, True))
    same = pygame.image.tobytes(bold, "RGBA") == pygame.image.tobytes(light, "RGBA")
    assert same, "a bold name is drawn light before a word of it is broken"


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


RUN = cards((RED, 3), (RED, 4), (RED, 5))
HAND = (Card(RED, 2), Card(RED, 6), Card(BLUE, 6), Card(GREEN, 6), Card(YELLOW, 6), Card(BLACK, 9))


def marked(pilot: Pilot) -> set[Card]:
    """Return the own cards that are marked as legal."""
    return {card for card, look in looks(pilot).items() if look.legal}


def test_cards_that_fit_those_on_the_workbench_are_marked(tmp_path: Path) -> None:
    with window(tmp_path, match=laid_out(HAND, [RUN]), animations=False) as pilot:
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
    with window(tmp_path, match=laid_out(hand, [RUN]), animations=False) as pilot:
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
    with window(
        tmp_path, match=laid_out((Card(RED, 5), *HAND[5:]), [run]), animations=False
    ) as pilot:
        pilot.key(pygame.K_h)
        pilot.press("Add")
        assert table_of(pilot).match.state.table[0].cards == RUN, "jokers are exchanged so too"
    with window(
        tmp_path, match=laid_out(HAND[5:] + HAND[:1], phase=Phase.DRAWING), animations=False
    ) as pilot:
        pilot.key(pygame.K_h)
        assert table_of(pilot).hud.message == "Nothing in your hand can be laid yet."


def test_laid_cards_can_be_taken_back_until_the_discard(tmp_path: Path) -> None:
    hand = (*HAND, *(Card(BLUE, n) for n in (1, 2, 3)))
    match = laid_out(hand, [RUN])
    with window(tmp_path, match=match, animations=False) as pilot:
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
