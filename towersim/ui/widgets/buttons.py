"""The buttons of a game's table, created on first use and hidden while not needed."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame_gui.elements import UIButton

from towersim.ui.widgets.forms import ButtonId, Form


class Button(NamedTuple):
    """A button of the game to be shown now."""

    rect: pygame.Rect
    words: str
    command: ButtonId
    style: str = ""
    on: bool = True
    """Whether it can be pressed."""
    chooser: bool = False
    lit: bool = False
    """Whether its toggle is on."""


class Buttons:
    """The widgets of a table's buttons on a form."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._made: dict[tuple[ButtonId, str], UIButton] = {}

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
            made = self._made.get(key) or self._make(button)
            self._made[key] = made
            if made.relative_rect != button.rect:
                made.set_relative_position(button.rect.topleft)
                made.set_dimensions(button.rect.size)
            self._form.write(made, button.words)
            if made.is_enabled != button.on:
                self._form.allow(made, on=button.on)
            self._form.light(made, on=button.lit)

    def _make(self, button: Button) -> UIButton:
        rect, words, command, style = button[:4]
        return self._form.button(rect, words, command, style, chooser=button.chooser)
