"""What the window knows of Palace before a match is on the table."""

from functools import partial
from typing import Final

from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.cards.picture import draw_match
from towersim.ui.cards.screen import CardScreen
from towersim.ui.games.palace.keys import KEYS
from towersim.ui.games.palace.rules_text import PAGES
from towersim.ui.games.palace.table import PalaceTable

TABLE: Final = PalaceTable()

GAME_UI: Final = GameUI(
    line="Get rid of your hand, your open cards and the ones nobody has seen.",
    screen=partial(CardScreen, table=TABLE),
    picture=partial(draw_match, TABLE),
    pages=PAGES,
    keys=KEYS,
    mouse=(
        ("Click", "choose a card, or put it back; several of one rank may go at once"),
        (
            "Double click",
            "play the card and those chosen besides it; N takes it back at once",
        ),
        ("Drag", "pull cards onto the pile to play them"),
        ("Right button", "choose all cards of the same rank"),
    ),
    option_labels={
        "stock": OptionLabels(
            "Hands",
            {True: "refilled from the stock", False: "not refilled"},
            help="Refilled: after each turn you draw up to a full hand while cards are left.",
        ),
        "equal_allowed": OptionLabels(
            "Same rank",
            {False: "must be beaten", True: "may be matched"},
            help="Whether a card as high as the one that counts may be played on it.",
        ),
        "seven_shines_through": OptionLabels(
            "3 on a 7",
            {False: "has answered it", True: "still asks for lower"},
            help="Whether a 3 on a 7 leaves it to the next player to go lower.",
        ),
        "may_decline": OptionLabels(
            "Take pile",
            {False: "only if you must", True: "whenever you like"},
            help="Whether you may take the pile although you could play.",
        ),
        "first_seat": OptionLabels(
            "Who begins",
            {"left-of-dealer": "the first seat", "random": "the die says it"},
            help="Who begins: the first player, or the one that the die says.",
        ),
        "end": OptionLabels(
            "The end",
            {"last-loses": "one is left and loses", "first-wins": "the first out wins"},
            help="Play on until one player is left with cards, or stop when somebody has none.",
        ),
    },
)
