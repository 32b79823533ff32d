"""The curtain between people: each person sees only their own cards."""

from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.cards.tables import small_match
from tests.ui.pilot import Pilot
from towersim.common.units import Seat
from towersim.rules.palace.state import Phase
from towersim.ui.app_context import PlayContext
from towersim.ui.cards.controller import CardController
from towersim.ui.cards.play import CardPlay, Curtain
from towersim.ui.games.palace.table import PalaceTable
from towersim.ui.play import NOBODY
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.pause import Pause
from towersim.ui.sentences import Logbook


def show(pilot: Pilot, *players: str) -> CardController:
    """Show a table with these players, after the cards have been dealt."""
    table = CardController(pilot.app.context, small_match(*players), PalaceTable())
    pilot.app.show(GameScreen(pilot.app.context, table))
    table.pump.skip(table.show)
    pilot.frames(2)
    return table


def act(table: CardController) -> None:
    """Do the first legal action of the person."""
    assert table.play.submit(table.play.legal()[0])


def pass_on(pilot: Pilot) -> Curtain:
    """Wait until the screen is passed on to another person; return the curtain."""
    pilot.until(lambda: isinstance(pilot.screen, Curtain))
    assert isinstance(pilot.screen, Curtain)
    return pilot.screen


def test_the_curtain_hangs_between_two_people_and_each_opens_their_own_hand(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    hands = table.match.state.hands
    curtain = pilot.screen
    assert isinstance(curtain, Curtain)
    assert curtain.name == "Ada"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.shows(Pause)
    pilot.press("Go on")
    assert pilot.shows(Curtain)
    assert table.play.watcher == NOBODY
    assert table.play.view().hand == ()
    pilot.press("I am Ada")
    assert pilot.table is table
    assert table.play.view().hand == hands[0]
    act(table)
    assert pass_on(pilot).name == "Bruno"
    assert table.play.view().hand == ()
    pilot.frames(45)
    pilot.key(pygame.K_RETURN)
    pilot.frames(2)
    assert pilot.table is table
    assert table.play.view().hand == hands[1]
    act(table)
    pilot.until(lambda: isinstance(pilot.screen, Curtain) or bool(table.hud.since))
    assert not table.hud.since, "Bruno would read what was done since Ada's last turn"


def test_the_cards_of_a_person_whose_turn_is_over_are_on_the_table_no_more(pilot: Pilot) -> None:
    table = show(pilot, "human", "uniform", "human")
    pilot.press("I am Ada")

    def shown(seat: int) -> bool:
        return not {*table.match.state.hands[seat]}.isdisjoint(node.key for node in table.nodes)

    assert (shown(0), shown(2)) == (True, False)
    act(table)
    pilot.until(lambda: table.play.watcher == NOBODY)
    assert (shown(0), shown(2)) == (False, False), "while the bot acts"
    pass_on(pilot)
    pilot.frames(45)
    pilot.key(pygame.K_RETURN)
    assert (shown(0), shown(2)) == (False, True)


def test_a_refusal_is_not_shown_to_the_next_person(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    pilot.press("I am Ada")
    act(table)
    pilot.until(lambda: table.ready)
    table.screen.say("That cannot be taken back.", refuses=True)
    pass_on(pilot)
    pilot.frames(45)
    pilot.press("I am Bruno")
    assert table.screen.hint.startswith("Bruno:")


def test_a_person_who_acts_again_is_not_announced_as_next(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    pilot.press("I am Ada")
    table.pump.queue.rest(1.0)
    assert table.screen.hint == "Ada is next …"
    act(table)
    table.pump.queue.rest(1.0)
    assert table.screen.hint == "Bruno is next …"
    table.match.state = replace(table.match.state, turn=Seat(0))
    assert table.screen.hint == "Ada goes on …"
    table.match.state = replace(table.match.state, out=(Seat(0),), phase=Phase.OVER)
    assert table.match.outcome
    assert table.screen.hint == "", "nobody goes on after the last action"


def test_the_table_is_not_drawn_behind_the_curtain(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = show(pilot, "human", "human")
    drawn: list[object] = []
    monkeypatch.setattr(table, "paint", drawn.append)
    pilot.frames(3)
    pilot.app.draw()
    assert isinstance(pilot.screen, Curtain)
    assert drawn == []
    pilot.press("I am Ada")
    pilot.app.draw()
    assert drawn


@pytest.mark.parametrize("people", [0, 1])
def test_one_person_among_bots_sees_their_hand_without_a_curtain_and_an_onlooker_none(
    pilot: Pilot, people: int
) -> None:
    table = show(pilot, "uniform", *["human"] * people, "uniform")
    assert pilot.table is table
    hand = table.match.state.hands[1] if people else ()
    assert table.play.view().hand == hand, "open while others play"
    pilot.frames(90)
    assert pilot.table is table


def test_the_same_person_needs_no_curtain_after_a_bot() -> None:
    match = small_match("human", "uniform", "human")
    play: CardPlay[Any] = CardPlay(match, PlayContext(), PalaceTable())
    play.open(Seat(0))
    match.state = match.rules.apply(match.state, match.rules.legal(match.state)[0])[0]
    play.turn_away()
    assert (play.watcher, play.awaited) == (NOBODY, None)
    match.state = replace(match.state, turn=Seat(0))
    play.turn_away()
    assert (play.watcher, play.awaited) == (0, None)
    match.state = replace(match.state, turn=Seat(2))
    play.turn_away()
    assert (play.watcher, play.awaited) == (NOBODY, 2)


def test_the_curtain_waits_until_every_card_has_landed(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    pilot.press("I am Ada")
    hand = table.play.view().hand
    act(table)
    pilot.frames(20)
    assert table.pump.motion.busy
    assert pilot.table is table
    assert set(table.play.view().hand) < set(hand), "one still sees what one did"
    pilot.until(lambda: table.ready)
    assert pilot.table is table, "and what came of it"
    assert table.play.view().hand != hand
    pilot.frames(80)
    assert isinstance(pilot.screen, Curtain)


def test_the_log_shows_only_events_that_the_watcher_may_know(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = show(pilot, "human", "human")
    monkeypatch.setattr(type(table.match.rules), "untold", ())
    match, log = table.match, Logbook(table.play)
    cards = {seat: [str(card) for card in match.state.hands[seat]] for seat in (0, 1)}

    def told(seat: int) -> bool:
        return any(card in line for line in log.lines() for card in cards[seat])

    assert (told(0), told(1)) == (False, False)
    pilot.press("I am Ada")
    assert (told(0), told(1)) == (True, False)
    assert log.since() == [], "nobody acted since a first turn began"
    act(table)
    pass_on(pilot)
    pilot.frames(45)
    pilot.key(pygame.K_RETURN)
    assert told(1)
    assert sum(card in line for line in log.lines() for card in cards[0]) == 3, "what lies open"
