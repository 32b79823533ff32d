"""What all screens share, and how one screen hands over to another."""

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

import pygame

from towersim.errors import RecordFault
from towersim.match import Match
from towersim.record import fresh_path
from towersim.ui.settings import Settings, load_settings, save_settings
from towersim.ui.theme import Stage


class Files(NamedTuple):
    """Where the window keeps what outlives it."""

    settings: Path
    records: Path


class Desk:
    """The window's stage, the settings and the clock; each screen is given it."""

    def __init__(self, stage: Stage, files: Files, menu: "Callable[[Desk], Screen]") -> None:
        self.stage = stage
        self.window_size = stage.size
        self.files = files
        self.menu = menu
        """Makes the screen that everything comes back to."""
        self.clock = time.perf_counter
        self.settings, self.notice = load_settings(files.settings)
        """The notice is what the player should be told next, as a sentence."""

    def change(self, settings: Settings) -> None:
        """Use other settings from now on and keep them."""
        self.settings = settings
        self.notice = save_settings(self.files.settings, settings)

    def put_away(self, match: Match) -> None:
        """Close the record of a match; what could not be written becomes the notice."""
        try:
            match.close()
        except RecordFault as fault:
            self.notice = str(fault)

    def new_record(self, game: str) -> Path:
        """Return a fresh file name for a game that begins now."""
        return fresh_path(self.files.records, game, datetime.now())


class Screen(Protocol):
    """One page of the window."""

    overlay: bool
    """Whether the screen below stays visible."""

    @property
    def lively(self) -> bool:
        """Whether something moves by itself now."""

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""

    def handle(self, event: pygame.event.Event) -> "Change | None":
        """Answer an event."""

    def update(self, seconds: float) -> "Change | None":
        """Let time pass."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""


class Push(NamedTuple):
    """Show a screen over the present one."""

    screen: Screen


class Back(NamedTuple):
    """Leave this many screens."""

    screens: int = 1


class Only(NamedTuple):
    """Leave all screens for this one."""

    screen: Screen


class Quit(NamedTuple):
    """Close the window."""


Change = Push | Back | Only | Quit
