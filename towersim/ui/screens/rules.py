"""The rules in our own words, with pictures, and the keys; a few pages to leaf through."""

from typing import Final, NamedTuple

import pygame

from towersim.rules.cards import Card, Colour, Symbol
from towersim.scene import Box
from towersim.ui.desk import Back, Change, Desk
from towersim.ui.draw_cards import card_face, draw_badge, draw_card_shadow, draw_glow
from towersim.ui.draw_cubes import draw_block_at
from towersim.ui.draw_scene import still_life
from towersim.ui.input import KEY_MAP, Do, meaning
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.ui.widgets import Form, draw_sheet

CUBE: Final = Box(1.0, 1.0)


class Page(NamedTuple):
    """A title and paragraphs; the picture is named."""

    title: str
    paragraphs: tuple[str, ...]
    picture: str


PAGES: Final = (
    Page(
        "A turn",
        (
            "On the table stand four towers, each begun with one cube. Beside it lie four columns "
            "of open cards. You want cards with high numbers, and cards whose symbols match.",
            "When it is your turn, take a cube of any colour out of the rack and put it on one of "
            "the towers. You have to; but which cube and which tower is yours to choose.",
            "Then gravity decides. If everything stands, you may take one card. Its colour has "
            "to be the colour of your cube. White and black cards go with every cube.",
            "It is your own hand that builds: cubes can stand askew, and they stay that way.",
        ),
        "tower",
    ),
    Page(
        "Which card?",
        (
            "The bottom card of a column – the one nearest to you – can always be taken, if the "
            "colour is right.",
            "For a card further up, the tower has to pay: before your cube came, it must have held "
            "one cube for each card below the one you want. A red, a blue and another red card "
            "below ask for two red cubes and a blue one. Their order does not matter.",
            "A white card below asks for one more cube of any colour. A black card below blocks "
            "the way: it has to be taken first.",
            "When a card is taken, those above slide down and the deck adds one at the top. Cards "
            "you may take glow and carry a tick. Point at any card to read what it needs.",
        ),
        "column",
    ),
    Page(
        "When it falls",
        (
            "A tower has fallen as soon as one of its cubes touches the table, leaves it, or comes "
            "to rest on another tower. Only the base may lie on the table. Nobody has to "
            "judge: the table itself notices.",
            "All cubes of the tower go back to the rack, and so do those of any other tower that "
            "lost a cube along with it.",
            "The player who did it sets one cube on a free place as the base of a new tower. With "
            "this cube a bottom card of its colour may be taken, or a white or black one.",
            "As long as a place is free, anybody may found a tower there instead of building up.",
        ),
        "fall",
    ),
    Page(
        "The end, and points",
        (
            "The game ends when two columns are empty – or when the rack is empty, or when nobody "
            "has taken a card for three full rounds.",
            "Every card counts its number. Symbols count in sets: three cards with the same "
            "symbol are worth 5 more, five of them 10. A sixth starts the next set.",
            "The highest total wins. In a tie it is the player with more cards; if even that is "
            "equal, the win is shared.",
        ),
        "sets",
    ),
    Page("Mouse and keys", (), "keys"),
)


class RulesPages:
    """The pages of the rules."""

    overlay = False

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
        before = self.form.button(pygame.Rect(right - px(292), y, px(140), px(46)), "‹  Before", -1)
        after = self.form.button(pygame.Rect(right - px(140), y, px(140), px(46)), "Next  ›", 1,
                                 "strong")
        if self._page == 0:
            before.disable()
        if self._page == len(PAGES) - 1:
            after.disable()

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
        target.blit(stage.text(page.title, 30, TEXT, bold=True), (sheet.x + px(40), sheet.y + px(24)))
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
    target: pygame.Surface, stage: Stage, area: pygame.Rect,
    cubes: tuple[tuple[str, float, float, float], ...],
) -> None:
    """Draw cubes at x, y (in cubes, from the middle of the area's foot) and angle in radians."""
    side = stage.px(44)
    for colour, x, y, angle in cubes:
        at = (area.centerx + x * side, area.bottom - (y + 0.5) * side, angle)
        draw_block_at(target, stage, side, colour, CUBE, at)
    pygame.draw.line(target, SOFT_TEXT, (area.x, area.bottom), (area.right, area.bottom), stage.px(2))


def _tower(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    cubes = (("blue", 0, 0, 0), ("red", 0.08, 1, 0), ("yellow", -0.06, 2, 0), ("green", 0.1, 3, 0),
             ("red", 0.3, 5.2, -0.2))
    _cubes(target, stage, area, cubes)


def _fall(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    cubes = (("green", -0.6, 0, 0), ("blue", -0.45, 1, 0), ("yellow", 0.2, 2.1, -0.5),
             ("red", 1.4, 1.6, -1.0), ("blue", 2.1, 0, 0))
    _cubes(target, stage, area, cubes)


def _column(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    """Three cards below a red five, and a tower that pays for it."""
    cards = (Card(Colour.BLUE, Symbol.WHEEL, 2), Card(Colour.YELLOW, Symbol.DROP, 1),
             Card(Colour.WHITE, Symbol.BRICKS, 3), Card(Colour.RED, Symbol.ARROW, 5))
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
    cubes = (("green", 0, 0, 0), ("blue", 0.05, 1, 0), ("yellow", -0.04, 2, 0), ("red", 0.06, 3.6, 0))
    _cubes(target, stage, right, cubes)


def _sets(target: pygame.Surface, stage: Stage, area: pygame.Rect, _sheet: pygame.Rect) -> None:
    size, strip = (stage.px(64), stage.px(90)), stage.px(37)
    sets = ((Symbol.HAMMERS, (1, 2, 4), "1 + 2 + 4 and 5 for the set: 12"),
            (Symbol.CIRCLES, (1, 1, 2, 3, 6), "13 and 10 for the set: 23"))
    y = area.y
    for symbol, numbers, words in sets:
        for index, number in enumerate(numbers):
            card = Card(list(Colour)[(index * 2 + len(numbers)) % 6], symbol, number)
            rect = pygame.Rect(area.x + index * stage.px(46), y, *size)
            draw_card_shadow(target, stage, rect)
            target.blit(card_face(stage, card, size, strip), rect)
        picture = stage.text(words, 16, TEXT)
        target.blit(picture, (area.x, y + size[1] + stage.px(12)))
        y += size[1] + stage.px(72)


def _keys(target: pygame.Surface, stage: Stage, _area: pygame.Rect, sheet: pygame.Rect) -> None:
    px = stage.px
    lines = [("Mouse", "press a cube in the rack, drag it, turn it with the wheel, let it go"),
             *((line.called, line.words) for line in KEY_MAP)]
    for index, (called, words) in enumerate(lines):
        y = sheet.y + px(88 + 35 * index)
        target.blit(stage.text(called, 17, TEXT, bold=True), (sheet.x + px(40), y))
        target.blit(stage.text(words, 17, TEXT), (sheet.x + px(270), y))


_PICTURES: Final = {"tower": _tower, "column": _column, "fall": _fall, "sets": _sets, "keys": _keys}
