"""Practice's entry in the list of games."""

from typing import Final

from towersim.common.messages import message as _
from towersim.match.match import Match
from towersim.ui.app_context import GameUI
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.games.practice.keys import KEYS
from towersim.ui.games.practice.play import PracticePlay
from towersim.ui.games.practice.presenter import PracticePointer, PracticePresenter
from towersim.ui.games.practice.rules_text import PAGES
from towersim.ui.games.practice.screen import PracticeScreen, piece_pictures


def draw_match(canvas: Canvas, match: Match) -> None:
    """Draw the present state of an attempt over the whole stage."""
    play, sprites = PracticePlay(match, lambda: 0.0), Sprites(piece_pictures(match))
    PracticePresenter(canvas.stage, play, PracticePointer(), sprites).draw_still(canvas)


GAME_UI: Final = GameUI(
    line=_("Challenges for one: build, balance, bridge, and see why things stand."),
    screen=PracticeScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=(
        (_("Mouse"), _("drag a piece from the supply onto the table; the wheel turns it")),
        (_("Click on a piece that stands"), _("take it out, where that is allowed")),
        (_("Right button"), _("put an untouched piece back")),
    ),
    option_labels={},
    hand=True,
)
