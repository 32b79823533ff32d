"""The rules in our own words, with pictures, and the keys; a few pages to leaf through."""

import pygame

from towersim.rules import game as rules_of
from towersim.ui.desk import Back, Change, Cover, Desk
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Do, meaning
from towersim.ui.rulebook import Page, Picture
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.ui.widgets import Form, draw_sheet


class RulesPages:
    """The pages of the rules."""

    overlay = False
    lively = False

    def __init__(self, desk: Desk, *, choose: bool = False) -> None:
        """Show the rules of the game that is played or spoken of, or let one `choose` a game."""
        self._desk = desk
        self._choose = choose and len(desk.covers) > 1
        self._open(desk.game)

    def _open(self, game: str) -> None:
        """Open the rules of a game at the first page."""
        self._game, self._title = game, rules_of(game).title
        cover = self._desk.covers[game]
        self.pages = (*cover.pages, Page("Mouse and keys", (), _keys(cover)))
        self._page = 0
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""
        stage = self._desk.stage
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

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN:
            does = meaning(event.key)
            if does in (Do.PAUSE, Do.RULES):
                return Back()
            if does in (Do.LEFT, Do.RIGHT):
                self._turn(-1 if does is Do.LEFT else 1)
                return None
        pressed = self.form.handle(event)
        if pressed is not None and pressed.command == "back":
            return Back()
        if pressed is not None and pressed.command == "game":
            games = tuple(self._desk.covers)
            self._open(games[(games.index(self._game) + pressed.way) % len(games)])
        elif pressed is not None and isinstance(pressed.command, int):
            self._turn(pressed.command)
        return None

    def _turn(self, way: int) -> None:
        self._page = min(max(self._page + way, 0), len(self.pages) - 1)
        self.resize()

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet, page = self._desk.stage, self._sheet, self.pages[self._page]
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(
            stage.text(page.title, 30, TEXT, bold=True), (sheet.x + px(40), sheet.y + px(24))
        )
        count = stage.text(
            f"{self._title}  ·  {self._page + 1} of {len(self.pages)}", 15, SOFT_TEXT
        )
        target.blit(count, count.get_rect(midright=(sheet.right - px(40), sheet.y + px(48))))
        y = sheet.y + px(86)
        for paragraph in page.paragraphs:
            for line in stage.letters.wrapped(paragraph, px(17), px(560)):
                target.blit(stage.text(line, 17, TEXT), (sheet.x + px(40), y))
                y += px(25)
            y += px(13)
        if page.picture is not None:
            # Without paragraphs a picture has the whole sheet.
            wide = 260 if page.paragraphs else 860
            area = pygame.Rect(sheet.right - px(40 + wide), sheet.y + px(86), px(wide), px(400))
            page.picture(target, stage, area)
        self.form.draw(target)


def _keys(cover: Cover) -> Picture:
    """Return what draws the help page: what the mouse does, and every key of the game."""
    lines = [*cover.mouse, *((line.called, line.words) for line in cover.keys)]

    def draw(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
        step = min(stage.px(31), stage.px(434) // len(lines))
        size = 17 if len(lines) < 17 else 16
        for index, (called, words) in enumerate(lines):
            y = area.y - stage.px(4) + step * index
            target.blit(stage.text(called, size, TEXT, bold=True), (area.x, y))
            target.blit(stage.text(words, size, TEXT), (area.x + stage.px(230), y))

    return draw
