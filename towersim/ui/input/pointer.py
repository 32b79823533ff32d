"""The pointer of mouse, keyboard and gamepad."""

from typing import Final

from towersim.ui.input.bindings import AT_REST

NOWHERE: Final = (-1, -1)
"""Position of the mouse while it is outside the window."""


class Pointer:
    """The pointer's state in any game; games may extend it."""

    def __init__(self) -> None:
        self.at: tuple[int, int] = NOWHERE
        self.keys = False
        """Whether the keyboard pointed last."""
        self.fine = False
        """Whether Shift is down."""
        self.push = AT_REST
        """Deflection of the gamepads."""
        self.whole_log = False
        self.grips = False
        """Whether the mouse moves the hand."""

    @property
    def reach(self) -> tuple[int, int] | None:
        """The mouse's target for the hand, in pixels; None: the mouse does not move it."""
        return self.at if self.grips and self.at != NOWHERE else None
