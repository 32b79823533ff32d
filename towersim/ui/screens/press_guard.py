"""A guard against presses intended for the screen before a page opened."""

from typing import Final

import pygame

from towersim.ui.input.bindings import STEPS, command_for_key
from towersim.ui.widgets.forms import ButtonId

STRAY: Final = 0.6
"""Seconds after opening in which an unaimed press is ignored."""


class PressGuard:
    """Detector of stray presses on a page that has just opened.

    A player who taps Space or clicks to speed up the table may hit a page that has just opened. For
    `STRAY` seconds such a press is stray, unless it was aimed: after arrows or Tab, or on a button
    that the mouse moved to.
    """

    def __init__(self) -> None:
        self._shown_for = 0.0
        self._aimed = False
        """Whether a button was chosen by keys."""
        self._below_mouse: ButtonId | None = None
        """The button under the mouse when the page opened."""

    def note(self, event: pygame.event.Event) -> None:
        """Note an event that may aim at a button."""
        self._aimed |= event.type == pygame.KEYDOWN and command_for_key(event.key) in STEPS

    def is_stray(self, event: pygame.event.Event, command: ButtonId) -> bool:
        """Return whether the press of a button is stray."""
        by_key = event.type == pygame.KEYDOWN
        aimed = self._aimed if by_key else command != self._below_mouse
        return self._shown_for < STRAY and not aimed

    def update(self, seconds: float, pointed: ButtonId | None) -> None:
        """Advance by a time step; `pointed` is the command under the mouse."""
        if not self._shown_for:
            self._below_mouse = pointed
        self._shown_for += seconds
