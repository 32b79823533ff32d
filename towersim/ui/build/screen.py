"""The screen of the free table."""

from functools import partial
from pathlib import Path
from typing import Final

import pygame

from towersim.common.errors import OptionFault
from towersim.common.messages import message as _
from towersim.common.units import BlockId, Target
from towersim.files.level import levels_dir, load_materials
from towersim.free_table.edits import block_of, material_text
from towersim.free_table.files import Autosave, opened, save, saved_scenes, scene_path
from towersim.free_table.table import FreeTable
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    Quit,
    Screen,
    ScreenChange,
)
from towersim.ui.build.actions import Actions
from towersim.ui.build.draw import draw_table
from towersim.ui.build.draw_side import draw_swatches
from towersim.ui.build.guide import FREE_TABLE, GUIDE
from towersim.ui.build.keys import KEYS, BuildCommand
from towersim.ui.build.layout import TOOL_COLUMNS, TOOL_ROWS, build_layout, grid
from towersim.ui.build.mouse import Mouse
from towersim.ui.build.open_page import OpenPage
from towersim.ui.build.presenter import BuildPointer, Presenter
from towersim.ui.build.save_page import SavePage
from towersim.ui.build.sliders import Sliders
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ON_DARK
from towersim.ui.input.bindings import KeyCommand, command_for_key, number
from towersim.ui.input.pointer import NOWHERE
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.pause import Line, Pause, look_up
from towersim.ui.sentences import CARRY_BY_KEYS
from towersim.ui.stacking.carry import Carry
from towersim.ui.widgets.buttons import Button, Buttons
from towersim.ui.widgets.forms import ButtonId, Form

SAY: Final = 4.0
"""Seconds that a message stays visible."""
BUDGET: Final = 0.008
"""Seconds per frame available to the simulation."""
WAIT, AGAIN = 0.35, 0.05
"""Key repeat of a held arrow, in seconds: the initial delay, and the interval."""
SLOW: Final = 1 / 8
"""Speed of slow motion, relative to real time."""
TOOLS: Final = (
    (_("Undo ({key:Z})"), BuildCommand.UNDO),
    (_("Redo ({key:Y})"), BuildCommand.REDO),
    (_("Freeze ({key:T})"), BuildCommand.FREEZE),
    (_("Copy ({key:C})"), BuildCommand.COPY),
    (_("Delete it"), BuildCommand.DELETE),
    (_("Slow ({key:F})"), BuildCommand.SLOW),
    (_("Fix ({key:K})"), BuildCommand.FIX),
    (_("Snap ({key:G})"), BuildCommand.SNAP),
    (_("X-ray ({key:X})"), BuildCommand.XRAY),
    (_("Level (0)"), BuildCommand.LEVEL),
    (_("Open ({key:O})"), BuildCommand.OPEN),
    (_("Save ({key:S})"), BuildCommand.SAVE),
)


class BuildScreen:
    """The screen of the free table: panel of pieces, tools, sliders, and the simulated table."""

    overlay = False

    def __init__(self, context: AppContext, scene: Path | None = None) -> None:
        """Restore the autosaved table; a `scene` is then opened as an undoable command.

        SceneFault if the scene cannot be opened.
        """
        self._context = context
        self._folder = context.files.records.parent
        self._autosave = Autosave(self._folder)
        left, said = self._autosave.begin()
        self.table = FreeTable(left)
        self.pointer = BuildPointer()
        self._said, self._said_for = "", 0.0
        self._owed = 0.0
        self._repeats: tuple[KeyCommand, float] | None = None
        """The held key's command, and the seconds until it is repeated."""
        self._reader = ImpactReader()
        self.layout = build_layout(context.stage, len(load_materials()))
        self.presenter = Presenter(context.stage, self.layout, self.table, self.pointer)
        self.carry = Carry(context.clock, self.presenter, self.say)
        self.actions = Actions(self.table, self.presenter, self.pointer, self.carry)
        self.mouse = Mouse(self.actions, self.carry, self.presenter)
        self.resize()
        self.say(said)
        if scene is not None:
            self.open(scene)

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input."""
        table = self.table
        quiet = not table.is_moving and table.held is None and not self.presenter.control.is_moving
        return not quiet or self._said_for > 0

    def resize(self) -> None:
        """Lay out everything for the context's stage."""
        stage = self._context.stage
        self._context.game = FREE_TABLE
        materials = self.presenter.palette.materials
        self.layout = layout = build_layout(stage, len(materials))
        self.presenter.resize(stage, layout)
        self.mouse.resize(stage, layout)
        self.form = Form(stage)
        self.form.button(layout.areas.pause, "", "pause", "round")
        self._materials = dict(zip(materials, layout.swatches, strict=True))
        self._tools = grid(stage, layout.tools, TOOL_COLUMNS, TOOL_ROWS)
        self.buttons = Buttons(self.form)
        self.buttons.show(self._own_buttons())
        self.sliders = Sliders(self.form, stage, layout.sliders)

    def say(self, words: str, seconds: float = SAY) -> None:
        """Show a text instead of the hint for `seconds`; an empty one changes nothing."""
        if words:
            self._said, self._said_for = words, seconds

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.KEYUP:
            self._key_up(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.pointer.fine, self._repeats = False, None
            self.carry.hand.rest()
        elif event.type == pygame.WINDOWLEAVE:
            self.pointer.at = NOWHERE
        else:
            self.say(self.mouse.handle(event, self.pointer))
        wanted = self.sliders.wanted(event, self.table.strain)
        if wanted is not None:
            said = self.actions.strain(wanted[0], follows=wanted[1])
            if said:
                self.sliders.refuse()
            self.say(said)
        pressed = self.form.handle(event)
        return None if pressed is None else self._pressed(pressed.command)

    def _pressed(self, command: ButtonId) -> ScreenChange | None:
        match command:
            case "pause":
                return self._pause()
            case ("material", str(name)):
                self.say(self.actions.set_material(name))
                return None
            case BuildCommand():
                return self._do(command)
            case _:
                return None

    def _key(self, event: pygame.event.Event) -> ScreenChange | None:
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = True
        command = command_for_key(event.key, KEYS)
        if command is KeyCommand.PAUSE:
            return self._pause()
        if command is KeyCommand.MUTE:
            self.say(self._context.toggle_sound())
        elif command is BuildCommand.TAKE:
            self.pointer.keys = True
            self.say(self.mouse.take(number(event.key) or 0, with_mouse=False))
        elif self.carry.key(command):
            return None
        elif command is KeyCommand.CONFIRM:
            self.say(self.actions.take_chosen())
        elif command is KeyCommand.NEXT:
            self.pointer.keys = True
            self.actions.choose_next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        else:
            self._repeats = (command, WAIT) if isinstance(command, KeyCommand) else None
            return self._do(command)
        return None

    def _key_up(self, key: int) -> None:
        if key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = False
        self._repeats = None
        self.carry.lift(command_for_key(key, KEYS))

    def _do(self, command: BuildCommand | KeyCommand | object) -> ScreenChange | None:
        if command is BuildCommand.SAVE:
            return OpenScreen(self._save_page())
        if command is BuildCommand.OPEN:
            return OpenScreen(self._open_page())
        if isinstance(command, BuildCommand | KeyCommand):
            self.say(self.actions.do(command))
        return None

    # --- files ----------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Open a scene; SceneFault if it is invalid."""
        found = opened(path)
        self.table.open(found)
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
        return OpenPage(
            self._context, [*saved_scenes(self._folder), *included], self.presenter.looks, self.open
        )

    def _pause(self) -> ScreenChange:
        lines = (
            Line(_("Go on"), CloseScreens),
            Line(_("Save the scene …"), lambda: OpenScreen(self._save_page())),
            Line(_("Open a scene …"), lambda: OpenScreen(self._open_page())),
            Line(_("Clear the table"), self._clear),
            *look_up(self._context, _("Help and keys")),
            Line(_("Leave the table"), lambda: CloseScreens(2)),
            Line(_("Quit"), Quit),
        )
        return OpenScreen(Pause(self._context, _("Free table"), lines, _("kept as it is")))

    def _clear(self) -> ScreenChange:
        self.table.clear()
        return CloseScreens()

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        self._repeat(seconds)
        self._pass_time(seconds, self.presenter.snapped(self.carry.step(seconds, self.pointer)))
        self._keep()
        for words in self.table.news:
            self.say(words)
        self.table.news.clear()
        self._said_for -= seconds
        self.presenter.step(seconds)
        self._show_state()
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
        context, table = self._context, self.table
        self._owed += seconds * (SLOW if self.pointer.slow else 1.0)
        ends = context.clock() + BUDGET
        heard: list[Impact] = []
        while self._owed >= table.tick_seconds:
            self._owed -= table.tick_seconds
            table.tick(target)
            heard += self._reader.read(table.world)
            if context.clock() > ends:
                self._owed = 0.0
        context.sound.frame(heard, table.scene.table.width, (), context.settings)

    def _keep(self) -> None:
        """Autosave the table if it has changed; show a failure to write."""
        try:
            self._autosave.keep(self.table.history.now)
        except OptionFault as fault:
            self.say(fault_message(fault), 9.0)

    def _show_state(self) -> None:
        """Update buttons, sliders and the mouse pointer."""
        self.buttons.show(self._own_buttons())
        self.sliders.show(self.table.strain)
        shape = pygame.SYSTEM_CURSOR_HAND if self.presenter.can_take else pygame.SYSTEM_CURSOR_ARROW
        self.form.manager.set_active_cursor(pygame.cursors.Cursor(shape))

    @property
    def _chosen(self) -> bool:
        """Whether a block is chosen that is still on the table."""
        return block_of(self.table.scene, self.pointer.chosen or BlockId("")) is not None

    def _own_buttons(self) -> list[Button]:
        table, pointer, presenter = self.table, self.pointer, self.presenter
        lit = {
            BuildCommand.FREEZE: table.is_frozen,
            BuildCommand.SLOW: pointer.slow,
            BuildCommand.SNAP: pointer.snap,
            BuildCommand.XRAY: pointer.xray,
        }
        free = table.held is None
        chosen = self._chosen
        can = {
            BuildCommand.COPY: free and chosen,
            BuildCommand.DELETE: not free or chosen,
            BuildCommand.FIX: free and chosen,
            BuildCommand.FREEZE: free,
            BuildCommand.UNDO: bool(table.history.past) or not free,
            BuildCommand.REDO: bool(table.history.future),
            BuildCommand.LEVEL: not table.strain.is_none,
        }
        material, materials = presenter.palette.material, self._materials.items()
        whole = Button(self.layout.areas.pace, "", BuildCommand.WHOLE, "round")
        return [
            *([whole] if presenter.control.free else []),
            *(
                Button(rect, material_text(name), ("material", name), "dark", lit=name == material)
                for name, rect in materials
            ),
            *(
                Button(rect, words, one, "dark", on=can.get(one, True), lit=lit.get(one, False))
                for (words, one), rect in zip(TOOLS, self._tools, strict=True)
            ),
        ]

    # --- drawing --------------------------------------------------------------------------------

    @property
    def hint(self) -> str:
        """The line above the table: a message from `say`, else advice."""
        if self._said_for > 0:
            return self._said
        if self.table.held is not None:
            if self.pointer.keys:
                return CARRY_BY_KEYS
            return _("Carry it, turn it with the wheel or {key:Q} and {key:E}; let go to place it.")
        if self.table.is_frozen:
            return _("Time stands still: {key:T} lets it run.")
        if not self.table.scene.blocks:
            return _("Drag a piece from the panel onto the table.")
        if self._chosen:
            return _("{key:Arrows} nudge it, {key:C} copies it, {key:Delete} takes it away.")
        return _("Drag blocks; click on one to choose it.")

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        said = (self.table.history.now.name or GUIDE.title, self.hint)
        frame = self.presenter.frame_state(self._context.settings, said)
        draw_table(canvas, self.layout, self.presenter.looks.sprites, frame)
        self.form.draw(canvas)
        canvas.sign("pause", 17, ON_DARK, center=self.layout.areas.pause.center)
        if self.presenter.control.free:
            canvas.sign("whole", 19, ON_DARK, center=self.layout.areas.pace.center)
        draw_swatches(canvas, self._materials)
