"""The table of Rummü: key bindings, buttons, animations and commands."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.rules.base import Action, Event, TurnStarted
from towersim.rules.rummu import log
from towersim.rules.rummu.state import Draw, Phase, Take, View
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.cards.overlay import sentence, star
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.screen import card_game_ui
from towersim.ui.cards.table import CardTable, Reaction
from towersim.ui.games.rummu import choices
from towersim.ui.games.rummu.assessment import assess
from towersim.ui.games.rummu.choices import SORTED, Arrangement, State
from towersim.ui.games.rummu.layout import Layout
from towersim.ui.games.rummu.messages import hint
from towersim.ui.games.rummu.moments import Memory, moments, remembered
from towersim.ui.games.rummu.nodes import CLOTH, table_nodes
from towersim.ui.games.rummu.results import ending, round_result, rounds, scores
from towersim.ui.games.rummu.rules_pictures import rules_pages
from towersim.ui.input import bindings
from towersim.ui.nodes.motion import Flash, Showing
from towersim.ui.nodes.node import Command, Node, Say
from towersim.ui.screens.result import Standing
from towersim.ui.screens.sheet import BACK, FootButton
from towersim.ui.widgets.forms import Button


class RummuCommand(StrEnum):
    """The commands of keys that only this game has."""

    DRAW = "draw"
    TAKE = "take"
    LAY = "lay"
    DISCARD = "discard"
    JOKER = "joker"
    SORT = "sort"
    SCORES = "scores"
    HINT = "hint"


KEYS, MOUSE = bindings.read_keys(Path(__file__).with_name("keys.txt"), RummuCommand)

LAST_LOOK: Final = 1.0
"""Pause between the end of a round and its result, in seconds."""
ONE: Final = _("Put the card that you mean on the workbench alone, or drag it there.")


class RummuTable(CardTable[View, Arrangement]):
    """The table of Rummü; its selection is the arrangement of the own cards."""

    keys = KEYS
    cloth = CLOTH
    quiet = (TurnStarted, log.Dealt)
    start = Arrangement()
    blank: Memory = ()
    layout = Layout
    nodes = staticmethod(table_nodes)
    hint = staticmethod(hint)
    moments = staticmethod(moments)
    remember = staticmethod(remembered)
    ending = staticmethod(ending)

    def log_rect(self, layout: Layout) -> pygame.Rect:
        """Return the rectangle of the combinations."""
        return layout.table

    def buttons(self, state: State) -> Sequence[Button]:
        """Return the buttons of the workbench, and those left of the hand."""
        layout, assessment, chosen = state.layout, assess(state), state.selection
        shown = [Button(layout.scores, _("Scores  ({key:R})"), open_scores, "dark")]
        if state.view.hand:
            shown.append(Button(layout.hint, _("Hint  ({key:H})"), choices.hinted, "dark"))
            shown.append(Button(layout.sort, SORTED[chosen.sort], sort, "dark"))
        if assessment.groups:
            label, ready = (
                _("Lay  ({key:C})") if chosen.onto is None else _("Add  ({key:C})"),
                assessment.actions,
            )
            shown.append(Button(layout.lay, label, lay, "strong", on=bool(ready)))
        if assessment.groups or state.can_undo:
            shown.append(Button(layout.back, _("Take back  ({key:N})"), choices.take_back, "dark"))
        if assessment.reading:
            shown.append(
                Button(layout.reading, assessment.reading, turn_joker, "dark", chooser=True)
            )
        return shown

    def waiting(self, view: View) -> str:
        """Return the text shown during the deal, or at the end of a round."""
        match view.phase:
            case Phase.DEALING:
                return _("The cards are dealt …")
            case Phase.OVER:
                return _("Round {round} is over.", round=view.round)
            case _:
                return ""

    def showing(self, event: Event, state: State) -> Showing:
        """Return the animation of an event, or the page of a round's result."""
        match event:
            case log.Dealt() | log.TurnedUp():
                return Showing("deck", gap=0.06 if isinstance(event, log.Dealt) else None)
            case log.Reshuffled():
                return Showing(end="deck", apart=0.02)
            case log.RoundStarted():
                return Showing(end="deck", apart=0.01)
            case log.Took(seat):
                return Showing(end=("hand", seat), gap=0.12)
            case log.Laid(seat) | log.Added(seat) | log.Discarded(seat):
                return Showing(("hand", seat))
            case log.Exchanged(seat):
                return Showing(("hand", seat), ("hand", seat))
            case log.WentOut():
                plate = state.layout.plates(len(state.seats), state.home)[event.seat]
                return Showing(hold=LAST_LOOK, flash=Flash(star(state.viewport, 70), plate.center))
            case log.Halted():
                return Showing(hold=LAST_LOOK)
            case log.RoundOver():
                return Showing(page=partial(round_page, over=event))
            case _:
                return Showing()

    def fit(self, selection: Arrangement, view: View) -> Arrangement:
        """Return the arrangement of the cards held in `view`."""
        return selection.fit(view.hand, view.round)

    def acted(self, selection: Arrangement) -> Arrangement:
        """Return the arrangement unchanged."""
        return selection

    def command_for_key(self, state: State, command: StrEnum, node: Node | None) -> Command:
        """Return the command of a key, or None."""
        key, chosen = node.key if node else None, state.selection
        match command:
            case RummuCommand.DISCARD:
                return choices.discard(state, key)
            case bindings.KeyCommand.LEFT | bindings.KeyCommand.RIGHT if (
                state.fine and key in chosen.hand
            ):
                place = chosen.order.index(key) + (
                    1 if command is bindings.KeyCommand.RIGHT else -1
                )
                return Reaction(chosen.move(key, max(place, 0)))
            case _:
                return COMMANDS.get(command)

    def refused(self, state: State, action: Action) -> str:
        """Return the reason of a refusal; for `Take` after the draw, with advice on discarding."""
        refusal = state.why_not(action)
        if isinstance(action, Take) and state.mine and state.view.phase is not Phase.DRAWING:
            return _("{advice} {why}", advice=ONE, why=sentence(refusal))
        return refusal


def lay(state: State) -> Reaction | Say:
    """Return the command that lays or adds the workbench, or `Say` with the reason why not."""
    if not state.selection.bench:
        return Say(_("Put cards on the workbench first."))
    assessment = assess(state)
    return (
        Reaction(state.selection, assessment.actions)
        if assessment.actions
        else Say(assessment.advice)
    )


def turn_joker(state: State) -> Reaction:
    """Return the choice of the workbench's next reading."""
    return Reaction(state.selection._replace(reading=state.selection.reading + 1))


def sort(state: State) -> Reaction:
    """Return the choice of the hand's next order."""
    return Reaction(state.selection.next_sort())


def open_scores(state: State) -> Reaction:
    """Return the answer that opens the page of all rounds."""
    return Reaction(state.selection, page=score_page)


COMMANDS: Final[Mapping[StrEnum, Command]] = {
    RummuCommand.DRAW: Draw(),
    RummuCommand.TAKE: Take(),
    RummuCommand.LAY: lay,
    RummuCommand.JOKER: turn_joker,
    RummuCommand.SORT: sort,
    RummuCommand.SCORES: open_scores,
    RummuCommand.HINT: choices.hinted,
    bindings.KeyCommand.REFUSE: choices.take_back,
}
"""Commands of keys that do not depend on the node pointed at."""


def round_page(context: AppContext, play: CardPlay[View], over: log.RoundOver) -> Screen:
    """Return the page of a round's result, with a button that leads on."""
    last = play.match.outcome is not None and over == rounds(play.match)[-1]
    on = FootButton(_("Result") if last else _("Next round"), "next", 220, "strong")
    return Standing(context, play.match, round_result(play.match, over), on)


def score_page(context: AppContext, play: CardPlay[View]) -> Screen:
    """Return the page of all rounds; the key that opens it also closes it."""
    on = BACK._replace(style="strong")
    return Standing(context, play.match, scores(play.match), on, _is_score_key)


def _is_score_key(key: int) -> bool:
    return bindings.command_for_key(key, KEYS) is RummuCommand.SCORES


GAME_UI: Final = card_game_ui(
    RummuTable(),
    line=_("Lay sets and runs, and be rid of your cards first."),
    pages=rules_pages,
    mouse=MOUSE,
)
