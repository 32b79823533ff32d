"""Benchmarks of frame times with a full table."""

import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from towersim.common.units import BlockId, Pose
from towersim.files.challengefile import find_challenge
from towersim.match.match import Match
from towersim.match.record import HUMAN, SeatSpec
from towersim.rules.fawlty_towers.state import CUBES
from towersim.rules.practice.challenge import InitialPiece
from towersim.rules.practice.state import Options
from towersim.table.table import Placed
from towersim.ui.app import App
from towersim.ui.app_context import Files
from towersim.ui.drawing.theme import USUAL
from towersim.ui.games.fawlty_towers.controller import FawltyTowersController
from towersim.ui.games.practice.controller import PracticeController
from towersim.ui.screens.game import GameScreen

FIRST_FRAME: Final = """import sys, time
from pathlib import Path
from towersim.ui.app import App
from towersim.ui.app_context import Files
from towersim.ui.menu.menu import Menu
app = App(Files(Path(sys.argv[1]) / "settings.json", Path(sys.argv[1])), (1920, 1080))
app.show(Menu(app.context))
app.frame(1 / 60)
print(time.process_time())
app.close()"""


def first_frame() -> float:
    """Return the CPU time of a process up to the menu's first frame at 1920 x 1080, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", FIRST_FRAME, folder]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    return float(told.splitlines()[-1])


def full_table(cubes: int) -> Match:
    """Return a match with `cubes` cubes (at most 79) in four towers, slightly askew."""
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=1)
    towers = tuple(
        tuple(
            Placed(
                BlockId(f"{CUBES[(place + level) % 4]}-{place + 4 * level}"),
                CUBES[(place + level) % 4],
                _askew(x, level, place),
            )
            for level in range((cubes - place + 3) // 4)
        )
        for place, x in enumerate(match.setup.spots)
    )
    match.table = replace(match.table, towers=towers, used=cubes)
    match.state = replace(
        match.state, towers=tuple(tuple(cube.kind for cube in tower) for tower in towers)
    )
    return match


def full_practice(cubes: int) -> Match:
    """Return an attempt with `cubes` cubes in four towers, slightly askew, and one more."""
    first = find_challenge("first-tower")
    cube = first.pieces[0]
    standing = tuple(
        InitialPiece(cube.kind, _askew(0.05 * (number % 4), number // 4, number % 4))
        for number in range(cubes)
    )
    challenge = replace(first, pieces=(replace(cube, count=1),), standing=standing)
    seat = SeatSpec("You", HUMAN, "none")
    return Match.new("practice", [seat], seed=1, options=Options(challenge))


def _askew(x: float, level: int, place: int) -> Pose:
    return Pose(x + 0.0015 * math.sin(2.4 * level + place), 0.02 * (level + 0.5), 0.0)


def frame_times(match: Match, size: tuple[int, int] = USUAL, frames: int = 300) -> list[float]:
    """Return the duration of each of `frames` frames, in seconds, while one cube is carried.

    In Practice the x-ray is on.
    """
    with tempfile.TemporaryDirectory() as folder:
        app = App(Files(Path(folder) / "settings.json", Path(folder)), size)
        try:
            app.context.change(replace(app.context.settings, xray_in_practice=True))
            practises = match.game == "practice"
            make = PracticeController if practises else FawltyTowersController
            table = make(app.context, match)
            app.show(GameScreen(app.context, table))
            for _ in range(30):
                app.frame(1 / 60)
            table.play.lift(table.play.kinds()[0])
            (x, y), times = match.setup.pick_ups[0], []
            for frame in range(frames):
                begin = time.perf_counter()
                pose = Pose(x + 0.03 * math.sin(frame / 9), y + 0.05, frame / 40)
                table.carry.hand.begin(pose)
                app.frame(1 / 60)
                times.append(time.perf_counter() - begin)
            return times
        finally:
            app.close()
