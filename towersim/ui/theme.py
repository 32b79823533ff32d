"""Colours, letters and the look of the widgets: one palette for the whole window.

All lengths are in units of 1/720 of the height of a usual window; a `Stage` turns them into
pixels of the window at hand, so everything is drawn at the size it is shown.
"""

from collections.abc import Callable, Hashable
from functools import cached_property
from importlib import resources
from typing import Any, Final, NamedTuple

import pygame

RGB = tuple[int, int, int]

USUAL: Final = (1280, 720)
"""The window that one unit is one pixel in."""
SMALLEST: Final = (880, 550)
"""A smaller window shows a part of this one, in pixels."""


class Ink(NamedTuple):
    """What is painted with one colour: its body, its lit and its shaded side, its mark."""

    body: RGB
    light: RGB
    dark: RGB
    mark: RGB


INKS: Final[dict[str, Ink]] = {
    "red": Ink((196, 66, 48), (222, 104, 82), (146, 42, 30), (255, 236, 222)),
    "yellow": Ink((233, 182, 62), (248, 211, 116), (188, 134, 28), (84, 54, 8)),
    "green": Ink((98, 146, 72), (136, 178, 104), (64, 104, 46), (242, 250, 226)),
    "blue": Ink((60, 108, 166), (98, 144, 196), (36, 72, 120), (228, 240, 252)),
    "purple": Ink((128, 82, 148), (164, 122, 184), (88, 52, 108), (248, 236, 252)),
    "white": Ink((244, 238, 224), (255, 252, 244), (202, 190, 168), (104, 88, 66)),
    "black": Ink((56, 50, 48), (88, 80, 76), (28, 25, 24), (240, 228, 204)),
    "wood": Ink((206, 164, 112), (226, 190, 142), (160, 120, 76), (96, 66, 36)),
}
"""By the name of a colour; what has none is plain wood."""

SEAT_TINTS: Final[tuple[RGB, ...]] = (
    (196, 66, 48),
    (60, 108, 166),
    (98, 146, 72),
    (222, 164, 44),
    (128, 84, 152),
    (44, 138, 138),
    (206, 112, 138),
    (118, 106, 96),
)
"""A colour for each seat, where seats have one; their numbers go with it."""

PAPER: Final[RGB] = (250, 244, 232)
CREAM: Final[RGB] = (240, 228, 206)
TEXT: Final[RGB] = (62, 44, 30)
SOFT_TEXT: Final[RGB] = (122, 98, 74)
ON_DARK: Final[RGB] = (244, 232, 212)
ON_DARK_SOFT: Final[RGB] = (190, 168, 142)
WALL_TOP: Final[RGB] = (238, 226, 206)
WALL_LOW: Final[RGB] = (214, 192, 160)
OAK: Final[RGB] = (190, 138, 86)
OAK_EDGE: Final[RGB] = (142, 96, 56)
WALNUT: Final[RGB] = (66, 47, 35)
WALNUT_DARK: Final[RGB] = (48, 34, 26)
WALNUT_LIGHT: Final[RGB] = (92, 68, 51)
GLOW: Final[RGB] = (255, 206, 92)
ACCENT: Final[RGB] = (214, 122, 52)
ACCENT_LIGHT: Final[RGB] = (230, 146, 78)
ACCENT_DARK: Final[RGB] = (176, 94, 34)


def ink(name: str) -> Ink:
    """Return the ink of that name, or plain wood.

    >>> ink("red").mark
    (255, 236, 222)
    """
    return INKS.get(name, INKS["wood"])


class Letters:
    """Text as surfaces, each drawn once; sizes in pixels."""

    _MOST = 600

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._drawn: dict[tuple[str, int, RGB, bool], pygame.Surface] = {}
        self._cut: dict[tuple[str, int, int, bool], str] = {}

    def font(self, size: int, *, bold: bool = False) -> pygame.font.Font:
        """Return the font of that size in pixels."""
        key = (size, bold)
        if key not in self._fonts:
            name = "NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"
            with resources.as_file(resources.files("pygame_gui") / "data" / name) as path:
                self._fonts[key] = pygame.font.Font(path, size)
        return self._fonts[key]

    def text(self, words: str, size: int, colour: RGB, *, bold: bool = False) -> pygame.Surface:
        """Return one line of text; the surface is shared, so only ever blit it."""
        key = (words, size, colour, bold)
        if key not in self._drawn:
            if len(self._drawn) >= self._MOST:
                self._drawn.clear()
            self._drawn[key] = self.font(size, bold=bold).render(words, True, colour)  # noqa: FBT003 - pygame's
        return self._drawn[key]

    def wrapped(self, words: str, size: int, width: int, *, bold: bool = False) -> list[str]:
        """Return the text broken into lines no wider than `width` pixels."""
        font, lines = self.font(size, bold=bold), [""]
        for word in words.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and font.size(longer)[0] > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def cut(self, words: str, size: int, width: int, *, bold: bool = False) -> str:
        """Return the text, or as much of it as fits into `width` pixels before an ellipsis."""
        key = (words, size, width, bold)
        if key not in self._cut:
            if len(self._cut) >= self._MOST:
                self._cut.clear()
            font, shown, left = self.font(size, bold=bold), words, len(words)
            while left and font.size(shown)[0] > width:
                left -= 1
                shown = f"{words[:left].rstrip()}…"
            self._cut[key] = shown
        return self._cut[key]


class Stage:
    """A window's size in pixels and what depends on it alone."""

    _MOST = 10
    """So many windows full of pixels are kept, twice."""

    def __init__(self, size: tuple[int, int], letters: Letters) -> None:
        self.size = (max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1]))
        self.unit = max(min(self.size[0] / USUAL[0], self.size[1] / USUAL[1]), 0.8)
        """Pixels per unit of length."""
        self.letters = letters
        self._kept: dict[Hashable, pygame.Surface] = {}
        self._before: dict[Hashable, pygame.Surface] = {}
        self._pixels = 0

    @cached_property
    def rect(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.size)

    def px(self, units: float) -> int:
        """Return a length in pixels, at least one.

        >>> Stage((1920, 1080), Letters()).px(10)
        15
        """
        return max(round(units * self.unit), 1)

    def kept(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return what `make` painted for this key, painting it only once; only ever blit it.

        What was not asked for while new pictures filled the window `_MOST` times is forgotten.
        """
        if key not in self._kept:
            picture = self._before.pop(key, None) or make()
            if self._pixels >= self._MOST * self.size[0] * self.size[1]:
                self._kept, self._before, self._pixels = {}, self._kept, 0
            self._kept[key] = picture
            self._pixels += picture.get_width() * picture.get_height()
        return self._kept[key]

    def text(
        self,
        words: str,
        units: float,
        colour: RGB,
        *,
        bold: bool = False,
        width: int | None = None,
    ) -> pygame.Surface:
        """Return one line of text `units` high, cut to `width` pixels if that is given."""
        size = self.px(units)
        if width is not None:
            words = self.letters.cut(words, size, width, bold=bold)
        return self.letters.text(words, size, colour, bold=bold)


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _states(bg: tuple[RGB, ...], text: tuple[RGB, ...], border: tuple[RGB, ...]) -> dict[str, str]:
    """Name the colours of a widget that is normal, hovered, pressed, selected, disabled."""
    names = ("normal", "hovered", "active", "selected", "disabled")
    kinds = (("bg", bg), ("text", text), ("border", border))
    return {
        f"{name}_{kind}": _hex(colours[min(i, len(colours) - 1)])
        for kind, colours in kinds
        for i, name in enumerate(names)
    }


def widget_theme(stage: Stage) -> dict[str, Any]:
    """Return what pygame_gui shall look like on this stage."""

    def misc(radius: float, border: float = 1, **more: str) -> dict[str, str]:
        return {
            "shape": "rounded_rectangle",
            "shape_corner_radius": str(stage.px(radius)),
            "border_width": str(round(border * stage.unit) if border else 0),
            "shadow_width": "0",
        } | more

    def font(units: float, *, bold: bool = False) -> dict[str, str]:
        return {"name": "noto_sans", "size": str(stage.px(units)), "bold": str(int(bold))}

    quiet = _states(
        (PAPER, (255, 251, 242), CREAM, (255, 226, 168), (232, 220, 200)),
        (TEXT, TEXT, TEXT, TEXT, (176, 158, 136)),
        ((206, 184, 152), ACCENT, ACCENT_DARK, ACCENT, (214, 200, 178)),
    )
    strong = _states(
        (ACCENT, ACCENT_LIGHT, ACCENT_DARK, ACCENT, (206, 184, 156)),
        ((255, 250, 240), (255, 250, 240), (255, 250, 240), (255, 250, 240), (236, 224, 206)),
        (ACCENT_DARK, ACCENT_DARK, ACCENT_DARK, ACCENT_DARK, (196, 174, 146)),
    )
    dark = _states(
        (WALNUT_LIGHT, (112, 86, 66), WALNUT_DARK, (112, 86, 66), WALNUT),
        (ON_DARK, (255, 248, 234), ON_DARK, ON_DARK, (138, 116, 96)),
        ((122, 95, 74), GLOW, GLOW, GLOW, (82, 62, 48)),
    )
    entry = {
        "dark_bg": _hex((255, 252, 246)),
        "normal_text": _hex(TEXT),
        "selected_text": _hex(TEXT),
        "selected_bg": _hex((255, 220, 150)),
        "normal_border": _hex((206, 184, 152)),
        "text_cursor": _hex(ACCENT_DARK),
    }
    return {
        "defaults": {"colours": quiet | {"link_text": _hex(ACCENT_DARK)}, "font": font(17)},
        "button": {"colours": quiet, "font": font(17), "misc": misc(9)},
        "#strong": {"colours": strong, "font": font(18, bold=True), "misc": misc(9)},
        "#dark": {"colours": dark, "font": font(15), "misc": misc(8)},
        "#round": {"colours": dark, "font": font(17, bold=True), "misc": misc(17)},
        "text_entry_line": {
            "colours": entry,
            "font": font(17),
            "misc": misc(7, padding=f"{stage.px(9)},{stage.px(5)}"),
        },
    }
