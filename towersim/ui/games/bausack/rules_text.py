"""The pages of the rules of Bausack, and the pictures beside them."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose, Seat
from towersim.files.level import load_pieces
from towersim.geometry.shapes import extent
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import straight
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.bausack.draw_seats import number_disc, token_disc
from towersim.ui.rulebook import Page, page

SCALE: Final = 1900.0
"""Pixels per metre at viewport unit 1."""
Laid = tuple[str, float, float, float]
"""A piece: kind, x from the area's middle and height of its lowest point, both in millimetres, and
angle in radians."""


def _draw(canvas: Canvas, area: pygame.Rect, laid: Sequence[Laid]) -> None:
    """Draw pieces above a line at the area's bottom edge."""
    scale = SCALE * canvas.viewport.unit

    def make() -> pygame.Surface:
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        sprites = Sprites(load_pieces("blocks"))
        sprites.begin(canvas.viewport)
        for kind, x, foot, angle in laid:
            low, _ = extent(sprites.pieces[kind].shape, Pose(0.0, 0.0, angle))
            y = area.h - canvas.px(3) - (foot / 1000 - low.y) * scale
            sprites.draw(picture, kind, scale, (area.w / 2 + x / 1000 * scale, y, angle))
        return straight(picture)

    canvas.put(canvas.cached(("bausack rules", tuple(laid), area.size), make), area)
    foot = area.bottom - canvas.px(2)
    pygame.draw.line(canvas.target, SOFT_TEXT, (area.x, foot), (area.right, foot), canvas.px(2))


def pieces(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a few pieces, stacked and loose."""
    laid = (
        ("brick", -20.0, 0.0, 0.0),
        ("bridge", -20.0, 12.7, 0.0),
        ("house", 44.0, 0.0, 0.0),
        ("egg", -20.0, 38.1, 0.0),
        ("star", 40.0, 75.0, 0.3),
        ("key", -40.0, 95.0, 0.8),
        ("little-tree", 20.0, 120.0, -0.2),
    )
    _draw(canvas, area, laid)


def tokens(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw an auction: three seats, their bids, and the piece."""
    _draw(canvas, area, (("stool", 0.0, 0.0, 0.0),))
    bids = (
        (Seat(0), _("bids {bid}", bid=1)),
        (Seat(1), _("bids {bid}", bid=3)),
        (Seat(2), _("passed")),
    )
    viewport, px = canvas.viewport, canvas.px
    for index, (seat, words) in enumerate(bids):
        y = area.y + px(40 + 46 * index)
        canvas.put(number_disc(viewport, seat, px(28)), midleft=(area.x + px(40), y))
        canvas.text(words, 18, TEXT, bold=index == 1, midleft=(area.x + px(82), y))
        for token in range((1, 3, 0)[index]):
            at = area.x + px(168 + 22 * token), y
            canvas.put(token_disc(viewport, px(20), full=True), midleft=at)


def egg(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw the egg and the price of passing it on, seat by seat."""
    _draw(canvas, area, (("egg", 0.0, 20.0, 0.4),))
    viewport, px = canvas.viewport, canvas.px
    for index in range(3):
        y = area.y + px(40 + 50 * index)
        canvas.put(number_disc(viewport, Seat(index + 1), px(28)), midleft=(area.x + px(40), y))
        words = _("accepts, or pays {price}", price=index + 1)
        canvas.text(words, 17, TEXT, midleft=(area.x + px(82), y))


def tower(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a tower with a piece above it."""
    laid = (
        ("bridge", -6.0, 0.0, 0.0),
        ("hexagonal-nut", -16.0, 25.4, 0.0),
        ("brick", -14.0, 57.2, 0.0),
        ("barrel", -18.0, 69.9, 0.0),
        ("spoon", 10.0, 140.0, 0.25),
    )
    _draw(canvas, area, laid)


def last(canvas: Canvas, area: pygame.Rect) -> None:
    """Draw a standing tower beside a fallen one."""
    laid = (
        ("bridge", -41.0, 0.0, 0.0),
        ("pyramid", -41.0, 25.4, 0.0),
        ("brick", 16.0, 0.0, 0.0),
        ("pear", 52.0, 0.0, 1.2),
        ("short-tube", 4.0, 12.7, 0.0),
    )
    _draw(canvas, area, laid)


PAGES: Final[tuple[Page, ...]] = (
    page(
        _("A turn"),
        pieces,
        _(
            "Seventy pieces of wood lie in the pile, and no two are alike. Everybody builds one "
            "tower on their own part of the table and has ten tokens, which only ever go to the "
            "bank."
        ),
        _(
            "The first piece you get is your foundation: it alone may touch the table. All others "
            "have to stand on it, or on each other."
        ),
        _(
            "When it is your turn, look through the pile, take a piece into your hand and turn it "
            "about. Then build with it, or push it."
        ),
        _("Build if you would like to have it. Push if you would rather somebody else had to."),
    ),
    page(
        _("Build"),
        tokens,
        _(
            "Name an opening bid; nothing at all is allowed. Then everybody in turn bids more or "
            "passes. Who has passed is out of this auction."
        ),
        _(
            "The highest bidder pays the bank and places the piece at once. If nobody bids more "
            "than you, it is yours for what you bid."
        ),
        _(
            "Were you outbid in your own turn? Then it is still your turn: build with another "
            "piece, or push one."
        ),
    ),
    page(
        _("Push"),
        egg,
        _(
            "The piece goes to the next player, who accepts it and has to place it – or pays one "
            "token to pass it on. The one after that pays two, the next three, and so on."
        ),
        _("It may come all the way round, to you as well. Who cannot pay has to accept."),
    ),
    page(
        _("Placing"),
        tower,
        _(
            "Drag the piece onto your tower; it begins as you had turned it. With the piece in "
            "your hand you may nudge your own tower gently. Nothing else of it may be touched, "
            "and once you let go, the piece is placed."
        ),
        _(
            "In your hand a piece passes in front of the other towers, and where it hides one you "
            "cannot let go. Once let go it meets everything; on another's tower it has fallen."
        ),
        _(
            "Your tower has collapsed as soon as any piece but the foundation touches the table, "
            "for whatever reason and at any time – the one in your hand counts, too."
        ),
        _(
            "Then you are out: your pieces go back to the pile and your tokens to the bank. A "
            "falling tower can take a neighbour's with it."
        ),
    ),
    page(
        _("The end"),
        last,
        _(
            "The last tower that stands wins, even if it stood only for a moment longer than the "
            "others. Towers that fall in the same moment share the win. Whoever has no foundation "
            "yet is still in."
        ),
        _(
            "If all pieces are placed and several towers stand, it is a draw – or the tallest "
            "wins, if you have agreed on that: the height measurer on the left decides to the "
            "millimetre."
        ),
        _("The height measurer can be used at any time. Drag its slider to compare towers."),
    ),
)
