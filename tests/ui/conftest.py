"""Fixtures of the window's tests: no display, and caches of paintings shared by all tests."""

import os
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from pathlib import Path
from threading import current_thread, main_thread
from types import SimpleNamespace
from typing import Any

import pygame
import pygame_gui
import pytest
from pygame._sdl2 import controller
from pygame_gui.core import UIAppearanceTheme, gui_font_pygame

from tests.ui.pilot import Pilot, window
from tests.ui.same_process import Idle, SameProcess
from towersim.match.match import Match
from towersim.ui import app_context, background
from towersim.ui.drawing import sprites
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport
from towersim.ui.sound.cues import Cue, Loudspeaker


class Pictures:
    """A cache of painted surfaces, keyed by everything they depend on."""

    def __init__(self, most: int) -> None:
        self.most = most
        """Capacity in pixels of four bytes; what is not used while it fills again is dropped."""
        self._painted: dict[Hashable, pygame.Surface] = {}
        self._older: dict[Hashable, pygame.Surface] = {}
        self._pixels = 0

    def kept(self, known: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the cached surface for a key; `make` paints it if it is missing."""
        # A thread paints, too: what was found here may be gone from the cache when it is returned.
        if (picture := self._painted.get(known)) is None:
            if self._pixels > self.most:
                self._painted, self._older, self._pixels = {}, self._painted, 0
            if (picture := self._older.get(known)) is None:
                picture = make()
            self._painted[known] = picture
            self._pixels += picture.get_width() * picture.get_height()
        return picture

    @property
    def cached(self) -> Callable[..., pygame.Surface]:
        """Return a replacement of `Viewport.cached` that keeps its pictures here."""
        return lambda viewport, key, make: self.kept((viewport.size, str(viewport.look), key), make)


PICTURES = Pictures(40_000_000)
faces = {name: lru_cache(200)(getattr(sprites, name)) for name in ("piece_face", "painted_face")}
fonts_read: dict[Hashable, pygame.font.Font] = {}
open_font = Fonts.font
themes: dict[str, UIAppearanceTheme] = {}
create_theme = pygame_gui.UIManager.create_new_theme


def theme(manager: Any, look: dict[str, Any]) -> UIAppearanceTheme:
    """Return the theme for theme data, cached."""
    if (key := str(look)) in themes:
        manager.resource_loader.num_loading_threads = 0
    else:
        themes[key] = create_theme(manager, look)
    return themes[key]


def quit_all_but_fonts() -> None:
    """Quit pygame's modules except fonts, which would have to be loaded again."""
    pygame.event.clear()
    if pygame.mixer.get_init():
        pygame.mixer.stop()
    pygame.mixer.quit()
    pygame.display.quit()


def font(fonts: Fonts, size: int, *, bold: bool = False, name: str = "") -> pygame.font.Font:
    """Return a font, cached."""
    known = (fonts._first, name or fonts._first, size, bold)
    if known not in fonts_read:
        fonts_read[known] = open_font(fonts, size, bold=bold, name=name)
    return fonts_read[known]


@pytest.fixture(autouse=True, scope="session")
def workers() -> Iterator[None]:
    """Replace the window's processes: one works when it was asked for some frames, one never."""
    for worker, made in ((background.worker, SameProcess(20)), (background.slow_worker, Idle())):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(background, "BackgroundWorker", lambda made=made: made)
            worker.cache_clear()
            worker()
    yield
    background.worker.cache_clear()
    background.slow_worker.cache_clear()


@pytest.fixture(autouse=True, scope="session")
def pictures() -> Iterator[None]:
    """Cache paintings, fonts and themes for the whole test run, and do not wait for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Viewport, "cached", PICTURES.cached)
        patch.setattr(Fonts, "font", font)
        patch.setattr(gui_font_pygame, "Font", lru_cache(100)(pygame.font.Font))
        for name, face in faces.items():
            patch.setattr(sprites, name, face)
        patch.setattr(pygame_gui.UIManager, "create_new_theme", theme)
        patch.setattr(pygame, "quit", quit_all_but_fonts)
        patch.setattr(controller, "quit", lambda: None)  # its next start reads 700 kB of names
        patch.setattr(os, "fsync", lambda _file: None)
        yield


@pytest.fixture
def match() -> Match | None:
    """Return the match on which `pilot` opens; None for the menu. Modules override it."""
    return None


@pytest.fixture
def pilot(tmp_path: Path, match: Match | None) -> Iterator[Pilot]:
    """Open the window."""
    with window(tmp_path, match=match) as opened:
        yield opened


class Exports(list[Any]):
    """Exports without their process: each has been written as soon as `news` says so."""

    news = "done"

    def export(self, record: Path, to: Path, language: str, *options: str) -> SimpleNamespace:
        """Stand in for `Export`."""
        tells = {"news": lambda: self.news, "close": lambda: None, "is_saved": True, "percent": 0}
        given = {"record": record, "path": to, "language": language, "options": options}
        self.append(made := SimpleNamespace(**tells, **given))
        return made


@pytest.fixture
def exports(monkeypatch: pytest.MonkeyPatch) -> Exports:
    """Collect the exports that are asked for."""
    collected = Exports()
    monkeypatch.setattr(app_context, "Export", collected.export)
    return collected


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Cue, float]]:
    """Collect the cues that loudspeakers get, each with its volume."""
    collected: list[tuple[Cue, float]] = []
    play = lambda _, cues, volume: collected.extend((cue, volume) for cue in cues)  # noqa: E731
    monkeypatch.setattr(Loudspeaker, "play", play)
    return collected


def in_frame() -> bool:
    """Return whether texts are drawn in a frame: threads that paint thumbnails outlive windows."""
    return current_thread() is main_thread()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect all texts that the test draws, in the language in which they are drawn."""
    seen: list[str] = []
    text = Fonts.text

    def noted(fonts: Fonts, label: str, *style: Any, **more: Any) -> pygame.Surface:
        if in_frame():
            seen.append(fonts.language.say(label))
        return text(fonts, label, *style, **more)

    monkeypatch.setattr(Viewport, "cached", Pictures(40_000_000).cached)
    monkeypatch.setattr(Fonts, "text", noted)
    return seen


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Collect the height of each text drawn, in pixels, by the text in its language."""
    seen: dict[str, int] = {}
    draw = Fonts.text

    def noted(fonts: Fonts, text: str, size: int, *style: Any, **more: Any) -> pygame.Surface:
        if in_frame():
            seen[fonts.language.say(text)] = size
        return draw(fonts, text, size, *style, **more)

    monkeypatch.setattr(Fonts, "text", noted)
    return seen
