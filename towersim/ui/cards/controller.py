"""The controller of every card game: draws a `CardTable`'s nodes and executes their commands.

The table is a pure function from a `TableState` to nodes; the controller holds the mutable state:
the selection of each person, mouse and keyboard focus, and the progress of the event queue.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial, reduce
from typing import Any, Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Action, Event, Outcome
from towersim.ui.app_context import (
    AppContext,
    GameUI,
    OpenScreen,
    PlayContext,
    RecordedPosition,
    ScreenChange,
)
from towersim.ui.cards.card_faces import draw_felt
from towersim.ui.cards.play import CardPlay, Curtain, DelayedAction, is_untouched
from towersim.ui.cards.table import CardTable, Reaction, TableState, is_free
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas, TableLayout
from towersim.ui.drawing.text import Hint, Tip, draw_banner, draw_hint, draw_log
from towersim.ui.drawing.theme import Viewport
from towersim.ui.input.bindings import STEPS, KeyCommand
from towersim.ui.language.faults import fault_message
from towersim.ui.nodes.motion import EventPump, Showing
from towersim.ui.nodes.node import Command, Node, Say, Spot, Undo, draw_node
from towersim.ui.nodes.pointing import Pointing, marked
from towersim.ui.rulebook import Picture
from towersim.ui.screens.game import GameController, GameScreen, screen_of
from towersim.ui.screens.hud import Hud
from towersim.ui.screens.result import Ending
from towersim.ui.sentences import Logbook, sentence, won
from towersim.ui.widgets.forms import Button

APART: Final = 0.3
"""Distance between dragged cards, as a share of their width."""
LINGER: Final = 1.2
"""Seconds at rest before the hand of a person whose turn is over is hidden."""
HASTE: Final = 0.3
"""Seconds after skipping in which further presses still count as skipping."""


class CardController(GameController):
    """The controller of a card game's match."""

    result_after: Final = 1.6
    """Seconds between the end of the game and the page of its result."""
    layout: Any
    """The layout; its class is the table's own."""
    screen: GameScreen
    play: CardPlay[Any]

    def __init__(self, context: AppContext, match: Match, table: CardTable[Any, Any]) -> None:
        """Begin to show a match; if nobody has acted yet, show the deal first."""
        self._context, self.match = context, match
        self.table, self.keys = table, table.keys
        shown = 0 if context.settings.animations and is_untouched(match) else None
        self.play = CardPlay(match, context.for_match(match), table, shown)
        self._undone = 0
        """The number of actions that phones took back."""
        self.pointing = Pointing(context.viewport.unit)
        self.pointer = self.pointing.pointer
        self.hud, self.pump = Hud(context, self.play, self.pointer), EventPump(context, self.play)
        self._selections: dict[Seat | None, Any] = {}
        self.delayed = DelayedAction()
        self._rested = LINGER
        """Seconds since the last animation ended."""
        self._time, self._skipped = 0.0, -HASTE
        self._shown_for: object = None
        self._shown_to = self.play.watcher
        self._buttons: Sequence[Button] = ()

    @property
    def ready(self) -> bool:
        """Whether every event has been shown and no card flies."""
        return self.pump.ready

    @property
    def selection(self) -> Any:  # noqa: ANN401 - each game's own
        """The watcher's selection, as far as it is still possible."""
        chosen = self._selections.get(self._chooser, self.table.start)
        return self.table.fit(chosen, self.play.queue.view)

    @property
    def _chooser(self) -> Seat | None:
        return self.play.watcher if self.play.hides else self.play.seat

    @property
    def state(self) -> TableState[Any, Any]:
        """The input of the present frame."""
        queue, play = self.play.queue, self.play
        acts = play.is_human_turn and self._chooser == play.seat and self.match.outcome is None
        held = self.delayed.held
        return TableState(
            viewport=self._context.viewport,
            layout=self.layout,
            view=queue.view,
            memory=queue.memory,
            selection=self.selection,
            seats=self.match.seats,
            home=play.home,
            mine=acts and self.ready and held is None,
            dragged=self.pointing.dragged,
            focus=self.pointing.focus if self.pointer.keys else None,
            can_undo=acts and (self.match.can_undo or held is not None),
            held=held,
            fine=self.pointer.fine,
            why_not=play.why_not,
        )

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes shown."""
        return self.pump.motion.nodes

    @property
    def prompt(self) -> str:
        """The line above the table, unless there is a message."""
        if not self.ready:
            told, name = self.table.waiting(self.play.queue.view), self.play.name
            if told or self.match.outcome is not None:
                return told  # nobody goes on after the last action
            later = _("{name} is next …", name=name)
            return _("{name} goes on …", name=name) if self.play.goes_on else later
        return prompt(self.table, self.state, self.play)

    @property
    def pointed(self) -> Node | None:
        """The node at the mouse or keyboard focus; during a drag, the drop zone at the mouse."""
        return self.pointing.at(self.nodes)

    def lay_out(self) -> TableLayout:
        """Lay out the table for the context's viewport; return the layout."""
        self.layout = self.table.layout(self._context.viewport)
        self.pointing.resize(self._context.viewport.unit)
        self._show_at_once()
        layout: TableLayout = self.layout
        return layout

    def log_rect(self) -> pygame.Rect:
        """Return the rectangle of the open log."""
        return self.table.log_rect(self.layout)

    def ending(self, outcome: Outcome) -> Ending:
        """Return the display data of the end, for the page of the result."""
        return self.table.ending(self.play, outcome)

    def own_buttons(self) -> Sequence[Button]:
        """Return the table's buttons that belong to the nodes shown."""
        return self._buttons

    def _fresh_nodes(self) -> tuple[Node, ...]:
        """Return the nodes of the present state; those pointed at are highlighted."""
        state = self.state
        nodes, self._buttons = tuple(self.table.nodes(state)), self.table.buttons(state)
        self._shown_for = self._depends_on()
        return marked(nodes, self.pointing.at(nodes) if self.ready else None)

    def _depends_on(self) -> object:
        """Return a value that changes whenever the nodes must be recomputed."""
        pointed = self.pointed
        return self.state, self.match.steps, self.ready, pointed.key if pointed else None

    def _keep_up(self) -> None:
        """Recompute the nodes if anything they depend on has changed."""
        if self._depends_on() != self._shown_for:
            animated, motion = self._context.settings.animations, self.pump.motion
            (motion.glide if animated else motion.reset)(self._fresh_nodes())

    def show(self, number: int, event: Event) -> tuple[Showing, Sequence[Node]]:  # noqa: ARG002 - a table needs the event
        """Return the animation of an event, and the nodes after it, none of them highlighted."""
        state = self.state
        return self.table.showing(event, state), tuple(self.table.nodes(state))

    def step(self, seconds: float) -> None:
        """Advance the animations by `seconds`, and submit an action that is due."""
        self._time += seconds
        self._keep_up()
        idle = self.ready and self.pointing.dragged is None
        chosen = idle and self._context.settings.only_moves
        only = self.table.only_action(self.state) if chosen else None
        due = self.delayed.step(seconds, only)
        if due is not None:
            self._submit(due)
        self._rested = self._rested + seconds if self.ready else 0.0

    def skip_to_person(self) -> None:
        """Show others' actions without animations until a person has to act, or until the end."""
        self.pump.jump()
        self.skip()

    def put_away(self) -> None:
        """Submit a held action, and close the record of the match."""
        if (held := self.delayed.release()) is not None:
            self._submit(held)
            self._context.count_game(self.match)  # it may have won
        super().put_away()

    def skip(self) -> bool:
        """Submit a held action or show all pending events; return whether a press was used for it.

        Presses within `HASTE` seconds after it count as used, too.
        """
        held = self.delayed.release()
        if held is not None and self._submit(held):
            self._skipped = self._time
        elif self.pump.skip(self.show):
            self._skipped = self._time
            self._show_at_once()
        return self._time - self._skipped < HASTE

    @property
    def is_moving(self) -> bool:
        """Whether an animation runs or a banner is shown."""
        at_rest = self.ready and self.pump.motion.at_rest and not self.delayed.is_waiting
        return not at_rest or bool(self.pump.banner)

    @property
    def is_holding_match(self) -> bool:
        """Whether the match waits for animations, a page or the end of a person's turn."""
        lingers = 0 < self._rested < LINGER and self.play.left_open
        return not self.ready or lingers or self.pump.page is not None

    def begin_frame(self, seconds: float) -> None:  # noqa: ARG002 - no hand moves
        """Take over what phones took back."""
        if self.play.phones is not None and self.play.phones.undone != self._undone:
            self._undone = self.play.phones.undone
            self.play.queue.rebuild()

    def due_page(self) -> ScreenChange | None:
        """Return the change to a page that is due now, or to the curtain."""
        page = self.pump.page
        if page is not None and not self.pump.motion.busy:
            self.pump.page = None
            return OpenScreen(page())
        return None if self.is_holding_match else self._pass_on()

    def _pass_on(self) -> ScreenChange | None:
        """Hide the hand of a person whose turn is over; return the curtain for the next one."""
        play = self.play
        play.turn_away()
        if play.watcher != self._shown_to:
            self.show_watcher()
        if play.awaited is None:
            return None
        name, opened = self.match.seats[play.awaited].name, partial(self._open, play.awaited)
        return OpenScreen(Curtain(self._context, name, opened, self.screen.pause, self.table.cloth))

    def _open(self, seat: Seat) -> None:
        self.play.open(seat)
        self.show_watcher()

    def show_watcher(self) -> None:
        """Show the table to another watcher, without animation, keyboard focus or a refusal."""
        self.pointing.focus, self._shown_to = None, self.play.watcher
        if self.hud.refuses:
            self.hud.say("")
        self.play.queue.rebuild()
        self._show_at_once()

    def _show_at_once(self) -> None:
        self.pump.motion.reset(self._fresh_nodes())

    def lose_focus(self) -> None:
        """Cancel a drag."""
        self.pointing.cancel()

    def mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse move, and a press or release of a button."""
        wanted, at, pointing = None, self.pointer.at, self.pointing
        if event.type == pygame.MOUSEMOTION:
            pointing.move(at)
        self._keep_up()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (
            pygame.BUTTON_LEFT,
            pygame.BUTTON_RIGHT,
        ):
            node = self.pointed
            asked = node and (node.other if event.button == pygame.BUTTON_RIGHT else node.action)
            button = self.screen.buttons.at(at)
            asked = asked if button is None else button
            if is_free(self._meaning(asked)) or not self.skip():
                wanted = pointing.press(self.nodes, at, event.button, self._time)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            if self._context.settings.animations:
                for node in pointing.dragged_nodes(self.nodes):
                    self.pump.motion.hold(node.key, Spot(*at, node.place.height))
            wanted = pointing.release(self.nodes, at, self._time)
        self._want(wanted)

    def _meaning(self, wanted: Action | Command | None) -> Action | Command | None:
        """Return a command, evaluated if it is a function of the state."""
        return wanted(self.state) if callable(wanted) else wanted

    def _want(self, wanted: Action | Command | None) -> None:
        """Execute a command, or show the reason of its refusal."""
        match self._meaning(wanted):
            case None:
                return
            case Action() as action:
                self._submit(action)
            case Undo():
                self.hud.say(sentence(fault_message(self._undo())), refuses=True)
            case Say(reason):
                self.hud.say(sentence(reason), refuses=True)
            case Reaction() as reaction:
                self._follow(reaction)

    def _undo(self) -> str:
        """Take the person's last action back; return why that is illegal, or an empty string."""
        if self.delayed.release() is not None:
            return ""
        self.pump.skip(self.show)
        why = self.play.undo()
        self.play.queue.rebuild()
        return why

    def _submit(self, action: Action) -> bool:
        """Submit an action or show the reason of its refusal; return whether it was legal."""
        chooser, selection = self._chooser, self.selection
        if self.play.submit(action):
            self._selections[chooser] = self.table.acted(selection)
            self.hud.say("")
            self.pump.banner = ""
            return True
        if self.match.outcome is None:
            self.hud.say(sentence(self.table.refused(self.state, action)), refuses=True)
        return False

    def _follow(self, reaction: Reaction) -> None:
        self._selections[self._chooser] = reaction.selection
        self.hud.say(sentence(reaction.say), refuses=True)
        if reaction.focus is not None:
            self.pointing.point(reaction.focus)
        if reaction.page is not None:
            self.pump.page = partial(reaction.page, self._context, self.play)
        for action in reaction.actions:
            if reaction.held:
                self.delayed.hold(action)
            elif not self._submit(action):
                return

    def pressed(self, command: Command) -> None:
        """Execute the command of one of the game's own buttons."""
        if is_free(self._meaning(command)) or not self.skip():
            self._want(command)

    def key_down(self, command: StrEnum | None, key: int) -> None:  # noqa: ARG002 - the map says it all
        """Execute a key's command in this game; else move the focus or confirm."""
        if command is None:
            return
        self._keep_up()
        node = self.pointed if self.pointer.keys else None
        wanted = self._meaning(self.table.command_for_key(self.state, command, self.pointed))
        if not is_free(wanted) and self.skip():
            return
        if wanted is not None:
            self._want(wanted)
        elif command in STEPS:
            self.pointing.walk(self.nodes, node, KeyCommand(str(command)))
        elif command is KeyCommand.CONFIRM and node is not None:
            self._want(node.action)
            self._keep_up()
            self.pointing.stay(self.nodes, node)

    def cursor(self) -> int:
        """Return the cursor's shape: a hand over nodes that can be clicked or dragged."""
        return self.pointing.cursor(self.nodes) if self.ready else pygame.SYSTEM_CURSOR_ARROW

    def paint(self, canvas: Canvas) -> None:
        """Draw the felt and all nodes that do not fly."""
        dragged = {node.key for node in self.pointing.dragged_nodes(self.nodes)}
        draw_felt(canvas, self.hud.areas, self.table.cloth.felt)
        self.pump.motion.draw(canvas, dragged)

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw flying cards, the banner, and dragged cards."""
        self.pump.motion.draw_flying(canvas)
        if self.pump.banner:
            where = self.table.banner_rect(self.layout, buttons=self.screen.buttons.visible)
            draw_banner(canvas, where, self.pump.banner)
        # Dragged cards lie side by side at the mouse.
        dragged, (x, y) = self.pointing.dragged_nodes(self.nodes), self.pointer.at
        for index, node in enumerate(dragged):
            off = (index - (len(dragged) - 1) / 2) * APART * node.wide * node.place.height
            draw_node(canvas, node, node.place._replace(x=x + off, y=y, angle=0.0))

    @property
    def tip(self) -> Tip | None:
        """The tooltip of the object pointed at, with its position, or None."""
        if not self.ready or self.pointing.dragged is not None:
            return None
        return self.hud.button_tip or node_tip(self._context.viewport, self.pointed)


def prompt(table: CardTable[Any, Any], state: TableState[Any, Any], play: CardPlay[Any]) -> str:
    """Return the line above a table at rest: the winners, or an instruction to the next player."""
    if play.match.outcome is not None:
        return won(play.match.outcome, state.names)
    if play.awaited is not None:
        return _("Now the screen goes to {name}.", name=play.name)
    if not play.is_human_turn:
        return play.thinking
    return _("{name}: {hint}", name=play.name, hint=table.hint(state))


def node_tip(viewport: Viewport, node: Node | None) -> Tip | None:
    """Return a node's tooltip and its position, or None.

    It lies right of the node, or above it in the lower third of the window.
    """
    if node is None or not node.tip:
        return None
    if node.tip_at is not None:
        return node.tip, node.tip_at
    rect = node.rect(node.up)
    if rect.centery > 0.66 * viewport.size[1]:
        return node.tip, (rect.x + viewport.px(12), rect.y - viewport.px(80))
    return node.tip, (rect.right + viewport.px(8), rect.y)


def state_of(table: CardTable[Any, Any], viewport: Viewport, match: Match) -> TableState[Any, Any]:
    """Return the state of a table for a match, without a selection."""
    play: CardPlay[Any] = CardPlay(match, PlayContext(), table)
    queue = play.queue
    knows = not play.hides or play.watcher == play.seat
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
    play: CardPlay[Any] = CardPlay(match, PlayContext(), table)
    state = state_of(table, canvas.viewport, match)
    areas: Areas = state.layout.areas
    _draw_nodes(table, canvas, state)
    draw_log(canvas, areas, Logbook(play).lines())
    draw_hint(canvas, areas, Hint(prompt(table, state, play), play.name))


def draw_recorded(table: CardTable[Any, Any], canvas: Canvas, shown: RecordedPosition) -> Areas:
    """Draw a position of a recorded game over the whole viewport; hint and log stay empty."""
    state: TableState[Any, Any] = TableState(
        viewport=canvas.viewport,
        layout=table.layout(canvas.viewport),
        view=shown.view,
        memory=reduce(table.remember, shown.events, table.blank),
        selection=table.fit(table.start, shown.view),
        seats=shown.seats,
        home=shown.view.viewer or Seat(0),
        watched=True,
    )
    _draw_nodes(table, canvas, state)
    areas: Areas = state.layout.areas
    return areas


def _draw_nodes(table: CardTable[Any, Any], canvas: Canvas, state: TableState[Any, Any]) -> None:
    draw_felt(canvas, state.layout.areas, table.cloth.felt)
    for node in table.nodes(state):
        draw_node(canvas, node)


def card_game_ui(
    table: CardTable[Any, Any], line: str, pictures: Callable[[Any], Sequence[Picture]]
) -> GameUI:
    """Return the `GameUI` of a table's game; see there for the fields."""
    return GameUI(
        line=line,
        screen=screen_of(partial(CardController, table=table)),
        picture=partial(draw_match, table),
        pictures=pictures,
        keys=table.keys,
        mouse=table.gestures,
        recorded=partial(draw_recorded, table),
    )
