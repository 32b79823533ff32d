"""Help page and key bindings of Judge."""

from pathlib import Path
from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input.bindings import read_keys
from towersim.ui.rulebook import text_guide

JUDGE: Final = "judge"
"""The guide's key among the names of games."""

PAGES: Final = Path(__file__).with_name("guide.txt")
KEYS, MOUSE = read_keys(Path(__file__).with_name("keys.txt"))
GUIDE: Final = Guide(_("Judge"), lambda _options: text_guide(PAGES), KEYS, MOUSE)
