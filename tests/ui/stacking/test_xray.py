"""The x-ray of a match: of all towers or of one, and in games only if switched on."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests import known
from tests.ui.pilot import window
from tests.ui.same_process import SameProcess
from towersim.common.units import BlockId, Pose
from towersim.files.level import load_scene
from towersim.lab.analytic_scenes import column
from towersim.statics.analysis import analyse, pressures, structure_of
from towersim.ui.bench import full_table
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.text import draw_note_beside, free_place
from towersim.ui.drawing.theme import Viewport
from towersim.ui.stacking import xray
from towersim.ui.stacking.draw_blocks import draw_notes
from towersim.ui.stacking.xray import XRay, _certain, _statics, if_let_go_line, xray_line, xray_of


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SameProcess:
    made = SameProcess()
    monkeypatch.setattr(xray, "worker", lambda: made)
    return made


def test_games_show_it_only_if_switched_on(now: SameProcess, tmp_path: Path) -> None:
    with window(tmp_path, match=full_table(8)) as pilot:
        screen = pilot.table
        pilot.app.draw()
        assert now.asked == 0, "it is off by default"
        pilot.change(xray=True)
        pilot.app.draw()
        assert now.asked == 1
        for own, blocks in ((True, 2), (False, 8)):
            looked, pilot.match.setup = XRay(), replace(pilot.match.setup, own_towers=own)
            assert xray_of(looked, screen.play) is None, "it is not known yet"
            assert xray_of(looked, screen.play) is not None, "its forces"
            seen = known(xray_of(looked, screen.play))
            assert len(seen.blocks) == blocks
            assert ("cube marked red would" if blocks == 8 else "blue cube would") in seen.line
        screen.play.lift(screen.play.kinds()[0])
        x = pilot.match.setup.spots[1]
        for _ in range(60):
            screen.carry.hand.begin(Pose(x, 0.2, 0.0))
            pilot.frames()
        assert xray_of(looked, screen.play) is None
        seen = known(xray_of(looked, screen.play))
        assert known(seen.landed).pose.y == pytest.approx(0.05, abs=0.001)
        assert seen.line == if_let_go_line(seen.analysis.summary, seen.blocks)
        top = pilot.match.table.towers[1][-1]
        for dx, y in ((0.04, 0.2), (0.04, 0.032), (0.014, 0.032)):
            for _ in range(60):
                screen.carry.hand.begin(Pose(x + dx, y, 0.0))
                pilot.frames()
        present = {figure.id: figure.pose for figure in pilot.match.figures()}
        assert present[top.id].x < top.pose.x - 0.002, "the held cube has pushed it"
        xray_of(looked, screen.play)
        seen = known(xray_of(looked, screen.play))
        assert {block.id: block.pose for block in seen.blocks}[top.id] == present[top.id]
        pilot.app.draw()


@pytest.mark.parametrize("name", ["plug", "tent"])
def test_an_xray_says_where_theory_leaves_open_whether_a_scene_stands(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xray, "AT_ONCE", 0.0)
    monkeypatch.setattr(xray, "PATIENCE", 600.0)
    scene = load_scene(Path(__file__).parents[2] / "statics" / "two_solutions" / f"{name}.toml")
    statics = _statics(scene)
    assert xray_line(statics, scene.blocks).endswith("is being worked out …")
    statics = _certain(scene, statics)
    assert statics.certainty == "open"
    assert xray_line(statics, scene.blocks).endswith("whether it stands is open.")
    late = statics._replace(certainty="undecided")
    assert xray_line(late, scene.blocks).endswith("was not decided in time.")


def test_a_legend_says_what_is_not_drawn_of_many_blocks() -> None:
    analysis = analyse(column([0.0]))
    for blocks, label in ((50, "Pale blue"), (51, "over 50"), (101, "over 50")):
        scene = column([0.0] * blocks)
        assert label in xray.XRayPicture(scene.blocks, analysis, "line").notes[1]
        assert bool(pressures(structure_of(scene))) is (blocks == 50)


def test_a_tilt_that_ends_by_sliding_is_an_upper_bound() -> None:
    slides, tips = column([0.0], friction=0.5), column([0.0] * 4)
    for scene, tilt in ((slides, "at most 26.6°"), (tips, "a tilt of 14.0°")):
        statics = _certain(scene, _statics(scene))
        assert f"{tilt} to the right" in xray_line(statics, scene.blocks)
    falls = column([0.0, 0.6])
    falls = replace(
        falls, blocks=(falls.blocks[0], replace(falls.blocks[1], id=BlockId("brick-1")))
    )
    told = if_let_go_line(analyse(falls).summary, falls.blocks)
    assert told == "If you let go here: it would not stand; the brick would give way first."


def test_notes_that_find_no_free_place_cover_blocks_before_other_notes() -> None:
    room, blocks = pygame.Rect(0, 0, 400, 300), [pygame.Rect(x, 0, 90, 300) for x in (0, 100, 300)]
    first = free_place((200, 40), room, 200, blocks)
    assert not first.colliderect(free_place((200, 40), room, 200, [*blocks, first]))


def test_a_long_note_is_narrower_where_only_that_is_clear_of_a_high_tower() -> None:
    viewport, tower = Viewport((1280, 720), Fonts()), pygame.Rect(310, 0, 26, 500)
    canvas = Canvas(pygame.Surface(viewport.size), viewport)
    why = "Tower 2 fell. The 22nd cube (red) tipped over the right edge of the 21st cube (yellow)."
    slip = draw_note_beside(canvas, pygame.Rect(0, 0, 650, 500), why, 320, [tower])
    assert not slip.colliderect(tower)


def test_a_second_note_stands_below_the_first_whatever_their_widths() -> None:
    viewport = Viewport((1280, 720), Fonts())
    canvas = Canvas(pygame.Surface(viewport.size), viewport)
    for line in ("It stands.", "It withstands a tilt of at most 26.6° to the right."):
        notes = [(450, line), (450, "Blue: force. Red: would move first.")]
        first, second = draw_notes(canvas, pygame.Rect(0, 0, 900, 600), notes, [])
        assert abs(first.centerx - second.centerx) <= 1
        assert first.bottom < second.top < first.bottom + 40
