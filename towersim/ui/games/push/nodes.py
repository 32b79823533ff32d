"""The card faces and painters of Push, and the nodes of its table."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.display import count_text
from towersim.rules.push.play import is_reversed
from towersim.rules.push.state import (
    COLOURS,
    FACES,
    Bank,
    Card,
    Flip,
    Mark,
    Phase,
    Put,
    Take,
    highest,
    value,
)
from towersim.ui.cards.card_faces import Cloth, Face, back_face, colour_face, radius
from towersim.ui.cards.nodes import CAPTION, Plate, caption, empty_place, fan_nodes, seat_plate
from towersim.ui.cards.table import Reaction
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import TICK_GREEN, Canvas
from towersim.ui.drawing.paint import blend, multiplied, panel, ring
from towersim.ui.drawing.scenery import COLOUR_SHAPES, symbol
from towersim.ui.drawing.text import Letters
from towersim.ui.games.push import messages
from towersim.ui.games.push.layout import FOOT, HEAD, Bench
from towersim.ui.games.push.moments import State, acting, chances, costs, order, worst_roll
from towersim.ui.nodes.node import Node, NodeMarks, Painting, Say, Spot, area, line, spot_in
from towersim.ui.sentences import sentence

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
    return Face("", SIGNS[card.mark], theme.ink("black" if card.mark is Mark.ROLL else "white"), 1)


def sign(
    viewport: theme.Viewport, mark: Mark, size: int, tint: theme.RGB | None = None
) -> pygame.Surface:
    """Return the shape of a mark, `size` in pixels; in its own colour unless told otherwise."""
    own = theme.ACCENT_DARK if mark is Mark.STAR else theme.ink(mark).body
    return symbol(viewport, SIGNS[mark], size, own if tint is None else tint)


DARK: Final = blend(CLOTH.felt, (0, 0, 0), 0.45)
EDGE: Final = blend(CLOTH.felt, (255, 255, 255), 0.12)


def draw_mat(canvas: Canvas, painting: Painting, *, strong: bool = False) -> None:
    """Draw a mat, slightly darker than the felt; much darker if `strong`."""
    rect, strength = painting.rect, 255 if strong else 170

    def make() -> pygame.Surface:
        mat = panel(rect.size, canvas.px(12), DARK, EDGE, canvas.px(1))
        return multiplied(mat, (255, 255, 255, strength))

    canvas.put(canvas.cached(("push mat", rect.size, strength), make), rect)


def paint_stack(
    place: int, cards: Sequence[Card], canvas: Canvas, painting: Painting, *, best: bool
) -> None:
    """Draw a mat with the stack's number and worth, and a star if it is the `best`."""
    mat, marks, px = painting.rect, painting.marks, canvas.px
    draw_mat(canvas, painting, strong=marks.legal)
    top, name = mat.y + px(HEAD // 2 + 2), _("Stack {stack}", stack=place + 1)
    tone, room = theme.ON_DARK if cards else theme.ON_DARK_SOFT, (mat.w // 2 - px(28), px(HEAD))
    canvas.text(name, 16, tone, room=room, midleft=(mat.x + px(14), top))
    if cards:
        worth, at = count_text("points", value(cards)), (mat.right - px(14), top)
        tall, wide = canvas.viewport.grown(20, 26), mat.w // 2 - px(36)
        left = canvas.fitted(worth, tall, theme.ON_DARK, wide, bold=True, midright=at).x
        if best:
            canvas.sign("star", 20, theme.GLOW, midright=(left - px(6), top - px(1)))
    if marks.legal:
        tint, line = (theme.PAPER, px(4)) if marks.pointed else (theme.GLOW, px(3))
        edge = partial(ring, mat.size, px(12), tint, line)
        canvas.put(canvas.cached(("push ring", mat.size, marks.pointed), edge), mat)


def paint_costs(costs: Sequence[int], canvas: Canvas, painting: Painting) -> None:
    """Draw the points lost by a taker on each side of the die; no star if the star is safe."""
    viewport, (left, y), px = canvas.viewport, painting.rect.midleft, canvas.px
    if len(costs) == len(COLOURS):
        canvas.put(sign(viewport, Mark.ROLL, px(18), theme.ON_DARK), midleft=(left, y))
        left += px(27)
    step = (painting.rect.right - left) / len(costs)
    for index, (side, cost) in enumerate(zip(FACES, costs, strict=False)):
        x = round(left + (index + 0.5) * step)
        canvas.put(sign(viewport, side, px(13)), midbottom=(x, y - px(1)))
        tint, text = (theme.ON_DARK, f"−{cost}") if cost else (theme.ON_DARK_SOFT, "0")
        canvas.fitted(text, 14, tint, round(step) - px(4), midtop=(x, y - px(1)))


SECONDS: Final = 1.15
"""Duration of the die's tumble, in seconds."""
SIDES: Final = 11
"""Number of sides shown during a tumble."""


def paint_die(up: Mark, canvas: Canvas, painting: Painting, *, tumbles: bool) -> None:
    """Draw the die and its shadow, at rest with the side `up` or tumbling to it."""
    viewport, rect = canvas.viewport, painting.rect
    canvas.shadow(rect, rect.w // 5, canvas.px(4), 120, (0, canvas.px(3)))
    left = 1 - min(painting.age, SECONDS) / SECONDS
    if not (tumbles and left):
        canvas.put(die_picture(viewport, up, rect.w), center=rect.center)
        return
    side, angle, hop = tumbling(up, left)
    picture = die_picture(viewport, side, rect.w)
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


@theme.painted_once
def die_picture(viewport: theme.Viewport, side: Mark, size: int) -> pygame.Surface:
    """Return a side of the die, `size` in pixels."""
    die = panel((size, size), size // 5, theme.CREAM, (206, 190, 164), max(size // 28, 1))
    inner = round(0.82 * size)
    plate = panel((inner, inner), size // 4, theme.PAPER)
    for part in (plate, sign(viewport, side, round(0.58 * size))):
        die.blit(part, part.get_rect(center=(size // 2, size // 2)))
    return die


NAME: Final = 15
"""Height of a name in one line, in units."""
SHORT: Final = 130
"""Largest width of a name in one line, in units."""


def paint_order(state: State, canvas: Canvas, painting: Painting) -> None:
    """Draw the seats in the order of taking stacks, with a tick on those that have one."""
    viewport, rect, px = canvas.viewport, painting.rect, canvas.px
    seats = order(state.view, state.memory)
    most = (rect.h - px(48)) // len(seats)
    long = any(viewport.fonts.width(name, px(NAME), bold=True) > px(SHORT) for name in state.names)
    step = min(px(36 if long else 26), most)
    mat = pygame.Rect(rect.topleft, (rect.w, px(48) + step * len(seats)))
    draw_mat(canvas, Painting(mat))
    title = rect.x + px(12), rect.y + px(8)
    room = rect.w - px(44), px(28)
    canvas.text(_("Taking order"), 16, theme.ON_DARK, bold=True, room=room, topleft=title)
    if is_reversed(state.view):
        canvas.sign("switch", 20, theme.GLOW, topright=(rect.right - px(12), rect.y + px(10)))
    for index, seat in enumerate(seats):
        line = pygame.Rect(rect.x + px(14), rect.y + px(34) + index * step, rect.w - px(26), step)
        _draw_taker(state, canvas, seat, line, index + 1)


def _draw_taker(state: State, canvas: Canvas, seat: Seat, line: pygame.Rect, number: int) -> None:
    px, memory, (left, y) = canvas.px, state.memory, line.midleft
    turn, took = seat == state.view.turn, seat in memory.taken
    none = memory.bust and turn
    if took:
        canvas.sign("tick", 14, theme.GLOW, midleft=(left, y))
    else:
        place = "–" if none else str(number)
        canvas.text(place, 15, theme.ON_DARK_SOFT, midleft=(left + px(2), y))
    doing, tint = _doing(state, seat, none=none)
    right = canvas.text(doing, 14, tint, room=(line.w // 3, line.h), midright=line.midright).x
    tint = theme.ON_DARK_SOFT if none or took else theme.ON_DARK
    room = right - left - px(30), line.h - px(3)
    canvas.name(state.names[seat], NAME, tint, room, bold=turn, midleft=(left + px(24), y))


def _doing(state: State, seat: Seat, *, none: bool) -> tuple[str, theme.RGB]:
    """Return a word for a seat's present action, and its tint; `none`: it gets no stack."""
    if none:
        return _("none"), theme.ACCENT
    if seat != acting(state.view) or seat in state.memory.taken:
        return "", theme.GLOW
    takes = state.memory.bust or state.view.phase in (Phase.TAKING, Phase.ROLLING)
    return _("takes") if takes else _("flips"), theme.GLOW


def paint_worth(worth: int, canvas: Canvas, painting: Painting, *, low: bool) -> None:
    """Draw the worth of a bank below its cards, or on them if the bench is `low`."""
    rect, px = painting.rect, canvas.px
    if not low:
        safe, at = _("safe {worth}", worth=worth), (rect.right, rect.bottom + px(8))
        tall = canvas.viewport.grown(15, 18)
        canvas.fitted(safe, tall, theme.ON_DARK, rect.w + px(12), bold=True, midright=at)
        return
    number = canvas.viewport.text(str(worth), 17, theme.ON_DARK, bold=True)
    plate = pygame.Rect(0, 0, number.get_width() + px(10), px(22))
    plate.center = rect.centerx, rect.centery - px(12)
    canvas.panel(plate, px(6), theme.WALNUT_DARK)
    canvas.put(number, center=plate.center)


def paint_empty(colour: Mark, canvas: Canvas, painting: Painting) -> None:
    """Draw the place of a colour without cards."""
    viewport, rect, px = canvas.viewport, painting.rect, canvas.px
    size = min(px(26), rect.h - px(6))
    key, faint = ("push empty", colour, size), (255, 255, 255, 110)
    picture = viewport.cached(key, lambda: multiplied(sign(viewport, colour, size), faint))
    canvas.put(picture, center=(rect.centerx, rect.y + min(rect.h, px(76)) // 2))


def paint_low(colour: Mark, cards: Sequence[Card], canvas: Canvas, painting: Painting) -> None:
    """Draw a plate with the sum and the numbers of one colour, for `low` benches."""
    viewport, rect, px, own = canvas.viewport, painting.rect, canvas.px, theme.ink(colour)
    canvas.panel(rect, radius(rect.h), own.body, own.light)
    narrow = rect.w < px(48)
    small = sign(viewport, colour, px(12 if narrow else 15), own.mark)
    total = viewport.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    half, y = (small.get_width() + px(4) + total.get_width()) // 2, rect.y + round(0.34 * rect.h)
    canvas.put(small, midleft=(rect.centerx - half, y))
    canvas.put(total, midright=(rect.centerx + half, y))
    numbers, at = " ".join(str(card.number) for card in cards), rect.y + round(0.76 * rect.h)
    canvas.fitted(numbers, 15, own.mark, rect.w - px(6), center=(rect.centerx, at))


def paint_marks(lying: pygame.Rect, canvas: Canvas, painting: Painting, *, choosing: bool) -> None:
    """Draw the frame of a bankable colour; strong while a person is `choosing` one."""
    px, around = canvas.px, lying.inflate(canvas.px(4), canvas.px(4))
    if painting.marks.chosen:
        canvas.frame(around, TICK_GREEN, 4)
        canvas.badge((lying.right - px(4), lying.y + px(4)), sure=True)
    else:
        canvas.frame(around, theme.ON_DARK_SOFT, 1)
        if choosing:
            canvas.frame(lying, theme.PAPER if painting.marks.pointed else theme.GLOW, 2)


ELSEWHERE = Say(_("Let the card go over one of the stacks."))
MORE = _("There is more than one place for it: choose a stack.")


def bankable(state: State) -> tuple[Mark, ...]:
    """Return the colours that may be banked now."""
    return tuple(action.colour for action in state.legal if isinstance(action, Bank))


def table_nodes(state: State) -> Iterator[Node]:
    """Return all nodes of the table, from the lowest to the topmost."""
    if state.dragged is not None:
        yield area("felt", "felt", state.viewport.rect)._replace(drop=ELSEWHERE)
    places = state.layout.benches(len(state.seats))
    for seat, bench in enumerate(places):
        yield from _bench(state, Seat(seat), bench)
    yield from _deck(state)
    yield from _discards(state)
    layout, aside = state.layout, [(card, face(card)) for card in state.view.aside]
    yield from fan_nodes("aside", layout.aside_fan(len(aside)), aside)
    if acting(state.view) is not None:
        yield area("order", "panel", layout.order, partial(paint_order, state))
    paint = partial(paint_die, state.memory.die, tumbles=state.memory.rolls)
    yield area("die", "die", layout.die, paint)._replace(tip=messages.ABOUT_DIE)
    for place, mat in enumerate(layout.mats):
        yield from _stack(state, place, mat)
    yield from _flipped(state)


def _bench(state: State, seat: Seat, bench: Bench) -> Iterator[Node]:
    """Return the nodes of a seat: mat, plate, the cards of each colour, and bank."""
    view, turn = state.view, acting(state.view) == seat
    yield area(("bench", seat), "bench", bench.rect, partial(draw_mat, strong=turn))
    worth = count_text("points", view.scores[seat])
    yield seat_plate(seat, bench.plate, Plate(state.seats[seat], worth, turn=turn))
    for colour in COLOURS:
        yield from _column(state, seat, bench, colour)
    yield from _bank(state, seat, bench)


def _column(state: State, seat: Seat, bench: Bench, colour: Mark) -> Iterator[Node]:
    """Return a colour's cards or plate, and above them the node that is clicked to bank it."""
    view, whole, zone = state.view, bench.columns[colour].copy(), f"bench {seat}"
    own = tuple(card for card in view.benches[seat] if card.mark is colour)
    lying, spots = bench.column(colour, len(own))
    if not own:
        yield area(("empty", seat, colour), zone, lying, partial(paint_empty, colour))
    elif bench.low:
        yield area(("low", seat, colour), zone, lying, partial(paint_low, colour, own))
    for card, spot in zip(own, spots, strict=False):
        cut = min((lying.bottom - spot.y) / spot.height + 0.5, 0.999)
        yield Node(card, zone, spot, face(card), cut=cut)
    if spots:
        at, worth = (lying.centerx, lying.bottom + state.viewport.px(13)), str(value(own))
        yield line(("sum", seat, colour), worth, Letters(16, theme.ON_DARK, bold=True), center=at)
    may_start = seat == view.actor and state.mine and view.phase is Phase.STARTING
    may = seat == view.actor and colour in bankable(state)
    marks = partial(paint_marks, lying, choosing=state.selection is not None)
    bank, is_chosen = messages.allowed(state, Bank(colour)), state.selection is colour
    command = bank if isinstance(bank, Say) or is_chosen else Reaction(colour)
    whole.h = bench.rect.bottom - whole.y
    yield area(("colour", seat, colour), zone, whole, marks if may else None)._replace(
        marks=NodeMarks(chosen=is_chosen),
        action=command if may_start else None,
        tip=messages.about_bench(view, seat, colour),
    )


def _bank(state: State, seat: Seat, bench: Bench) -> Iterator[Node]:
    """Return the bank's nodes: the cards face down, with their number and worth."""
    cards, px = state.view.banks[seat], state.viewport.px
    high = min(bench.card, bench.bank.h - px(14))
    spot = Spot(bench.bank.centerx, bench.bank.y + high / 2, high)
    yield area(("bank area", seat), "bank", bench.bank)._replace(
        tip=messages.about_bank(state.view, seat)
    )
    if not cards:
        text, small = _("bank"), CAPTION._replace(units=state.viewport.grown(14, 17))
        yield line(("bank words", seat), text, small, center=bench.bank.center)
        return
    yield Node(("bank", seat), f"bank {seat}", spot, BACK, cards=len(cards))
    paint = partial(paint_worth, value(cards), low=bench.low)
    yield area(("bank words", seat), "words", bench.bank, paint)


def _deck(state: State) -> Iterator[Node]:
    """Return the deck, and below it the chance that its next card fits."""
    view, spot, few = state.view, state.layout.deck, messages.near_end(state.view.deck)
    if few:
        # Centred, it would lie on the benches.
        at = spot.rect().x, spot.rect().y - state.viewport.px(12)
        yield line("few", few, Letters(15, theme.GLOW, bold=True), midleft=at)
    else:
        yield caption("deck", state.viewport, spot, _("Draw deck"))
    yield empty_place("deck place", "deck place", spot)
    flips = Flip() in state.legal
    if view.deck:
        yield Node(
            "deck",
            "deck",
            spot,
            BACK,
            NodeMarks(legal=flips),
            cards=view.deck,
            action=messages.allowed(state, Flip()) if state.mine else None,
            # The tooltip would cover a flipped card.
            tip=messages.about_deck(view) if view.flipped is None else "",
        )
    if flips and view.phase is Phase.DECIDING:
        yield from _chances(state)


def _chances(state: State) -> Iterator[Node]:
    px, area_, worst = state.viewport.px, state.layout.chances, worst_roll(state.view)
    fitting, unseen = chances(state.view)
    share = messages.percent(fitting, unseen)
    large = state.viewport.text(share, 19, theme.ON_DARK, bold=True).get_width()
    small = state.viewport.text(_("will fit"), 15, theme.ON_DARK_SOFT).get_width()
    # Both texts together are centred below the deck.
    between, y = area_.centerx + (large - small) // 2, area_.bottom - px(26)
    high = Letters(19, theme.ON_DARK, bold=True)
    yield line("chances", share, high, midright=(between - px(3), y))
    yield line("will fit", _("will fit"), CAPTION, midleft=(between + px(3), y))
    if worst and fitting < unseen:
        text = _("if not: up to −{points}", points=worst)
        at = area_.centerx, area_.bottom - px(6)
        yield line("risk", text, CAPTION, center=at)


def _flipped(state: State) -> Iterator[Node]:
    card, spot = state.view.flipped, state.layout.flipped
    puts = [action for action in state.legal if isinstance(action, Put)]
    if card is None or card == state.dragged:
        yield empty_place("flipped place", "place", spot, "" if card else _("the flipped card"))
    if card is not None:
        yield Node(
            card,
            "flipped",
            spot,
            face(card),
            NodeMarks(legal=bool(puts)),
            action=(puts[0] if len(puts) == 1 else Reaction(None, say=MORE)) if puts else None,
            drags=(card,) if puts else (),
        )


def _discards(state: State) -> Iterator[Node]:
    view, spot = state.view, state.layout.discards
    yield caption("discards", state.viewport, spot, _("Discards"))
    yield empty_place("discards", "discards place", spot)
    if view.top is not None:
        yield Node(view.top, "discards", spot, face(view.top), cards=view.discarded)


def meant(state: State, place: int) -> Put | Take:
    """Return the action of choosing a stack now."""
    return Put(place) if state.view.flipped else Take(place)


def _stack(state: State, place: int, mat: pygame.Rect) -> Iterator[Node]:
    view, cards, px = state.view, state.view.stacks[place], state.viewport.px
    asks = [action for action in state.legal if isinstance(action, Put | Take)]
    legal = meant(state, place) in asks
    command = messages.allowed(state, meant(state, place)) if asks else None
    best = place in highest(view.stacks)
    yield area(
        ("stack", place), "stacks", mat, partial(paint_stack, place, cards, best=best)
    )._replace(
        marks=NodeMarks(legal=legal),
        action=command,
        drop=command if state.dragged is not None else None,
    )
    fan = state.layout.stack_fan(mat, max(len(cards), 1))
    if not cards:
        # No reason is shown for a refused empty stack: it is obvious.
        caption = _("a new stack") if legal and view.flipped else ""
        yield empty_place(("stack place", place), "place", spot_in(fan.area), caption, lit=legal)
        return
    reads = state.mine and (view.phase is Phase.DECIDING or (view.phase is Phase.TAKING and legal))
    lost = costs(view, place, view.actor) if reads else ()  # type: ignore[arg-type]  # a seat
    low = mat.bottom - px(FOOT // 2 + 2)
    if lost:
        below = pygame.Rect(mat.x + px(12), low, mat.w - px(12) - px(4), 1)
        yield area(("costs", place), "words", below, partial(paint_costs, lost))
    elif isinstance(command, Say):
        at, note = (mat.centerx, low), sentence(command.reason)
        yield line(("note", place), note, Letters(15, theme.ON_DARK), mat.w - px(20), center=at)
    marks = NodeMarks(dim=bool(asks) and not legal)
    for node in fan_nodes(f"stack {place}", fan, [(card, face(card)) for card in cards]):
        yield node._replace(marks=marks)
