"""Attempts in the window: begin one, place a piece, wait."""

from tests.practice.planned import Planned
from tests.ui.pilot import Pilot
from towersim.bots.table import turn
from towersim.common.units import Seat
from towersim.files.challengefile import find_challenge
from towersim.foresight.reach import over
from towersim.match.match import MatchPhase
from towersim.rules.practice.state import View
from towersim.ui.games.practice.start import new_attempt


def play(pilot: Pilot, name: str) -> View:
    """Begin an attempt; return its view."""
    pilot.app.screens[:] = [new_attempt(pilot.app.context, find_challenge(name))]
    pilot.frames(2)
    return view(pilot)


def view(pilot: Pilot) -> View:
    seen: View = pilot.match.view(Seat(0))
    return seen


def put(pilot: Pilot, kind: str, x: float, *, waits: bool = True) -> None:
    """Drag a piece from the supply to an x on the table, release it there, and wait for rest."""
    screen = pilot.table
    index = screen.presenter.kinds.index(kind)
    pilot.grab(screen.layout.slots.rect(index).center)
    y = over(pilot.match.table, kind, x, 0.0).y
    # Not `carry`: a hand may tremble here, or a tower in the way may stop it.
    for above, frames in ((0.05, 60), (0.002, 40)):
        pilot.move(pilot.px(x, y + above), steps=20)
        pilot.frames(frames)
    pilot.up()
    if waits:
        settle(pilot)


def place(pilot: Pilot, *moves: str) -> None:
    """Make the first moves of a plan (`tests/practice/planned.py`) without the mouse."""
    planned = Planned(moves)
    for _ in moves:
        for _ in turn(pilot.match, planned):
            pass
        settle(pilot)


def stop(pilot: Pilot, name: str) -> tuple[int, int]:
    """Turn the page of Practice to a challenge by the wheel; return its place, in pixels."""
    for step in (9, 9, 9, -1, -1, -1):
        if name not in pilot.screen.places:
            pilot.wheel(step)
    center: tuple[int, int] = pilot.screen.places[name].center
    return center


def settle(pilot: Pilot) -> None:
    pilot.until(lambda: pilot.match.phase is not MatchPhase.SETTLING)
    pilot.frames(2)
