"""The rules in our own words, with pictures, and the keys; a few pages to leaf through."""

from typing import Final

import pygame

from towersim.rules.cards import Card, Colour, Symbol
from towersim.scene import Box
from towersim.ui.desk import Back, Change, Desk
from towersim.ui.draw_cards import card_face, draw_badge, draw_card_shadow, draw_glow, small_card
from towersim.ui.draw_cubes import draw_block_at
from towersim.ui.draw_scene import still_life
from towersim.ui.input import KEY_MAP, Do, meaning
from towersim.ui.screens.rules_text import PAGES
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.ui.widgets import Form, draw_sheet

CUBE: Final = Box(1.0, 1.0)


class RulesPages:
    """The pages of the rules."""

    overlay = False
    lively = False

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
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
        right = self._sheet.right - px(40)
        rect = pygame.Rect(right - px(292), y, px(140), px(46))
        before = self.form.button(rect, "‹  Previous", -1)
        after = self.form.button(
            pygame.Rect(right - px(140), y, px(140), px(46)), "Next  ›", 1, "strong"
        )
        self.form.allow(before, on=self._page > 0)
        self.form.allow(after, on=self._page < len(PAGES) - 1)

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
        if pressed is not None and isinstance(pressed.command, int):
            self._turn(pressed.command)
        return None

    def _turn(self, way: int) -> None:
        self._page = min(max(self._page + way, 0), len(PAGES) - 1)
        self.resize()

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet, page = self._desk.stage, self._sheet, PAGES[self._page]
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(
            stage.text(page.title, 30, TEXT, bold=True), (sheet.x + px(40), sheet.y + px(24))
        )
        count = stage.text(f"{self._page + 1} of {len(PAGES)}", 15, SOFT_TEXT)
        target.blit(count, count.get_rect(midright=(sheet.right - px(40), sheet.y + px(48))))
        y = sheet.y + px(86)
        for paragraph in page.paragraphs:
            for line in stage.letters.wrapped(paragraph, px(17), px(560)):
                target.blit(stage.text(line, 17, TEXT), (sheet.x + px(40), y))
                y += px(25)
            y += px(13)
        area = pygame.Rect(sheet.right - px(300), sheet.y + px(86), px(260), px(400))
        _PICTURES[page.picture](target, stage, area, sheet)
        self.form.draw(target)


def _cubes(
    target: pygame.Surface,
    stage: Stage,
    area: pygame.Rect,
    cubes: tuple[tuple[str, float, float, float], ...],
) -> None:
    """Draw cubes at x, y (in cubes, from the middle of the area's foot) and angle in radians."""
    side = stage.px(44)
    for colour, x, y, angle in cubes:
        at = (area.centerx + x * side, area.bottom - (y + 0.5) * side, angle)
        draw_block_at(target, stage, side, colour, CUBE, at)
    pygame.draw.line(
        target, SOFT_TEXT, (area.x, area.bottom), (area.right, area.bottom), stage.px(2)
    )


def _tower(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    cubes = (
        ("blue", 0, 0, 0),
        ("red", 0.08, 1, 0),
        ("yellow", -0.06, 2, 0),
        ("green", 0.1, 3, 0),
        ("red", 0.3, 5.2, -0.2),
    )
    _cubes(target, stage, area, cubes)


def _fall(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    cubes = (
        ("green", -0.6, 0, 0),
        ("blue", -0.45, 1, 0),
        ("yellow", 0.2, 2.1, -0.5),
        ("red", 1.4, 1.6, -1.0),
        ("blue", 2.1, 0, 0),
    )
    _cubes(target, stage, area, cubes)


def _column(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    """Three cards below a red five, and a tower that pays for it."""
    cards = (
        Card(Colour.BLUE, Symbol.WHEEL, 2),
        Card(Colour.YELLOW, Symbol.DROP, 1),
        Card(Colour.WHITE, Symbol.BRICKS, 3),
        Card(Colour.RED, Symbol.ARROW, 5),
    )
    size, strip = (stage.px(84), stage.px(118)), stage.px(49)
    for row in reversed(range(len(cards))):
        rect = pygame.Rect(area.x, area.bottom - size[1] - row * strip, *size)
        if row == len(cards) - 1:
            draw_glow(target, stage, rect)
        draw_card_shadow(target, stage, rect)
        target.blit(card_face(stage, cards[row], size, strip), rect)
        if row == len(cards) - 1:
            draw_badge(target, stage, (rect.right, rect.y), "tick", sure=True)
    right = pygame.Rect(area.x + stage.px(120), area.y, stage.px(140), area.h)
    cubes = (
        ("green", 0, 0, 0),
        ("blue", 0.05, 1, 0),
        ("yellow", -0.04, 2, 0),
        ("red", 0.06, 3.6, 0),
    )
    _cubes(target, stage, right, cubes)


def _sets(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    size, step = (stage.px(48), stage.px(34)), stage.px(53)
    sets = (
        (Symbol.HAMMERS, (1, 2, 4), "1 + 2 + 4, and 5 for the set: 12"),
        (Symbol.CIRCLES, (1, 1, 2, 3, 6), "13, and 10 for the set: 23"),
    )
    for line, (sign, numbers, words) in enumerate(sets):
        y = area.y + stage.px(14 + 120 * line)
        for index, number in enumerate(numbers):
            card = Card(list(Colour)[(index * 2 + len(numbers)) % 6], sign, number)
            target.blit(small_card(stage, card, size), (area.x + index * step, y))
        target.blit(stage.text(words, 16, TEXT), (area.x, y + size[1] + stage.px(10)))


def _keys(target: pygame.Surface, stage: Stage, _area: pygame.Rect, sheet: pygame.Rect) -> None:
    px = stage.px
    lines = [
        ("Mouse", "drag a cube from the pool onto a tower; the wheel turns it"),
        ("Right button", "put an untouched cube back"),
        *((line.called, line.words) for line in KEY_MAP),
    ]
    for index, (called, words) in enumerate(lines):
        y = sheet.y + px(82 + 31 * index)
        target.blit(stage.text(called, 17, TEXT, bold=True), (sheet.x + px(40), y))
        target.blit(stage.text(words, 17, TEXT), (sheet.x + px(270), y))


_PICTURES: Final = {"tower": _tower, "column": _column, "fall": _fall, "sets": _sets, "keys": _keys}
