"""What the window knows of a card game before a match is on the table."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.cards.picture import draw_match
from towersim.ui.cards.screen import CardScreen
from towersim.ui.cards.table import CardTable
from towersim.ui.rulebook import Page


def card_game_ui(
    table: CardTable[Any, Any],
    line: str,
    pages: Sequence[Page],
    mouse: Sequence[tuple[str, str]],
    option_labels: Mapping[str, OptionLabels],
) -> GameUI:
    """Return what the window knows of the game of a table; the other fields are `GameUI`'s."""
    return GameUI(
        line=line,
        screen=partial(CardScreen, table=table),
        picture=partial(draw_match, table),
        pages=pages,
        keys=table.keys,
        mouse=mouse,
        option_labels=option_labels,
    )
