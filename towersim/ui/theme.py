"""Colours, letters and the look of the widgets: one palette for the whole window.

All lengths are in units of 1/720 of the height of a usual window; a `Stage` turns them into
pixels of the window at hand, so everything is drawn at the size it is shown.
"""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Final, NamedTuple

import pygame

from towersim.ui.fonts import Fonts

RGB = tuple[int, int, int]

USUAL: Final = (1280, 720)
"""The window that one unit is one pixel in."""
SMALLEST: Final = (800, 600)
"""A smaller window shows one of this size at least, shrunk, in pixels."""
NARROWEST: Final = 1100
"""No window is narrower, in units."""


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


class Stage:
    """A window's size in pixels and what depends on it alone."""

    _MOST = 4
    """As many windows full of pixels are kept, twice."""

    def __init__(self, size: tuple[int, int], fonts: Fonts) -> None:
        self.scale = max(1.0, *(least / side for least, side in zip(SMALLEST, size, strict=True)))
        """Pixels of the stage per pixel of the window, along each side; at least 1."""
        self.size = (round(size[0] * self.scale), round(size[1] * self.scale))
        whole = min(self.size[0] / USUAL[0], self.size[1] / USUAL[1])
        self.unit = max(whole, min(self.size[0] / NARROWEST, 0.8))
        """Pixels per unit of length; at small sizes more than the usual window's share."""
        self.fonts = fonts
        self._cache: dict[Hashable, pygame.Surface] = {}
        self._older: dict[Hashable, pygame.Surface] = {}
        self._pixels = 0

    @cached_property
    def rect(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.size)

    def px(self, units: float) -> int:
        """Return a length in pixels, at least one.

        >>> Stage((1920, 1080), Fonts()).px(10)
        15
        """
        return max(round(units * self.unit), 1)

    def cached(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return what `make` painted for this key, painting it only once; only ever blit it.

        What was not asked for while new pictures filled the window `_MOST` times is forgotten.
        """
        if key not in self._cache:
            picture = self._older.pop(key, None) or make()
            if self._pixels >= self._MOST * self.size[0] * self.size[1]:
                self._cache, self._older, self._pixels = {}, self._cache, 0
            self._cache[key] = picture
            self._pixels += picture.get_width() * picture.get_height()
        return self._cache[key]

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
            words = self.fonts.cut(words, size, width, bold=bold)
        return self.fonts.text(words, size, colour, bold=bold)


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


_ENTRY: Final = {
    "dark_bg": _hex((255, 252, 246)),
    "normal_text": _hex(TEXT),
    "selected_text": _hex(TEXT),
    "selected_bg": _hex((255, 220, 150)),
    "normal_border": _hex((206, 184, 152)),
    "text_cursor": _hex(ACCENT_DARK),
}
"""The colours of a field for a line of text."""


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
    return {
        "defaults": {"colours": quiet | {"link_text": _hex(ACCENT_DARK)}, "font": font(17)},
        "button": {"colours": quiet, "font": font(17), "misc": misc(9)},
        "#strong": {"colours": strong, "font": font(18, bold=True), "misc": misc(9)},
        "#dark": {"colours": dark, "font": font(15), "misc": misc(8)},
        "#round": {"colours": dark, "font": font(17, bold=True), "misc": misc(17)},
        "horizontal_slider": {
            "colours": dark | {"dark_bg": _hex(WALNUT_DARK)},
            "misc": misc(5, enable_arrow_buttons="0", sliding_button_width=str(stage.px(22))),
        },
        "horizontal_slider.#sliding_button": {"colours": strong, "misc": misc(5)},
        "text_entry_line": {
            "colours": _ENTRY,
            "font": font(17),
            "misc": misc(7, padding=f"{stage.px(9)},{stage.px(5)}"),
        },
    }
