"""After a fall or a missed goal: the choices, hints, the plan's ghost, looking back, branching."""

import math
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests import known
from tests.matches import lead
from tests.ui.conftest import Exports
from tests.ui.pilot import Pilot, assert_apart, window
from tests.ui.practice.playing import place, play, put, settle, view
from towersim.common.units import Pose, TowerId, Vec
from towersim.files.challengefile import find_challenge, plan_for
from towersim.match.match import MatchPhase
from towersim.practice.attempts import Attempts
from towersim.rules.base import GameOver, StartTower, TakeOut
from towersim.rules.display import Sound
from towersim.rules.practice.challenge import PlanStep
from towersim.theatre.falls import READ
from towersim.ui.explainer import Marks
from towersim.ui.export import ENDING
from towersim.ui.games.practice.coach import Coach
from towersim.ui.games.practice.draw_table import PLAN
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.games.practice.start import new_attempt
from towersim.ui.playback import LAST
from towersim.ui.screens.game import GameScreen


def has_choices(pilot: Pilot) -> bool:
    pilot.frames(2)
    return any("Back to before" in button.label for button in pilot.table.own_buttons())


def laid(pilot: Pilot, step: PlanStep) -> None:
    """Put a piece where a plan has it, without a hand."""
    puts = [a for a in view(pilot).legal if isinstance(a, StartTower) and a.block == step.kind]
    pilot.match.drop(puts[0], step.at.x, step.at.angle)


@pytest.mark.slow
def test_after_a_fall_the_cause_and_the_choices_stand_until_one_is_taken(
    pilot: Pilot, exports: Exports
) -> None:
    play(pilot, "first-tower")
    pilot.key(pygame.K_x)
    put(pilot, "cube", 0.0)
    pilot.until(lambda: pilot.frame.table.xray is not None)
    assert not has_choices(pilot)
    playback = pilot.table.play.playback
    playback.keep_last()
    playback.replay()
    assert playback.is_replaying
    assert not any(pilot.frame.table.xray for _ in range(50)), "only forces at rest are known"
    playback.stop_replay()
    put(pilot, "cube", 0.013, waits=False)
    pilot.until(lambda: pilot.table.play.playback.is_slow)
    settle(pilot)
    assert has_choices(pilot)
    assert "too far out" in pilot.screen.hint
    shown = [pilot.frame.table.xray for _ in range(50)]
    assert not any(shown), "the cause has red marks of its own"
    pilot.press("Film it")
    assert exports[0].options == ("--last-collapse", "--at-most", "10")
    pilot.press("See it")
    assert pilot.table.play.playback.is_replaying
    assert not has_choices(pilot), "while it is seen again"
    pilot.key(pygame.K_SPACE)
    pilot.press("Back to before")
    settle(pilot)
    assert view(pilot).touches == 1
    assert view(pilot).taken_back == 1
    assert not has_choices(pilot)
    assert not pilot.table.play.why_it_fell, "the result tells of no fall that was taken back"
    put(pilot, "cube", 0.013)
    pilot.key(pygame.K_d)
    pilot.frames(2)
    pilot.press("Back to before")
    assert view(pilot).touches == 1, "also after the end"


@pytest.mark.slow
def test_choices_are_fitted_again_where_a_longer_one_takes_their_room(tmp_path: Path) -> None:
    with window(tmp_path, (1920, 1080), language="de", text_size=175) as pilot:
        play(pilot, "first-tower")
        put(pilot, "cube", 0.0)
        put(pilot, "cube", 0.013)
        pilot.key(pygame.K_d)
        pilot.frames(2)
        for button in pilot.screen.buttons._made.values():
            assert not button.visible or button.font.size(button.text)[0] <= button.rect.w


def test_a_plank_that_tips_into_its_place_has_not_failed(pilot: Pilot) -> None:
    play(pilot, "plank-bridge")
    place(pilot, "plank 0.0 0.0 0.15")
    assert view(pilot).stars == 3
    pilot.frames(30)
    assert not pilot.table.play.has_failed
    assert not pilot.table.play.why_it_fell
    assert pilot.button("Done").visible


def test_what_drops_after_it_was_held_for_long_is_seen_from_its_release(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("towersim.table.forensics.WATCHED", 0.5)
    play(pilot, "under-the-ledge")
    pilot.match.lift("plank")
    # Pressed against the side of the ledge, from which it then drops without a failed joint.
    lead(pilot.match, Vec(-0.1, 0.03), Vec(-0.039, 0.03))
    lead(pilot.match, Vec(-0.0385, 0.03), speed=0.001)
    pilot.match.release()
    settle(pilot)
    assert pilot.table.play.why_it_fell == "The plank found nothing to rest on."
    film = pilot.table.play.playback.last_fall
    assert film.frames[0][0].pose.y == pytest.approx(0.03, abs=0.002)
    assert film.frames[-1][0].pose.y < 0.01


def test_a_missed_goal_opens_no_page_and_can_be_built_on_without_a_star(
    pilot: Pilot, tmp_path: Path
) -> None:
    play(pilot, "first-tower")
    place(pilot, "cube 0.0 0.0 0.04")
    pilot.key(pygame.K_d)
    pilot.frames(200)
    assert isinstance(pilot.screen, GameScreen)
    assert pilot.table.prompt.startswith("First tower: ")
    assert pilot.table.prompt.endswith(" mm high. One star: 50 mm high.")
    over = GameOver(known(pilot.match.outcome))
    assert pilot.match.rules.sound(over) is Sound.NONE, "no fanfare for nothing"
    pilot.key(pygame.K_d)
    assert pilot.screen.hint == "The attempt is over: R begins again."
    pilot.press("See it")
    again = pilot.table.play.playback._again
    begun, film = again.at, again.film
    assert film.fallen is None
    assert (len(film.frames) - 1 - begun) * film.tick_seconds <= LAST
    pilot.until(lambda: not pilot.table.play.playback.is_replaying)
    pilot.press("Back to before")
    pilot.frames(2)
    assert pilot.match.phase is MatchPhase.CHOOSING
    assert view(pilot).touches == 1
    put(pilot, "cube", 0.0)
    put(pilot, "cube", 0.0)
    assert view(pilot).stars == 1
    assert pilot.frame.stars == 0, "an attempt that was built on earns none"
    assert pilot.table.prompt.startswith("In one go that is worth one star; built on, it earns")
    pilot.press("Done")
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    page: Any = pilot.screen
    assert page.report.stars == 0
    assert "Built on from an earlier attempt, so it earns no star." in page.report.lines
    (kept,) = Attempts(tmp_path / "practice.sqlite3").history()
    assert kept.stars == 0, "only the first attempt is kept"


def test_a_fall_that_ends_the_attempt_is_taken_back_by_a_branch(pilot: Pilot) -> None:
    play(pilot, "narrow-footing")
    put(pilot, "cube", 0.0)
    put(pilot, "cube", 0.1)
    pilot.until(lambda: pilot.match.outcome is not None)
    assert has_choices(pilot)
    (strong,) = (button.label for button in pilot.table.own_buttons() if button.style == "strong")
    assert strong.startswith("Retry"), "going back earns no star"
    pilot.key(pygame.K_n)
    pilot.frames(2)
    assert pilot.match.outcome is None
    assert view(pilot).touches == 1
    assert len(pilot.table.play.trail) == 1


def test_what_falls_as_a_piece_is_taken_out_is_slow_from_the_start(pilot: Pilot) -> None:
    play(pilot, "wall")
    attempt = pilot.table.play
    for name in ("brick-2", "brick-1"):
        settle(pilot)
        stood = {figure.id: figure for figure in attempt.figures()}
        attempt.submit(TakeOut(stood[name].tower))
    while not attempt.playback.is_slow and not attempt.is_waiting:
        pilot.frames()
    assert max(stood[figure.id].pose.y - figure.pose.y for figure in attempt.figures()) < 0.008


def test_three_hints_lead_from_a_nudge_to_the_next_piece(pilot: Pilot) -> None:
    play(pilot, "counterweight")
    pilot.press("Hint")
    assert pilot.table.hud.message == "The plan uses every piece, the plank last."
    pilot.press("Hint")
    assert pilot.table.hud.message == "Next in the plan: the plank, not turned."
    assert not pilot.frame.next
    pilot.key(pygame.K_h)
    assert pilot.table.hud.message == "The outline shows where the plan puts the plank."
    plan = known(plan_for("counterweight"))
    assert pilot.frame.next.at == plan.steps[0].at
    pilot.app.draw()
    laid(pilot, plan.steps[0])
    pilot.frames(2)
    assert not pilot.frame.next, "each piece is asked for"
    pilot.key(pygame.K_h)
    pilot.frames(2)
    assert pilot.frame.next.at == plan.steps[1].at
    for each in plan.steps[1:]:
        laid(pilot, each)
    pilot.key(pygame.K_h)
    assert pilot.table.hud.message == "Every piece of the plan is in place: press D."
    pilot.keys(pygame.K_r, pygame.K_h)
    assert pilot.frame.next.at == plan.steps[0].at, "the hints given so far stay given"


def test_a_hint_marks_what_the_plan_takes_out(pilot: Pilot) -> None:
    play(pilot, "the-right-foot")
    for sentence in (
        "The plan takes 1 piece out.",
        "Next in the plan: take out the foot.",
        "The outline marks what the plan takes out: the foot.",
    ):
        pilot.key(pygame.K_h)
        assert pilot.table.hud.message == sentence
    pilot.frames(2)
    pilot.click(pilot.px(*pilot.frame.next.aim[:2]))
    pilot.until(lambda: pilot.table.prompt == "Three stars! Press D to finish.")  # what fell had to
    pilot.key(pygame.K_d)
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    pilot.press("Look back")
    pilot.keys(pygame.K_c, pygame.K_h)
    assert pilot.table.hud.message == "The attempt is over: R begins again."


def test_a_hint_tells_that_a_post_which_the_plan_keeps_was_taken_out(pilot: Pilot) -> None:
    play(pilot, "one-from-each-storey")
    take = {round(f.pose.x, 2): f.tower for f in pilot.table.play.figures() if f.kind == "post"}
    for x, told in ((0.04, "The plan takes 6 pieces out."), (0.0, "Not enough is left for the pl")):
        pilot.match.submit(TakeOut(take[x]))
        settle(pilot)
        pilot.key(pygame.K_h)
        assert pilot.table.hud.message.startswith(told)


def test_a_hint_does_not_point_at_the_place_of_a_stone_that_is_stuck() -> None:
    coach = Coach(find_challenge("five-stones"))
    centring = ("centring", Pose(0.0, 0.02355, 0.0))
    in_place, stuck = Pose(-0.0492, 0.0308, 1.26), Pose(-0.0456, 0.043, 0.83)
    for pose, told in ((in_place, "The plan places 5 of 7"), (stuck, "The voussoir is in the way")):
        pieces = centring, ("voussoir", pose)
        assert known(coach.hint(pieces, ["voussoir"], back=True)).startswith(told)
        assert coach.pointed(pieces) is None


def test_a_hint_calls_a_piece_in_place_only_if_it_lies_as_in_the_plan() -> None:
    coach = Coach(find_challenge("tee"))
    (kind, at), *_others = pieces = known(coach.plan).steps[-1].rest
    for turn, told in ((math.pi, None), (math.pi / 2, f"The {kind} is in the way")):
        turned = (kind, at._replace(angle=at.angle + turn)), *pieces[1:]
        hint = coach.hint(turned, [kind], back=True)
        assert (hint or "").startswith(told) if told else hint is None


def test_a_hint_names_a_quarter_turn_as_what_it_is() -> None:
    """In the plan the notched block lies turned by 178°."""
    coach = Coach(find_challenge("points-and-notches"))
    house = (("house", plan.steps[0].at),) if (plan := coach.plan) else ()
    told = [coach.hint(house, ["notched-block", "pyramid"], back=False) for _ in range(2)]
    assert told[1] == "Next in the plan: the notched block, turned by 180° to the left."


def test_the_first_hint_tells_the_pieces_of_the_plan_unless_that_says_nothing() -> None:
    for name, told in {
        "two-arms": "The plan places 3 of 8 pieces, and no cube.",
        "three-stones": "The plan places 3 of 5 pieces. The plan takes 1 piece out.",
        "on-end": "Next in the plan: the block, turned by 90° to the left.",
        "far-out": "The outline shows where the plan puts the brick.",
        "narrow-footing": "The plan places 9 of 30 pieces.",
    }.items():
        challenge = find_challenge(name)
        coach = Coach(challenge)
        supply = [piece.kind for piece in challenge.pieces if piece.count]
        standing = tuple((piece.kind, piece.at) for piece in challenge.standing)
        assert coach.hint(standing, supply, back=True) == told
        for back, way in {True: "N takes the last move back, ", False: ""}.items():
            need = f"Not enough is left for the plan ({supply[0]}): {way}R begins again."
            assert coach.hint(standing, (), back=back) == need


def test_a_hint_tells_that_the_centring_was_taken_out_too_early(pilot: Pilot) -> None:
    play(pilot, "three-stones")
    place(pilot, "voussoir -0.033 1.0472", "take 0")
    pilot.key(pygame.K_h)
    early = "The plan takes the centring out later: N takes the last move back, R begins again."
    assert pilot.table.hud.message == early
    pilot.key(pygame.K_n)
    settle(pilot)
    assert not pilot.table.hud.message, "the hint was about what is no more"


def test_a_closed_arch_asks_to_take_its_centring_out_wherever_its_stones_lie(pilot: Pilot) -> None:
    play(pilot, "flat-arch")
    plan = known(plan_for("flat-arch"))
    left, right, key, out, cart = plan.steps
    key = key._replace(at=key.at._replace(y=key.at.y + 0.01))
    pilot.table.presenter.coach.plan = plan._replace(steps=(left, right, key, out, cart))
    for step, x, asked in ((left, -0.0345, "Drag"), (right, 0.0345, "Drag"), (key, 0.0, "Click")):
        laid(pilot, step._replace(at=Pose(x, 0.0, 0.0)))
        settle(pilot)
        assert pilot.screen.hint.startswith(asked)
    assert not key.is_there(pilot.table.play.pieces)
    hints = "The plan places 4", "Next in the plan: take out", "The outline marks", "The outline sh"
    for told in (*hints, "Ready: press D to begin the test."):
        pilot.key(pygame.K_h)
        assert pilot.table.hud.message.startswith(told)
        if "marks" in told:
            pilot.match.submit(TakeOut(TowerId(0)))
        elif "outline" in told:
            laid(pilot, cart)
        settle(pilot)


@pytest.mark.slow
def test_a_hint_hides_neither_a_cause_nor_an_earlier_state_nor_a_result(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    put(pilot, "cube", 0.0)
    pilot.key(pygame.K_h)
    assert pilot.table.hud.message
    put(pilot, "cube", 0.013)
    assert pilot.screen.hint == pilot.table.play.cause != ""
    for key, told in ((pygame.K_c, "After 2 of 2"), (pygame.K_d, "First tower: ")):
        pilot.key(pygame.K_h)
        assert pilot.table.hud.message
        pilot.key(key)
        pilot.frames(2)
        assert pilot.screen.hint.startswith(told)
        pilot.key(pygame.K_c)


def test_why_a_brick_fell_can_be_read_while_that_is_seen_again(pilot: Pilot) -> None:
    play(pilot, "wall")
    pilot.match.submit(next(a for a in view(pilot).legal if isinstance(a, TakeOut)))
    pilot.until(lambda: pilot.table.play.falls.collapse)
    film = pilot.table.play.falls.collapse.film
    assert len(film.frames) * film.tick_seconds >= film.rate * READ


def test_a_piece_in_the_gap_is_told_and_marked_until_it_is_taken_back(
    pilot: Pilot, exports: Exports
) -> None:
    play(pilot, "plank-bridge")
    place(pilot, "plank -0.047")
    assert pilot.frame.table.marks.block.startswith("plank")
    pilot.key(pygame.K_n)
    settle(pilot)
    place(pilot, "cube 0.0")
    assert has_choices(pilot)
    for _ in range(3):
        pilot.key(pygame.K_h)
    assert pilot.frame.next
    pilot.key(pygame.K_F9)
    assert exports[0].options == ENDING, "the fall before is not what can be seen again"
    said = "The cube lies in the river, so nothing spans the gap."
    pilot.key(pygame.K_v)
    assert pilot.table.play.falls.marks == Marks(pilot.frame.table.marks.block, sentence=said)
    assert not pilot.frame.next, "while it is seen again"
    pilot.key(pygame.K_SPACE)
    assert pilot.frame.table.marks.block.startswith("cube")
    pilot.keys(pygame.K_1, pygame.K_BACKSPACE)
    pilot.frames(2)
    assert pilot.table.prompt == said, "also after another piece was in the hand"
    pilot.key(pygame.K_n)
    settle(pilot)
    assert pilot.table.prompt.startswith("Go to a piece with Tab")
    assert not pilot.table.play.touches_table, "the result does not tell it, either"


@pytest.mark.parametrize(
    ("name", "moves", "said"),
    [
        ("stepping-stone", "plank 0, plank -0.09, plank 0.09", "finish, or R to try with fewer"),
        ("helper", "bridge-deck 0, cube -0.036, plank 0.13, plank -0.128", "finish, or take out a"),
        ("domino-run", "ball 0.25", "The last domino still stands, two stars at best now: go on,"),
        ("five-stones", "voussoir 0.15, take 0", "Not yet: both sides must be joined first"),
        ("one-from-each-storey", "take 8, take 10, take 4", "to finish. For two stars: 4 pieces"),
    ],
)
def test_the_prompt_says_what_can_be_done(pilot: Pilot, name: str, moves: str, said: str) -> None:
    play(pilot, name)
    place(pilot, *moves.split(", "))
    assert said in pilot.table.prompt
    assert pilot.table.play.may_finish == (said[:6] == "finish"), "more can only cost stars"
    offers = name in ("stepping-stone", "domino-run")
    assert has_choices(pilot) == offers, "three stars are out of reach with what is on the table"


@pytest.mark.parametrize(
    ("name", "moves", "said"),
    [
        ("first-tower", "cube 0", ""),
        ("first-tower", "cube 0, cube 0.06", "reaches 120 mm: two stars."),
        ("egg-to-the-top", "egg 0", "From here at best: no star."),
        ("no-higher-than-needed", "cube 0, cube 0.06, cube 0.1, cube 0.15", "low for the test."),
    ],
)
def test_stars_that_what_is_left_cannot_bring_are_told_and_a_retry_is_offered(
    pilot: Pilot, name: str, moves: str, said: str
) -> None:
    play(pilot, name)
    place(pilot, *moves.split(", "))
    assert pilot.table.prompt.endswith(said or "Next, one star: 50 mm high.")
    labels = [button.label for button in pilot.table.own_buttons()]
    assert labels.count("Retry  (R)") == 1 + bool(said)
    pilot.key(pygame.K_h)
    assert pilot.table.hud.message.startswith("Not enough is left") == bool(said)


def test_stars_out_of_reach_are_told_only_after_the_first_move(pilot: Pilot) -> None:
    high = replace(find_challenge("first-tower"), stars=(0.05, 0.5, 0.9))
    pilot.app.screens[:] = [new_attempt(pilot.app.context, high)]
    pilot.frames(2)
    assert pilot.table.prompt == "Drag a piece from the panel onto the table."
    assert not pilot.table.play.has_choices, "there is nothing to begin again"


def test_the_outline_of_a_hint_follows_to_where_the_player_builds(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    place(pilot, "cube 0.07")
    pilot.key(pygame.K_h)
    pilot.frames(2)
    first, second = (step.at for step in pilot.table.presenter.coach.plan.steps[:2])
    assert pilot.frame.next.at.x == pytest.approx(0.07 + second.x - first.x, abs=0.001)
    assert pilot.frame.next.at.y == second.y


def test_the_plan_plays_as_a_ghost_beside_ones_own_measure(pilot: Pilot) -> None:
    play(pilot, "counterweight")
    assert pilot.frame.plan == ()
    pilot.key(pygame.K_t)
    pilot.frames(2)
    frame = pilot.frame
    assert [kind for kind, _pose in frame.plan] == ["plank"], "the first piece is carried in"
    assert frame.par.startswith("Plan: 10")
    start = frame.plan[0][1]
    pilot.frames(30)
    _kind, pose = pilot.frame.plan[0]
    assert pose.x > start.x
    pilot.app.draw()
    assert pilot.app.window.get_at(pilot.px(*pose[:2]))[:3] == PLAN[0].tint, "a body, no wire"
    rest = known(plan_for("counterweight")).steps[-1].rest
    assert pilot.table.presenter.coach.ghost(still=True) == rest, "without movement"
    pilot.until(lambda: pilot.frame.plan == rest)
    pilot.app.draw()
    pilot.key(pygame.K_t)
    pilot.frames(2)
    assert pilot.frame.plan == ()


@pytest.mark.slow  # a whole attempt by mouse
def test_one_looks_back_along_the_curve_with_the_x_ray_and_builds_on(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    for x in (0.0, 0.0, 0.002):
        put(pilot, "cube", x)
    pilot.keys(pygame.K_c, pygame.K_LEFT)
    assert len(pilot.table.play.figures()) == 2
    pilot.frames()
    assert (pilot.frame.measure, pilot.frame.stars) == ("40 mm high", 0), "then, not now"
    pilot.until(lambda: pilot.frame.table.xray is not None)
    shown = pilot.frame.table.xray
    assert len(shown.blocks) == 2
    pilot.until(lambda: all(p.tilt is not None for p in pilot.table.play.trail.curve))
    rect = pilot.table.layout.curve
    pilot.click((rect.centerx - rect.w // 3, rect.centery))
    assert pilot.table.play.shown == 1
    pilot.app.draw()
    pilot.key(pygame.K_LEFT)
    pilot.frames()
    assert pilot.frame.measure == "0 mm high", "as before the first piece"
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(2)
    assert len(pilot.table.play.figures()) == 3
    pilot.keys(pygame.K_c, pygame.K_LEFT)
    pilot.frames(2)
    pilot.press("Build on")
    pilot.frames(2)
    assert view(pilot).touches == 2
    assert len(pilot.table.play.trail) == 2
    assert pilot.frame.best == "Built on from earlier: no star"
    assert pilot.match.record is None
    put(pilot, "cube", 0.0)
    assert len(pilot.table.play.trail) == 3


def test_the_result_page_leads_back_along_its_curve(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    pilot.key(pygame.K_c)
    assert pilot.table.hud.message == "There is nothing to look back at."
    place(pilot, *["cube 0.0"] * 3)
    pilot.grab(pilot.table.layout.slots.rect(0).center)
    pilot.key(pygame.K_c)
    assert pilot.table.hud.message == "Looking back waits until all is at rest."
    pilot.up()
    pilot.keys(pygame.K_n, pygame.K_d)
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    pilot.frames(60)
    pilot.press("Look back")
    assert pilot.shows(GameScreen)
    pilot.frames(2)
    buttons = [pygame.Rect(one.get_abs_rect()) for one in pilot.screen.form.widgets if one.visible]
    assert_apart([pilot.table.layout.curve, *buttons], pilot.app.context.viewport.rect)
