"""The `CardTable` of Palace: animations of events, buttons, and commands of keys."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.messages import plural
from towersim.rules.base import Event, TurnStarted
from towersim.rules.palace import log
from towersim.rules.palace.cards import Card
from towersim.rules.palace.legal import ROW
from towersim.rules.palace.state import LayUp, Phase, Source, TakePile, TurnOver, View
from towersim.ui.cards.performances import fire, star
from towersim.ui.cards.table import Answer, CardTable
from towersim.ui.games.palace import choices
from towersim.ui.games.palace.choices import Choice, State
from towersim.ui.games.palace.ending import ending
from towersim.ui.games.palace.faces import CLOTH
from towersim.ui.games.palace.keys import KEYS, PalaceCommand
from towersim.ui.games.palace.layout import Layout
from towersim.ui.games.palace.messages import burned, hint, refused
from towersim.ui.games.palace.nodes import blind_places, played, table_nodes
from towersim.ui.games.palace.stages import Memory, Revealed, moments, remembered
from towersim.ui.input.bindings import Command as KeyCommand
from towersim.ui.nodes.motion import Flash, Showing
from towersim.ui.nodes.node import Command, Node, Say, Undo
from towersim.ui.widgets.buttons import Button

FIRE: Final = 2.0
"""Duration of a pile's fire, in seconds."""
SUSPENSE: Final = 0.65
"""Pause before and after a blind card turns over, in seconds."""


class PalaceTable(CardTable[View, Choice]):
    """The table of Palace; its selection is the choice of cards."""

    keys = KEYS
    cloth = CLOTH
    quiet = (log.Dealt, TurnStarted, log.LeadsAgain)
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
        found = pygame.Rect(layout.others.x, layout.others.bottom, layout.others.w, 0)
        found.h = min(layout.own.plate.y, layout.hand.y) - found.y
        return found

    def buttons(self, state: State) -> Sequence[Button]:
        """Return the buttons to play and to take the pile."""
        layout, chosen, found = state.layout, len(state.selection.cards), []
        if state.held is not None:
            return (Button(layout.go, _("Take back  ({key:N})"), Undo(), "strong"),)
        if choices.may(state, TurnOver):
            found.append(Button(layout.go, _("Turn over  ({key:Enter})"), TurnOver(), "strong"))
        elif chosen and choices.may(state, LayUp):
            full = _("Lay face up  ({key:Enter})")
            words = full if chosen == ROW else _("{count} of 3", count=chosen)
            found.append(Button(layout.go, words, play_chosen, "strong", on=chosen == ROW))
        elif chosen:
            words = plural("Play  ({key:Enter})", "Play {count} cards  ({key:Enter})", chosen)
            found.append(Button(layout.go, words, play_chosen, "strong"))
        if choices.must_take(state):
            found.append(Button(layout.go, _("Take the pile  ({key:T})"), TakePile(), "strong"))
        elif choices.may(state, TakePile):
            found.append(Button(layout.take, _("Take the pile  ({key:T})"), TakePile(), "dark"))
        return found

    def waiting(self, view: View) -> str:
        """Return the text shown during the deal."""
        return _("The cards are dealt …") if view.phase is Phase.DEALING else ""

    # --- events ---------------------------------------------------------------------------------

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
                words = burned(event)
                burns = Flash(fire(state.stage, (1.5 * high, 1.25 * high), words), (x, y), FIRE)
                return Showing(end="burnt", wait=1.2, apart=0.0, flash=burns, banner=words)
            case log.Missed(seat) | log.PileTaken(seat):
                taken = "turned" if isinstance(event, log.Missed) else "pile"
                start = taken if seat == state.home else None
                return Showing(start, ("hand", seat), apart=0.03)
            case log.WentOut():
                plate = state.layout.seatings(len(state.seats), state.home)[event.seat].plate
                return Showing(flash=Flash(star(state.stage, 60), plate.center))
            case _:
                return Showing()

    # --- input ----------------------------------------------------------------------------------

    def fit(self, selection: Choice, view: View) -> Choice:
        """Return the choice without cards that are no longer held."""
        held = view.hand or view.rows[view.seat]
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


def play_chosen(state: State) -> Answer | Say:
    """Return the command that plays or lays up the chosen cards, or `Say` with the refusal."""
    return played(state, state.selection.cards)
