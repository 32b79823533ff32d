"""What the window knows of Push before a match is on the table."""

from functools import partial
from typing import Final

from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.cards.picture import draw_match
from towersim.ui.cards.screen import CardScreen
from towersim.ui.games.push.keys import KEYS
from towersim.ui.games.push.rules_text import PAGES
from towersim.ui.games.push.table import PushTable

TABLE: Final = PushTable()

GAME_UI: Final = GameUI(
    line="Flip one more card, or stop before there is one too many.",
    screen=partial(CardScreen, table=TABLE),
    picture=partial(draw_match, TABLE),
    pages=PAGES,
    keys=KEYS,
    mouse=(
        ("Mouse", "click the deck to flip; drag the card onto a stack, or click the stack"),
        ("Click a colour", "of your bench to choose it, and again to bank it"),
    ),
    option_labels={
        "star": OptionLabels(
            "Star on the die",
            {"safe": "nothing is lost", "lose-bench": "the bench is lost"},
            help="What the star on the die costs: nothing, or all cards of your bench.",
        ),
        "highest_only": OptionLabels(
            "Who stops",
            {False: "takes any stack", True: "takes a highest stack"},
            help="Whether who stops has to take one of the stacks worth most.",
        ),
        "two_seat_switches": OptionLabels(
            "Switches for 2",
            {"discard": "are discarded", "leave-out": "stay in the box"},
            help="With two players switch cards do nothing: discard them, or leave them out.",
        ),
        "first_seat": OptionLabels(
            "Who begins",
            {"first": "the first seat", "random": "the die says it"},
            help="Who begins: the first player, or the one that the die says.",
        ),
    },
)
