"""The display: its availability, the window, and vsync."""

import ctypes
import gc
import os
import sys
import time
import warnings
from typing import Final

import pygame

from towersim.ui.drawing.theme import SMALLEST

_NOWHERE = ("dummy", "offscreen")
"""SDL video drivers without a visible screen."""
WAITING: Final = ("SDL_RENDER_VSYNC", "SDL_FRAMEBUFFER_ACCELERATION")
"""SDL hints read once per connection; vsync needs the graphics card."""
M_MMAP_THRESHOLD: Final = -3
"""The number of that parameter in glibc's malloc.h."""
PICTURE: Final = 1 << 20
"""Bytes from which memory is taken from the system, and given back when it is freed."""
_PATIENCE: Final = 1.0
"""Seconds to wait for an X server that resets after its last client has left."""


def display_available() -> bool:
    """Return whether a window would be visible; if so, the display stays connected.

    Reconnecting would race with X servers that reset after their last client has left.
    """
    if not _has_screen():
        return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    if pygame.display.get_driver() in _NOWHERE:
        pygame.display.quit()
        return False
    return True


def _has_screen() -> bool:
    own_screen = sys.platform in {"win32", "darwin"}
    return own_screen or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def draw_nowhere_without_screen() -> None:
    """Choose SDL's dummy driver without a screen; the one it takes draws each frame by OpenGL."""
    if not _has_screen():
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


def free_pictures_at_once() -> None:
    """Let glibc give the memory of a freed picture back to the system instead of keeping it."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(M_MMAP_THRESHOLD, PICTURE)


def free_deleted() -> None:
    """Delete what nothing uses any more, as a game that was left, and give its memory back."""
    gc.collect()
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


def show_at_once() -> None:
    """Turn off SDL's accelerated framebuffer on X11, which delays each frame."""
    if pygame.display.get_driver() == "x11":
        # Shared memory shows a frame at once; OpenGL in software takes 17 ms.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def connect(*, in_step: bool) -> None:
    """Reconnect to the display, with vsync (`in_step`) or without.

    This closes all windows. pygame.error if vsync is not available.
    """
    # While an X server resets, SDL would take a driver without a screen, and no window would come.
    os.environ.setdefault("SDL_VIDEODRIVER", pygame.display.get_driver())
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
    """Open the window, or resize it; its minimum size is `SMALLEST`."""
    surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    _display_window().minimum_size = SMALLEST
    return surface


def leave_full_screen(size: tuple[int, int]) -> pygame.Surface:
    """Leave full screen for a window of this size."""
    # `set_mode` resizes windows only, so leave full screen first.
    _display_window().set_windowed()
    return open_window(size)


def _display_window() -> pygame.Window:
    """Return the display as a `Window`, which has a minimum size and can leave full screen."""
    with warnings.catch_warnings():
        # Deprecated, but the only way to the display's window before pygame-ce 3.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()
