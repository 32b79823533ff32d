"""The base classes of screens: with one sheet, over a still life or a table; and with a table.

A subclass of `SheetScreen` defines the sheet's size and content; the base class handles the title,
the row of buttons at the foot with a note beside them, the button "back", keyboard focus and
resizing. `TableScreen` is the skeleton of a game, a recorded game, the free table and Judge.
"""

import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.ui.app_context import AppContext, CloseScreens, GuideKey, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.room import still_life
from towersim.ui.drawing.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Viewport, painted_once
from towersim.ui.input.bindings import COMMON, KeyCommand, KeyMap, command_for_key
from towersim.ui.widgets import forms

STRAY: Final = 0.6
"""Seconds after opening, and after each unaimed key in them, in which a press is ignored."""


class PressGuard:
    """Detector of stray presses on a page that has just opened.

    A player who taps Space or clicks to speed up the table may hit a page that has just opened, and
    so does the second click of a double click. For `STRAY` seconds such a press is stray, unless it
    was aimed: after arrows or Tab, or on a button that the mouse moved to. Each such key begins the
    seconds anew, so a player may tap on; clicks do not, so that an impatient one counts. On a slow
    machine, too, the seconds are real ones from the page's first picture on.
    """

    def __init__(
        self, clock: Callable[[], float], below_mouse: forms.ButtonId | None, *, keys: bool = False
    ) -> None:
        """Begin when the page opens, with the button under the mouse; `keys` may stray, too."""
        self._clock, self._below_mouse, self._keys = clock, below_mouse, keys
        self._begun, self._drawn = math.inf, 0.0
        """When it was first drawn or got a stray key, and when it was drawn last: presses wait."""

    def ignores(self, event: pygame.event.Event, command: forms.ButtonId, *, chosen: bool) -> bool:
        """Return whether the press of a button is stray; it may be `chosen` by keys."""
        by_key = event.type == pygame.KEYDOWN
        aimed = chosen or not self._keys if by_key else command != self._below_mouse
        if aimed or self._drawn - self._begun >= STRAY:
            return False
        if by_key:
            self._begun = max(self._begun, self._clock())
        return True

    def update(self) -> None:
        """Note that the page has been drawn."""
        self._drawn = self._clock()
        self._begun = min(self._begun, self._drawn)


MARGIN: Final = 36
"""Left and right margin of the sheet, in units."""
FOOT: Final = 68
"""Distance from the top of the buttons at the foot to the sheet's bottom, in units."""
PAGE_KEYS: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
NARROW_NOTE: Final = 130
"""The least width of that note between them, in units."""
NOTE_LINES: Final = 3
"""Most lines of a note beside the buttons at the foot."""


class FootButton(NamedTuple):
    """A button in the row at the foot of a sheet."""

    label: str
    command: forms.ButtonId
    width: float = 140
    """In units."""
    style: str = ""
    chooser: bool = False
    on: bool = True


BACK: Final = FootButton(_("Back"), "back")


class SheetScreen:
    """A screen with one sheet; Escape and the button "back" leave it."""

    overlay = False
    """Whether the table below stays visible."""
    guide: GuideKey = None
    is_guarded = False
    """Whether keys meant for the previous screen are ignored, too, as clicks are (`PressGuard`)."""
    title_at: float = 46
    """y of the title's centre from the sheet's top, in units."""
    widest: float = 0
    """The sheet's greatest width for large text, in units; 0: as for usual text."""
    grows_to: float = 0
    """The sheet's top is that of a centred sheet of this height, in units; 0: it is centred."""
    page, page_count = 0, 1
    """The open page, and how many there are: `fill` or `paint` counts them."""
    is_cyclic = False
    """Whether the first page follows the last one, as with tabs."""

    def __init__(self, context: AppContext) -> None:
        """Lay out the screen; a subclass first sets the fields that `size` and `fill` use."""
        self.context = context
        self.lay_out()
        self.guard()

    @property
    def title(self) -> str:
        """The title at the top of the sheet."""
        raise NotImplementedError

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        raise NotImplementedError

    def fill(self) -> None:
        """Add the widgets to the form, in the order of keyboard focus; by default a way back."""
        self.foot()

    def execute(self, pressed: forms.Pressed) -> ScreenChange | None:  # noqa: ARG002 - for subclasses
        """Execute the command of a pressed button; by default that of the only one: leave."""
        return self.leave()

    def paint(self, canvas: Canvas) -> None:
        """Draw the sheet's own content, below the widgets."""

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the sheet's own content above the widgets."""

    def command_for(self, key: int) -> str:  # noqa: ARG002 - most have no keys of their own
        """Return the command that a key is bound to; empty for none."""
        return ""

    @property
    def pointed(self) -> forms.ButtonId | None:
        """The command of the button under the mouse, else of the focused one."""
        return self.form.pointed

    def press(self, event: pygame.event.Event) -> forms.Pressed | None:
        """Return the command that an event gives; None for none."""
        wanted = self.command_for(event.key) if event.type == pygame.KEYDOWN else ""
        return forms.Pressed(wanted) if wanted else self.form.handle(event)

    def turn_page(self, step: int) -> None:
        """Go to the next (1) or previous (-1) page, if there is one."""
        page = max(min(self.page + step, self.page_count - 1), 0)
        if self.is_cyclic:
            page = (self.page + step) % self.page_count
        if page != self.page:
            self.page = page
            self.resize()

    def leave(self) -> ScreenChange:
        """Return the change that leaves the screen."""
        return CloseScreens()

    @property
    def beside_title(self) -> str:
        """Small text at the right end of the title's line."""
        return ""

    @property
    def note(self) -> str:
        """The text beside the buttons at the foot; a notice stays until the next press."""
        return self.context.notice

    @property
    def is_note_strong(self) -> bool:
        """Whether the note is emphasised: an error, or a request to act now."""
        return self.awaits_key or bool(self.context.notice)

    @property
    def is_typing(self) -> bool:
        """Whether a text field has the focus."""
        return self.form.is_typing

    @property
    def awaits_key(self) -> bool:
        """Whether the next key is to be bound."""
        return False

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input."""
        return False

    def guard(self) -> None:
        """Ignore stray presses from now on, as on a page that has just opened."""
        self.form.update(0.0)
        self._guard = PressGuard(self.context.clock, self.pointed, keys=self.is_guarded)

    def resize(self) -> None:
        """Lay out the screen for the context's viewport, keeping the keyboard focus."""
        former = self.form
        self.lay_out()
        self.form.take_over(former)

    def renew(self) -> None:
        """Lay out the screen for changed settings, unless the window does so for its new look."""
        if self.context.look == self.context.viewport.look:
            self.resize()

    def lay_out(self) -> None:
        """Create the sheet and its widgets again."""
        viewport = self.context.viewport
        wide, high = self.size
        wide = max(wide, min(wide * viewport.look.text, self.widest))
        self.sheet = pygame.Rect(0, 0, viewport.px(wide), viewport.px(high))
        self.sheet.center = viewport.rect.center
        if self.grows_to:
            self.sheet.y = (viewport.size[1] - viewport.px(self.grows_to)) // 2
        margin = viewport.px(MARGIN)
        self.left, self.right = self.sheet.x + margin, self.sheet.right - margin
        """The edges of the sheet's content, in pixels."""
        self.form = forms.Form(viewport)
        self._foot = pygame.Rect(self.left, 0, self.right - self.left, viewport.px(46))
        self._foot.y = self.sheet.bottom - viewport.px(FOOT)
        self.fill()

    def foot(self, left: Sequence[FootButton] = (BACK,), right: Sequence[FootButton] = ()) -> None:
        """Add the buttons at the foot from left to right; the note is between the two groups."""
        px = self.context.viewport.px
        for one in left:
            self._foot_button(one, self._foot.x)
            taken = px(one.width) + px(12)
            self._foot.x += taken
            self._foot.w -= taken
        at = self._foot.right - sum(px(one.width) for one in right) - px(12) * (len(right) - 1)
        for one in right:
            self._foot_button(one, at)
            at += px(one.width) + px(12)
            self._foot.w -= px(one.width) + px(12)

    def page_buttons(self, before: str, after: str) -> tuple[FootButton, FootButton]:
        """Return the buttons to the previous and to the next page."""
        back, on = self.page > 0, self.page < self.page_count - 1
        return (
            FootButton(before, ("part", self.page - 1), on=back),
            FootButton(after, ("part", self.page + 1), on=on),
        )

    def _foot_button(self, one: FootButton, x: int) -> None:
        rect = pygame.Rect(x, self._foot.y, self.context.viewport.px(one.width), self._foot.h)
        made = self.form.button(rect, one.label, one.command, one.style, chooser=one.chooser)
        self.form.allow(made, on=one.on)

    def add_tabs(self, titles: Sequence[str], width: float) -> None:
        """Add a button for each page, `width` units wide, beside the title."""
        px, self.page_count, self.is_cyclic = self.context.viewport.px, len(titles), True
        for index, title in enumerate(titles):
            x = self.right - px((width + 6) * (len(titles) - index) - 6)
            rect = pygame.Rect(x, self.sheet.y + px(26), px(width), px(42))
            self.form.button(rect, title, ("part", index), "chosen" if index == self.page else "")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        if event.type == pygame.MOUSEWHEEL and event.y:
            self.turn_page(-1 if event.y > 0 else 1)
            return None
        if event.type == pygame.KEYDOWN and self._is_left_by(event.key):
            self.context.notice = ""
            return self.leave()
        if event.type == pygame.KEYDOWN and event.key in PAGE_KEYS:
            self.turn_page(PAGE_KEYS[event.key])
            return None
        pressed = self.press(event)
        if pressed is None:
            return None
        if self._guard.ignores(event, pressed.command, chosen=self.form.by_keys):
            # A stray key only shows what it would press.
            self.form.focus_on(pressed.command if event.type == pygame.KEYDOWN else None)
            return None
        self.context.notice = ""
        match pressed.command:
            case "back":
                return self.leave()
            case ("part", int(page)):
                self.turn_page(page - self.page)
                return None
        return self.execute(pressed)

    def _is_left_by(self, key: int) -> bool:
        """Return whether a key leaves the screen; while text is typed, only Escape does."""
        if self.form.is_typing:
            return key == pygame.K_ESCAPE
        return command_for_key(key) is KeyCommand.PAUSE

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        self.form.update(seconds)
        self._guard.update()
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        viewport, sheet = canvas.viewport, self.sheet
        middle = sheet.y + canvas.px(self.title_at)
        if self.overlay:
            forms.draw_veil(canvas)
            forms.draw_sheet(canvas, sheet)
        else:
            canvas.put(_background(viewport, tuple(sheet)), (0, 0))
        text, room = self.beside_title, self.right - self.left
        at = self.left, middle
        title = canvas.title(self.title, 30, TEXT, room=(room, None), midleft=at)
        if text:
            room -= title.w + viewport.px(16)
            at = self.right, middle
            canvas.text(text, 15, SOFT_TEXT, room=(room, viewport.px(34)), midright=at)
        self.paint(canvas)
        self._draw_note(canvas)
        self.form.draw(canvas)
        self.paint_on_top(canvas)

    def _draw_note(self, canvas: Canvas) -> None:
        """Draw the note between the buttons at the foot, or above them, with line breaks."""
        viewport, room = self.context.viewport, self._foot
        text, strong = self.note, self.is_note_strong
        if not text:
            return
        if room.w < viewport.px(NARROW_NOTE):
            room = pygame.Rect(self.left, room.y - room.h, self.right - self.left, room.h)
        wide, high = room.w - viewport.px(8), viewport.px(99)
        size = viewport.common_size([text], 15, (wide, high), lines=NOTE_LINES, bold=strong)
        size = min(size, 18)
        lines = viewport.fonts.wrapped(text, viewport.px(size), wide, bold=strong)
        # A longer last line is cut with dots.
        lines[NOTE_LINES - 1 :] = filter(None, [" ".join(lines[NOTE_LINES - 1 :])])
        step, tint = viewport.px(1.25 * size), ACCENT_DARK if strong else SOFT_TEXT
        y = room.centery - step * len(lines) / 2
        for index, line in enumerate(lines):
            at = room.x + viewport.px(4), int(y + index * step)
            canvas.fitted(line, size, tint, wide, bold=strong, topleft=at)


@painted_once
def _background(viewport: Viewport, sheet: tuple[int, ...]) -> pygame.Surface:
    """Return a sheet over the still life; as one picture it leaves room for others in the cache."""
    picture = still_life(viewport).copy()
    forms.draw_sheet(Canvas(picture, viewport), pygame.Rect(sheet))
    return picture


class TableScreen:
    """A form with buttons around a table, whose keys and buttons give the same commands.

    An event goes to `key_event` or `other_event`, then to the form; a pressed button to `do`.
    """

    overlay = is_typing = awaits_key = False
    keys: KeyMap = COMMON
    is_game: ClassVar[bool] = False
    """Whether it is a `GameScreen`."""
    guide: GuideKey

    def __init__(self, context: AppContext) -> None:
        """Lay out the screen; a subclass first sets the fields that this uses."""
        self._context = context
        self.resize()

    def resize(self) -> None:
        """Lay out everything for the context's viewport."""
        self.form = forms.Form(self._context.viewport)
        self.arrange()
        self._common = len(self.form.widgets)
        """Number of buttons from `arrange`; the others come after them."""
        self.buttons = forms.Buttons(self.form)
        self.buttons.show(self.own_buttons())

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        if event.type == pygame.KEYDOWN:
            command = self.command_of(event.key)
            if command is KeyCommand.PAUSE:
                return self.pause()
            if command is KeyCommand.MUTE:
                self.say(self._context.toggle_sound())
                return None
            return self.key_event(command, event)
        if event.type == pygame.WINDOWFOCUSLOST:
            self.lose_focus()
        else:
            self.other_event(event)
        return self.press_button(self.form.handle(event))

    def press_button(self, pressed: forms.Pressed | None) -> ScreenChange | None:
        """Execute the command of a pressed button, if one was pressed."""
        return None if pressed is None else self.do(pressed.command, pressed.direction)

    @property
    def is_carrying(self) -> bool:
        """Whether a person has a block in the hand."""
        return False

    def arrange(self) -> None:
        """Compute the layout, and add the buttons and fields that are always visible."""

    def own_buttons(self) -> Sequence[forms.Button]:
        """Return the other buttons that are visible now."""
        return ()

    def command_of(self, key: int) -> StrEnum | None:
        """Return the command of a key now, or None."""
        return command_for_key(key, self.keys)

    def key_event(
        self,
        command: StrEnum | None,  # noqa: ARG002 - for subclasses
        event: pygame.event.Event,
    ) -> ScreenChange | None:
        """Execute a key's command; by default the key is the form's."""
        return self.press_button(self.form.handle(event))

    def other_event(self, event: pygame.event.Event) -> None:
        """Handle the mouse, or the release of a key."""

    def lose_focus(self) -> None:
        """Release all keys and buttons, as the window has lost the focus."""

    def do(self, command: forms.ButtonId, direction: int) -> ScreenChange | None:
        """Execute a button's command; a chooser's `direction` is 1 or -1."""
        raise NotImplementedError

    def pause(self) -> ScreenChange:
        """Return the change for Escape and the button for a pause."""
        return CloseScreens()

    def say(self, text: str) -> None:
        """Show a message, on a screen with a place for it."""
