"""Practice in the real window: chapters, a challenge by mouse and by keys, the result, a retry."""

from datetime import date, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest
from msgspec.structs import replace

from tests.practice.planned import proofs
from tests.ui.conftest import Exports
from tests.ui.pilot import SEEN, Pilot, window
from tests.ui.practice.playing import place, play, put, settle, stop, view
from tests.ui.same_process import SameProcess
from towersim.bots.table import final_outcome
from towersim.common.units import BlockId, Pose
from towersim.files.challengefile import all_challenges, find_challenge, plan_for
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.practice import generated
from towersim.practice.attempts import Attempt, Attempts, Placement
from towersim.practice.generated import daily_name
from towersim.rules.base import TakeOut
from towersim.rules.display import Sound
from towersim.rules.practice.challenge import Challenge, Plan, table_of
from towersim.rules.practice.state import GiveUp, Options, View
from towersim.table import placing
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import ACCENT, SMALLEST, Viewport, WindowStyle
from towersim.ui.export import clip_path
from towersim.ui.games.practice import chapters, coach, hand_page, result
from towersim.ui.games.practice.bests import RestingBuilding, TrailPiece
from towersim.ui.games.practice.chapters import PALE, PracticePage
from towersim.ui.games.practice.controller import PracticeController
from towersim.ui.games.practice.hand_page import HandPage
from towersim.ui.games.practice.layout import Layout
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.games.practice.start import new_attempt
from towersim.ui.screens.game import GameScreen
from towersim.ui.sound.cues import Cue
from towersim.ui.stacking.draw_blocks import table_pieces


def test_practice_is_the_first_entry_of_the_menu_and_shows_all_challenges(pilot: Pilot) -> None:
    pilot.key(pygame.K_RETURN)
    assert pilot.shows(PracticePage)
    shown = [*pilot.screen.places]
    for _ in range(pilot.screen.page_count - 1):
        pilot.key(pygame.K_PAGEDOWN)
        shown += pilot.screen.places
    assert shown == [challenge.name for challenge in all_challenges()]
    pilot.click(stop(pilot, "tee"))
    assert isinstance(pilot.screen, GameScreen)
    assert view(pilot).challenge.name == "tee"


def test_a_refusal_says_how_high_pieces_can_be_put_down(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placing, "HEADROOM", 0.05)
    play(pilot, "first-tower")
    pilot.table.play.lift("cube")
    pilot.table.carry.hand.begin(Pose(0.0, 0.1, 0.0))
    pilot.frames(60)
    pilot.key(pygame.K_RETURN)
    assert pilot.screen.hint == "The cube is higher than 0.05 m, where nothing can be put down."
    assert pilot.table.play.held


@pytest.mark.parametrize("size", SEEN)
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_supply_and_choices_end_above_what_follows(size: tuple[int, int], text: float) -> None:
    viewport = Viewport(size, Fonts(), WindowStyle(text=text))
    kinds = max(len(challenge.pieces) for challenge in all_challenges())
    for count in range(1, kinds + 1):
        layout = Layout(viewport, count)
        assert layout.slots.rect(count - 1).bottom < layout.finish.top
        assert layout.choices(["Again"] * 5)[-1].bottom < layout.below_choices


def test_pieces_show_their_material() -> None:
    for name, looks in {
        "slippery": {"ice", "rubber"},
        "heavy-below": {"natural", "stone"},
        "crane": {"stone", "thing jib", "thing hook"},
        "cart": {"natural", "stone", "thing cart"},
    }.items():
        pictures = table_pieces(table_of(find_challenge(name))).values()
        assert {piece.colour for piece in pictures} == looks


def test_lengths_of_pieces_can_be_compared_in_the_supply(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scales = list[float]()
    monkeypatch.setattr(Sprites, "draw_in", lambda *given: scales.append(given[-1]))
    play(pilot, "three-lengths")
    pilot.app.draw()
    assert len(scales) >= 3
    assert len(set(scales)) == 1


def test_a_piece_that_is_used_up_stays_faintly_in_the_supply(pilot: Pilot) -> None:
    play(pilot, "three-posts")
    room = pilot.table.layout.slots.rect(0).inflate(-60, -30).move(-20, 0)

    def contrast() -> int:
        pilot.frames(2)
        pilot.app.draw()
        shades = pygame.surfarray.array_red(pilot.app.window.subsurface(room))
        return int(shades.max()) - int(shades.min())

    fresh = contrast()
    place(pilot, *proofs()["three-posts"]["three_stars"].moves)
    assert pilot.frame.slots[0].left == 0
    assert 10 < contrast() < fresh / 2


@pytest.mark.slow
def test_taking_back_costs_a_star_and_counts_for_the_hand(pilot: Pilot, tmp_path: Path) -> None:
    play(pilot, "shaky-day")
    place(pilot, *["cube 0.0"] * 5)
    assert pilot.table.prompt.endswith("to keep them, or risk them for a better measure.")
    pilot.press("Take back")
    assert pilot.table.hud.message == "Taken back: that costs one star."
    settle(pilot)
    assert not pilot.table.play.has_choices, "a second star is left to earn"
    put(pilot, "cube", 0.0)
    most = "That is worth two stars, the most after taking back: press D to finish, or R to begin "
    assert pilot.table.prompt == most + "again."
    assert pilot.table.play.has_choices
    pilot.press("Done")
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    assert "Taking back cost one star." in pilot.screen.report.lines
    (placed,) = Attempts(tmp_path / "practice.sqlite3").placements().values()
    undone = [(piece.undone, piece.x is None) for piece in placed]
    assert undone == [(False, False)] * 5 + [(True, True)]
    statistics = HandPage(pilot.app.context).statistics
    assert len(statistics.tremors) == 6
    pilot.frames(45)
    pilot.key(pygame.K_r)
    pilot.frames(2)
    assert len(pilot.frame.ghost) == len(pilot.table.bests.curve) == 5


def test_the_clip_of_an_attempt_is_written_beside_its_record_and_shown(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, exports: Exports
) -> None:
    shown = list[Path]()
    monkeypatch.setattr(result, "reveal", shown.append)
    play(pilot, "first-tower")
    record = pilot.match.record
    place(pilot, *["cube 0.0"] * 3)
    pilot.press("(D)")
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    pilot.frames(45)
    pilot.press("Share the clip")
    assert pilot.screen.note == "done"
    buttons = [widget.rect for widget in pilot.screen.form.widgets]
    assert pilot.screen._foot.collidelist(buttons) == -1, "no button covers the note"
    assert record is not None
    (export,) = exports
    assert (export.record, export.options) == (record, ("--at-most", "10"))
    assert shown == [export.path] == [clip_path(record)]


@pytest.mark.slow
def test_each_star_rings_and_the_next_one_and_a_new_best_are_told(
    pilot: Pilot, heard: list[tuple[Cue, float]]
) -> None:
    told = []
    file = Attempts(pilot.app.context.files.records.parent / "practice.sqlite3")
    for name in ("on-end", "shaky-day", "long-and-thin", "tapering", "narrow-footing"):
        file.add(Attempt(name, "2026-11-22T12:00:00", 1, 0.1, 9.0, 3, 3, "normal", None))
    piece = Placement("cube", 0.0, 0.0, 0.0, fell=False, x=0.0, y=0.01, angle=0.0)
    none = Attempt("first-tower", "2026-11-22T12:00:00", 0, 0.02, 9.0, 1, 1, "normal", None)
    file.add(none, [piece])
    play(pilot, "first-tower")
    bests = pilot.table.bests
    assert (bests.line, bests.ghost, bests.curve) == ("", (), ()), "without a star: none to beat"
    for cubes in (3, 5):
        place(pilot, *["cube 0.0"] * cubes)
        assert pilot.frame.fresh, "the star pops"
        pilot.key(pygame.K_d)
        pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
        pilot.until(lambda: not pilot.screen.is_animating)
        report = pilot.screen.report
        told.append((*report.news, *report.lines[:2]))
        pilot.key(pygame.K_r)
    bests.honour = ""
    assert not bests.news
    bests._beaten = replace(bests._best, measure=bests._best.measure - 1e-6)
    assert not bests.news, "better by less than is told"
    sounds = [cue.sound for cue, _ in heard]
    assert sounds.count(Sound.COIN) == 3 + 3, "while building, and on the pages"
    assert sounds.count(Sound.FANFARE) == 2
    complete = "Hand is complete: a medal of bronze!"
    assert told[0] == (complete, "", "", "Next, two stars: 90 mm high.")
    assert told[1][0] == "A new best of your own! It was 60.1 mm high."
    assert told[1][3] == "Next, three stars: 130 mm high."


def test_an_attempt_adds_its_star_to_the_chapters(pilot: Pilot, tmp_path: Path) -> None:
    play(pilot, "first-tower")
    place(pilot, *["cube 0.0"] * 3)
    assert view(pilot).stars == 1
    pilot.frames(2)
    pilot.press("Done")
    pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
    page = pilot.screen
    pilot.key(pygame.K_n)
    assert pilot.screen is page, "a stray key"
    pilot.frames(45)
    pilot.until(lambda: not page.is_animating)
    mine, best = page.report.curves()
    assert len(mine) == 3
    tilts = [point.tilt for point in mine]
    assert tilts[0] > tilts[2] > 0, "the higher, the less it withstands"
    assert best == ()
    pilot.press("Chapters")
    assert pilot.shows(PracticePage)
    assert pilot.screen.stars == {"first-tower": 1}
    chapters = pilot.screen
    pilot.press("Your hand")
    hand = pilot.app.screens[-1]
    assert isinstance(hand, HandPage)
    assert len(hand.statistics.tremors) == 3
    pilot.press("Back")
    assert pilot.screen is chapters
    file = Attempts(tmp_path / "practice.sqlite3")
    (kept,) = file.history()
    assert (kept.challenge, kept.stars, kept.pieces) == ("first-tower", 1, 3)
    assert [each.tilt for each in file.placements()[1]] == [each.tilt for each in mine]
    play(pilot, "first-tower")
    ghost = pilot.table.bests.ghost
    assert [round(pose.y, 3) for _, pose in ghost] == [0.01, 0.03, 0.05]
    assert pilot.table.bests.curve == file.placements()[1]
    pilot.frames(2)
    for shown in (ghost, (), ghost):
        assert pilot.frame.ghost == shown
        pilot.key(pygame.K_g)


def test_a_piece_taken_back_leaves_the_trail(pilot: Pilot) -> None:
    play(pilot, "the-right-foot")
    trail = pilot.table.play.trail
    scene = pilot.match.table.scene()
    for name in ("a", "b"):
        placed = Placement("cube", 0.0, 0.0, 0.0, fell=False)
        trail.add(TrailPiece(BlockId(name), placed, RestingBuilding(scene, 4)))
    trail.take_back()
    assert len(trail.tilts) == 1
    assert [piece.undone for piece in trail.finished()] == [False, True]
    pilot.until(trail.update)
    assert trail.tilts[0] is not None
    assert trail.finished()[0].x is None, "no such piece stands"
    taken = Placement("cube", 0.0, 0.0, 0.0, fell=True, taken=True)
    trail.add(TrailPiece(BlockId("c"), taken, RestingBuilding(scene, 7)))
    pilot.until(trail.update)
    after = replace(taken, tilt=trail.tilts[0])
    assert trail.curve[1] == after, "its rubble, as the x-ray has it"


def test_a_piece_can_be_placed_by_keys_alone(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    pilot.key(pygame.K_TAB)
    pilot.frames()
    assert pilot.screen.hint == "Go to a piece with Tab, take it with Enter."
    assert [slot.hovered for slot in pilot.frame.slots] == [True], "a gamepad has no digits"
    pilot.key(pygame.K_RETURN)
    assert pilot.match.phase is MatchPhase.CARRYING
    pilot.key(pygame.K_BACKSPACE)
    pilot.key(pygame.K_1)
    assert pilot.match.phase is MatchPhase.CARRYING
    assert "Enter places it" in pilot.screen.hint
    pilot.hold(pygame.K_RIGHT, 30)
    pilot.frames(2)
    pilot.hold(pygame.K_DOWN, 60)
    pilot.key(pygame.K_SPACE)
    settle(pilot)
    assert view(pilot).blocks[0] == "cube"
    pilot.key(pygame.K_BACKSPACE)
    assert view(pilot).blocks[0] is None
    assert pilot.table.play.figures() == (), "what was taken back is not drawn any more"
    pilot.key(pygame.K_d)
    assert pilot.screen.hint == "Not yet: build something first."
    assert pilot.match.outcome is None


def test_a_standing_piece_is_taken_out_by_a_click_or_by_keys(pilot: Pilot) -> None:
    play(pilot, "one-from-each-storey")
    figure = pilot.match.figures()[0]
    pilot.click(pilot.px(*figure.pose[:2]))
    settle(pilot)
    assert view(pilot).value == 1
    pilot.keys(pygame.K_TAB, pygame.K_RETURN)
    settle(pilot)
    assert view(pilot).touches == 2
    trail = pilot.table.play.trail
    pilot.until(trail.update)
    assert [point.taken for point in trail.curve] == [True, True], "the curve has both"
    assert all(point.tilt is not None for point in trail.curve)


def test_once_all_is_placed_the_prompt_says_why_the_test_may_not_begin(pilot: Pilot) -> None:
    play(pilot, "slippery")
    at = zip(("ice-slab", "rubber-slab"), ((-0.2, -0.1), (0.0, 0.1, 0.2)), strict=True)
    place(pilot, *(f"{kind} {x}" for kind, row in at for x in row))
    assert pilot.table.prompt == "Not yet: the building must be 58 mm high first."
    pilot.key(pygame.K_d)
    assert pilot.table.hud.message == pilot.table.prompt, "as the refused test is explained"


def test_f1_opens_the_rules_and_the_pause_leads_back_to_the_chapters(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    pilot.key(pygame.K_F1)
    assert pilot.screen.pages[0].title == "You against gravity"
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(2)
    pilot.key(pygame.K_ESCAPE)
    pilot.button("Start again")
    for absent in ("deal", "Save"):
        with pytest.raises(AssertionError, match="there is no button"):
            pilot.button(absent)
    pilot.press("To the chapters")
    assert pilot.shows(PracticePage)


def plan_of_tee(challenge: Challenge) -> Plan | None:
    assert challenge.name.startswith("daily")
    return plan_for("tee")


def daily(day: date) -> Challenge:
    return replace(find_challenge("tee"), name=daily_name(day), number=0)


def test_the_challenge_of_the_day_is_made_once_and_kept(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = SameProcess()
    monkeypatch.setattr(generated, "daily_challenge", daily)
    monkeypatch.setattr(chapters, "slow_worker", lambda: process)
    solver = SameProcess()
    monkeypatch.setattr(coach, "slow_worker", lambda: solver)
    monkeypatch.setattr(coach, "solver_plan", plan_of_tee)
    pilot.press("Practice")
    pilot.frames(50)
    assert process.asked < 1, "who only passes through waits for nothing"
    pilot.until(lambda: process.asked > 0, 30)
    for days in (0, 0, 1):  # the last page stands open at midnight
        pilot.app.screens[:] = [PracticePage(pilot.app.context)]
        now = datetime.now() + timedelta(days=days)
        monkeypatch.setattr(chapters, "datetime", Mock(now=Mock(return_value=now)))
        pilot.frames(60)
        pilot.click(pilot.screen.daily.center)
        assert isinstance(pilot.screen, GameScreen)
        assert view(pilot).challenge.name == daily_name(now.date())
        pilot.table.put_away()
    assert process.asked == 2
    pilot.until(lambda: pilot.table.presenter.coach.plan is not None, 30)
    pilot.press("Plan")
    assert pilot.frame.par.startswith("Plan: 18"), "what the solver reached"


def test_the_chapters_show_the_stars_of_the_day(pilot: Pilot, tmp_path: Path) -> None:
    name = daily_name(datetime.now().date())
    attempts = Attempts(tmp_path / "practice.sqlite3")
    attempts.add(Attempt(name, "2026-11-22T12:00:00", 2, 0.1, 9.0, 3, 3, "normal", None))
    pilot.press("Practice")
    pilot.app.draw()
    rect = pilot.screen.daily
    middles = [(rect.centerx + x, rect.bottom - 13) for x in (-20, 0, 20)]
    tints = [pilot.app.window.get_at(at)[:3] for at in middles]
    assert tints == [ACCENT, ACCENT, PALE]


@pytest.mark.usefixtures("cwd")
def test_the_message_about_a_damaged_file_is_shown_whole_in_german(written: list[str]) -> None:
    folder = Path("home/ada/.local/share/towersim")
    (folder / "challenges").mkdir(parents=True)
    (folder / "challenges" / "own-x.toml").write_text("format = 1\ntitle = 3", encoding="utf-8")
    (folder / "practice.sqlite3").write_bytes(b"this is no database" * 60)
    with window(folder, SMALLEST, language="de") as pilot:
        pilot.app.draw()
        pilot.press("Üben")
        pilot.app.draw()
    assert any("bleibt als practice.sqlite3.damaged erhalten" in text for text in written)
    assert any(text.endswith("erwartet: Text, gefunden: eine ganze Zahl") for text in written)


@pytest.mark.slow
def test_endless_building_begins_with_the_first_untried_challenge(pilot: Pilot) -> None:
    pilot.press("Practice")
    pilot.screen.stars["endless-1"] = 0
    pilot.press("Endless")
    assert view(pilot).challenge.name == "endless-2"
    pilot.frames()
    assert {slot.left for slot in pilot.frame.slots} == {None}, "the supply never ends"
    kinds = [piece.kind for piece in view(pilot).challenge.pieces]
    place(pilot, *(f"{kinds[0]} 0.0" for _ in range(6)))
    pilot.key(pygame.K_d)
    pilot.until(lambda: pilot.shows(AttemptResult))
    pilot.frames(45)
    pilot.press("Next")
    assert view(pilot).challenge.name == "endless-3"


def test_giving_up_before_the_load_is_in_place_ends_the_attempt(pilot: Pilot) -> None:
    play(pilot, "flat-arch")
    pilot.match.submit(next(a for a in view(pilot).legal if isinstance(a, TakeOut)))
    settle(pilot)
    pilot.match.submit(GiveUp())
    pilot.until(lambda: pilot.table.play.has_failed)


def test_no_bar_reaches_the_median_above_it() -> None:
    viewport = Viewport(SMALLEST, Fonts(), WindowStyle(text=1.5))
    canvas = Canvas(pygame.Surface(SMALLEST), viewport)
    area = pygame.Rect(0, 0, viewport.px(450), viewport.px(230))
    hand_page._draw_millimetres(canvas, area, "", [0.0042])
    bars = pygame.mask.from_threshold(canvas.target, ACCENT, (1, 1, 1)).get_bounding_rects()
    label = viewport.fonts.font(viewport.px(viewport.grown(*hand_page.AXIS))).get_height()
    assert min(bar.y for bar in bars) > viewport.px(34) + label


def test_a_bots_build_does_not_count_as_an_attempt(pilot: Pilot, tmp_path: Path) -> None:
    seat, options = SeatSpec("Solver", "solver", "none"), Options(find_challenge("over-the-edge"))
    match: Match[View] = Match.new("practice", [seat], seed=1, options=options)
    final_outcome(match)
    controller = PracticeController(pilot.app.context, match)
    controller._kept = False
    controller.step(0.1)
    assert Attempts(tmp_path / "practice.sqlite3").history() == []


def test_a_resumed_attempt_is_finished_and_has_nothing_to_look_back_at(pilot: Pilot) -> None:
    play(pilot, "plank-bridge")
    place(pilot, *proofs()["plank-bridge"]["three_stars"].moves)
    pilot.match.close()
    pilot.app.screens[:] = [pilot.app.context.table(Match.resume(read(str(pilot.match.record))))]
    pilot.key(pygame.K_d)
    pilot.until(lambda: pilot.shows(AttemptResult))
    assert "look" not in pilot.screen._exits


def test_a_best_attempt_or_a_plan_of_other_pieces_is_no_ghost(pilot: Pilot, tmp_path: Path) -> None:
    made = find_challenge("first-tower")
    other = replace(made, pieces=(replace(made.pieces[0], kind="stone"),))
    best = Attempt(made.name, "2026-11-22T12:00:00", 2, 0.1, 9.0, 1, 1, "normal", None)
    cube = Placement("cube", 0.0, 0.0, 0.0, fell=False, x=0.0, y=0.01, angle=0.0)
    Attempts(tmp_path / "practice.sqlite3").add(best, [cube])
    for challenge in (made, other):
        pilot.app.screens[:] = [new_attempt(pilot.app.context, challenge)]
        pilot.keys(pygame.K_h, pygame.K_t)
        pilot.app.draw()
        assert bool(pilot.frame.ghost and pilot.frame.plan) == (challenge is made)
        pilot.key(pygame.K_g)
        assert ("has no piece" in pilot.table.hud.message) == (challenge is other)
        pilot.match.close()


def test_the_records_page_lists_what_was_reached(pilot: Pilot, tmp_path: Path) -> None:
    attempts = Attempts(tmp_path / "practice.sqlite3")
    for name, measure in (("first-tower", 0.1), ("endless-3", 6.0)):
        attempts.add(Attempt(name, "2026-11-22T12:00:00", 2, measure, 9.0, 3, 3, "normal", None))
    pilot.press("Practice")
    pilot.until(lambda: not pilot.screen.is_animating)
    assert all(pilot.screen._pictures.picture(name) for name in pilot.screen.places)
    pilot.app.draw()
    pilot.press("Records")
    pilot.app.draw()
    (_title, best), (_title, endless) = pilot.screen._lists
    assert [str(measure) for measure, _name, _day in best] == ["100 mm high"]
    assert [str(name) for _measure, name, _day in endless] == ["Endless 3"]
    pilot.press("Back")
    assert "first-tower" in pilot.screen.places
