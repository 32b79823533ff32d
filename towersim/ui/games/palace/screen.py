"""The table of Palace: a match is played here with mouse or keyboard."""

from enum import StrEnum
from typing import Final

import pygame
from msgspec.structs import replace

from towersim.match import Match
from towersim.rules.base import Event, Outcome, TurnStarted
from towersim.rules.palace_cards import Card
from towersim.rules.palace_legal import ROW
from towersim.rules.palace_log import Dealt, LaidUp, LeadsAgain, Played
from towersim.rules.palace_state import Source, TakePile, TurnOver
from towersim.ui.cards.drag import Clicked, Dropped
from towersim.ui.cards.places import Spot
from towersim.ui.cards.screen import CardScreen
from towersim.ui.desk import Desk
from towersim.ui.games.palace.draw_table import draw_table
from towersim.ui.games.palace.ending import ending
from towersim.ui.games.palace.keys import KEYS, Deed
from towersim.ui.games.palace.layout import table_layout
from towersim.ui.games.palace.moves import Moves
from towersim.ui.games.palace.play import PalacePlay
from towersim.ui.games.palace.sight import Eye, PalacePointer, Sight
from towersim.ui.games.palace.words import THREE
from towersim.ui.input import Do
from towersim.ui.layout import Areas
from towersim.ui.screens.result import Ending
from towersim.ui.widgets import Command

TWICE: Final = 0.4
"""Two clicks on a card within so many seconds play it."""

Taken = Card | int
"""What the mouse can take: a card, or a blind one, counted from the left."""


class PalaceScreen(CardScreen):
    """One match on the table."""

    keys = KEYS
    quiet = (Dealt, TurnStarted, LeadsAgain)
    play: PalacePlay
    pointer: PalacePointer

    def __init__(self, desk: Desk, match: Match) -> None:
        play = PalacePlay(match, desk.clock)
        self.layout = table_layout(desk.stage)
        self.eye = Eye(desk.stage, self.layout, play)
        self._moves = Moves(play, self.eye, self.fly, desk.stage, self.layout)
        self.chosen: frozenset[Card] = frozenset()
        self._clicked: tuple[Card, float] | None = None
        self._time = 0.0
        super().__init__(desk, play, PalacePointer())
        if not any(self.shown.rows):
            self._deal()

    def _deal(self) -> None:
        """Let the first cards be dealt before the eyes of the players."""
        self._moves.begin()
        seen = self.play.match.rules.seen
        self._moves.deal_all([seen(event, self.play.watcher) for event in self.match.events])
        if self.flights.busy:
            none = (0,) * len(self.match.seats)
            self.shown = replace(self.shown, hand=(), hands=none)

    def lay_out(self) -> Areas:
        """Lay everything out for the desk's stage; return what all games have."""
        stage = self._desk.stage
        self.layout = table_layout(stage)
        self.eye.resize(stage, self.layout)
        self._moves = Moves(self.play, self.eye, self.fly, stage, self.layout)
        return self.layout.areas

    def result_button(self) -> pygame.Rect:
        """Return where the button lies that shows the result again."""
        return self.layout.go

    def add_buttons(self) -> None:
        """Make the buttons to play and to take the pile."""
        self._go = self.form.button(self.layout.go, "Play", "go", "strong")
        words = "Take the pile  (T)"
        self._may_take = self.form.button(self.layout.take, words, "take", "dark")
        self._must_take = self.form.button(self.layout.go, words, "take", "strong")
        for button in (self._go, self._may_take, self._must_take):
            self.form.show(button, on=False)

    # --- events ---------------------------------------------------------------------------------

    def pressed(self, command: Command) -> None:
        """Answer a button of the game's own."""
        if command == "go":
            self._confirm()
        elif command == "take":
            self._take_pile()

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            if not self.busy():
                self._press(event.pos, alike=event.button == 3)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)

    def _press(self, at: tuple[int, int], *, alike: bool) -> None:
        card, blind = self._card(at), self.eye.blind_at(self.shown, at)
        if card in self.play.offered():
            if alike:
                self._choose_alike(card)
            else:
                self.drag.press(card, at)
        elif self.play.turning and blind is not None:
            self.drag.press(blind, at)
        elif self.eye.on_pile(at):
            self._press_pile()

    def _press_pile(self) -> None:
        if self.chosen:
            self._go_on(self.chosen)
        elif self.play.taking and not (self.play.playing or self.play.turning):
            self._take_pile()

    def _release(self, at: tuple[int, int]) -> None:
        match self.drag.release(at):
            case Clicked(int() as place):
                self._turn_over(place)
            case Dropped(int() as place) if self.eye.on_table(at):
                self._turn_over(place)
            case Clicked(Card() as card):
                self._click(card)
            case Dropped(Card() as card):
                self._drop(card, at)

    def _click(self, card: Card) -> None:
        """Choose a card, or put it back; a second click at once plays it."""
        before, self._clicked = self._clicked, (card, self._time)
        if before and before[0] == card and self._time - before[1] < TWICE:
            self._clicked = None
            if not self.play.laying:
                self._go_on(self._with(card))
                return
        self._toggle(card)

    def _drop(self, card: Card, at: tuple[int, int]) -> None:
        if self.play.laying:
            over = any(spot.has(at, 1.0) for spot in self.eye.places)
            if over and card not in self.chosen:
                self._toggle(card)
        elif self.eye.on_table(at):
            cards = self._with(card)
            high = self.eye.fan(1).size[1]
            self._moves.let_go = {one: Spot(*at, high) for one in cards}
            self._go_on(cards)

    def _card(self, at: tuple[int, int]) -> Card | None:
        return self.eye.card_at(self.shown, self.chosen, at)

    # --- what a player does ---------------------------------------------------------------------

    def _with(self, card: Card) -> frozenset[Card]:
        """Return a card and the chosen ones that go with it."""
        return self.chosen if card in self.chosen else self.play.chosen_with(self.chosen, card)

    def _toggle(self, card: Card) -> None:
        """Choose a card, or put it back; say why if it does not go."""
        if card not in self.play.fitting():
            self._say_why(frozenset({card}))
            return
        before = self.chosen
        self.chosen = self.play.chosen_with(before, card)
        full = self.chosen == before
        self.say("Three are chosen: put one back to choose another." if full else "")

    def _choose_alike(self, card: Card) -> None:
        if card not in self.play.fitting():
            self._say_why(frozenset({card}))
        else:
            alike = self.play.alike(card)
            self.chosen = frozenset() if self.chosen == alike else alike

    def _go_on(self, cards: frozenset[Card]) -> None:
        """Let cards go, or say why they do not."""
        if not self.play.submit(self.play.meant(cards)):
            self._say_why(cards)
            return
        self.chosen = frozenset()
        self.say("")

    def _say_why(self, cards: frozenset[Card]) -> None:
        if self.play.laying and len(cards) != ROW:
            self.say(THREE)
            return
        why = self.play.why_not(cards)
        self.say(f"{self._names(cards)}: {why}." if why else "")

    def _names(self, cards: frozenset[Card]) -> str:
        return f"The {min(cards)}" if len(cards) == 1 else f"{len(cards)} cards"

    def _take_pile(self) -> None:
        if self.play.submit(TakePile()):
            self.chosen = frozenset()
        elif self.play.offered() or self.play.turning:
            self.say(f"Not now: {self.play.why_not_taken()}.")

    def _turn_over(self, place: int | None) -> None:
        self.eye.wanted = place
        self.play.submit(TurnOver())

    def _confirm(self) -> None:
        """Do what Enter means now."""
        pointed = self.pointer.card if self.pointer.keys else None
        if self.play.turning:
            self._turn_over(self.pointer.blind if self.pointer.keys else None)
        elif self.chosen:
            self._go_on(self.chosen)
        elif pointed is not None and pointed in self.play.offered():
            if self.play.laying:
                self._toggle(pointed)
            else:
                self._go_on(frozenset({pointed}))
        elif self.play.taking and not self.play.playing:
            self._take_pile()

    # --- keys -----------------------------------------------------------------------------------

    def key_down(self, does: StrEnum | None, key: int) -> None:  # noqa: ARG002 - the map says it all
        """Answer a key, by what it means in this game."""
        if does is None or self.busy():
            return
        pointed = self.pointer.card if self.pointer.keys else None
        match does:
            case Do.LEFT | Do.RIGHT:
                self._walk(-1 if does is Do.LEFT else 1)
            case Do.NEXT:
                self._next_fitting()
            case Do.CONFIRM:
                self._confirm()
            case Deed.TAKE:
                self._take_pile()
            case Deed.CHOOSE | Do.UP | Do.DOWN if pointed in self.play.offered():
                if does is Deed.CHOOSE or (does is Do.UP) != (pointed in self.chosen):
                    self._toggle(pointed)
            case Deed.ALIKE if pointed in self.play.offered():
                self._choose_alike(pointed)

    def _walk(self, way: int) -> None:
        """Point at the next card, or the one before."""
        cards, pointer = self.play.offered(), self.pointer
        if self.play.turning:
            places = self.eye.blind_places(self.play.home, self.shown)
            here = places.index(pointer.blind) + way if pointer.blind in places else 0
            pointer.blind = places[here % len(places)]
        elif cards:
            at = cards.index(pointer.card) + way if pointer.card in cards else min(way, 0)
            if not pointer.keys:
                at = 0 if way > 0 else -1
            pointer.card = cards[at % len(cards)]
        pointer.keys = True

    def _next_fitting(self) -> None:
        cards, fitting, pointer = self.play.offered(), self.play.fitting(), self.pointer
        start = cards.index(pointer.card) + 1 if pointer.card in cards and pointer.keys else 0
        order = (*cards[start:], *cards[:start])
        pointer.card = next((card for card in order if card in fitting), None)
        pointer.keys = True

    # --- time -----------------------------------------------------------------------------------

    def happened(self, number: int, event: Event) -> None:  # noqa: ARG002 - told in order
        """Show an event that happened just now."""
        if not self.flights.busy:
            self._moves.begin()
        self._moves.show(event, self.shown)
        match event:
            case LaidUp(seat, cards) | Played(seat, cards, Source.HAND):
                if self.flights.busy and seat != self.play.home:
                    hands = list(self.shown.hands)
                    hands[seat] -= len(cards)
                    self.shown = replace(self.shown, hands=tuple(hands))

    def landed(self) -> None:
        """Answer that the table is shown as it is by now."""
        self.eye.settle()

    def opened(self) -> None:
        """Answer that somebody else looks at the screen now."""
        self.chosen, self.pointer.card, self.pointer.blind = frozenset(), None, None

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        super().step(seconds)
        self._time += seconds
        play, busy = self.play, self.flights.busy
        self.chosen &= frozenset(play.offered())
        pointed = None if busy else self.eye.pointed(self.pointer, self.shown, self.chosen)
        raised = self.chosen | ({pointed} if pointed else frozenset())
        self.eye.step(self.shown, raised, seconds if self._desk.settings.animations else 1.0)
        go = not busy and (bool(self.chosen) or play.turning)
        self.show(self._go, on=go)
        choice = play.playing or play.turning
        self.show(self._may_take, on=not busy and play.taking and choice)
        self.show(self._must_take, on=not busy and play.taking and not choice)
        words = self._go_words()
        if go and self._go.text != words:
            self._go.set_text(words)
        ready = not play.laying or len(self.chosen) == ROW
        if ready != self._go.is_enabled:
            self.form.allow(self._go, on=ready)

    def _go_words(self) -> str:
        if self.play.turning:
            return "Turn over  (Enter)"
        if self.play.laying:
            return "Lay up  (Enter)" if len(self.chosen) == ROW else f"{len(self.chosen)} of 3"
        many = "" if len(self.chosen) == 1 else f" {len(self.chosen)} cards"
        return f"Play{many}  (Enter)"

    @property
    def moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return super().moving or not self.eye.at_rest

    def over_something(self, at: tuple[int, int]) -> bool:
        """Return whether there is something to take or press at a point."""
        if self.flights.busy:
            return False
        blind = self.play.turning and self.eye.blind_at(self.shown, at) is not None
        pile = bool(self.chosen) and self.eye.on_pile(at)
        return self._card(at) in self.play.offered() or blind or pile

    # --- picture --------------------------------------------------------------------------------

    def ending(self, outcome: Outcome) -> Ending:
        """Return how the game ended, for the result's page."""
        return ending(self.match, outcome)

    def sight(self) -> Sight:
        """Return what the present frame shows."""
        sight = self.eye.sight(
            self.pointer, self.shown, self.chosen, busy=self.moving_on(), said=self.said
        )
        card = self.drag.card
        dragged = tuple(sorted(self._with(card))) if isinstance(card, Card) else ()
        return sight._replace(
            away=self.flights.away,
            dragged=dragged,
            at=self.drag.at,
            lit=sight.lit or (bool(dragged) and not self.play.laying),
            log=tuple(self.log),
        )

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything but the buttons."""
        draw_table(target, self._desk.stage, self.layout, self.sight())
        self.flights.draw(target)
