"""The table of Palace: key bindings, buttons, animations and commands."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _, plural
from towersim.common.units import Seat
from towersim.rules.base import Event, Outcome
from towersim.rules.display import ORDINALS
from towersim.rules.palace import log
from towersim.rules.palace.log import Played
from towersim.rules.palace.play import ROW
from towersim.rules.palace.state import Card, LayUp, Phase, Source, TakePile, TurnOver, View
from towersim.ui.cards.card_faces import draw_card
from towersim.ui.cards.controller import card_game_ui
from towersim.ui.cards.nodes import draw_won
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, Reaction
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.palace import choices
from towersim.ui.games.palace.choices import Choice, Memory, Revealed, State, moments, remembered
from towersim.ui.games.palace.messages import burned, hint, refused
from towersim.ui.games.palace.nodes import CLOTH, Layout, blind_places, face, played, table_nodes
from towersim.ui.games.palace.rules_pictures import pictures
from towersim.ui.input.bindings import KeyCommand, read_keys
from towersim.ui.nodes.motion import Flash, Showing, fire, star
from towersim.ui.nodes.node import WIDE, Command, Node, Say, Spot, Undo
from towersim.ui.screens.result import Ending
from towersim.ui.widgets.forms import Button


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
        room, at = (area.right - left, px(30)), (left, area.y + px(15))
        canvas.text(top, 17, TEXT, room=room, midleft=at)
        if area.h > px(44):
            canvas.text(low, 15, SOFT_TEXT, room=room, midleft=(left, area.y + px(42)))

    def picture(canvas: Canvas) -> None:
        cards = (
            last.get(seat, ()) if seat in view.out else view.rows[seat] for seat in outcome.winners
        )
        draw_won(canvas, CLOTH, [[*map(face, each)] for each in cards if each])

    caption = _("opponents left behind")
    return Ending(outcome, draw_row, picture, caption=caption, counts_opponents=True)


def _told(view: View, seat: Seat) -> tuple[str, str]:
    """Return the explanation of a seat's points, in two lines."""
    if seat in view.out:
        place = view.out.index(seat)
        behind = len(view.hands) - 1 - place
        others = plural("{count} player still had cards", "{count} players still had cards", behind)
        return _("went out {place}, with this", place=ORDINALS[place]), others
    left = log.counts(view).numbers[seat]
    parts = _(
        "{hand} in the hand, {row} face up, {blind} blind",
        hand=view.hands[seat],
        row=len(view.rows[seat]),
        blind=view.blind[seat],
    )
    return plural("{count} card left", "{count} cards left", left), parts


class PalaceCommand(StrEnum):
    """The commands of keys that only this game has."""

    CHOOSE = "choose"
    ALIKE = "alike"
    TAKE = "take"


FIRE: Final = 2.0
"""Duration of a pile's fire, in seconds."""
SUSPENSE: Final = 0.65
"""Pause before and after a blind card turns over, in seconds."""


class PalaceTable(CardTable[View, Choice]):
    """The table of Palace; its selection is the choice of cards."""

    keys, gestures = read_keys(Path(__file__).with_name("keys.txt"), PalaceCommand)
    cloth = CLOTH
    start = Choice()
    blank = Memory()
    layout = Layout
    nodes = staticmethod(table_nodes)
    hint = staticmethod(hint)
    refused = staticmethod(refused)
    moments = staticmethod(moments)
    remember = staticmethod(remembered)
    ending = staticmethod(ending)

    def log_rect(self, layout: Layout) -> pygame.Rect:
        """Return the middle of the table, between the other seats and the own."""
        rect = pygame.Rect(layout.others.x, layout.others.bottom, layout.others.w, 0)
        rect.h = min(layout.own.plate.y, layout.hand.y) - rect.y
        return rect

    def buttons(self, state: State) -> Sequence[Button]:
        """Return the buttons to play and to take the pile."""
        layout, chosen, shown = state.layout, len(state.selection.cards), []
        if state.held is not None:
            return (Button(layout.go, _("Take back  ({key:N})"), Undo(), "strong"),)
        if choices.may(state, TurnOver):
            shown.append(Button(layout.go, _("Turn over  ({key:Enter})"), TurnOver(), "strong"))
        elif chosen and choices.may(state, LayUp):
            full = _("Lay face up  ({key:Enter})")
            label = full if chosen == ROW else _("{count} of 3", count=chosen)
            shown.append(Button(layout.go, label, play_chosen, "strong", on=chosen == ROW))
        elif chosen:
            label = plural("Play  ({key:Enter})", "Play {count} cards  ({key:Enter})", chosen)
            shown.append(Button(layout.go, label, play_chosen, "strong"))
        if choices.must_take(state):
            shown.append(Button(layout.go, _("Take the pile  ({key:T})"), TakePile(), "strong"))
        elif choices.may(state, TakePile):
            shown.append(Button(layout.take, _("Take the pile  ({key:T})"), TakePile(), "dark"))
        return shown

    def waiting(self, view: View) -> str:
        """Return the text shown during the deal."""
        return _("The cards are dealt …") if view.phase is Phase.DEALING else ""

    def showing(self, event: Event, state: State) -> Showing:
        """Return the animation of an event, with fire for a burn and a star for going out."""
        match event:
            case log.Dealt():
                return Showing("stock", gap=0.1)
            case log.TurnedOver(seat):
                left = set(blind_places(state._replace(memory=Memory()), seat))
                (place,) = left - set(blind_places(state, seat))
                return Showing(("blind", seat, place), hold=SUSPENSE)
            case Revealed():
                return Showing(hold=SUSPENSE)
            case log.Played(seat, _, source):
                return Showing("turned" if source is Source.BLIND else ("hand", seat))
            case log.LaidUp(seat):
                return Showing(("hand", seat))
            case log.Burned():
                x, y, high, _ = state.layout.pile
                label = burned(event)
                burns = Flash(fire(state.viewport, (1.5 * high, 1.25 * high), label), (x, y), FIRE)
                return Showing(end="burnt", wait=1.2, apart=0.0, flash=burns, banner=label)
            case log.Missed(seat) | log.PileTaken(seat):
                taken = "turned" if isinstance(event, log.Missed) else "pile"
                start = taken if seat == state.home else None
                return Showing(start, ("hand", seat), apart=0.03)
            case log.WentOut():
                plate = state.layout.seatings(len(state.seats), state.home)[event.seat].plate
                return Showing(flash=Flash(star(state.viewport, 60), plate.center))
            case _:
                return Showing()

    def fit(self, selection: Choice, view: View) -> Choice:
        """Return the choice without cards that are no longer held."""
        held = (*view.hand, *chain(*view.rows))
        return selection._replace(cards=selection.cards.intersection(held))

    def acted(self, selection: Choice) -> Choice:
        """Return the choice without its cards, but with the blind cards turned over."""
        return selection._replace(cards=frozenset())

    def command_for_key(self, state: State, command: StrEnum, node: Node | None) -> Command:
        """Return the command of a key, or None."""
        key = node.key if node and state.focus is not None else None
        card = key if isinstance(key, Card) and key in choices.offered(state) else None
        chosen = state.selection.cards
        match command:
            case KeyCommand.REFUSE:
                return Undo()
            case PalaceCommand.TAKE:
                return TakePile()
            case KeyCommand.CONFIRM if chosen:
                return play_chosen
            case KeyCommand.CONFIRM if choices.must_take(state):
                return TakePile()
            case KeyCommand.CONFIRM if choices.may(state, TurnOver) and node is None:
                return TurnOver()
            case KeyCommand.CONFIRM if card and not choices.may(state, LayUp):
                return played(state, choices.carried_with(state, card))
            case PalaceCommand.ALIKE if node and card:
                return node.other
            case PalaceCommand.CHOOSE if node and card:
                return node.action
            case KeyCommand.UP | KeyCommand.DOWN if node and card:
                return node.action if (command is KeyCommand.UP) != (card in chosen) else Say("")
            case _:
                return None


def play_chosen(state: State) -> Reaction | Say:
    """Return the command that plays or lays up the chosen cards, or `Say` with the refusal."""
    return played(state, state.selection.cards)


GAME_UI: Final = card_game_ui(
    PalaceTable(),
    line=_("Get rid of your hand, your open cards and the ones nobody has seen."),
    pictures=pictures,
)
