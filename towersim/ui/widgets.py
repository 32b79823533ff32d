"""Buttons and text fields of pygame_gui in one list that the keyboard walks through."""

from collections.abc import Hashable
from typing import Final, NamedTuple

import i18n  # type: ignore[import-untyped]  # python-i18n ships no types
import pygame
import pygame_gui
from pygame_gui.core import ObjectID, UIElement
from pygame_gui.elements import UIButton, UITextEntryLine

from towersim.ui.canvas import Canvas
from towersim.ui.draw_frames import draw_frame
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import (
    ACCENT_DARK,
    CREAM,
    PAPER,
    STYLES,
    Stage,
    button_id,
    text_steps,
    widget_theme,
)
from towersim.ui.widget_font import WidgetFont

ButtonId = Hashable
ENTERS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
MOUSE: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)


class Pressed(NamedTuple):
    """A button was pressed: what it stands for, and forwards (1) or backwards (-1)."""

    command: ButtonId
    way: int = 1


class _Button(UIButton):
    """A button that shows that it is lit under the mouse, too."""

    def on_hovered(self) -> None:
        """Look as under the mouse, unless it is lit."""
        super().on_hovered()  # type: ignore[no-untyped-call]  # pygame_gui
        if self.is_selected:
            self.select()  # type: ignore[no-untyped-call]  # pygame_gui


class Form:
    """Widgets on a stage; the keyboard goes through them in the order they were made."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.manager = pygame_gui.UIManager(
            stage.size, widget_theme(stage), enable_live_theme_updates=False
        )
        # Each manager adds the folders of pygame_gui's own words to those of all before it.
        i18n.load_path[:] = dict.fromkeys(i18n.load_path)
        # A field that was written in until its form went away left keys repeating.
        pygame.key.set_repeat()
        # The manager asks the window where the mouse is, whose pixels may be larger.
        self.manager.mouse_pos_scale_factor = [stage.scale, stage.scale]
        self._order: list[UIButton | UITextEntryLine] = []
        self._commands: dict[UIElement, ButtonId] = {}
        self._choosers: set[UIElement] = set()
        self._focus: int | None = None
        self._by_keys = False
        """Whether a key went to another widget since the mouse last moved."""
        self._clicked_at = 0
        """Where the mouse was last pressed, from the left, in pixels of the stage."""
        self._strong: UIButton | None = None
        """What Enter presses as long as the keyboard is at no widget."""
        self._is_updated = False
        """Whether the manager was updated: it draws no widget before."""

    def button(
        self,
        rect: pygame.Rect,
        words: str,
        command: ButtonId,
        style: str = "",
        *,
        chooser: bool = False,
    ) -> UIButton:
        """Add a button.

        A chooser stands between angle brackets and answers to left and right.
        """
        words = self._told(words, chooser=chooser)
        made = _Button(rect, words, self.manager, object_id=self._object_id(rect, words, style))
        if made.font is not None and self.stage.fonts.needs_others(words):
            bold = STYLES[style][1]
            made.font = WidgetFont(self.stage.fonts, made.font.get_point_size(), bold=bold)
            made.rebuild()  # type: ignore[no-untyped-call]  # pygame_gui
        self._order.append(made)
        self._commands[made] = command
        if chooser:
            self._choosers.add(made)
        if style == "strong":
            self._strong = made
        return made

    def _told(self, words: str, *, chooser: bool) -> str:
        """Return what a button says, with the player's keys in it."""
        told = self.stage.prompt(words)
        return f"‹  {told}  ›" if chooser else told

    def _object_id(self, rect: pygame.Rect, words: str, style: str) -> ObjectID:
        """Return what the theme calls a button whose text is as large as fits."""
        fonts, (_, bold) = self.stage.fonts, STYLES[style]
        room = rect.inflate(-self.stage.px(12), -self.stage.px(6))
        *larger, least = text_steps(self.stage, style)
        fits = (
            size
            for size in larger
            if fonts.width(words, size, bold=bold) <= room.w
            and fonts.font(size, bold=bold).get_height() <= room.h
        )
        return ObjectID(object_id=button_id(style, next(fits, least)))

    def entry(
        self, rect: pygame.Rect, text: str, most: int = 30, command: ButtonId | None = None
    ) -> UITextEntryLine:
        """Add a field for a line of text; Enter in it stands for a command, or goes on."""
        made = UITextEntryLine(rect, self.manager, initial_text=text)
        if made.font is not None:
            made.font = WidgetFont(self.stage.fonts, made.font.get_point_size())
        made.rebuild()  # type: ignore[no-untyped-call]  # pygame_gui
        made.set_text_length_limit(most)
        self._order.append(made)
        if command is not None:
            self._commands[made] = command
        return made

    def allow(self, button: UIButton, *, on: bool) -> None:
        """Let a button be pressed, or not."""
        (button.enable if on else button.disable)()  # type: ignore[no-untyped-call]  # pygame_gui

    def write(self, button: UIButton, words: str) -> None:
        """Let a button say something else."""
        told = self._told(words, chooser=button in self._choosers)
        if button.text != told:
            button.set_text(told)

    @property
    def is_typing(self) -> bool:
        """Whether keys write into a field."""
        return self._field() is not None

    def _field(self) -> UITextEntryLine | None:
        """Return the field that keys write into."""
        fields = (widget for widget in self._order if isinstance(widget, UITextEntryLine))
        return next((field for field in fields if field.is_focused), None)

    def show(self, button: UIButton, *, on: bool) -> None:
        """Show a button, or not."""
        (button.show if on else button.hide)()  # type: ignore[no-untyped-call]  # pygame_gui

    def light(self, button: UIButton, *, on: bool) -> None:
        """Show that what a button turns on is on, or not."""
        if button.is_selected != on:
            (button.select if on else button.unselect)()  # type: ignore[no-untyped-call]  # pygame_gui

    @property
    def pointed(self) -> ButtonId | None:
        """What the button under the mouse stands for, else the one that the keyboard is at.

        Where keys go from widget to widget, a mouse that only lies there points at nothing.
        """
        for widget, command in self._commands.items():
            hovered = isinstance(widget, UIButton) and widget.visible and widget.hovered
            if hovered and not self._by_keys:
                return command
        at_keyboard = self._widget()
        return None if at_keyboard is None else self._commands.get(at_keyboard)

    @property
    def focus(self) -> int | None:
        """Which widget the keyboard is at, counted in the order they were made."""
        return self._focus

    def set_focus(self, index: int | None) -> None:
        """Put the keyboard at a widget."""
        self._focus = None if index is None or not self._order else index % len(self._order)
        widget = self._widget()
        entry = widget if isinstance(widget, UITextEntryLine) else None
        self.manager.set_focus_set(entry)

    def focus_on(self, command: ButtonId) -> None:
        """Put the keyboard at the button that stands for this; nowhere if there is none."""
        found = (widget for widget, known in self._commands.items() if known == command)
        widget = next(found, None)
        self.set_focus(next((i for i, one in enumerate(self._order) if one is widget), None))

    def handle(self, event: pygame.event.Event) -> Pressed | None:
        """Answer an event; return the button that was pressed."""
        if event.type == pygame.KEYDOWN and (answer := self._key(event)) is not _PASS:
            return answer
        self._by_keys = self._by_keys and event.type not in MOUSE
        self.manager.process_events(moved(event, 1 / self.stage.scale))
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._commands:
            self._focus = None
            return Pressed(self._commands[event.ui_element], self._way(event.ui_element))
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._clicked_at = event.pos[0]
            self._focus = None
        return None

    def _way(self, button: UIElement) -> int:
        """Return which way a click on a button goes: the left third of a chooser is backwards."""
        rect = pygame.Rect(button.get_abs_rect())
        is_left = self._clicked_at < rect.x + rect.w / 3
        return -1 if button in self._choosers and is_left else 1

    def _widget(self) -> UIButton | UITextEntryLine | None:
        return None if self._focus is None else self._order[self._focus]

    def _key(self, event: pygame.event.Event) -> "Pressed | None":
        """Answer a key; `_PASS` if it is for the widgets themselves."""
        command, widget = command_for_key(event.key), self._widget()
        field = self._field()
        if field is not None and event.key in ENTERS:
            if field in self._commands:
                return Pressed(self._commands[field])
            command = Command.NEXT
        if command is Command.NEXT:
            self._walk(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return None
        if command in (Command.UP, Command.DOWN):
            self._climb(1 if command is Command.DOWN else -1)
            return None
        if field is not None:
            return _PASS
        if command in (Command.LEFT, Command.RIGHT):
            way = -1 if command is Command.LEFT else 1
            if widget is not None and widget in self._choosers:
                return Pressed(self._commands[widget], way)
            self._walk(way)
            return None
        pressed = widget or self._strong
        if command is Command.CONFIRM and isinstance(pressed, UIButton) and pressed.is_enabled:
            return Pressed(self._commands[pressed])
        return _PASS

    def _climb(self, way: int) -> None:
        """Go to the nearest widget below (1) or above (-1); where there is none, to the next."""
        here = self._widget()
        if here is None:
            self._walk(way)
            return
        start = pygame.Rect(here.get_abs_rect())
        found = [
            (abs(rect.centery - start.centery), abs(rect.centerx - start.centerx), index)
            for index, widget in enumerate(self._order)
            if widget.is_enabled
            and widget.visible
            and way * ((rect := pygame.Rect(widget.get_abs_rect())).centery - start.centery)
            > start.h // 2
        ]
        if found:
            self._by_keys = True
            self.set_focus(min(found)[2])
        else:
            self._walk(way)

    def _walk(self, way: int) -> None:
        """Go on to the next widget that can be used."""
        start = self._focus if self._focus is not None else (-1 if way > 0 else 0)
        for step in range(1, len(self._order) + 1):
            index = (start + way * step) % len(self._order)
            if self._order[index].is_enabled and self._order[index].visible:
                self._by_keys = True
                self.set_focus(index)
                return

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._is_updated = True
        self.manager.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the widgets, and a line around the one the keyboard is at."""
        if not self._is_updated:
            self.update(0.0)
        self.manager.draw_ui(canvas.target)
        widget = self._widget()
        if widget is not None:
            around = pygame.Rect(widget.get_abs_rect()).inflate(canvas.px(8), canvas.px(8))
            draw_frame(canvas, around, ACCENT_DARK, 3)


def moved(event: pygame.event.Event, scale: float) -> pygame.event.Event:
    """Return a mouse event with its place in pixels `scale` times as small, others as they are."""
    if scale == 1.0 or not hasattr(event, "pos"):
        return event
    values = {**event.dict, "pos": tuple(round(side * scale) for side in event.pos)}
    return pygame.event.Event(event.type, values)


_PASS: Final = Pressed("pass")
"""The form has no use for this key."""


def draw_sheet(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw a sheet of paper for widgets and text to lie on."""
    canvas.shadow(rect, canvas.px(16), canvas.px(14), 130, (0, canvas.px(8)))
    canvas.panel(rect, canvas.px(16), PAPER, CREAM, 2)


def draw_veil(canvas: Canvas) -> None:
    """Darken what lies below an overlay."""

    def make() -> pygame.Surface:
        veil = pygame.Surface(canvas.stage.size, pygame.SRCALPHA)
        veil.fill((38, 24, 14, 150))
        return veil

    canvas.put(canvas.cached("veil", make), (0, 0))
