"""The table of Push: key bindings, buttons, animations and commands."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Action, Event, GameOver, Outcome, TurnStarted, swapped
from towersim.rules.display import count_text
from towersim.rules.push import log
from towersim.rules.push.play import refusals
from towersim.rules.push.state import COLOURS, Bank, Flip, Mark, Put, Stop, Take, View, value
from towersim.ui.cards.controller import card_game_ui
from towersim.ui.cards.nodes import columns, draw_won
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, Reaction
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.push.layout import Layout
from towersim.ui.games.push.messages import hint, refused, told_large
from towersim.ui.games.push.moments import (
    Idled,
    Memory,
    State,
    Thrown,
    by_colour,
    moments,
    remembered,
)
from towersim.ui.games.push.nodes import CLOTH, bankable, face, meant, sign, table_nodes
from towersim.ui.games.push.rules_pictures import PICTURES
from towersim.ui.input import bindings
from towersim.ui.nodes.motion import Flash, Showing, stamp
from towersim.ui.nodes.node import Command, Node, Undo
from towersim.ui.screens.result import Ending, tie_break
from towersim.ui.widgets.forms import Button


def ending(play: CardPlay[View], outcome: Outcome) -> Ending:
    """Return the display data of the end, for the page of the result."""
    view = play.view()
    held = list(zip(view.benches, view.banks, strict=True))

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        bench, bank = map(by_colour, held[seat])
        for part, colour in zip(columns(area, len(COLOURS)), COLOURS, strict=True):
            _draw_colour(canvas, part, colour, bench[colour], bank[colour])

    def picture(canvas: Canvas) -> None:
        won = [card for seat in outcome.winners for cards in held[seat] for card in cards]
        groups = ([face(card) for card in sorted(won) if card.mark is mark] for mark in COLOURS)
        draw_won(canvas, CLOTH, [group for group in groups if group])

    return Ending(
        outcome=outcome,
        draw_row=draw_row,
        picture=picture,
        decided=tie_break(outcome, [len(bench) + len(bank) for bench, bank in held]),
        caption=_("bench + bank = points"),
        parts=tuple(f"{value(bench)} + {value(bank)}" for bench, bank in held),
    )


def _draw_colour(canvas: Canvas, part: pygame.Rect, colour: Mark, bench: int, bank: int) -> None:
    """Draw the sum of a colour, and below it the parts of bench and bank if some is banked."""
    px, left, y = canvas.px, part.x + canvas.px(28), part.y + canvas.px(15)
    canvas.put(sign(canvas.viewport, colour, px(22)), midleft=(part.x, y))
    tint = TEXT if bench + bank else SOFT_TEXT
    room = part.right - left, px(36)
    canvas.text(str(bench + bank), 19, tint, bold=True, room=room, midleft=(left, y))
    if bank:
        canvas.text(f"{bench} + {bank}", 14, SOFT_TEXT, room=room, midleft=(left, y + px(21)))


class PushCommand(StrEnum):
    """The commands of keys that only this game has."""

    STOP = "stop"
    BANK = "bank"
    FIRST = "stack 1"
    SECOND = "stack 2"
    THIRD = "stack 3"


STACK_KEYS: Final = (PushCommand.FIRST, PushCommand.SECOND, PushCommand.THIRD)
STAMP: Final = 2.4
"""Seconds that the stamp on a card that fits nowhere is shown."""
HOLDS: Final = {log.Switched: 0.3, log.Stopped: 0.25, Thrown: 1.6}
"""Pauses after events that move no card, in seconds."""


class PushTable(CardTable[View, Mark | None]):
    """The table of Push; its selection is the colour chosen for banking."""

    keys, gestures = bindings.read_keys(Path(__file__).with_name("keys.txt"), PushCommand)
    cloth = CLOTH
    start = None
    blank = Memory()
    layout = Layout
    nodes = staticmethod(table_nodes)
    hint = staticmethod(hint)
    refused = staticmethod(refused)
    moments = staticmethod(moments)
    remember = staticmethod(remembered)
    ending = staticmethod(ending)

    def buttons(self, state: State) -> Sequence[Button]:
        """Return the visible buttons below the stacks."""
        flip, stop, bank = state.layout.buttons
        shown = []
        if Flip() in state.legal:
            shown.append(Button(flip, _("Flip a card  ({key:Space})"), Flip(), "strong"))
        if Stop() in state.legal:
            shown.append(Button(stop, _("Stop, take a stack  ({key:S})"), Stop()))
        if can_take_back(state):
            shown.append(Button(bank, _("Take back  ({key:N})"), Undo()))
        if bankable(state):
            colour = state.selection
            means = next_colour(state) if colour is None else Bank(colour)
            shown.append(Button(bank, _bank_words(state), means))
        return shown

    def log_rect(self, layout: Layout) -> pygame.Rect:
        """Return the rectangle of the stacks."""
        return layout.mats[0].unionall(layout.mats[1:])

    def banner_rect(self, layout: Layout, *, buttons: bool) -> pygame.Rect:
        """Return the row below the stacks, or a rectangle over them if buttons are shown."""
        return layout.banner.move(0, -3 * layout.banner.h // 2) if buttons else layout.banner

    def showing(self, event: Event, state: State) -> Showing:
        """Return the animation and the banner of an event."""
        return _shown(event, state)._replace(banner=told_large(event, state.names))

    def command_for_key(self, state: State, command: StrEnum, node: Node | None) -> Command:
        """Return the command of a key, or None."""
        match command:
            case bindings.KeyCommand.CONFIRM:
                pointed = state.focus is not None and node is not None and node.action is not None
                return self._confirm(state, pointed=pointed)
            case PushCommand.STOP:
                return Stop()
            case PushCommand.BANK:
                return next_colour(state) if bankable(state) else Bank(COLOURS[0])
            case (
                bindings.KeyCommand.LEFT | bindings.KeyCommand.RIGHT | bindings.KeyCommand.NEXT
            ) if bankable(state):
                return next_colour(state, -1 if command is bindings.KeyCommand.LEFT else 1)
            case bindings.KeyCommand.REFUSE:
                if can_take_back(state):
                    return Undo()
                return Reaction(None) if state.selection else None
            case _ if command in STACK_KEYS:
                return meant(state, STACK_KEYS.index(PushCommand(str(command))))
            case _:
                return None

    def _confirm(self, state: State, *, pointed: bool) -> Command:
        """Return the command of Space and Enter: the clear action, else focus on the best stack."""
        puts = [action for action in state.legal if isinstance(action, Put | Take)]
        if state.selection is not None:
            return Bank(state.selection)
        if len(puts) == 1:
            return puts[0]
        if pointed:
            return None
        if not puts:
            return Flip()
        places = [put.stack for put in puts]
        best = [place for place in state.view.highest if place in places]
        return Reaction(None, focus=("stack", (best or places)[0]))

    def only_action(self, state: State) -> Action | None:
        """Return the placement of the flipped card if only one is legal, else None."""
        legal = state.legal
        return legal[0] if len(legal) == 1 and isinstance(legal[0], Put) else None


def _shown(event: Event, state: State) -> Showing:
    match event:
        case log.Flipped():
            return Showing("deck", hold=0.35)
        case log.Took(seat):
            return Showing(end=("bench", seat), hold=0.25)
        case log.Rolled(seat):
            return Showing(("bench", seat), "discards", hold=0.5)
        case log.Banked(seat):
            return Showing(("bench", seat), ("bank", seat))
        case log.Bust():
            return Showing(end="discards", wait=1.7, hold=0.3, flash=_stamp(event, state))
        case Idled():
            return Showing(end="discards", hold=0.2)
        case log.Added() | log.Cleared() | TurnStarted() | GameOver():
            return Showing(end="discards")
        case _:
            return Showing(hold=HOLDS.get(type(event), 0.0))


def _stamp(event: log.Bust, state: State) -> Flash:
    card, who, spot = str(event.card), state.names[event.seat], state.layout.flipped
    lines = (_("The {card} fits nowhere.", card=card), _("No stack for {name}", name=who))
    at = spot.x, spot.y + 0.2 * spot.height
    return Flash(stamp(state.viewport, _("Too far!"), lines), at, STAMP)


def next_colour(state: State, step: int = 1) -> Reaction:
    """Return the choice of the next bankable colour, or of the previous one with `step` -1."""
    colours, now = bankable(state), state.selection
    at = colours.index(now) + step if now in colours else 0
    return Reaction(colours[at % len(colours)])


def can_take_back(state: State) -> bool:
    """Return whether the last placement can be undone and had an alternative."""
    put: log.Added | None = state.memory.put
    if put is None or not state.can_undo:
        return False
    before = swapped(state.view.stacks, put.stack, state.view.stacks[put.stack][:-1])
    return refusals(before, put.card).count(None) > 1


def _bank_words(state: State) -> str:
    if state.selection is None:
        return _("Bank a colour  ({key:B})")
    worth = by_colour(state.view.benches[state.view.turn])[state.selection]
    return _("Bank {points}  ({key:Enter})", points=count_text("points", worth))


GAME_UI: Final = card_game_ui(
    PushTable(),
    line=_("Flip one more card, or stop before there is one too many."),
    pictures=lambda _options: PICTURES,
)
