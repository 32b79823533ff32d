"""What the window knows of Rummü before a match is on the table."""

from functools import partial
from typing import Final

from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.cards.picture import draw_match
from towersim.ui.cards.screen import CardScreen
from towersim.ui.games.rummu.keys import KEYS
from towersim.ui.games.rummu.rules_text import PAGES
from towersim.ui.games.rummu.table import RummuTable

TABLE: Final = RummuTable()

GAME_UI: Final = GameUI(
    line="Lay sets and runs, and be rid of your cards first.",
    screen=partial(CardScreen, table=TABLE),
    picture=partial(draw_match, TABLE),
    pages=PAGES,
    keys=KEYS,
    mouse=(
        ("Click", "a card: workbench and back; deck, discards: draw; combination: add"),
        ("Drag", "to workbench, combination or discard pile; in the hand: sort"),
        ("Right button", "take back: the workbench, then what you laid this turn"),
    ),
    option_labels={
        "partners": OptionLabels(
            "Teams",
            {False: "each alone", True: "partners"},
            help="With four or six players those who sit opposite can play together.",
        ),
        "rounds": OptionLabels(
            "Rounds",
            {0: "to 200 points", 12: "12 at most", 6: "6 at most", 3: "3 at most", 1: "1"},
            help="Printed: to 200 points (teams 500), 30 rounds at most; or play fewer.",
        ),
        "five_run_mixed": OptionLabels(
            "Mixed 5-run",
            {40: "40 points", 20: "20 points"},
            help="Points for five numbers in a row of several colours.",
        ),
        "five_run_pure": OptionLabels(
            "Pure 5-run",
            {20: "20 points", 40: "40 points"},
            help="Points for five numbers in a row of one colour.",
        ),
    },
)
