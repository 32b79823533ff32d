"""The graphical user interface, the only importer of pygame; `README.md` has a map of it."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
