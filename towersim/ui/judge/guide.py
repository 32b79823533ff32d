"""Help page and key bindings of Judge."""

from pathlib import Path
from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input.bindings import CONFIRM, NEXT, WINDOW_WITHOUT_FILMS, KeyBinding
from towersim.ui.rulebook import text_guide

JUDGE: Final = "judge"
"""The guide's key among the names of games."""

PAGES: Final = Path(__file__).with_name("guide.txt")
KEYS: Final = (
    KeyBinding({}, _("give the first, second, … answer"), "1 … 9"),
    NEXT,
    CONFIRM._replace(help=_("press the button; while time runs, let it run faster")),
    *WINDOW_WITHOUT_FILMS,
)
MOUSE: Final = ((_("Click"), _("press a button; while time runs, let it run faster")),)
GUIDE: Final = Guide(_("Judge"), lambda _options: text_guide(PAGES), KEYS, MOUSE)
