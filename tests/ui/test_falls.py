"""What people see and read when a tower falls: which one, why, and what to do now."""

from pathlib import Path

import pytest

from tests.ui.pilot import Pilot, window
from towersim.match import Match, Phase
from towersim.record import SeatSpec
from towersim.scene import Box
from towersim.table import Figure
from towersim.ui.games.fawlty_towers.falls import why_fallen
from towersim.ui.games.fawlty_towers.sight import LIE, TELL
from towersim.units import BlockId, Pose, TowerId

CUBE = Box(0.02, 0.02)


def cube(name: str, x: float, y: float, kind: str = "red") -> Figure:
    """Return a cube at rest."""
    return Figure(BlockId(name), kind, CUBE, Pose(x, y, 0.0), TowerId(0), held=False)


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ((cube("b", 0.05, 0.01),), "A red cube touched the table."),
        ((cube("b", 0.05, 0.01), cube("c", 0.08, 0.01)), "2 cubes touched the table."),
        ((cube("b", 0.7, -3.0, "blue"),), "A blue cube fell off the table."),
        ((cube("b", 0.7, -3.0), cube("c", 0.05, 0.01, "green")), "A green cube touched the table."),
        ((cube("b", 0.0, 0.05),), "A cube came off it."),
    ],
)
def test_why_a_tower_fell_is_seen_from_where_its_cubes_lie(
    others: tuple[Figure, ...], why: str
) -> None:
    assert why_fallen((cube("a", 0.0, 0.01), *others), [BlockId("a")], 0.6) == why


def drop_beside(pilot: Pilot, tower: int) -> None:
    """Let a cube go half beside a tower, which does not hold it."""
    pilot.move(pilot.in_rack("red"))
    pilot.down()
    x, y = pilot.over(tower, 0.05)
    pilot.move((x + round(0.02 * pilot.table.eye.camera.scale), y), steps=30)
    pilot.frames(20)
    pilot.up()
    pilot.until(lambda: pilot.match.phase is Phase.CHOOSING)


def test_a_fall_is_shown_for_a_while_and_told(tmp_path: Path) -> None:
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)
    with window(tmp_path, match=match) as pilot:
        drop_beside(pilot, 0)
        sight = pilot.table.sight()
        assert [(told.tower, told.words) for told in sight.told] == [
            (0, "Tower 1 fell. A red cube touched the table.")
        ]
        assert len(sight.figures) == 5, "what fell lies there for a moment"
        assert len(match.figures()) == 3
        assert sight.log[-1].endswith("go back to the pool. A red cube touched the table.")
        assert "tower 1 fell! Drag a cube from the pool onto the free place" in sight.hint
        pilot.frames(round(LIE * 60) + 2)
        assert len(pilot.table.sight().figures) == 3
        pilot.frames(round((TELL - LIE) * 60) + 2)
        assert pilot.table.sight().told == ()
        assert not pilot.table.lively


def test_the_log_keeps_the_reason_when_the_window_is_resized(tmp_path: Path) -> None:
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)
    with window(tmp_path, match=match) as pilot:
        drop_beside(pilot, 2)
        told = list(pilot.table.sight().log)
        pilot.table.resize()
        assert pilot.table.sight().log == told
