"""What the window knows of Bausack before a match is on the table."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.ui.desk import Choice, Cover
from towersim.ui.games.bausack.draw_table import draw_table
from towersim.ui.games.bausack.keys import KEYS, MOUSE
from towersim.ui.games.bausack.layout import table_layout
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.games.bausack.rules_text import PAGES
from towersim.ui.games.bausack.screen import BausackScreen
from towersim.ui.games.bausack.sight import Eye
from towersim.ui.settings import Settings
from towersim.ui.theme import Stage


def draw_match(target: pygame.Surface, stage: Stage, match: Match) -> None:
    """Draw a match as it stands over the whole stage."""
    layout = table_layout(stage)
    eye = Eye(stage, layout, BausackPlay(match, lambda: 0.0))
    sight = eye.sight(TablePointer(), Settings(), "")
    draw_table(target, stage, layout, eye.sprites, eye.pile, sight)


COVER: Final = Cover(
    line="Build with seventy odd pieces of wood. Nobody wants the egg.",
    screen=BausackScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=MOUSE,
    choices={
        "tie_break": Choice("All placed", {"none": "a draw", "height": "the tallest wins"}),
        "opener_may_raise": Choice("Who opens", {True: "may bid again", False: "bids only once"}),
    },
    hand=True,
)
