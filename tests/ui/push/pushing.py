"""Plays Push in the real window by events, as a person with mouse or keys would."""

from collections.abc import Callable

import pygame
from msgspec.structs import replace

from tests.ui.pilot import Pilot
from towersim.bots.table import turn
from towersim.bots.uniform import Uniform
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.base import Nature
from towersim.rules.push_cards import Card
from towersim.rules.push_state import Options, Phase, State, View
from towersim.ui.games.push.screen import PushScreen
from towersim.ui.screens.result import Result

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid")
ENOUGH = 10
"""A tester who has so many points in a stack stops."""


def new_match(*players: str, seed: int = 3, options: Options | None = None) -> Match:
    """Return a fresh match with these kinds of player."""
    seats = tuple(SeatSpec(*who) for who in zip(NAMES, players, strict=False))
    return Match.new("push", seats, seed=seed, options=options)


def short_match(*players: str, seed: int = 3) -> Match:
    """Return a fresh match with a third of the cards."""
    match = new_match(*players, seed=seed)
    match.state = replace(match.state, deck=match.state.deck[::3])
    return match


def play_until(match: Match, done: Callable[[View], bool]) -> Match:
    """Let bots play for everybody until something is so for the seat that has to act."""
    while not isinstance(match.actor, Nature) and not done(match.view(match.actor)):
        for _ in turn(match, Uniform()):
            pass
    return match


def table(pilot: Pilot) -> PushScreen:
    """Return the table, which has to be what is shown."""
    assert isinstance(pilot.screen, PushScreen)
    return pilot.screen


def waiting(pilot: Pilot) -> bool:
    """Return whether a person has to act and everything was seen, or the result is shown."""
    if isinstance(pilot.screen, Result):
        return True
    screen = table(pilot)
    return screen.ready and screen.play.human and screen.match.outcome is None


def settle(pilot: Pilot) -> None:
    """Let frames pass until a person has to act or the result is shown."""
    pilot.frames()
    pilot.until(lambda: waiting(pilot), 4000)


def on_mat(screen: PushScreen, place: int) -> tuple[int, int]:
    """Return a point on a stack's mat."""
    return screen.layout.mats[place].center


def at_flipped(screen: PushScreen) -> tuple[int, int]:
    """Return the middle of the flipped card."""
    return round(screen.layout.flipped.x), round(screen.layout.flipped.y)


def at_deck(screen: PushScreen) -> tuple[int, int]:
    """Return the middle of the deck."""
    return round(screen.layout.deck.x), round(screen.layout.deck.y)


def by_mouse(pilot: Pilot) -> None:
    """Do with the mouse what a person has to do now."""
    screen = table(pilot)
    view: View = screen.play.view()
    match view.phase:
        case Phase.STARTING if len(view.legal) > 3:
            bench = screen.eye.benches[screen.play.seat]
            at = bench.columns[screen.play.colours()[0]].center
            pilot.click(at)
            pilot.click(at)
        case Phase.STARTING:
            pilot.press("Flip")
        case Phase.PLACING:
            pilot.move(at_flipped(screen))
            pilot.down()
            pilot.move(on_mat(screen, screen.play.places()[-1]), steps=4)
            pilot.up()
        case Phase.DECIDING if max(view.values) >= ENOUGH:
            pilot.press("Stop")
        case Phase.DECIDING:
            pilot.click(at_deck(screen))
        case _:
            best = [place for place in view.highest if place in screen.play.places()]
            pilot.click(on_mat(screen, (best or list(screen.play.places()))[0]))


def by_keys(pilot: Pilot) -> None:
    """Do with the keyboard what a person has to do now."""
    screen = table(pilot)
    view: View = screen.play.view()
    match view.phase:
        case Phase.STARTING if len(view.legal) > 3:
            pilot.key(pygame.K_b)
            pilot.key(pygame.K_RETURN)
        case Phase.PLACING:
            pilot.key((pygame.K_1, pygame.K_2, pygame.K_3)[screen.play.places()[0]])
        case Phase.DECIDING if max(view.values) >= ENOUGH:
            pilot.key(pygame.K_s)
        case Phase.TAKING:
            pilot.key(pygame.K_RIGHT)
            pilot.key(pygame.K_RETURN)
        case _:
            pilot.key(pygame.K_SPACE)


def play_out(pilot: Pilot, act: Callable[[Pilot], None], most: int = 1200) -> Result:
    """Act whenever a person has to, until the result is shown; return it."""
    for _ in range(most):
        settle(pilot)
        if isinstance(pilot.screen, Result):
            return pilot.screen
        act_once(pilot, act)
    raise AssertionError("the game does not end")


def act_once(pilot: Pilot, act: Callable[[Pilot], None]) -> None:
    """Act, which has to move the game on."""
    match = table(pilot).match
    steps = match.steps
    act(pilot)
    pilot.until(lambda: match.steps > steps, 60)


def placing(match: Match, card: Card, *stacks: tuple[Card, ...]) -> Match:
    """Let the first seat have flipped a card, beside these stacks."""
    state: State = match.state
    lying = (*stacks, (), (), ())[:3]
    out = {card, *sum(lying, ())}
    deck = tuple(other for other in state.deck if other not in out)
    match.state = replace(state, phase=Phase.PLACING, deck=deck, stacks=lying, flipped=(card,))
    assert match.rules.legal(match.state)
    return match
