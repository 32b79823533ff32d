"""What the window knows of Bausack before a match is on the table."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.games.bausack.draw_table import draw_table
from towersim.ui.games.bausack.keys import KEYS, MOUSE
from towersim.ui.games.bausack.layout import table_layout
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.games.bausack.presenter import TablePresenter
from towersim.ui.games.bausack.rules_text import PAGES
from towersim.ui.games.bausack.screen import BausackScreen
from towersim.ui.settings import Settings
from towersim.ui.theme import Stage


def draw_match(target: pygame.Surface, stage: Stage, match: Match) -> None:
    """Draw a match as it stands over the whole stage."""
    layout = table_layout(stage)
    presenter = TablePresenter(stage, layout, BausackPlay(match, lambda: 0.0))
    frame = presenter.frame_state(TablePointer(), Settings(), "")
    draw_table(target, stage, layout, presenter.sprites, presenter.pile, frame)


GAME_UI: Final = GameUI(
    line="Build with seventy odd pieces of wood. Nobody wants the egg.",
    screen=BausackScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=MOUSE,
    option_labels={
        "tie_break": OptionLabels(
            "All placed",
            {"none": "a draw", "height": "the tallest wins"},
            help="If all pieces are placed and several towers stand: a draw, or the tallest wins.",
        ),
        "opener_may_raise": OptionLabels(
            "Who opens",
            {True: "may bid again", False: "bids only once"},
            help="Whether who put a piece up may bid again after being outbid.",
        ),
    },
    hand=True,
)
