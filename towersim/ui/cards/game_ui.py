"""The `GameUI` of a card game, made from its table; and pictures of a match without a screen."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any

import pygame

from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.ui.app_context import GameUI, OptionLabels, RecordedPosition
from towersim.ui.cards.card_faces import draw_felt
from towersim.ui.cards.overlay import prompt
from towersim.ui.cards.play import CardPlay, closed
from towersim.ui.cards.screen import CardScreen
from towersim.ui.cards.table import CardTable, TableState
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.text import Hint, draw_hint, draw_log
from towersim.ui.drawing.theme import Viewport
from towersim.ui.events import EventQueue
from towersim.ui.logbook import Logbook
from towersim.ui.nodes.node import draw_node
from towersim.ui.rulebook import Page


def state_of(table: CardTable[Any, Any], viewport: Viewport, match: Match) -> TableState[Any, Any]:
    """Return the state of a table for a match, without a selection."""
    play: CardPlay[Any] = CardPlay(match, lambda: 0.0, hidden=table.hidden)
    queue: EventQueue[Any] = EventQueue(play, table)
    knows = not table.hidden or play.watcher == play.seat
    return TableState(
        viewport=viewport,
        layout=table.layout(viewport),
        view=queue.view,
        memory=queue.memory,
        selection=table.fit(table.start, queue.view),
        seats=match.seats,
        home=play.home,
        mine=play.is_human_turn and match.outcome is None and knows,
        why_not=play.why_not,
    )


def draw_match(table: CardTable[Any, Any], canvas: Canvas, match: Match) -> None:
    """Draw the present position of a match over the whole viewport."""
    play: CardPlay[Any] = CardPlay(match, lambda: 0.0, hidden=table.hidden)
    play.quiet = table.quiet
    state = state_of(table, canvas.viewport, match)
    areas: Areas = state.layout.areas
    _draw_nodes(table, canvas, state)
    draw_log(canvas, areas, Logbook(play).lines())
    draw_hint(canvas, areas, Hint(prompt(table, state, play), play.name))


def draw_recorded(
    table: CardTable[Any, Any], canvas: Canvas, shown: RecordedPosition
) -> pygame.Rect:
    """Draw a position of a recorded game over the whole viewport; return the log's empty strip.

    An onlooker sees no hand.
    """
    hides = table.hidden and shown.viewer is None
    view = closed(shown.view) if hides else shown.view
    state: TableState[Any, Any] = TableState(
        viewport=canvas.viewport,
        layout=table.layout(canvas.viewport),
        view=view,
        memory=reduce(table.remember, shown.events, table.blank),
        selection=table.fit(table.start, view),
        seats=shown.seats,
        home=shown.viewer or Seat(0),
    )
    _draw_nodes(table, canvas, state)
    areas: Areas = state.layout.areas
    return areas.log


def _draw_nodes(table: CardTable[Any, Any], canvas: Canvas, state: TableState[Any, Any]) -> None:
    draw_felt(canvas, state.layout.areas, table.cloth.felt)
    for node in table.nodes(state):
        draw_node(canvas, node)


def card_game_ui(
    table: CardTable[Any, Any],
    line: str,
    pages: Callable[[Any], Sequence[Page]],
    mouse: Sequence[tuple[str, str]],
    option_labels: Mapping[str, OptionLabels],
) -> GameUI:
    """Return the `GameUI` of a table's game; see there for the fields."""
    return GameUI(
        line=line,
        screen=partial(CardScreen, table=table),
        picture=partial(draw_match, table),
        pages=pages,
        keys=table.keys,
        mouse=mouse,
        option_labels=option_labels,
        recorded=partial(draw_recorded, table),
    )
