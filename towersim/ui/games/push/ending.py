"""The result of a game of Push: points by colour, on the bench and in the bank, of each seat."""

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Outcome
from towersim.rules.push.cards import COLOURS, Mark, value
from towersim.rules.push.state import View
from towersim.ui.cards.places import columns
from towersim.ui.cards.play import CardPlay
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.push.faces import sign
from towersim.ui.games.push.odds import by_colour
from towersim.ui.screens.result import Ending


def ending(play: CardPlay[View], outcome: Outcome) -> Ending:
    """Return the display data of the end, for the page of the result."""
    view = play.view()
    held = list(zip(view.benches, view.banks, strict=True))

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        bench, bank = map(by_colour, held[seat])
        for part, colour in zip(columns(area, len(COLOURS)), COLOURS, strict=True):
            _draw_colour(canvas, part, colour, bench[colour], bank[colour])

    return Ending(
        outcome=outcome,
        draw_row=draw_row,
        decided=_tie(view, outcome),
        caption=_("bench + bank = points"),
        parts=tuple(f"{value(bench)} + {value(bank)}" for bench, bank in held),
    )


def _draw_colour(canvas: Canvas, part: pygame.Rect, colour: Mark, bench: int, bank: int) -> None:
    """Draw the sum of a colour, and below it the parts of bench and bank if some is banked."""
    px, left, y = canvas.px, part.x + canvas.px(28), part.y + canvas.px(15)
    canvas.put(sign(canvas.stage, colour, px(22)), midleft=(part.x, y))
    tint = TEXT if bench + bank else SOFT_TEXT
    room = part.right - left, px(36)
    canvas.text(str(bench + bank), 19, tint, bold=True, room=room, midleft=(left, y))
    if bank:
        canvas.text(f"{bench} + {bank}", 14, SOFT_TEXT, midleft=(left, y + px(21)))


def _tie(view: View, outcome: Outcome) -> str:
    """Return the sentence on how equal points were decided; empty if the best are not equal."""
    best = max(outcome.scores)
    tied = [seat for seat, score in enumerate(outcome.scores) if score == best]
    if len(tied) < 2:
        return ""
    if len(tied) == len(outcome.winners):
        return _("Equal points and equally many cards.")
    cards = (len(view.benches[seat]) + len(view.banks[seat]) for seat in tied)
    most, *fewer = sorted(set(cards), reverse=True)
    return _("Equal points: {most} cards against {fewer}.", most=most, fewer=fewer[0])
