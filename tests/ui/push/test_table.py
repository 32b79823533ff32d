"""The table of Push in the real window: what is marked, refused, chosen, seen and told."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.pilot import Pilot, window
from tests.ui.push.pushing import (
    at_deck,
    at_flipped,
    new_match,
    on_mat,
    placing,
    play_until,
    settle,
    table,
)
from towersim.rules.push_cards import COLOURS, Card, Mark, deck
from towersim.rules.push_legal import refusals
from towersim.rules.push_state import Options, Phase
from towersim.ui.games.push.reel import Reel
from towersim.ui.games.push.screen import PushScreen
from towersim.ui.games.push.shown import Shown
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.result import Result
from towersim.ui.screens.rules import RulesPages
from towersim.ui.settings import Settings
from towersim.units import Seat

RED, YELLOW, GREEN, BLUE, PURPLE = COLOURS
STACKS = (
    (Card(RED, 6), Card(YELLOW, 5)),
    (Card(BLUE, 3), Card(PURPLE, 5)),
    (Card(GREEN, 2), Card(YELLOW, 4)),
)


def show(screen: PushScreen) -> PushScreen:
    """Let the screen show the state that a test has set up."""
    state = screen.match.state
    screen.match.steps += 1  # what was seen before is seen anew
    screen.reel.shown = Shown(
        deck=len(state.deck),
        benches=state.benches,
        banks=state.banks,
        stacks=state.stacks,
        flipped=state.flipped[0] if state.flipped else None,
        turn=state.turn,
    )
    return screen


def put_off(pilot: Pilot, *, on: bool = False) -> None:
    """Turn moving cards off, or on."""
    pilot.app.desk.change(Settings(animations=on))


def with_bench(pilot: Pilot, phase: Phase = Phase.STARTING) -> PushScreen:
    """Give the first seat a bench of red and blue cards; return the table."""
    screen = table(pilot)
    bench = (Card(BLUE, 2), Card(RED, 3), Card(RED, 6))
    state = screen.match.state
    rest = tuple(card for card in deck() if card not in (*bench, *sum(STACKS, ())))
    stacks = STACKS if phase is not Phase.STARTING else ((), (), ())
    screen.match.state = replace(
        state, phase=phase, deck=rest, benches=(bench, *state.benches[1:]), stacks=stacks
    )
    show(screen)
    pilot.frames(2)
    return screen


def test_stacks_that_take_the_card_are_marked_and_the_others_say_why(tmp_path: Path) -> None:
    match = placing(new_match("human", "human"), Card(YELLOW, 2), *STACKS)
    with window(tmp_path, match=match) as pilot:
        screen = show(table(pilot))
        pilot.frames(2)
        mats = screen.sight().mats
        assert [mat.legal for mat in mats] == [False, True, False]
        assert [mat.note for mat in mats] == [
            "Stack 1 has a yellow card already.",
            "",
            "Stack 3 has a yellow card already.",
        ]
        pilot.click(on_mat(screen, 2))
        assert screen.said == "Stack 3 has a yellow card already."
        assert screen.match.view(Seat(0)).flipped == Card(YELLOW, 2)
        pilot.key(pygame.K_1)
        assert screen.said == "Stack 1 has a yellow card already."
        pilot.click(at_deck(screen))
        assert "flipped card goes on a stack" in screen.said
        pilot.key(pygame.K_2)
        assert screen.match.state.stacks[1][-1] == Card(YELLOW, 2)


def test_a_click_on_the_card_suffices_if_it_goes_to_one_place_only(tmp_path: Path) -> None:
    match = placing(new_match("human", "human"), Card(YELLOW, 2), *STACKS)
    with window(tmp_path, match=match) as pilot:
        screen = show(table(pilot))
        pilot.frames(2)
        pilot.click(at_flipped(screen))
        assert screen.match.state.stacks[1][-1] == Card(YELLOW, 2)


def test_a_card_let_go_elsewhere_stays_and_says_where_it_may_go(tmp_path: Path) -> None:
    match = placing(new_match("human", "human"), Card(YELLOW, 2), *STACKS)
    with window(tmp_path, match=match) as pilot:
        screen = show(table(pilot))
        pilot.frames(2)
        pilot.move(at_flipped(screen))
        pilot.down()
        pilot.move(screen.layout.order.center, steps=3)
        assert screen.sight().dragged == Card(YELLOW, 2)
        pilot.up()
        assert screen.sight().dragged is None
        assert screen.said == "Let the card go over one of the stacks."
        assert screen.match.state.flipped == (Card(YELLOW, 2),)
        pilot.move(at_flipped(screen))
        pilot.down()
        pilot.move(on_mat(screen, 1), steps=3)
        pilot.up()
        assert screen.match.state.flipped == ()


def test_a_colour_is_banked_by_the_second_click(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        screen = with_bench(pilot)
        mine, other = screen.eye.benches[:2]
        looks = [str(button.colours["normal_bg"]) for button in (screen._bank, screen._stop)]
        assert looks[0] == looks[1], "both can be pressed"
        pilot.click(other.columns[RED].center)
        pilot.click(mine.columns[YELLOW].center)
        assert screen.said == "No yellow card lies on the bench."
        pilot.click(mine.columns[RED].center)
        assert screen.sight().chosen is RED
        assert screen.match.state.banks[0] == (), "one click only chooses"
        assert "Bank 9 points" in pilot.button("Bank").text
        pilot.key(pygame.K_n)
        assert screen.sight().chosen is None
        pilot.key(pygame.K_b)
        pilot.key(pygame.K_RIGHT)
        assert screen.sight().chosen is BLUE
        pilot.press("Bank 2 points")
        assert screen.match.state.banks[0] == (Card(BLUE, 2),)
        assert screen.match.actor == 1


def test_a_stack_with_a_roll_card_says_what_each_side_would_cost(tmp_path: Path) -> None:
    for star, costs in (("safe", (15, 5, 0, 2, 0)), ("lose-bench", (15, 5, 0, 2, 0, 22))):
        options = Options(star=star)  # type: ignore[arg-type]  # one of two words
        with window(tmp_path, match=new_match("human", "human", options=options)) as pilot:
            screen = with_bench(pilot, Phase.DECIDING)
            stacks = ((*STACKS[0], Card(Mark.ROLL)), *STACKS[1:])
            screen.match.state = replace(screen.match.state, stacks=stacks)
            assert show(screen).sight().mats[0].costs == costs
            assert screen.sight().mats[1].costs == ()
            assert [mat.best for mat in screen.sight().mats] == [True, False, False]


def test_the_chance_is_said_only_where_it_matters(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        screen = with_bench(pilot)
        assert (screen.sight().chances, screen.sight().risk) == ("", "")
        screen = with_bench(pilot, Phase.DECIDING)
        fitting, unseen = screen.play.chances()
        assert screen.sight().chances == f"{round(100 * fitting / unseen)} %"
        assert screen.sight().risk == "if not: up to −9"


def busting(pilot: Pilot) -> PushScreen:
    """Let the deck hold only cards that fit nowhere; return the table."""
    screen = with_bench(pilot, Phase.DECIDING)
    state = screen.match.state
    bad = [card for card in state.deck if card.number and None not in refusals(STACKS, card)]
    screen.match.state = replace(state, deck=tuple(bad))
    show(screen)
    pilot.frames(2)
    return screen


def test_too_far_is_seen_step_by_step_and_the_log_does_not_run_ahead(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        screen = busting(pilot)
        pilot.press("Flip")
        assert screen.match.actor == 1, "the rules are further already"
        assert not screen.ready
        assert "pushed too far" not in " ".join(screen.sight().log)
        assert screen.sight().banner == ""
        pilot.until(lambda: screen.reel.shown.bust)
        assert screen.sight().banner.startswith("Too far! The ")
        assert "pushed too far" in screen.sight().log[-1]
        pilot.until(lambda: screen.tumble.busy)
        assert screen.sight().banner == "Ada rolls the die …"
        settle(pilot)
        assert screen.reel.shown.benches == screen.match.state.benches
        assert "Ada rolls" in " ".join(screen.sight().log)


def test_while_cards_are_on_their_way_nothing_can_be_done_but_hurry(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        screen = busting(pilot)
        pilot.key(pygame.K_SPACE)
        steps = screen.match.steps
        pilot.frames(5)
        assert screen.flights.busy
        pilot.click(on_mat(screen, 0))
        pilot.key(pygame.K_1)
        assert screen.match.steps == steps
        count = 0
        while not screen.ready:
            pilot.key(pygame.K_SPACE)
            count += 1
        assert count < 20
        assert screen.match.steps == steps


def test_without_animations_nothing_flies_or_tumbles(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        screen = busting(pilot)
        put_off(pilot)
        pilot.press("Flip")
        moved = False
        while not screen.ready:
            moved |= screen.flights.busy or screen.tumble.busy
            pilot.frames()
        assert not moved
        assert screen.sight().pose.side is screen.reel.shown.die


def test_whose_turn_it_is_is_marked_and_stopping_leads_to_taking(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        put_off(pilot)
        screen = with_bench(pilot, Phase.DECIDING)
        assert (screen.sight().actor, screen.sight().flips) == (0, True)
        pilot.press("Stop")
        settle(pilot)
        assert screen.sight().hint == "Ada: take a stack; stack 1 is worth most."
        pilot.key(pygame.K_SPACE)
        assert screen.sight().mats[0].pointed, "the highest is offered first"
        pilot.key(pygame.K_SPACE)
        settle(pilot)
        assert screen.sight().actor == 1
        assert screen.reel.shown.taken == (0,)
        pilot.click(on_mat(screen, 0))
        assert "not there, or somebody has it" in screen.said
        pilot.click(on_mat(screen, 2))
        settle(pilot)
        assert set(screen.match.state.benches[1]) == set(STACKS[2])


def test_the_window_can_change_its_size_in_mid_flight(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        screen = table(pilot)
        pilot.key(pygame.K_SPACE)
        pilot.frames(3)
        pygame.display.set_mode((1000, 640))
        pilot.frames(2)
        assert not screen.flights.busy
        settle(pilot)
        assert screen.layout.areas.pause.right < 1000


def test_a_resumed_table_shows_what_lies_there(tmp_path: Path) -> None:
    match = play_until(new_match("human", "human"), lambda view: min(map(len, view.benches)) > 2)
    reel = Reel(2, match.events)
    assert reel.shown.benches == match.state.benches
    assert reel.told == len(match.events)
    with window(tmp_path, match=match) as pilot:
        pilot.frames(2)
        assert table(pilot).ready


def test_every_page_of_the_rules_can_be_leafed_through(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        pilot.key(pygame.K_F1)
        pages = pilot.screen
        assert isinstance(pages, RulesPages)
        for page in pages.pages:
            pilot.app.draw()
            assert page.picture is not None
            pilot.key(pygame.K_RIGHT)
        pilot.key(pygame.K_F1)
        assert table(pilot).ready


def test_pointing_tells_sums_bank_and_chances(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        screen = with_bench(pilot, Phase.DECIDING)
        screen.match.state = replace(screen.match.state, banks=((Card(RED, 1),), ()))
        show(screen)
        bench = screen.eye.benches[0]
        told = []
        for at in (bench.columns[RED].center, bench.bank.center, at_deck(screen)):
            pilot.move(at)
            told.append(screen.sight().tip)
        assert told[0] == "Red: 3 + 6 = 9 points. Banked: 1."
        assert told[1] == "Banked, safe from the die: red 1. 1 point."
        assert told[2].endswith("of them would fit. Too far would cost up to 9 points.")


def test_words_about_the_deck_do_not_lie_on_the_card_just_flipped(tmp_path: Path) -> None:
    match = placing(new_match("human", "human"), Card(YELLOW, 2), *STACKS)
    with window(tmp_path, match=match) as pilot:
        screen = show(table(pilot))
        pilot.frames(2)
        pilot.move(at_deck(screen))
        assert screen.sight().tip == ""
        pilot.click(on_mat(screen, 1))
        settle(pilot)
        pilot.move(at_deck(screen))
        assert "cards lie in the deck." in screen.sight().tip


def test_what_lies_there_at_the_end_makes_the_points(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        put_off(pilot)
        screen = with_bench(pilot, Phase.DECIDING)
        banks = ((Card(GREEN, 5),), ())
        screen.match.state = replace(screen.match.state, deck=(), banks=banks)
        show(screen)
        pilot.frames(2)
        assert screen.sight().log[:1] == ()
        pilot.key(pygame.K_s)
        settle(pilot)
        pilot.key(pygame.K_2)
        settle(pilot)
        pilot.key(pygame.K_1)
        pilot.until(lambda: isinstance(pilot.screen, Result))
        pilot.app.draw()
        ending = pilot.screen._ending
        assert ending.outcome.scores == (11 + 8 + 5, 11)
        assert ending.parts == ("19 + 5", "11 + 0")
        pilot.key(pygame.K_ESCAPE)
        pilot.key(pygame.K_ESCAPE)
        assert isinstance(pilot.screen, Pause)
        with pytest.raises(AssertionError, match="no button"):
            pilot.button("Save")
        pilot.press("Back to the table")
        assert table(pilot) is screen
