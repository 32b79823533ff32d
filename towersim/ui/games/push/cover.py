"""What the window knows of Push before a match is on the table."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.ui.desk import Choice, Cover
from towersim.ui.games.push.draw_die import Pose
from towersim.ui.games.push.draw_table import draw_table, draw_words
from towersim.ui.games.push.keys import KEYS
from towersim.ui.games.push.layout import table_layout
from towersim.ui.games.push.play import PushPlay
from towersim.ui.games.push.reel import Reel
from towersim.ui.games.push.rules_text import PAGES
from towersim.ui.games.push.screen import PushScreen
from towersim.ui.games.push.sight import Eye, PushPointer
from towersim.ui.theme import Stage


def draw_match(target: pygame.Surface, stage: Stage, match: Match) -> None:
    """Draw a match as it stands over the whole stage."""
    layout = table_layout(stage)
    reel = Reel(len(match.seats), match.events)
    eye = Eye(stage, layout, PushPlay(match, lambda: 0.0), reel)
    sight = eye.sight(PushPointer(), ready=True)._replace(pose=Pose(reel.shown.die))
    draw_table(target, stage, layout, sight)
    draw_words(target, stage, layout, sight)


COVER: Final = Cover(
    line="Flip one more card, or stop before there is one too many.",
    screen=PushScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=(
        ("Mouse", "click the deck to flip; drag the card onto a stack, or click the stack"),
        ("Click a colour", "of your bench to choose it, and again to bank it"),
    ),
    choices={
        "star": Choice(
            "Star on the die", {"safe": "nothing is lost", "lose-bench": "the bench is lost"}
        ),
        "highest_only": Choice(
            "Who stops", {False: "takes any stack", True: "takes a highest stack"}
        ),
    },
)
