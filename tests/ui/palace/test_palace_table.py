"""The table of Palace: what flies, what is said and shown."""

from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.rules.palace_tables import cards, table
from tests.ui.palace.matches import (
    USUAL,
    card,
    drag,
    hand,
    match_at,
    pile,
    screen_of,
    settle,
    spot,
    waits,
)
from tests.ui.pilot import Pilot, window
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.palace_pile import Demand
from towersim.rules.palace_state import State
from towersim.ui.cards.curtain import Curtain
from towersim.ui.games.palace.heap import mattering
from towersim.ui.games.palace.layout import seatings, table_layout
from towersim.ui.games.palace.screen import PalaceScreen
from towersim.ui.games.palace.words import asked
from towersim.ui.picture import table_picture
from towersim.ui.screens.result import Result
from towersim.ui.settings import Settings
from towersim.ui.theme import Letters, Stage

# --- what flies ---------------------------------------------------------------------------------


def test_the_first_cards_are_dealt_before_all_eyes_and_a_click_ends_it(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    with window(tmp_path, match=Match.new("palace", seats, seed=1)) as pilot:
        pilot.frames(10)
        table = screen_of(pilot)
        assert len(table.flights.away) == 12
        assert table.sight().view.hands == (0, 0)
        pilot.click((600, 300))
        assert not table.flights.busy
        assert table.sight().view.hands == (6, 6)
        assert table.chosen == frozenset()


def test_three_cards_are_laid_up_before_the_first_turn(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    with window(tmp_path, match=Match.new("palace", seats, seed=1)) as pilot:
        pilot.until(lambda: waits(pilot))
        settle(pilot)
        mine = hand(pilot)
        for wanted in mine[2:]:
            pilot.click(spot(pilot, wanted))
            pilot.frames(30)
        assert screen_of(pilot).chosen == set(mine[2:5]), "a fourth does not go"
        pilot.press("Lay up")
        assert screen_of(pilot).match.state.rows[0] == mine[2:5]
        assert set(mine[2:5]) <= screen_of(pilot).flights.away


def test_fewer_than_three_cards_cannot_be_laid_up(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    with window(tmp_path, match=Match.new("palace", seats, seed=1)) as pilot:
        pilot.until(lambda: waits(pilot))
        settle(pilot)
        mine = hand(pilot)
        pilot.click(spot(pilot, mine[0]))
        assert not pilot.button("1 of 3").is_enabled
        pilot.key(pygame.K_RETURN)
        assert screen_of(pilot).said == "Choose exactly three cards."
        for wanted in mine[1:3]:
            pilot.frames(30)
            pilot.click(spot(pilot, wanted))
        assert pilot.button("Lay up").is_enabled


BURNS = table("10d 4d 5d/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h 9s", stock=5)


@pytest.mark.parametrize("pilot", [BURNS], indirect=True)
def test_a_burning_pile_is_seen_to_burn_before_it_is_gone(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("10d")), pile(pilot))
    table = screen_of(pilot)
    assert table.flights.flashing
    assert set(cards("9h 9s 10d")) <= table.flights.away
    assert table.sight().view.burned == 0
    pilot.until(lambda: not table.flights.busy)
    assert (table.sight().view.burned, table.sight().heap) == (4, ())
    assert table.play.playing, "who burned it plays again"


def test_without_animations_nothing_flies_and_nothing_glides(pilot: Pilot) -> None:
    pilot.app.desk.change(Settings(animations=False))
    drag(pilot, spot(pilot, card("Jd")), pile(pilot))
    pilot.frames(1)
    table = screen_of(pilot)
    assert not table.flights.busy
    assert table.sight().heap == cards("Jd")
    assert table.eye.at_rest


def test_bots_wait_until_everything_has_landed(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("Jd")), pile(pilot))
    table, steps = screen_of(pilot), screen_of(pilot).match.steps
    while table.flights.busy:
        assert table.match.steps == steps
        pilot.frames()
    pilot.until(lambda: table.match.steps > steps, 60)


def test_a_card_that_another_plays_is_no_longer_in_the_hand(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("9d")), pile(pilot))
    table = screen_of(pilot)
    pilot.until(lambda: table.match.actor == 0 and table.flights.busy)
    assert table.sight().view.hands[1] == 2
    assert table.flights.flying[0].key in cards("3h 8d Qc")


def test_who_has_played_is_told_who_is_next(tmp_path: Path) -> None:
    with window(tmp_path, match=match_at(USUAL, "human", "human")) as pilot:
        pilot.frames(2)
        pilot.press("I am Ada")
        settle(pilot)
        drag(pilot, spot(pilot, card("Jd")), pile(pilot))
        while isinstance(pilot.screen, PalaceScreen):
            assert screen_of(pilot).sight().hint == "Bruno is next …"
            pilot.frames()
        assert isinstance(pilot.screen, Curtain)


def test_a_window_of_another_size_lays_everything_out_anew(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("Jd")), pile(pilot))
    before = pile(pilot)
    pygame.display.set_mode((960, 600), pygame.RESIZABLE)
    pilot.frames(2)
    assert pile(pilot) != before
    assert not screen_of(pilot).flights.busy
    assert screen_of(pilot).eye.card_at(screen_of(pilot).shown, (), spot(pilot, card("9s")))


# --- what is said and shown ---------------------------------------------------------------------


def test_what_the_pile_asks_for_is_said_plainly() -> None:
    assert asked(Demand(14)) == "higher than an ace"
    assert asked(Demand(7, lower=True)) == "lower than a 7"
    assert asked(Demand(11, equal=True)) == "a jack or higher"


def test_of_the_pile_is_shown_what_matters() -> None:
    assert mattering(cards("4c 9h 9s")) == cards("9h 9s")
    assert mattering(cards("4c 9h 9s 3c 3d")) == cards("9h 9s 3c 3d")
    assert mattering(cards("3c")) == cards("3c")
    assert mattering(()) == ()


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (880, 550), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nothing_lies_over_anything_else(size: tuple[int, int], seats: int) -> None:
    stage = Stage(size, Letters())
    layout = table_layout(stage)
    places = seatings(stage, layout, seats, home=1)
    others = [seating.plate for seat, seating in enumerate(places) if seat != 1]
    for one, other in pairwise(sorted(others, key=lambda rect: rect.x)):
        assert one.right < other.left
    assert max(rect.right for rect in others) <= stage.size[0]
    for piled in (layout.stock, layout.pile, layout.burnt):
        assert piled.y - piled.height / 2 > layout.asks.bottom
        assert piled.y + piled.height / 2 < layout.hand.y
    assert layout.pile.height >= stage.px(96)
    assert layout.plate.right < layout.hand.left
    assert layout.hand.right < layout.go.left
    assert layout.take.bottom < layout.areas.log.top
    for seating in places:
        assert seating.hand.w > stage.px(36)


OVER = table("4d", "3h/6s/2", "", pile="3d")


@pytest.mark.parametrize("pilot", [replace(OVER, out=(2,))], indirect=True)
def test_the_result_tells_who_went_out_when(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("4d")), pile(pilot))
    pilot.until(lambda: isinstance(pilot.screen, Result))
    pilot.frames(2)
    assert pilot.screen._outcome.scores == (1, 0, 2)
    assert pilot.screen._order == [2, 0, 1]


def test_a_picture_of_a_game_between_people_shows_no_hand() -> None:
    hidden, other = (
        table(f"{mine}/10c 10d 10h/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h")
        for mine in ("4d 5d 6d", "Jd Jh Js")
    )

    def pixels(state: State, *players: str) -> bytes:
        return pygame.image.tobytes(table_picture(match_at(state, *players)), "RGB")

    assert pixels(hidden, "human", "human") == pixels(other, "human", "human")
    assert pixels(hidden, "human") != pixels(other, "human")
