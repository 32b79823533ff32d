"""G skips the turns of others, which stay in the log, and never a person's own turn."""

from pathlib import Path

import pygame

from tests.ui.pilot import window
from towersim.match.match import Match
from towersim.match.record import SeatSpec


def test_g_skips_bots_and_takes_a_green_cube_on_ones_own_turn(tmp_path: Path) -> None:
    seats = (SeatSpec("Bruno", "uniform"), SeatSpec("Ada"))
    with window(tmp_path, match=Match.new("fawlty-towers", seats, seed=3)) as pilot:
        play = pilot.table.play
        assert not play.is_human_turn
        pilot.key(pygame.K_g)
        pilot.until(lambda: play.is_human_turn and not play.is_skipping, 100)
        pilot.frames(2)
        assert not play.queue.busy
        assert any(
            "Bruno" in line or "holds" in line or "fell" in line for line in pilot.table.hud.log
        )
        pilot.key(pygame.K_g)
        assert play.held is not None
        assert play.held.kind == "green"
