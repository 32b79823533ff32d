"""The screen of the free table, with its sliders and the handling of its mouse."""

import math
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

import pygame
import pygame_gui
from msgspec.structs import replace
from pygame_gui.elements import UIHorizontalSlider

from towersim.common.errors import OptionFault
from towersim.common.messages import message as _, texts
from towersim.common.units import Target
from towersim.files.level import levels_dir
from towersim.free_table.edits import material_text
from towersim.free_table.history import Autosave, Strain, opened, save, saved_scenes, scene_path
from towersim.free_table.table import FreeTable
from towersim.scene.scene import Block, Scene
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.ui.app_context import AppContext, CloseScreens, OpenScreen, Quit, Screen, ScreenChange
from towersim.ui.build.actions import HEAVIEST, STEEPEST, WILDEST, Actions
from towersim.ui.build.draw import draw_swatches, draw_table
from towersim.ui.build.pages import OpenPage, SavePage
from towersim.ui.build.presenter import BuildPointer, Presenter
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ON_DARK, Viewport
from towersim.ui.input.bindings import NOWHERE, KeyCommand, notches, number
from towersim.ui.language.faults import fault_message
from towersim.ui.rulebook import FREE_TABLE, OTHER_GUIDES, BuildCommand
from towersim.ui.screens.base import TableScreen
from towersim.ui.screens.hud import NOTICE
from towersim.ui.screens.pause import Pause, PauseLine, look_up
from towersim.ui.sentences import CARRY_BY_KEYS
from towersim.ui.stacking.controller import Carry
from towersim.ui.widgets.forms import Button, ButtonId, Form

LIMITS: Final = {"tilt": (-STEEPEST, STEEPEST), "shake": (0.0, WILDEST), "load": (0.0, HEAVIEST)}
"""The fields of a strain that sliders set, with their ranges: radians, m/s² and newtons."""
DETENT: Final = 0.03
"""Values below this share of the maximum snap to zero."""


class Sliders:
    """Three sliders that command a strain; one drag is one command in the history."""

    def __init__(self, form: Form, viewport: Viewport, rects: Sequence[pygame.Rect]) -> None:
        high = viewport.px(18)
        self._sliders = {
            field: UIHorizontalSlider(
                pygame.Rect(rect.x, rect.bottom - high - viewport.px(8), rect.w, high),
                start_value=0.0,
                value_range=limits,
                manager=form.manager,
            )
            for rect, (field, limits) in zip(rects, LIMITS.items(), strict=True)
        }
        self._dragged: UIHorizontalSlider | None = None
        self._follows = False

    def show(self, strain: Strain) -> None:
        """Move the sliders to the commanded strain, except one being dragged."""
        for field, slider in self._sliders.items():
            least, most = LIMITS[field]
            value = min(max(getattr(strain, field), least), most)
            if slider is not self._dragged and abs(slider.get_current_value() - value) > 1e-6:
                slider.set_current_value(value)

    def wanted(self, event: pygame.event.Event, strain: Strain) -> tuple[Strain, bool] | None:
        """Return the strain of a moved slider, and whether its drag has changed it before."""
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragged, self._follows = None, False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            return self._pressed(event.pos, strain)
        is_moved = event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED
        for field, slider in self._sliders.items():
            if is_moved and slider is event.ui_element:
                asked = _with_value(strain, field, float(event.value))
                follows = self._follows and self._dragged is slider
                self._dragged, self._follows = slider, follows or asked != strain
                return asked, follows
        return None

    def _pressed(self, at: tuple[int, int], strain: Strain) -> tuple[Strain, bool] | None:
        """Move the knob below a press beside it, from where it may be dragged on."""
        for field, slider in self._sliders.items():
            if slider.sliding_button is None:
                continue
            track = pygame.Rect(slider.get_abs_rect())
            knob = pygame.Rect(slider.sliding_button.get_abs_rect())
            if track.collidepoint(at) and not knob.collidepoint(at):
                share = (at[0] - track.x - knob.w / 2) / (track.w - knob.w)
                low, high = LIMITS[field]
                slider.set_current_value(low + min(max(share, 0.0), 1.0) * (high - low))
                self._dragged, self._follows = slider, True
                return _with_value(strain, field, slider.get_current_value()), False
        return None

    def refuse(self) -> None:
        """Release the dragged slider, as its strain was refused."""
        self._dragged, self._follows = None, False


def _with_value(strain: Strain, field: str, value: float) -> Strain:
    is_zero = abs(value) < DETENT * LIMITS[field][1]
    return replace(strain, **{field: 0.0 if is_zero else value})


DRAG: Final = 5.0
"""Distance after which a press on a block becomes a drag, in units."""


class Mouse:
    """Turns mouse events into actions, which return a message or an empty string."""

    def __init__(self, actions: Actions, carry: Carry, presenter: Presenter) -> None:
        self._actions, self._carry, self._presenter = actions, carry, presenter
        self._press: tuple[Block, tuple[int, int]] | None = None
        """The pressed block and the point of the press, until it is dragged or released."""
        self._pans = False

    def rest(self) -> None:
        """Release all buttons."""
        self._press, self._pans = None, False

    def handle(self, event: pygame.event.Event, pointer: BuildPointer) -> str:
        """Handle a mouse event."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            before, pointer.at, pointer.keys = pointer.at, event.pos, False
            if event.type == pygame.MOUSEMOTION:
                return self._move(before, event.pos)
        if event.type == pygame.MOUSEBUTTONUP:
            self.rest()
        if self._carry.mouse(event, pointer.at, fine=pointer.fine):
            return ""
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event, pointer)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(event.button, pointer)
        return ""

    def _move(self, before: tuple[int, int], at: tuple[int, int]) -> str:
        if self._pans:
            self._presenter.control.pan(at[0] - before[0], at[1] - before[1])
        self._carry.move(at, takes_over=not self._pans)
        if self._press is not None:
            block, start = self._press
            if math.dist(start, at) >= self._presenter.viewport.px(DRAG):
                self._press = None
                return self._actions.take(block.id, self._presenter.camera.to_m(*start))
        return ""

    def _wheel(self, event: pygame.event.Event, pointer: BuildPointer) -> None:
        if self._presenter.layout.areas.side.collidepoint(pointer.at):
            self._presenter.palette.scroll(-round(notches(event)))
        elif self._presenter.is_over_table(pointer.at):
            self._presenter.zoom(notches(event), pointer.at)

    def _down(self, button: int, pointer: BuildPointer) -> str:
        at, over = pointer.at, self._presenter.is_over_table(pointer.at)
        palette, layout = self._presenter.palette, self._presenter.layout
        bar = layout.scroll_bar
        if button in (pygame.BUTTON_MIDDLE, pygame.BUTTON_RIGHT):
            self._pans = over
        elif button == pygame.BUTTON_LEFT and over:
            block = self._presenter.block_at(at)
            pointer.chosen, pointer.is_new = block.id if block else None, False
            self._press = (block, at) if block else None
            self._pans = block is None
        elif button == pygame.BUTTON_LEFT and bar.collidepoint(at):
            wanted = round((at[1] - bar.y) / bar.h * palette.all_rows - palette.rows / 2)
            palette.scroll(wanted - palette.top)
        elif button == pygame.BUTTON_LEFT and (place := layout.slot_at(at)) is not None:
            return self._actions.take_piece(place, with_mouse=True)
        return ""


SAY: Final = 4.0
"""Seconds that a message stays visible."""
BUDGET: Final = 0.008
"""Seconds per frame available to the simulation."""
WAIT, AGAIN = 0.35, 0.05
"""Key repeat of a held arrow, in seconds: the initial delay, and the interval."""
RETRY: Final = 30.0
"""Seconds until a failed autosave is tried again."""
SLOW: Final = 1 / 8
"""Speed of slow motion, relative to real time."""
TOOLS: Final = texts(__file__)["tools"]
"""The texts on the buttons of tools, by command."""


class BuildScreen(TableScreen):
    """The screen of the free table: panel of pieces, tools, sliders, and the simulated table."""

    keys = OTHER_GUIDES[FREE_TABLE].keys
    guide = FREE_TABLE, None

    def __init__(self, context: AppContext, scene: Path | None = None) -> None:
        """Restore the autosaved table; a `scene` is then opened as an undoable command.

        SceneFault if the scene cannot be opened.
        """
        self._folder = context.files.records.parent
        self._autosave = Autosave(self._folder)
        left, notice = self._autosave.begin()
        self.table = FreeTable(left)
        self.pointer = BuildPointer()
        self._said, self._said_for = "", 0.0
        self._owed = 0.0
        self._unsaved: tuple[Scene | None, float] = None, 0.0
        """The scene that could not be saved, and when that is tried again."""
        self._repeats: tuple[KeyCommand, float] | None = None
        """The held key's command, and the seconds until it is repeated."""
        self._reader = ImpactReader()
        self.presenter = Presenter(context.viewport, self.table, self.pointer)
        self.carry = Carry(self.presenter, self.say)
        self.actions = Actions(self.presenter, self.carry)
        self.mouse = Mouse(self.actions, self.carry, self.presenter)
        super().__init__(context)
        self.say(notice, NOTICE)
        if scene is not None:
            self.open(scene)

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input."""
        table = self.table
        quiet = not table.is_moving and table.held is None and not self.presenter.control.is_moving
        return not quiet or self._said_for > 0 or self._repeats is not None

    @property
    def is_carrying(self) -> bool:
        """Whether a block is in the hand."""
        return self.table.held is not None

    def arrange(self) -> None:
        """Lay out panel, table and sliders."""
        viewport, presenter = self._context.viewport, self.presenter
        self.layout = layout = presenter.resize(viewport)
        self.form.button(layout.areas.pause, "", "pause", "round")
        self._materials = dict(zip(presenter.palette.materials, layout.swatches, strict=True))
        self.sliders = Sliders(self.form, viewport, layout.sliders)

    def say(self, text: str, seconds: float = SAY) -> None:
        """Show a text instead of the hint for `seconds`; an empty one changes nothing."""
        if text:
            self._said, self._said_for = text, seconds

    def lose_focus(self) -> None:
        """Release all keys and the mouse."""
        self.pointer.fine, self._repeats = False, None
        self.carry.rest()
        self.mouse.rest()

    def other_event(self, event: pygame.event.Event) -> None:
        """Handle the release of a key, the mouse, and the sliders."""
        if event.type == pygame.KEYUP:
            self.pointer.fine &= event.key not in (pygame.K_LSHIFT, pygame.K_RSHIFT)
            if self._repeats and self._repeats[0] is self.command_of(event.key):
                self._repeats = None
            self.carry.lift(self.command_of(event.key))
        elif event.type == pygame.WINDOWLEAVE:
            self.pointer.at = NOWHERE
        else:
            self.say(self.mouse.handle(event, self.pointer))
        wanted = self.sliders.wanted(event, self.table.strain)
        if wanted is not None:
            refusal = self.actions.strain(wanted[0], follows=wanted[1])
            if refusal:
                self.sliders.refuse()
            self.say(refusal)

    def do(self, command: ButtonId, direction: int = 1) -> ScreenChange | None:  # noqa: ARG002 - no choosers
        """Execute the command of a button or a key."""
        match command:
            case "pause":
                return self.pause()
            case BuildCommand.SAVE:
                return OpenScreen(self._save_page())
            case BuildCommand.CHALLENGE:
                return self._make_challenge()
            case BuildCommand.OPEN:
                return OpenScreen(self._open_page())
            case ("material", str(name)):
                self.say(self.actions.set_material(name))
            case BuildCommand() | KeyCommand():
                self.say(self.actions.do(command))
        return None

    def key_event(self, command: StrEnum | None, event: pygame.event.Event) -> ScreenChange | None:
        """Execute a key's command."""
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = True
        if command is BuildCommand.TAKE:
            self.pointer.keys = True
            place = (number(event.key) or 0) - 1
            self.say(self.actions.take_piece(place, with_mouse=False))
        elif self.carry.key(command):
            return None
        elif command is KeyCommand.CONFIRM:
            self.say(self.actions.take_chosen())
        elif command is KeyCommand.NEXT:
            self.pointer.keys = True
            self.actions.choose_next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        else:
            self._repeats = (command, WAIT) if isinstance(command, KeyCommand) else None
            return self.do(command)
        return None

    def _make_challenge(self) -> ScreenChange | None:
        """Open the page that makes a challenge of the scene, once it is at rest."""
        if self.table.is_moving or self.table.held is not None or not self.table.strain.is_none:
            self.say(_("First let everything come to rest on a level table."))
            return None
        return OpenScreen(self._context.pages["editor"](self._context, self.table.scene))

    def open(self, path: Path) -> None:
        """Open a scene; SceneFault if it is invalid."""
        snapshot = opened(path)
        self.table.open(snapshot)
        self.pointer.chosen = None
        self.presenter.control.home()
        if self.table.is_frozen:
            self.say(_("By statics this does not stand by itself: {key:T} lets time run"), 8.0)
        else:
            told = _("{scene} is on the table; {key:Z} brings back what was there", scene=path.stem)
            self.say(told)

    def _save(self, path: Path) -> None:
        save(path, self.table.scene)
        self.table.call(path.stem)
        folder, home = path.parent, Path.home()
        if folder.is_relative_to(home):
            folder = "~" / folder.relative_to(home)
        # Name and folder are apart, so that a long path can wrap onto the hint's second line.
        self.say(_("Saved: {name} in {folder}", name=path.name, folder=str(folder)), 8.0)

    def _save_page(self) -> Screen:
        name = self.table.history.now.name
        return SavePage(self._context, name, partial(scene_path, self._folder), self._save)

    def _open_page(self) -> Screen:
        included = sorted((levels_dir() / "scenes").glob("*.toml"))
        paths = [*saved_scenes(self._folder), *included]
        return OpenPage(self._context, paths, self.presenter.styles, self.open)

    def pause(self) -> ScreenChange:
        """Return the change that opens the pause."""
        lines = (
            PauseLine(_("Go on"), CloseScreens),
            PauseLine(_("Save the scene …"), lambda: OpenScreen(self._save_page())),
            PauseLine(_("Open a scene …"), lambda: OpenScreen(self._open_page())),
            PauseLine(_("Make a challenge …"), self._make_challenge),
            PauseLine(_("Clear the table"), lambda: self.say(self.table.clear())),
            *look_up(self._context, _("Help and keys")),
            PauseLine(_("Leave the table"), lambda: CloseScreens(2)),
            PauseLine(_("Quit"), Quit),
        )
        return OpenScreen(Pause(self._context, _("Free table"), lines, _("kept as it is")))

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        self._repeat(seconds)
        self._pass_time(seconds, self.presenter.snapped(self.carry.step(seconds, self.pointer)))
        self._keep()
        for text in self.table.news:
            self.say(text, 8.0)
        self.table.news.clear()
        self._said_for -= seconds
        self.presenter.step(seconds)
        self.buttons.show(self.own_buttons())
        self.sliders.show(self.table.strain)
        shape = pygame.SYSTEM_CURSOR_HAND if self.presenter.can_take else pygame.SYSTEM_CURSOR_ARROW
        self.form.manager.set_active_cursor(pygame.cursors.Cursor(shape))
        self.form.update(seconds)
        return None

    def _repeat(self, seconds: float) -> None:
        if self._repeats is None or self.table.held is not None:
            return
        command, left = self._repeats
        if left <= 0:
            self.say(self.actions.do(command))
            left += AGAIN
        self._repeats = command, left - seconds

    def _pass_time(self, seconds: float, target: Target) -> None:
        """Simulate the ticks of a frame of `seconds`, within `BUDGET`, and play their sounds."""
        context, table, fall = self._context, self.table, self.table.fall
        self._owed += seconds * (SLOW if BuildCommand.SLOW in self.pointer.modes else 1.0)
        ends = context.clock() + BUDGET
        heard: list[Impact] = []
        while self._owed >= table.tick_seconds:
            self._owed -= table.tick_seconds
            table.tick(target)
            heard += self._reader.read(table.world)
            if context.clock() > ends:
                self._owed = 0.0
        if table.fall is not fall:
            self._said_for = 0.0  # so that its cause is told
        context.sound.frame(heard, table.scene.table.width, (), context.settings)

    def _keep(self) -> None:
        """Autosave the table if it has changed; show a failure to write, and try again later."""
        now, (unsaved, tries_at) = self.table.history.now, self._unsaved
        if now.scene is unsaved and self._context.clock() < tries_at:
            return
        try:
            self.say(self._autosave.keep(now), 8.0)
        except OptionFault as fault:
            self._unsaved = now.scene, self._context.clock() + RETRY
            self.say(fault_message(fault), 9.0)

    def own_buttons(self) -> list[Button]:
        """Return the buttons of materials and tools."""
        table, pointer, presenter = self.table, self.pointer, self.presenter
        lit = pointer.modes | {BuildCommand.FREEZE} if table.is_frozen else pointer.modes
        free, chosen = table.held is None, presenter.chosen is not None
        can = {
            BuildCommand.COPY: free and chosen,
            BuildCommand.DELETE: not free or chosen,
            BuildCommand.FIX: free and chosen,
            BuildCommand.FREEZE: free,
            BuildCommand.UNDO: bool(table.history.past) or not free,
            BuildCommand.REDO: free and bool(table.history.future),
            BuildCommand.LEVEL: not table.strain.is_none,
        }
        material, materials = presenter.palette.material, self._materials.items()
        whole = Button(self.layout.areas.pace, "", BuildCommand.WHOLE, "round")
        challenge = _("Challenge ({key:N})")
        buttons = [
            Button(self.layout.challenge, challenge, BuildCommand.CHALLENGE, "dark", on=free)
        ]
        buttons += [whole] if presenter.control.free else []
        for name, rect in materials:
            command, is_lit = ("material", name), name == material
            buttons.append(Button(rect, material_text(name), command, "dark", lit=is_lit))
        for tool, rect in zip(map(BuildCommand, TOOLS), self.layout.tools, strict=True):
            on, is_lit = can.get(tool, True), tool in lit
            buttons.append(Button(rect, TOOLS[tool], tool, "dark", on=on, lit=is_lit))
        return buttons

    @property
    def hint(self) -> str:
        """The line above the table: a message from `say`, the cause of a collapse, or advice."""
        if self._said_for > 0:
            return self._said
        if self.table.fall is not None:
            return self.table.fall.sentence
        told = _("Carry it, turn it with the wheel or {key:Q} and {key:E}; let go to place it.")
        if self.table.held is not None:
            return CARRY_BY_KEYS if self.pointer.keys else told
        if self.table.is_frozen:
            return _("Time stands still: {key:T} lets it run.")
        if self.pointer.keys and self.pointer.chosen is None:
            return _("Go to a piece with {key:Tab}, take it with {key:Enter}.")
        if not self.table.scene.blocks:
            return _("Drag a piece from the panel onto the table, or choose one with {key:Tab}.")
        if self.presenter.chosen is not None:
            return _("{key:Arrows} nudge it, {key:C} copies it, {key:Delete} takes it away.")
        return _("Drag blocks; click on one to choose it.")

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        draw_table(canvas, self.presenter, self._context.settings, self.hint)
        self.form.draw(canvas)
        canvas.sign("pause", 17, ON_DARK, center=self.layout.areas.pause.center)
        if self.presenter.control.free:
            canvas.sign("whole", 19, ON_DARK, center=self.layout.areas.pace.center)
        draw_swatches(canvas, self._materials)
