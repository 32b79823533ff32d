"""What the window knows of Palace before a match is on the table."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.ui.desk import Choice, Cover
from towersim.ui.games.palace.draw_table import draw_table
from towersim.ui.games.palace.keys import KEYS
from towersim.ui.games.palace.layout import table_layout
from towersim.ui.games.palace.play import PalacePlay
from towersim.ui.games.palace.rules_text import PAGES
from towersim.ui.games.palace.screen import PalaceScreen
from towersim.ui.games.palace.sight import Eye, PalacePointer
from towersim.ui.logbook import Logbook
from towersim.ui.theme import Stage


def draw_match(target: pygame.Surface, stage: Stage, match: Match) -> None:
    """Draw a match as it stands over the whole stage."""
    layout, play = table_layout(stage), PalacePlay(match, lambda: 0.0)
    sight = Eye(stage, layout, play).sight(PalacePointer(), play.view(), frozenset(), busy=False)
    log = tuple(Logbook(play, PalaceScreen.quiet).lines())
    draw_table(target, stage, layout, sight._replace(log=log))


COVER: Final = Cover(
    line="Get rid of your hand, your open cards and the ones nobody has seen.",
    screen=PalaceScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=(
        ("Click", "choose a card, or put it back; several of one rank may go at once"),
        ("Double click", "play the card, with those chosen besides it"),
        ("Drag", "pull cards onto the pile to play them"),
        ("Right button", "choose all cards of the same rank"),
    ),
    choices={
        "stock": Choice("Hands", {True: "refilled from the stock", False: "not refilled"}),
        "equal_allowed": Choice("Same rank", {False: "must be beaten", True: "may be matched"}),
        "seven_shines_through": Choice(
            "3 on a 7", {False: "has answered it", True: "still asks for lower"}
        ),
        "may_decline": Choice("Take pile", {False: "only if you must", True: "whenever you like"}),
        "end": Choice(
            "The end", {"last-loses": "one is left and loses", "first-wins": "the first out wins"}
        ),
    },
)
