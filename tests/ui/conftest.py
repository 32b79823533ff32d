"""Fixtures of the window's tests: no display, and caches of paintings shared by all tests."""

import os
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame
import pygame_gui
import pytest
from pygame_gui.core import UIAppearanceTheme
from pygame_gui.core.gui_font_pygame import GUIFontPygame
from pygame_gui.core.surface_cache import SurfaceCache

from tests.ui.pilot import Pilot, window
from tests.ui.same_process import Idle, SameProcess
from towersim.match.match import Match
from towersim.ui import background
from towersim.ui.drawing import sprites
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


class Pictures:
    """A cache of painted surfaces, keyed by everything they depend on."""

    def __init__(self, most: int) -> None:
        self.most = most
        """Capacity in pixels of four bytes; a full cache is emptied."""
        self._painted: dict[Hashable, pygame.Surface] = {}
        self._pixels = 0

    def kept(self, known: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the cached surface for a key; `make` paints it if it is missing."""
        # A thread paints, too: what was found here may be gone from the cache when it is returned.
        if (picture := self._painted.get(known)) is None:
            if self._pixels > self.most:
                self._painted, self._pixels = {}, 0
            picture = self._painted[known] = make()
            self._pixels += picture.get_width() * picture.get_height()
        return picture

    @property
    def cached(self) -> Callable[..., pygame.Surface]:
        """Return a replacement of `Viewport.cached` that keeps its pictures here."""
        return lambda viewport, key, make: self.kept((viewport.size, str(viewport.look), key), make)

    def get(self, known: Hashable) -> pygame.Surface | None:
        """Return the cached surface for a key, or None."""
        return self._painted.get(known)


class Shapes(SurfaceCache):
    """A cache of button backgrounds, which depend only on their names."""

    def __init__(self) -> None:
        self._known = Pictures(10_000_000)

    def add_surface_to_cache(self, surface: pygame.Surface, string_id: str) -> None:
        """Add a background to the cache."""
        self._known.kept(string_id, lambda: surface)

    def find_surface_in_cache(self, lookup_id: str) -> pygame.Surface | None:
        """Return a cached background, or None."""
        return self._known.get(lookup_id)

    def remove_user_from_cache_item(self, string_id: str) -> None:
        """Keep unused backgrounds."""

    def update(self) -> None:
        """Do nothing."""


class Themes:
    """A cache of pygame_gui's themes, which depend only on the theme data."""

    def __init__(self) -> None:
        self._read: dict[str, UIAppearanceTheme] = {}
        self._create = pygame_gui.UIManager.create_new_theme
        self._shapes = Shapes()

    def create(self, manager: Any, look: dict[str, Any]) -> UIAppearanceTheme:
        """Return the theme for theme data, created on first use."""
        key = str(look)
        if key in self._read:
            manager.resource_loader.num_loading_threads = 0
        else:
            self._read[key] = self._create(manager, look)
            self._read[key].shape_cache = self._shapes
        return self._read[key]


PICTURES, THEMES = Pictures(40_000_000), Themes()
get_rect = lru_cache(20_000)(GUIFontPygame.get_rect)
paint, has, measure = Fonts._painted, Fonts._has, Fonts._measured
face = lru_cache(200)(sprites.piece_face)
glyphs: dict[tuple[str, str], bool] = {}
widths: dict[Hashable, int] = {}
fonts_read: dict[Hashable, pygame.font.Font] = {}
open_font = Fonts.font


def quit_all_but_fonts() -> None:
    """Quit pygame's modules except fonts, which would have to be loaded again."""
    pygame.event.clear()
    if pygame.mixer.get_init():
        pygame.mixer.stop()
    pygame.mixer.quit()
    pygame.joystick.quit()
    pygame.display.quit()


def measured(fonts: Fonts, text: str, size: int, *, bold: bool) -> int:
    """Return the width of a text in pixels, cached."""
    known = (fonts._first, text, size, bold)
    if known not in widths:
        widths[known] = measure(fonts, text, size, bold=bold)
    return widths[known]


def font(fonts: Fonts, size: int, *, bold: bool = False, name: str = "") -> pygame.font.Font:
    """Return a font, cached."""
    known = (fonts._first, name or fonts._first, size, bold)
    if known not in fonts_read:
        fonts_read[known] = open_font(fonts, size, bold=bold, name=name)
    return fonts_read[known]


def has_glyph(fonts: Fonts, name: str, sign: str) -> bool:
    """Return whether a font has a glyph, cached."""
    if (name, sign) not in glyphs:
        glyphs[name, sign] = has(fonts, name, sign)
    return glyphs[name, sign]


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
    """Cache paintings, fonts and themes for the whole test run."""

    def painted(
        fonts: Fonts, text: str, size: int, colour: tuple[int, int, int], *, bold: bool
    ) -> pygame.Surface:
        known = (fonts._first, tuple(fonts.runs(text)), size, colour, bold)
        return PICTURES.kept(known, lambda: paint(fonts, text, size, colour, bold=bold))

    def create(manager: pygame_gui.UIManager, look: dict[str, Any]) -> UIAppearanceTheme:
        return THEMES.create(manager, look)

    def rect(font: GUIFontPygame, text: str) -> pygame.Rect:
        return get_rect(font, text).copy()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Viewport, "cached", PICTURES.cached)
        patch.setattr(Fonts, "_painted", painted)
        patch.setattr(Fonts, "_measured", measured)
        patch.setattr(Fonts, "font", font)
        patch.setattr(Fonts, "_has", has_glyph)
        patch.setattr(sprites, "piece_face", face)
        patch.setattr(pygame_gui.UIManager, "create_new_theme", create)
        patch.setattr(GUIFontPygame, "get_rect", rect)
        patch.setattr(pygame, "quit", quit_all_but_fonts)
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


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect all texts that the test draws, in the language in which they are drawn."""
    seen: list[str] = []
    text = Fonts.text

    def noted(fonts: Fonts, label: str, *style: Any, **more: Any) -> pygame.Surface:
        seen.append(fonts.language.say(label))
        return text(fonts, label, *style, **more)

    monkeypatch.setattr(Viewport, "cached", Pictures(40_000_000).cached)
    monkeypatch.setattr(Fonts, "text", noted)
    return seen
