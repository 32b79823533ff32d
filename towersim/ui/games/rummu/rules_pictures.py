"""The pictures beside the rules of Rummü."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.messages import message as _
from towersim.rules.rummu.cards import Card, Role, Suit, plain
from towersim.rules.rummu.score import worth
from towersim.rules.rummu.state import Options
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.draw_cards import draw_card, draw_pile
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.draw_marks import symbol
from towersim.ui.games.rummu.faces import BACK, face, role_face
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage

RED, BLUE, GREEN, YELLOW, BLACK = Suit
HIGH: Final = 96
"""Height of a card, in units."""
LINE: Final = 138
"""From one row of cards to the next, in units."""

Row = tuple[Sequence[Role], str]


def _cards(*faces: tuple[Suit, int]) -> tuple[Role, ...]:
    return tuple(plain(Card(*card)) for card in faces)


def _joker(number: int, suit: Suit) -> Role:
    return Role(Card(YELLOW, number), suit)


def _rows(
    target: pygame.Surface, stage: Stage, area: pygame.Rect, rows: Sequence[Row], line: int = LINE
) -> None:
    """Draw rows of cards, each with a few words below it."""
    high = stage.px(HIGH)
    for index, (cards, words) in enumerate(rows):
        y = area.y + stage.px(line * index) + high / 2
        for place, role in enumerate(cards):
            x = area.x + card_size(high)[0] / 2 + place * 0.46 * high
            draw_card(target, stage, role_face(role), Spot(x, y, high))
        said = stage.text(words, 15, TEXT, width=area.w)
        target.blit(said, (area.x, round(y + high / 2) + stage.px(5)))


def turn(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw deck, discard pile and hand."""
    high = stage.px(110)
    wide = card_size(high)[0]
    deck = Spot(area.x + wide / 2 + stage.px(4), area.y + high / 2, high)
    draw_pile(target, stage, BACK, deck, 24)
    pile = Fan(
        pygame.Rect(area.right - wide - stage.px(66), area.y, wide + stage.px(66), high),
        (wide, high),
        4,
    )
    for spot, card in zip(pile.spots(), (None, None, None, Card(BLUE, 4)), strict=True):
        draw_card(target, stage, face(card) if card else BACK, spot)
    for x, words in ((deck.x, _("deck")), (pile.area.centerx, _("discards"))):
        said = stage.text(words, 15, SOFT_TEXT)
        target.blit(said, said.get_rect(midtop=(round(x), area.y + high + stage.px(14))))
    arrow = pygame.transform.rotate(symbol(stage, "arrow", stage.px(40), ACCENT_DARK), 180)
    target.blit(arrow, arrow.get_rect(center=(area.centerx, area.y + stage.px(190))))
    hand = (Card(RED, 3), Card(RED, 4), Card(RED, 5), Card(GREEN, 7), Card(BLACK, 7))
    rect = pygame.Rect(area.x, area.y + stage.px(230), area.w, stage.px(140))
    for card, spot in zip(hand, Fan(rect, (wide, high), len(hand), 14.0).spots(), strict=True):
        draw_card(target, stage, face(card), spot)


def combinations(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw a set and two runs."""
    rows = (
        (_cards((RED, 6), (BLUE, 6), (GREEN, 6), (BLACK, 6)), _("a set of four")),
        (_cards((BLUE, 2), (BLUE, 3), (BLUE, 4)), _("a run of one colour")),
        (_cards((RED, 7), (BLACK, 8), (GREEN, 9)), _("a mixed run")),
    )
    _rows(target, stage, area, rows)


def jokers(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw what yellow cards can be."""
    rows = (
        ((*_cards((RED, 3), (RED, 4)), _joker(5, RED)), _("the yellow 5 stands for the red 5")),
        ((*_cards((BLACK, 8), (GREEN, 8)), _joker(8, BLUE)), _("a set with a joker")),
        (_cards((BLUE, 0), (YELLOW, 1), (RED, 2)), _("here it is just yellow")),
    )
    _rows(target, stage, area, rows)


def coming_out(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw two ways to come out with enough cards."""
    rows = (
        (_cards((BLUE, 5), (BLUE, 6), (BLUE, 7), (BLUE, 8)), _("four cards at once …")),
        (_cards((RED, 2), (GREEN, 2), (BLACK, 2)), _("… or three and")),
        (_cards((BLACK, 3), (RED, 4), (GREEN, 5)), _("three in the same turn")),
    )
    _rows(target, stage, area, rows)


def points(target: pygame.Surface, stage: Stage, area: pygame.Rect) -> None:
    """Draw what combinations bring."""
    set_of = _cards((RED, 6), (BLUE, 6), (GREEN, 6), (BLACK, 6))
    run, options = _cards(*((BLACK, n) for n in range(3, 9))), Options()
    mixed = _cards((RED, 3), (BLUE, 4), (GREEN, 5), (BLACK, 6))

    def brings(cards: Sequence[Role]) -> int:
        return worth(tuple(cards), options)

    table = (
        ("", _("mixed"), _("pure")),
        (_("Set of 3"), 0, 0),
        (_("Set of 4"), brings((*set_of[:3], _joker(6, BLACK))), brings(set_of)),
        (_("Set of 5"), 50, "–"),
        (_("Run of 3"), brings(mixed[:3]), brings(run[:3])),
        (_("Run of 4"), brings(mixed), brings(run[:4])),
        (_("Run of 5"), options.five_run_mixed, options.five_run_pure),
        (_("each further"), "+10", "+10"),
    )
    for index, (kind, *cells) in enumerate(table):
        y, strong = area.y + stage.px(36 * index + 14), index == 0
        words = stage.text(str(kind), 17, TEXT)
        target.blit(words, words.get_rect(midleft=(area.x, y)))
        for column, cell in enumerate(cells):
            words = stage.text(str(cell), 17, SOFT_TEXT if strong else TEXT, bold=not strong)
            right = area.x + stage.px(180 + 76 * column)
            target.blit(words, words.get_rect(midright=(right, y)))
