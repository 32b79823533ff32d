"""The result of a game of Palace: order of going out, last cards, and cards left."""

import pygame

from towersim.common.messages import message as _
from towersim.common.messages import plural
from towersim.common.units import Seat
from towersim.rules.base import Outcome
from towersim.rules.palace.log import Played
from towersim.rules.palace.state import View
from towersim.ui.cards.card_faces import draw_card
from towersim.ui.cards.play import CardPlay
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.palace.faces import face
from towersim.ui.games.palace.messages import PLACES
from towersim.ui.nodes.node import WIDE, Spot
from towersim.ui.screens.result import Ending


def ending(play: CardPlay[View], outcome: Outcome) -> Ending:
    """Return the display data of the end, for the page of the result."""
    view = play.view()
    last = {event.seat: event.cards for event in play.match.events if isinstance(event, Played)}

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        out = seat in view.out
        cards = last.get(seat, ()) if out else view.rows[seat]
        px, high = canvas.px, min(area.h, canvas.px(62))
        x = area.x + round(WIDE * high / 2)
        for card in cards:
            draw_card(canvas, face(card), Spot(x, area.centery, high))
            x += round(0.62 * WIDE * high if len(cards) > 1 else 0)
        left, (top, low) = area.x + px(150), _told(view, seat)
        canvas.text(top, 17, TEXT, midleft=(left, area.y + px(15)))
        if area.h > px(44):
            canvas.text(low, 15, SOFT_TEXT, midleft=(left, area.y + px(38)))

    return Ending(outcome=outcome, draw_row=draw_row, caption=_("opponents left behind"))


def _told(view: View, seat: Seat) -> tuple[str, str]:
    """Return the explanation of a seat's points, in two lines."""
    if seat in view.out:
        place = view.out.index(seat)
        behind = len(view.hands) - 1 - place
        others = plural("{count} player still had cards", "{count} players still had cards", behind)
        return _("went out {place}, with this", place=PLACES[place]), others
    left = view.hands[seat] + len(view.rows[seat]) + view.blind[seat]
    parts = _(
        "{hand} in the hand, {row} face up, {blind} blind",
        hand=view.hands[seat],
        row=len(view.rows[seat]),
        blind=view.blind[seat],
    )
    return plural("{count} card left", "{count} cards left", left), parts
