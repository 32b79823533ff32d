"""The result of a match of Fawlty Towers: each seat's cards, and the tie-break."""

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Outcome
from towersim.rules.fawlty_towers.state import View
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT
from towersim.ui.games.fawlty_towers.draw_seats import draw_hand
from towersim.ui.screens.result import Ending


def ending(match: Match, outcome: Outcome) -> Ending:
    """Return the content of the result page."""
    view: View = match.view(Seat(0))
    numbers = [sum(card.number for card in cards) for cards in view.taken]

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        if view.taken[seat]:
            draw_hand(canvas, area, view.taken[seat])
        else:
            at = area.x, area.y + canvas.px(15)
            canvas.text(_("no cards"), 15, SOFT_TEXT, midleft=at)

    return Ending(
        outcome=outcome,
        draw_row=draw_row,
        decided=_tie(outcome),
        caption=_("numbers + sets = points"),
        parts=tuple(
            f"{number} + {score - number}"
            for number, score in zip(numbers, outcome.scores, strict=True)
        ),
    )


def _tie(outcome: Outcome) -> str:
    """Return a sentence about the tie-break; empty for none."""
    tied = outcome.scores.count(max(outcome.scores))
    if tied == len(outcome.winners):
        return _("Equal points and equally many cards.") if tied > 1 else ""
    return _("Equal points: more cards decide.")
