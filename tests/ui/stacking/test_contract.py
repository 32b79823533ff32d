"""Properties of every window with blocks: legal actions by mouse are those that the record gets.

Each game is played at random. What a person is to do is done by mouse, with nothing but what the
window shows, and read again from the record.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.rules.practice.tables import challenge, standing
from tests.ui import bausack
from tests.ui.pilot import Pilot, window
from tests.ui.practice.playing import put
from towersim.common import dice
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.rules.base import Action, Place, StartTower, TakeBack, TakeOut
from towersim.rules.bausack.state import Accept, Bid, Build, Pass, PushPiece
from towersim.rules.fawlty_towers.state import Take
from towersim.rules.practice.state import Finish, GiveUp, Options
from towersim.ui.screens.game import GameScreen

TURNS = 6
"""The number of decisions of people in a quick test."""
SEATS = (SeatSpec("Ada"), SeatSpec("Bruno"), SeatSpec("Clara", "uniform"))


def fawlty_towers(pilot: Pilot, action: Action) -> None:
    match action:
        case Place(block, tower) | StartTower(block, tower):
            pilot.put(block, tower)
        case Take():
            pilot.take(action)
        case _:
            pilot.press("No card")


def bausack_game(pilot: Pilot, action: Action) -> None:
    match action:
        case Place() | StartTower():
            bausack.place(pilot)
        case Build(piece, bid):
            bausack.take(pilot, piece)
            raise_to(pilot, bid)
            pilot.press("Build")
        case PushPiece(piece):
            bausack.take(pilot, piece)
            pilot.press("Push")
        case Bid(bid):
            raise_to(pilot, bid)
            pilot.press("Bid")
        case Pass():
            pilot.press("Pass for good")
        case _:
            pilot.press("Accept it" if isinstance(action, Accept) else "Pay")


def raise_to(pilot: Pilot, bid: int) -> None:
    while pilot.table.pointer.bid < bid:
        pilot.press("+")


def practice(pilot: Pilot, action: Action) -> None:
    match action:
        case StartTower(block, tower):
            put(pilot, block, (-0.06, 0.0, 0.06)[tower % 3])
        case TakeOut(tower):
            pose = next(f.pose for f in pilot.match.figures() if f.tower == tower)
            pilot.click(pilot.px(*pose[:2]))
        case TakeBack():
            pilot.press("(N)")
        case _:
            pilot.press("(D)")


DRIVERS: dict[str, Callable[[Pilot, Action], None]] = {
    "fawlty-towers": fawlty_towers,
    "bausack": bausack_game,
    "practice": practice,
}
GAMES = ["bausack", *(pytest.param(g, marks=pytest.mark.slow) for g in DRIVERS if g != "bausack")]


def new(game: str, record: Path) -> Match:
    """Return a new match of two people and a bot, or of a person alone with a challenge."""
    asked = challenge(standing=(standing(),), take_out=("cube",))
    if game == "practice":
        return Match.new(game, SEATS[:1], seed=3, options=Options(asked), record=record)
    return Match.new(game, SEATS, seed=3, record=record)


def wanted(match: Match, turn: int) -> Action:
    """Return the random action to do now, with a low bid; nobody gives up."""
    legal: tuple[Action, ...] = match.view(match.last_seat).legal
    low = [a for a in legal if getattr(a, "bid", getattr(a, "amount", 0)) < 3]
    some = [a for a in low or legal if not isinstance(a, GiveUp | Finish)]
    return dice.stream(7, "wanted", turn).choice(some or low)


def played(pilot: Pilot, game: str, turns: int) -> Iterator[Action]:
    """Play the decisions of people by mouse and yield them; stop at the end of the game."""
    match = pilot.match
    for turn in range(turns):
        pilot.until(lambda: not isinstance(pilot.screen, GameScreen) or waits(pilot), 30_000)
        if match.outcome is not None:
            return
        pilot.frames(3)
        action = wanted(match, turn)
        expected = match.steps + 1
        DRIVERS[game](pilot, action)
        pilot.until(partial(is_done, match, expected))
        yield action


def is_done(match: Match, steps: int) -> bool:
    """Return whether a match has had this number of steps and is at rest."""
    return match.steps >= steps and match.phase is not MatchPhase.SETTLING


def waits(pilot: Pilot) -> bool:
    """Return whether a person has to decide and the window accepts it, or the game is over."""
    screen = pilot.table
    accepts = getattr(screen, "answerable", screen.play.has_choice(Action))
    return screen.match.outcome is not None or (screen.play.is_human_turn and accepts)


def recorded(path: Path, match: Match) -> list[Any]:
    """Return the actions of people in a record."""
    people = {seat for seat, spec in enumerate(match.seats) if spec.is_person}
    steps = [step for step in read(path).steps if step.actor in people]
    return [msgspec.json.decode(step.action, type=match.rules.actions) for step in steps]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("turns", [TURNS, pytest.param(40, marks=pytest.mark.slow)])
def test_what_is_done_by_mouse_is_what_is_recorded(
    game: str, turns: int, path: Path, tmp_path: Path
) -> None:
    match = new(game, path)
    with window(tmp_path, match=match, pace=4, animations=False) as pilot:
        done = list(played(pilot, game, turns))
    assert len(done) == turns or match.outcome is not None
    assert recorded(path, match) == done
    assert validate(read(path)).valid
