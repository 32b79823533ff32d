"""Painters of the table of Push: card faces, mats, headings, the die, the order of taking."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.push.cards import COLOURS, FACES, Card, Mark, value
from towersim.rules.push.log import points
from towersim.rules.push.play import is_reversed
from towersim.rules.push.state import Phase
from towersim.ui.cards.card_faces import Cloth, Face, back_face, colour_face
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.marks import COLOUR_SHAPES, symbol
from towersim.ui.drawing.paint import blend, panel, ring
from towersim.ui.drawing.text import Letters, name_text
from towersim.ui.drawing.theme import (
    ACCENT,
    ACCENT_DARK,
    CREAM,
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    PAPER,
    RGB,
    Stage,
    ink,
)
from towersim.ui.games.push.layout import HEAD
from towersim.ui.games.push.stages import State, acting, order
from towersim.ui.nodes.node import Painting

SIGNS: Final = {
    **{colour: COLOUR_SHAPES[colour] for colour in COLOURS},
    Mark.STAR: "star",
    Mark.ROLL: "die",
    Mark.SWITCH: "switch",
}
"""The shape of each mark on cards and on the die."""
BACK: Final = back_face("die", (150, 96, 44))
CLOTH: Final = Cloth(felt=(66, 76, 100), back=BACK)


def face(card: Card) -> Face:
    """Return the face of a card.

    >>> face(Card(Mark.RED, 3))[:2], face(Card(Mark.ROLL)).sign
    (('3', 'diamond'), 'die')
    """
    if card.number:
        return colour_face(str(card.number), card.mark)
    return Face("", SIGNS[card.mark], ink("black" if card.mark is Mark.ROLL else "white"), 1)


def sign(stage: Stage, mark: Mark, size: int, tint: RGB | None = None) -> pygame.Surface:
    """Return the shape of a mark, `size` in pixels; in its own colour unless told otherwise."""
    own = ACCENT_DARK if mark is Mark.STAR else ink(mark).body
    return symbol(stage, SIGNS[mark], size, own if tint is None else tint)


# --- mats -----------------------------------------------------------------------------------------

DARK: Final = blend(CLOTH.felt, (0, 0, 0), 0.45)
EDGE: Final = blend(CLOTH.felt, (255, 255, 255), 0.12)


def draw_mat(canvas: Canvas, painting: Painting, *, strong: bool = False) -> None:
    """Draw a mat, slightly darker than the felt; much darker if `strong`."""
    rect, strength = painting.rect, 255 if strong else 170

    def make() -> pygame.Surface:
        mat = panel(rect.size, canvas.px(12), DARK, EDGE, canvas.px(1))
        mat.fill((255, 255, 255, strength), special_flags=pygame.BLEND_RGBA_MULT)
        return mat

    canvas.put(canvas.cached(("push mat", rect.size, strength), make), rect)


def paint_stack(
    place: int, cards: Sequence[Card], canvas: Canvas, painting: Painting, *, best: bool
) -> None:
    """Draw a mat with the stack's number and worth, and a star if it is the `best`."""
    mat, marks, px = painting.rect, painting.marks, canvas.px
    draw_mat(canvas, painting, strong=marks.legal)
    top, name = mat.y + px(HEAD // 2 + 2), _("Stack {stack}", stack=place + 1)
    canvas.text(name, 16, ON_DARK if cards else ON_DARK_SOFT, midleft=(mat.x + px(14), top))
    if cards:
        worth, at = points(value(cards)), (mat.right - px(14), top)
        left = canvas.text(worth, 20, ON_DARK, bold=True, midright=at).x
        if best:
            canvas.sign("star", 20, GLOW, midright=(left - px(6), top - px(1)))
    if marks.legal:
        tint, line = (PAPER, px(4)) if marks.pointed else (GLOW, px(3))
        edge = partial(ring, mat.size, px(12), tint, line)
        canvas.put(canvas.cached(("push ring", mat.size, marks.pointed), edge), mat)


def paint_costs(costs: Sequence[int], canvas: Canvas, painting: Painting) -> None:
    """Draw the points lost by a taker on each side of the die; no star if the star is safe."""
    stage, (left, y), px = canvas.stage, painting.rect.midleft, canvas.px
    if len(costs) == len(COLOURS):
        canvas.put(sign(stage, Mark.ROLL, px(18), ON_DARK), midleft=(left, y))
        left += px(27)
    step = (painting.rect.right - left) / len(costs)
    for index, (side, cost) in enumerate(zip(FACES, costs, strict=False)):
        x = round(left + index * step)
        canvas.put(sign(stage, side, px(13)), midleft=(x, y))
        tint, words = (ON_DARK, f"−{cost}") if cost else (ON_DARK_SOFT, "0")
        canvas.fitted(words, 14, tint, round(step) - px(19), midleft=(x + px(15), y))


# --- the die --------------------------------------------------------------------------------------

SECONDS: Final = 1.15
"""Duration of the die's tumble, in seconds."""
SIDES: Final = 11
"""Number of sides shown during a tumble."""


def paint_die(up: Mark, canvas: Canvas, painting: Painting, *, tumbles: bool) -> None:
    """Draw the die and its shadow, at rest with the side `up` or tumbling to it."""
    stage, rect = canvas.stage, painting.rect
    canvas.shadow(rect, rect.w // 5, canvas.px(4), 120, (0, canvas.px(3)))
    left = 1 - min(painting.age, SECONDS) / SECONDS
    if not (tumbles and left):
        canvas.put(die_picture(stage, up, rect.w), center=rect.center)
        return
    side, angle, hop = tumbling(up, left)
    picture = die_picture(stage, side, rect.w)
    picture = pygame.transform.rotozoom(picture, angle, 1.0 + 0.15 * hop)
    canvas.put(picture, center=(rect.centerx, rect.centery - round(0.35 * hop * rect.h)))


def tumbling(end: Mark, left: float) -> tuple[Mark, float, float]:
    """Return the tumbling die's side, angle in degrees, and height above the table in its own size.

    `left` is the share of the tumble to go (1 … 0); the die hops, ever slower, and ends on `end`.
    """
    turned = SIDES * left * left
    back = math.floor(turned)
    side = FACES[(FACES.index(end) + back) % len(FACES)]
    hop = abs(math.sin(math.pi * turned)) * left
    return side, 26 * math.sin(math.pi * turned) * (-1) ** back, hop


def die_picture(stage: Stage, side: Mark, size: int) -> pygame.Surface:
    """Return a side of the die, `size` in pixels."""

    def make() -> pygame.Surface:
        die = panel((size, size), size // 5, CREAM, (206, 190, 164), max(size // 28, 1))
        inner = round(0.82 * size)
        for part in (
            panel((inner, inner), size // 4, PAPER),
            sign(stage, side, round(0.58 * size)),
        ):
            die.blit(part, part.get_rect(center=(size // 2, size // 2)))
        return die

    return stage.cached(("push die", side, size), make)


# --- the order of taking --------------------------------------------------------------------------

NAME: Final = 15
"""Height of a name in one line, in units."""
SHORT: Final = 130
"""Largest width of a name in one line, in units."""


def paint_order(state: State, canvas: Canvas, painting: Painting) -> None:
    """Draw the seats in the order of taking stacks, with a tick on those that have one."""
    stage, rect, px = canvas.stage, painting.rect, canvas.px
    seats = order(state.view, state.memory)
    most = (rect.h - px(48)) // len(seats)
    long = any(stage.fonts.width(name, px(NAME), bold=True) > px(SHORT) for name in state.names)
    step = min(px(36 if long else 26), most)
    mat = pygame.Rect(rect.topleft, (rect.w, px(48) + step * len(seats)))
    draw_mat(canvas, Painting(mat))
    title = rect.x + px(12), rect.y + px(8)
    canvas.text(_("Taking order"), 16, ON_DARK, bold=True, topleft=title)
    if is_reversed(state.view):
        canvas.sign("switch", 20, GLOW, topright=(rect.right - px(12), rect.y + px(10)))
    for index, seat in enumerate(seats):
        line = pygame.Rect(rect.x + px(14), rect.y + px(34) + index * step, rect.w - px(26), step)
        _draw_taker(state, canvas, seat, line, index + 1)


def _draw_taker(state: State, canvas: Canvas, seat: Seat, line: pygame.Rect, number: int) -> None:
    px, memory, (left, y) = canvas.px, state.memory, line.midleft
    turn, took = seat == state.view.turn, seat in memory.taken
    none = memory.bust and turn
    if took:
        canvas.sign("tick", 14, GLOW, midleft=(left, y))
    else:
        place = "–" if none else str(number)
        canvas.text(place, 15, ON_DARK_SOFT, midleft=(left + px(2), y))
    doing, tint = _doing(state, seat, none=none)
    right = canvas.text(doing, 14, tint, midright=line.midright).x
    tint = ON_DARK_SOFT if none or took else ON_DARK
    room = right - left - px(30), line.h - px(3)
    name = name_text(canvas.stage, state.names[seat], Letters(NAME, tint, bold=turn), room)
    canvas.put(name, midleft=(left + px(24), y))


def _doing(state: State, seat: Seat, *, none: bool) -> tuple[str, RGB]:
    """Return a word for a seat's present action, and its tint; `none`: it gets no stack."""
    if none:
        return _("none"), ACCENT
    if seat != acting(state.view) or seat in state.memory.taken:
        return "", GLOW
    takes = state.memory.bust or state.view.phase in (Phase.TAKING, Phase.ROLLING)
    return _("takes") if takes else _("flips"), GLOW
