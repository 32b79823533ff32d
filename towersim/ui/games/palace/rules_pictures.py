"""The pictures beside the rules of Palace."""

from collections.abc import Sequence

import pygame

from towersim.messages import message as _
from towersim.rules.palace.cards import Card, Suit
from towersim.ui.cards.card_faces import WIDE, card_size
from towersim.ui.cards.draw_cards import PLAIN, Look, draw_card, draw_fan
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.draw_marks import symbol
from towersim.ui.games.palace.faces import BACK, face
from towersim.ui.games.palace.layout import blind_spot
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage

CLUBS, DIAMONDS, HEARTS, SPADES = Suit


def _cards(
    target: pygame.Surface,
    stage: Stage,
    at: tuple[int, int],
    cards: Sequence[tuple[int, Suit]],
    high: int,
    apart: float = 0.42,
) -> int:
    """Draw cards side by side from a left edge; return where they end."""
    x = at[0] + WIDE * high / 2
    for rank, suit in cards:
        draw_card(target, stage, face(Card(rank, suit)), Spot(x, at[1], high))
        x += apart * high
    return round(x + (WIDE / 2 - apart) * high)


def _line(
    target: pygame.Surface, stage: Stage, at: tuple[int, int], words: str, *, soft: bool = False
) -> None:
    picture = stage.text(words, 15 if soft else 16, SOFT_TEXT if soft else TEXT)
    target.blit(picture, picture.get_rect(midleft=at))


def seat(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw what lies before a seat: the hand, the face-up row, the blind cards."""
    px = stage.px
    high = px(96)
    row = ((5, HEARTS), (12, CLUBS), (10, SPADES))
    step = WIDE * high + px(9)
    for index, (rank, suit) in enumerate(row):
        place = Spot(area.x + WIDE * high / 2 + index * step, area.y + px(84), high)
        draw_card(target, stage, BACK, blind_spot(place))
        draw_card(target, stage, face(Card(rank, suit)), place)
    _line(target, stage, (area.x, area.y + px(8)), _("3 blind, 3 face up"), soft=True)
    hand = [Card(4, SPADES), Card(9, DIAMONDS), Card(9, CLUBS)]
    fan = Fan(
        pygame.Rect(area.x, area.y + px(180), px(250), px(140)), card_size(px(116)), 3, 9, px(10)
    )
    draw_fan(target, stage, [face(card) for card in hand], fan)
    _line(target, stage, (area.x, area.y + px(170)), _("your hand, at first 3 cards"), soft=True)


def turn(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw a pile that asks for more than an 8, and the hand that has it."""
    px = stage.px
    draw_card(target, stage, face(Card(8, SPADES)), Spot(area.x + px(60), area.y + px(76), px(120)))
    arrow = symbol(stage, "arrow", px(22), ACCENT_DARK)
    target.blit(arrow, (area.x + px(124), area.y + px(48)))
    _line(target, stage, (area.x + px(124), area.y + px(92)), _("higher than an 8"))
    ranks = ((4, CLUBS), (8, HEARTS), (11, SPADES), (11, HEARTS))
    looks = {
        0: Look(dim=True),
        1: Look(dim=True),
        2: Look(legal=True, chosen=True),
        3: Look(legal=True, chosen=True),
    }
    fan = Fan(
        pygame.Rect(area.x, area.y + px(170), px(258), px(150)), card_size(px(112)), 4, 7, px(16)
    )
    draw_fan(target, stage, [face(Card(*card)) for card in ranks], fan, looks)
    words = _("Both jacks go, alone or together.")
    _line(target, stage, (area.x, area.y + px(346)), words, soft=True)


def magic(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw the four magic cards and what each does."""
    px = stage.px
    high = px(84)
    lines = (
        ((2, HEARTS), (_("on everything;"), _("then: higher than a 2"))),
        ((3, CLUBS), (_("on everything;"), _("counts as not there"))),
        ((7, DIAMONDS), (_("the next one"), _("goes lower"))),
        ((10, SPADES), (_("on everything;"), _("burns the pile"))),
    )
    for index, (card, words) in enumerate(lines):
        y = area.y + px(44) + index * px(98)
        draw_card(target, stage, face(Card(*card)), Spot(area.x + px(34), y, high), PLAIN)
        for row, line in enumerate(words):
            _line(target, stage, (area.x + px(80), y - px(11) + row * px(22)), line)


def burning(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw four alike on a pile, and a flame."""
    px = stage.px
    four = ((6, CLUBS), (6, DIAMONDS), (6, HEARTS), (6, SPADES))
    _cards(target, stage, (area.x, area.y + px(76)), four, px(116))
    flame = symbol(stage, "flame", px(70), (240, 130, 48))
    target.blit(flame, flame.get_rect(center=(area.x + px(120), area.y + px(196))))
    words = _("Four alike burn the pile,")
    _line(target, stage, (area.x, area.y + px(262)), words)
    _line(target, stage, (area.x, area.y + px(286)), _("also one by one."))


def blind(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw three blind cards, one of them being turned over."""
    px = stage.px
    high = px(104)
    for index in range(3):
        x = area.x + WIDE * high / 2 + index * (WIDE * high + px(9))
        if index < 2:
            draw_card(target, stage, BACK, Spot(x, area.y + px(80), high))
        else:
            spot = Spot(x, area.y + px(64), high, -6)
            draw_card(target, stage, face(Card(14, DIAMONDS)), spot, Look(legal=True))
    _line(target, stage, (area.x, area.y + px(172)), _("Nobody knows them, not even you."))


def agreed(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw a 3 on a 7, and what it may mean."""
    px = stage.px
    end = _cards(target, stage, (area.x, area.y + px(76)), ((7, CLUBS), (3, HEARTS)), px(116), 0.3)
    for turn, y in ((0, 54), (180, 100)):
        arrow = pygame.transform.rotate(symbol(stage, "arrow", px(22), ACCENT_DARK), turn)
        target.blit(arrow, arrow.get_rect(center=(end + px(24), area.y + px(y))))
    words = _("answered: higher than a 7;"), _("or: still lower than a 7")
    for row, line in enumerate(words):
        _line(target, stage, (area.x, area.y + px(160 + 24 * row)), line)
