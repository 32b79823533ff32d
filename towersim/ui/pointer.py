"""Where mouse and keyboard point."""

from typing import Final

from towersim.ui.input import AT_REST

NOWHERE: Final = (-1, -1)
"""Where the mouse is when it is not in the window."""


class Pointer:
    """What is pointed at, in any game; games may add what they need."""

    def __init__(self) -> None:
        self.at: tuple[int, int] = NOWHERE
        self.keys = False
        """Whether the keyboard pointed last."""
        self.fine = False
        """Whether Shift is down."""
        self.push = AT_REST
        """How far a gamepad is pushed."""
        self.whole_log = False
        self.grips = False
        """Whether the mouse moves the hand."""

    @property
    def reach(self) -> tuple[int, int] | None:
        """Where the mouse wants the hand, in pixels; None: it does not move it."""
        return self.at if self.grips and self.at != NOWHERE else None
