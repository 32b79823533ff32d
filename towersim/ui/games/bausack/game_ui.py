"""Bausack's entry in the list of games."""

from typing import Final

from towersim.common.messages import message as _
from towersim.match.match import Match
from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.games.bausack.keys import KEYS, MOUSE
from towersim.ui.games.bausack.pending_decision import TablePointer
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.games.bausack.presenter import BausackPresenter
from towersim.ui.games.bausack.rules_text import PAGES
from towersim.ui.games.bausack.screen import BausackScreen


def draw_match(canvas: Canvas, match: Match) -> None:
    """Draw the present state of a match over the whole stage."""
    presenter = BausackPresenter(canvas.stage, BausackPlay(match, lambda: 0.0), TablePointer())
    presenter.sprites.live = False
    presenter.draw_still(canvas)


GAME_UI: Final = GameUI(
    line=_("Build with seventy odd pieces of wood. Nobody wants the egg."),
    screen=BausackScreen,
    picture=draw_match,
    pages=PAGES,
    keys=KEYS,
    mouse=MOUSE,
    option_labels={
        "tie_break": OptionLabels(
            _("All placed"),
            {"none": _("a draw"), "height": _("the tallest wins")},
            help=_(
                "If all pieces are placed and several towers stand: a draw, or the tallest wins."
            ),
        ),
        "opener_may_raise": OptionLabels(
            _("Who opens"),
            {True: _("may bid again"), False: _("bids only once")},
            help=_("Whether the player who put a piece up may bid again after being outbid."),
        ),
    },
    hand=True,
)
