"""The `GameUI` of Palace."""

from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import OptionLabels
from towersim.ui.cards.game_ui import card_game_ui
from towersim.ui.games.palace.rules_text import PAGES
from towersim.ui.games.palace.table import PalaceTable

GAME_UI: Final = card_game_ui(
    PalaceTable(),
    line=_("Get rid of your hand, your open cards and the ones nobody has seen."),
    pages=PAGES,
    mouse=(
        (_("Click"), _("choose a card, or put it back; several of one rank may go at once")),
        (
            _("Double click"),
            _("play the card and those chosen besides it; {key:N} takes it back at once"),
        ),
        (_("Drag"), _("pull cards onto the pile to play them")),
        (_("Right button"), _("choose all cards of the same rank")),
    ),
    option_labels={
        "stock": OptionLabels(
            _("Hands"),
            {True: _("refilled from the stock"), False: _("not refilled")},
            help=_("Refilled: after each turn you draw up to a full hand while cards are left."),
        ),
        "equal_allowed": OptionLabels(
            _("Same rank"),
            {False: _("must be beaten"), True: _("may be matched")},
            help=_("Whether a card as high as the one that counts may be played on it."),
        ),
        "seven_shines_through": OptionLabels(
            _("3 on a 7"),
            {False: _("has answered it"), True: _("still asks for lower")},
            help=_("Whether a 3 on a 7 leaves it to the next player to go lower."),
        ),
        "may_decline": OptionLabels(
            _("Take pile"),
            {False: _("only if you must"), True: _("whenever you like")},
            help=_("Whether you may take the pile although you could play."),
        ),
        "first_seat": OptionLabels(
            _("Who begins"),
            {"left-of-dealer": _("the first seat"), "random": _("the die says it")},
            help=_("Who begins: the first player, or the one that the die says."),
        ),
        "end": OptionLabels(
            _("The end"),
            {"last-loses": _("one is left and loses"), "first-wins": _("the first out wins")},
            help=_("Play on until one player is left with cards, or stop when somebody has none."),
        ),
    },
)
