"""Help pages of the free table."""

from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.build.keys import KEYS, MOUSE
from towersim.ui.rulebook import page

FREE_TABLE: Final = "free-table"
"""The guide's key among the names of games."""

PAGES: Final = (
    page(
        _("Build what you like"),
        None,
        _(
            "Every piece there is lies in the panel, as often as you like, of wood, cork, "
            "stone, steel, rubber or ice. Drag one onto the table. Blocks that stand can be "
            "taken again at any time."
        ),
        _(
            "{key:Z} undoes everything, {key:Y} does it again. What is on the table is kept when "
            "you leave; {key:S} gives a scene a name of its own, {key:O} opens one. Scenes are "
            "files that `towersim analyse`, `towersim stand` and the laboratory read too."
        ),
        _(
            "{key:T} lets time stand still: blocks then stay where you let them go, and with "
            "snapping ({key:G}) they lie exactly. So you can build an arch without falsework, look "
            "at it with the x-ray ({key:X}), and then let time run."
        ),
    ),
    page(
        _("Put it to the test"),
        None,
        _(
            "The sliders below tilt the table, shake it, and hang a weight on the block that "
            "you have chosen with a click. Key {key:0} resets all three; what has fallen "
            "comes back with {key:Z}."
        ),
        _(
            "The x-ray says how far the table could be tilted before something moves, and "
            "shows what would move first in red. Blue lines are the forces that the faces "
            "carry. Turn the slider to that angle and see."
        ),
        _(
            "A fixed block ({key:K}) is nailed to the air: a pier, a wall, a hand that helps for "
            "a while."
        ),
    ),
)
GUIDE: Final = Guide(_("Free table"), PAGES, KEYS, MOUSE)
