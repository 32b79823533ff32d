"""Theme: palette, text sizes, scaling, and the theme of the widgets.

All lengths are in units of 1/720 of the default window's height; a `Viewport` converts them to
pixels of the current window, so everything is drawn at its final size.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, partial, wraps
from itertools import chain
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec

import pygame

from towersim.ui.drawing.fonts import Fonts
from towersim.ui.input.bindings import UNCHANGED, Changes

P = ParamSpec("P")
RGB = tuple[int, int, int]

USUAL: Final = (1280, 720)
"""Size of the default window, in which one unit is one pixel."""
SMALLEST: Final = (800, 600)
"""Minimum size of a viewport, in pixels; smaller windows show it scaled down."""
NARROWEST: Final = 1100
"""Minimum width of a viewport, in units."""


class Ink(NamedTuple):
    """The shades of one colour: body, lit side, shaded side, and mark."""

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
"""Inks by the name of a colour."""

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
"""Colours of seats, always shown with the seats' numbers."""

PAPER: Final[RGB] = (250, 244, 232)
CREAM: Final[RGB] = (240, 228, 206)
TEXT: Final[RGB] = (62, 44, 30)
SOFT_TEXT: Final[RGB] = (122, 98, 74)
ON_DARK: Final[RGB] = (244, 232, 212)
ON_DARK_SOFT: Final[RGB] = (204, 182, 156)
WALL_TOP: Final[RGB] = (238, 226, 206)
WALL_LOW: Final[RGB] = (214, 192, 160)
OAK: Final[RGB] = (190, 138, 86)
OAK_EDGE: Final[RGB] = (142, 96, 56)
WALNUT: Final[RGB] = (66, 47, 35)
WALNUT_DARK: Final[RGB] = (48, 34, 26)
WALNUT_LIGHT: Final[RGB] = (92, 68, 51)
GLOW: Final[RGB] = (255, 206, 92)
ACCENT: Final[RGB] = (214, 122, 52)
ACCENT_DARK: Final[RGB] = (176, 94, 34)
ACCENT_DEEP: Final[RGB] = (176, 84, 24)
WHITE: Final[RGB] = (255, 255, 255)


def ink(name: str) -> Ink:
    """Return the ink of a name, or plain wood if there is none.

    >>> ink("red").mark
    (255, 236, 222)
    """
    return INKS.get(name, INKS["wood"])


class WindowStyle(NamedTuple):
    """The appearance of the window chosen by the player."""

    text: float = 1.0
    """Text size relative to the default, from 1 to 1.75."""
    contrast: bool = False
    """High contrast: black or white text, thick lines, and outlines of blocks."""
    still: bool = False
    left_handed: bool = False
    """Whether the side panel is on the right."""
    keys: Changes = UNCHANGED
    language: str = "en"


USUAL_STYLE: Final = WindowStyle()

SOLID: Final[dict[RGB, RGB]] = {
    TEXT: (0, 0, 0),
    SOFT_TEXT: (30, 22, 14),
    ACCENT_DARK: (120, 52, 0),
    ON_DARK: (255, 255, 255),
    ON_DARK_SOFT: (248, 240, 228),
}
"""Text colours in high contrast, by the usual colour; at least 12:1 on paper."""
TALL: Final = 18
"""Largest text size that grows in full, in units; titles grow less than small print."""
Room = tuple[int | None, int | None]
"""A width and a height in pixels; None: unbounded."""
SMALL: Final = 11
"""Minimum height of text that is shrunk to fit, in units."""
LEAST: Final = 10
"""Minimum height of a name in two lines, in units."""


class Viewport:
    """The size and look of the window, with the scaling and cached pictures that depend on them."""

    _MOST = 4
    """Capacity of each of the two caches, in windows full of pixels."""

    def __init__(
        self, size: tuple[int, int], fonts: Fonts, look: WindowStyle = USUAL_STYLE
    ) -> None:
        self.look = look
        # A window of a few pixels, which a window manager may force, is drawn as a larger one.
        size = max(size[0], SMALLEST[0] // 4), max(size[1], SMALLEST[1] // 4)
        self.scale = max(1.0, *(least / side for least, side in zip(SMALLEST, size, strict=True)))
        """Pixels of the viewport per pixel of the window, along each side; at least 1."""
        self.size = (round(size[0] * self.scale), round(size[1] * self.scale))
        whole = min(self.size[0] / USUAL[0], self.size[1] / USUAL[1])
        self.unit = max(whole, min(self.size[0] / NARROWEST, 0.8))
        """Pixels per unit; in small windows more than in proportion to the default window."""
        self.fonts = fonts
        self.widgets: Any = None
        """pygame_gui's theme, made by the first form; with its fonts it takes long to load."""
        self._cache: dict[Hashable, pygame.Surface] = {}
        self._older: dict[Hashable, pygame.Surface] = {}
        self._pixels = 0

    @cached_property
    def rect(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.size)

    def px(self, units: float) -> int:
        """Return a length in pixels, at least one.

        >>> Viewport((1920, 1080), Fonts()).px(10)
        15
        """
        return max(round(units * self.unit), 1)

    def grown(self, units: float, most: float = math.inf) -> float:
        """Return the height of text of `units` at the player's text size, at most `most` units.

        >>> [Viewport(USUAL, Fonts(), WindowStyle(text=1.5)).grown(14, most) for most in (18, 30)]
        [18, 21.0]
        """
        return min(units + (self.look.text - 1) * min(units, TALL), most)

    def eased(self, seconds: float) -> float:
        """Return the time step of animations; infinite if animations are off."""
        return math.inf if self.look.still else seconds

    def tint(self, colour: RGB) -> RGB:
        """Return the colour of text in the present look."""
        return SOLID.get(colour, colour) if self.look.contrast else colour

    def cached(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface that `make` paints once for this key; shared, so never modify it.

        Pictures unused while new ones fill `_MOST` windows are evicted.
        """
        if key not in self._cache:
            picture = self._older.pop(key, None) or make()
            if self._pixels >= self._MOST * self.size[0] * self.size[1]:
                self._cache, self._older, self._pixels = {}, self._cache, 0
            self._cache[key] = picture
            self._pixels += picture.get_width() * picture.get_height()
        return self._cache[key]

    def release(self) -> None:
        """Free the cached pictures, as of a former size or of a game that has ended."""
        self._cache, self._older, self._pixels = {}, {}, 0

    def text(
        self, text: str, units: float, colour: RGB, *, bold: bool = False, room: Room = (None, None)
    ) -> pygame.Surface:
        """Return one line of text `units` high, cut to the width of the room if it has one.

        In a room with a height it grows to the player's text size as far as it fits.
        """
        text, size = self._fit(self.fonts, text, units, room, bold=bold)
        return self.fonts.text(text, size, self.tint(colour), bold=bold)

    def _fit(
        self, fonts: Fonts, text: str, units: float, room: Room, *, bold: bool = False
    ) -> tuple[str, int]:
        """Return a line as far as its room allows, and its size in pixels."""
        (width, height), size = room, self.px(units)
        if height is not None and self.look.text > 1:
            sizes = range(self.px(self.grown(units)), size - 1, -1)
            size = fonts.fitting(text, sizes, (width, height), bold=bold)
        if width is not None:
            text = fonts.cut(text, size, width, bold=bold)
        return text, size

    def common_size(
        self,
        texts: Iterable[str],
        units: float,
        room: tuple[int, int],
        *,
        lines: int = 1,
        bold: bool = False,
    ) -> int:
        """Return the height at which each of some texts fits a room of pixels in a number of lines.

        It is at most the player's text size of `units`, and at least `SMALL`, in units.
        """
        (width, height), fonts, texts = room, self.fonts, list(texts)
        for size in range(round(self.grown(units)), SMALL, -1):
            px = self.px(size)
            boxes = [fonts.wrapped(text, px, width, bold=bold) for text in texts]
            widest = max(fonts.width(line, px, bold=bold) for line in chain(*boxes))
            most = max(map(len, boxes))
            if most <= lines and most * self.px(1.2 * size) <= height and widest <= width:
                return size
        return SMALL

    def fitted(
        self, text: str, units: float, colour: RGB, width: int, *, bold: bool = False
    ) -> pygame.Surface:
        """Return one line of text, shrunk from `units` as far as needed to fit `width` pixels.

        It is cut if it does not fit at `SMALL` units.
        """
        sizes = [self.px(size) for size in (*range(round(units), SMALL, -1), SMALL)]
        size = self.fonts.fitting(text, sizes, (width, None), bold=bold)
        text = self.fonts.cut(text, size, width, bold=bold)
        return self.fonts.text(text, size, self.tint(colour), bold=bold)

    def title(
        self, text: str, units: float, colour: RGB, *, room: Room = (None, None)
    ) -> pygame.Surface:
        """Return a title or a number in the display typeface, as `text` does."""
        text, size = self._fit(self.fonts.titles, text, units, room)
        return self.fonts.titles.text(text, size, self.tint(colour))

    def name(
        self, name: str, units: float, colour: RGB, room: tuple[int, int], *, bold: bool = False
    ) -> pygame.Surface:
        """Return a name in one line or two, of which the second begins below the first."""
        return stacked(*self.name_lines(name, units, colour, room, bold=bold))

    def name_lines(
        self, name: str, units: float, colour: RGB, room: tuple[int, int], *, bold: bool = False
    ) -> tuple[list[pygame.Surface], int]:
        """Return the lines of a name at the player's text size, or smaller if it fits only so.

        The second value is the distance of two lines. The room is a width and a height in pixels.
        A name has two lines if they fit in its height and are larger than one line; only if
        nothing else fits is a word broken.
        """
        fit = self.fit_name(name, units, room, bold=bold)
        if fit is None:
            return [self.fitted(name, units, colour, room[0], bold=bold)], 0
        lines, size, bold = fit
        return [self.text(line, size, colour, bold=bold) for line in lines], self.px(1.2 * size)

    def fit_name(
        self, name: str, units: float, room: tuple[int, int], *, bold: bool = False
    ) -> tuple[Sequence[str], int, bool] | None:
        """Return how a name fits a room as in `name_lines`: its lines, size in units, whether bold.

        None if it is too long.
        """
        (width, height), fonts = room, self.fonts
        name = fonts.language.say(name)
        for weight, inside in dict.fromkeys(((bold, False), (False, False), (bold, True))):
            for size in range(round(self.grown(units)), LEAST - 1, -1):
                step = self.px(1.2 * size)
                is_wide = fonts.width(name, self.px(size), bold=weight) > width
                if not is_wide and size >= SMALL and (step <= height or size <= units):
                    return (name,), size, weight
                halves = fonts.halves(name, self.px(size), width, bold=weight, inside=inside)
                if is_wide and halves and 2 * step <= height:
                    return halves, size, weight
        return None


def painted_once(
    paint: Callable[Concatenate[Viewport, P], pygame.Surface],
) -> Callable[Concatenate[Viewport, P], pygame.Surface]:
    """Let a function paint one picture for each viewport and arguments; it is never modified."""

    @wraps(paint)
    def picture(viewport: Viewport, /, *args: P.args, **named: P.kwargs) -> pygame.Surface:
        key = paint, args, tuple(named.items())
        return viewport.cached(key, partial(paint, viewport, *args, **named))

    return picture


def stacked(lines: Sequence[pygame.Surface], step: int, *, centred: bool = False) -> pygame.Surface:
    """Return one picture of some lines of text, each `step` pixels below the one before."""
    if len(lines) == 1:
        return lines[0]
    wide = max(line.get_width() for line in lines)
    high = step * (len(lines) - 1) + lines[-1].get_height()
    both = pygame.Surface((wide, high), pygame.SRCALPHA)
    for row, line in enumerate(lines):
        both.blit(line, ((wide - line.get_width()) // 2 if centred else 0, row * step))
    return both


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _states(bg: tuple[RGB, ...], text: tuple[RGB, ...], border: tuple[RGB, ...]) -> dict[str, str]:
    """Return pygame_gui's colours of a widget: normal, hovered, pressed, selected, disabled."""
    names = ("normal", "hovered", "active", "selected", "disabled")
    kinds = (("bg", bg), ("text", text), ("border", border))
    return {
        f"{name}_{kind}": _hex(colours[min(i, len(colours) - 1)])
        for kind, colours in kinds
        for i, name in enumerate(names)
    }


STYLES: Final = {
    "": (17, False),
    "chosen": (17, False),
    "strong": (18, True),
    "dark": (15, False),
    "round": (17, True),
}
"""Text size in units and boldness of buttons, by style."""


def _button_colours(viewport: Viewport) -> dict[str, dict[str, str]]:
    text, line = viewport.tint(TEXT), TEXT if viewport.look.contrast else (206, 184, 152)
    orange = (150, 66, 0) if viewport.look.contrast else ACCENT_DEEP
    quiet = _states(
        (PAPER, (255, 251, 242), CREAM, (255, 226, 168), (232, 220, 200)),
        (text, text, text, text, (176, 158, 136)),
        (line, ACCENT, ACCENT_DARK, ACCENT, (214, 200, 178)),
    )
    strong = _states(
        (orange, (186, 92, 28), (140, 64, 14), orange, (206, 184, 156)),
        (WHITE, WHITE, WHITE, WHITE, (236, 224, 206)),
        ((140, 64, 14), GLOW, GLOW, (140, 64, 14), (196, 174, 146)),
    )
    dark = _states(
        (WALNUT_LIGHT, (112, 86, 66), WALNUT_DARK, GLOW, WALNUT),
        (viewport.tint(ON_DARK), (255, 248, 234), ON_DARK, WALNUT_DARK, (138, 116, 96)),
        (ON_DARK if viewport.look.contrast else (122, 95, 74), GLOW, GLOW, GLOW, (82, 62, 48)),
    )
    return {"": quiet, "chosen": dark, "strong": strong, "dark": dark, "round": dark}


def widget_theme(viewport: Viewport) -> dict[str, Any]:
    """Return the theme of pygame_gui for this viewport."""

    def misc(radius: float, border: float = 1, **more: str) -> dict[str, str]:
        return {
            "shape": "rounded_rectangle",
            "shape_corner_radius": str(viewport.px(radius)),
            "border_width": str(round(border * viewport.unit) if border else 0),
            "shadow_width": "0",
        } | more

    def font(units: float) -> dict[str, str]:
        return {"name": "noto_sans", "size": str(viewport.px(units))}

    looks = _button_colours(viewport)
    text, line = viewport.tint(TEXT), TEXT if viewport.look.contrast else (206, 184, 152)
    entry = {
        "dark_bg": _hex((255, 252, 246)),
        "normal_text": _hex(text),
        "selected_text": _hex(TEXT),
        "selected_bg": _hex((255, 220, 150)),
        "normal_border": _hex(line),
        "text_cursor": _hex(ACCENT_DARK),
    }
    corners = {"": 9, "chosen": 9, "strong": 9, "dark": 8, "round": 17}
    buttons = {
        button_id(style): {
            "colours": looks[style],
            # A thicker line would leave no room for the text of a round button.
            "misc": misc(corners[style], 2 if viewport.look.contrast and style != "round" else 1),
        }
        for style in STYLES
    }
    return buttons | {
        "defaults": {"colours": looks[""] | {"link_text": _hex(ACCENT_DARK)}, "font": font(17)},
        "horizontal_slider": {
            "colours": looks["dark"] | {"dark_bg": _hex(WALNUT_DARK)},
            "misc": misc(5, enable_arrow_buttons="0", sliding_button_width=str(viewport.px(22))),
        },
        "horizontal_slider.#sliding_button": {"colours": looks["strong"], "misc": misc(5)},
        "text_entry_line": {
            "colours": entry,
            "font": font(viewport.grown(17, 22)),
            "misc": misc(7, padding=f"{viewport.px(9)},{viewport.px(5)}"),
        },
    }


def button_id(style: str) -> str:
    """Return the theme's object id of a button of this style."""
    return f"#button_{style}"
