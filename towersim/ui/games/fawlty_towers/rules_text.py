"""The pages of the rules of Fawlty Towers, and the pictures beside them."""

from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.geometry.shapes import Box
from towersim.rules.fawlty_towers.cards import Card, Colour, Symbol
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_badge, draw_card_shadow, draw_glow
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.fawlty_towers.draw_table import card_face, small_card
from towersim.ui.rulebook import Page, page

CUBE: Final = Box(0.02, 0.02)


def _cubes(
    canvas: Canvas, area: pygame.Rect, cubes: tuple[tuple[str, float, float, float], ...]
) -> None:
    """Draw cubes: kind, x and y in cubes from the middle of the area's bottom edge, and radians."""
    side, sprites = canvas.px(44), Sprites(painted(CUBE))
    sprites.begin(canvas.viewport)
    for colour, x, y, angle in cubes:
        at = (area.centerx + x * side, area.bottom - (y + 0.5) * side, angle)
        sprites.draw(canvas.target, colour, side / CUBE.width, at)
    pygame.draw.line(canvas.target, SOFT_TEXT, area.bottomleft, area.bottomright, canvas.px(2))


def tower(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a tower, with a cube above it."""
    cubes = (
        ("blue", 0, 0, 0),
        ("red", 0.08, 1, 0),
        ("yellow", -0.06, 2, 0),
        ("green", 0.1, 3, 0),
        ("red", 0.3, 5.2, -0.2),
    )
    _cubes(canvas, area, cubes)


def fall(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a fallen tower."""
    cubes = (
        ("green", -0.6, 0, 0),
        ("blue", -0.45, 1, 0),
        ("yellow", 0.2, 2.1, -0.5),
        ("red", 1.4, 1.6, -1.0),
        ("blue", 2.1, 0, 0),
    )
    _cubes(canvas, area, cubes)


def column(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw three cards below a red five, and a tower that wins it."""
    cards = (
        Card(Colour.BLUE, Symbol.WHEEL, 2),
        Card(Colour.YELLOW, Symbol.DROP, 1),
        Card(Colour.WHITE, Symbol.BRICKS, 3),
        Card(Colour.RED, Symbol.ARROW, 5),
    )
    size, strip = (canvas.px(84), canvas.px(118)), canvas.px(49)
    for row in reversed(range(len(cards))):
        rect = pygame.Rect(area.x, area.bottom - size[1] - row * strip, *size)
        if row == len(cards) - 1:
            draw_glow(canvas, rect)
        draw_card_shadow(canvas, rect)
        canvas.put(card_face(canvas.viewport, cards[row], size, strip), rect)
        if row == len(cards) - 1:
            draw_badge(canvas, (rect.right, rect.y), sure=True)
    right = pygame.Rect(area.x + canvas.px(120), area.y, canvas.px(140), area.h)
    cubes = (
        ("green", 0, 0, 0),
        ("blue", 0.05, 1, 0),
        ("yellow", -0.04, 2, 0),
        ("red", 0.06, 3.6, 0),
    )
    _cubes(canvas, right, cubes)


def sets(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw two sets of cards and their points."""
    size, step = (canvas.px(48), canvas.px(34)), canvas.px(53)
    sets = (
        (Symbol.HAMMERS, (1, 2, 4), _("1 + 2 + 4, and 5 for the set: 12")),
        (Symbol.CIRCLES, (1, 1, 2, 3, 6), _("13, and 10 for the set: 23")),
    )
    for line, (sign, numbers, words) in enumerate(sets):
        y = area.y + canvas.px(14 + 120 * line)
        for index, number in enumerate(numbers):
            card = Card(list(Colour)[(index * 2 + len(numbers)) % 6], sign, number)
            canvas.put(small_card(canvas.viewport, card, size), (area.x + index * step, y))
        canvas.text(words, 16, TEXT, topleft=(area.x, y + size[1] + canvas.px(10)))


PAGES: Final[tuple[Page, ...]] = (
    page(
        _("A turn"),
        tower,
        _(
            "On the table stand four towers, each begun with one cube. Beside them lie four "
            "columns of open cards. You want cards with high numbers, and cards whose symbols "
            "match."
        ),
        _(
            "When it is your turn, take a cube of any colour from the pool and put it on one of "
            "the towers. You have to; but which cube and which tower is yours to choose."
        ),
        _(
            "Then gravity decides. If everything stands, you may take one card. Its colour has to"
            " be the colour of your cube. White and black cards go with every cube."
        ),
        _("It is your own hand that builds: cubes can stand askew, and they stay that way."),
    ),
    page(
        _("Which card?"),
        column,
        _(
            "The bottom card of a column – the one nearest to you – can always be taken, if the "
            "colour is right."
        ),
        _(
            "For a card further up, the tower has to pay: before your cube came, it must have "
            "held one cube for each card below the one you want. A red, a blue and another red "
            "card below ask for two red cubes and a blue one. Their order does not matter."
        ),
        _(
            "A white card below asks for one more cube of any colour. A black card below blocks "
            "the way: it has to be taken first."
        ),
        _(
            "When a card is taken, those above slide down and the deck adds one at the top. Cards"
            " you may take glow and carry a tick. Point at any card to read what it needs."
        ),
    ),
    page(
        _("When it falls"),
        fall,
        _(
            "A tower has fallen as soon as one of its cubes touches the table, leaves it, or "
            "comes to rest on another tower. Only the base may lie on the table. Nobody has to "
            "judge: the simulation detects it."
        ),
        _(
            "All cubes of the tower go back to the pool, and so do those of any other tower that "
            "lost a cube along with it."
        ),
        _(
            "The player who did it sets one cube on a free place as the base of a new tower. With"
            " this cube a bottom card of its colour may be taken, or a white or black one."
        ),
        _("As long as a place is free, anybody may found a tower there instead of building up."),
    ),
    page(
        _("The end, and points"),
        sets,
        _(
            "The game ends when two columns are empty – or when the pool is empty, or when nobody"
            " has taken a card for three full rounds."
        ),
        _(
            "Every card counts its number. Symbols count in sets: three cards with the same "
            "symbol are worth 5 more, five of them 10. A sixth starts the next set."
        ),
        _(
            "The highest total wins. In a tie it is the player with more cards; if even that is "
            "equal, the win is shared."
        ),
    ),
)
