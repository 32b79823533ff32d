"""Which game is played, by whom, with which hands, and with what options."""

from collections.abc import Sequence
from typing import Any, Final

import pygame
from msgspec.structs import asdict, replace
from pygame_gui.elements import UITextEntryLine

from towersim.bots.table import HUMAN, bots_of
from towersim.dice import fresh_seed
from towersim.errors import OptionFault, TowersimError
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules import checked_options
from towersim.rules import game as rules_of
from towersim.ui.app_context import AppContext, CloseScreens, ReplaceScreens, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.option_labels import option_labels
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, Pressed, draw_sheet

PLAYERS: Final = {HUMAN: "Person", "uniform": "Random bot"}
"""How the kinds of player are called; other bots go by their own name."""
HANDS: Final = {
    "none": "No tremor",
    "steady": "Steady hand",
    "normal": "Light tremor",
    "shaky": "Strong tremor",
}
HAND_HELP: Final = {
    "none": "The hand does exactly what mouse and keys say.",
    "steady": "The hand trembles a little.",
    "normal": "The hand trembles half as much again as a steady one.",
    "shaky": "The hand trembles more than twice as much as a steady one.",
}
"""What each hand means, as a sentence."""
NAMES: Final = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo")
"""Names to begin with."""
WIDTH: Final = 860
ROW: Final = 46
TOP: Final = 132
"""From the sheet's upper edge to the first seat, in units."""
FOOT: Final = 92
"""From the last row of options to the sheet's lower edge, in units."""
TALLEST: Final = 684
"""No sheet is higher, in units."""
MOST_SEED: Final = 2**63 - 1


class NewGame:
    """The game, the seats and the options of a new game."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext) -> None:
        """Begin with the game that the context speaks of, and with who played last."""
        self._context = context
        self.seats = list(context.settings.seats)
        self._seed, self._fault = "", ""
        self._set_game(context.game)
        self._lay_out()

    def _set_game(self, game: str) -> None:
        """Turn to a game: as many seats as it has room for, its bots, its last options."""
        context, self.rules = self._context, rules_of(game)
        context.game, self._game_ui = game, context.game_uis[game]
        self._option_labels = option_labels(self.rules.options, self._game_ui.option_labels)
        try:
            self.options = checked_options(game, context.settings.options.get(game, {}))
        except OptionFault:
            self.options = self.rules.options()
        bots = self._bots()
        self.seats = [
            seat if seat.player in (HUMAN, *bots) else replace(seat, player=bots[0])
            for seat in self.seats[: self.rules.seats[-1]]
        ]
        while len(self.seats) < self.rules.seats[0]:
            self.seats.append(self._one_more())

    def _bots(self) -> Sequence[str]:
        return tuple(bots_of(self.rules.name))

    def _one_more(self) -> SeatSpec:
        return SeatSpec(self._free_name(), self._bots()[0], "normal")

    def _free_name(self) -> str:
        taken = {seat.name for seat in self.seats}
        return next(name for name in NAMES if name not in taken)

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        self._keep_texts()
        self._lay_out()

    def _lay_out(self) -> None:
        stage = self._context.stage
        px = stage.px
        lines = len(self._option_labels) // 2 + 1
        high = TOP + ROW * (len(self.seats) + lines) + FOOT
        # The sheet grows downwards only: what was pressed stays below the pointer.
        self._sheet = pygame.Rect(0, 0, px(WIDTH), px(high))
        self._sheet.centerx = stage.rect.centerx
        self._sheet.y = (stage.size[1] - px(TALLEST)) // 2
        self.form = Form(stage)
        x, top = self._sheet.x + px(36), self._sheet.y + px(TOP)
        if len(self._context.game_uis) > 1:
            rect = pygame.Rect(x + px(182), self._sheet.y + px(24), px(250), px(42))
            self.form.button(rect, f"‹  {self.rules.title}  ›", "game", chooser=True)
        self.names = [self._seat_row(index, x, top) for index in range(len(self.seats))]
        right = self._sheet.right - px(36)
        rect = pygame.Rect(right - px(180), self._sheet.y + px(26), px(180), px(40))
        add = self.form.button(rect, "+ Add a player", "add")
        self.form.allow(add, on=len(self.seats) < self.rules.seats[-1])
        self._option_rows(x, top + px(ROW * len(self.seats) + 14))
        y = self._sheet.bottom - px(68)
        self.form.button(pygame.Rect(x, y, px(140), px(46)), "Back", "back")
        rect = pygame.Rect(right - px(220), y, px(220), px(46))
        self.form.button(rect, "Start the game", "start", "strong")

    def _seat_row(self, index: int, x: int, top: int) -> UITextEntryLine:
        px, seat = self._context.stage.px, self.seats[index]
        y, high = top + index * px(ROW), px(36)
        name = self.form.entry(pygame.Rect(x + px(34), y, px(230), high), seat.name)
        player = PLAYERS.get(seat.player, f"{seat.player.capitalize()} bot")
        self.form.button(
            pygame.Rect(x + px(276), y, px(196), high),
            f"‹  {player}  ›",
            ("player", index),
            chooser=True,
        )
        if self._game_ui.hand:
            words = f"‹  {HANDS.get(seat.skill, seat.skill)}  ›"
            rect = pygame.Rect(x + px(484), y, px(196), high)
            self.form.button(rect, words, ("skill", index), chooser=True)
        if len(self.seats) > self.rules.seats[0]:
            self.form.button(pygame.Rect(x + px(692), y, px(96), high), "Remove", ("remove", index))
        return name

    def _option_rows(self, x: int, top: int) -> None:
        """Make two choosers a line, and after the last one the field for the seed."""
        px = self._context.stage.px
        self._captions: list[tuple[str, tuple[int, int]]] = []

        def place(index: int, title: str) -> pygame.Rect:
            left, y = x + px(400 * (index % 2)), top + px(ROW * (index // 2))
            self._captions.append((title, (left, y + px(18))))
            return pygame.Rect(left + px(124), y, px(254), px(36))

        for index, (field, choice) in enumerate(self._option_labels.items()):
            said = choice.values[getattr(self.options, field)]
            rect = place(index, choice.title)
            self.form.button(rect, f"‹  {said}  ›", ("option", field), chooser=True)
        rect = place(len(self._option_labels), "Seed")
        self.seed = self.form.entry(pygame.Rect(rect.topleft, (px(136), px(36))), self._seed, 19)
        self._beside_seed = (rect.x + px(146), rect.centery)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return CloseScreens()
        pressed = self.form.handle(event)
        if pressed is None:
            return None
        self._keep_texts()
        self._fault = ""
        match pressed.command:
            case "back":
                return CloseScreens()
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
                self.seats.append(self._one_more())
            case "game":
                self._set_game(_next(tuple(self._context.game_uis), self.rules.name, pressed.way))
            case ("option", str(field)):
                values = tuple(self._option_labels[field].values)
                value = _next(values, getattr(self.options, field), pressed.way)
                self.options = replace(self.options, **{field: value})
            case ("remove", int(index)):
                del self.seats[index]
            case ("player", int(index)):
                kind = _next((HUMAN, *self._bots()), self.seats[index].player, pressed.way)
                skill = "none" if kind == HUMAN else "normal"
                self.seats[index] = replace(self.seats[index], player=kind, skill=skill)
            case ("skill", int(index)):
                skill = _next(tuple(HANDS), self.seats[index].skill, pressed.way)
                self.seats[index] = replace(self.seats[index], skill=skill)

    def _start(self) -> ScreenChange | None:
        context = self._context
        if not self._seats_fit():
            return None
        seed = int(self._seed) if self._seed else fresh_seed()
        game, seats = self.rules.name, tuple(self.seats)
        try:
            match = Match.new(
                game, seats, options=self.options, seed=seed, record=context.new_record(game)
            )
        except TowersimError as fault:
            self._fault = str(fault)
            return None
        agreed = {**context.settings.options, game: asdict(self.options)}
        context.change(replace(context.settings, game=game, seats=seats, options=agreed))
        return ReplaceScreens(context.table(match))

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

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        x = sheet.x + px(36)
        target.blit(stage.title("New game", 30, TEXT), (x, sheet.y + px(22)))
        seats = self.rules.seats
        line = f"{self._game_ui.line} For {seats[0]} to {seats[-1]} players."
        target.blit(
            stage.text(line, 16, SOFT_TEXT, width=sheet.w - px(72), height=px(32)),
            (x, sheet.y + px(72)),
        )
        heads = ((34, "Name"), (276, "Who plays"), (484, "Hand" if self._game_ui.hand else ""))
        for at, words in heads:
            target.blit(
                stage.text(words, 14, SOFT_TEXT, width=px(190), height=px(24)),
                (x + px(at), sheet.y + px(TOP - 26)),
            )
        for index in range(len(self.seats)):
            number = stage.text(str(index + 1), 18, SOFT_TEXT, bold=True)
            y = sheet.y + px(TOP + ROW * index + 18)
            target.blit(number, number.get_rect(midleft=(x + px(6), y)))
        for words, place in self._captions:
            picture = stage.text(words, 16, TEXT, width=px(118), height=px(40))
            target.blit(picture, picture.get_rect(midleft=place))
        self._draw_line(target)
        note = stage.text("empty: a surprise", 14, SOFT_TEXT, width=px(230), height=px(36))
        target.blit(note, note.get_rect(midleft=self._beside_seed))
        self.form.draw(target)

    def _draw_line(self, target: pygame.Surface) -> None:
        """Draw what is wrong, or else what the line that is pointed at means."""
        stage, sheet = self._context.stage, self._sheet
        px, x = stage.px, sheet.x + stage.px(36)
        words, tint = self._fault or self._explained(), ACCENT_DARK if self._fault else SOFT_TEXT
        lines = stage.fonts.wrapped(words, px(15), px(380), bold=bool(self._fault))[:2]
        for index, line in enumerate(lines):
            picture = stage.text(line, 15, tint, bold=bool(self._fault))
            y = sheet.bottom - px(45 + 10 * (len(lines) - 1 - 2 * index))
            target.blit(picture, picture.get_rect(midleft=(x + px(160), y)))

    def _explained(self) -> str:
        """Return what the chooser means that mouse or keyboard is at."""
        match self.form.pointed:
            case ("option", str(field)):
                return self._option_labels[field].help
            case ("skill", int(index)):
                return HAND_HELP.get(self.seats[index].skill, "")
            case ("player", int(index)) if self.seats[index].player == HUMAN:
                return "Somebody at this screen."
            case ("player", _):
                return "The program plays, and sees no more than a player in its place."
            case _:
                return ""


def _next(values: tuple[Any, ...], value: object, way: int) -> Any:  # noqa: ANN401 - one of these
    return values[(values.index(value) + way) % len(values)] if value in values else values[0]
