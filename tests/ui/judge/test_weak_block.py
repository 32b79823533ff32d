"""The round in which one clicks the block that moves first."""

from itertools import islice
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.ui.pilot import window
from towersim.ui.judge import screen as start
from towersim.ui.judge.draw import camera_of
from towersim.ui.judge.screen import TOWERS, JudgeStart, WeakRound, standing_towers


def test_towers_of_a_round_stand_and_come_once() -> None:
    questions = list(islice(standing_towers(1), TOWERS))
    assert all(question.stands for question in questions)
    assert len({question.trial for question in questions}) == TOWERS


def test_the_block_that_moves_first_is_clicked_and_then_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "fresh_seed", lambda: 1)
    with window(tmp_path) as pilot:
        pilot.press("Practice")
        pilot.press("Judge")
        pilot.press("Which block")
        screen: Any = pilot.screen
        assert pilot.shows(WeakRound)
        pilot.app.draw()
        pilot.until(lambda: screen.picture is not None)
        weakest = screen.picture.analysis.summary.weakest
        scene = screen.question.scene
        block = next(each for each in scene.blocks if each.id == weakest)
        camera = camera_of(pilot.app.context.viewport, scene)
        x, y = camera.to_px(*block.pose[:2])
        pilot.click((40, 300))
        pilot.key(pygame.K_RETURN)
        assert (screen.marked, screen.is_answered) == (None, False)
        pilot.move((round(x), round(y)))
        assert (screen.marked, screen.right) == (weakest, []), "the mouse marks what a click names"
        pilot.click((round(x), round(y)))
        pilot.frames(2)
        assert screen.right == [True]
        pilot.app.draw()
        pilot.press("Next tower")
        pilot.until(lambda: screen.picture is not None)
        weakest = screen.picture.analysis.summary.weakest
        wrong = next(each.id for each in screen.question.scene.blocks if each.id != weakest)
        while screen.marked != wrong:
            pilot.key(pygame.K_RIGHT)
        pilot.key(pygame.K_RETURN)
        pilot.frames(2)
        assert screen.right == [True, False]
        pilot.app.draw()
        screen.right += [True] * (TOWERS - 2)
        screen.resize()
        pilot.press("End of the round")
        assert pilot.shows(JudgeStart)
        pilot.press("Which block")
        pilot.press("Stop")
        assert pilot.shows(JudgeStart)
