"""Whether there is a screen to open a window on."""

import os
import sys

import pygame

_NOWHERE = ("dummy", "offscreen")
"""Drivers that draw where nobody can look."""


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
