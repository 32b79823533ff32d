"""What is shown around an attempt, from forces to the shaken room; nothing waits without need."""

import math
from collections.abc import Hashable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.practice.planned import Planned, proofs
from tests.ui.pilot import Pilot
from tests.ui.practice.playing import place, play, put, settle, view
from towersim.bots.table import turn
from towersim.common.units import BlockId, Pose
from towersim.foresight.reach import over
from towersim.geometry.shapes import Box
from towersim.match.match import MatchPhase
from towersim.practice.attempts import Attempt, Attempts, Placement
from towersim.rules.base import TakeOut
from towersim.rules.practice.state import GiveUp
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.table.disturbance import LoadStress
from towersim.ui.drawing.theme import GLOW, WALNUT_LIGHT, Viewport
from towersim.ui.games.practice.bests import Trail
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.games.practice.play import HASTE, PracticePlay, predicted_tilt
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.screens.game import GameScreen
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
    assert pilot.table.hud.message == "No forces are shown of this end: C looks back."
    assert pilot.app.context.settings.xray_in_practice


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
    assert pilot.match.outcome is not None
    assert pilot.match.outcome.measure == pytest.approx(par, abs=0.5)


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
    while not cart.has_arrived:
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
    assert pilot.match.setup.gap is not None
    assert pilot.frame.effects.cart.x > sum(pilot.match.setup.gap) / 2
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
        assert pilot.table.play.let_go()
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
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Cue] = []
    monkeypatch.setattr(pilot.app.context.sound, "cues", lambda cues, _: heard.extend(cues))
    play(pilot, "no-higher-than-needed")
    place(pilot, *["cube 0.0"] * 5)
    monkeypatch.setattr(Trail, "tilts", property(lambda trail: (7.0,) * len(trail)))
    monkeypatch.setattr(pilot.table, "_creaked", (0, 0))  # the real tilt may be known by now
    pilot.key(pygame.K_d)
    pilot.until(lambda: (pilot.match.strain or 0.0) > 2.5)
    creaks = [cue.volume for cue in heard if cue.sound == CREAK]
    assert len(creaks) == 3, "when it is known, and with each degree"
    assert creaks == sorted(creaks)


REAL = Viewport.cached
"""The window's own cache, which other tests replace."""


def let_go(pilot: Pilot, x: float) -> None:
    """Take a cube and release it at an x, without waiting for rest."""
    pilot.key(pygame.K_1)
    y = over(pilot.match.table, "cube", x, 0.0).y
    pilot.move(pilot.px(x, y), steps=20)
    pilot.down()
    pilot.frames(60)
    pilot.up()
    pilot.frames(1)
    assert pilot.match.airborne


def test_the_next_piece_is_drawn_under_the_pointer_while_one_settles_and_lifted_at_rest(
    pilot: Pilot,
) -> None:
    play(pilot, "first-tower")
    let_go(pilot, 0.0)
    steps = pilot.match.steps
    pilot.click(pilot.table.layout.slots.rect(0).center)
    pilot.move((700, 300))
    pilot.frames(2)
    assert pilot.frame.coming == ("cube", (700, 300))
    pilot.app.draw()
    assert pilot.match.steps == steps, "nothing is recorded or touched"

    pilot.until(lambda: bool(pilot.match.carrying))
    pilot.frames(2)
    assert pilot.frame.coming is None
    assert view(pilot).touches == 1
    pilot.frames(120)
    assert pilot.match.carrying, "it stays in the hand without a button"
    held = pilot.table.play.held
    assert pilot.px(*held.pose[:2])[0] == pytest.approx(700, abs=30)


def test_the_next_piece_by_key_comes_into_the_hand_at_rest(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    let_go(pilot, 0.0)
    pilot.keys(pygame.K_h, pygame.K_d, pygame.K_n)
    assert not pilot.table.hud.message, "a hint would count what still falls as lost"
    pilot.key(pygame.K_1)
    pilot.frames(2)
    assert pilot.frame.coming is None, "keys have no pointer"
    pilot.until(lambda: bool(pilot.match.carrying))


@pytest.mark.slow
def test_a_fall_cancels_the_next_piece(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    put(pilot, "cube", 0.0)
    let_go(pilot, 0.013)
    pilot.key(pygame.K_1)
    pilot.until(lambda: pilot.table.play.has_failed)
    pilot.frames(30)
    assert pilot.match.phase is MatchPhase.CHOOSING


def test_r_begins_again_in_the_next_frame_and_banks_the_stars_that_were_reached(
    pilot: Pilot, tmp_path: Path
) -> None:
    file = Attempts(tmp_path / "practice.sqlite3")
    play(pilot, "first-tower")
    place(pilot, "cube 0.0")
    pilot.keys(pygame.K_1, pygame.K_r)
    assert file.history() == [], "without a star no attempt is kept"
    place(pilot, *["cube 0.0"] * 3)
    before = pilot.match
    pilot.key(pygame.K_r)
    assert pilot.match is not before
    assert pilot.match.phase is MatchPhase.CHOOSING
    (kept,) = file.history()
    assert (kept.stars, kept.pieces) == (1, 3)


@pytest.mark.parametrize(("x", "standing"), [(0.0, 4), (0.017, 3)])
def test_leaving_while_a_piece_settles_banks_the_stars_that_stood(
    pilot: Pilot, tmp_path: Path, x: float, standing: int
) -> None:
    play(pilot, "first-tower")
    moves = ["cube 0.0", "cube 0.0", "cube 0.008"]
    place(pilot, *moves)
    for _ in turn(pilot.match, Planned([*moves, f"cube {x}"])):
        pass
    assert pilot.match.phase is MatchPhase.SETTLING
    pilot.table.put_away()
    file = Attempts(tmp_path / "practice.sqlite3")
    (kept,) = file.history()
    assert (kept.stars, kept.pieces) == (1, standing)
    assert [piece.undone for piece in file.placements()[1]] == [False] * 3 + [standing == 3]


@pytest.mark.slow
def test_who_comes_back_to_the_path_or_a_challenge_waits_for_no_picture_again(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Viewport, "cached", REAL)
    context, screens = pilot.app.context, pilot.app.screens

    def visit() -> dict[Hashable, pygame.Surface]:
        """Look at the path, at a challenge and at its pause; return all pictures kept then."""
        screens[:] = [page := PracticePage(context)]
        page.update(0.1)
        assert not page._pictures.has_all(list(page.places)[:1]), "the first frame waits for none"
        for _ in page.places:
            page.update(0.1)
        pilot.app.draw()
        play(pilot, "crane")
        pilot.key(pygame.K_ESCAPE)
        pilot.app.draw()
        pilot.press("To the chapters")
        return context.viewport._older | context.viewport._cache

    first = visit()
    assert all(first.get(key) is picture for key, picture in visit().items())


def test_two_clicks_lead_from_the_menu_to_a_piece_in_the_hand(pilot: Pilot) -> None:
    pilot.press("Next: First tower")
    assert isinstance(pilot.screen, GameScreen)
    pilot.click(pilot.table.layout.slots.rect(0).center)
    assert pilot.match.phase is MatchPhase.CARRYING


@pytest.mark.parametrize(
    ("height", "turned", "drill"), [(0.12, None, "tower"), (0.0, 1.57, "on-end")]
)
def test_a_drill_practises_the_height_or_angle_at_which_most_pieces_fall(
    pilot: Pilot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    height: float,
    turned: float | None,
    drill: str,
) -> None:
    points: list[float] = []
    monkeypatch.setattr(pygame.draw, "aacircle", lambda *circle: points.append(circle[2][1]))
    fallen = [Placement("cube", None, 0.0, height, fell=True, turned=turned)] * 6
    stood = [Placement("cube", 0.001, 0.0, 0.0, fell=False, turned=0.0)] * 6
    attempt = Attempt("tee", "2026-11-22T12:00:00", 0, None, 9.0, 6, 6, "normal", None)
    Attempts(tmp_path / "practice.sqlite3").add(attempt, [*fallen, *stood])
    pilot.press("Practice", "Your hand")
    pilot.app.draw()
    assert 0 < points[-2] - points[-1] < 40, "one millimetre is little above no star"
    pilot.press("Drill: ")
    made = view(pilot).challenge
    assert made.name == drill or (made.goal.tag, drill) == ("height", "tower")
    assert pilot.frame.advice.startswith("Most comes down ")
    pilot.key(pygame.K_r)
    assert pilot.frame.advice.endswith(": practise that."), "a retry practises the same"
