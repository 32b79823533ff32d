"""The rules in our own words, with pictures, and the keys; a few pages to leaf through."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.ui.app_context import AppContext, CloseScreens, Guide, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.keymap import key_label
from towersim.ui.rulebook import Page, Picture
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.ui.widgets import Form, draw_sheet


class RulesPages:
    """The pages of the rules."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext, *, choose: bool = False) -> None:
        """Show the rules of the game that is played or spoken of, or let one `choose` a game."""
        self._context = context
        self._choose = choose and len(context.game_uis) > 1
        self._open(context.game)

    def _open(self, game: str) -> None:
        """Open the rules of a game at the first page."""
        guide = self._context.guide_of(game)
        self._game, self._title = game, guide.title
        self.pages = (*guide.pages, *_key_pages(guide))
        self._page = 0
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(940), px(600))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        y = self._sheet.bottom - px(70)
        self.form.button(pygame.Rect(self._sheet.x + px(40), y, px(140), px(46)), "Back", "back")
        if self._choose:
            rect = pygame.Rect(self._sheet.x + px(196), y, px(250), px(46))
            self.form.button(rect, f"‹  {self._title}  ›", "game", chooser=True)
        right = self._sheet.right - px(40)
        rect = pygame.Rect(right - px(292), y, px(140), px(46))
        before = self.form.button(rect, "‹  Previous", -1)
        after = self.form.button(
            pygame.Rect(right - px(140), y, px(140), px(46)), "Next  ›", 1, "strong"
        )
        self.form.allow(before, on=self._page > 0)
        self.form.allow(after, on=self._page < len(self.pages) - 1)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN:
            command = command_for_key(event.key)
            if command in (Command.PAUSE, Command.RULES):
                return CloseScreens()
            if command in (Command.LEFT, Command.RIGHT):
                self._turn(-1 if command is Command.LEFT else 1)
                return None
        pressed = self.form.handle(event)
        if pressed is not None and pressed.command == "back":
            return CloseScreens()
        if pressed is not None and pressed.command == "game":
            context = self._context
            games = (*context.game_uis, *context.solo_uis, *context.guides)
            self._open(games[(games.index(self._game) + pressed.way) % len(games)])
        elif pressed is not None and isinstance(pressed.command, int):
            self._turn(pressed.command)
        return None

    def _turn(self, way: int) -> None:
        self._page = min(max(self._page + way, 0), len(self.pages) - 1)
        self.resize()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet, page = self._context.stage, self._sheet, self.pages[self._page]
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.title(page.title, 30, TEXT), (sheet.x + px(40), sheet.y + px(24)))
        count = stage.text(
            f"{self._title}  ·  {self._page + 1} of {len(self.pages)}", 15, SOFT_TEXT
        )
        target.blit(count, count.get_rect(midright=(sheet.right - px(40), sheet.y + px(48))))
        y = sheet.y + px(86)
        size = self._text_size(page)
        for paragraph in page.paragraphs:
            for line in stage.fonts.wrapped(paragraph, px(size), px(560)):
                target.blit(stage.text(line, size, TEXT), (sheet.x + px(40), y))
                y += px(25 / 17 * size)
            y += px(13)
        if page.picture is not None:
            # Without paragraphs a picture has the whole sheet.
            wide = 260 if page.paragraphs else 860
            area = pygame.Rect(sheet.right - px(40 + wide), sheet.y + px(86), px(wide), px(400))
            page.picture(target, stage, area)
        self.form.draw(target)

    def _text_size(self, page: Page) -> float:
        """Return how high the words of a page are, in units: what was wished, if they all fit."""
        stage = self._context.stage
        px, room = stage.px, self._sheet.h - stage.px(86 + 80)
        for size in range(round(stage.grown(17)), 17, -1):
            lines = [stage.fonts.wrapped(words, px(size), px(560)) for words in page.paragraphs]
            if sum(map(len, lines)) * px(25 / 17 * size) + len(lines) * px(13) <= room:
                return size
        return 17


MOST: Final = 20
"""The number of lines that a page of keys takes; more go on two pages."""


def _key_pages(guide: Guide) -> tuple[Page, ...]:
    """Return the pages of what the mouse does and of every key."""
    lines = [*guide.mouse, *((line.label, line.help) for line in guide.keys)]
    if len(lines) <= MOST:
        return (Page("Mouse and keys", (), _drawing(lines)),)
    half = -(-len(lines) // 2)
    return (
        Page("Mouse and keys", (), _drawing(lines[:half])),
        Page("More keys", (), _drawing(lines[half:])),
    )


def _drawing(lines: Sequence[tuple[str, str]]) -> Picture:
    """Return what draws a page of keys, each with what it does."""

    def draw(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
        step = min(stage.px(31), stage.px(434) // len(lines))
        size = 17 if len(lines) < 17 else 16
        for index, (called, words) in enumerate(lines):
            y = area.y - stage.px(4) + step * index
            keys = key_label(called, stage.look.keys)
            name = stage.text(keys, size, TEXT, bold=True, width=stage.px(222), height=step)
            target.blit(name, (area.x, y))
            does = stage.text(words, size, TEXT, width=area.w - stage.px(230), height=step)
            target.blit(does, (area.x + stage.px(230), y))

    return draw
