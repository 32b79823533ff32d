"""The pictures beside the rules of Push."""

from typing import Final

import pygame

from towersim.messages import message as _
from towersim.rules.push.cards import FACES, Card, Mark
from towersim.ui.cards.card_faces import card_size, face_picture
from towersim.ui.cards.draw_cards import draw_card, draw_fan, draw_pile, draw_place
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.draw_marks import symbol
from towersim.ui.games.push.draw_die import die_picture
from towersim.ui.games.push.faces import BACK, face
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage

Cards = tuple[Card, ...]

LOW: Final[Cards] = (Card(Mark.YELLOW, 5), Card(Mark.RED, 2))
ROLLING: Final[Cards] = (Card(Mark.YELLOW, 6), Card(Mark.ROLL), Card(Mark.BLUE, 4))


def _row(
    target: pygame.Surface, stage: Stage, at: tuple[int, int], cards: Cards, high: int = 112
) -> None:
    """Draw cards that overlap, from the left."""
    size = card_size(stage.px(high))
    area = pygame.Rect(*at, size[0] + (len(cards) - 1) * round(0.36 * size[0]), size[1])
    draw_fan(target, stage, [face(card) for card in cards], Fan(area, size, len(cards)))


def _words(
    target: pygame.Surface, stage: Stage, at: tuple[int, int], words: str, *, soft: bool = True
) -> None:
    picture = stage.text(words, 16, SOFT_TEXT if soft else TEXT, bold=not soft)
    target.blit(picture, picture.get_rect(midleft=at))


def flip(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw the deck, a flipped card and the three kinds of card."""
    px, high = stage.px, stage.px(140)
    wide = card_size(high)[0]
    draw_pile(target, stage, BACK, Spot(area.x + wide / 2, area.y + high / 2, high), 57)
    x = area.right - wide / 2
    draw_card(target, stage, face(Card(Mark.PURPLE, 4)), Spot(x, area.y + high / 2, high))
    arrow = pygame.transform.rotate(symbol(stage, "arrow", px(26), ACCENT_DARK), -90)
    target.blit(arrow, arrow.get_rect(center=(area.centerx, area.y + high // 2)))
    rows = ((Card(Mark.GREEN, 3), _("90 with points")), (Card(Mark.ROLL), _("18 roll cards")))
    for index, (card, words) in enumerate((*rows, (Card(Mark.SWITCH), _("12 switch cards")))):
        y = area.y + high + px(32 + 78 * index)
        draw_card(target, stage, face(card), Spot(area.x + px(28), y + px(35), px(70)))
        _words(target, stage, (area.x + px(70), y + px(35)), words, soft=False)


def stacks(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw a red 5, two stacks that refuse it and one that takes it."""
    px = stage.px
    _row(target, stage, (area.x, area.y), (Card(Mark.RED, 5),))
    _words(target, stage, (area.x + px(96), area.y + px(56)), _("Where does it go?"), soft=False)
    lines = (
        (LOW, _("not here: a 5 and a red")),
        ((Card(Mark.GREEN, 1), Card(Mark.RED, 3)), _("not here: a red card")),
        ((Card(Mark.BLUE, 6), Card(Mark.ROLL)), _("here!")),
    )
    for index, (cards, words) in enumerate(lines):
        y = area.y + px(134 + 92 * index)
        _row(target, stage, (area.x, y), cards, 82)
        _words(target, stage, (area.x + px(92), y + px(41)), words, soft=index < 2)


def take(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw stacks with their worth, and who takes which."""
    px = stage.px
    lines = (
        ((Card(Mark.YELLOW, 6), Card(Mark.GREEN, 5), Card(Mark.RED, 1)), _("12: Ada, who stopped")),
        (ROLLING, _("10 and the die: Bruno")),
        (LOW, _("7: Clara")),
    )
    for index, (cards, words) in enumerate(lines):
        y = area.y + px(132 * index)
        _row(target, stage, (area.x, y), cards, 96)
        _words(target, stage, (area.x, y + px(112)), words, soft=index > 0)


def die(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw the six sides of the die, and a bench that loses a colour."""
    px = stage.px
    for index, side in enumerate(FACES):
        at = (area.x + px(88 * (index % 3)), area.y + px(88 * (index // 3)))
        target.blit(die_picture(stage, side, px(74)), at)
    y = area.y + px(212)
    _row(target, stage, (area.x, y), (Card(Mark.BLUE, 2), Card(Mark.BLUE, 6)), 96)
    _words(target, stage, (area.x + px(106), y + px(48)), _("Blue: 8 points gone"), soft=False)
    _row(target, stage, (area.x, y + px(108)), (Card(Mark.GREEN, 4),), 96)
    _words(target, stage, (area.x + px(106), y + px(156)), _("Green stays"))


def bank(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw a bench, and one of its colours face down."""
    px, high = stage.px, stage.px(104)
    _row(target, stage, (area.x, area.y), (Card(Mark.RED, 3), Card(Mark.RED, 6)), 104)
    _row(target, stage, (area.x + px(140), area.y), (Card(Mark.YELLOW, 2),), 104)
    arrow = pygame.transform.rotate(symbol(stage, "arrow", px(26), ACCENT_DARK), 180)
    target.blit(arrow, arrow.get_rect(center=(area.x + px(50), area.y + px(134))))
    y = area.y + px(164)
    back = face_picture(stage, BACK, high)
    for step in (0, 1):
        target.blit(back, (area.x + step * px(26), y))
    _words(target, stage, (area.x + px(120), y + px(52)), _("9 points, safe"), soft=False)
    spot = Spot(area.x + px(37), y + high + px(70), high)
    draw_place(target, stage, spot._replace(x=spot.x + px(120)))
    draw_card(target, stage, face(Card(Mark.YELLOW, 2)), spot._replace(x=spot.x + px(120)))
    _words(target, stage, (area.x, y + high + px(70)), _("still at risk:"))
