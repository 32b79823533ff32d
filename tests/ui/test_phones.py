"""Hands on phones: New game, codes, the public table, takeover with a curtain, Bausack's bids."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pygame
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests import known
from tests.serve.served import PATIENCE, Served
from tests.ui.pilot import Pilot
from towersim.common.units import Seat
from towersim.lab import optional_dependencies
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.serve.table import ServedTable
from towersim.serve.web import MOST
from towersim.ui.app_context import PlayContext
from towersim.ui.cards.play import CardPlay, Curtain
from towersim.ui.games.palace.table import PalaceTable
from towersim.ui.menu.menu import Menu
from towersim.ui.play import NOBODY
from towersim.ui.screens.phones import PhonesPage
from towersim.ui.watch.finale import Finale


class Phone:
    """A seat's page; while it waits for messages the window goes on."""

    def __init__(self, pilot: Pilot, socket: ClientConnection) -> None:
        self._pilot, self.socket = pilot, socket
        self.state: dict[str, Any] = {}
        self._may_send = 0.0
        """The time from which another message is not one of too many in a second."""

    def hear(self, kind: str = "state") -> dict[str, Any]:
        """Return the next message of a kind."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self._pilot.frames()
            with suppress(TimeoutError):
                message: dict[str, Any] = json.loads(self.socket.recv(0.002))
                if message["is"] == "state":
                    self.state = message
                if message["is"] == kind:
                    return message
        raise AssertionError(f"no {kind} within {PATIENCE} s")

    def choose(self, choice: int) -> None:
        """Do a legal action by its index, in the present state; return once it is done."""
        step = table_of(self._pilot).match.steps
        while self.state["step"] != step:
            self.hear()
        time.sleep(max(self._may_send - time.monotonic(), 0.0))
        self.socket.send(json.dumps({"do": "choose", "step": step, "choice": choice}))
        self._may_send = time.monotonic() + 1.2 / MOST
        while self.state["step"] == step:
            self.hear()


@contextmanager
def phone(pilot: Pilot, seat: int) -> Iterator[Phone]:
    """Open the page of a seat, and hear the present state."""
    with Served(known(pilot.app.context.phones)).socket(seat) as socket:
        opened = Phone(pilot, socket)
        opened.hear()
        yield opened


def seated(pilot: Pilot, game: str, *players: str) -> None:
    """Open the page of a new game of these players."""
    context = pilot.app.context
    names = ("Ada", "Bruno", "Clara", "Dmitri")
    seats = tuple(SeatSpec(name, one) for name, one in zip(names, players, strict=False))
    settings = replace(context.settings, game=game, seats=seats, animations=False, pace=4.0)
    context.change(settings)
    pilot.frames(2)
    pilot.press("New game")


def begin(pilot: Pilot, game: str, *players: str) -> PhonesPage:
    """Begin a game on phones through the menu; return the page with its codes."""
    seated(pilot, game, *players)
    pilot.press("at this screen", "Start the game")
    assert isinstance(pilot.screen, PhonesPage)
    return pilot.screen


def table_of(pilot: Pilot) -> Any:
    """Return the game's controller, below the other screens."""
    screen: Any = pilot.app.screens[0]
    return screen.controller


def test_who_acts_and_whose_hand_is_shown_while_hands_are_on_phones() -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno"), SeatSpec("Keeper", "keeper"))
    match = Match.new("palace", seats, seed=1)
    phones = ServedTable(match)
    play: CardPlay[Any] = CardPlay(match, PlayContext(phones=lambda: phones), PalaceTable())
    first = match.last_seat

    def sees() -> tuple[Seat | None, Seat | None, bool, bool]:
        return play.watcher, play.awaited, play.is_human_turn, play.is_phones_turn

    assert sees() == (NOBODY, None, False, True)
    assert play.is_waiting
    assert play.view().hand == ()
    phones.here.add(first)
    assert sees() == (NOBODY, first, True, False)
    play.open(first)
    assert sees() == (first, None, True, False)
    assert play.view().hand
    play.submit(play.legal()[0])
    play.turn_away()
    assert sees()[0] is NOBODY
    assert play.home == 0, "the curtain hangs again before the next turn"
    phones.here.clear()
    phones.stands_in.update(phones.people)
    play.advance(2.0, None, 1.0, 1.0)
    assert sees()[2:] == (False, False)
    assert not play.is_waiting


@pytest.mark.slow  # a whole game
def test_two_phones_and_a_bot_play_a_game_and_its_rematch_with_the_same_codes(pilot: Pilot) -> None:
    begin(pilot, "palace", "human", "human", "keeper")
    with phone(pilot, 0) as ada:
        pilot.frames(5)
        assert pilot.shows(PhonesPage)
        with phone(pilot, 1) as bruno:
            pilot.until(lambda: pilot.screen is table_of(pilot).screen)
            match, phones = table_of(pilot).match, (ada, bruno)
            while match.outcome is None:
                if match.actor in (0, 1):
                    phones[match.actor].choose(0)
                pilot.frames()
                assert table_of(pilot).play.watcher is NOBODY
            pilot.until(lambda: pilot.shows(Finale), 30_000)  # phones are faster than the screen
            assert validate(read(known(match.record))).valid
            serving = known(pilot.app.context.phones)
            codes = serving.table.codes
            pilot.frames(60)  # stray presses are ignored at first
            pilot.press("Rematch")
            with pytest.raises(ConnectionClosed):
                ada.hear("the end of the connection")
    assert serving.table.codes == {2: codes[Seat(0)], 0: codes[Seat(1)]}
    with phone(pilot, 0) as bruno:
        assert bruno.state["players"][0]["name"] == "Bruno"
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Save and go to the menu")
    assert pilot.shows(Menu)
    assert pilot.app.context.phones is None


@pytest.mark.slow
def test_one_person_on_a_phone_shows_nothing_at_the_screen_and_takes_back_there(
    pilot: Pilot,
) -> None:
    begin(pilot, "rummu", "human", "planner", "planner")
    with phone(pilot, 0) as ada:
        table = table_of(pilot)
        while ada.state["turn"] != 0:
            ada.hear()
        pilot.until(lambda: table.ready)
        assert (table.play.watcher, table.play.queue.view.hand) == (NOBODY, ())
        assert ada.state["own"]
        assert table.screen.hint == "Ada acts on the phone …"
        assert not table.screen.is_animating
        ada.choose(0)
        step = ada.state["step"]
        assert ada.state["can_undo"] == table.match.can_undo
        if table.match.can_undo:
            ada.socket.send(json.dumps({"do": "undo", "step": step}))
            while ada.state["step"] == step:
                ada.hear()
            pilot.frames(2)
            assert table.play.queue.told == len(table.match.events)


@pytest.mark.slow
def test_the_screen_takes_over_a_closed_phone_with_a_curtain_and_gives_it_back(
    pilot: Pilot,
) -> None:
    begin(pilot, "palace", "human", "human")
    table = table_of(pilot)
    pilot.press("To the table")
    pilot.until(lambda: table.ready)
    assert table.screen.hint == "Ada's phone is closed. The code is in the pause (Esc)."
    with phone(pilot, 1) as bruno:
        pilot.key(pygame.K_ESCAPE)
        pilot.press("Hands on phones", "Play here")
        pilot.until(lambda: pilot.shows(Curtain))
        assert table.play.view().hand == ()
        pilot.press("I am Ada")
        assert table.play.watcher == 0
        assert table.play.view().hand == table.match.view(Seat(0)).hand
        table.play.submit(table.play.legal()[0])
        pilot.until(lambda: table.play.watcher is NOBODY)
        assert table.play.queue.view.hand == ()
        while bruno.state["turn"] != 1:
            bruno.hear()
        bruno.choose(0)
        pilot.until(lambda: pilot.shows(Curtain))
        pilot.change(text_size=150)
        pilot.key(pygame.K_ESCAPE)
        pilot.press("Hands on phones")
        assert table.screen.form.viewport is pilot.app.context.viewport, "laid out anew"
        serving = known(pilot.app.context.phones)
        old = serving.table.codes[Seat(0)]
        pilot.press("To a phone")
        assert serving.table.codes[Seat(0)] != old
        pilot.press("To the table")
        assert pilot.screen is table.screen, "not the pause, from which the codes were opened"
        with phone(pilot, 0) as ada:
            assert ada.state["own"]
            ada.choose(0)


@pytest.mark.slow
def test_other_devices_are_admitted_only_when_asked(pilot: Pilot) -> None:
    page, serving = begin(pilot, "palace", "human", "human"), known(pilot.app.context.phones)
    codes = serving.table.codes
    assert serving.url.startswith("http://127.0.0.1:")
    assert "Only this computer" in page.note
    pilot.press("Other devices: no")
    assert serving.is_public
    assert (serving.table.codes, "Phones in this network" in page.note) == (codes, True)
    pilot.press("Other devices: yes")
    assert serving.url.startswith("http://127.0.0.1:")


@pytest.mark.slow
def test_without_a_port_one_line_says_why_and_the_game_goes_on(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refused)
    begin(pilot, "palace", "human", "human")
    assert str(pilot.screen.note) == "--port 0: Permission denied"
    pilot.key(pygame.K_ESCAPE)
    pilot.until(lambda: pilot.shows(Curtain))


@pytest.mark.slow
def test_without_the_extra_one_line_says_what_to_install(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optional_dependencies, "find_spec", lambda _name: None)
    why = "segno is not installed: pip install 'towersim[serve]'"
    seated(pilot, "palace", "human", "human")
    pilot.press("at this screen")
    assert str(pilot.app.context.notice) == why
    assert "at this screen" in pilot.button("at this screen").text
    pilot.press("Start the game")
    pilot.until(lambda: pilot.shows(Curtain))
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Hands on phones")
    assert str(pilot.screen.note) == why
    assert pilot.app.context.phones is None
