"""Display of a fall: its dust, the tower, the reason, and the next action."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.theatre.games import fallen_game
from tests.ui.pilot import Pilot, window
from towersim.common.units import BlockId, Pose
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.table.forensics import why_told
from towersim.table.table import Placed
from towersim.theatre.impacts import Impact
from towersim.ui.explainer import FallExplainer
from towersim.ui.games.fawlty_towers.presenter import LIE
from towersim.ui.play import UPSET
from towersim.ui.screens.hud import NO_FALL
from towersim.ui.stacking.effects import FELT, HARD, Dust


def column(high: int, towers: int = 1) -> Match:
    """Return a match whose leftmost towers are `high` cubes high."""
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)
    tall = tuple(
        tuple(
            Placed(BlockId(f"blue-{100 * spot + level}"), "blue", Pose(x, 0.01 + 0.02 * level, 0.0))
            for level in range(high)
        )
        for spot, x in enumerate(match.setup.spots[:towers], 1)
    )
    match.table = replace(match.table, towers=(*tall, *match.table.towers[towers:]))
    kinds = (tuple(cube.kind for cube in tower) for tower in tall)
    match.state = replace(match.state, towers=(*kinds, *match.state.towers[towers:]))
    return match


@pytest.fixture
def match() -> Match:
    return Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=3)


def still(pilot: Pilot) -> None:
    """Wait until the camera has come to rest."""
    pilot.until(lambda: not pilot.table.presenter.control.is_moving)


def hold_beside(pilot: Pilot) -> None:
    """Hold a cube 2 cm beside the middle of the first tower, too far to be supported."""
    pilot.grab(pilot.in_rack("red"))
    x, y = pilot.over(0, 0.05)
    pilot.move((x + round(0.02 * pilot.table.presenter.camera.scale), y), steps=30)
    pilot.frames(20)


def test_a_fall_is_shown_with_its_reason_until_somebody_acts(pilot: Pilot, match: Match) -> None:
    hold_beside(pilot)
    pilot.up()
    pilot.until(lambda: match.phase is MatchPhase.CHOOSING)
    sight = pilot.frame
    ((x, note),) = sight.table.notes
    why = "The second cube (red) found nothing to rest on."
    assert x == sight.spots[0]
    assert note == f"Tower 1 is lost. {why}  V or a click here: see it again"
    pilot.table.presenter.tell_fall(1, "")
    assert pilot.frame.table.notes == sight.table.notes, "a tower taken along adds none"
    assert len(sight.table.figures) == 5, "what fell lies there for a moment"
    assert len(match.figures()) == 3
    assert pilot.table.hud.log[-1] == why, "on a line of its own"
    assert "tower 1 is lost! Drag a cube from the pool onto the free place" in pilot.screen.hint
    assert sight.table.marks.block == "red-5", "the block that gave way is marked"
    pilot.frames(round(LIE * 60) + 1200)
    assert not pilot.screen.is_animating
    assert len(pilot.frame.table.figures) == 5, "nobody has acted yet"
    assert pilot.frame.table.notes == sight.table.notes
    pilot.keys(pygame.K_v, pygame.K_v)
    assert pilot.frame.table.notes == sight.table.notes, "seeing it again is no action"
    pilot.keys(pygame.K_v, pygame.K_F9)
    assert pilot.table.hud.message == NO_FALL, "asked for a film of the replay; there is no record"
    assert pilot.frame.table.notes == sight.table.notes
    pilot.app.draw()
    (slip,) = pilot.table.presenter.slips
    pilot.grab(slip.center)
    assert pilot.table.play.playback.is_replaying
    pilot.up()
    pilot.click(slip.center)
    assert not pilot.table.play.playback.is_replaying, "a click stops it, as any key does"
    assert pilot.frame.table.notes == sight.table.notes
    pilot.click((640, 400))
    assert len(pilot.frame.table.figures) == 3
    assert (pilot.frame.table.notes, pilot.frame.table.marks) == ((), None)


def test_a_refusal_gives_way_to_the_news_that_the_hand_has_opened(tmp_path: Path) -> None:
    match = column(12)
    with window(tmp_path, match=match) as pilot:
        pilot.grab(pilot.in_rack("red"))
        x, y = pilot.over(0, 0.0)
        low = y + round(0.1 * pilot.table.presenter.camera.scale)
        for stop in ((x + 120, y), (x + 120, low), (x - 60, low)):
            pilot.move(stop, steps=30)
        pilot.screen.say("Hold it over a tower.", refuses=True)
        pilot.until(lambda: match.hand_forced_open)
        pilot.frames(2)
        opened = "A cube touched the table or fell off it, so the hand opened by itself."
        assert pilot.screen.hint == opened


def test_a_fall_is_explained_in_small_steps_before_anything_of_it_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, goes_on, search = column(6), list[bool](), FallExplainer.search

    def searched(falls: FallExplainer) -> bool:
        goes_on.append(search(falls))
        return goes_on[-1]

    monkeypatch.setattr(FallExplainer, "search", searched)
    with window(tmp_path, match=match) as pilot:
        hold_beside(pilot)
        table, play = match.table, pilot.table.play
        pilot.up()
        while not pilot.frame.table.notes:
            assert len(pilot.frame.table.figures) == 10
            pilot.frames()
        assert sum(goes_on) > 5, "each in a frame of its own"
        assert match.last_motion is not None
        assert play.falls.why_it_fell == why_told(table, match.last_motion, match.profile) != ""


def test_a_continued_game_tells_of_the_fall_before_and_shows_it_again(tmp_path: Path) -> None:
    fallen = fallen_game(tmp_path / "game.tower")
    with window(tmp_path, match=Match.resume(fallen)) as pilot:
        falls, hud = pilot.table.play.falls, pilot.table.hud
        pilot.frames()
        assert falls.is_recalling, "the first picture does not wait for the search"
        assert hud.log[-1].startswith("Tower 1 is lost")
        pilot.until(lambda: not falls.is_recalling)
        why = "The fourth cube (blue) tipped over the right edge of the third cube (red)"
        assert hud.log[-1].startswith(why)
        pilot.key(pygame.K_v)
        assert pilot.table.play.playback.is_replaying


def test_a_fall_is_in_slow_motion_at_any_pace_and_can_be_replayed(
    pilot: Pilot, match: Match
) -> None:
    play: Any = pilot.table.play
    pilot.key(pygame.K_v)
    assert not play.playback.is_replaying, "nothing has fallen yet"
    for _ in range(2):
        pilot.key(pygame.K_f)
    hold_beside(pilot)
    pilot.up()
    pilot.until(lambda: play.playback.is_tipping)
    assert pilot.screen.hint == "It comes down!"
    frames = 0
    while play.playback.is_slow:
        pilot.frames()
        frames += 1
    assert frames > 10, "slow motion begins when the block tips"
    pilot.until(lambda: match.phase is MatchPhase.CHOOSING)
    before = match.figures()
    pilot.key(pygame.K_v)
    assert play.playback.is_replaying
    assert pilot.screen.hint.startswith("Once more")
    assert len(pilot.frame.table.figures) == 5
    assert None not in pilot.frame.view.towers, "the plates count what is seen again"
    marks = play.falls.marks
    assert (marks.pivot, marks.sentence) == (None, play.falls.why_it_fell), "it rested on nothing"
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


def panel_free(pilot: Pilot) -> pygame.Rect:
    """Return the room that no panel, ruler or hint covers, in pixels."""
    left, top, right, base = pilot.table.presenter.tower_box
    return pygame.Rect(left - 1, top - 1, right - left + 2, base - top + 8)


def moved_boxes(pilot: Pilot, rest: Mapping[BlockId, Any]) -> list[pygame.Rect]:
    """Return the rectangles of the blocks on the table that do not rest any more, in pixels."""
    table = pilot.frame.table
    pairs = [pair for pair in zip(table.figures, table.covered, strict=True) if not pair[0].held]
    return [box for f, box in pairs if rest.get(f.id, f.pose) != f.pose and f.pose.y > 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("side", "y", "least", "lie"),
    [
        (1, 0.12, UPSET, 13),
        (-1, 0.13, UPSET, 13),  # a foundation is pushed aside
        (-1, 0.12, UPSET / 5, 3),
    ],
)
def test_the_camera_holds_all_that_moves_from_the_first_motion_until_somebody_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: int, y: float, least: float, lie: int
) -> None:
    monkeypatch.setattr("towersim.ui.play.UPSET", least)
    match = column(9)
    with window(tmp_path, match=match) as pilot:
        still(pilot)
        presenter, play = pilot.table.presenter, pilot.table.play
        rest = {f.id: f.pose for f in match.figures()}
        first = presenter.camera
        pilot.grab(pilot.in_rack(play.kinds()[0]))
        x = match.setup.spots[0]
        for at in ((x + side * 0.05, 0.24), (x + side * 0.05, y), (x - side * 0.05, y)):
            pilot.move(pilot.px(*at), steps=40)
        scales = list[float]()
        while len(scales) < 60 or not pilot.frame.table.notes:
            pilot.frames()
            outside = [b for b in moved_boxes(pilot, rest) if not panel_free(pilot).contains(b)]
            assert not outside
            scales.append(presenter.camera.scale)
        assert len(pilot.frame.table.figures) == lie, "all, unless another tower moves without it"
        assert play.falls.culprit == pilot.frame.table.marks
        assert scales == sorted(scales, reverse=True), "the view only widens"
        pilot.up()
        pilot.key(pygame.K_v)
        for _ in range(300):
            pilot.frames()
            assert all(panel_free(pilot).contains(b) for b in moved_boxes(pilot, rest))
        pilot.key(pygame.K_v)
        pilot.click((640, 300))
        still(pilot)
        assert presenter.camera.scale == pytest.approx(first.scale), (
            "the view of the low towers that are left"
        )


def test_towers_that_push_each_other_over_fall_slowly_until_one_lands(tmp_path: Path) -> None:
    match = column(9, 2)
    with window(tmp_path, match=match) as pilot:
        still(pilot)
        pilot.grab(pilot.in_rack("red"))
        x, slow = match.setup.spots[0], [False]
        for at in ((x - 0.05, 0.24), (x - 0.05, 0.13), (x + 0.03, 0.13)):
            pilot.move(pilot.px(*at), steps=40)
        while match.carrying:
            pilot.frames()
            slow.append(pilot.table.play.playback.is_slow)
        assert slow.count(True) > 20
        assert all(slow[slow.index(True) :])


@pytest.mark.slow
def test_a_plate_counts_the_cubes_of_a_tower_that_lies(tmp_path: Path, written: list[str]) -> None:
    with window(tmp_path, match=column(9)) as pilot:
        still(pilot)
        pilot.grab(pilot.in_rack("red"))
        x = pilot.match.setup.spots[0]
        for at in ((x - 0.05, 0.24), (x - 0.05, 0.13), (x + 0.05, 0.13)):
            pilot.move(pilot.px(*at), steps=40)
        while not pilot.frame.table.notes:
            pilot.frames()
            pilot.app.draw()
        assert "10 cubes" in written


def test_the_plate_of_a_tower_goes_with_its_foundation(pilot: Pilot, match: Match) -> None:
    still(pilot)
    before = pilot.frame.spots
    assert before == match.setup.spots
    pilot.grab(pilot.in_rack("red"))
    x = match.setup.spots[0]
    for at in ((x + 0.05, 0.1), (x + 0.05, 0.012), (x - 0.005, 0.012)):
        pilot.move(pilot.px(*at), steps=60)
    pilot.frames(60)
    after = pilot.frame.spots
    foundation = next(f for f in match.figures() if f.tower == 0)
    assert after[0] == foundation.pose.x < before[0] - 0.01
    assert after[1:] == before[1:]


FELL = Impact(0.02, 2 * HARD, 0.1, on_table=True, y=0.0)


def raised(impact: Impact) -> Dust:
    dust = Dust()
    dust.add([impact])
    return dust


def test_a_hard_impact_raises_dust_and_chips_and_a_soft_one_nothing() -> None:
    assert {bit.is_chip for bit in raised(FELL).bits} == {False, True}
    assert {bit.is_chip for bit in raised(FELL._replace(impulse=0.9 * HARD)).bits} == {False}
    assert not raised(FELL._replace(impulse=0.9 * FELT)).bits
    assert not raised(FELL._replace(rolls=True)).bits
    assert raised(FELL).bits == raised(FELL).bits
    assert raised(FELL).bits != raised(FELL._replace(x=0.2)).bits


def test_dust_stays_above_the_table_and_settles_within_a_second() -> None:
    dust = raised(FELL)
    for _ in range(60):
        dust.step(1 / 60)
        assert all(bit.y >= 0 for bit in dust.bits)
    assert not dust.bits
