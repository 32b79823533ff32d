"""The table of Palace: what mouse and keys do there, what it says, what flies, and how fast."""

import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.rules.palace_tables import cards, table
from tests.ui.palace_matches import (
    blind_spots,
    drag,
    match_at,
    pile,
    screen_of,
    settle,
    spot,
    waits,
)
from tests.ui.pilot import FRAME, Pilot, window
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.palace_cards import Card
from towersim.rules.palace_legal import refusal
from towersim.rules.palace_pile import Demand
from towersim.rules.palace_state import Play, State, TakePile
from towersim.ui.cards.draw_cards import Look
from towersim.ui.games.palace.heap import mattering
from towersim.ui.games.palace.layout import seatings, table_layout
from towersim.ui.games.palace.words import asked
from towersim.ui.picture import table_picture
from towersim.ui.screens.result import Result
from towersim.ui.settings import Settings
from towersim.ui.theme import Letters, Stage

USUAL = table("2c 4d 4h 9s 9d Jd/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 8h", stock=9)


def card(text: str) -> Card:
    return cards(text)[0]


def hand(pilot: Pilot) -> tuple[Card, ...]:
    """Return Ada's cards."""
    found: tuple[Card, ...] = screen_of(pilot).match.state.hands[0]
    return found


def top(pilot: Pilot) -> tuple[Card, ...]:
    """Return the pile."""
    found: tuple[Card, ...] = screen_of(pilot).match.state.pile
    return found


def looks(pilot: Pilot) -> dict[str, Look]:
    """Return how each card is marked."""
    return {str(card): look for card, look in screen_of(pilot).sight().looks.items()}


@pytest.fixture
def pilot(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pilot]:
    """The window on Ada's turn at a certain table."""
    state = getattr(request, "param", USUAL)
    with window(tmp_path, match=match_at(state, "human")) as opened:
        settle(opened)
        yield opened


# --- by mouse -----------------------------------------------------------------------------------


def test_legal_cards_shine_and_others_are_dark(pilot: Pilot) -> None:
    marked = looks(pilot)
    assert {name for name, look in marked.items() if look.legal} == {
        "2 of clubs",
        "9 of spades",
        "9 of diamonds",
        "jack of diamonds",
    }
    assert {name for name, look in marked.items() if look.dim} == {
        "4 of diamonds",
        "4 of hearts",
    }


def test_a_click_chooses_and_a_later_one_puts_back(pilot: Pilot) -> None:
    nine = card("9s")
    pilot.click(spot(pilot, nine))
    assert screen_of(pilot).chosen == {nine}
    pilot.frames(30)
    pilot.click(spot(pilot, nine))
    assert screen_of(pilot).chosen == frozenset()
    assert nine in hand(pilot)


def test_cards_of_one_rank_are_chosen_together_and_another_rank_instead(pilot: Pilot) -> None:
    for text in ("9s", "9d"):
        pilot.click(spot(pilot, card(text)))
        pilot.frames(30)
    assert screen_of(pilot).chosen == set(cards("9s 9d"))
    pilot.click(spot(pilot, card("Jd")))
    assert screen_of(pilot).chosen == {card("Jd")}


def test_the_button_and_the_pile_play_what_is_chosen(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("9s")))
    pilot.frames(30)
    pilot.click(spot(pilot, card("9d")))
    pilot.press("Play 2 cards")
    assert top(pilot)[-2:] == cards("9d 9s")


def test_a_click_on_the_pile_plays_what_is_chosen(pilot: Pilot) -> None:
    pilot.click(pile(pilot))
    assert len(top(pilot)) == 2, "nothing is chosen"
    pilot.click(spot(pilot, card("Jd")))
    pilot.click(pile(pilot))
    assert top(pilot)[-1] == card("Jd")


def test_a_double_click_plays_a_card(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("Jd")))
    pilot.click(spot(pilot, card("Jd")))
    assert top(pilot)[-1] == card("Jd")


def test_a_card_can_be_pulled_onto_the_pile_with_those_chosen(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("9s")))
    drag(pilot, spot(pilot, card("9d")), pile(pilot))
    assert top(pilot)[-2:] == cards("9d 9s")
    start = screen_of(pilot).flights.flying[0].start
    assert (start.x, start.y) == pile(pilot), "they fly from where they were let go"


def test_a_card_that_is_pulled_nowhere_goes_back(pilot: Pilot) -> None:
    end = (spot(pilot, card("9d"))[0] + 60, spot(pilot, card("9d"))[1])
    drag(pilot, spot(pilot, card("9d")), end)
    assert card("9d") in hand(pilot)
    assert screen_of(pilot).chosen == frozenset()


def test_what_hangs_at_the_mouse_is_not_in_the_hand(pilot: Pilot) -> None:
    pilot.move(spot(pilot, card("9d")))
    pilot.down()
    pilot.move((600, 420), steps=4)
    sight = screen_of(pilot).sight()
    assert (sight.dragged, sight.at, sight.lit) == (cards("9d"), (600, 420), True)
    pilot.app.screens[-1].handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert screen_of(pilot).sight().dragged == ()


def test_the_right_button_chooses_all_of_a_rank(pilot: Pilot) -> None:
    pilot.move(spot(pilot, card("9d")))
    pilot.down(3)
    pilot.up(3)
    assert screen_of(pilot).chosen == set(cards("9s 9d"))


def test_a_card_that_does_not_go_says_why_in_the_rules_words(pilot: Pilot) -> None:
    why = refusal(screen_of(pilot).match.state, Play(cards("4d")))
    pilot.move(spot(pilot, card("4d")))
    pilot.frames(2)
    assert why is not None
    assert why in screen_of(pilot).sight().tip
    for act in (pilot.click, lambda at: drag(pilot, at, pile(pilot))):
        screen_of(pilot).say("")
        act(spot(pilot, card("4d")))
        assert why in screen_of(pilot).sight().hint
        assert "4 of diamonds" in screen_of(pilot).sight().hint
    assert card("4d") in hand(pilot)


def test_magic_cards_say_what_they_do(pilot: Pilot) -> None:
    pilot.move(spot(pilot, card("2c")))
    pilot.frames(2)
    assert "everything" in screen_of(pilot).sight().tip


ROW = table("/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h")


@pytest.mark.parametrize("pilot", [ROW], indirect=True)
def test_without_a_hand_the_face_up_row_is_played(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("5h")))
    assert screen_of(pilot).chosen == frozenset()
    drag(pilot, spot(pilot, card("Kd")), pile(pilot))
    assert top(pilot)[-1] == card("Kd")
    assert screen_of(pilot).match.state.rows[0] == cards("5h 10c")


BLIND = table("//3", "3h 8d Qc/6s 7d As/3", pile="6c 9h", unseen="2h 2d Kc Ac 2s 2c")


@pytest.mark.parametrize("pilot", [BLIND], indirect=True)
def test_the_blind_card_one_presses_is_the_one_that_turns_over(pilot: Pilot) -> None:
    first, second, third = blind_spots(pilot)
    pilot.click(second)
    assert screen_of(pilot).match.state.blind[0] == 2
    assert blind_spots(pilot) == [first, third]
    flying = screen_of(pilot).flights
    assert round(flying.flying[0].start.x) == second[0]
    assert flying.left > 1.5, "a little suspense"
    seen = screen_of(pilot).sight()
    assert seen.view.pile == 2, "the table does not tell before the card does"
    assert "turn" not in seen.log[-1]
    settle(pilot)
    assert "goes on the pile" in " ".join(screen_of(pilot).sight().log)


STUCK = table("4d 5d/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h Ad")


@pytest.mark.parametrize("pilot", [STUCK], indirect=True)
def test_who_cannot_play_takes_the_pile(pilot: Pilot) -> None:
    assert "the pile is yours: 3 cards" in screen_of(pilot).sight().hint
    pilot.press("Take the pile")
    assert hand(pilot) == cards("4d 5d 6c 9h Ad")
    assert set(cards("6c 9h Ad")) <= screen_of(pilot).flights.away
    settle(pilot)
    assert screen_of(pilot).sight().heap == ()


def test_who_can_play_is_told_why_the_pile_is_not_taken(pilot: Pilot) -> None:
    with pytest.raises(AssertionError, match="no button"):
        pilot.button("Take the pile")
    pilot.key(pygame.K_t)
    assert refusal(screen_of(pilot).match.state, TakePile()) in screen_of(pilot).sight().hint  # type: ignore[operator]  # there is one


def test_who_may_decline_has_a_button_for_it(tmp_path: Path) -> None:
    state = table("4d 9d", "5c", pile="6c", may_decline=True)
    with window(tmp_path, match=match_at(state, "human")) as pilot:
        pilot.frames(3)
        pilot.press("Take the pile")
        assert hand(pilot) == cards("4d 6c 9d")


# --- by keys ------------------------------------------------------------------------------------


def test_arrows_point_space_chooses_and_enter_plays(pilot: Pilot) -> None:
    pilot.key(pygame.K_LEFT)
    assert screen_of(pilot).pointer.card == card("Jd")
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_SPACE)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_UP)
    assert screen_of(pilot).chosen == set(cards("9s 9d"))
    pilot.key(pygame.K_DOWN)
    assert len(screen_of(pilot).chosen) == 1
    pilot.key(pygame.K_a)
    pilot.key(pygame.K_RETURN)
    assert top(pilot)[-2:] == cards("9d 9s")


def test_tab_goes_through_what_can_be_played(pilot: Pilot) -> None:
    pointed = []
    for _ in range(5):
        pilot.key(pygame.K_TAB)
        pointed.append(screen_of(pilot).pointer.card)
    assert pointed == [*cards("2c 9d 9s Jd"), card("2c")]
    pilot.key(pygame.K_RETURN)
    assert top(pilot)[-1] == card("2c")


@pytest.mark.parametrize("pilot", [BLIND], indirect=True)
def test_a_blind_card_is_picked_by_keys(pilot: Pilot) -> None:
    first, _, third = blind_spots(pilot)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    assert blind_spots(pilot) == [first, third]


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


def test_frames_are_quick(pilot: Pilot) -> None:
    """The busiest frame: a hand of 22 cards that is walked over, and cards that fly."""
    mine = "2c 2d 4d 4h 4s 5c 5d 6h 6d 7c 7d 8d 8s 9d 9c Jd Js Jh Qd Ks Ac Ah"
    state = table(f"{mine}/5h 10c Kd/3", "3h Qc/6s 7h As/3", pile="6c 8h", may_decline=True)
    pilot.app.screens[:] = [pilot.app.desk.table(match_at(state, "human"))]
    at, times = screen_of(pilot).layout.hand, []
    for frame in range(160):
        pilot.move((at.x + at.w * (frame % 80) // 80, at.centery + 20))
        if frame == 80:
            pilot.key(pygame.K_t)
        start = time.perf_counter()
        pilot.app.frame(FRAME)
        times.append(time.perf_counter() - start)
    assert sorted(times)[len(times) // 2] < FRAME
