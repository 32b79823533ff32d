"""The skeleton of the screens with a table: a game, a recorded game, the free table and Judge."""

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

import pygame

from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.input.bindings import COMMON, KeyCommand, KeyMap, command_for_key
from towersim.ui.widgets.forms import Button, ButtonId, Buttons, Form, Pressed


class TableScreen:
    """A form with buttons around a table, whose keys and buttons give the same commands.

    An event goes to `key_down` or `other_event`, then to the form; a pressed button to `do`.
    """

    overlay = False
    keys: ClassVar[KeyMap] = COMMON
    is_game: ClassVar[bool] = False
    """Whether it is a `GameScreen`."""
    guide: ClassVar[str] = ""
    """Key of the F1 guide in place of a game's."""

    def __init__(self, context: AppContext) -> None:
        """Lay out the screen; a subclass first sets the fields that this uses."""
        self._context = context
        self.resize()

    def resize(self) -> None:
        """Lay out everything for the context's viewport."""
        self._context.game = self.guide or self._context.game
        self.form = Form(self._context.viewport)
        self.arrange()
        self._common = self.form.count
        """Number of buttons from `arrange`; the others come after them."""
        self.buttons = Buttons(self.form)
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

    def press_button(self, pressed: Pressed | None) -> ScreenChange | None:
        """Execute the command of a pressed button, if one was pressed."""
        return None if pressed is None else self.do(pressed.command, pressed.direction)

    def arrange(self) -> None:
        """Compute the layout, and add the buttons and fields that are always visible."""

    def own_buttons(self) -> Sequence[Button]:
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

    def do(self, command: ButtonId, direction: int) -> ScreenChange | None:
        """Execute a button's command; a chooser's `direction` is 1 or -1."""
        raise NotImplementedError

    def pause(self) -> ScreenChange:
        """Return the change for Escape and the button for a pause."""
        return CloseScreens()

    def say(self, text: str) -> None:
        """Show a message, on a screen with a place for it."""
