"""Text as surfaces, each drawn once; what one font lacks another one draws."""

from collections.abc import Callable
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import groupby
from typing import Final, TypeVar

import pygame

from towersim.ui.language import ENGLISH, Language

Colour = tuple[int, int, int]

LATIN: Final = "NotoSans"
DISPLAY: Final = "FredokaOne"
"""Titles and numerals; the package font-fredoka-one has it, under the SIL Open Font License."""
HINTED: Final = 20
"""Titles and numerals that are smaller, in pixels, are drawn without hinting."""
OTHERS: Final = ("NotoSansJP", "NotoSansSC", "NotoSansKR", "NotoSansHebrew", "NotoSansArabic")
"""Where a character is looked for that Latin, Greek and Cyrillic do not have."""
MORE: Final = (
    "NotoEmoji",
    "NotoSansSymbols",
    "NotoSansArmenian",
    "NotoSansGeorgian",
    "NotoSansThai",
    "NotoSansDevanagari",
)
"""Then here: the package manimgx-fonts has them, under the SIL Open Font License; none is bold."""
UNKNOWN: Final = "•"
"""Drawn for a character that no font has."""
SKIN_TONES: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""Of the character before them, drawn as nothing."""

NOBODYS: Final = "\U000f0000"
"""A character for private use, which no font has."""
_MOST: Final = 600
"""Texts of which the pictures, and of which the widths, are remembered."""
_K = TypeVar("_K")
_V = TypeVar("_V")


class Fonts:
    """Text as surfaces, each drawn once, messages in the player's language; sizes in pixels."""

    def __init__(self, first: str = LATIN, language: Language = ENGLISH) -> None:
        """Draw with the `first` font what it has."""
        pygame.font.init()
        self.language = language
        self._first = first
        self._fonts: dict[tuple[str, int, bool], pygame.font.Font] = {}
        self._drawn: dict[tuple[str, int, Colour, bool], pygame.Surface] = {}
        self._cut: dict[tuple[str, int, int, bool], str] = {}
        self._widths: dict[tuple[str, int, bool], int] = {}
        self._balanced: dict[tuple[str, int, int, bool], list[str]] = {}
        self._homes: dict[str, str] = {}

    @cached_property
    def titles(self) -> "Fonts":
        """The same for titles and numerals, in a typeface made for display."""
        return Fonts(DISPLAY, self.language)

    def font(self, size: int, *, bold: bool = False, name: str = "") -> pygame.font.Font:
        """Return the font of that size in pixels; without a name, the first."""
        name = name or self._first
        key = (name, size, bold)
        if key not in self._fonts:
            with resources.as_file(_file(name, bold=bold)) as path:
                self._fonts[key] = pygame.font.Font(path, size)
        return self._fonts[key]

    def text(self, words: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        """Return one line of text; the surface is shared, so only ever blit it."""
        words = self.language.say(words)
        key = (words, size, colour, bold)
        return _kept(self._drawn, key, lambda: self._painted(words, size, colour, bold=bold))

    def width(self, words: str, size: int, *, bold: bool = False) -> int:
        """Return how wide a line of text is, in pixels."""
        words = self.language.say(words)
        key = (words, size, bold)
        return _kept(self._widths, key, lambda: self._measured(words, size, bold=bold))

    def needs_others(self, words: str) -> bool:
        """Return whether a line of text has signs that the first font lacks."""
        return any(name != self._first for name, _ in self._runs(words))

    def wrapped(self, words: str, size: int, width: int, *, bold: bool = False) -> list[str]:
        """Return the text broken into lines no wider than `width` pixels."""
        lines = [""]
        for word in self.language.say(words).split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, size, bold=bold) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def balanced(self, words: str, size: int, width: int, *, bold: bool = False) -> list[str]:
        """Return the text broken into as few lines as `width` pixels allow, all about as long."""
        words = self.language.say(words)
        key = (words, size, width, bold)
        return _kept(self._balanced, key, lambda: self._evened(words, size, width, bold=bold))

    def _evened(self, words: str, size: int, width: int, *, bold: bool) -> list[str]:
        even = found = self.wrapped(words, size, width, bold=bold)
        while len(found) == len(even) > 1 and width > 0:
            even, width = found, width - size // 2
            found = self.wrapped(words, size, width, bold=bold)
        return even

    def fitting(
        self,
        words: str,
        sizes: tuple[int, int],
        room: tuple[int | None, int],
        *,
        bold: bool = False,
    ) -> int:
        """Return the largest size that fits into a room, of all from the least to the most.

        The room is a width and a height in pixels; the least size is returned if none fits.
        """
        least, most = sizes
        width, height = room
        words = self.language.say(words)
        for size in range(most, least, -1):
            tall = self.font(size, bold=bold).get_height() <= height
            if tall and (width is None or self.width(words, size, bold=bold) <= width):
                return size
        return least

    def cut(self, words: str, size: int, width: int, *, bold: bool = False) -> str:
        """Return the text, or as much of it as fits into `width` pixels before an ellipsis."""
        words = self.language.say(words)
        key = (words, size, width, bold)
        return _kept(self._cut, key, lambda: self._shortened(words, size, width, bold=bold))

    def _shortened(self, words: str, size: int, width: int, *, bold: bool) -> str:
        shown, left = words, len(words)
        while left and self.width(shown, size, bold=bold) > width:
            left -= 1
            shown = f"{words[:left].rstrip()}…"
        return shown

    def _measured(self, words: str, size: int, *, bold: bool) -> int:
        runs = self._runs(words)
        return sum(self.font(size, bold=bold, name=name).size(run)[0] for name, run in runs)

    def _painted(self, words: str, size: int, colour: Colour, *, bold: bool) -> pygame.Surface:
        parts = [
            self._part(run, size, colour, bold=bold, name=name) for name, run in self._runs(words)
        ]
        if len(parts) == 1:
            return parts[0]
        # All fonts of a size are set on the line of the first one.
        base = self.font(size, bold=bold).get_ascent()
        tall = self.font(size, bold=bold).get_height()
        line = pygame.Surface((sum(part.get_width() for part in parts), tall), pygame.SRCALPHA)
        x = 0
        for part, (name, _) in zip(parts, self._runs(words), strict=True):
            line.blit(part, (x, base - self.font(size, bold=bold, name=name).get_ascent()))
            x += part.get_width()
        return line

    def _part(
        self, run: str, size: int, colour: Colour, *, bold: bool, name: str
    ) -> pygame.Surface:
        """Return text in one font; small numerals are scaled down, as hinting spaces them badly."""
        font = self.font(size, bold=bold, name=name)
        if name != DISPLAY or size >= HINTED:
            return font.render(run, True, colour)  # noqa: FBT003 - pygame's
        large = self.font(4 * size, bold=bold, name=name).render(run, True, colour)  # noqa: FBT003
        return pygame.transform.smoothscale(large, font.size(run))

    def _runs(self, words: str) -> list[tuple[str, str]]:
        """Return the text in parts that one font can draw, each with the font's name."""
        if words.isascii():
            return [(self._first, words)]
        drawn = [self._drawable(sign) for sign in words if self._is_seen(sign)]
        runs = groupby(drawn, key=lambda pair: pair[0])
        return [(name, "".join(s for _, s in run)) for name, run in runs] or [(self._first, "")]

    def _is_seen(self, sign: str) -> bool:
        """Return whether a character is drawn at all: joiners and marks of direction are not."""
        return sign not in SKIN_TONES and self.font(24, name=LATIN).size(sign)[0] > 0

    def _drawable(self, sign: str) -> tuple[str, str]:
        """Return the font that has a character, and the character or what stands for it."""
        if sign not in self._homes:
            names = (self._first, LATIN, *OTHERS, *MORE)
            self._homes[sign] = next((name for name in names if self._has(name, sign)), "")
        home = self._homes[sign]
        return (home, sign) if home else (LATIN, UNKNOWN)

    def _has(self, name: str, sign: str) -> bool:
        """Return whether a font has a character: it draws all that it lacks in the same way."""
        font = self.font(24, name=name)
        drawn, missing = (
            pygame.image.tobytes(font.render(one, False, (0, 0, 0)), "RGBA")  # noqa: FBT003 - pygame's
            for one in (sign, NOBODYS)
        )
        return drawn != missing


def _file(name: str, *, bold: bool) -> Traversable:
    """Return the file of a font."""
    if name in MORE:
        return resources.files("manimgx_fonts") / f"{name}[wght].ttf"
    display = name == DISPLAY
    package, folder = ("font_fredoka_one", "files") if display else ("pygame_gui", "data")
    stem = f"{name}-{'Bold' if bold and not display else 'Regular'}"
    files = (resources.files(package) / folder / f"{stem}.{kind}" for kind in ("ttf", "otf"))
    return next(file for file in files if file.is_file())


def _kept(known: dict[_K, _V], key: _K, make: Callable[[], _V]) -> _V:
    """Return what was made for a key; once there are too many, all are forgotten."""
    if key not in known:
        if len(known) >= _MOST:
            known.clear()
        known[key] = make()
    return known[key]
