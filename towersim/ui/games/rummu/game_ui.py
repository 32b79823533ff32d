"""What the window knows of Rummü before a match is on the table."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.games.rummu.draw_table import draw_table
from towersim.ui.games.rummu.keys import KEYS
from towersim.ui.games.rummu.layout import table_layout
from towersim.ui.games.rummu.play import RummuPlay
from towersim.ui.games.rummu.rules_text import PAGES
from towersim.ui.games.rummu.screen import RummuScreen
from towersim.ui.games.rummu.sight import Eye, RummuPointer
from towersim.ui.theme import Stage


def draw_match(target: pygame.Surface, stage: Stage, match: Match) -> None:
    """Draw a match as it stands over the whole stage."""
    layout = table_layout(stage)
    eye = Eye(stage, layout, RummuPlay(match, lambda: 0.0))
    draw_table(target, stage, layout, eye.sight(RummuPointer()))


GAME_UI: Final = GameUI(
    line="Lay sets and runs, and be rid of your cards first.",
    screen=RummuScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=(
        ("Click", "a card: workbench and back; deck, discards: draw; combination: add"),
        ("Drag", "to workbench, combination or discard pile; in the hand: sort"),
        ("Right button", "take everything back from the workbench"),
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
