"""The table of Push: a match is played here with mouse or keyboard."""

from enum import StrEnum

import pygame

from towersim.match import Match
from towersim.rules.base import Action, Event, Outcome
from towersim.rules.push_cards import COLOURS, Card, Mark
from towersim.rules.push_state import Bank, Flip, Put, Stop, Take
from towersim.ui.cards.drag import Clicked, Drag, Dropped
from towersim.ui.cards.places import Spot
from towersim.ui.cards.screen import CardScreen
from towersim.ui.desk import Desk
from towersim.ui.games.push.draw_die import Tumble
from towersim.ui.games.push.draw_table import draw_table, draw_words
from towersim.ui.games.push.ending import ending
from towersim.ui.games.push.flying import flights
from towersim.ui.games.push.keys import KEYS, STACK_KEYS, Deed
from towersim.ui.games.push.layout import stack_fan, table_layout
from towersim.ui.games.push.play import PushPlay, by_colour
from towersim.ui.games.push.reel import Reel
from towersim.ui.games.push.shown import Shown, Thrown
from towersim.ui.games.push.sight import Eye, PushPointer, Sight
from towersim.ui.games.push.words import points, sentence, told_large
from towersim.ui.input import Do
from towersim.ui.layout import Areas
from towersim.ui.screens.result import Ending
from towersim.ui.widgets import Command

BANNER = 2.2
"""How long what happened stays written large, in seconds."""
WAYS = {Do.LEFT: -1, Do.UP: -1, Do.RIGHT: 1, Do.DOWN: 1, Do.NEXT: 1}


class PushScreen(CardScreen):
    """One match on the table."""

    keys = KEYS
    play: PushPlay
    pointer: PushPointer
    drag: Drag[Card]

    def __init__(self, desk: Desk, match: Match) -> None:
        play = PushPlay(match, desk.clock)
        self.reel = Reel(len(match.seats), match.events)
        self.tumble = Tumble()
        self.layout = table_layout(desk.stage)
        self.eye = Eye(desk.stage, self.layout, play, self.reel)
        self._banner, self._banner_for = "", 0.0
        super().__init__(desk, play, PushPointer())

    def lay_out(self) -> Areas:
        """Lay everything out for the desk's stage; return what all games have."""
        stage = self._desk.stage
        self.layout = table_layout(stage)
        self.eye.resize(stage, self.layout)
        return self.layout.areas

    def result_button(self) -> pygame.Rect:
        """Return where the button lies that shows the result again."""
        return self.layout.buttons[1]

    def add_buttons(self) -> None:
        """Make the buttons below the stacks."""
        flip, stop, bank = self.layout.buttons
        self._flip = self.form.button(flip, "Flip a card  (Space)", "flip", "strong")
        self._stop = self.form.button(stop, "Stop, take a stack  (S)", "stop")
        self._bank = self.form.button(bank, "Bank a colour  (B)", "bank")
        for button in (self._flip, self._stop, self._bank):
            self.form.show(button, on=False)

    # --- what has happened, and what of it was seen ---------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether everything that happened has been seen."""
        moving = self.reel.busy or self.flights.busy or self.tumble.busy
        return not moving and self.reel.told == len(self.match.events)

    @property
    def moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return not self.ready or self._banner_for > 0

    def moving_on(self) -> bool:
        """Whether something has to be seen to its end before the match goes on."""
        return not self.ready

    def happened(self, number: int, event: Event) -> None:
        """Take note of an event: it is seen when its turn comes."""
        self.reel.add(number, event)

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        super().step(seconds)
        quick = seconds * self._desk.settings.pace
        self.tumble.step(quick)
        self._banner_for -= seconds
        if not (self.flights.busy or self.tumble.busy):
            self.reel.step(quick)
        while not (self.flights.busy or self.tumble.busy) and (seen := self.reel.next()):
            self._show(*seen)
        self._show_buttons()

    def _show(self, before: Shown, part: Event) -> None:
        """Let one part of an event be seen."""
        stage, animated = self._desk.stage, self._desk.settings.animations
        if isinstance(part, Thrown) and animated:
            self.tumble.throw(part.face)
        self.fly(*flights(stage, self.eye, before, part, self.reel.shown))
        self.eye.flipped_from = self.layout.flipped
        self.reel.stay(part)
        words = told_large(part, [seat.name for seat in self.match.seats])
        if words:
            self._banner, self._banner_for = words, BANNER

    def _hurry(self) -> None:
        """Let what is on its way be there at once: somebody clicked it on."""
        self.flights.forget()
        self.tumble.stop()
        self.reel.hurry()

    def _show_buttons(self) -> None:
        play, ready = self.play, self.ready
        self.show(self._flip, on=ready and play.may(Flip))
        self.show(self._stop, on=ready and play.may(Stop))
        self.show(self._bank, on=ready and play.may(Bank))
        if ready and play.may(Bank):
            words = self._bank_words()
            if words != self._bank.text:
                self._bank.set_text(words)

    def _bank_words(self) -> str:
        colour = self.pointer.colour
        if colour is None:
            return "Bank a colour  (B)"
        worth = by_colour(self.play.view().benches[self.play.seat])[COLOURS.index(colour)]
        return f"Bank {points(worth)}  (Enter)"

    # --- mouse ----------------------------------------------------------------------------------

    def pressed(self, command: Command) -> None:
        """Answer a button of the game's own."""
        if not self.ready:
            return
        match command:
            case "flip":
                self._do(Flip())
            case "stop":
                self._do(Stop())
            case "bank" if self.pointer.colour:
                self._do(Bank(self.pointer.colour))
            case "bank":
                self._next_colour(1)

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)

    def _press(self, at: tuple[int, int]) -> None:
        if not self.ready:
            self._hurry()
        elif not self.play.human:
            return
        elif self.play.may(Put) and self.eye.on_flipped(at):
            card = self.reel.shown.flipped
            if card is not None:
                self.drag.press(card, at)
        elif (place := self.eye.stack_at(at)) is not None:
            self._choose(place)
        elif self.eye.on_deck(at):
            self._do(Flip())
        elif (found := self.eye.colour_at(at)) is not None and found[0] == self.play.seat:
            self._choose_colour(found[1])

    def _release(self, at: tuple[int, int]) -> None:
        """Put the flipped card where it was dropped; a click suffices if there is one place."""
        match self.drag.release(at):
            case Clicked():
                self._click_on()
            case Dropped(_, at):
                place = self.eye.stack_at(at)
                if place is not None:
                    high = stack_fan(self._desk.stage, self.layout.mats[0], 1).size[1]
                    self.eye.flipped_from = Spot(*at, high)
                    self._choose(place)
                elif not self.eye.on_flipped(at):
                    self.say("Let the card go over one of the stacks.")

    def _click_on(self) -> None:
        places = self.play.places()
        if len(places) == 1:
            self._choose(places[0])
        else:
            self.say("There is more than one place for it: click on the one you want.")

    # --- what a player does ---------------------------------------------------------------------

    def _do(self, action: Action) -> bool:
        """Act, or say why that does not go; return whether it did."""
        if self.play.submit(action):
            self.pointer.place = self.pointer.colour = None
            self.say("")
            self._banner_for = 0.0
            return True
        if self.play.waits and self.match.outcome is None:
            self.say(sentence(self.play.why_not(action)))
        return False

    def _choose(self, place: int) -> None:
        """Put the flipped card on this stack, or take it."""
        if not self._do(self.play.meant(place)):
            self.eye.flipped_from = self.layout.flipped

    def _choose_colour(self, colour: Mark) -> None:
        """Choose a colour to bank; bank it if it was chosen already."""
        if colour not in self.play.colours() or self.pointer.colour is colour:
            self._do(Bank(colour))
        else:
            self.pointer.colour = colour

    def _next_colour(self, way: int) -> None:
        """Go on to another colour that can be banked."""
        colours, now = self.play.colours(), self.pointer.colour
        if colours:
            at = colours.index(now) + way if now in colours else 0
            self.pointer.colour = colours[at % len(colours)]
        else:
            self._do(Bank(COLOURS[0]))

    # --- keys -----------------------------------------------------------------------------------

    def key_down(self, does: StrEnum | None, key: int) -> None:  # noqa: ARG002 - what keys mean suffices
        """Answer a key, by what it means in this game."""
        if not self.ready:
            if does in (Deed.FLIP, Do.CONFIRM):
                self._hurry()
        elif self.play.waits and self.match.outcome is None:
            self._answer(does)

    def _answer(self, does: StrEnum | None) -> None:
        match does:
            case Deed.FLIP if self.play.may(Flip):
                self._do(Flip())
            case Deed.FLIP | Do.CONFIRM:
                self._confirm()
            case Deed.STOP:
                self._do(Stop())
            case Deed.BANK:
                self._next_colour(1)
            case Do.REFUSE:
                self.pointer.colour = None
            case _ if does in STACK_KEYS:
                self._choose(STACK_KEYS.index(Deed(str(does))))
            case _ if does in WAYS:
                self._walk(WAYS[Do(str(does))])

    def _walk(self, way: int) -> None:
        """Go on to the next stack or colour that can be chosen."""
        places, now = self.play.places(), self.pointer.place
        self.pointer.keys = True
        if places:
            at = places.index(now) + way if now in places else 0
            self.pointer.place = places[at % len(places)]
        elif self.play.may(Bank):
            self._next_colour(way)

    def _confirm(self) -> None:
        """Do what is chosen; if nothing is but something has to be, point at something."""
        places, pointer = self.play.places(), self.pointer
        if pointer.colour is not None:
            self._do(Bank(pointer.colour))
        elif pointer.place is not None:
            self._choose(pointer.place)
        elif len(places) == 1:
            self._choose(places[0])
        elif places:
            best = [place for place in self.play.view().highest if place in places]
            pointer.place, pointer.keys = (best or list(places))[0], True
        else:
            self._do(Flip())

    # --- picture --------------------------------------------------------------------------------

    def over_something(self, at: tuple[int, int]) -> bool:
        """Return whether there is something to take or press at a point."""
        play, eye = self.play, self.eye
        if not (self.ready and play.waits):
            return False
        if play.may(Put, Take):
            return eye.stack_at(at) in play.places() or (play.may(Put) and eye.on_flipped(at))
        found = eye.colour_at(at)
        bankable = found is not None and found[0] == play.seat and found[1] in play.colours()
        return bankable or (play.may(Flip) and eye.on_deck(at))

    def ending(self, outcome: Outcome) -> Ending:
        """Return how the game ended, for the result's page."""
        return ending(self.match, outcome)

    def sight(self) -> Sight:
        """Return what the present frame shows."""
        seen = self.eye.sight(self.pointer, ready=self.ready, said=self.said)
        lying = seen.pose._replace(side=self.reel.shown.die)
        return seen._replace(
            pose=self.tumble.now() if self.tumble.busy else lying,
            away=self.flights.away,
            dragged=self.drag.card,
            banner=self._banner if self._banner_for > 0 else "",
        )

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything but the buttons."""
        stage, sight = self._desk.stage, self.sight()
        draw_table(target, stage, self.layout, sight)
        self.flights.draw(target)
        draw_words(target, stage, self.layout, sight)
