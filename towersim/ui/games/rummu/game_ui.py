"""The `GameUI` of Rummü."""

from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import OptionLabels
from towersim.ui.cards.game_ui import card_game_ui
from towersim.ui.games.rummu.rules_text import PAGES
from towersim.ui.games.rummu.table import RummuTable

GAME_UI: Final = card_game_ui(
    RummuTable(),
    line=_("Lay sets and runs, and be rid of your cards first."),
    pages=PAGES,
    mouse=(
        (_("Click"), _("a card: workbench and back; deck, discards: draw; combination: add")),
        (_("Drag"), _("to workbench, combination or discard pile; in the hand: sort")),
        (_("Right button"), _("take back: the workbench, then what you laid this turn")),
    ),
    option_labels={
        "partners": OptionLabels(
            _("Teams"),
            {False: _("each alone"), True: _("partners")},
            help=_("With four or six players those who sit opposite can play together."),
        ),
        "rounds": OptionLabels(
            _("Rounds"),
            {
                0: _("to 200, teams to 500"),
                12: _("12 at most"),
                6: _("6 at most"),
                3: _("3 at most"),
                1: "1",
            },
            help=_("A game goes to 200 points, teams to 500, in 30 rounds at most; or in fewer."),
        ),
        "five_run_mixed": OptionLabels(
            _("Mixed 5-run"),
            {40: _("40 points"), 20: _("20 points")},
            help=_("Points for five numbers in a row of several colours."),
        ),
        "five_run_pure": OptionLabels(
            _("Pure 5-run"),
            {20: _("20 points"), 40: _("40 points")},
            help=_("Points for five numbers in a row of one colour."),
        ),
    },
)
