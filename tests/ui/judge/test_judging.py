"""Rounds of Judge, and the round in which one clicks the block that gives way first."""

from itertools import islice
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.ui.pilot import Pilot, window
from towersim.lab.judge import RATED, questions, read
from towersim.ui.drawing import text as draw_text
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.judge import draw, screen as start
from towersim.ui.judge.draw import camera_of, swayed
from towersim.ui.judge.plan import RoundPlan, answers_file


@pytest.mark.slow
def test_an_emptied_name_is_the_last_one_again(pilot: Pilot) -> None:
    pilot.press("Practice", "Judge")
    assert pilot.field is not None
    pilot.field.set_text("")
    pilot.press("stands or falls")
    assert pilot.field.get_text() == pilot.screen.plan.person


def test_a_round_is_judged_and_stored_and_a_damaged_file_is_reported(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, written: list[str]
) -> None:
    monkeypatch.setattr(start, "fresh_seed", lambda: 1)
    pilot.app.draws_every = 1  # the clock of an answer starts when its tower is drawn
    pilot.press("Practice", "Judge", "stands or falls", "as long as you like", "Judge twenty")
    screen = pilot.screen
    screen.questions = screen.questions[:2]
    pilot.frames(10)
    assert not screen.is_hidden
    screen.shown_at -= 1.0
    assert screen.is_hidden, "it is shown for one second"
    # The first answer by mouse: certain to fall, to the right, all of it.
    pilot.press("10\N{NO-BREAK SPACE}%", "to the right", "all of it")
    assert screen.step is start.RoundStep.RUNNING
    assert not screen.is_hidden
    pilot.key(pygame.K_SPACE)
    pilot.until(lambda: screen.step is start.RoundStep.TOLD)
    pilot.key(pygame.K_SPACE)
    assert pilot.screen.step is start.RoundStep.TOLD, "a second press to hurry skips no verdict"
    pilot.frames(60)
    pilot.press("Next tower")
    # The other by keys: certain to stand, therefore no side is asked.
    pilot.until(lambda: screen.shown_at is not None)
    pilot.key(pygame.K_9)
    pilot.until(lambda: screen.step is start.RoundStep.TOLD)
    pilot.frames(60)
    pilot.key(pygame.K_RETURN)
    path = answers_file(pilot.app.context)
    answers = read(path)
    assert [one.trial for one in answers] == [one.trial for one in questions(1)[:2]]
    said = [(one.probability, one.side, one.share) for one in answers]
    assert said == [(0.1, "right", 1.0), (1.0, None, None)]
    assert (answers[0].exposure, answers[0].seconds >= 1.0) == (1.0, True)
    assert pilot.screen.score.towers == 2
    written.clear()
    pilot.app.draw()
    assert " ".join(written).count("0 is") == 1, "what the score means is told once"
    pilot.press("Another round")
    assert pilot.screen.standing.answers == 2
    assert pilot.screen.plan.asks_side
    pilot.press("Back")
    assert any(isinstance(screen, PracticePage) for screen in pilot.app.screens[-1:])
    path.write_text("nonsense\n")
    pilot.press("Judge")
    assert "line 1" in pilot.screen.note
    assert path.read_text() == "nonsense\n"


@pytest.mark.slow  # a whole round
def test_a_rated_round_asks_from_1_to_7_and_tells_nothing_about_single_towers(pilot: Pilot) -> None:
    pilot.app.draws_every = 1
    context = pilot.app.context
    kept = context.settings.options.get("judge")
    pilot.app.show(start.JudgeStart(context, RATED, 5))
    pilot.press("Judge twenty")
    screen = pilot.screen
    screen.questions = screen.questions[:3]
    screen.notice = "not saved"
    assert not screen.is_animating, "nothing changes while one thinks"
    for key in (pygame.K_1, pygame.K_8, pygame.K_4):
        pilot.until(lambda: screen.shown_at is not None)
        pilot.key(key)
        assert screen.step is start.RoundStep.CHANCE, "no simulation, no verdict"
        assert not screen.notice, "the next answer is saved"
    assert len(screen.answers) == 2, "there is no eighth answer"
    pilot.until(lambda: screen.shown_at is not None)
    pilot.press("7")
    answers = read(answers_file(context))
    assert [one.trial for one in answers] == [one.trial for one in questions(5, (), RATED)[:3]]
    assert [(one.rating, one.probability) for one in answers] == [(1, 0.0), (4, 0.5), (7, 1.0)]
    assert all(one.benchmark == RATED and one.seconds > 0 for one in answers)
    assert pilot.screen.score.towers == 3
    assert pilot.screen.standing.levels == (), "one answer of a level would tell its tower's end"
    assert not any("surprise" in line for line in pilot.screen.lines)
    pilot.press("Another round", "Judge twenty")
    after = questions(5, {one.trial for one in answers}, RATED)
    assert [one.trial for one in pilot.screen.questions] == [one.trial for one in after]
    assert context.settings.options.get("judge") == kept, "free rounds keep their options"


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_the_notice_lies_in_the_middle_of_the_window_and_beside_the_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    slips: list[pygame.Rect] = []
    monkeypatch.setattr(draw_text, "draw_slip", lambda _canvas, rect, **_: slips.append(rect))
    with window(tmp_path, size) as pilot:
        pilot.app.show(start.JudgeRound(pilot.app.context, RoundPlan("Ada"), (1, ())))
        pilot.app.draw()
        (slip,) = slips
        assert abs(slip.centerx - size[0] / 2) <= 1
        pilot.screen.notice = 9 * "a long notice "
        pilot.app.draw()
        assert slips[-1].right < pygame.Rect(pilot.button("Stop").get_abs_rect()).left


def test_towers_of_a_round_stand_and_come_once() -> None:
    towers = islice(start.standing_towers(1), draw.ROUND)
    assert len({tower.trial for tower in towers if tower.stands}) == draw.ROUND


def test_the_block_that_moves_first_is_clicked_and_then_shown(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "fresh_seed", lambda: 1)
    pilot.press("Practice", "Judge", "Which block")
    screen: Any = pilot.screen
    assert pilot.shows(start.WeakRound)
    pilot.app.draw()
    pilot.until(lambda: screen.picture is not None)
    weakest = screen.picture.analysis.summary.weakest
    scene = screen.question.scene
    block = next(each for each in scene.blocks if each.id == weakest)
    x, y = camera_of(pilot.app.context.viewport, scene).to_px(*block.pose[:2])
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
    scene = screen.question.scene
    before, later = (swayed(scene, screen.picture, seconds) for seconds in (0.0, 0.9))
    assert before == [block.pose for block in scene.blocks]
    assert later != before
    assert screen.is_animating, "what moves first sways"
    screen.right += [True] * (draw.ROUND - 2)
    screen.resize()
    pilot.press("End of the round")
    assert pilot.shows(start.JudgeStart)
    pilot.press("Which block", "Stop")
    assert pilot.shows(start.JudgeStart)
