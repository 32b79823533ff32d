"""What is shown around an attempt: forces, toggles, falls, the test, the cart, the shaken room."""

import math
from itertools import pairwise
from typing import Any

import pygame
import pytest

from tests import known
from tests.practice.planned import proofs
from tests.ui.pilot import Pilot
from tests.ui.practice.playing import place, play, put, settle, view
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box
from towersim.match.match import MatchPhase
from towersim.rules.base import TakeOut
from towersim.rules.practice.state import GiveUp
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.table.disturbance import LoadStress
from towersim.ui.drawing.theme import GLOW, WALNUT_LIGHT
from towersim.ui.games.practice.bests import Trail
from towersim.ui.games.practice.play import HASTE, PracticePlay, predicted_tilt
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.sentences import REPLAY
from towersim.ui.sound.cues import CREAK, Cue
from towersim.ui.stacking.effects import ROLLS, Cart, Effects


def test_the_x_ray_shows_forces_at_rest_and_the_tilt_withstood(pilot: Pilot) -> None:
    play(pilot, "the-right-foot")
    pilot.key(pygame.K_x)
    pilot.until(lambda: pilot.frame.table.xray is not None)
    assert pilot.frame.table.xray.analysis.thrusts
    pilot.until(lambda: "withstands a tilt of" in pilot.frame.table.xray.line)
    pilot.match.submit(next(a for a in view(pilot).legal if isinstance(a, TakeOut)))
    assert pilot.frame.table.xray is None, "while something moves there are no forces to show"


def test_the_x_ray_of_an_end_is_that_of_the_curve_and_its_button_is_out_without_one(
    pilot: Pilot,
) -> None:
    play(pilot, "first-tower")
    place(pilot, *["cube 0.0"] * 2)
    pilot.press("X-ray")
    pilot.key(pygame.K_d)
    pilot.until(lambda: pilot.match.outcome and pilot.frame.table.xray is not None)
    assert pilot.frame.table.xray.blocks == pilot.table.play.trail.at(2).scene.blocks
    pilot.move((5, 300))
    assert ground(pilot, "X-ray")[:3] == GLOW

    pilot.table.put_away()
    play(pilot, "first-quake")
    pilot.match.submit(GiveUp())
    pilot.frames(2)
    assert pilot.frame.table.xray is None
    assert ground(pilot, "X-ray")[:3] == WALNUT_LIGHT
    pilot.key(pygame.K_x)
    assert pilot.table.hud.message == "No forces are shown now: C looks back."
    assert pilot.app.context.settings.xray_in_practice


def test_the_x_ray_of_a_state_is_not_that_of_one_taken_back(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    for x in (0.0, 0.05):
        place(pilot, f"cube {x}")
        pilot.key(pygame.K_c)
        pilot.until(lambda: pilot.frame.table.xray is not None)
        (thrust, *_) = pilot.frame.table.xray.analysis.thrusts
        assert thrust.at[0] == pytest.approx(x, abs=0.012)
        pilot.keys(pygame.K_c, pygame.K_n)
        settle(pilot)


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
    above = pilot.at
    for at in (above, (5, 300), above):
        pilot.move(at)
        pilot.frames(2)
        assert ground(pilot, "X-ray")[:3] == lit
    pilot.key(pygame.K_x)
    pilot.move((5, 300))
    assert ground(pilot, "X-ray")[:3] == dark
    assert not pilot.button("Ghost").is_enabled, "there is no best attempt that it could show"


def test_a_fall_is_explained_and_replayed_slowly_with_marks(pilot: Pilot) -> None:
    play(pilot, "the-right-foot")
    for foot in (1, 1):
        figure = pilot.match.figures()[foot]
        pilot.click(pilot.px(*figure.pose[:2]))
        settle(pilot)
    sentence = " ".join(pilot.screen.hint.split())
    assert sentence.startswith("You took out the second foot: the slab tipped over the ")
    assert sentence.endswith(" edge of the first foot. V: see it again"), "and that was the goal"
    screen, collapse = pilot.table, pilot.table.play.falls.collapse
    poses = [[figure.pose for figure in frame] for frame in collapse.film.frames]
    pairs = [zip(each, poses[-1], strict=True) for each in poses]
    moving = [any(math.dist(a, b) > 0.003 for a, b in each) for each in pairs]
    assert 0 < moving[::-1].index(True) < 30, "it does not dwell on what lies"
    heard = [impact for impacts in collapse.film.impacts for impact in impacts]
    assert heard, "the slow replay is not silent"
    pilot.key(pygame.K_v)
    assert pilot.screen.hint == REPLAY, "the cause stands beside the marks already"
    marks = screen.play.falls.marks
    assert (marks.block, marks.sentence) == (collapse.told.cause.block, screen.play.why_it_fell)
    pilot.frames(16)
    assert screen.play.playback.replayed(collapse.film) == pytest.approx(16 * 2 / 8, abs=1)
    pilot.until(lambda: screen.play.playback.replayed(collapse.film) >= collapse.begins, 2000)
    marks = screen.play.falls.marks
    assert marks.direction in (-1, 1)
    assert (marks.weight.x - marks.pivot.x) * marks.direction > 0, "the weight is beyond the edge"
    pilot.key(pygame.K_SPACE)
    assert screen.play.falls.marks is None
    pilot.key(pygame.K_d)
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    pilot.frames(40)
    pilot.press("Why")
    assert screen.play.playback.is_replaying


def test_what_comes_straight_down_after_a_piece_was_taken_out_is_told_and_shown(
    pilot: Pilot,
) -> None:
    play(pilot, "wall")
    pilot.click(pilot.px(*pilot.match.figures()[0].pose[:2]))
    settle(pilot)
    sentence = "You took out the first brick: the first half brick had nothing left to rest on."
    assert " ".join(pilot.screen.hint.split()).endswith(sentence)
    pilot.key(pygame.K_v)
    assert pilot.table.play.falls.marks.sentence == sentence
    assert pilot.table.play.falls.marks.block == pilot.match.figures()[2].id


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
    assert known(pilot.match.outcome).measure == pytest.approx(par, abs=0.5)


@pytest.mark.parametrize(
    ("gap", "told"),
    [
        (0.0005, "at 18.4°, or at 90.0° once gaps of up to 0.5 mm have closed."),
        (0.002, "at 18.4°."),
        (0.0, "at 90.0°."),
    ],
)
def test_a_joint_that_closes_in_the_test_is_told_beside_statics(gap: float, told: str) -> None:
    """A post turns about its edge, unless it leans on a wall."""
    post = Box(0.02, 0.06)
    blocks = (
        Block(BlockId("post"), post, Material(), 0.02, Pose(0.0, 0.03, 0.0)),
        Block(BlockId("wall"), post, Material(), 0.02, Pose(0.02 + gap, 0.03, 0.0), fixed=True),
    )
    assert (
        predicted_tilt(Scene(TableTop(), blocks), 1) == f"By statics it begins to give way {told}"
    )


def built(pilot: Pilot, name: str) -> None:
    play(pilot, name)
    place(pilot, *proofs()[name]["three_stars"].moves)


def test_the_cart_stays_on_the_bridge_from_one_bank_to_the_other() -> None:
    def block(x: float, y: float, w: float, h: float) -> Block:
        return Block(BlockId("b"), Box(w, h), Material(), 0.02, Pose(x, y, 0.0))

    sides = [block(x, 0.02, 0.1, 0.04) for x in (-0.1, 0.1)]
    bridge = [*sides, block(0, 0.046, 0.2, 0.012)]
    cart, poses = Cart((-0.05, 0.05), bridge), list[Pose]()
    while cart.seconds < ROLLS:
        poses.append(cart.pose)
        cart.seconds += 0.02
    assert poses[0].x < -0.05
    assert poses[-1].x > 0.05
    assert all(a.x <= b.x for a, b in pairwise(poses))
    assert all(pose.y > 0.0495 for pose in poses), "never inside the bridge"
    deck = {round(pose.y, 4) for pose in poses if abs(pose.x) < 0.02}
    assert deck == {0.062}, "on the deck"


@pytest.mark.parametrize("moves", [True, False])
def test_a_cart_rolls_over_a_finished_bridge_before_its_result_unless_movement_is_off(
    pilot: Pilot, *, moves: bool
) -> None:
    built(pilot, "plank-bridge")
    assert pilot.screen.hint == "Three stars! Press D to finish."
    presenter = pilot.table.presenter
    pilot.change(animations=moves)
    pilot.key(pygame.K_d)
    if not moves:
        pilot.until(lambda: pilot.shows(AttemptResult), 60)
        assert presenter.cart is None
        return
    pilot.until(lambda: presenter.is_rolling, 60)
    pilot.frames(30 + round(60 * (ROLLS - 0.6)))
    assert not pilot.shows(AttemptResult)
    assert pilot.frame.effects.cart.x > sum(known(pilot.match.setup.gap)) / 2
    pilot.key(pygame.K_SPACE)
    pilot.until(lambda: pilot.shows(AttemptResult), 60)


def test_a_weight_is_lowered_onto_the_loaded_piece(pilot: Pilot) -> None:
    built(pilot, "crane")
    assert pilot.frame.effects == Effects()
    pilot.key(pygame.K_d)
    pilot.frames(20)
    load = pilot.frame.effects.load
    assert (load[0].kind, load[1]) == ("hook", pilot.match.strain)
    assert 0.2 < load[2] < 0.6
    pilot.change(animations=False)
    assert pilot.frame.effects.load[2] == 1.0
    told: list[float] = []
    while pilot.match.outcome is None:
        told.append(float(pilot.frame.measure.split()[0]))
        pilot.frames()
    assert max(told) == pytest.approx(pilot.match.outcome.reached, abs=0.005), "no more than counts"


@pytest.mark.slow
def test_the_result_tells_that_a_test_reached_its_limit(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LoadStress, "seconds", 5.0)
    built(pilot, "flat-arch")
    pilot.key(pygame.K_d)
    pilot.frames(2)
    pilot.key(pygame.K_f)
    pilot.until(lambda: pilot.shows(AttemptResult))
    page: Any = pilot.screen
    held = "The load reached 1.3 N, the most that the test applies, and everything held."
    assert held in page.report.lines
    assert "why" not in page._exits, "nothing fell that could be seen again"


@pytest.mark.slow
def test_a_quake_shakes_the_table_and_swings_the_lamps(pilot: Pilot) -> None:
    built(pilot, "first-quake")
    assert pilot.table.prompt == "Ready: press D to begin the test.", "no piece is left"
    pilot.key(pygame.K_d)
    frames = []
    for _ in range(40):
        pilot.frames(2)
        frames.append(pilot.frame)
    lefts = [frame.table.camera.left - frame.rest.left for frame in frames]
    assert min(lefts) < -0.2
    assert max(lefts) > 0.2, "to both sides"
    assert 0 < max(abs(frame.effects.swing) for frame in frames) < math.radians(30)
    pilot.change(animations=False)
    assert pilot.frame.effects.sway is None
    assert pilot.frame.table.camera == pilot.frame.rest


def test_a_dropped_piece_raises_dust_unless_movement_is_off(pilot: Pilot) -> None:
    for moves in (True, False):
        play(pilot, "first-tower")
        if not moves:
            pilot.change(animations=False)
        pilot.table.play.lift("cube")
        assert pilot.table.play.let_go() == ""
        raised = 0
        for _ in range(90):
            pilot.frames()
            raised = max(raised, len(pilot.frame.table.dust))
        assert (raised > 0) is moves
        assert len(pilot.table.play.trail) == 1
        pilot.table.put_away()


def test_a_test_that_has_earned_all_stars_goes_on_faster(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(pilot, "no-higher-than-needed")
    place(pilot, *["cube 0.0"] * 5)
    pilot.key(pygame.K_d)
    pilot.until(lambda: (pilot.match.strain or 0.0) > 0.5)
    pilot.keys(pygame.K_h, pygame.K_d, pygame.K_n)
    assert not pilot.table.hud.message, "they wait until all is at rest"
    tilted = []
    for stars in (2, 3):
        monkeypatch.setattr(PracticePlay, "stars_so_far", stars)
        before = pilot.match.strain or 0.0
        pilot.frames(30)
        tilted.append((pilot.match.strain or 0.0) - before)
    assert tilted == [pytest.approx(0.5, abs=0.1), pytest.approx(0.5 * HASTE, abs=0.3)]


@pytest.mark.slow
def test_wood_creaks_the_louder_the_less_it_withstands(
    pilot: Pilot, heard: list[tuple[Cue, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(pilot, "no-higher-than-needed")
    place(pilot, *["cube 0.0"] * 5)
    monkeypatch.setattr(Trail, "tilts", property(lambda trail: (7.0,) * len(trail)))
    monkeypatch.setattr(pilot.table, "_creaked", (0, 0))  # the real tilt may be known by now
    pilot.key(pygame.K_d)
    pilot.until(lambda: (pilot.match.strain or 0.0) > 2.5)
    creaks = [cue.volume for cue, _ in heard if cue.sound == CREAK]
    assert len(creaks) == 3, "when it is known, and with each degree"
    assert creaks == sorted(creaks)
