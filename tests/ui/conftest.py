"""The window is tested without a display."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
