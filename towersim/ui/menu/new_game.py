"""The page of all games, and that of a new game: its seats, their hands, and options."""

from collections.abc import Sequence
from threading import Thread
from typing import Final

import msgspec
import pygame
from msgspec.structs import asdict, replace
from pygame_gui.elements import UITextEntryLine

from towersim.bots.base import AnyBot
from towersim.bots.outside import Host, installed_bots
from towersim.bots.table import SHARES, bot, bots_of
from towersim.common.dice import fresh_seed
from towersim.common.errors import OptionFault, TowersimError, cleaned
from towersim.common.messages import Message, message as _, texts
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import HUMAN, NAMES, SeatSpec, read
from towersim.match.series import GOALS, Goal, Series, series_text
from towersim.rules import checked_options, game as rules_of
from towersim.rules.base import Stacking
from towersim.serve.table import has_pages
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import thing_at
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.input.bindings import neighbour
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import FootButton, SheetScreen
from towersim.ui.screens.phones import PhonesPage, phones_fault
from towersim.ui.screens.thumbnails import table_thumbnails
from towersim.ui.settings import HANDS, persons_hand
from towersim.ui.widgets.forms import ButtonId, Pressed

TEXTS: Final = texts(__file__)
OWN_HELP: Final = _("A program that plays, in a process of its own, a second for each move.")
SERIES: Final = {"": _("Single game"), **GOALS}
"""Whether the game is one of a series, and its goal."""
EXAMPLE: Final = "mine.py:Mine"
"""A bot of one's own, as long as none was named."""
LOADING: Final = _("Your bot is being loaded …")
WIDTH: Final = 860
ROW: Final = 44
TOP: Final = 132
"""y of the first seat from the sheet's top, in units."""
WHO, HAND = 276, 484
"""x of the choosers of a seat's player and hand, from the left margin, in units."""
FOOT: Final = 84
"""Distance from the last row of options to the sheet's bottom, in units."""
MOST_SEED: Final = 2**63 - 1


def bot_help(game: str, player: str) -> str:
    """Return the description of a bot, with its share against the normal one if that is known."""
    share = SHARES.get(game, {}).get(player)
    if share is None:
        return TEXTS["bots"].get(player, "")
    return TEXTS["measured bots"][player].filled(share=share)


class NewGame(SheetScreen):
    """The game, the seats and the options of a new game."""

    title = _("New game")
    grows_to = 692
    """Greatest height of the sheet: with a fixed top, a pressed button stays below the pointer."""

    def __init__(self, context: AppContext, game: str = "") -> None:
        """Start with a game, or else with the last one, and with the seats of the last one."""
        self.seats = self._meant = list(context.settings.seats)
        """The second are the seats before they were adapted to the present game."""
        self._adapted: list[SeatSpec] = []
        self._seed, self._on_phones = "", False
        self._installed = tuple(installed_bots())
        self.own_bot = next((seat.player for seat in self.seats if ":" in seat.player), EXAMPLE)
        self._loading: Thread | None = None
        self._loaded: dict[str, AnyBot] = {}
        self._fault: OptionFault | None = None
        series = context.settings.series
        self.goal: str = series.goal if series is not None and series.is_of(self.seats) else ""
        self._set_game(context, game or context.settings.game)
        super().__init__(context)

    def _set_game(self, context: AppContext, game: str) -> None:
        """Select a game: adapt the seats to its numbers and bots, and load its last options."""
        self.rules = rules_of(game)
        self.guide = game, None
        try:
            self.options = checked_options(game, context.settings.options.get(game, {}))
        except OptionFault:
            self.options = self.rules.options()
        bots = self._bots()
        # A game that is passed on the way to another one leaves no trace.
        self._meant = self._meant if self.seats == self._adapted else self.seats
        self.seats = [
            seat if seat.is_person or seat.player in bots else replace(seat, player=bots[0])
            for seat in self._meant[: self.rules.seats[-1]]
        ]
        while len(self.seats) < self.rules.seats[0]:
            self.seats.append(self._one_more())
        self._adapted = [*self.seats]

    def _bots(self) -> Sequence[str]:
        return *bots_of(self.rules.name), *self._installed, self.own_bot

    def _one_more(self) -> SeatSpec:
        taken = {seat.name for seat in self.seats}
        name = next(name for name in NAMES if name not in taken)
        return SeatSpec(name, self._bots()[0], "normal")

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        phones = 1 if has_pages(self.rules.name) else 0
        lines = (len(self.rules.option_texts()) + phones) // 2 + 1
        return WIDTH, TOP + ROW * (len(self.seats) + lines) + FOOT

    def fill(self) -> None:
        """Add the choosers and fields, line by line."""
        px, x = self.context.viewport.px, self.left
        top = self.sheet.y + px(TOP)
        title = self.context.viewport.fonts.titles.width(self.title, px(30))
        left = x + title + px(22)
        wide = (self.right - px(180) - left) // 2 - px(10)
        rect = pygame.Rect(left, self.sheet.y + px(24), wide, px(42))
        self.form.button(rect, self.rules.title, "game", chooser=True)
        rect = rect.move(wide + px(10), 0)
        self.form.button(rect, SERIES[self.goal], "series", chooser=True)
        self.own: UITextEntryLine | None = None
        if any(seat.player == self.own_bot for seat in self.seats):
            rect = pygame.Rect(x + px(WHO), self.sheet.y + px(68), px(512), px(34))
            self.own = self.form.entry(rect, self.own_bot, 200)
        self.names = [self._seat_row(index, x, top) for index in range(len(self.seats))]
        rect = pygame.Rect(self.right - px(180), self.sheet.y + px(24), px(180), px(42))
        has_room = len(self.seats) < self.rules.seats[-1]
        self.form.allow(self.form.button(rect, _("+ Add a player"), "add"), on=has_room)
        self._option_rows(x, top + px(ROW * len(self.seats) + 10))
        self.foot(right=(FootButton(_("Start the game"), "start", 220, "strong"),))

    def _seat_row(self, index: int, x: int, top: int) -> UITextEntryLine:
        px, seat = self.context.viewport.px, self.seats[index]
        y, high = top + index * px(ROW), px(36)
        name = self.form.entry(pygame.Rect(x + px(34), y, px(230), high), seat.name)
        own = _("Your own bot") if seat.player == self.own_bot else seat.player
        player = TEXTS["players"].get(seat.player, own)
        self.form.button(
            pygame.Rect(x + px(WHO), y, px(196), high), player, ("player", index), chooser=True
        )
        if isinstance(self.rules, Stacking):
            label = HANDS.get(seat.skill, seat.skill)
            rect = pygame.Rect(x + px(HAND), y, px(196), high)
            self.form.button(rect, label, ("skill", index), chooser=True)
        if len(self.seats) > self.rules.seats[0]:
            rect = pygame.Rect(x + px(692), y, px(96), high)
            self.form.button(rect, _("Remove"), ("remove", index))
        return name

    def _option_rows(self, x: int, top: int) -> None:
        """Add the choosers, two per line, and after them the field of the seed."""
        px = self.context.viewport.px
        self._captions: list[tuple[str, tuple[int, int]]] = []

        def place(index: int, title: str) -> pygame.Rect:
            left, y = x + px(410 * (index % 2)), top + px(ROW * (index // 2))
            self._captions.append((title, (left, y + px(18))))
            return pygame.Rect(left + px(124), y, px(254), px(36))

        for index, (field, choice) in enumerate(self.rules.option_texts().items()):
            value = choice.values[getattr(self.options, field)]
            rect = place(index, choice.title)
            self.form.button(rect, value, ("option", field), chooser=True)
        count = len(self.rules.option_texts())
        if has_pages(self.rules.name):
            rect, count = place(count, _("Players")), count + 1
            where = _("on phones") if self._on_phones else _("at this screen")
            self.form.button(rect, where, "phones", chooser=True)
        rect = place(count, _("Seed"))
        self.seed = self.form.entry(pygame.Rect(rect.topleft, (px(136), px(36))), self._seed, 19)
        self._beside_seed = (rect.x + px(146), rect.centery)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Start the game, or change the value of the pressed button."""
        self._keep_texts()
        if pressed.command == "start":
            return self._start()
        self._alter(pressed)
        self.resize()
        return None

    def _keep_texts(self) -> None:
        for index, entry in enumerate(self.names):
            self.seats[index] = replace(self.seats[index], name=cleaned(entry.get_text()).strip())
        self._seed = self.seed.get_text().strip()
        if self.own is not None:
            before, self.own_bot = self.own_bot, cleaned(self.own.get_text()).strip()
            for index, seat in enumerate(self.seats):
                player = self.own_bot if seat.player == before else seat.player
                self.seats[index] = replace(seat, player=player)

    def _alter(self, pressed: Pressed) -> None:
        match pressed.command:
            case "add":
                self.seats.append(self._one_more())
            case "game":
                game = neighbour(tuple(self.context.game_uis), self.rules.name, pressed.direction)
                self._set_game(self.context, game)
            case "phones":
                fault = "" if self._on_phones else phones_fault()
                self._on_phones = not (self._on_phones or fault)
                self.context.notice = fault
            case "series":
                self.goal = neighbour(tuple(SERIES), self.goal, pressed.direction)
            case ("option", str(field)):
                values = tuple(self.rules.option_texts()[field].values)
                value = neighbour(values, getattr(self.options, field), pressed.direction)
                self.options = replace(self.options, **{field: value})
            case ("remove", int(index)):
                del self.seats[index]
            case ("player", int(index)):
                kind = neighbour(
                    (HUMAN, *self._bots()), self.seats[index].player, pressed.direction
                )
                skill = persons_hand(self.context.settings) if kind == HUMAN else "normal"
                self.seats[index] = replace(self.seats[index], player=kind, skill=skill)
            case ("skill", int(index)):
                skill = neighbour(tuple(HANDS), self.seats[index].skill, pressed.direction)
                self.seats[index] = replace(self.seats[index], skill=skill)

    def _start(self) -> ScreenChange | None:
        context = self.context
        outside = [s.player for s in self.seats if s.player in {*self._installed, self.own_bot}]
        fault = self._seats_fault()
        context.notice = fault
        if fault or self._loading is not None:
            return None
        if not {*outside} <= self._loaded.keys():
            self._loading = Thread(target=self._load, args=(outside,), daemon=True)
            self._loading.start()
            context.notice = LOADING
            return None
        context.bots = {**context.bots, **self._loaded}
        seed = int(self._seed) if self._seed else fresh_seed()
        game, seats = self.rules.name, tuple(self.seats)
        record = context.new_record(game)
        try:
            match = Match.new(game, seats, options=self.options, seed=seed, record=record)
        except TowersimError as error:
            context.notice = self._fault_sentence(error)
            return None
        agreed = {**context.settings.options, game: asdict(self.options)}
        settings = replace(context.settings, game=game, seats=seats, options=agreed)
        context.change(replace(settings, series=self._series(record.name)))
        if not (self._on_phones and has_pages(game)):
            return ReplaceScreens(context.table(match))
        return ReplaceScreens(context.table(match), PhonesPage(context, match))

    def _load(self, names: Sequence[str]) -> None:
        """Load bots from outside in processes of their own, or keep the fault."""
        self._fault = None
        try:
            self._loaded = {name: bot(self.rules.name, name, Host(isolate=True)) for name in names}
        except OptionFault as fault:
            self._fault = fault

    @property
    def is_animating(self) -> bool:
        """Whether a bot is being loaded."""
        return self._loading is not None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; start the game once its bots are loaded."""
        if self._loading is None or self._loading.is_alive():
            return super().update(seconds)
        self._loading = None
        if self._fault is not None:
            # The field has the whole path; without its folder, the note has room for the reason.
            folder = self.own_bot[: self.own_bot.rfind("/") + 1]
            short = OptionFault(str(self._fault).replace(folder, ""))
            self.context.notice = self._fault_sentence(short)
            return None
        change = self._start()
        self._loaded = {}
        return change

    def _series(self, record: str) -> Series | None:
        """Return the series in which a game begins: the one that goes on, or a new one."""
        series = self.context.settings.series
        is_theirs = series is not None and series.is_of(self.seats)
        if not self.goal:
            return None if is_theirs else series
        if series is None or not is_theirs or series.goal != self.goal:
            goal = msgspec.convert(self.goal, Goal)
            series = Series(goal, tuple(seat.name for seat in self.seats))
        return series.with_begun(record)

    def _fault_sentence(self, fault: TowersimError) -> str:
        """Return an error as a sentence with the title of the game."""
        reason = fault_message(fault)
        if isinstance(reason, Message) and reason.values.get("game") == self.rules.name:
            reason = reason.filled(game=self.rules.title)
        return _("{reason:sentence}", reason=reason)

    def _seats_fault(self) -> str:
        """Return what is wrong with a name or the seed, or an empty string."""
        names = [seat.name for seat in self.seats]
        for index, name in enumerate(names):
            if not name:
                return _("Player {number} needs a name.", number=index + 1)
            if name in names[:index]:
                return _("Two players are called {name}: give one of them another name.", name=name)
        digits = self._seed.isascii() and self._seed.isdigit()
        if self._seed and not (digits and int(self._seed) <= MOST_SEED):
            return _("The seed is a whole number; leave it empty for a random one.")
        return ""

    def paint(self, canvas: Canvas) -> None:
        """Draw the game's description, and the captions of choosers and fields."""
        viewport, sheet, x = canvas.viewport, self.sheet, self.left
        px, seats = canvas.px, self.rules.seats
        line = _(
            "{about} For {least} to {most} players.",
            about=self.context.game_uis[self.rules.name].line,
            least=seats[0],
            most=seats[-1],
        )
        if self.own is not None:
            line = _("The file of your bot, and its class")
        room = px(270) if self.own is not None else self.right - x, px(32)
        canvas.text(line, 16, SOFT_TEXT, room=room, topleft=(x, sheet.y + px(72)))
        hand = _("Hand") if isinstance(self.rules, Stacking) else ""
        for at, caption in ((34, _("Name")), (WHO, _("Who plays")), (HAND, hand)):
            room, place = (px(190), px(24)), (x + px(at), sheet.y + px(TOP - 26))
            canvas.text(caption, 14, SOFT_TEXT, room=room, topleft=place)
        for index in range(len(self.seats)):
            y = sheet.y + px(TOP + ROW * index + 18)
            canvas.text(str(index + 1), 18, SOFT_TEXT, bold=True, midleft=(x + px(6), y))
        captions = [caption for caption, _place in self._captions]
        size = viewport.common_size(captions, 16, (px(118), px(40)), lines=2)
        for caption, place in self._captions:
            canvas.lines(caption, size, TEXT, px(118), 1.1, midleft=place)
        hint, room = _("empty: random"), (self.right - self._beside_seed[0], px(36))
        canvas.text(hint, 14, SOFT_TEXT, room=room, midleft=self._beside_seed)

    @property
    def note(self) -> str:
        """The notice, or else the description of the chooser under mouse or keyboard focus."""
        series = self.context.settings.series
        match self.form.pointed:
            case _ if self.context.notice:
                return self.context.notice
            case "series" if self.goal and series is not None and series.is_of(self.seats):
                return series_text(series)
            case "series":
                return _("A series counts the games that each player wins, also of other games.")
            case "phones":
                return _("On phones, each player sees their own cards or bids there.")
            case ("option", str(field)):
                return self.rules.option_texts()[field].help
            case ("skill", int(index)):
                return TEXTS["hands"].get(self.seats[index].skill, "")
            case ("player", int(index)) if self.seats[index].is_person:
                return _("Somebody at this screen.")
            case ("player", int(index)):
                player = self.seats[index].player
                own = player in {*self._installed, self.own_bot}
                return OWN_HELP if own else bot_help(self.rules.name, player)
            case _:
                return ""


GAME_ROW: Final = 92
ROWS: Final = 6
"""Most games on a page."""
PICTURE: Final = (120, 80)
"""Width and height of a game's picture, in units."""


def in_the_middle(game: str) -> Match:
    """Return the unfinished match of four in the game's record in `levels/pictures/`."""
    recording = read(levels_dir() / "pictures" / f"{game}.tower")
    match = Match.at_start(recording)
    for step in recording.steps:
        match.follow(step)
    return match


class Games(SheetScreen):
    """The list of games, each with a picture, a description and a button."""

    title = _("Games")
    widest = 1060
    is_guarded = True

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        return 900, 160 + GAME_ROW * min(len(self.context.game_uis), ROWS)

    def fill(self) -> None:
        """Add a button for each game on this page, and those to the other pages."""
        px, every = self.context.viewport.px, [*self.context.game_uis]
        self.page_count = -(-len(every) // ROWS)
        self._shown = every[self.page * ROWS : (self.page + 1) * ROWS]
        size = px(PICTURE[0]), px(PICTURE[1])
        self._pictures = table_thumbnails(self.context, size, in_the_middle)
        for index, game in enumerate(self._shown):
            rect = pygame.Rect(self.right - px(130), self._row(index) + px(17), px(130), px(46))
            style = "strong" if game == self.context.settings.game else ""
            self.form.button(rect, _("Play"), game, style)
        turns = self.page_buttons(_("‹  Previous"), _("Next  ›"))
        self.foot(right=turns if self.page_count > 1 else ())

    def _row(self, index: int) -> int:
        return self.sheet.y + self.context.viewport.px(76 + index * GAME_ROW)

    def _game_at(self, at: tuple[int, int]) -> str | None:
        """Return the game whose picture or text is at a point, or None."""
        px, wide = self.context.viewport.px, self.right - self.left
        row = pygame.Rect(self.left, 0, wide - px(140), px(PICTURE[1]))
        games = enumerate(self._shown)
        return thing_at(((game, row.move(0, self._row(index))) for index, game in games), at)

    @property
    def pointed(self) -> ButtonId | None:
        """The game under the mouse, or the command of a button."""
        return self._game_at(self.form.manager.get_mouse_position()) or super().pointed

    def press(self, event: pygame.event.Event) -> Pressed | None:
        """Return a press on a game's picture or text as one on its button."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        game = self._game_at(event.pos) if is_press else None
        return Pressed(game) if game else super().press(event)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Open the page of a new game."""
        return OpenScreen(NewGame(self.context, str(pressed.command)))

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`, and paint at most one missing picture."""
        self._pictures.paint_next(self._shown)
        return super().update(seconds)

    def paint(self, canvas: Canvas) -> None:
        """Draw picture, title, description and number of players of each game."""
        px, game_uis = canvas.px, {game: self.context.game_uis[game] for game in self._shown}
        x = self.left + px(PICTURE[0]) + px(16)
        room = self.right - px(130 + 16) - x
        lines = [game_ui.line for game_ui in game_uis.values()]
        tall = min(canvas.viewport.common_size(lines, 15, (room, px(24))), 17)
        for index, (game, game_ui) in enumerate(game_uis.items()):
            y, rules = self._row(index), rules_of(game)
            self._pictures.draw(canvas, game, (self.left, y))
            head, foot = (room, px(31)), (room, px(24))
            canvas.text(rules.title, 19, TEXT, bold=True, room=head, topleft=(x, y + px(8)))
            canvas.text(game_ui.line, tall, SOFT_TEXT, room=(room, None), topleft=(x, y + px(34)))
            line = _("{least} to {most} players", least=rules.seats[0], most=rules.seats[-1])
            canvas.text(line, 14, SOFT_TEXT, room=foot, topleft=(x, y + px(55)))
