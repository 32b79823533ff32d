"""The free table in the real window: building, strain and undo by mouse and keys, and autosave."""

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.ui.pilot import Pilot, window
from tests.ui.same_process import SameProcess
from towersim.common.errors import OptionFault
from towersim.files.level import levels_dir, load_scene
from towersim.free_table import history
from towersim.free_table.history import AUTOSAVE, save, scene_path
from towersim.scene.scene import Block, Scene, TableTop
from towersim.theatre.focus import BELOW
from towersim.ui.app_context import Files
from towersim.ui.build.pages import OpenPage, SavePage
from towersim.ui.build.screen import RETRY, BuildScreen
from towersim.ui.drawing.camera import pixel_rect
from towersim.ui.menu.menu import Menu
from towersim.ui.rulebook import BuildCommand
from towersim.ui.screens.pause import Pause


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilot]:
    with window(tmp_path_factory.mktemp("build")) as pilot:
        yield pilot


@pytest.fixture
def pilot(opened: Pilot, tmp_path: Path) -> Pilot:
    """Return the window on an empty free table."""
    context = opened.app.context
    context.files = Files(context.files.settings, tmp_path / "records")
    opened.app.screens[1:] = [BuildScreen(context)]
    return opened


def put(pilot: Pilot, place: int, x: float, y: float) -> Block:
    """Drag a piece of the panel to a point of the table, release it and wait for rest."""
    pilot.grab(pilot.screen.layout.slots.rect(place).center)
    pilot.move(pilot.px(x, y + 0.05), steps=10)
    pilot.frames(25)
    pilot.move(pilot.px(x, y), steps=5)
    pilot.frames(15)
    pilot.up()
    settle(pilot)
    block: Block = pilot.screen.table.scene.blocks[-1]
    return block


def settle(pilot: Pilot) -> None:
    pilot.until(lambda: pilot.screen.table.is_at_rest)
    pilot.until(lambda: not pilot.screen.presenter.control.is_moving)


def test_a_tower_is_built_carried_and_undone_with_the_mouse(pilot: Pilot) -> None:
    first = put(pilot, 0, 0.0, 0.012)
    second = put(pilot, 0, 0.0, 0.032)
    assert second.pose == pytest.approx((0.0, 0.03, 0.0), abs=1e-3)
    assert load_scene(pilot.app.context.files.records.parent / AUTOSAVE).blocks == (first, second)

    pilot.grab(pilot.px(*second.pose[:2]))
    pilot.move(pilot.px(0.06, 0.03), steps=10)
    pilot.frames(25)
    assert pilot.screen.table.held.id == second.id
    pilot.up()
    settle(pilot)
    assert pilot.screen.table.scene.blocks[-1].pose == pytest.approx((0.06, 0.01, 0.0), abs=1e-3)

    for expected in ((first, second), (first,), ()):
        pilot.key(pygame.K_z)
        assert pilot.screen.table.scene.blocks == expected
    pilot.press("Redo")
    assert pilot.screen.table.scene.blocks == (first,)


def test_the_mouse_keeps_what_no_press_meant(pilot: Pilot) -> None:
    """The button of the whole table drops no block, and another window gets the release."""
    block = put(pilot, 0, 0.0, 0.012)
    screen = pilot.screen
    pilot.grab(pilot.px(*block.pose[:2]))
    pilot.key(pygame.K_ESCAPE)
    pilot.up()
    pilot.key(pygame.K_ESCAPE)
    pilot.move(pilot.px(0.2, 0.2), steps=10)
    assert screen.table.held is None
    pilot.wheel(3)
    pilot.frames(20)
    pilot.click(screen.layout.slots.rect(0).center)
    pilot.move(pilot.px(0.1, 0.15), steps=10)
    pilot.frames(60)
    pilot.click(screen.layout.areas.pace.center)
    pilot.frames(60)
    pilot.move(pilot.px(0.1, 0.15), steps=10)
    pilot.down()
    pilot.key(pygame.K_ESCAPE)
    pilot.up()
    pilot.key(pygame.K_ESCAPE)
    pilot.move(screen.layout.tools[8].center, steps=10)
    pilot.frames(60)
    pilot.up()
    assert pilot.screen.table.held is not None, (
        "nor does the end of a drag that the pause has ended"
    )
    assert len(screen.table.scene.blocks) == 1, "the piece is still in the hand"
    assert not screen.presenter.control.free


def test_a_failed_autosave_is_told_once_and_tried_again_later(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, now = list[object](), [0.0]

    def full(*written: object) -> None:
        tries.append(written)
        raise OptionFault("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(pilot.screen._context, "clock", lambda: now[0])
        patch.setattr(history, "save", full)
        put(pilot, 0, 0.0, 0.012)
        count = len(tries)
        pilot.frames(60)
        assert len(tries) == count, "not in every frame"
        now[0] = RETRY
        pilot.frames(2)
        assert len(tries) == count + 1
    block = put(pilot, 0, 0.1, 0.012)
    assert load_scene(pilot.app.context.files.records.parent / AUTOSAVE).blocks[1:] == (block,)


def test_the_view_stays_until_a_piece_stands_at_its_edge(pilot: Pilot) -> None:
    empty = pilot.screen.presenter.camera
    put(pilot, 0, 0.1, 0.012)
    put(pilot, 0, -0.05, 0.012)
    assert pilot.screen.presenter.camera == empty
    put(pilot, 0, 0.2, 0.012)
    assert pilot.screen.presenter.camera != empty


def test_a_zoomed_view_stays_over_a_page(pilot: Pilot) -> None:
    pilot.move((700, 300))
    pilot.wheel(4)
    pilot.frames(60)
    zoomed = pilot.screen.presenter.control.goal
    pilot.keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    pilot.frames(2)
    assert pilot.screen.presenter.control.goal == zoomed


def test_a_held_arrow_goes_on_in_frozen_time_until_it_is_released(pilot: Pilot) -> None:
    table, screen = pilot.screen.table, pilot.screen
    block = put(pilot, 0, 0.0, 0.012)
    table.freeze(on=True)
    pilot.click(pilot.px(*block.pose[:2]))
    pilot.until(lambda: not screen.is_animating)
    for key in (pygame.K_LSHIFT, pygame.K_RIGHT):
        pilot.post(pygame.KEYDOWN, key=key, mod=0)
    pilot.post(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0)
    assert screen.is_animating, "else it were drawn five times a second"
    pilot.frames(60)
    far = table.scene.blocks[0].pose.x
    assert far > block.pose.x + 0.004
    pilot.post(pygame.KEYUP, key=pygame.K_RIGHT, mod=0)
    pilot.frames(60)
    assert table.scene.blocks[0].pose.x == far


def test_left_handed_the_whole_panel_is_on_the_right(pilot: Pilot) -> None:
    pilot.change(left_handed=True)
    layout = pilot.screen.layout
    for part in (layout.head, layout.pieces, layout.materials, *layout.tools):
        assert layout.areas.side.contains(part)
    block = put(pilot, 0, 0.0, 0.02)
    assert pilot.screen.table.scene.blocks == (block,)
    pilot.click(pilot.px(block.pose.x, block.pose.y))
    assert pilot.screen.pointer.chosen == block.id
    pilot.change(left_handed=False)


def test_a_click_chooses_the_block_that_keys_change(pilot: Pilot) -> None:
    block = put(pilot, 0, 0.0, 0.012)
    table = pilot.screen.table
    pilot.press("stone")
    assert table.scene.blocks[0].material == block.material, "stone is for the next piece"
    pilot.click(pilot.px(0.0, 0.01))
    pilot.key(pygame.K_RIGHT)
    settle(pilot)
    assert table.scene.blocks[0].pose.x == pytest.approx(block.pose.x + 0.001, abs=1e-4)
    pilot.press("steel")
    assert table.scene.blocks[0].material.density_kg_m3 == 7850
    pilot.key(pygame.K_k)
    settle(pilot)
    assert table.scene.blocks[0].fixed
    pilot.key(pygame.K_DELETE)
    assert table.scene.blocks == ()


def test_every_action_can_be_done_without_a_mouse(pilot: Pilot) -> None:
    table = pilot.screen.table
    pilot.keys(pygame.K_TAB, pygame.K_TAB)
    assert pilot.screen.presenter.slot == 1
    assert pilot.screen.hint == "Go to a piece with Tab, take it with Enter."
    pilot.key(pygame.K_RETURN)
    assert table.held.shape == pilot.screen.presenter.palette.pieces[1].shape
    pilot.key(pygame.K_BACKSPACE)
    pilot.key(pygame.K_1)
    assert "Enter places it" in pilot.screen.hint
    pilot.hold(pygame.K_RIGHT, 20)
    pilot.key(pygame.K_SPACE)
    settle(pilot)
    pilot.key(pygame.K_TAB)  # to the first piece of the panel, and back to the cube
    pilot.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    pilot.key(pygame.K_c)
    assert table.held.id == "cube-2"
    pilot.hold(pygame.K_LEFT, 30)
    pilot.key(pygame.K_RETURN)
    settle(pilot)
    assert len(table.scene.blocks) == 2
    pilot.key(pygame.K_PERIOD)
    settle(pilot)
    assert table.strain.tilt == pytest.approx(0.01745, abs=1e-4)
    pilot.key(pygame.K_0)
    settle(pilot)
    assert table.strain.is_none


def test_a_press_beside_a_sliders_knob_takes_it_there(pilot: Pilot) -> None:
    put(pilot, 0, 0.0, 0.012)
    table, slider = pilot.screen.table, pilot.screen.sliders._sliders["tilt"]
    commands = len(table.history.past)
    knob = pygame.Rect(slider.sliding_button.get_abs_rect())
    pilot.grab((knob.centerx + 60, knob.centery))
    pilot.frames(3)
    first = table.strain.tilt
    assert first > 0.1
    pilot.move((knob.centerx + 30, knob.centery), steps=6)
    pilot.up()
    settle(pilot)
    assert 0.05 < table.strain.tilt < first
    assert len(table.history.past) == commands + 1, "one drag is one command"
    pilot.key(pygame.K_z)
    pilot.frames(3)
    assert table.strain.is_none
    assert abs(slider.get_current_value()) < 1e-6


def test_a_collapse_stays_in_view_and_marked_and_is_told_until_the_next_command(
    pilot: Pilot,
) -> None:
    screen = pilot.screen
    screen.open(levels_dir() / "scenes" / "arch.toml")
    table, presenter = screen.table, screen.presenter
    bar = screen.layout.sliders[0]
    pilot.grab((bar.centerx, bar.bottom - 12))
    pilot.move((bar.right - 10, bar.bottom - 12), steps=10)
    room = screen.layout.areas.room

    def out_of_view() -> list[str]:
        on_table = (f for f in presenter.figures if f.pose.y > BELOW)
        boxes = ((f.id, pixel_rect(presenter.camera, *f.extent)) for f in on_table)
        return [name for name, box in boxes if not room.contains(box)]

    pilot.until(lambda: table.fall is not None)
    while table.is_moving:
        pilot.frames()
        assert not out_of_view()
    pilot.up()
    said = "The table was tilted to 21.5°: stone 9 tipped over its own right edge."
    pilot.frames(600)
    assert screen.hint == said
    pilot.keys(pygame.K_g, pygame.K_g)
    assert screen.hint == "Snapping on"
    pilot.until(lambda: screen.hint == said)

    def picture() -> bytes:
        pilot.app.draw()
        return pygame.image.tobytes(pilot.app.window.subsurface(screen.layout.areas.free), "RGB")

    marked, table.fall = picture(), None
    assert picture() != marked


def test_the_xray_is_shown_at_rest_while_carrying_and_in_frozen_time(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    direct = SameProcess()
    monkeypatch.setattr("towersim.ui.stacking.xray.worker", lambda: direct)
    screen = pilot.screen
    put(pilot, 0, 0.0, 0.012)
    pilot.key(pygame.K_x)

    def line() -> str:
        pilot.frames(2)
        asked = [screen.presenter.xray(screen.table.scene) for _ in range(3)]
        return str(asked[-1].line)

    assert (
        line() == "It withstands a tilt of at most 26.6° to the right; the cube would move first."
    )
    pilot.key(pygame.K_1)
    assert line().startswith("If you let go here: it withstands a tilt of")
    pilot.keys(pygame.K_BACKSPACE, pygame.K_t, pygame.K_1, pygame.K_SPACE)
    assert line() == "If time ran, this would fall; the red outlines show how it begins."


def test_a_scene_is_saved_and_opened_and_the_last_table_is_restored(
    pilot: Pilot, tmp_path: Path
) -> None:
    block = put(pilot, 0, 0.0, 0.012)
    typed = pygame.event.Event(pygame.TEXTINPUT, text="s")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_s, mod=0, unicode="s"))
    pygame.event.post(typed)
    pilot.frames()
    assert pilot.shows(SavePage)
    assert pilot.field is not None
    assert not pilot.field.get_text(), "the key that opens the page is no letter of a name"
    pilot.post(pygame.TEXTINPUT, text="s")
    assert pilot.field.get_text() == "s"
    pilot.field.set_text("one cube")
    pilot.change(text_size=125)
    pilot.frames(2)
    assert pilot.field.get_text() == "one cube", "a new layout keeps what was typed"
    pilot.change(text_size=100)
    pilot.press("Save")
    path = tmp_path / "scenes" / "one cube.toml"
    assert load_scene(path).blocks == (block,)

    pilot.key(pygame.K_o)
    assert pilot.shows(OpenPage)
    names = [path.stem for path in pilot.screen.shown]
    pilot.click(pilot.screen.tile(names.index("harmonic")).center)
    harmonic = load_scene(levels_dir() / "scenes" / "harmonic.toml")
    pilot.frames(2)
    assert pilot.screen.table.scene == harmonic
    pilot.key(pygame.K_z)
    pilot.frames(2)
    assert pilot.screen.table.scene.blocks == (block,)

    pilot.key(pygame.K_ESCAPE)
    assert pilot.shows(Pause)
    pilot.press("Leave")
    assert pilot.shows(Menu)
    pilot.press("Practice", "Free table")
    assert pilot.shows(BuildScreen)
    assert pilot.screen.table.scene.blocks == (block,)
    assert pilot.screen.hint == "Here is what you left on the table."


def test_a_damaged_scene_is_refused_with_a_reason_and_leaves_the_table_unchanged(
    pilot: Pilot, tmp_path: Path
) -> None:
    for number in range(12):
        save(scene_path(tmp_path, f"empty {number}"), Scene(TableTop(), ()))
    broken = scene_path(tmp_path, "broken")
    broken.write_text("format = 3", encoding="utf-8")
    os.utime(broken, (1, 1))
    pilot.key(pygame.K_o)
    assert "more: wheel" in pilot.screen.note
    pilot.key(pygame.K_PAGEDOWN)
    pilot.click(pilot.screen.tile(pilot.screen.shown.index(broken)).center)
    assert "$.format: expected format = 1" in pilot.screen.note
    pilot.key(pygame.K_ESCAPE)
    assert pilot.screen.table.history.past == ()


def test_help_is_about_the_free_table(pilot: Pilot) -> None:
    pilot.key(pygame.K_F1)
    assert pilot.screen.pages[0].title == "Build what you like"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.shows(BuildScreen)


def test_buttons_without_an_effect_are_disabled(pilot: Pilot) -> None:
    def on() -> set[str]:
        buttons = pilot.screen.buttons._made.items()
        about = {BuildCommand.COPY, BuildCommand.DELETE, BuildCommand.FIX, BuildCommand.UNDO}
        return {one for (one, _style), button in buttons if one in about and button.is_enabled}

    pilot.frames(2)
    assert on() == set()
    put(pilot, 0, 0.0, 0.012)
    assert on() == {"copy", "delete", "fix", "undo"}
    pilot.click(pilot.px(0.1, 0.1))
    assert on() == {"undo"}
    pilot.key(pygame.K_1)
    pilot.frames(2)
    assert on() == {"delete", "undo"}
