"""What all screens share, and how one screen hands over to another."""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

import pygame
from msgspec.structs import replace

from towersim.errors import OptionFault, RecordFault
from towersim.match import Match
from towersim.messages import Message
from towersim.messages import message as _
from towersim.record import fresh_path
from towersim.ui.canvas import Canvas
from towersim.ui.fault_messages import fault_message
from towersim.ui.input import AT_REST, KeyMap
from towersim.ui.rulebook import Page
from towersim.ui.settings import Settings, load_settings, save_settings, spoken
from towersim.ui.sound.player import Loudspeaker
from towersim.ui.theme import Look, Stage


class Files(NamedTuple):
    """Where the window keeps what outlives it."""

    settings: Path
    records: Path


class OptionLabels(NamedTuple):
    """An option of a game: what it is about, and its values with what each is called."""

    title: str
    values: Mapping[object, str]
    help: str = ""
    """What it changes, as a sentence."""


class Guide(NamedTuple):
    """What F1 shows: pages, and what mouse and keys do."""

    title: str
    pages: Sequence[Page]
    keys: KeyMap
    mouse: Sequence[tuple[str, str]]
    """What is done with the mouse, and what that means."""


class GameUI(NamedTuple):
    """What is on the lid of a game's box: all that the window knows before it is opened."""

    line: str
    """What it is, in one line."""
    screen: "Callable[[AppContext, Match], Screen]"
    """Makes the screen on which a match is played."""
    picture: Callable[[Canvas, Match], None]
    """Draws a match as it stands over the whole stage."""
    pages: Sequence[Page]
    """Its rules."""
    keys: KeyMap
    mouse: Sequence[tuple[str, str]]
    """What the mouse does, for the help page: what is done with it, and what that means."""
    option_labels: Mapping[str, OptionLabels]
    """How its options are called, by field; the order is theirs on the screen."""
    hand: bool = False
    """Whether blocks are carried, so that hands tremble."""


class AppContext:
    """The window's stage, the games, the settings and the clock; each screen is given it."""

    def __init__(
        self,
        stage: Stage,
        files: Files,
        game_uis: Mapping[str, GameUI],
        menu: "Callable[[AppContext], Screen]",
        sound: Loudspeaker,
    ) -> None:
        self.stage = stage
        self.sound = sound
        self.files = files
        self.game_uis = game_uis
        """The games for several people that can be played in the window, by name."""
        self.solo_uis: Mapping[str, GameUI] = {}
        """What one person plays alone."""
        self.guides: Mapping[str, Guide] = {}
        """What F1 shows, by the name of a game or of what is none."""
        self.menu = menu
        """Makes the screen that everything comes back to."""
        self.clock = time.perf_counter
        self.push = AT_REST
        """How far the gamepads are pushed now that may play."""
        self.settings, self.notice = load_settings(files.settings)
        """The notice is what the player should be told next, as a sentence."""
        self.notice = self.notice or sound.news()
        if self.settings.game not in game_uis:
            self.settings = replace(self.settings, game=next(iter(game_uis)))
        self.game = self.settings.game
        """The game that is played or spoken of: F1 shows its rules."""

    def ui_of(self, game: str) -> GameUI:
        """Return what the window knows of a game; OptionFault if it cannot be played here."""
        if game in self.game_uis:
            return self.game_uis[game]
        if game not in self.solo_uis:
            raise OptionFault(_("{game}: it cannot be played in the window yet", game=game))
        return self.solo_uis[game]

    def table(self, match: Match) -> "Screen":
        """Return the screen on which a match is played; OptionFault if it has none."""
        screen = self.ui_of(match.game).screen
        self.game = match.game
        return screen(self, match)

    @property
    def look(self) -> Look:
        """How the window is to look by the settings."""
        settings = self.settings
        return Look(
            settings.text_size / 100,
            settings.high_contrast,
            not settings.animations,
            settings.left_handed,
            settings.keys,
            spoken(settings),
        )

    def change(self, settings: Settings) -> None:
        """Use other settings from now on and keep them."""
        self.settings = settings
        self.notice = save_settings(self.files.settings, settings)

    def toggle_sound(self) -> Message:
        """Turn all sound off or on; return what is to be said of that."""
        self.change(replace(self.settings, muted=not self.settings.muted))
        return _("Sound off: M turns it on again") if self.settings.muted else _("Sound on")

    def put_away(self, match: Match) -> None:
        """Close the record of a match; what could not be written becomes the notice."""
        try:
            match.close()
        except RecordFault as fault:
            self.notice = fault_message(fault)

    def new_record(self, game: str) -> Path:
        """Return a fresh file name for a game that begins now."""
        return fresh_path(self.files.records, game, datetime.now())


class Screen(Protocol):
    """One page of the window."""

    overlay: bool
    """Whether the screen below stays visible."""

    @property
    def is_animating(self) -> bool:
        """Whether something moves by itself now."""

    def resize(self) -> None:
        """Lay everything out for the context's stage."""

    def handle(self, event: pygame.event.Event) -> "ScreenChange | None":
        """Answer an event."""

    def update(self, seconds: float) -> "ScreenChange | None":
        """Let time pass."""

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""


class OpenScreen(NamedTuple):
    """Show a screen over the present one."""

    screen: Screen


class CloseScreens(NamedTuple):
    """Leave this many screens."""

    screens: int = 1


class ReplaceScreens(NamedTuple):
    """Leave all screens for this one."""

    screen: Screen


class Quit(NamedTuple):
    """Close the window."""


ScreenChange = OpenScreen | CloseScreens | ReplaceScreens | Quit
