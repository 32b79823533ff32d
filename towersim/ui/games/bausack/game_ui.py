"""What the window knows of Bausack before a match is on the table."""

from functools import partial
from typing import Final

from towersim.match import Match
from towersim.messages import message as _
from towersim.ui.app_context import GameUI, OptionLabels
from towersim.ui.canvas import Canvas
from towersim.ui.draw_text import draw_hint, draw_log
from towersim.ui.games.bausack.draw_seats import tint
from towersim.ui.games.bausack.draw_table import draw_table
from towersim.ui.games.bausack.keys import KEYS, MOUSE
from towersim.ui.games.bausack.messages import hint, named
from towersim.ui.games.bausack.pending_decision import TablePointer
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.games.bausack.presenter import TablePresenter
from towersim.ui.games.bausack.rules_text import PAGES
from towersim.ui.games.bausack.screen import BausackScreen
from towersim.ui.logbook import Logbook
from towersim.ui.settings import Settings
from towersim.ui.sprites import Sprites


def draw_match(canvas: Canvas, match: Match) -> None:
    """Draw a match as it stands over the whole stage."""
    play = BausackPlay(match, lambda: 0.0)
    pointer, sprites = TablePointer(), Sprites(match.setup.pieces)
    presenter = TablePresenter(canvas.stage, play, pointer)
    layout, frame = presenter.layout, presenter.frame_state(Settings())
    draw_table(canvas, layout, sprites, presenter.pile, frame)
    log = Logbook(play, BausackScreen.quiet, partial(named, play)).lines()
    draw_log(canvas, layout.areas, log)
    draw_hint(canvas, layout.areas, hint(play, pointer), play.name, tint(play.seat))


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
            help=_("Whether who put a piece up may bid again after being outbid."),
        ),
    },
    hand=True,
)
