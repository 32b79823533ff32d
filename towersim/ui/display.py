"""The screen: whether there is one, the window on it, and whether frames wait for it."""

import os
import sys
import time
import warnings
from typing import Final

import pygame

from towersim.ui.theme import SMALLEST

_NOWHERE = ("dummy", "offscreen")
"""Drivers that draw where nobody can look."""
WAITING: Final = ("SDL_RENDER_VSYNC", "SDL_FRAMEBUFFER_ACCELERATION")
"""What SDL asks once per connection: frames that wait go by way of the graphics card."""
_PATIENCE: Final = 1.0
"""An X server that resets after its last client is back after so many seconds at most."""


def display_available() -> bool:
    """Return whether a window that opens now can be seen; if so, the display stays connected.

    To let go and connect again would be to race with X servers that reset after their last client.
    """
    own_screen = sys.platform in {"win32", "darwin"}
    if not own_screen and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    if pygame.display.get_driver() in _NOWHERE:
        pygame.display.quit()
        return False
    return True


def show_at_once() -> None:
    """Let windows that are opened from now on show a frame without waiting for anything."""
    if pygame.display.get_driver() == "x11":
        # Shared memory shows a frame at once; by way of OpenGL in software it takes 17 ms.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def connect(*, in_step: bool) -> None:
    """Connect to the display anew; from now on frames wait for the monitor, or they do not.

    All windows are gone. pygame.error if nothing here can wait.
    """
    pygame.display.quit()
    for name in WAITING:
        os.environ.pop(name, None)
        if in_step:
            os.environ[name] = "1"
    begun = time.monotonic()
    while not pygame.display.get_init():
        try:
            pygame.display.init()
        except pygame.error:
            if time.monotonic() > begun + _PATIENCE:
                raise
            time.sleep(_PATIENCE / 20)
    if not in_step:
        show_at_once()
    elif (driver := pygame.display.get_driver()) in _NOWHERE:
        raise pygame.error(f"the driver {driver} has no monitor")


def open_window(size: tuple[int, int]) -> pygame.Surface:
    """Open the window, or give it this size; it cannot be made smaller than `SMALLEST`."""
    surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    _display_window().minimum_size = SMALLEST
    return surface


def leave_full_screen(size: tuple[int, int]) -> pygame.Surface:
    """Go back from the whole screen to a window of this size."""
    # Only a window takes the size that it is given next.
    _display_window().set_windowed()
    return open_window(size)


def _display_window() -> pygame.Window:
    """Return the display as a window, which has a least size and can leave full screen."""
    with warnings.catch_warnings():
        # There is no other way to it; pygame-ce 3 makes windows anew.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()
