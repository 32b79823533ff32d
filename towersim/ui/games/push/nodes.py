"""The nodes of the table of Push."""

from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.rules.push.cards import COLOURS, Card, Mark, highest, value
from towersim.rules.push.log import points
from towersim.rules.push.state import Bank, Flip, Phase, Put, Take
from towersim.ui.cards.card_faces import radius
from towersim.ui.cards.nodes import CAPTION, Plate, caption, empty_place, fan_nodes, seat_plate
from towersim.ui.cards.overlay import sentence
from towersim.ui.cards.table import Answer
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import TICK_GREEN, draw_badge, draw_frame
from towersim.ui.drawing.text import Letters
from towersim.ui.drawing.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK, ink
from towersim.ui.games.push import messages
from towersim.ui.games.push.draw_table import (
    BACK,
    draw_mat,
    face,
    paint_costs,
    paint_die,
    paint_order,
    paint_stack,
    sign,
)
from towersim.ui.games.push.layout import FOOT, Bench
from towersim.ui.games.push.odds import chances, costs, worst_roll
from towersim.ui.games.push.stages import State, acting
from towersim.ui.nodes.node import Node, NodeMarks, Painting, Say, Spot, area, line, spot_in


def paint_worth(worth: int, canvas: Canvas, painting: Painting, *, low: bool) -> None:
    """Draw the worth of a bank below its cards, or on them if the bench is `low`."""
    rect, px = painting.rect, canvas.px
    if not low:
        safe, at = _("safe {worth}", worth=worth), (rect.centerx, rect.bottom + px(8))
        canvas.fitted(safe, 15, ON_DARK, rect.w + px(12), bold=True, center=at)
        return
    words = canvas.stage.text(str(worth), 17, ON_DARK, bold=True)
    plate = pygame.Rect(0, 0, words.get_width() + px(10), px(22))
    plate.center = rect.centerx, rect.centery - px(12)
    canvas.panel(plate, px(6), WALNUT_DARK)
    canvas.put(words, center=plate.center)


def paint_empty(colour: Mark, canvas: Canvas, painting: Painting) -> None:
    """Draw the place of a colour without cards."""
    stage, rect, px = canvas.stage, painting.rect, canvas.px
    size = min(px(26), rect.h - px(6))

    def make() -> pygame.Surface:
        faint = sign(stage, colour, size).copy()
        faint.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
        return faint

    faint = stage.cached(("push empty", colour, size), make)
    canvas.put(faint, center=(rect.centerx, rect.y + min(rect.h, px(76)) // 2))


def paint_low(colour: Mark, cards: Sequence[Card], canvas: Canvas, painting: Painting) -> None:
    """Draw a plate with the sum and the numbers of one colour, for `low` benches."""
    stage, rect, px, own = canvas.stage, painting.rect, canvas.px, ink(colour)
    canvas.panel(rect, radius(rect.h), own.body, own.light)
    narrow = rect.w < px(48)
    small = sign(stage, colour, px(12 if narrow else 15), own.mark)
    total = stage.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    half, y = (small.get_width() + px(4) + total.get_width()) // 2, rect.y + round(0.34 * rect.h)
    canvas.put(small, midleft=(rect.centerx - half, y))
    canvas.put(total, midright=(rect.centerx + half, y))
    numbers, at = " ".join(str(card.number) for card in cards), rect.y + round(0.76 * rect.h)
    canvas.fitted(numbers, 15, own.mark, rect.w - px(6), center=(rect.centerx, at))


def paint_marks(lying: pygame.Rect, canvas: Canvas, painting: Painting, *, choosing: bool) -> None:
    """Draw the frame of a bankable colour; strong while a person is `choosing` one."""
    px, around = canvas.px, lying.inflate(canvas.px(4), canvas.px(4))
    if painting.marks.chosen:
        draw_frame(canvas, around, TICK_GREEN, 4)
        draw_badge(canvas, (lying.right - px(4), lying.y + px(4)), sure=True)
    else:
        draw_frame(canvas, around, ON_DARK_SOFT, 1)
        if choosing:
            draw_frame(canvas, lying, PAPER if painting.marks.pointed else GLOW, 2)


ELSEWHERE = Say(_("Let the card go over one of the stacks."))
MORE = _("There is more than one place for it: choose a stack.")


def bankable(state: State) -> tuple[Mark, ...]:
    """Return the colours that may be banked now."""
    return tuple(action.colour for action in state.legal if isinstance(action, Bank))


def table_nodes(state: State) -> Iterator[Node]:
    """Return all nodes of the table, from the lowest to the topmost."""
    if state.dragged is not None:
        yield area("felt", "felt", state.stage.rect)._replace(drop=ELSEWHERE)
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
    yield area("die", "die", layout.die, paint)
    for place, mat in enumerate(layout.mats):
        yield from _stack(state, place, mat)
    yield from _flipped(state)


# --- seats ----------------------------------------------------------------------------------------


def _bench(state: State, seat: Seat, bench: Bench) -> Iterator[Node]:
    """Return the nodes of a seat: mat, plate, the cards of each colour, and bank."""
    view, turn = state.view, acting(state.view) == seat
    yield area(("bench", seat), "bench", bench.rect, partial(draw_mat, strong=turn))
    worth = points(value(view.benches[seat]) + value(view.banks[seat]))
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
        cut = min((lying.bottom - spot.y) / bench.card + 0.5, 0.999)
        yield Node(card, zone, spot, face(card), cut=cut)
    if spots:
        at, worth = (lying.centerx, lying.bottom + state.stage.px(13)), str(value(own))
        yield line(("sum", seat, colour), worth, Letters(16, ON_DARK, bold=True), center=at)
    may_start = seat == view.actor and state.mine and view.phase is Phase.STARTING
    may = seat == view.actor and colour in bankable(state)
    marks = partial(paint_marks, lying, choosing=state.selection is not None)
    whole.h = bench.rect.bottom - whole.y
    yield area(("colour", seat, colour), zone, whole, marks if may else None)._replace(
        marks=NodeMarks(chosen=state.selection is colour),
        action=_banking(state, colour) if may_start else None,
        tip=messages.about_bench(view, seat, colour),
    )


def _banking(state: State, colour: Mark) -> Action | Answer | Say:
    """Return the command of a click on a colour: to choose it, or to bank the chosen one."""
    command = messages.allowed(state, Bank(colour))
    return command if isinstance(command, Say) or state.selection is colour else Answer(colour)


def _bank(state: State, seat: Seat, bench: Bench) -> Iterator[Node]:
    """Return the bank's nodes: the cards face down, with their number and worth."""
    cards, px = state.view.banks[seat], state.stage.px
    high = min(bench.card, bench.bank.h - px(14))
    spot = Spot(bench.bank.centerx, bench.bank.y + high / 2, high)
    yield area(("bank area", seat), "bank", bench.bank)._replace(
        tip=messages.about_bank(state.view, seat)
    )
    if not cards:
        words, small = _("bank"), CAPTION._replace(units=14)
        yield line(("bank words", seat), words, small, center=bench.bank.center)
        return
    yield Node(("bank", seat), f"bank {seat}", spot, BACK, cards=len(cards))
    paint = partial(paint_worth, value(cards), low=bench.low)
    yield area(("bank words", seat), "words", bench.bank, paint)


# --- deck, flipped card and discards --------------------------------------------------------------


def _deck(state: State) -> Iterator[Node]:
    """Return the deck, and below it the chance that its next card fits."""
    view, spot, few = state.view, state.layout.deck, messages.near_end(state.view.deck)
    words, letters = (few, Letters(15, GLOW, bold=True)) if few else (_("Draw deck"), CAPTION)
    yield caption("deck", state.stage, spot, words, letters)
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
    px, area_, worst = state.stage.px, state.layout.chances, worst_roll(state.view)
    odds = chances(state.view)
    share = messages.percent(*odds)
    large = state.stage.text(share, 19, ON_DARK, bold=True).get_width()
    small = state.stage.text(_("will fit"), 15, ON_DARK_SOFT).get_width()
    # Both texts together are centred below the deck.
    between, y = area_.centerx + (large - small) // 2, area_.bottom - px(26)
    high = Letters(19, ON_DARK, bold=True)
    yield line("chances", share, high, midright=(between - px(3), y))
    yield line("will fit", _("will fit"), CAPTION, midleft=(between + px(3), y))
    if worst and odds.fitting < odds.unseen:
        words = _("if not: up to −{points}", points=worst)
        at = area_.centerx, area_.bottom - px(6)
        yield line("risk", words, CAPTION, center=at)


def _flipped(state: State) -> Iterator[Node]:
    card, spot = state.view.flipped, state.layout.flipped
    puts, more = (
        [action for action in state.legal if isinstance(action, Put)],
        Answer(None, say=MORE),
    )
    if card is None or card == state.dragged:
        yield empty_place("flipped place", "place", spot, "" if card else _("the flipped card"))
    if card is not None:
        yield Node(
            card,
            "flipped",
            spot,
            face(card),
            NodeMarks(legal=bool(puts)),
            action=(puts[0] if len(puts) == 1 else more) if puts else None,
            drags=(card,) if puts else (),
        )


def _discards(state: State) -> Iterator[Node]:
    view, spot = state.view, state.layout.discards
    yield caption("discards", state.stage, spot, _("Discards"))
    yield empty_place("discards", "discards place", spot)
    if view.top is not None:
        yield Node(view.top, "discards", spot, face(view.top), cards=view.discarded)


# --- the stacks -----------------------------------------------------------------------------------


def meant(state: State, place: int) -> Put | Take:
    """Return the action of choosing a stack now."""
    return Put(place) if state.view.flipped else Take(place)


def _stack(state: State, place: int, mat: pygame.Rect) -> Iterator[Node]:
    view, cards, px = state.view, state.view.stacks[place], state.stage.px
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
        words = _("a new stack") if legal and view.flipped else ""
        yield empty_place(("stack place", place), "place", spot_in(fan.area), words, lit=legal)
        return
    reads = state.mine and (view.phase is Phase.DECIDING or (view.phase is Phase.TAKING and legal))
    lost = costs(view, place, view.actor) if reads else ()  # type: ignore[arg-type]  # a seat
    low = mat.bottom - px(FOOT // 2 + 2)
    if lost:
        below = pygame.Rect(mat.x + px(12), low, mat.w - px(12) - px(4), 1)
        yield area(("costs", place), "words", below, partial(paint_costs, lost))
    elif isinstance(command, Say):
        at, note = (mat.centerx, low), sentence(command.words)
        yield line(("note", place), note, Letters(15, ON_DARK), mat.w - px(20), center=at)
    marks = NodeMarks(dim=bool(asks) and not legal)
    for node in fan_nodes(f"stack {place}", fan, [(card, face(card)) for card in cards]):
        yield node._replace(marks=marks)
