"""The application: window, main loop, and the stack of screens."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeGuard, TypeVar

import pygame
import pygame_gui
from msgspec.structs import replace

from towersim.common.errors import OptionFault, cleaned
from towersim.common.lazy_sequence import LazyMapping, imported
from towersim.common.messages import message as _
from towersim.common.whole_file import delete_abandoned
from towersim.geometry.shapes import Box
from towersim.match.record import records_dir
from towersim.rules import PRACTICE, game as rules_of
from towersim.ui import app_context, display
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.games import GAME_UIS, UIS
from towersim.ui.input.bindings import UNCHANGED, Changes, KeyCommand, command_for_key, translated
from towersim.ui.input.devices import Fingers, Gamepads, pad_labels
from towersim.ui.language import language
from towersim.ui.language.faults import fault_message
from towersim.ui.menu import PAGES
from towersim.ui.menu.menu import Menu
from towersim.ui.rulebook import OTHER_GUIDES, Guide, Page, illustrated
from towersim.ui.screens.base import SheetScreen, TableScreen
from towersim.ui.screens.pause import Pause
from towersim.ui.settings import Settings, load_settings, settings_path
from towersim.ui.sound.cues import Loudspeaker
from towersim.ui.widgets.forms import moved

if TYPE_CHECKING:
    from towersim.bots.base import AnyBot
    from towersim.match.match import Match
    from towersim.ui.screens.game import GameScreen

T = TypeVar("T")
LONGEST: Final = 0.1
"""Upper bound of a frame's time step, in seconds, so that nothing jumps after a hitch."""

CALM: Final = 1.0
"""Seconds without an event after which the window is idle, unless its screen is animating."""
IDLE: Final = 0.2
"""Longest wait for an event while idle, in seconds."""
NAP: Final = 0.02
"""Interval at which that wait polls, in seconds."""
REST: Final = 0.4
"""Interval between frames while idle, in seconds; text cursors blink."""


class App:
    """The window and its stack of screens; the top one gets events, overlays show those below."""

    def __init__(self, files: app_context.Files, size: tuple[int, int] = USUAL) -> None:
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
        # `input/devices.py` handles each finger; SDL would merge them into one mouse.
        os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
        # SDL drops a click in the frame in which the window gets the focus, unless this is on.
        os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
        display.free_pictures_at_once()
        pygame.display.init()
        display.show_at_once()
        _name_window()
        self._fonts = Fonts()
        self._windowed = size
        self.window = display.open_window(size)
        self._size = self._window_size = self.window.get_size()
        """The window's size at the last layout, and in the last frame."""
        settings, fault = _begun_with(files)
        self.context = app_context.AppContext(
            Viewport(self.window.get_size(), self._fonts),
            files,
            app_context.WindowParts(
                UIS, GAME_UIS, LazyMapping([*UIS, *OTHER_GUIDES], _guide), PAGES
            ),
            Loudspeaker(),
            settings,
        )
        self.context.notice = fault or self.context.sound.news()
        self._dress()
        self._gamepads, self._touch = Gamepads(), Fingers()
        self.screens: list[app_context.Screen] = []
        self.running = True
        self._display = (False, False)
        """Whether the window is full screen, and whether vsync is on."""
        self._quiet, self._undrawn = 0.0, 0.0
        self._turned = False
        """Whether the screen changed in this frame."""
        self._has_left = False
        """Whether a page was left in this frame, with all screens below it."""

    def show(self, screen: app_context.Screen) -> None:
        """Push a screen onto the stack."""
        self.screens.append(screen)

    def frame(self, seconds: float) -> None:
        """Handle events, update the top screen, and draw if a frame is due."""
        self._act(min(seconds, LONGEST))
        if self._has_left:
            display.free_deleted()
            self._has_left = False
        if self.running and self._due(seconds):
            self.draw()
            self.context.sound.prepare()

    def _games(self) -> "Iterator[GameScreen]":
        """Yield the screens of running matches."""
        return (screen for screen in self.screens if is_game(screen))

    @property
    def is_idle(self) -> bool:
        """Whether no event came lately and the top screen is not animating."""
        return self._quiet >= CALM and not self.screens[-1].is_animating

    def _due(self, seconds: float) -> bool:
        """Count the time since a frame was drawn; return whether the next one is due."""
        self._undrawn += seconds
        self._quiet += seconds
        if not self.is_idle or self._undrawn >= REST:
            self._undrawn = 0.0
            return True
        return False

    def _act(self, seconds: float) -> None:
        self._turned = False
        for event in pygame.event.get():
            self._quiet = 0.0
            self._tell_fault(self._take, event)
        for event in self._gamepads.give_turn(self._turn()):
            self._tell_fault(self._handle, event)
        self.context.push = self._gamepads.push(self.context.settings.pad_speed / 100)
        self.context.pad_labels = self._pad_labels()
        self._fit()
        self._serve()
        if self.running:
            self._tell_fault(lambda step: self._follow(self.screens[-1].update(step)), seconds)

    def _tell_fault(self, do: Callable[[T], None], what: T) -> None:
        """Do something; if a new game cannot be recorded, tell that: one stays where one is."""
        try:
            do(what)
        except OptionFault as fault:
            self.context.notice = told = fault_message(fault)
            if isinstance(self.screens[-1], Pause):
                self._close(1)
            for game in self._games():
                game.say(told, 9.0)

    def _serve(self) -> None:
        """Do what phones have asked for; let them go once no screen shows their table."""
        phones = self.context.phones
        if phones is None:
            return
        if any(game.match is phones.table.match for game in self._games()):
            phones.step()
        else:
            phones.stop()
            self.context.phones = None

    def _take(self, event: pygame.event.Event) -> None:
        """Handle an event after translating it to mouse events and default keys."""
        top = self.screens[-1]
        on_page = not isinstance(top, TableScreen)
        carrying = isinstance(top, TableScreen) and top.is_carrying
        for one in self._touch.events(event, self._size, self._is_button, carrying=carrying):
            for usual in self._gamepads.keys(self._usual_key(one), on_page=on_page):
                self._handle(moved(usual, self.context.viewport.scale))

    def _is_button(self, at: pygame.Vector2) -> bool:
        top = self.screens[-1]
        return isinstance(top, TableScreen) and top.form.is_over(at * self.context.viewport.scale)

    def _turn(self) -> int | None:
        """Return the index of the person whose own gamepad may play; None: every gamepad may."""
        top = self.screens[-1]
        if not (self.context.settings.own_pads and is_game(top)):
            return None
        persons = [seat for seat, one in enumerate(top.match.seats) if one.is_person]
        return persons.index(top.play.seat) if top.play.is_human_turn else None

    def _pad_labels(self) -> Changes:
        """Return the labels of a gamepad that was used last, except for pages that list keys."""
        tables = (one.keys for one in reversed(self.screens) if isinstance(one, TableScreen))
        if not self._gamepads.is_last or type(self.screens[-1]) is PAGES["rules"]:
            return UNCHANGED
        return pad_labels(next(tables, ()))

    def _usual_key(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return the event of a rebound key as its default key's, except while typing."""
        top = self.screens[-1]
        if top.is_typing:
            return event
        return translated(event, self.context.settings.keys, playing=is_game(top))

    def draw(self) -> None:
        """Draw the visible screens."""
        viewport = self.context.viewport
        is_fit = viewport.size == self.window.get_size()
        target = self.window if is_fit else pygame.Surface(viewport.size)
        for screen in self._visible():
            screen.draw(Canvas(target, viewport))
        if not is_fit:
            pygame.transform.smoothscale(target, self.window.get_size(), self.window)
        pygame.display.flip()

    def run(self) -> None:
        """Run the main loop until the window is closed."""
        clock = pygame.time.Clock()
        self.frame(0.0)
        importing = Thread(target=self._import_pages)
        importing.start()
        try:
            while self.running:
                if self.is_idle:
                    self._rest()
                self.frame(clock.tick(self.context.settings.frame_limit) / 1000)
        finally:
            # No import may go on while the interpreter ends: some register what is done then.
            importing.join()

    def _import_pages(self) -> None:
        """Import and read what the first frame did without, for which a click would wait."""
        for game in (self.context.settings.game, PRACTICE.name):
            self.context.ui_of(game)
        imported("towersim.bots.outside.installed_bots")()
        for name in PAGES:
            PAGES[name]
        imported("towersim.files.challengefile.all_challenges")()
        # Objects loaded so far live as long as the window; freezing them shortens collections.
        gc.freeze()

    def _rest(self) -> None:
        """Wait for an event, at most `IDLE`; SDL's own wait would poll every millisecond."""
        for _look in range(round(IDLE / NAP)):
            if pygame.event.peek():
                return
            pygame.time.wait(round(NAP * 1000))

    def close(self) -> None:
        """Close the records of open games and the window; return once all files are written."""
        self.context.notice = ""
        for game in self._games():
            game.put_away()
            _tell(self.context.notice)
        if self.context.phones is not None:
            self.context.phones.close()
        self.context.sound.close()
        self._gamepads.close()
        pygame.quit()
        for export in self.context.exports:
            if not (told := export.news()):
                _tell(_("Writing the file …"))
            _tell(told or export.result())

    def _handle(self, event: pygame.event.Event) -> None:
        is_key = event.type == pygame.KEYDOWN and not self.screens[-1].awaits_key
        command = command_for_key(event.key) if is_key else None
        if event.type == pygame.QUIT:
            self.running = False
        elif command is KeyCommand.FULL_SCREEN:
            settings = self.context.settings
            self.context.change(replace(settings, full_screen=not settings.full_screen))
        elif event.type == pygame.DROPFILE and type(self.screens[-1]) is not PAGES["friends"]:
            self._follow(app_context.OpenScreen(PAGES["friends"](self.context, sent=event.file)))
        elif event.type == pygame.TEXTINPUT and self._turned:
            # The key that opened a page also sends TEXTINPUT; the page's field must not get it.
            return
        elif command is KeyCommand.RULES and type(self.screens[-1]) is not PAGES["rules"]:
            self._follow(app_context.OpenGuide())
        elif self.running:
            if event.type == pygame_gui.UI_BUTTON_PRESSED:
                self.context.sound.click(self.context.settings)
            self._follow(self.screens[-1].handle(event))

    def _follow(self, change: app_context.ScreenChange | None) -> None:
        if change is not None:
            pygame.mouse.set_visible(True)
            self._turned = True
        match change:
            case app_context.Quit():
                self.running = False
            case app_context.OpenScreen(screen):
                # A covered screen gets no key-up and no mouse-leave events.
                self.screens[-1].handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
                self.screens.append(screen)
            case app_context.OpenGuide():
                guide = next((one.guide for one in reversed(self.screens) if one.guide), None)
                page = PAGES["rules"](self.context, guide, choose=not any(self._games()))
                self._follow(app_context.OpenScreen(page))
            case app_context.CloseScreens(screens):
                self._close(screens)
            case app_context.ReplaceScreens(screen, page):
                self._replace_screens([screen, *([page] if page else [])])

    def _replace_screens(self, screens: list[app_context.Screen]) -> None:
        """Replace all screens, and put the games away that are not among them."""
        for game in self._games():
            if game is not screens[0]:
                game.put_away()
        # A retry, which leaves no page, must not wait.
        self._has_left = not isinstance(self.screens[-1], TableScreen)
        self.screens[:] = screens
        if screens[1:]:
            self._lay_out()  # what was covered, as by a curtain, may be out of date

    def _close(self, screens: int) -> None:
        """Close the topmost screens; the page below ignores the second click of a double click."""
        del self.screens[-screens:]
        top: Any = self.screens[-1] if self.screens else None
        focused = top.form.focused if isinstance(top, TableScreen) else None
        self._lay_out()
        if isinstance(top, TableScreen):
            top.form.focus_on(focused)
        elif isinstance(top, SheetScreen):
            top.guard()

    def _change_display(self, *, full: bool, in_step: bool) -> None:
        """Switch between full screen and window, and turn vsync on or off."""
        was_full, was_in_step = self._display
        self._display = full, in_step
        if not was_full:
            self._windowed = self.window.get_size()
        if in_step != was_in_step:
            try:
                display.connect(in_step=in_step)
            except pygame.error as fault:
                self.context.notice = _(
                    "The window cannot wait for the monitor here: {fault}", fault=str(fault)
                )
            _name_window()
        if full:
            self.window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        elif was_full and in_step == was_in_step:
            self.window = display.leave_full_screen(self._windowed)
        else:
            self.window = display.open_window(self._windowed)

    def _dress(self) -> None:
        """Create a new viewport for the window's size and the player's look, if need be."""
        look, viewport = self.context.look, self.context.viewport
        if (self._size, look._replace(keys=viewport.look.keys)) == (viewport.size, viewport.look):
            # Other labels of keys change no picture.
            viewport.look, self._fonts.language = look, self._fonts.language.with_keys(look.keys)
            return
        spoken = self._fonts.language
        if (look.language, look.keys) != (spoken.code, spoken.keys):
            self._fonts = Fonts(language=language(look.language).with_keys(look.keys))
        self.context.viewport = Viewport(self._size, self._fonts, look)
        viewport.release()  # `gc.freeze` may have kept a form that still has it

    def _fit(self) -> None:
        """Apply a new window size and changed display settings."""
        settings = self.context.settings
        wished = settings.full_screen, settings.vsync
        if wished != self._display:
            self._change_display(full=wished[0], in_step=wished[1])
        self.window = pygame.display.get_surface() or self.window
        size, look = self.window.get_size(), self.context.look
        was, self._window_size = self._window_size, size
        if size != was:
            return  # while its edge is dragged, the last layout is drawn at the window's size
        if (size, look) != (self._size, self.context.viewport.look):
            self._size = size
            self._dress()
            self._lay_out()

    def _visible(self) -> Sequence[app_context.Screen]:
        """Return the top screen, after the screens below it as far as overlays show them."""
        first = len(self.screens) - 1
        while self.screens[first].overlay:
            first -= 1
        return self.screens[first:]

    def _lay_out(self) -> None:
        """Lay out the visible screens; the others are when what covers them closes."""
        for screen in self._visible():
            screen.resize()


def is_game(screen: Any) -> "TypeGuard[GameScreen]":  # noqa: ANN401 - any object may be asked
    """Return whether a screen is that of a running match; this imports no game."""
    return isinstance(screen, TableScreen) and screen.is_game


def _begun_with(files: app_context.Files) -> tuple[Settings, str]:
    """Return the saved settings and why they could not be read; delete what was half written."""
    for folder in (files.settings.parent, files.records):
        delete_abandoned(folder)
    settings, fault = load_settings(files.settings)
    known = settings.game if settings.game in GAME_UIS else next(iter(GAME_UIS))
    return replace(settings, game=known), fault


def _tell(what: str) -> None:
    """Write a notice to the terminal, unless it is empty."""
    if what:
        sys.stderr.write(f"towersim: {cleaned(what)}\n")


def _guide(name: str) -> Guide:
    """Return the guide to a game or to another screen."""
    if name in OTHER_GUIDES:
        return OTHER_GUIDES[name]
    ui, rules = UIS[name], rules_of(name)

    def pages(options: Any) -> tuple[Page, ...]:  # noqa: ANN401 - of any game
        return illustrated(rules.pages(options), *ui.pictures(options))

    return Guide(rules.title, pages, ui.keys, ui.mouse)


def _name_window() -> None:
    """Set the window's title and icon (a red cube) before it is opened."""
    pygame.display.set_caption("towersim")
    pygame.display.set_icon(Sprites(painted(Box(0.02, 0.02))).picture("red", 2800.0, 0.0))


def run(
    match: "Match | None" = None,
    *,
    on_top: Callable[[app_context.AppContext], app_context.Screen] | None = None,
    bots: "Mapping[str, AnyBot] | None" = None,
    size: tuple[int, int] = USUAL,
) -> None:
    """Open the window on the menu, or on a match, and return when it is closed.

    `on_top` creates a screen to show first; closing it leads back to the menu or match.
    """
    pygame.display.init()
    screen, *_ = pygame.display.get_desktop_sizes()
    fitting = min(size[0], screen[0]), min(size[1], screen[1])
    app = App(app_context.Files(settings_path(), records_dir()), fitting)
    app.context.bots = bots or {}
    app.show(Menu(app.context) if match is None else app.context.table(match))
    if on_top is not None:
        app.show(on_top(app.context))
    try:
        app.run()
    finally:
        app.close()
