"""Displays of an attempt: forces, toggles, the cause of a fall, the test."""

import math

import pygame
import pytest

from tests.ui.pilot import Pilot
from tests.ui.practice.playing import place, play, put, view
from towersim.common.units import Target
from towersim.match.match import MatchPhase
from towersim.rules.base import TakeOut
from towersim.rules.practice.challenge import Reach
from towersim.ui.drawing.theme import GLOW, WALNUT_LIGHT
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.sentences import REPLAY


def test_the_x_ray_shows_forces_at_rest_and_the_tilt_withstood(pilot: Pilot) -> None:
    play(pilot, "the-right-foot")
    pilot.key(pygame.K_x)
    pilot.until(lambda: pilot.frame.table.xray is not None)
    frame = pilot.frame
    assert frame.table.xray is not None
    assert frame.table.xray.analysis.thrusts
    assert "withstands a tilt of" in frame.table.xray.line
    pilot.match.submit(next(a for a in view(pilot).legal if isinstance(a, TakeOut)))
    assert pilot.frame.table.xray is None, "while something moves there are no forces to show"


def ground(pilot: Pilot, label: str) -> tuple[int, ...]:
    """Return the colour of a button between its edge and its text."""
    rect = pygame.Rect(pilot.button(label).get_abs_rect())
    pilot.app.draw()
    return tuple(pilot.app.window.get_at((rect.centerx, rect.y + 4)))


def test_the_button_of_an_active_toggle_is_lit_also_under_the_mouse(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    dark, lit = WALNUT_LIGHT, GLOW
    assert ground(pilot, "X-ray")[:3] == dark
    pilot.press("X-ray")
    assert ground(pilot, "X-ray")[:3] == lit
    pilot.move((5, 300))
    assert ground(pilot, "X-ray")[:3] == lit
    pilot.move(pygame.Rect(pilot.button("X-ray").get_abs_rect()).center)
    pilot.frames(2)
    assert ground(pilot, "X-ray")[:3] == lit
    pilot.key(pygame.K_x)
    pilot.move((5, 300))
    assert ground(pilot, "X-ray")[:3] == dark
    pilot.press("Ghost")
    pilot.move((5, 300))
    assert ground(pilot, "Ghost")[:3] == dark, "there is no best attempt whose ghost it could show"


@pytest.mark.slow
def test_the_x_ray_shows_the_result_of_releasing_the_piece_now(pilot: Pilot) -> None:
    play(pilot, "over-the-edge")
    screen = pilot.table
    pilot.key(pygame.K_x)
    pilot.key(pygame.K_1)
    goal = view(pilot).challenge.goal
    assert isinstance(goal, Reach)

    def line(beyond: float) -> str:
        screen.carry.lead(Target(goal.edge_x + beyond, 0.05, 0.0))
        pilot.frames(90)
        # The background result is for the position at the time of the request.
        pilot.until(
            lambda: (
                (seen := pilot.frame.table.xray) is not None
                and abs(seen.landed.pose.x - screen.play.held.pose.x) < 0.002
            )
        )
        return str(pilot.frame.table.xray.line)

    assert "If you let go here: it withstands a tilt of" in line(-0.02)
    assert line(0.02) == "If you let go here: it would not stand; the brick would give way first."


def test_a_fall_is_explained_and_replayed_slowly_with_marks(pilot: Pilot) -> None:
    play(pilot, "the-right-foot")
    for foot in (1, 1):
        figure = pilot.match.figures()[foot]
        px, py = pilot.table.presenter.camera.to_px(figure.pose.x, figure.pose.y)
        pilot.click((round(px), round(py)))
        frames = 0
        while pilot.match.phase is MatchPhase.SETTLING:
            pilot.frames()
            frames += pilot.table.play._explaining is not None
        pilot.frames(2)
    assert frames, "it is explained in small steps, not in the frame of its sentence"
    sentence = " ".join(pilot.table.hint.split())
    assert sentence.startswith("You took out the second foot: the slab tipped over the ")
    assert sentence.endswith(" edge of the first foot. V: see it again"), "and that was the goal"
    screen, collapse = pilot.table, pilot.table.play._collapse
    poses = [[figure.pose for figure in frame] for frame in collapse.film.frames]
    pairs = [zip(each, poses[-1], strict=True) for each in poses]
    moving = [any(math.dist(a, b) > 0.003 for a, b in each) for each in pairs]
    assert 0 < moving[::-1].index(True) < 30, "it does not dwell on what lies"
    heard = [impact for impacts in collapse.film.impacts for impact in impacts]
    assert heard, "the slow replay is not silent"
    pilot.key(pygame.K_v)
    assert pilot.table.hint == REPLAY, "the cause stands beside the marks already"
    marks = screen.play.marks
    assert (marks.block, marks.sentence) == (collapse.cause.block, screen.play.why_it_fell)
    pilot.frames(16)
    assert screen.play.playback.replayed(collapse.film) == pytest.approx(16 * 2 / 8, abs=1)
    pilot.until(lambda: screen.play.playback.replayed(collapse.film) >= collapse.begins, 2000)
    marks = screen.play.marks
    assert marks.direction in (-1, 1)
    assert (marks.weight.x - marks.pivot.x) * marks.direction > 0, "the weight is beyond the edge"
    pilot.key(pygame.K_SPACE)
    assert screen.play.marks is None
    pilot.key(pygame.K_d)
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    pilot.frames(40)
    pilot.press("Why")
    assert screen.play.playback.is_replaying


@pytest.mark.slow
def test_the_table_is_drawn_tilted_and_the_tilt_compared_with_statics(pilot: Pilot) -> None:
    play(pilot, "no-higher-than-needed")
    place(pilot, *["cube 0.0"] * 4)
    put(pilot, "cube", 0.0)
    screen = pilot.table
    pilot.key(pygame.K_d)
    pilot.frames(30)
    camera = pilot.frame.table.camera
    assert math.degrees(camera.turn) == pytest.approx(-(pilot.match.strain or 0.0))
    low, high = camera.to_px(-0.1, 0.0), camera.to_px(0.1, 0.0)
    assert low[1] < high[1], "the right side is down"
    assert screen.presenter.camera.to_m(*high) == pytest.approx((0.1, 0.0))
    raised = screen.layout.areas.room.left + 80, screen.layout.areas.base - 24
    wall = tuple(pilot.app.window.get_at(raised))
    pilot.frames(240)
    pilot.app.draw()
    assert tuple(pilot.app.window.get_at(raised)) != wall, "the table's left side"
    while pilot.match.phase is MatchPhase.SETTLING:
        pilot.match.tick()
    par = float(screen.play.par.split()[-1].removesuffix("°."))
    assert pilot.match.outcome is not None
    assert pilot.match.outcome.measure == pytest.approx(par, abs=0.5)
