"""Bausack in the window: the hand, collapses, the camera and the height measurer."""

from pathlib import Path

import pygame
import pytest

from tests.ui.bausack import (
    PEOPLE,
    build,
    found,
    place,
    play,
    ready,
    still,
    table,
    take,
    waiting,
    wheel,
)
from tests.ui.pilot import Pilot, window
from towersim.match import Match, Phase
from towersim.record import SeatSpec
from towersim.ui.games.bausack.layout import seat_rect
from towersim.ui.games.bausack.play import Wanted
from towersim.ui.games.bausack.sight import LIE
from towersim.ui.settings import Settings, save_settings
from towersim.units import Target, TowerId

# --- the hand -----------------------------------------------------------------------------------


def test_a_foundation_goes_anywhere_on_ones_own_part_and_nowhere_else(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        build(pilot, "brick")
        place(pilot, right=-0.22)
        (placed,) = pilot.match.table.towers[0]
        left = pilot.match.setup.spots[0]
        assert placed.pose.x == pytest.approx(left - 0.22, abs=0.01)
        build(pilot, "bridge")
        still(pilot)
        pilot.click(waiting(pilot))
        pilot.key(pygame.K_t)
        still(pilot)
        x, y = pilot.table.eye.camera.to_px(pilot.match.setup.spots[2], 0.03)
        pilot.move((round(x), round(y)), steps=60)
        pilot.frames(120)
        pilot.down()
        pilot.up()
        assert pilot.match.phase is Phase.CARRYING
        assert "your own part of the table" in pilot.table.sight().hint


def test_a_hand_that_lets_its_piece_touch_the_table_loses_the_tower(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        build(pilot, "square-pole")
        still(pilot)
        pilot.move(waiting(pilot))
        pilot.down()
        room = pilot.table.layout.areas.room
        pilot.move((pilot.at[0], room.bottom + 30), steps=20)
        pilot.frames(90)
        pilot.until(lambda: pilot.match.phase is Phase.CHOOSING, 3000)
        pilot.up()
        pilot.frames(3)
        sight = pilot.table.sight()
        assert sight.seated[0].out == 1
        assert sight.why == "The square pole touched the table first."


def test_an_untouched_piece_goes_back_and_must_be_placed_all_the_same(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        build(pilot, "brick")
        still(pilot)
        pilot.move(waiting(pilot))
        pilot.down()
        pilot.move((600, 300), steps=10)
        pilot.frames(10)
        pilot.down(3)
        assert play(pilot).held is None
        assert play(pilot).wanted is Wanted.PLACE
        assert pilot.table.sight().waiting is not None


def test_a_game_that_was_closed_before_a_piece_was_placed_goes_on_there(tmp_path: Path) -> None:
    record = tmp_path / "records" / "a.tower"
    match = Match.new("bausack", PEOPLE, seed=2, record=record)
    with window(tmp_path, match=match) as pilot:
        build(pilot, "brick")
        still(pilot)
        pilot.move(waiting(pilot))
        pilot.down()
        pilot.move((600, 300), steps=10)
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        ready(pilot)
        assert play(pilot).wanted is Wanted.PLACE
        place(pilot)
        assert [placed.kind for placed in pilot.match.table.towers[0]] == ["brick"]


# --- a collapse ---------------------------------------------------------------------------------


def topple(pilot: Pilot) -> None:
    """Let a piece go half beside the brick that Ada has as foundation, until one has fallen."""
    found(pilot, "brick", "bridge", "low-arch")
    build(pilot, "ziggurat")
    still(pilot)
    pilot.move(waiting(pilot))
    pilot.down()
    x = pilot.match.setup.spots[0] + 0.036
    camera = pilot.table.eye.camera
    for y in (0.06, 0.032):
        at = camera.to_px(x, y)
        pilot.move((round(at[0]), round(at[1])), steps=25)
        pilot.frames(40)
    pilot.up()
    pilot.until(lambda: play(pilot).first is not None, 600)


def test_a_collapse_is_slow_marked_told_and_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path) as pilot:
        topple(pilot)
        ticks: list[Target | None] = []
        tick = pilot.match.tick

        def counted(target: Target | None = None) -> object:
            ticks.append(target)
            return tick(target)

        monkeypatch.setattr(pilot.match, "tick", counted)
        pilot.frames(30)
        assert len(ticks) < 30, "slow motion: less than half as many ticks as in real time"
        sight = pilot.table.sight()
        assert sight.first is not None
        assert sight.first.startswith("ziggurat")
        assert sight.why == "The ziggurat touched the table first."
        pilot.until(lambda: pilot.match.phase is Phase.CHOOSING, 3000)
        pilot.frames(5)
        sight = pilot.table.sight()
        assert {f.kind for f in sight.figures} >= {"brick", "ziggurat"}, "it lies there for a while"
        assert sight.hint == "Ada's tower has collapsed: Ada is out."
        assert not sight.pile
        pilot.frames(round(LIE * 60) + 20)
        sight = pilot.table.sight()
        assert {f.kind for f in sight.figures} == {"bridge", "low-arch"}
        assert (sight.first, sight.seated[0].out, sight.pile) == (None, 1, True)
        assert "ziggurat" in sight.view.supply


def test_who_pushes_a_piece_of_the_tower_off_has_collapsed_with_the_hand_still_closed(
    tmp_path: Path,
) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        build(pilot, "square-pole")
        place(pilot)
        for piece in ("ziggurat", "stairs"):
            build(pilot, piece)
            place(pilot)
        build(pilot, "stool")
        still(pilot)
        pilot.move(waiting(pilot))
        pilot.down()
        spot, camera = pilot.match.setup.spots[0], pilot.table.eye.camera
        for x in (spot + 0.06, spot - 0.08):
            at = camera.to_px(x, 0.06)
            pilot.move((round(at[0]), round(at[1])), steps=60)
        pilot.until(lambda: pilot.match.phase is Phase.SETTLING, 300)
        pilot.until(lambda: pilot.match.phase is Phase.CHOOSING, 3000)
        pilot.up()
        pilot.frames(3)
        sight = pilot.table.sight()
        assert sight.seated[0].out == 1
        assert sight.why == "The square pole touched the table first."
        assert not pilot.table.carry.grips


def test_the_result_tells_in_which_order_towers_collapsed(tmp_path: Path) -> None:
    with table(tmp_path, *PEOPLE[:2]) as pilot:
        found(pilot, "brick", "bridge")
        build(pilot, "ziggurat")
        place(pilot, right=0.04)
        pilot.until(lambda: pilot.match.phase is Phase.OVER, 3000)
        ending = pilot.table.ending(pilot.match.outcome)
        assert ending.outcome.winners == (1,)
        pilot.until(lambda: hasattr(pilot.screen, "_ending"), 600)
        pilot.press("Look")
        pilot.frames(60)
        assert "Bruno wins" in pilot.table.sight().hint
        assert pilot.table.sight().banner is None


# --- looking ------------------------------------------------------------------------------------


def test_one_looks_around_and_comes_back(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        pilot.key(pygame.K_o)
        still(pilot)
        eye, room = pilot.table.eye, pilot.table.layout.areas.room
        home = eye.camera
        assert abs(home.to_px(pilot.match.setup.spots[0], 0.0)[0] - room.centerx) < room.w / 4
        pilot.move(room.center)
        wheel(pilot, 3)
        still(pilot)
        assert eye.camera.scale > 1.2 * home.scale
        assert eye.camera.to_m(*room.center) == pytest.approx(home.to_m(*room.center), abs=0.02)
        before = eye.camera
        pilot.down(2)
        pilot.post(pygame.MOUSEMOTION, pos=(700, 300), rel=(-150, 40), buttons=(0, 1, 0))
        pilot.up(2)
        still(pilot)
        assert eye.camera.left == pytest.approx(before.left - 150, abs=2)
        assert eye.camera.base == pytest.approx(before.base + 40, abs=2)
        pilot.key(pygame.K_t)
        still(pilot)
        xs = [eye.camera.to_px(x, 0.0)[0] for x in pilot.match.setup.spots]
        assert all(room.left < x < room.right for x in xs)
        pilot.key(pygame.K_HOME)
        still(pilot)
        assert eye.camera == home


def test_the_whole_table_is_seen_beside_the_card_of_an_auction(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        take(pilot, "brick")
        pilot.press("Build")
        ready(pilot)
        assert play(pilot).wanted is Wanted.BID
        pilot.key(pygame.K_t)
        still(pilot)
        layout, camera = pilot.table.layout, pilot.table.eye.camera
        half = pilot.match.setup.table.width / 2
        assert layout.ruler.right < camera.to_px(-half, 0.0)[0]
        assert camera.to_px(half, 0.0)[0] < layout.card.left
        pilot.key(pygame.K_t)
        still(pilot)
        assert camera.scale < pilot.table.eye.camera.scale, "the same key looks back"


def test_a_click_on_a_seat_shows_its_tower_without_acting(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        steps = pilot.match.steps
        rect = seat_rect(pilot.app.desk.stage, pilot.table.layout, 3, 2)
        pilot.click(rect.center)
        still(pilot)
        room = pilot.table.layout.areas.room
        x, _ = pilot.table.eye.camera.to_px(pilot.match.setup.spots[2], 0.0)
        assert abs(x - room.centerx) < room.w / 4
        assert pilot.match.steps == steps
        assert "open the pile" in pilot.table.sight().hint
        for key, seat in ((pygame.K_2, 1), (pygame.K_8, 1), (pygame.K_3, 2)):
            pilot.key(key)
            still(pilot)
            x, _ = pilot.table.eye.camera.to_px(pilot.match.setup.spots[seat], 0.0)
            assert abs(x - room.centerx) < room.w / 4


def test_the_height_measurer_tells_every_tower_and_can_be_slid(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        pilot.key(pygame.K_o)
        still(pilot)
        heights = pilot.table.sight().heights
        assert heights[TowerId(0)] == pytest.approx(0.0127, abs=5e-4)
        assert heights[TowerId(1)] == pytest.approx(0.0254, abs=5e-4)
        assert pilot.table.sight().slider == heights[TowerId(0)]
        rod, camera = pilot.table.layout.ruler, pilot.table.eye.camera
        pilot.move((rod.centerx, round(camera.to_px(0.0, 0.05)[1])))
        pilot.down()
        pilot.move((rod.centerx + 40, round(camera.to_px(0.0, 0.1)[1])), steps=5)
        pilot.up()
        assert pilot.table.sight().slider == pytest.approx(0.1, abs=1e-3)
        pilot.move((700, 300))
        assert pilot.table.sight().slider == pytest.approx(0.1, abs=1e-3)
        pilot.key(pygame.K_h)
        lowest, second, _ = sorted(heights.values())
        assert pilot.table.sight().slider == lowest
        pilot.key(pygame.K_h)
        assert pilot.table.sight().slider == second
        pilot.key(pygame.K_HOME)
        assert pilot.table.pointer.slider is None


@pytest.mark.parametrize("pace", [1, 4])
def test_the_camera_is_at_a_bots_tower_before_its_piece_is(tmp_path: Path, pace: int) -> None:
    bots = [SeatSpec(name, "uniform", "steady") for name in ("Ada", "Bruno", "Clara")]
    save_settings(tmp_path / "settings.json", Settings(pace=pace))
    match = Match.new("bausack", bots, seed=2)
    with window(tmp_path, match=match) as pilot:
        for _ in range(4):
            pilot.until(lambda: match.phase is Phase.CARRYING, 3000)
            eye, seat = pilot.table.eye, play(pilot).seat
            x, _ = eye.camera.to_px(match.setup.spots[seat], 0.0)
            goal, _ = eye.lens.goal.to_px(match.setup.spots[seat], 0.0)
            assert abs(x - goal) < 10
            assert abs(goal - pilot.table.layout.areas.room.centerx) < 200
            pilot.until(lambda: match.phase is Phase.CHOOSING, 3000)
