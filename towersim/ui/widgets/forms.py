"""Forms: buttons and text fields of pygame_gui with keyboard focus; a table's buttons."""

import re
from collections.abc import Hashable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Final, NamedTuple

import i18n  # type: ignore[import-untyped]  # python-i18n ships no types
import pygame
import pygame_gui
from pygame_gui.core import ObjectID, UIElement
from pygame_gui.core.gui_font_pygame import GUIFontPygame
from pygame_gui.core.surface_cache import SurfaceCache
from pygame_gui.core.ui_appearance_theme import UIAppearanceTheme
from pygame_gui.elements import UIButton, UITextEntryLine

from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.paint import panel, soft_shadow
from towersim.ui.input.bindings import KeyCommand, command_for_key


class WidgetFont(GUIFontPygame):
    """A font of pygame_gui that renders with the window's `Fonts`; `size` in pixels."""

    def __init__(self, fonts: Fonts, size: int, *, bold: bool = False) -> None:
        super().__init__(None, size)
        self._fonts, self._bold = fonts, bold

    def get_rect(self, text: str) -> pygame.Rect:
        """Return the size of a text, with the font's ascent as y."""
        font = self._fonts.font(self.point_size, bold=self._bold)
        high = font.get_height() if text else 0
        wide = self._fonts.width(text, self.point_size, bold=self._bold) if text else 0
        return pygame.Rect(0, font.get_ascent() if text else 0, wide, high)

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        """Return a text with premultiplied alpha."""
        colour = (text_color.r, text_color.g, text_color.b)
        picture = self._fonts.text(text, self.point_size, colour, bold=self._bold)
        return picture.convert_alpha().premul_alpha()

    def render_premul_to(
        self,
        text: str,
        text_colour: pygame.Color,
        surf_size: tuple[int, int],
        surf_position: tuple[int, int],
    ) -> pygame.Surface:
        """Return a surface with a text whose baseline starts at a position."""
        surface = pygame.Surface(surf_size, pygame.SRCALPHA)
        if text:
            picture = self.render_premul(text, text_colour)
            top = surf_position[1] - self._fonts.font(self.point_size, bold=self._bold).get_ascent()
            surface.blit(picture, (surf_position[0], top), special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface

    def get_padding_height(self) -> int:
        """Return the padding below the baseline, in pixels."""
        return 1 - self._fonts.font(self.point_size).get_descent()


@lru_cache(maxsize=64)  # pygame_gui loads a font of its own for each
def _font(fonts: Fonts, size: int, *, bold: bool = False) -> WidgetFont:
    return WidgetFont(fonts, size, bold=bold)


ButtonId = Hashable
ENTERS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
EDGE: Final = 5
"""Least distance of a label from the left and right edge of its button, in units."""
ROUND_EDGE: Final = 7
"""The same in a round button, where pygame_gui shifts a label that reaches its corners."""
THICK: Final = 8
"""Least width of both edges together in high contrast, in pixels; borders are never thinner."""
MOUSE: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)


class Pressed(NamedTuple):
    """The press of a button: its command, and the direction of a chooser (1 or -1)."""

    command: ButtonId
    direction: int = 1


class FormButton(UIButton):
    """A button that stays lit while the mouse hovers over it."""

    style, is_chooser = "", False
    fits = 0
    """The text size at which its label fits, in pixels; 0: unknown, and nothing is painted."""

    def rebuild(self) -> None:
        """Paint the button."""
        if self.fits:
            super().rebuild()  # type: ignore[no-untyped-call]  # pygame_gui
            if self.drawable_shape is not None:
                # Each other look is painted when it is first shown, not in the next frames.
                self.drawable_shape.states_to_redraw_queue.clear()

    def on_hovered(self) -> None:
        """Show the hovered look, unless the button is lit."""
        super().on_hovered()  # type: ignore[no-untyped-call]  # pygame_gui
        if self.is_selected:
            self.select()  # type: ignore[no-untyped-call]  # pygame_gui


class _Backgrounds(SurfaceCache):
    """The backgrounds of widgets, painted as panels: pygame_gui takes up to 15 ms for each."""

    def __init__(self, viewport: theme.Viewport) -> None:
        # pygame_gui's own begins with an empty picture of 4 MB; each background is found elsewhere.
        self.cache_short_term_lookup, self.cache_long_term_lookup = {}, {}
        self.low_on_space, self._viewport = False, viewport

    def find_surface_in_cache(self, lookup_id: str) -> pygame.Surface:
        """Return the background of an id by `build_cache_id`, with premultiplied alpha."""
        w, h, _shadow, line, *numbers = map(int, re.findall(r"\d+", lookup_id))
        radius, (*edge, _, r, g, b, _) = numbers[3], numbers[7:]
        rim = (edge[0], edge[1], edge[2]) if line else None
        paint = partial(panel, (w, h), radius, (r, g, b), rim, line)
        return self._viewport.cached(lookup_id, lambda: paint().premul_alpha())


class _Manager(pygame_gui.UIManager):
    """A manager of widgets with the theme of all forms on a viewport."""

    def __init__(self, viewport: theme.Viewport) -> None:
        self._viewport = viewport
        super().__init__(viewport.size, enable_live_theme_updates=False)
        # A new manager believes that the cursor is an arrow, which the former one may have changed.
        self._active_cursor = pygame.mouse.get_cursor()

    def create_new_theme(self, theme_path: object = None) -> UIAppearanceTheme:  # noqa: ARG002 - pygame_gui's
        """Return the viewport's theme."""
        if self._viewport.widgets is None:
            self._viewport.widgets = super().create_new_theme(theme.widget_theme(self._viewport))
            self._viewport.widgets.shape_cache = _Backgrounds(self._viewport)
        else:
            # Nothing is left to load, so no thread is started for it.
            self.resource_loader.num_loading_threads = 0  # type: ignore[attr-defined]
        made: UIAppearanceTheme = self._viewport.widgets
        return made


class Form:
    """Widgets on a viewport; keyboard focus follows the order of creation."""

    def __init__(self, viewport: theme.Viewport) -> None:
        self.widgets: list[FormButton | UITextEntryLine] = []
        """In the order of the keyboard."""
        self.viewport = viewport
        self.manager = _Manager(viewport)
        # Each manager appends pygame_gui's translation folders once more.
        i18n.load_path[:] = dict.fromkeys(i18n.load_path)
        # A text field with focus leaves key repeat on when its form is dropped.
        pygame.key.set_repeat()
        # The manager reads the mouse in window pixels, which may be larger than the viewport's.
        self.manager.mouse_pos_scale_factor = [viewport.scale, viewport.scale]
        self.commands: dict[UIElement, ButtonId] = {}
        self._is_even = True
        """Whether neighbouring buttons share one text size."""
        self.focus: int | None = None
        """Index of the focused widget, or None; changed by `set_focus`."""
        self.by_keys = False
        """Whether a key moved the focus since the mouse last moved."""
        self.clicked_at = 0
        """x of the last mouse press, in pixels of the viewport."""
        self._strong: FormButton | None = None
        """The button that Enter presses while no widget has the focus."""
        self._is_updated = False
        """Whether the manager was updated; it draws no widget before its first update."""

    def __del__(self) -> None:
        """Free the pictures of the widgets, which cycles in pygame_gui would hold for long."""
        with suppress(AttributeError):  # as where Ctrl-C came while it was made
            for widget in self.widgets:
                label = getattr(widget.drawable_shape, "text_box_layout", None)
                if label is not None:
                    label.layout_rows.clear()
            self.manager.get_root_container().kill()  # type: ignore[union-attr]
            self.manager.ui_group.visible.clear()

    def button(
        self,
        rect: pygame.Rect,
        label: str,
        command: ButtonId,
        style: str = "",
        *,
        chooser: bool = False,
    ) -> FormButton:
        """Add a button; a chooser has angle brackets and reacts to the left and right keys."""
        label = self._told(label, chooser=chooser)
        kind = ObjectID(object_id=theme.button_id(style))
        made = FormButton(rect, label, self.manager, object_id=kind)
        made.style, made.is_chooser = style, chooser
        self._fit(made)
        self.widgets.append(made)
        self.commands[made] = command
        if style == "strong":
            self._strong = made
        return made

    def _fit(self, button: FormButton) -> None:
        """Write a label at the player's text size, or smaller if it is too wide or too high."""
        viewport, (units, bold) = self.viewport, theme.STYLES[button.style]
        fonts, edge = viewport.fonts, ROUND_EDGE if button.style == "round" else EDGE
        wide = button.rect.w - max(viewport.px(2 * edge), THICK if viewport.look.contrast else 0)
        grown = range(viewport.px(viewport.grown(units)), viewport.px(units) - 1, -1)
        size = fonts.fitting(button.text, grown, (None, button.rect.h - viewport.px(6)))
        sizes = range(size, min(size, viewport.px(theme.SMALL)) - 1, -1)
        button.fits = fonts.fitting(button.text, sizes, (wide, None), bold=bold)
        self._is_even = False
        self._set_size(button, button.fits)

    def _set_size(self, button: FormButton, size: int) -> None:
        """Write a label `size` pixels high."""
        font = button.font
        if not isinstance(font, WidgetFont) or font.get_point_size() != size:
            button.font = _font(self.viewport.fonts, size, bold=theme.STYLES[button.style][1])
            button.rebuild()

    def _even_out(self) -> None:
        """Write the labels of each row and column of buttons in the least size that one needs."""
        self._is_even = True
        buttons = [one for one in self.widgets if isinstance(one, FormButton)]
        sizes = {b: b.fits for b in buttons if b.visible and b.text and b.style != "round"}
        lines: dict[tuple[str, int, int], list[FormButton]] = {}
        for button in sizes:
            rect = button.rect
            lines.setdefault(("row", rect.y, rect.h), []).append(button)
            lines.setdefault(("column", rect.x, rect.w), []).append(button)
        former: dict[FormButton, int] = {}
        while former != sizes:
            former = dict(sizes)
            for line in lines.values():
                sizes.update(dict.fromkeys(line, min(sizes[button] for button in line)))
        for button, size in sizes.items():
            self._set_size(button, size)

    def _told(self, label: str, *, chooser: bool) -> str:
        """Return the label of a button, translated."""
        told = self.viewport.fonts.language.say(label)
        return f"‹  {told}  ›" if chooser else told

    def entry(
        self, rect: pygame.Rect, text: str, most: int = 30, command: ButtonId | None = None
    ) -> UITextEntryLine:
        """Add a text field; Enter in it sends `command` or, without one, moves the focus on."""
        made = UITextEntryLine(rect, self.manager, initial_text=text)
        if made.font is not None:
            made.font = _font(self.viewport.fonts, made.font.get_point_size())
        made.rebuild()  # type: ignore[no-untyped-call]  # pygame_gui
        made.set_text_length_limit(most)
        self.widgets.append(made)
        if command is not None:
            self.commands[made] = command
        return made

    def allow(self, button: FormButton, *, on: bool) -> None:
        """Enable or disable a button."""
        (button.enable if on else button.disable)()  # type: ignore[no-untyped-call]  # pygame_gui

    def write(self, button: FormButton, label: str, *, resized: bool = False) -> None:
        """Set the label of a button, in the largest text size that fits."""
        told = self._told(label, chooser=button.is_chooser)
        if resized:
            button.rebuild()  # by itself pygame_gui cuts or stretches it for 0.35 s first
        if resized or button.text != told:
            button.set_text(told)
            self._fit(button)

    @property
    def is_typing(self) -> bool:
        """Whether a text field has the focus."""
        return self._field() is not None

    def _field(self) -> UITextEntryLine | None:
        """Return the text field with the focus, or None."""
        return next((field for field in self._fields() if field.is_focused), None)

    def _fields(self) -> list[UITextEntryLine]:
        return [widget for widget in self.widgets if isinstance(widget, UITextEntryLine)]

    def show(self, button: FormButton, *, on: bool) -> None:
        """Show or hide a button."""
        self._is_even = False
        (button.show if on else button.hide)()  # type: ignore[no-untyped-call]  # pygame_gui

    def light(self, button: FormButton, *, on: bool) -> None:
        """Set whether a button is lit, as a toggle that is on."""
        if button.is_selected != on:
            (button.select if on else button.unselect)()  # type: ignore[no-untyped-call]  # pygame_gui

    @property
    def pointed(self) -> ButtonId | None:
        """The command of the button under the mouse, else of the focused one.

        While keys move the focus, a mouse at rest does not count.
        """
        for widget, command in self.commands.items():
            hovered = isinstance(widget, FormButton) and widget.visible and widget.hovered
            if hovered and not self.by_keys:
                return command
        return self.focused

    @property
    def focused(self) -> ButtonId | None:
        """The command of the focused widget; None without one."""
        return None if self.focus is None else self.commands.get(self.widgets[self.focus])

    def set_focus(self, index: int | None) -> None:
        """Focus a widget by index (modulo their number); None: no widget."""
        self.focus = None if index is None or not self.widgets else index % len(self.widgets)
        widget = self._widget()
        entry = widget if isinstance(widget, UITextEntryLine) else None
        self.manager.set_focus_set(entry)

    def take_over(self, former: "Form") -> None:
        """Keep focus and typed texts of a form that this one replaces, and the held button."""
        self.focus_on(former.focused)
        if self.focus is None:
            self.set_focus(former.focus)
        self.clicked_at, self.by_keys = former.clicked_at, former.by_keys
        before, fields = former._fields(), self._fields()
        if [*map(former.commands.get, before)] == [*map(self.commands.get, fields)]:
            for old, new in zip(before, fields, strict=True):
                new.set_text(old.get_text() or new.get_text())
        buttons = [widget for widget in former.widgets if isinstance(widget, FormButton)]
        held = {former.commands[button] for button in buttons if button.held}
        for widget, command in self.commands.items():
            if isinstance(widget, FormButton):
                widget.held = widget.is_enabled and command in held

    def focus_on(self, command: ButtonId) -> None:
        """Focus the button with this command; no widget if there is none."""
        widget = next((one for one, known in self.commands.items() if known == command), None)
        self.set_focus(next((i for i, one in enumerate(self.widgets) if one is widget), None))

    def is_over(self, at: pygame.Vector2) -> bool:
        """Return whether a visible widget is at a point."""
        return any(one.visible and one.get_abs_rect().collidepoint(at) for one in self.widgets)

    def confirm(self) -> Pressed | None:
        """Return the press of the focused button by a key; None if none can be pressed."""
        widget = self._widget()
        if isinstance(widget, FormButton) and widget.visible and widget.is_enabled:
            return Pressed(self.commands[widget])
        return None

    def handle(self, event: pygame.event.Event) -> Pressed | None:
        """Handle an event; return the press of a button, if it caused one."""
        if event.type == pygame.KEYDOWN and (pressed := self._key(event)) is not _PASS:
            return pressed
        self.by_keys = self.by_keys and event.type not in MOUSE
        self.manager.process_events(moved(event, 1 / self.viewport.scale))
        for widget, command in self.commands.items():
            # Its event would come after clicks that wait for the form that this press leads to.
            if isinstance(widget, FormButton) and widget.pressed_event:
                widget.pressed_event, self.focus = False, None
                return Pressed(command, self._direction(widget))
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.clicked_at = event.pos[0]
            self.focus = None
        return None

    def _direction(self, button: FormButton) -> int:
        """Return the direction of a click: -1 on the left third of a chooser, else 1."""
        rect = pygame.Rect(button.get_abs_rect())
        is_left = self.clicked_at < rect.x + rect.w / 3
        return -1 if button.is_chooser and is_left else 1

    def _widget(self) -> FormButton | UITextEntryLine | None:
        return None if self.focus is None else self.widgets[self.focus]

    def _key(self, event: pygame.event.Event) -> "Pressed | None":
        """Handle a key; return `_PASS` if it is for the widgets themselves."""
        command, widget = command_for_key(event.key), self._widget()
        field = self._field()
        if field is not None and event.key in ENTERS:
            if field in self.commands:
                return Pressed(self.commands[field])
            command = KeyCommand.NEXT
        if command is KeyCommand.NEXT:
            self.walk(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return None
        if command in (KeyCommand.UP, KeyCommand.DOWN):
            self._climb(1 if command is KeyCommand.DOWN else -1)
            return None
        if field is not None:
            return _PASS
        if command in (KeyCommand.LEFT, KeyCommand.RIGHT):
            direction = -1 if command is KeyCommand.LEFT else 1
            if isinstance(widget, FormButton) and widget.is_chooser:
                return Pressed(self.commands[widget], direction)
            self.walk(direction)
            return None
        pressed = widget or self._strong
        if command is KeyCommand.CONFIRM and isinstance(pressed, FormButton) and pressed.is_enabled:
            return Pressed(self.commands[pressed])
        return _PASS

    def _climb(self, direction: int) -> None:
        """Focus the nearest widget below (1) or above (-1); if there is none, the next one."""
        here = self._widget()
        if here is None:
            self.walk(direction)
            return
        start = pygame.Rect(here.get_abs_rect())
        widgets = [
            (abs(rect.centery - start.centery), abs(rect.centerx - start.centerx), index)
            for index, widget in enumerate(self.widgets)
            if widget.is_enabled
            and widget.visible
            and direction * ((rect := pygame.Rect(widget.get_abs_rect())).centery - start.centery)
            > start.h // 2
        ]
        if widgets:
            self.by_keys = True
            self.set_focus(min(widgets)[2])
        else:
            self.walk(direction)

    def walk(self, direction: int, first: int = 0) -> None:
        """Focus the next (`direction` 1) or previous (-1) usable widget; begin at index `first`."""
        start = self.focus if self.focus is not None else (first - 1 if direction > 0 else first)
        for step in range(1, len(self.widgets) + 1):
            index = (start + direction * step) % len(self.widgets)
            if self.widgets[index].is_enabled and self.widgets[index].visible:
                self.by_keys = True
                self.set_focus(index)
                return

    def update(self, seconds: float) -> None:
        """Advance the widgets by a time step."""
        self._is_updated = True
        if not self._is_even:
            self._even_out()
        self.manager.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the widgets, and a frame around the focused one."""
        if not self._is_updated:
            self.update(0.0)
        self.manager.draw_ui(canvas.target)
        widget = self._widget()
        if widget is not None and widget.visible:
            around = pygame.Rect(widget.get_abs_rect()).inflate(canvas.px(8), canvas.px(8))
            canvas.frame(around, theme.ACCENT_DARK, 3)
            # On a dark table only the light line is seen, on paper only the dark one.
            canvas.frame(around.inflate(canvas.px(6), canvas.px(6)), theme.PAPER, 2)


def moved(event: pygame.event.Event, scale: float) -> pygame.event.Event:
    """Return a mouse event with its position multiplied by `scale`; other events unchanged."""
    if scale == 1.0 or not hasattr(event, "pos"):
        return event
    values = {**event.dict, "pos": tuple(round(side * scale) for side in event.pos)}
    return pygame.event.Event(event.type, values)


_PASS: Final = Pressed("pass")
"""The form has no use for this key."""


def draw_sheet(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw a sheet of paper as a background for widgets and text."""
    radius, fall = canvas.px(16), canvas.px(8)

    def paint() -> pygame.Surface:
        # As one picture: each of both would be almost as large as the window.
        picture = soft_shadow(rect.size, radius, canvas.px(14), 130)
        paper = panel(rect.size, radius, theme.PAPER, theme.CREAM, 2)
        picture.blit(paper, paper.get_rect(center=picture.get_rect().center).move(0, -fall))
        return picture

    sheet = canvas.cached(("sheet", rect.size), paint)
    canvas.put(sheet, center=(rect.centerx, rect.centery + fall))


def draw_veil(canvas: Canvas) -> None:
    """Darken the screens below an overlay."""
    canvas.target.fill((105, 105, 105), special_flags=pygame.BLEND_RGB_MULT)
    canvas.target.fill((22, 14, 8), special_flags=pygame.BLEND_RGB_ADD)


class Button(NamedTuple):
    """A button of the game to be shown now."""

    rect: pygame.Rect
    label: str
    command: ButtonId
    style: str = ""
    on: bool = True
    chooser: bool = False
    lit: bool = False
    """Whether its toggle is on."""


class Buttons:
    """The widgets of a table's buttons on a form."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._made: dict[tuple[ButtonId, str], FormButton] = {}

    @property
    def visible(self) -> bool:
        """Whether any of them is visible."""
        return any(bool(button.visible) for button in self._made.values())

    def at(self, point: tuple[int, int]) -> ButtonId | None:
        """Return the command of the button at a point, or None (a hit test)."""
        for (command, _), button in self._made.items():
            if button.visible and pygame.Rect(button.get_abs_rect()).collidepoint(point):
                return command
        return None

    def show(self, buttons: Sequence[Button]) -> None:
        """Show exactly these buttons, with their current labels."""
        wanted = {(button.command, button.style): button for button in buttons}
        for key, made in self._made.items():
            if bool(made.visible) != (key in wanted):
                self._form.show(made, on=key in wanted)
        for key, button in wanted.items():
            rect, label, command, style = button[:4]
            made = self._made.get(key) or self._form.button(
                rect, label, command, style, chooser=button.chooser
            )
            self._made[key] = made
            resized = made.relative_rect.size != button.rect.size
            if made.relative_rect != button.rect:
                made.set_relative_position(button.rect.topleft)
                made.set_dimensions(button.rect.size)
            self._form.write(made, button.label, resized=resized)
            if made.is_enabled != button.on:
                self._form.allow(made, on=button.on)
            self._form.light(made, on=button.lit)
