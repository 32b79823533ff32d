"""The window: a table one looks at, a hand one moves; the only importer of pygame."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
