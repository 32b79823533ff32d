"""Presses that were meant for what was seen before a page opened."""

from typing import Final

import pygame

from towersim.ui.input import Command, command_for_key
from towersim.ui.widgets import ButtonId, Form

STRAY: Final = 0.6
"""Seconds after opening in which a press that was not aimed at the page does nothing."""
AIMING: Final = (
    Command.NEXT,
    Command.LEFT,
    Command.RIGHT,
    Command.UP,
    Command.DOWN,
)
"""The keys with which a button of the page is chosen."""


class PressGuard:
    """Tells whether a press was meant for the page that has just opened.

    Who taps Space or clicks to hurry the table on may hit a page that was not there a moment ago.
    For `STRAY` seconds such a press is stray. One that is aimed is not: by arrows or Tab, or on a
    button that the mouse went to.
    """

    def __init__(self) -> None:
        self._shown_for = 0.0
        self._aimed = False
        """Whether a button was chosen by keys."""
        self._below_mouse: ButtonId | None = None
        """The button that opened where the mouse was already."""

    def note(self, event: pygame.event.Event) -> None:
        """Take note of an event that may aim at a button."""
        self._aimed |= event.type == pygame.KEYDOWN and command_for_key(event.key) in AIMING

    def is_stray(self, event: pygame.event.Event, command: ButtonId) -> bool:
        """Return whether the press of a button was meant for what was seen before the page."""
        by_key = event.type == pygame.KEYDOWN
        aimed = self._aimed if by_key else command != self._below_mouse
        return self._shown_for < STRAY and not aimed

    def update(self, seconds: float, form: Form) -> None:
        """Let time pass; `form` holds the page's buttons, and is up to date."""
        if not self._shown_for:
            self._below_mouse = form.pointed
        self._shown_for += seconds
