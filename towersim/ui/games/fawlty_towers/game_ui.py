"""Fawlty Towers' entry in the list of games."""

from typing import Final

from towersim.common.messages import message as _
from towersim.match.match import Match
from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.games.fawlty_towers.keys import KEYS
from towersim.ui.games.fawlty_towers.play import FawltyTowersPlay
from towersim.ui.games.fawlty_towers.presenter import FawltyTowersPresenter, TablePointer
from towersim.ui.games.fawlty_towers.rules_text import PAGES
from towersim.ui.games.fawlty_towers.screen import FawltyTowersScreen


def draw_match(canvas: Canvas, match: Match) -> None:
    """Draw the present state of a match over the whole stage."""
    play = FawltyTowersPlay(match, lambda: 0.0)
    FawltyTowersPresenter(canvas.stage, play, TablePointer()).draw_still(canvas)


GAME_UI: Final = GameUI(
    line=_("Stack cubes on four towers, and win cards with them."),
    screen=FawltyTowersScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=(
        (_("Mouse"), _("drag a cube from the pool onto a tower; the wheel turns it")),
        (_("Right button"), _("put an untouched cube back")),
    ),
    option_labels={
        "black_cards": OptionLabels(
            _("Deck"),
            {True: _("with black cards"), False: _("no black cards")},
            help=_("Nine black cards block what lies above them; it is simpler without."),
        ),
        "fall_card": OptionLabels(
            _("After a fall"),
            {True: _("a bottom card"), False: _("no card")},
            help=_("A new tower after a fall wins a bottom card, as printed; or no card."),
        ),
    },
    hand=True,
)
