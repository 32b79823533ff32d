"""Text over the table: the hint, the log, tips, notes and banners."""

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.paint import ready

REFUSED: Final[theme.RGB] = (176, 42, 34)
"""Edge and sign of the slip that says why something is refused."""
BLUSH: Final[theme.RGB] = (255, 232, 222)
"""Paper of the same slip."""
NAME = 170
"""Maximum width of a name in a hint too long for two lines, in units."""
LARGE: Final = 24
"""Largest text size of a banner, in units."""
LEGIBLE: Final = 14
"""Minimum text size of the log in one row, in units; a longer line is wrapped."""
SINCE_ROWS: Final = 2
"""Most rows of what happened since one's last turn."""
BESIDE_LOG: Final = 120
"""Width reserved for the words beside the log, in units."""
NOTE = 420
"""Maximum width of a note's lines, in units."""
NARROW = 280
"""Width of a note that finds no free place as a wide one, as beside a high tower, in units."""
Tip = tuple[str, tuple[int, int]]
"""The words of a tooltip, and the point at which it is drawn, in pixels."""


class Hint(NamedTuple):
    """The line above a table: a prompt, or why something is refused."""

    text: str
    who: str = ""
    """The name at its beginning, which is bold."""
    tint: theme.RGB = theme.ACCENT
    """Colour of the dot before a prompt."""
    refuses: bool = False


def draw_hint(canvas: Canvas, areas: Areas, hint: Hint) -> None:
    """Draw the hint, if it has words, on a slip of paper; that of a refusal is red."""
    px, text = canvas.px, canvas.viewport.fonts.language.say(hint.text)
    if not text:
        return
    room = areas.hint.w - px(40), areas.hint.h
    rows = _prompt_rows(canvas.viewport, text, hint.who, room)
    step = _row_step(rows)
    high = min(max(px(38), len(rows) * step + px(6)), areas.hint.h)
    slip = pygame.Rect(0, areas.hint.y, max(map(_width, rows)) + px(40), high)
    slip.centerx = areas.room.centerx
    slip.clamp_ip(areas.hint)
    draw_slip(canvas, slip, refuses=hint.refuses)
    sign = ("barred", 15, REFUSED) if hint.refuses else ("circle", 10, hint.tint)
    canvas.sign(*sign, center=(slip.x + px(16), slip.centery))
    for number, row in enumerate(rows):
        x, y = slip.x + px(28), slip.centery + step * (2 * number + 1 - len(rows)) // 2
        for picture in row:
            x = canvas.put(picture, midleft=(x, y)).right


def _row_step(rows: Sequence[Sequence[pygame.Surface]]) -> int:
    """Return the distance of the rows of a prompt, in pixels."""
    return round(0.82 * rows[0][0].get_height())


def _prompt_rows(
    viewport: theme.Viewport, text: str, who: str, room: tuple[int, int]
) -> list[list[pygame.Surface]]:
    """Return a prompt in a room of pixels as one line, or as more if it would be small.

    Text that does not fit is cut.
    """
    most, tall = room
    largest = round(viewport.grown(17))
    for size in range(largest, round(viewport.grown(14)) - 1, -1):
        row = _spoken(viewport, text, who, size)
        if _width(row) <= most:
            return [row]
    for size in range(largest, theme.LEAST + 1, -1):
        first, *others = viewport.fonts.balanced(text, viewport.px(size), most)
        rows = [_spoken(viewport, first, who, size)]
        rows += [[viewport.text(line, size, theme.TEXT)] for line in others]
        if max(map(_width, rows)) <= most and len(rows) * _row_step(rows) <= tall:
            return rows
    return [_spoken(viewport, text, who, 13, most)]


def _spoken(
    viewport: theme.Viewport, text: str, who: str, size: int, most: int | None = None
) -> list[pygame.Surface]:
    """Return a line as one picture, or as two if it begins with the name `who`.

    It is cut to be at most `most` pixels wide, and the name at most `NAME` units then.
    """
    if not text.startswith(f"{who}: "):
        return [viewport.text(text, size, theme.TEXT, room=(most, None))]
    name, px = who, viewport.px
    if most is not None:
        name = viewport.fonts.cut(who, px(size), px(NAME), bold=True)
    first = viewport.text(f"{name}:", size, theme.TEXT, bold=True)
    rest = None if most is None else most - first.get_width()
    return [first, viewport.text(text[len(who) + 1 :], size, theme.TEXT, room=(rest, None))]


class Paragraph(NamedTuple):
    """A paragraph of a `TextBox`."""

    text: str
    colour: theme.RGB
    smaller: float = 0.0
    """Its text size below that of the box, in units."""


class TextSizes(NamedTuple):
    """The sizes of text tried for a `TextBox`, in units, and the distances in it."""

    largest: float
    least: float
    spacing: float = 1.3
    """Distance of lines, as a multiple of their text size."""
    gap: float = 0.0
    """Distance after a paragraph, in units."""


class TextLine(NamedTuple):
    """A line of a `TextBox`: its words, text size in units, colour, and y in the box in pixels."""

    text: str
    units: float
    colour: theme.RGB
    y: int


class TextBox:
    """Wrapped paragraphs in a room, at the largest text size at which they fit.

    At the least size, lines that do not fit are dropped, and the last one ends with dots.
    """

    def __init__(
        self,
        viewport: theme.Viewport,
        paragraphs: Sequence[Paragraph],
        room: pygame.Rect,
        sizes: TextSizes,
    ) -> None:
        self.size = sizes.largest
        self._viewport, self._room, self._sizes = viewport, room, sizes
        self.lines, self.height = self._wrapped(paragraphs)
        while self.height > room.h and self.size > sizes.least:
            self.size = max(self.size - 1, sizes.least)
            self.lines, self.height = self._wrapped(paragraphs)
        shown = [line for line in self.lines if line.y + self._step(line.units) <= room.h]
        if len(shown) < len(self.lines):
            *shown, last = shown or self.lines[:1]
            self.lines = [*shown, last._replace(text=f"{last.text} …")]
            self.height = last.y + self._step(last.units)

    def _step(self, units: float) -> int:
        """Return the distance of lines of a text size, in pixels."""
        return self._viewport.px(self._sizes.spacing * units)

    def _wrapped(self, paragraphs: Sequence[Paragraph]) -> tuple[list[TextLine], int]:
        """Return the lines at the present size and their height in pixels."""
        viewport, lines, y = self._viewport, list[TextLine](), 0
        for text, colour, smaller in paragraphs:
            units = self.size - smaller
            for line in viewport.fonts.wrapped(text, viewport.px(units), self._room.w):
                lines.append(TextLine(line, units, colour, y))
                y += self._step(units)
            y += viewport.px(self._sizes.gap) if self._sizes.gap else 0
        return lines, y

    def draw(self, canvas: Canvas, down: int = 0) -> None:
        """Draw the lines from the top of the room, or `down` pixels below it."""
        for text, units, colour, y in self.lines:
            at = self._room.x, self._room.y + down + y
            canvas.text(text, units, colour, room=(self._room.w, None), topleft=at)


def draw_paragraph(
    canvas: Canvas, text: str, room: pygame.Rect, colour: theme.RGB, units: float = 16
) -> None:
    """Draw wrapped text at the player's text size, or as large as fits the room."""
    sizes = TextSizes(canvas.viewport.grown(units), 11)
    TextBox(canvas.viewport, [Paragraph(text, colour)], room, sizes).draw(canvas)


class Letters(NamedTuple):
    """The style of a line of text."""

    units: float
    """Height, in units."""
    colour: theme.RGB
    bold: bool = False


def _widest(pictures: Sequence[pygame.Surface]) -> int:
    return max(picture.get_width() for picture in pictures)


def _width(pictures: Sequence[pygame.Surface]) -> int:
    return sum(picture.get_width() for picture in pictures)


def draw_slip(canvas: Canvas, rect: pygame.Rect, *, refuses: bool = False) -> None:
    """Draw a slip of paper as a background for text; red if it `refuses` something."""
    radius = canvas.px(12)
    canvas.shadow(rect, radius, canvas.px(4), 90, (0, canvas.px(3)))
    fill, edge, line = (BLUSH, REFUSED, canvas.px(2)) if refuses else (theme.PAPER, theme.CREAM, 1)
    canvas.panel(rect, radius, fill, edge, line)


def draw_tip(canvas: Canvas, areas: Areas, text: str, at: tuple[int, int]) -> None:
    """Draw a tooltip to the right of a point, below the hint."""
    viewport, px, tall = canvas.viewport, canvas.px, canvas.viewport.grown(15)
    lines = viewport.fonts.wrapped(text, px(tall), px(viewport.grown(300)))
    pictures = [viewport.text(line, tall, theme.TEXT) for line in lines]
    step, pad = px(1.4 * tall), px(12)
    width = _widest(pictures) + 2 * pad
    rect = pygame.Rect(at[0], at[1], width, step * len(lines) + round(1.4 * pad))
    top = areas.hint.bottom + px(8)
    rect.clamp_ip(pygame.Rect(0, top, viewport.size[0] - px(12), areas.log.top - top))
    draw_slip(canvas, rect)
    for index, picture in enumerate(pictures):
        canvas.put(picture, (rect.x + pad, rect.y + round(0.7 * pad) + index * step))


def draw_note(canvas: Canvas, room: pygame.Rect, text: str, at: tuple[int, int]) -> pygame.Rect:
    """Draw a slip of paper with a note about an event, centred on a point; return its rectangle."""
    lines, slip = _note(canvas.viewport, text, room.w)
    slip.center = at
    slip.clamp_ip(room)
    _draw_note(canvas, slip, lines)
    return slip


def draw_note_beside(
    canvas: Canvas, room: pygame.Rect, text: str, x: int, avoid: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Draw a slip of paper at the `free_place` for it, narrower if only that helps; return it."""
    for width in (room.w, min(room.w, canvas.px(NARROW))):
        lines, slip = _note(canvas.viewport, text, width)
        slip = free_place(slip.size, room, x, avoid)
        if slip.collidelist(list(avoid)) < 0:
            break
    _draw_note(canvas, slip, lines)
    return slip


def _note(
    viewport: theme.Viewport, text: str, width: int
) -> tuple[list[pygame.Surface], pygame.Rect]:
    """Return the lines of a note at most `width` pixels and `NOTE` units wide, and its slip."""
    tall, beside = viewport.grown(16), viewport.px(28)
    most = min(width - beside, viewport.px(NOTE))
    rows = viewport.fonts.balanced(text, viewport.px(tall), most, bold=True)
    lines = [viewport.text(row, tall, theme.TEXT, bold=True, room=(most, None)) for row in rows]
    high = sum(line.get_height() for line in lines) + viewport.px(16)
    return lines, pygame.Rect(0, 0, _widest(lines) + beside, high)


def free_place(
    size: tuple[int, int], room: pygame.Rect, x: int, avoid: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Return a free place at `x` in the upper quarter of a room, or the highest free place in it.

    It is clear of `avoid`; if there is none, the first half of `avoid` may be covered, and so on.
    """
    rect = pygame.Rect((0, 0), size).move_to(midtop=(x, room.top))
    rect.clamp_ip(room)
    usual = rect.copy()
    lefts = range(room.left, room.right - rect.w + 1, max((room.w - rect.w) // 8, 1))
    nearest = sorted(lefts, key=lambda left: abs(left - usual.left))
    tops = range(room.top, room.bottom - rect.h, max(rect.h // 4, 1))
    above = ((usual.left, top) for top in tops if top < room.top + room.h // 4)
    everywhere = ((left, top) for top in tops for left in (usual.left, *nearest))
    covered = list(avoid)
    for place in chain(above, everywhere):
        rect.topleft = place
        if rect.collidelist(covered) < 0:
            return rect
    return free_place(size, room, x, avoid[(len(avoid) + 1) // 2 :]) if avoid else usual


def _draw_note(canvas: Canvas, slip: pygame.Rect, lines: Sequence[pygame.Surface]) -> None:
    draw_slip(canvas, slip)
    y = slip.y + canvas.px(8)
    for line in lines:
        y = canvas.put(line, midtop=(slip.centerx, y)).bottom


def draw_banner(
    canvas: Canvas, rect: pygame.Rect, text: str, sign: pygame.Surface | None = None
) -> None:
    """Draw an announcement in the middle of a rectangle, as large as fits, after a sign."""
    px, viewport = canvas.px, canvas.viewport
    before, least = (sign.get_width() + px(14), sign.get_height() + px(10)) if sign else (0, 0)
    large = min(LARGE, 0.6 * rect.h / viewport.unit)
    picture = viewport.fitted(text, large, theme.TEXT, rect.w - px(60) - before, bold=True)
    slip = picture.get_rect().inflate(px(48) + before, px(26))
    slip.h = min(max(slip.h, least), rect.h)
    slip.center = rect.center
    draw_slip(canvas, slip)
    if sign is not None:
        canvas.put(sign, midleft=(slip.x + px(24), slip.centery))
    canvas.put(picture, center=slip.move(before // 2, 0).center)


def draw_log(canvas: Canvas, areas: Areas, lines: Sequence[str]) -> None:
    """Draw the last two lines of the log if they fit, or the last one wrapped."""
    viewport, px, rect = canvas.viewport, canvas.px, areas.log
    canvas.put(_band(viewport, rect.size), rect)
    if not lines:
        return
    said = [viewport.fonts.language.say(line) for line in lines[-2:]]
    rows, size, newest = _log_rows(viewport, rect, said)
    y, step = rect.centery - (len(rows) - 1) * px(1.4 * size) // 2, px(1.4 * size)
    for index, text in enumerate(rows):
        if index == len(rows) - newest:
            canvas.sign("circle", 8, theme.GLOW, center=(rect.x + px(11), y))
        tint = theme.ON_DARK if index >= len(rows) - newest else theme.ON_DARK_SOFT
        # The words beside the upper row do not narrow the lower one.
        room = rect.w - px(36 if index else BESIDE_LOG)
        canvas.fitted(text, size, tint, room, midleft=(rect.x + px(22), y))
        y += step
    if len(lines) > 2:
        more, at = _("more ({key:L})"), (rect.right - px(10), rect.y + px(17))
        canvas.text(more, 13, theme.ON_DARK_SOFT, room=(px(BESIDE_LOG - 40), step), midright=at)


def draw_since(canvas: Canvas, log: pygame.Rect, lines: Sequence[str]) -> None:
    """Draw what happened since one's last turn as text over the log.

    The first lines are left out if there is no room for them; the log has them.
    """
    viewport, px = canvas.viewport, canvas.px
    largest, size, wide = viewport.grown(15), viewport.grown(15, 17), log.w - px(36)
    say, text = viewport.fonts.language.say, ""
    for left_out in reversed(range(len(lines))):
        cut = _("Since your last turn ({key:L} shows all):")
        told = [cut if left_out else _("Since your last turn:"), *lines[left_out:]]
        longer = " ".join(map(say, told))
        if text and len(viewport.fonts.wrapped(longer, px(size), wide)) > SINCE_ROWS:
            break
        text = longer
    canvas.put(_band(viewport, log.size), log)
    room, sizes = pygame.Rect(log.x + px(22), log.y, wide, log.h), TextSizes(largest, size, 1.4)
    box = TextBox(viewport, [Paragraph(text, theme.ON_DARK)], room, sizes)
    box.draw(canvas, (log.h - box.height) // 2)


def _log_rows(
    viewport: theme.Viewport, rect: pygame.Rect, lines: Sequence[str]
) -> tuple[list[str], float, int]:
    """Return the rows of the log's strip, their text size, and the row count of the newest line.

    A line that would be too small in one row gets all rows.
    """
    tall, newest = viewport.grown(15), lines[-1]
    few = min(rect.h // viewport.px(1.4 * tall), 2)
    room = rect.w - viewport.px(36 if few == 2 else BESIDE_LOG)
    least = LEGIBLE if few == 2 else tall
    if viewport.fonts.width(newest, viewport.px(least)) > room:
        inner = rect.inflate(-viewport.px(BESIDE_LOG), -viewport.px(8))
        box = TextBox(
            viewport, [Paragraph(newest, theme.ON_DARK)], inner, TextSizes(tall, theme.SMALL)
        )
        size, rows = box.size, [line.text for line in box.lines]
        one = viewport.fitted(newest, tall, theme.ON_DARK, room)
        if viewport.text(newest, size, theme.ON_DARK).get_width() > one.get_width():
            return rows, size, len(rows)
    return list(lines[-few:]), tall, 1


@theme.painted_once
def _band(viewport: theme.Viewport, size: tuple[int, int]) -> pygame.Surface:
    band = pygame.Surface(size)
    band.fill(theme.WALNUT_DARK)
    pygame.draw.line(band, theme.WALNUT_LIGHT, (0, 0), (size[0], 0), viewport.px(1))
    return ready(band)
