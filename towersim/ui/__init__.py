"""The graphical user interface: app, screens and widgets; the only importer of pygame."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
