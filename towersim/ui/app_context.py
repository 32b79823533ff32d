"""The context shared by all screens, and the changes of screen they can request."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pygame
from msgspec.structs import replace

from towersim.common.errors import OptionFault, RecordFault
from towersim.common.messages import Message, message as _
from towersim.match.record import SeatSpec, fresh_path
from towersim.match.series import Series
from towersim.rules.base import Event
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.theme import Viewport, WindowStyle
from towersim.ui.export import Export
from towersim.ui.input.bindings import AT_REST, UNCHANGED, Changes, KeyMap
from towersim.ui.language import translator
from towersim.ui.language.faults import fault_message
from towersim.ui.rulebook import Guide, Picture
from towersim.ui.settings import Settings, altered, load_settings, save_settings, spoken
from towersim.ui.sound.cues import Loudspeaker

if TYPE_CHECKING:
    from towersim.bots.base import AnyBot
    from towersim.match.match import Match
    from towersim.serve.running import Serving
    from towersim.serve.table import ServedTable


class Files(NamedTuple):
    """Paths of the settings file and of the folder of records."""

    settings: Path
    records: Path


class RecordedPosition(NamedTuple):
    """A position of a recorded game as one seat may know it."""

    view: Any
    events: Sequence[Event]
    """All events up to the position, redacted for the seat."""
    seats: tuple[SeatSpec, ...]


class GameUI(NamedTuple):
    """The window's entry for a game: description, screen, rules and key bindings."""

    line: str
    """The game in one line."""
    screen: "Callable[[AppContext, Match], Screen]"
    """Creates the screen of a match."""
    picture: "Callable[[Canvas, Match], None]"
    """Draws the current state of a match over the whole viewport."""
    pictures: Callable[[Any], Sequence[Picture]]
    """Returns the pictures beside its rules for these options; for None the usual game's."""
    keys: KeyMap
    mouse: Sequence[tuple[str, str]]
    """Mouse gestures with their effects, for the help page."""
    recorded: Callable[[Canvas, RecordedPosition], Areas] | None = None
    """Draws a position of a recorded card game over the whole viewport, and returns its areas, of
    which hint and log are empty; None in games with blocks."""


class WindowParts(NamedTuple):
    """The games, guides and pages that lower packages open without knowing them."""

    uis: Mapping[str, GameUI]
    """All games by name."""
    game_uis: Mapping[str, GameUI]
    """The games for several people."""
    guides: Mapping[str, Guide]
    """F1 guides by the name of a game, or of another page of the window."""
    pages: "Mapping[str, Callable[..., Screen]]"
    """The makers of pages by name (`menu/__init__.py`)."""


class PlayContext(NamedTuple):
    """What a match gets from the window that it is played in; by default it is only drawn."""

    clock: Callable[[], float] = lambda: 0.0
    """Returns seconds, which limit the work of a frame."""
    bots: "Mapping[str, AnyBot]" = MappingProxyType({})
    """The bots from outside that the user named."""
    phones: "Callable[[], ServedTable | None]" = lambda: None
    """Returns the match as its phones show it; None if all play at this screen."""


class AppContext:
    """The state shared by all screens: viewport, games, settings and clock."""

    def __init__(
        self,
        viewport: Viewport,
        files: Files,
        parts: WindowParts,
        sound: Loudspeaker,
        settings: Settings,
    ) -> None:
        self.viewport = viewport
        self.sound = sound
        self.files = files
        self.settings = settings
        self.uis, self.game_uis, self.guides, self.pages = parts
        self.exports: list[Export] = []
        """The files being written; they go on over a change of screen."""
        self._writing = ""
        """The notice about them."""
        self.phones: Serving | None = None
        """The table on people's phones; None while all play at this screen."""
        self.clock = time.perf_counter
        self.bots: Mapping[str, AnyBot] = {}
        """The bots from outside that the user named."""
        self.push = AT_REST
        """Current deflection of the gamepads that may play."""
        self.pad_labels: Changes = UNCHANGED
        """The parts of a gamepad that texts name instead of keys, if one was used last."""
        self._unsaved: set[str] = set()
        """The fields of the settings that could not be saved yet."""
        self.notice = ""
        """The next sentence to show to the player."""

    def ui_of(self, game: str) -> GameUI:
        """Return the `GameUI` of a game; OptionFault if the window has none."""
        if game not in self.uis:
            raise OptionFault(_("{game}: it cannot be played in the window yet", game=game))
        return self.uis[game]

    def table(self, match: "Match") -> "Screen":
        """Return a screen for a match; OptionFault if its game has none."""
        screen = self.ui_of(match.game).screen
        if self.phones is not None and self.served(match) is None:
            self.phones.begin(match)
        return screen(self, match)

    def serve(self, match: "Match") -> str:
        """Begin to serve a match to phones, on this host alone; return why that fails, or ""."""
        from towersim.serve.running import Serving  # noqa: PLC0415 - an optional extra

        try:
            self.phones = Serving(match, translator, wake=_wake)
        except OptionFault as fault:
            return fault_message(fault)
        return ""

    def served(self, match: "Match") -> "ServedTable | None":
        """Return a match as its phones show it; None if all play at this screen."""
        table = None if self.phones is None else self.phones.table
        return None if table is None or table.match is not match else table

    def for_match(self, match: "Match") -> PlayContext:
        """Return what a match gets from the window."""
        return PlayContext(self.clock, self.bots, partial(self.served, match))

    @property
    def look(self) -> WindowStyle:
        """The look of the window according to the settings."""
        settings = self.settings
        return WindowStyle(
            settings.text_size / 100,
            settings.high_contrast,
            not settings.animations,
            settings.left_handed,
            {**settings.keys, **self.pad_labels},
            spoken(settings),
        )

    def change(self, settings: Settings) -> None:
        """Apply other settings, and save what differs: another window may have saved the rest."""
        before, path, fields = self.settings, self.files.settings, Settings.__struct_fields__
        saved, fault = load_settings(path)
        if settings.series is before.series:
            settings = replace(settings, series=saved.series or settings.series)
        self._unsaved |= {f for f in fields if getattr(settings, f) != getattr(before, f)}
        if fault or not path.exists():
            self._unsaved |= {*fields}
        self.settings = settings
        own = {field: getattr(settings, field) for field in self._unsaved}
        self.notice = save_settings(path, replace(saved, **own))
        if not self.notice:
            self._unsaved.clear()

    def _with_series(self, settings: Settings) -> Settings:
        """Return settings with the series as saved: another window may have gone on with it."""
        series = load_settings(self.files.settings)[0].series
        return replace(settings, series=series or settings.series)

    def alter(self, field: str, step: int = 1) -> None:
        """Give a setting its next (`step` 1) or previous (-1) value."""
        self.change(altered(self.settings, field, step))

    def toggle_sound(self) -> Message:
        """Mute or unmute all sound; return a message about it."""
        self.alter("muted")
        return _("Sound off: {key:M} turns it on again") if self.settings.muted else _("Sound on")

    def put_away(self, match: "Match") -> None:
        """Close the record of a match; a write error becomes the notice."""
        try:
            match.close()
        except RecordFault as fault:
            self.notice = fault_message(fault)

    def series_of(self, record: Path | None) -> Series | None:
        """Return the series in which the game of a record was begun, if it still goes on."""
        series = self.settings.series
        begun = record is not None and series is not None and record.name in series.begun
        return series if begun else None

    def rename(self, record: Path, fresh: Path) -> None:
        """Keep a game whose record has another name now in its series."""
        self.settings = self._with_series(self.settings)
        if self.settings.series is not None:
            series = self.settings.series.renamed(record.name, fresh.name)
            self.change(replace(self.settings, series=series))

    def count_game(self, match: "Match") -> None:
        """Add a finished match to the series in which it was begun."""
        self.settings = self._with_series(self.settings)
        record, outcome = match.record, match.outcome
        series = self.series_of(record)
        if series is None or outcome is None or record is None:
            return
        counted = series.with_game(
            record.name, [match.seats[seat].name for seat in outcome.winners]
        )
        if counted is not series:
            self.change(replace(self.settings, series=counted))

    def export(self, record: Path, to: Path, *options: str) -> None:
        """Begin to write a film or a page of a record, unless that is being done already."""
        if all(export.path != to for export in self.exports):
            self.exports.append(Export(record, to, self.look.language, *options))
            self._writing = _("Writing the file …")
        self.notice = self._writing

    def exported(self) -> Export | None:
        """Return a file that has been written or has failed, once; the notice tells how far it is.

        Another notice than that is left alone.
        """
        for export in self.exports:
            if told := export.news():
                self.exports.remove(export)
                self.notice = told
                return export
            if self.notice == self._writing and export.percent:
                told = _("Writing the file: {percent} %", percent=export.percent)
                self.notice = self._writing = told
        return None

    def new_record(self, game: str) -> Path:
        """Return an unused path for the record of a new game, and read the series again."""
        self.settings = self._with_series(self.settings)
        return fresh_path(self.files.records, game, datetime.now())


GuideKey = tuple[str, Any] | None
"""The name of a screen's F1 guide and a game's options; None: those of the screen below."""


class Screen(Protocol):
    """One page of the window."""

    overlay: bool
    """Whether the screen below stays visible."""

    @property
    def awaits_key(self) -> bool:
        """Whether the next key is to be bound, so that it is no command of the window."""

    @property
    def guide(self) -> GuideKey:
        """Its F1 guide."""

    @property
    def is_typing(self) -> bool:
        """Whether keys write text or are being rebound, so that they keep their meaning."""

    @property
    def is_animating(self) -> bool:
        """Whether something moves without input now."""

    def resize(self) -> None:
        """Lay out the screen for the context's viewport."""

    def handle(self, event: pygame.event.Event) -> "ScreenChange | None":
        """Handle an event."""

    def update(self, seconds: float) -> "ScreenChange | None":
        """Advance the screen by a time step."""

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""


class OpenScreen(NamedTuple):
    """Push a screen onto the stack."""

    screen: Screen


@dataclass(frozen=True)  # an empty NamedTuple would count as no change, as it is false
class OpenGuide:
    """Push the F1 guide of the top screen; without a match, others can be chosen there."""


class CloseScreens(NamedTuple):
    """Pop `screens` screens off the stack."""

    screens: int = 1


class ReplaceScreens(NamedTuple):
    """Replace the whole stack by one screen, with a page over it; other matches are put away."""

    screen: Screen
    page: Screen | None = None


@dataclass(frozen=True)
class Quit:
    """Close the window."""


ScreenChange = OpenScreen | OpenGuide | CloseScreens | ReplaceScreens | Quit


def _wake() -> None:
    """Wake an idle window, from any thread; one that has been closed stays so."""
    with suppress(pygame.error):
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))
