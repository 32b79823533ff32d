"""The help pages: the rules with pictures, and the key bindings."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.app_context import AppContext, GuideKey, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import Paragraph, TextBox, TextSizes
from towersim.ui.drawing.theme import TEXT
from towersim.ui.input.bindings import KeyCommand, command_for_key, keys_label, neighbour, read_keys
from towersim.ui.rulebook import Guide, Page
from towersim.ui.screens.base import BACK, FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed


class RulesPages(SheetScreen):
    """The help pages of one game; over a game they follow its options."""

    def __init__(self, context: AppContext, guide: GuideKey, *, choose: bool = False) -> None:
        """Open a guide, without one that to the last game; `choose` adds a button for others."""
        self._choose = choose
        self.context = context
        self._open(*guide or (context.settings.game, None))
        super().__init__(context)

    def _open(self, game: str, options: Any = None) -> None:  # noqa: ANN401 - each game's own
        """Open the first page of a game's help, for these options or the usual ones."""
        guide = self.context.guides[game]
        self._game, self._game_title = game, guide.title
        self.pages = (*guide.pages(options), *_key_pages(guide))
        self.page = 0

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units: with larger text, up to the whole window."""
        viewport = self.context.viewport
        wide, high = (side / viewport.unit - 24 for side in viewport.size)
        return min(940 * viewport.look.text, wide), min(600 * viewport.look.text, high)

    @property
    def title(self) -> str:
        """The title of the open page."""
        return self.pages[self.page].title

    @property
    def beside_title(self) -> str:
        """The game's title, with the page number and the number of pages."""
        return _(
            "{title}  ·  {page} of {count}",
            title=self._game_title,
            page=self.page + 1,
            count=len(self.pages),
        )

    def fill(self) -> None:
        """Add the buttons: back, another game, previous and next page."""
        game = FootButton(self._game_title, "game", 250, chooser=True)
        self.page_count = len(self.pages)
        before, after = self.page_buttons(_("‹  Previous"), _("Next  ›"))
        left = (BACK, game) if self._choose else (BACK,)
        self.foot(left, (before, after._replace(style="strong")))

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event; arrows turn the pages."""
        match command_for_key(event.key) if event.type == pygame.KEYDOWN else None:
            case KeyCommand.RULES:
                return self.leave()
            case KeyCommand.LEFT | KeyCommand.RIGHT as arrow if self.form.focused != "game":
                self.turn_page(-1 if arrow is KeyCommand.LEFT else 1)
                return None
        return super().handle(event)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Go to another game."""
        self._open(neighbour(tuple(self.context.guides), self._game, pressed.direction))
        self.resize()
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw the open page."""
        px, page = canvas.px, self.pages[self.page]
        area = pygame.Rect(self.left, self.sheet.y + px(86), 0, self.sheet.h - px(86 + 80))
        area.w = self.right - self.left
        largest, beside = (17, px(308)) if page.picture else (21, 0)
        sizes = TextSizes(round(canvas.viewport.grown(largest)), 15, 25 / 17, gap=13)
        paragraphs = [Paragraph(text, TEXT) for text in page.paragraphs]
        if paragraphs:
            room = pygame.Rect(area.topleft, (area.w - beside, area.h))
            TextBox(canvas.viewport, paragraphs, room, sizes).draw(canvas)
            area.update(self.right - px(260), area.y, px(260), area.h - px(34))
        if page.picture is not None:
            page.picture(canvas, area)


MOST: Final = 20
"""Most lines on a page of keys; more are split over two pages."""
GAMEPAD: Final = read_keys(Path(__file__).with_name("keys.txt"))[1]
"""Parts of a gamepad with their functions, the last `CARRYING` for a hand that carries blocks."""
CARRYING: Final = 3


def _key_pages(guide: Guide) -> tuple[Page, ...]:
    lines = [*guide.mouse, *((keys_label(line), line.help) for line in guide.keys)]
    first = len(lines) if len(lines) <= MOST else -(-len(lines) // 2)
    carries = any(KeyCommand.TURN_LEFT in line.keys for line in guide.keys)
    pads = GAMEPAD if carries else GAMEPAD[:-CARRYING]
    parts = (
        (_("Mouse and keys"), lines[:first]),
        (_("More keys"), lines[first:]),
        (_("Gamepad"), pads),
    )
    return tuple(Page(title, (), partial(_draw_lines, part)) for title, part in parts if part)


def _draw_lines(lines: Sequence[tuple[str, str]], canvas: Canvas, area: pygame.Rect) -> None:
    """Draw keys with their descriptions."""
    px = canvas.px
    step = min(px(31 * canvas.viewport.look.text), area.h // len(lines))
    size, fonts = 17 if len(lines) < 17 else 16, canvas.viewport.fonts
    tall = px(canvas.viewport.grown(size))
    wide = max(fonts.width(label, tall, bold=True) for label, _text in lines)
    left = min(max(px(230), wide + px(12)), area.w // 3)
    for index, (label, text) in enumerate(lines):
        y = area.y + px(8) + step * index
        canvas.name(label, size, TEXT, (left - px(8), step), bold=True, midleft=(area.x, y))
        room, at = (area.w - left, step), (area.x + left, y)
        canvas.text(text, size, TEXT, room=room, midleft=at)
