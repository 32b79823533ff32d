"""The `GameUI` of Push."""

from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import OptionLabels
from towersim.ui.cards.game_ui import card_game_ui
from towersim.ui.games.push.rules_text import PAGES
from towersim.ui.games.push.table import PushTable

GAME_UI: Final = card_game_ui(
    PushTable(),
    line=_("Flip one more card, or stop before there is one too many."),
    pages=PAGES,
    mouse=(
        (_("Mouse"), _("click the deck to flip; drag the card onto a stack, or click the stack")),
        (_("Click a colour"), _("of your bench to choose it, and again to bank it")),
    ),
    option_labels={
        "star": OptionLabels(
            _("Star on the die"),
            {"safe": _("nothing is lost"), "lose-bench": _("the bench is lost")},
            help=_("What the star on the die costs: nothing, or all cards of your bench."),
        ),
        "highest_only": OptionLabels(
            _("Who stops"),
            {False: _("takes any stack"), True: _("takes a highest stack")},
            help=_("Whether the player who stops has to take one of the stacks worth most."),
        ),
        "two_seat_switches": OptionLabels(
            _("Switches for 2"),
            {"discard": _("are discarded"), "leave-out": _("stay in the box")},
            help=_("With two players switch cards do nothing: discard them, or leave them out."),
        ),
        "first_seat": OptionLabels(
            _("Who begins"),
            {"first": _("the first seat"), "random": _("the die says it")},
            help=_("Who begins: the first player, or the one that the die says."),
        ),
    },
)
