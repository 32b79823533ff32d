"""What the window knows of Rummü before a match is on the table."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.ui.desk import Choice, Cover
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


COVER: Final = Cover(
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
    choices={
        "partners": Choice("Teams", {False: "each alone", True: "partners"}),
        "rounds": Choice("Rounds", {12: "12 at most", 6: "6 at most", 3: "3 at most", 1: "1"}),
        "five_run_mixed": Choice("Mixed 5-run", {40: "40 points", 20: "20 points"}),
        "five_run_pure": Choice("Pure 5-run", {20: "20 points", 40: "40 points"}),
    },
)
