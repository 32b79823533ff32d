"""Who plays, with which hands, and with what options."""

from typing import Final

import pygame
from msgspec.structs import replace
from pygame_gui.elements import UITextEntryLine

from towersim.bots.table import HUMAN, bots_of
from towersim.dice import fresh_seed
from towersim.errors import TowersimError
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.fawlty_towers import FawltyTowers, Options
from towersim.ui.desk import Back, Change, Desk, Only
from towersim.ui.draw_scene import still_life
from towersim.ui.screens.table import TableScreen
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, Pressed, draw_sheet

PLAYERS: Final = {HUMAN: "Person", "careful": "Careful bot", "uniform": "Random bot"}
"""How the kinds of player are called; others go by their own name."""
HANDS: Final = {
    "none": "No tremor",
    "steady": "Steady hand",
    "normal": "Light tremor",
    "shaky": "Strong tremor",
}
NAMES: Final = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo")
"""Names to begin with."""
WIDTH: Final = 860
REST: Final = 272
"""Height of the sheet without the rows of the seats, in units."""
ROW: Final = 46
MOST_SEED: Final = 2**63 - 1


class NewGame:
    """The seats and options of a new game."""

    overlay = False
    lively = False

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.seats = list(desk.settings.seats)[: FawltyTowers.seats[-1]]
        while len(self.seats) < FawltyTowers.seats[0]:
            self.seats.append(SeatSpec(self._free_name(), "careful", "normal"))
        self._black = desk.settings.black_cards
        self._seed, self._fault = "", ""
        self._lay_out()

    def _free_name(self) -> str:
        taken = {seat.name for seat in self.seats}
        return next(name for name in NAMES if name not in taken)

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""
        self._keep_texts()
        self._lay_out()

    def _lay_out(self) -> None:
        stage = self._desk.stage
        px = stage.px
        most = FawltyTowers.seats[-1]
        # The sheet grows downwards only: what was pressed stays below the pointer.
        self._sheet = pygame.Rect(0, 0, px(WIDTH), px(REST + ROW * len(self.seats)))
        self._sheet.centerx = stage.rect.centerx
        self._sheet.y = (stage.size[1] - px(REST + ROW * most)) // 2
        self.form = Form(stage)
        x, top = self._sheet.x + px(36), self._sheet.y + px(112)
        self.names = [self._seat_row(index, x, top) for index in range(len(self.seats))]
        rect = pygame.Rect(
            self._sheet.right - px(36 + 180), self._sheet.y + px(28), px(180), px(40)
        )
        add = self.form.button(rect, "+ Add a player", "add")
        self.form.allow(add, on=len(self.seats) < most)
        self._option_row(x, self._sheet.bottom - px(126))
        y = self._sheet.bottom - px(68)
        self.form.button(pygame.Rect(x, y, px(140), px(46)), "Back", "back")
        rect = pygame.Rect(self._sheet.right - px(36 + 220), y, px(220), px(46))
        self.form.button(rect, "Start the game", "start", "strong")

    def _seat_row(self, index: int, x: int, top: int) -> UITextEntryLine:
        px, seat = self._desk.stage.px, self.seats[index]
        y, high = top + index * px(ROW), px(36)
        name = self.form.entry(pygame.Rect(x + px(34), y, px(230), high), seat.name)
        player = PLAYERS.get(seat.player, seat.player)
        self.form.button(
            pygame.Rect(x + px(276), y, px(196), high),
            f"‹  {player}  ›",
            ("player", index),
            chooser=True,
        )
        self.form.button(
            pygame.Rect(x + px(484), y, px(196), high),
            f"‹  {HANDS.get(seat.skill, seat.skill)}  ›",
            ("skill", index),
            chooser=True,
        )
        if len(self.seats) > FawltyTowers.seats[0]:
            self.form.button(pygame.Rect(x + px(692), y, px(96), high), "Remove", ("remove", index))
        return name

    def _option_row(self, x: int, y: int) -> None:
        px = self._desk.stage.px
        black = "with black cards" if self._black else "no black cards"
        rect = pygame.Rect(x + px(70), y, px(224), px(36))
        self.form.button(rect, f"‹  {black}  ›", "black", chooser=True)
        self.seed = self.form.entry(pygame.Rect(x + px(392), y, px(150), px(36)), self._seed, 19)
        self._options_y = y + px(18)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return Back()
        pressed = self.form.handle(event)
        if pressed is None:
            return None
        self._keep_texts()
        self._fault = ""
        match pressed.command:
            case "back":
                return Back()
            case "start":
                return self._start()
            case _:
                self._alter(pressed)
                focus = self.form.focus
                self._lay_out()
                self.form.set_focus(focus)
                return None

    def _keep_texts(self) -> None:
        for index, entry in enumerate(self.names):
            self.seats[index] = replace(self.seats[index], name=entry.get_text().strip())
        self._seed = self.seed.get_text().strip()

    def _alter(self, pressed: Pressed) -> None:
        match pressed.command:
            case "add":
                self.seats.append(SeatSpec(self._free_name(), "careful", "normal"))
            case "black":
                self._black = not self._black
            case ("remove", int(index)):
                del self.seats[index]
            case ("player", int(index)):
                kind = _next(
                    (HUMAN, *bots_of("fawlty-towers")), self.seats[index].player, pressed.way
                )
                skill = "none" if kind == HUMAN else "normal"
                self.seats[index] = replace(self.seats[index], player=kind, skill=skill)
            case ("skill", int(index)):
                skill = _next(tuple(HANDS), self.seats[index].skill, pressed.way)
                self.seats[index] = replace(self.seats[index], skill=skill)

    def _start(self) -> Change | None:
        desk = self._desk
        if not self._seats_fit():
            return None
        seed = int(self._seed) if self._seed else fresh_seed()
        seats, options = tuple(self.seats), Options(black_cards=self._black)
        try:
            match = Match.new(
                FawltyTowers.name,
                seats,
                options=options,
                seed=seed,
                record=desk.new_record(FawltyTowers.name),
            )
        except TowersimError as fault:
            self._fault = str(fault)
            return None
        desk.change(replace(desk.settings, seats=seats, black_cards=self._black))
        return Only(TableScreen(desk, match))

    def _seats_fit(self) -> bool:
        """Say what is wrong with names or seed, if anything is."""
        names = [seat.name for seat in self.seats]
        for index, name in enumerate(names):
            if not name:
                self._fault = f"Player {index + 1} needs a name."
            elif name in names[:index]:
                self._fault = f"Two players are called {name}: give one of them another name."
        digits = self._seed.isascii() and self._seed.isdigit()
        if self._seed and not (digits and int(self._seed) <= MOST_SEED):
            self._fault = "The seed is a whole number; leave it empty for a surprise."
        return not self._fault

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._desk.stage, self._sheet
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        x = sheet.x + px(36)
        target.blit(stage.text("New game", 30, TEXT, bold=True), (x, sheet.y + px(24)))
        for at, words in ((34, "Name"), (276, "Who plays"), (484, "Hand")):
            target.blit(stage.text(words, 14, SOFT_TEXT), (x + px(at), sheet.y + px(84)))
        for index in range(len(self.seats)):
            number = stage.text(str(index + 1), 18, SOFT_TEXT, bold=True)
            y = sheet.y + px(112 + ROW * index + 18)
            target.blit(number, number.get_rect(midleft=(x + px(6), y)))
        for at, words in ((0, "Deck"), (330, "Seed")):
            picture = stage.text(words, 16, TEXT)
            target.blit(picture, picture.get_rect(midleft=(x + px(at), self._options_y)))
        note = stage.text("empty: a surprise", 14, SOFT_TEXT)
        target.blit(note, note.get_rect(midleft=(x + px(556), self._options_y)))
        lines = stage.letters.wrapped(self._fault, px(15), px(360), bold=True)[:2]
        for index, line in enumerate(lines):
            fault = stage.text(line, 15, ACCENT_DARK, bold=True)
            y = sheet.bottom - px(45 + 10 * (len(lines) - 1 - 2 * index))
            target.blit(fault, fault.get_rect(midleft=(x + px(160), y)))
        self.form.draw(target)


def _next(values: tuple[str, ...], value: str, way: int) -> str:
    return values[(values.index(value) + way) % len(values)] if value in values else values[0]
