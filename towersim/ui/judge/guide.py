"""Help page and key bindings of Judge."""

from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input.bindings import CONFIRM, NEXT, WINDOW_WITHOUT_FILMS, KeyBinding
from towersim.ui.rulebook import page

JUDGE: Final = "judge"
"""The guide's key among the names of games."""

PAGES: Final = (
    page(
        _("How you are judged yourself"),
        None,
        _(
            "You give each tower a chance to stand, from 0 to 100 %. The score is the square "
            "of what you were off by, as a mean over all towers: 0 is perfect, and who always "
            "says 50 % earns 0.25."
        ),
        _(
            "So it pays to say what you think: who is sure and wrong loses most. The chart "
            "shows how it went so far: on its diagonal, of the towers that you gave 75 % three "
            "quarters stand."
        ),
        _(
            "Half of the towers are hard on purpose. Of some, the blocks differ in weight, "
            "which nobody can see. Nothing is left to chance: the same tower always does the "
            "same."
        ),
        _(
            "*Which block moves first?* is a round with towers that stand: click the block that "
            "would move first if the table were tilted slowly; exact statics then show it."
        ),
        _(
            "Your answers and the time they took are kept in a file. The laboratory ranks you "
            "by it beside its heuristics."
        ),
    ),
)
KEYS: Final = (
    KeyBinding({}, _("give the first, second, … answer"), "1 … 9"),
    NEXT,
    CONFIRM._replace(help=_("press the button; while time runs, let it run faster")),
    *WINDOW_WITHOUT_FILMS,
)
MOUSE: Final = ((_("Click"), _("press a button; while time runs, let it run faster")),)
GUIDE: Final = Guide(_("Judge"), lambda _options: PAGES, KEYS, MOUSE)
