"""One challenge of each chapter, from the first entry of the menu to its stars, by mouse alone."""

from pathlib import Path

import pygame
import pytest

from tests.practice.planned import proofs
from tests.ui.pilot import Pilot
from tests.ui.practice.playing import stop
from towersim.files.challengefile import find_challenge
from towersim.foresight.reach import over
from towersim.match.match import MatchPhase
from towersim.practice.attempts import Attempt, Attempts
from towersim.rules.practice.challenge import CHAPTERS
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.games.practice.screen import PracticeScreen
from towersim.ui.input.bindings import FINE, NOTCH
from towersim.ui.screens.sheet import STRAY

PLAYED = {
    "hand": "first-tower",
    "balance": "three-posts",
    "reach": "over-the-edge",
    "bridges": "plank-bridge",
    "arches": "three-stones",
    "tilt": "no-higher-than-needed",
    "pull-out": "one-from-each-storey",
    "odd pieces": "egg-cup",
}

QUICK = ("over-the-edge",)
"""One challenge each of putting down and taking out; the other chapters are `slow`."""


def point(pilot: Pilot, x: float, y: float) -> tuple[int, int]:
    """Return the pixel of a point on the table (metres)."""
    px, py = pilot.table.presenter.camera.to_px(x, y)
    return round(px), round(py)


def turn(pilot: Pilot, angle: float) -> None:
    """Turn the carried piece by the wheel, the remainder with Shift."""
    coarse = round(angle / NOTCH)
    fine = round((angle - coarse * NOTCH) / (NOTCH * FINE))
    pilot.post(pygame.MOUSEWHEEL, x=0, y=coarse, precise_y=float(coarse))
    pilot.post(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode="", scancode=0)
    pilot.post(pygame.MOUSEWHEEL, x=0, y=fine, precise_y=float(fine))
    pilot.post(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0, unicode="", scancode=0)


def make(pilot: Pilot, move: str) -> None:
    """Make a move of a plan (`tests/practice/planned.py`) by mouse; wait for rest."""
    kind, *numbers = move.split()
    screen = pilot.table
    if kind == "take":
        (figure,) = (f for f in pilot.match.figures() if f.tower == int(numbers[0]))
        pilot.click(point(pilot, figure.pose.x, figure.pose.y))
    else:
        x, angle = (*map(float, numbers), 0.0)[:2]
        index = screen.presenter.kinds.index(kind)
        pilot.move(screen.layout.slots.rect(index).center)
        pilot.down()
        y = over(pilot.match.table, kind, x, angle).y
        pilot.move(point(pilot, x, y + 0.05), steps=20)
        turn(pilot, angle)
        pilot.frames(60)
        pilot.move(point(pilot, x, y + 0.002), steps=20)
        pilot.frames(40)
        pilot.up()
    pilot.until(lambda: pilot.match.phase is not MatchPhase.SETTLING)
    pilot.frames(2)


def test_a_challenge_of_every_chapter_is_played() -> None:
    assert tuple(PLAYED) == CHAPTERS
    assert {find_challenge(name).chapter: name for name in PLAYED.values()} == PLAYED


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow])
        for name in PLAYED.values()
    ],
)
def test_three_stars_by_mouse(pilot: Pilot, tmp_path: Path, name: str) -> None:
    pilot.press("Practice")
    assert pilot.shows(PracticePage)
    pilot.frames(round(60 * STRAY) + 1)  # a challenge opened under the mouse
    pilot.click(stop(pilot, name))
    assert isinstance(pilot.screen, PracticeScreen)
    pilot.frames(30)
    for move in proofs()[name]["three_stars"].moves:
        make(pilot, move)
    pilot.press("(D)")
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult), 6000)
    (kept,) = Attempts(tmp_path / "practice.sqlite3").history()
    assert (kept.challenge, kept.stars) == (name, 3)


def test_the_records_page_lists_what_was_reached(pilot: Pilot, tmp_path: Path) -> None:
    attempts = Attempts(tmp_path / "practice.sqlite3")
    for name, measure in (("first-tower", 0.1), ("endless-3", 6.0)):
        attempts.add(Attempt(name, "2026-11-22T12:00:00", 2, measure, 9.0, 3, 3, "normal", None))
    pilot.press("Practice")
    pilot.until(lambda: not pilot.screen.is_animating)
    assert all(pilot.screen._pictures.picture(name) for name in pilot.screen.places)
    pilot.app.draw()
    pilot.press("Records")
    pilot.app.draw()
    best, endless = pilot.screen._lists
    assert [str(measure) for measure, _name, _day in best] == ["100.0 mm high"]
    assert [str(name) for _measure, name, _day in endless] == ["Endless 3"]
    pilot.press("Back")
    assert "first-tower" in pilot.screen.places
