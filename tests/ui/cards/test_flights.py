"""What flies lands where and when it should, and is left out of the table until then."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.cards.cardtables import SmallScreen, small_match
from tests.ui.pilot import window
from towersim.ui.cards.flights import Flash, Flight, Flights
from towersim.ui.cards.places import Spot

HERE, THERE = Spot(0, 0, 100), Spot(200, 100, 50, 30)


def picture(colour: str = "red") -> pygame.Surface:
    made = pygame.Surface((71, 100), pygame.SRCALPHA)
    made.fill(colour)
    return made


def test_what_flies_together_is_away_until_all_has_landed() -> None:
    flights = Flights()
    flights.fly(Flight("ace", picture(), HERE, THERE, seconds=0.5))
    flights.fly(Flight("king", picture(), HERE, THERE, wait=0.3, seconds=0.5))
    assert flights.left == pytest.approx(0.8)
    flights.step(0.55)
    assert flights.away == {"ace", "king"}, "or the ace would be gone and not yet on the table"
    assert {flight.key: flight.now() for flight in flights.seen()}["ace"] == THERE
    flights.step(0.3)
    assert not flights.is_busy
    assert flights.away == frozenset()


def test_it_flies_from_start_to_end_and_waits_where_it_starts() -> None:
    flight = Flight("ace", picture(), HERE, THERE, wait=0.2, seconds=0.4)
    assert flight._replace(age=0.1).now() == HERE
    half = flight._replace(age=0.4).now()
    assert (half.x, half.height, half.angle) == (100, 75, 15)
    assert half.y < 50, "it flies in an arc"
    end = flight._replace(age=0.6).now()
    assert end == pytest.approx(THERE)


def test_a_card_that_turns_over_shows_its_other_side_in_the_second_half() -> None:
    target = pygame.Surface((300, 300))
    flights = Flights()
    flat = Spot(150, 150, 100)
    turning = Flight("ace", picture("white"), flat, flat, seconds=1.0, turned=picture("blue"))
    for age, colour in ((0.1, "blue"), (0.9, "white")):
        flights.flying = [turning._replace(age=age)]
        target.fill("black")
        flights.draw(target)
        middle = target.get_at((150, 150))
        assert middle.b > 240
        assert (middle.r > 240) == (colour == "white")
        assert target.get_at((190, 150)) == pygame.Color("black"), "it is narrower while it turns"


def test_a_card_that_flies_on_waits_where_it_landed() -> None:
    flights = Flights()
    flights.fly(Flight("ace", picture(), HERE, THERE, seconds=0.4))
    flights.fly(Flight("ace", picture(), THERE, HERE, wait=0.8, seconds=0.4))
    places = []
    for _ in range(3):
        flights.step(0.3)
        (flight,) = flights.seen()
        places.append((flight.start, round(flight.share, 1)))
    assert places == [(HERE, 0.8), (HERE, 1.0), (THERE, 0.2)]
    flights.step(0.4)
    assert not flights.is_busy


def test_a_flash_fades_away() -> None:
    flights, target = Flights(), pygame.Surface((200, 200))
    flights.flash(Flash(picture("white"), (100, 100), wait=0.2, seconds=0.5))
    flights.draw(target)
    assert target.get_at((100, 100)) == pygame.Color("black")
    shades = []
    for _ in range(3):
        flights.step(0.22)
        target.fill("black")
        flights.draw(target)
        shades.append(target.get_at((100, 100)).r)
    assert 240 < shades[0] > shades[1] > shades[2]
    flights.step(0.2)
    assert not flights.is_busy


def test_nothing_flies_if_the_settings_say_so(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        screen = SmallScreen(pilot.app.context, small_match("human", "uniform"))
        flight, flash = Flight("ace", picture(), HERE, THERE), Flash(picture(), (0, 0))
        screen.fly(flight, flash)
        assert screen.flights.is_busy
        screen.flights.forget()
        pilot.app.context.change(replace(pilot.app.context.settings, animations=False))
        screen.fly(flight, flash)
        assert not screen.flights.is_busy


def test_cards_fly_as_fast_as_bots_play(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        screen = SmallScreen(pilot.app.context, small_match("human", "uniform"))
        pilot.app.context.change(replace(pilot.app.context.settings, pace=4))
        screen.fly(Flight("ace", picture(), HERE, THERE, seconds=0.8))
        screen.step(0.19)
        assert screen.flights.is_busy
        screen.step(0.02)
        assert not screen.flights.is_busy
