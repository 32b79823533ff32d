"""Font rendering with a cache and fallback fonts."""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import accumulate, groupby
from typing import Final

import pygame

from towersim.ui.language import ENGLISH, Language

Colour = tuple[int, int, int]

RIGHT_TO_LEFT: Final = {"NotoSansHebrew": "Hebr", "NotoSansArabic": "Arab"}
"""The script of each font whose letters run from right to left."""
WORD: Final = re.compile(r"(?:\d(?:[\d.,]*\d)? )?[\S\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+")
"""What a line break does not divide, where it fits: a word with the number before it."""
LATIN: Final = "NotoSans"
DISPLAY: Final = "FredokaOne"
"""For titles and numerals; from the package font-fredoka-one, under the SIL Open Font License."""
HINTED: Final = 20
"""Minimum size of hinted titles and numerals, in pixels."""
OTHERS: Final = ("NotoSansJP", "NotoSansSC", "NotoSansKR", "NotoSansHebrew", "NotoSansArabic")
"""Fallback fonts for characters beyond Latin, Greek and Cyrillic."""
MORE: Final = (
    "NotoEmoji",
    "NotoSansSymbols",
    "NotoSansArmenian",
    "NotoSansGeorgian",
    "NotoSansThai",
    "NotoSansDevanagari",
)
"""Last fallbacks; from the package manimgx-fonts, under the SIL Open Font License; none is bold."""
UNKNOWN: Final = "•"
"""Replacement for a character that no font has."""
SKIN_TONES: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""Emoji modifiers, which are not drawn."""

NOBODYS: Final = "\U000f0000"
"""A private-use character that no font has."""
_MOST: Final = 600
"""Capacity of each cache of lines and widths, in entries."""
_PICTURES: Final = 200
"""Capacity of the cache of pictures, at 1920×1080 of 40 kB each; a page has up to 108."""


class Fonts:
    """A cache of rendered text in the player's language; sizes in pixels."""

    def __init__(self, first: str = LATIN, language: Language = ENGLISH) -> None:
        pygame.font.init()
        self.language = language
        self._first = first
        self._fonts: dict[tuple[str, int, bool], pygame.font.Font] = {}
        self._drawn = lru_cache(_PICTURES)(self._painted)
        self._cut = lru_cache(_MOST)(self._shortened)
        self._widths = lru_cache(_MOST)(self._measured)
        self._wrapped = lru_cache(_MOST)(self._broken)
        self._balanced = lru_cache(_MOST)(self._evened)
        # The minus sign of Noto Sans looks like its hyphen.
        self._homes: dict[str, str] = {"−": OTHERS[0]} if first == LATIN else {}

    @cached_property
    def titles(self) -> "Fonts":
        """The fonts for titles and numerals, in the display typeface."""
        return Fonts(DISPLAY, self.language)

    def font(self, size: int, *, bold: bool = False, name: str = "") -> pygame.font.Font:
        """Return a font by size in pixels and name; without a name, the first font."""
        name = name or self._first
        # The display typeface is heavy; other letters in a title are bold beside it.
        bold = bold or (self._first == DISPLAY and name == LATIN)
        key = (name, size, bold)
        if key not in self._fonts:
            with resources.as_file(_file(name, bold=bold)) as path:
                self._fonts[key] = pygame.font.Font(path, size)
            if name in RIGHT_TO_LEFT:
                self._fonts[key].set_direction(pygame.DIRECTION_RTL)
                self._fonts[key].set_script(RIGHT_TO_LEFT[name])
        return self._fonts[key]

    def text(self, text: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        """Return one line of text; the surface is shared, so never modify it."""
        return self._drawn(self._line(text), size, colour, bold=bold)

    def width(self, text: str, size: int, *, bold: bool = False) -> int:
        """Return the width of a line of text, in pixels."""
        return self._widths(self._line(text), size, bold=bold)

    def _line(self, text: str) -> str:
        return self.language.say(text).replace("\n", " ")  # as in the name of a file

    def wrapped(self, text: str, size: int, width: int, *, bold: bool = False) -> list[str]:
        """Return the text wrapped to lines at most `width` pixels wide; do not modify the list."""
        return self._wrapped(self.language.say(text), size, width, bold=bold)

    def _broken(self, text: str, size: int, width: int, *, bold: bool) -> list[str]:
        lines = [""]
        for group in WORD.findall(text):
            is_wide = " " in group and self.width(group, size, bold=bold) > width
            for word in group.split(" ") if is_wide else [group]:
                longer = f"{lines[-1]} {word}".strip()
                if lines[-1] and self.width(longer, size, bold=bold) > width:
                    lines.append(word)
                else:
                    lines[-1] = longer
        return lines

    def balanced(self, text: str, size: int, width: int, *, bold: bool = False) -> list[str]:
        """Return the text wrapped to as few lines as fit `width` pixels, of similar length."""
        return self._balanced(self.language.say(text), size, width, bold=bold)

    def _evened(self, text: str, size: int, width: int, *, bold: bool) -> list[str]:
        even = lines = self.wrapped(text, size, width, bold=bold)
        while len(lines) == len(even) > 1 and width > 0:
            even, width = lines, width - size // 2
            lines = self.wrapped(text, size, width, bold=bold)
        return even

    def halves(
        self, text: str, size: int, width: int, *, bold: bool, inside: bool
    ) -> tuple[str, str] | None:
        """Return the text in two lines of `width` pixels, as even as possible; None if none fit.

        The break is after a space or a hyphen, or `inside` a word.
        """
        places = (at for at in range(1, len(text)) if inside or text[at - 1] in " -")
        for at in sorted(places, key=lambda at: abs(2 * at - len(text))):
            both = text[:at].rstrip(), text[at:].lstrip()
            if all(self.width(part, size, bold=bold) <= width for part in both):
                return both
        return None

    def fitting(
        self,
        text: str,
        sizes: Sequence[int],
        room: tuple[int | None, int | None],
        *,
        bold: bool = False,
    ) -> int:
        """Return the first of `sizes`, the largest first, at which a line fits a room.

        The room is a width and a height in pixels; the last size is returned if none fits.
        """
        width, height = room
        text = self.language.say(text)
        for size in sizes:
            tall = height is None or self.font(size, bold=bold).get_height() <= height
            if tall and (width is None or self.width(text, size, bold=bold) <= width):
                return size
        return sizes[-1]

    def cut(self, text: str, size: int, width: int, *, bold: bool = False) -> str:
        """Return the text, truncated with an ellipsis to fit `width` pixels."""
        return self._cut(self.language.say(text), size, width, bold=bold)

    def _shortened(self, text: str, size: int, width: int, *, bold: bool) -> str:
        shown, left = text, len(text)
        while left and self.width(shown, size, bold=bold) > width:
            left -= 1
            shown = f"{text[:left].rstrip()}…"
        return shown

    def _measured(self, text: str, size: int, *, bold: bool) -> int:
        runs = self.runs(text)
        return sum(self.font(size, bold=bold, name=name).size(run)[0] for name, run in runs)

    def _painted(self, text: str, size: int, colour: Colour, *, bold: bool) -> pygame.Surface:
        parts = [
            self._part(run, size, colour, bold=bold, name=name) for name, run in self.runs(text)
        ]
        first = self.font(size, bold=bold)
        if len(parts) == 1 and parts[0].get_height() <= first.get_height():
            return parts[0]
        # All fonts of a size share the baseline of the first one; some letters reach deeper.
        fonts = (self.font(size, bold=bold, name=name) for name, _ in self.runs(text))
        tops = [first.get_ascent() - font.get_ascent() for font in fonts]
        ends = (
            top + part.get_bounding_rect().bottom for top, part in zip(tops, parts, strict=True)
        )
        tall = max(first.get_height(), *ends)
        line = pygame.Surface((sum(part.get_width() for part in parts), tall), pygame.SRCALPHA)
        lefts = accumulate((part.get_width() for part in parts), initial=0)
        line.fblits(list(zip(parts, zip(lefts, tops, strict=False), strict=True)))
        return line

    def _part(
        self, run: str, size: int, colour: Colour, *, bold: bool, name: str
    ) -> pygame.Surface:
        """Return text in one font; small titles are scaled down, as hinting spaces them badly."""
        font = self.font(size, bold=bold, name=name)
        if name != DISPLAY or size >= HINTED:
            return font.render(run, True, colour)  # noqa: FBT003 - pygame's
        large = self.font(4 * size, bold=bold, name=name).render(run, True, colour)  # noqa: FBT003
        return pygame.transform.smoothscale(large, font.size(run))

    def runs(self, text: str) -> list[tuple[str, str]]:
        """Return the text split into runs of one font each, with the fonts' names."""
        if text.isascii():
            return [(self._first, text)]
        # Joiners, direction marks and skin tones are left out.
        latin = self.font(24, name=LATIN)
        seen = (sign for sign in text if sign not in SKIN_TONES and latin.size(sign)[0] > 0)
        drawn = [self._drawable(sign) for sign in seen]
        for at in range(1, len(drawn) - 1):
            before, after = drawn[at - 1][0], drawn[at + 1][0]
            if drawn[at][1] == " " and before == after and before in RIGHT_TO_LEFT:
                drawn[at] = before, " "  # or else the words would run from left to right
        runs = groupby(drawn, key=lambda pair: pair[0])
        return [(name, "".join(s for _, s in run)) for name, run in runs] or [(self._first, "")]

    def _drawable(self, sign: str) -> tuple[str, str]:
        """Return the font that has a character, and the character or its replacement."""
        if sign not in self._homes:
            names = (self._first, LATIN, *OTHERS, *MORE)
            self._homes[sign] = next((name for name in names if self._has(name, sign)), "")
        home = self._homes[sign]
        return (home, sign) if home else (LATIN, UNKNOWN)

    def _has(self, name: str, sign: str) -> bool:
        """Return whether a font has a character: missing ones all render as the same glyph."""
        font = self.font(24, name=name)
        drawn, missing = (
            pygame.image.tobytes(font.render(one, False, (0, 0, 0)), "RGBA")  # noqa: FBT003 - pygame's
            for one in (sign, NOBODYS)
        )
        return drawn != missing


def _file(name: str, *, bold: bool) -> Traversable:
    if name in MORE:
        return resources.files("manimgx_fonts") / f"{name}[wght].ttf"
    display = name == DISPLAY
    package, folder = ("font_fredoka_one", "files") if display else ("pygame_gui", "data")
    stem = f"{name}-{'Bold' if bold and not display else 'Regular'}"
    files = (resources.files(package) / folder / f"{stem}.{kind}" for kind in ("ttf", "otf"))
    return next(file for file in files if file.is_file())
