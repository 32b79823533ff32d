"""The table of Rummü: a match is played here with mouse or keyboard."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.match import Match
from towersim.rules.base import Event, Outcome
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.log import RoundOver
from towersim.rules.rummu.state import Phase
from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.cards.drag import Clicked, Dropped
from towersim.ui.cards.old_screen import CardScreen
from towersim.ui.cards.places import Spot
from towersim.ui.draw_text import draw_log
from towersim.ui.games.rummu.deeds import Deeds
from towersim.ui.games.rummu.draw_table import draw_over, draw_table
from towersim.ui.games.rummu.ending import ending
from towersim.ui.games.rummu.keys import KEYS, RummuCommand
from towersim.ui.games.rummu.layout import table_layout
from towersim.ui.games.rummu.moves import Moves
from towersim.ui.games.rummu.play import RummuPlay
from towersim.ui.games.rummu.round_page import RoundPage
from towersim.ui.games.rummu.score_page import ScorePage
from towersim.ui.games.rummu.sight import Combo, Deck, Eye, Heap, RummuPointer, Sight, Thing
from towersim.ui.input import Command
from towersim.ui.layout import Areas
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.result import Ending
from towersim.ui.widgets import ButtonId

DEALING: Final = "The cards are dealt …"
LAST_LOOK: Final = 1.0
"""Seconds for which the table is seen after a round, before its result."""


class RummuScreen(CardScreen):
    """One match on the table."""

    keys = KEYS
    play: RummuPlay
    pointer: RummuPointer

    def __init__(self, context: AppContext, match: Match) -> None:
        play = RummuPlay(match, context.clock)
        self.layout = table_layout(context.stage)
        self.eye = Eye(context.stage, self.layout, play)
        self._next: list[Event] = []
        self._looked = 0.0
        self._scores_asked = self._dealing = False
        super().__init__(context, play, RummuPointer())
        view = play.view()
        if view.phase is Phase.DRAWING and match.steps == sum(view.hands) + view.discards:
            self._show_all([match.rules.seen(event, play.watcher) for event in match.events])

    def lay_out(self) -> Areas:
        """Lay everything out for the context's stage; return what all games have."""
        stage = self._context.stage
        self.layout = table_layout(stage)
        self.eye.resize(stage, self.layout)
        self._moves = Moves(self.play, self.eye, self.fly, stage, self.layout)
        self._deeds = Deeds(self.play, self.eye, self._moves, self.say)
        return self.layout.areas

    def result_button(self) -> pygame.Rect:
        """Return where the button lies that shows the result again."""
        return self.layout.sort

    def add_buttons(self) -> None:
        """Make the game's own buttons."""
        layout, form = self.layout, self.form
        self._lay = form.button(layout.lay, "Lay  (C)", RummuCommand.LAY, "strong")
        self._back = form.button(layout.back, "Take back  (N)", Command.REFUSE, "dark")
        self._reading = form.button(layout.reading, "", RummuCommand.JOKER, "dark", chooser=True)
        self._sort = form.button(layout.sort, "", RummuCommand.SORT, "dark")
        self._scores = form.button(layout.scores, "Scores  (R)", RummuCommand.SCORES, "dark")
        self._worded: dict[object, str] = {}
        self._refresh()

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event; the scores are a page of their own."""
        change = super().handle(event)
        asked, self._scores_asked = self._scores_asked, False
        return (
            OpenScreen(ScorePage(self._context, self.play)) if asked and change is None else change
        )

    def pressed(self, command: ButtonId) -> None:
        """Answer a button of the game's own."""
        self._do(command)

    def _do(self, command: ButtonId) -> None:
        """Answer a key or a button, whatever is pointed at."""
        match command:
            case RummuCommand.LAY:
                self._deeds.lay()
            case RummuCommand.JOKER:
                self._deeds.next_reading()
            case RummuCommand.SORT:
                self._deeds.sort()
            case RummuCommand.SCORES:
                self._scores_asked = True
            case RummuCommand.DRAW:
                self._deeds.draw()
            case RummuCommand.TAKE:
                self._deeds.take(1)
            case Command.REFUSE:
                self._deeds.take_back()

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.pointer.marked = None
        if self.play.between:
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            thing = self.eye.at(event.pos, self.pointer.thing)
            if isinstance(thing, Card):
                self.drag.press(thing, event.pos)
            elif thing is not None:
                self._use(thing)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._deeds.take_back()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            match self.drag.release(event.pos):
                case Clicked(card):
                    self._deeds.toggle(card)
                case Dropped(card, at):
                    self._drop(card, at)

    def _use(self, thing: Thing) -> None:
        """Do what is most likely meant by a click on something."""
        match thing:
            case Deck():
                self._deeds.draw()
            case Heap(cards):
                self._deeds.use_discards(cards)
            case Combo(number):
                self._deeds.use_combination(number)
            case card:
                self._deeds.toggle(card)

    def _drop(self, card: Card, at: tuple[int, int]) -> None:
        """Do what is meant by a card that was pulled somewhere."""
        layout, shelf = self.layout, self.eye.shelf
        self.eye.places[card] = Spot(*at, layout.deck.height)
        group = next((g for g in self.eye.groups() if g.rect.collidepoint(at)), None)
        if layout.bench.collidepoint(at):
            if card not in shelf.bench:
                self._deeds.drop_on_bench(card, at)
        elif layout.discards.inflate(layout.deck.height / 5, 0).collidepoint(at):
            self._deeds.discard(card)
        elif group is not None:
            self._deeds.put((card,), group.number)
        elif at[1] > layout.hand.y:
            self._deeds.move(card, self.eye.insertion(at[0], card), at)
        else:
            self._deeds.fall_back(card, at)

    # --- keys -----------------------------------------------------------------------------------

    def key_down(self, command: StrEnum | None, key: int) -> None:  # noqa: ARG002 - no digits here
        """Answer a key, by what it means in this game."""
        if self.play.between:
            return
        if command is not RummuCommand.DISCARD:
            self.pointer.marked = None
        thing = self.eye.pointed(self.pointer)
        if (
            command in (Command.LEFT, Command.RIGHT)
            and self.pointer.fine
            and isinstance(thing, Card)
        ):
            self._deeds.nudge(thing, -1 if command is Command.LEFT else 1)
        elif command in (Command.LEFT, Command.RIGHT, Command.UP, Command.DOWN, Command.NEXT):
            self._walk(thing, command)
        elif command is Command.CONFIRM and thing is not None and self.pointer.keys:
            self._use(thing)
            self._stay(thing)
        elif command is RummuCommand.DISCARD:
            self._deeds.discard_chosen(self.pointer)
        else:
            self._do(command)

    def _walk(self, thing: Thing | None, command: StrEnum | None) -> None:
        """Let the keyboard point at the next thing in a row, or at the next row."""
        rows = self.eye.rows()
        if not rows:
            return
        self.pointer.keys = True
        at = next((i for i, row in enumerate(rows) if thing in row), None)
        if at is None or thing is None:
            self.pointer.thing = rows[0][len(rows[0]) // 2]
        elif command in (Command.LEFT, Command.RIGHT):
            row = rows[at]
            self.pointer.thing = row[
                (row.index(thing) + (-1 if command is Command.LEFT else 1)) % len(row)
            ]
        else:
            row = rows[(at + (-1 if command is Command.DOWN else 1)) % len(rows)]
            share = rows[at].index(thing) / len(rows[at])
            self.pointer.thing = row[int(share * len(row))]

    def _stay(self, thing: Thing) -> None:
        """Let the keyboard point at the neighbour of a card that went from the hand."""
        hand = self.eye.shelf.hand
        if isinstance(thing, Card) and thing not in hand and hand:
            self.pointer.thing = min(hand, key=lambda c: abs(self._x(c) - self._x(thing)))

    def _x(self, card: Card) -> float:
        spot = self.eye.places.get(card)
        return spot.x if spot else 0.0

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass; after a round its result comes before anything else."""
        before = self.play.between
        change = GameScreen.update(self, seconds) if before else super().update(seconds)
        if not self.play.between:
            return change
        if not before:
            self._looked = 0.0
        if self.flights.is_busy or self._looked < LAST_LOOK:
            self._looked += seconds * self._context.settings.pace
            return None
        return OpenScreen(RoundPage(self._context, self.play, self._go_on))

    def _go_on(self) -> None:
        """Deal the next round, after the last one was looked at."""
        self.play.go_on()
        self.eye.begin()
        fresh, self._next = self._next, []
        self._show_all(fresh)

    def _show_all(self, events: list[Event]) -> None:
        self._dealing = True
        self._moves.begin()
        for event in events:
            self._moves.show(event)

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        super().step(seconds)
        self._hold_hand()
        self._refresh()

    def _hold_hand(self) -> None:
        """Close gaps in the hand only when the mouse is elsewhere: no card slides under it."""
        if not self.pointer.keys and self.layout.hand.collidepoint(self.pointer.at):
            self.eye.hold()
        elif self.eye.slots != self.eye.shelf.hand:
            before = self.eye.goals()
            self.eye.let_go()
            self._moves.shift(before)

    def _refresh(self) -> None:
        """Show the buttons that are of use now, with the words that are true now."""
        verdict = self.eye.verdict()
        for button in (self._lay, self._back):
            self.show(button, on=verdict is not None)
        ready = verdict is not None and bool(verdict.actions)
        if ready != self._lay.is_enabled:
            self.form.allow(self._lay, on=ready)
        self._word(self._lay, "Add  (C)" if self.eye.shelf.onto is not None else "Lay  (C)")
        choice = verdict.readings if verdict else ()
        self.show(self._reading, on=len(choice) > 1)
        if choice:
            self._word(self._reading, f"‹  {choice[0]}  ›")
        self._word(self._sort, f"Sorted by {self.eye.shelf.sort}  (S)")
        self.show(self._sort, on=self.match.outcome is None)

    def _word(self, button: object, words: str) -> None:
        if self._worded.get(button) != words:
            self._worded[button] = words
            button.set_text(words)  # type: ignore[attr-defined]  # pygame_gui's

    def happened(self, number: int, event: Event) -> None:  # noqa: ARG002 - as it is called
        """Show an event that happened just now; those of the next round wait for it."""
        if self._next or isinstance(event, RoundOver):
            self._next.append(event)
            return
        if not self.flights.is_busy:
            self._moves.begin()
        self._moves.show(event)

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return super().is_moving or self.play.between

    def is_holding_match(self) -> bool:
        """Whether something has to be seen to its end before the match goes on."""
        return super().is_holding_match() or self.play.between

    def opened(self) -> None:
        """Answer that somebody else looks at the screen now."""
        self.pointer.thing = self.pointer.marked = None

    def over_something(self, at: tuple[int, int]) -> bool:
        """Return whether there is something to take or press at a point."""
        return not self.play.between and self.eye.at(at, self.pointer.thing) is not None

    # --- picture --------------------------------------------------------------------------------

    def ending(self, outcome: Outcome) -> Ending:
        """Return how the game ended, for the result's page."""
        return ending(self.play, outcome)

    def sight(self) -> Sight:
        """Return what the present frame shows."""
        self._dealing = self._dealing and self.flights.is_busy
        said = self.said or (DEALING if self._dealing else "")
        return self.eye.sight(self.pointer, said, self.flights.away, self.drag.card)

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything but the buttons."""
        self._seen = self.sight()
        draw_table(target, self._context.stage, self.layout, self._seen)

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame: what flies and what hangs at the mouse is above the buttons."""
        super().draw(target)
        self.flights.draw(target)
        if self.pointer.whole_log:
            draw_log(target, self._context.stage, self.layout.areas, self._seen.log, whole=True)
        draw_over(target, self._context.stage, self.layout, self._seen)
