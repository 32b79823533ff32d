"""Display of a fall: the tower, the reason, and the next action."""

from pathlib import Path
from typing import Any

import pygame

from tests.ui.pilot import Pilot, window
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.games.fawlty_towers.draw_table import draw_table
from towersim.ui.games.fawlty_towers.presenter import LIE, TELL
from towersim.ui.playback import Marks


def hold_beside(pilot: Pilot, tower: int, right: float = 0.02) -> None:
    """Hold a cube `right` metres beside the middle of a tower, too far to be supported."""
    pilot.move(pilot.in_rack("red"))
    pilot.down()
    x, y = pilot.over(tower, 0.05)
    pilot.move((x + round(right * pilot.table.presenter.camera.scale), y), steps=30)
    pilot.frames(20)


def drop_beside(pilot: Pilot, tower: int) -> None:
    """Release a cube half beside a tower, and wait until the fallen blocks are cleared away."""
    hold_beside(pilot, tower)
    pilot.up()
    pilot.until(lambda: pilot.match.phase is MatchPhase.CHOOSING)


def test_a_fall_is_shown_for_a_while_with_its_reason(tmp_path: Path) -> None:
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)
    with window(tmp_path, match=match) as pilot:
        drop_beside(pilot, 0)
        sight = pilot.frame
        ((x, words),) = sight.table.notes
        why = "The second block (red) found nothing to rest on."
        assert x == sight.spots[0]
        assert words == f"Tower 1 fell. {why}  V: see it again"
        assert len(sight.table.figures) == 5, "what fell lies there for a moment"
        assert len(match.figures()) == 3
        assert f"go back to the pool. {why}" in pilot.table.hud.log[-1]
        assert "tower 1 fell! Drag a cube from the pool onto the free place" in pilot.table.hint
        pilot.frames(round(LIE * 60) + 2)
        assert len(pilot.frame.table.figures) == 3
        pilot.frames(round((TELL - LIE) * 60) + 2)
        assert pilot.frame.table.notes == ()
        assert not pilot.table.is_animating


def test_the_log_keeps_the_reason_when_the_window_is_resized(tmp_path: Path) -> None:
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)
    with window(tmp_path, match=match) as pilot:
        drop_beside(pilot, 2)
        told = list(pilot.table.hud.log)
        pilot.table.resize()
        assert pilot.table.hud.log == told


def test_a_fall_is_in_slow_motion_at_any_pace_and_can_be_replayed(
    tmp_path: Path,
) -> None:
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)
    with window(tmp_path, match=match) as pilot:
        play: Any = pilot.table.play
        pilot.key(pygame.K_v)
        assert not play.playback.is_replaying, "nothing has fallen yet"
        for _ in range(2):
            pilot.key(pygame.K_f)
        hold_beside(pilot, 0)
        pilot.up()
        pilot.until(lambda: play.playback.is_tipping)
        assert pilot.table.hint == "It comes down!"
        frames = 0
        while play.playback.first_fall is None:
            pilot.frames()
            frames += 1
        assert frames > 10, "slow motion begins before anything has fallen"
        pilot.until(lambda: match.phase is MatchPhase.CHOOSING)
        before = match.figures()
        pilot.key(pygame.K_v)
        assert play.playback.is_replaying
        assert pilot.table.hint.startswith("Once more")
        assert len(pilot.frame.table.figures) == 5
        marks = play.marks
        assert (marks.pivot, marks.sentence) == (None, play.why_it_fell), "it rested on nothing"
        pilot.frames(30)
        assert match.figures() == before
        pilot.key(pygame.K_1)
        assert not play.playback.is_replaying
        assert play.held is None, "the key that ended it took no cube"
        pilot.key(pygame.K_v)
        play.playback.advance(3.0 * 8, 1)
        pilot.frames()
        assert not play.playback.is_replaying
        assert match.phase is MatchPhase.CHOOSING


def test_the_first_joint_is_marked_in_the_replay_of_a_collapse(tmp_path: Path) -> None:
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)
    with window(tmp_path, match=match) as pilot:
        hold_beside(pilot, 0, right=0.014)
        pilot.up()
        pilot.until(lambda: match.phase is MatchPhase.CHOOSING)
        play: Any = pilot.table.play
        assert pilot.frame.table.marks is None
        pilot.key(pygame.K_v)
        before: Any = pilot.frame.table.marks
        collapse = play._collapse
        assert "tipped over the right edge of the first block" in before.sentence
        assert before.sentence in pilot.table.hud.log[-1]
        assert (before.block, before.direction) == (collapse.cause.block, 0)
        play.playback.advance(8 * (collapse.begins + 6) * match.tick_seconds, 1)
        frame = pilot.frame
        shown = frame.table
        assert shown.marks.direction == 1
        assert shown.marks.weight.x > shown.marks.pivot.x, "the weight is beyond the edge"
        screen, pictures = pilot.table, []
        for marks in (shown.marks, None):
            target = pygame.Surface((1280, 720))
            seen = frame._replace(table=shown._replace(marks=marks, notes=()))
            draw_table(
                Canvas(target, screen._context.viewport),
                screen.layout,
                screen.presenter.cubes,
                seen,
            )
            pictures.append(target.get_at(tuple(map(round, edge(screen, shown.marks)))))
        assert pictures[0] != pictures[1]


def edge(screen: Any, marks: Marks) -> tuple[float, float]:
    """Return a point of the ring around a block's pivot edge, in pixels."""
    assert marks.pivot is not None
    x, y = screen.presenter.camera.to_px(*marks.pivot)
    return x, y - screen._context.viewport.px(7)
