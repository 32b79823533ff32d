"""Whether there is a screen to open a window on."""

import os
import sys

import pygame

_NOWHERE = ("dummy", "offscreen")
"""Drivers that draw where nobody can look."""


def display_available() -> bool:
    """Return whether a window that opens now can be seen."""
    own_screen = sys.platform in {"win32", "darwin"}
    if not own_screen and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    driver = pygame.display.get_driver()
    pygame.display.quit()
    return driver not in _NOWHERE
