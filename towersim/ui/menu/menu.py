"""The main menu, and the page of all games."""

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import read
from towersim.rules import game as rules_of
from towersim.rules.practice.log import title_text
from towersim.ui.app_context import (
    AppContext,
    OpenScreen,
    Quit,
    ReplaceScreens,
    Screen,
    ScreenChange,
)
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.still_life import still_life
from towersim.ui.drawing.text import Letters, name_text
from towersim.ui.drawing.theme import ACCENT_DARK, CREAM, SOFT_TEXT, TEXT
from towersim.ui.games.practice.start import new_attempt, next_challenge_of
from towersim.ui.menu.new_game import NewGame
from towersim.ui.saved_games import players, saved_games
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.screens.thumbnails import table_thumbnails
from towersim.ui.watch.games_list import GamesList, open_game
from towersim.ui.widgets.forms import ButtonId, Form, Pressed

GAME_ROW: Final = 92
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
    is_guarded = True

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        return 900, 160 + GAME_ROW * len(self.context.game_uis)

    def fill(self) -> None:
        """Add a button for each game."""
        px = self.context.viewport.px
        size = px(PICTURE[0]), px(PICTURE[1])
        self._pictures = table_thumbnails(self.context, size, in_the_middle)
        for index, game in enumerate(self.context.game_uis):
            rect = pygame.Rect(self.right - px(130), self._row(index) + px(17), px(130), px(46))
            style = "strong" if game == self.context.settings.game else ""
            self.form.button(rect, _("Play"), game, style)
        self.foot()

    def _row(self, index: int) -> int:
        return self.sheet.y + self.context.viewport.px(76 + index * GAME_ROW)

    def _game_at(self, at: tuple[int, int]) -> str | None:
        """Return the game whose picture or text is at a point, or None."""
        px, wide = self.context.viewport.px, self.right - self.left
        for index, game in enumerate(self.context.game_uis):
            row = pygame.Rect(self.left, self._row(index), wide - px(140), px(PICTURE[1]))
            if row.collidepoint(at):
                return game
        return None

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
        self.context.game = str(pressed.command)
        return OpenScreen(NewGame(self.context))

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`, and paint at most one missing picture."""
        self._pictures.paint_next(self.context.game_uis)
        return super().update(seconds)

    def paint(self, canvas: Canvas) -> None:
        """Draw picture, title, description and number of players of each game."""
        target, px = canvas.target, canvas.px
        for index, (game, game_ui) in enumerate(self.context.game_uis.items()):
            y, rules = self._row(index), rules_of(game)
            frame = pygame.Rect(self.left, y, px(PICTURE[0]), px(PICTURE[1]))
            pygame.draw.rect(target, CREAM, frame)
            picture = self._pictures.picture(game)
            if picture is not None:
                canvas.put(picture, frame)
            pygame.draw.rect(target, (206, 184, 152), frame, px(1))
            words = frame.right + px(16)
            room = self.right - px(130 + 16) - words
            head, foot = (room, px(31)), (room, px(24))
            canvas.text(rules.title, 19, TEXT, bold=True, room=head, topleft=(words, y + px(8)))
            tall = min(canvas.viewport.grown(15), 17)
            canvas.fitted(game_ui.line, tall, SOFT_TEXT, room, topleft=(words, y + px(34)))
            line = _("{least} to {most} players", least=rules.seats[0], most=rules.seats[-1])
            canvas.text(line, 14, SOFT_TEXT, room=foot, topleft=(words, y + px(55)))


ROW: Final = 53
"""Distance between the tops of successive buttons, in units."""
LEFT: Final = 96
"""x of the title and of the buttons, in units."""


class Menu:
    """The main menu over a still life."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self.resize()

    def resize(self) -> None:
        """Lay out the menu for the context's viewport, and look up the newest saved game."""
        self._newest = next(saved_games(self._context.files.records), None)
        context, viewport = self._context, self._context.viewport
        context.game = context.settings.game
        px, height = viewport.px, viewport.size[1]
        self.form = Form(viewport)
        newest = self._newest
        goes_on = {
            "continue": (_("Continue"), lambda: open_game(context, newest.file) if newest else None)
        }
        self._entries: dict[str, tuple[str, Callable[[], ScreenChange | None]]] = {
            **(goes_on if self._newest else {}),
            "practice": (_("Practice"), lambda: ReplaceScreens(_practice(context))),
            "new": (_("New game"), lambda: OpenScreen(NewGame(context))),
            "games": (_("Other games …"), lambda: OpenScreen(Games(context))),
            **goes_on,
            "saved": (_("Saved games …"), lambda: OpenScreen(GamesList(context))),
            "rules": (_("Rules and keys"), lambda: OpenScreen(RulesPages(context, choose=True))),
            "settings": (_("Settings"), lambda: OpenScreen(SettingsPage(context))),
            "quit": (_("Quit"), Quit),
        }
        """The text and the action of each button, by its command."""
        top = max(height // 2 - px(70), px(230)) - px(30)
        self._beside: dict[str, tuple[int, int]] = {}
        for index, (command, (words, _do)) in enumerate(self._entries.items()):
            rect = pygame.Rect(px(LEFT), top + index * px(ROW), px(290), px(46))
            style = "" if index else "strong"
            goes = command != "continue" or self._newest is not None
            self.form.allow(self.form.button(rect, words, command, style), on=goes)
            self._beside[command] = (rect.right + px(16), rect.centery)
        if (later := next_challenge_of(context)) is not None:
            x, y = self._beside["practice"]
            rect = pygame.Rect(x, y - px(23), px(190), px(46))
            words = _("Next: {title}", title=title_text(later))
            self.form.button(rect, words, "challenge")
            start = partial(new_attempt, context, later)
            self._entries["challenge"] = (words, lambda: ReplaceScreens(start()))
        self._top = top

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        pressed = self.form.handle(event)
        if pressed is None:
            return None
        self._context.notice = ""
        if (change := self._entries[str(pressed.command)][1]()) is None:
            self.resize()  # a damaged game has become the notice
        return change

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        self.form.update(seconds)
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        viewport, px, low = canvas.viewport, canvas.px, self._top - canvas.px(56)
        canvas.put(still_life(viewport), (0, 0))
        canvas.title("towersim", 76, TEXT, bottomleft=(px(LEFT - 4), low))
        line = _("A steady hand, a good eye – and gravity has the last word.")
        room, at = (px(540), px(40)), (px(LEFT), low - px(8))
        canvas.text(line, 18, SOFT_TEXT, room=room, topleft=at)
        self.form.draw(canvas)
        title = rules_of(self._context.game).title
        goes_on = players(self._newest) if self._newest else ""
        # A tower of the picture begins there; the first row passes above the low one.
        for command, words, tower in (("new", title, 590), ("continue", goes_on, 440)):
            at = self._beside[command]
            room = min(px(310), viewport.size[0] - px(tower) - at[0]), px(48)
            letters = Letters(min(viewport.grown(15), 20), SOFT_TEXT)
            canvas.put(name_text(viewport, words, letters, room), midleft=at)
        lines = viewport.fonts.wrapped(self._context.notice, px(14), px(520))
        for index, words in enumerate(lines[:4]):
            canvas.text(words, 14, ACCENT_DARK, topleft=(px(LEFT), px(18) + index * px(19)))


def _practice(context: AppContext) -> Screen:
    from towersim.ui.games.practice.chapters import PracticePage  # noqa: PLC0415 - it imports much

    return PracticePage(context)
