"""The card faces of Rummü, and the layout and the nodes of its table."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.display import count_text
from towersim.rules.rummu.cards import Card, Role
from towersim.rules.rummu.state import Combination, Discard, Draw, Take
from towersim.ui.cards import nodes
from towersim.ui.cards.card_faces import FELT, Cloth, Face, back_face, card_size, colour_face
from towersim.ui.cards.table import Reaction
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.paint import blend
from towersim.ui.drawing.scenery import COLOUR_SHAPES
from towersim.ui.drawing.text import Letters, Paragraph, TextBox, TextSizes
from towersim.ui.drawing.theme import GLOW, ON_DARK, RGB, Viewport, ink
from towersim.ui.games.rummu import choices, messages
from towersim.ui.games.rummu.choices import State
from towersim.ui.games.rummu.messages import Assessment, assess
from towersim.ui.nodes.node import WIDE, Key, Node, NodeMarks, Painting, Say, Spot, area, line

MARGIN: Final = 22
WIDEST: Final = 400
"""Largest width of another seat's plate, in units."""
OWN: Final = 216
"""Width of the column left of the own hand, in units."""
HAND: Final = 154
"""Height of the hand, in units; its cards are a little lower."""
CARD: Final = 124
"""Height of a card in the hand, in units."""
BENCH: Final = 140
"""Height of the workbench, in units."""
HEAD: Final = 46
"""Height of the name of its cards above them, which may need two lines, in units."""
ON_BENCH: Final = 86
"""Height of a card on the workbench, in units."""
ADVICE: Final = 190
"""Least width of the advice right of these cards, in units."""
PILE: Final = 104
"""Height of the cards of deck and discard pile, in units."""
ARC: Final = 6.0
"""Angle of the outermost cards of a full hand, in degrees."""
HEIGHTS: Final = (116, 106, 96, 88, 80, 74, 68, 62, 56, 50)
"""Heights tried for the cards of combinations, in units, largest first."""
STEP: Final = 0.36
"""Visible width of a covered card, as a share of its height: number, shape and badge."""
SMALL: Final = (14, 20)
"""Default and largest height of small text, in units."""
GAP: Final = 16
"""Gap between combinations, in units."""


class Layout:
    """Rectangles and spots in pixels, for a viewport."""

    def __init__(self, viewport: Viewport) -> None:
        """Lay everything out: the hand at the lower edge, the workbench, and the table above."""
        px, width, edge = viewport.px, viewport.size[0], viewport.px(MARGIN)
        self.viewport, self.areas = viewport, areas(viewport, 0)
        self.small_words = viewport.grown(SMALL[0], SMALL[1])
        """Height of small text at the player's text size, in units."""
        self.small_line = px(1.4 * self.small_words)
        """Height of a line of small text, in pixels."""
        low = self.areas.log.top - px(12)
        own = pygame.Rect(edge, low - px(HAND), px(OWN), px(HAND))
        self.plate = pygame.Rect(own.x, own.y + px(2), own.w, px(38))
        """The plate of the seat at the lower edge."""
        self.scores = pygame.Rect(own.x, low - px(36), (own.w - px(8)) // 2, px(36))
        self.hint = self.scores.move(own.w - self.scores.w, 0)
        """Rectangle of the hint button."""
        self.sort = self.result = pygame.Rect(own.x, self.scores.y - px(42), own.w, px(36))
        left = own.right + px(14)
        self.hand = pygame.Rect(left, own.y, width - edge - left, own.h)
        wide, y, high = card_size(px(PILE))[0], own.y - px(BENCH + 8), px(BENCH)
        self.deck = Spot(edge + wide / 2, y + high // 2, px(PILE))
        self.discards = pygame.Rect(edge + wide + px(20), 0, px(290), px(PILE))
        self.discards.centery = y + high // 2
        left = self.discards.right + px(22)
        self.bench = pygame.Rect(left, y, width - edge - left, high)
        self.lay = pygame.Rect(self.bench.right - px(10 + 146), y + px(HEAD), px(146), px(44))
        self.back = pygame.Rect(self.lay.x, self.lay.bottom + px(6), self.lay.w, px(38))
        low = self.bench.bottom
        self.reading = pygame.Rect(self.lay.right - px(276), y + px(5), px(276), px(36))
        """Rectangle of the button with the reading of the yellow cards."""
        left, high = left + px(14), px(ON_BENCH)
        wide = self.lay.x - px(ADVICE + 14) - left
        self.bench_cards = pygame.Rect(left, low - px(8) - high, wide, high)
        self.others = pygame.Rect(edge, px(60), width - 2 * edge, px(38) + self.small_line)
        """Rectangle of the other seats: plates, and a line of text below each."""
        top = self.others.bottom + px(8)
        self.table = pygame.Rect(edge, top, width - 2 * edge, y - px(6) - top)
        """Rectangle of the combinations."""

    def plates(self, seats: int, home: int) -> list[pygame.Rect]:
        """Return the rectangles of the plates by seat; `home` sits at the lower edge."""
        px, row = self.viewport.px, self.others.copy()
        row.h = px(36)
        plates = nodes.plate_rects(row, seats, home, px(WIDEST), px(16))
        return [plates.get(seat, self.plate) for seat in range(seats)]

    def hand_fan(self, cards: int) -> nodes.Fan:
        """Return the fan of `cards` cards in the own hand."""
        return nodes.Fan(self.hand, card_size(self.viewport.px(CARD)), cards, ARC)

    def bench_spots(self, sizes: Sequence[int]) -> list[tuple[Spot, ...]]:
        """Return the spots of groups of cards on the workbench, from its left edge."""
        area, (wide, high) = self.bench_cards, card_size(self.viewport.px(ON_BENCH))
        first = Spot(area.x, area.centery, high)
        return nodes.grouped(first, area.w, sizes, wide + self.viewport.px(5), self.viewport.px(16))

    def discard_fan(self, cards: int) -> nodes.Fan:
        """Return the fan of the discard pile: the newest card on the right, on top."""
        size, area = card_size(self.viewport.px(PILE)), self.discards.copy()
        step = min(self.viewport.px(22), (area.w - size[0]) // max(cards - 1, 1))
        area.w = size[0] + step * max(cards - 1, 0)
        return nodes.Fan(area, size, cards)

    def combinations(
        self, table: Sequence[Combination], order: Sequence[Seat]
    ) -> dict[int, pygame.Rect]:
        """Return the combinations' rectangles by index in `table`, each with a line of text above.

        They are grouped by seat, seats in `order`; the card height is the largest that fits.
        """
        numbers = sorted(range(len(table)), key=lambda i: (order.index(table[i].seat), i))
        sizes = [len(table[i].cards) for i in numbers]
        for units in HEIGHTS:
            rects = self._flow(sizes, self.viewport.px(units))
            if not rects or rects[-1].bottom <= self.table.bottom:
                break
        return dict(zip(numbers, rects, strict=True))

    def _flow(self, sizes: Sequence[int], high: int) -> list[pygame.Rect]:
        """Return rectangles for groups of cards of these sizes, flowed line by line."""
        x, y, whole = self.table.x, self.table.y, high + self.small_line
        rects = []
        for size in sizes:
            wide = round((WIDE + STEP * (size - 1)) * high)
            if x > self.table.x and x + wide > self.table.right:
                x, y = self.table.x, y + whole + self.viewport.px(8)
            rects.append(pygame.Rect(x, y, wide, whole))
            x += wide + self.viewport.px(GAP)
        return rects

    def card_spots(self, rect: pygame.Rect, cards: int) -> tuple[Spot, ...]:
        """Return the spots of a combination's cards in its rectangle."""
        high = rect.h - self.small_line
        first = Spot(rect.x + WIDE * high / 2, rect.bottom - high / 2, high)
        return first.row(cards, STEP * high)


BACK: Final = back_face("star", (104, 56, 92))
CLOTH: Final = Cloth(back=BACK)


def face(card: Card) -> Face:
    """Return the face of a card.

    >>> from towersim.rules.rummu.cards import Suit
    >>> face(Card(Suit.GREEN, 7)).sign
    'triangle'
    """
    return colour_face(str(card.number), card.suit)


def role_face(role: Role) -> Face:
    """Return the face of a card in a combination; a joker has a badge of the suit it stands for."""
    badge = (COLOUR_SHAPES[role.suit], ink(role.suit)) if role.replaces else None
    return face(role.card)._replace(badge=badge)


HELD: Final = 22
"""Height of the cards of another hand, in units; the plate hides them and their shadows."""
TRAY: Final[RGB] = blend(FELT, (0, 0, 0), 0.3)
RIM: Final[RGB] = blend(FELT, (255, 255, 255), 0.14)
FAINT: Final[RGB] = (198, 206, 190)
GOOD: Final[RGB] = (178, 222, 132)
BAD: Final[RGB] = (246, 176, 140)


def table_nodes(state: State) -> Iterator[Node]:
    """Return all nodes of the table, from the lowest to the topmost."""
    dragged = state.dragged if isinstance(state.dragged, Card) else None
    meant = (dragged,) if dragged else state.selection.bench
    yield area("felt", "felt", state.viewport.rect)._replace(other=choices.take_back)
    yield from _seats(state)
    yield from _combinations(state, meant)
    yield from _deck(state)
    yield from _discards(state, dragged, meant)
    if state.view.hand and not state.watched:
        yield from _bench(state, dragged)
    yield from _hand(state, dragged)


def _seats(state: State) -> Iterator[Node]:
    """Return the seats' plates, and behind them the backs of their cards."""
    view, px = state.view, state.viewport.px
    places = state.layout.plates(len(state.seats), state.home)
    for index, rect in enumerate(places):
        seat, mine, score = Seat(index), index == state.home, view.scores[index]
        if not mine:
            yield area(("hand", seat), "held", rect)
            behind = Spot(rect.centerx, rect.centery, px(HELD))
            for card in range(view.hands[seat]):
                yield Node(("held", seat, card), "held", behind, BACK)
        plate = nodes.Plate(
            state.seats[seat],
            count_text("points", score),
            turn=seat == view.turn and view.actor != "over",
            held=None if mine else (view.hands[seat], BACK),
            brief=str(score),
        )
        yield nodes.seat_plate(seat, rect, plate)
        at, text = (rect.centerx, rect.bottom + px(2)), messages.state_of(view, seat, state.home)
        small = Letters(state.layout.small_words, FAINT)
        yield line(("state", seat), text, small, rect.w, midtop=at)


def _combinations(state: State, meant: tuple[Card, ...]) -> Iterator[Node]:
    """Return the combinations by seat, the own ones last; possible targets of `meant` are lit."""
    view, layout, seats, onto = state.view, state.layout, len(state.seats), state.selection.onto
    order = [Seat((state.home + step) % seats) for step in range(1, seats + 1)]
    plays = choices.puts(state, meant) if meant else []
    lit = {action.combination for action in plays}
    if not view.table:
        text = _("Nobody has laid anything yet.")
        large = Letters(state.viewport.grown(16), FAINT)
        yield line("no table", text, large, layout.table.w, center=layout.table.center)
    for number, rect in layout.combinations(view.table, order).items():
        cards = view.table[number].cards
        command = choices.put(state, number, meant, plays) if view.hand else None
        shines = number in lit and onto in (None, number)
        yield area(
            ("combination", number), "table", rect, partial(_paint_group, state, number, shines)
        )._replace(
            action=command,
            drop=None if state.dragged is None else command,
            tip=messages.about_combination(view, number, state.names),
            tip_at=(rect.x, rect.bottom + state.viewport.px(6)),
            along=tuple(role.card for role in cards),
        )
        for role, spot in zip(cards, layout.card_spots(rect, len(cards)), strict=True):
            yield Node(role.card, "combinations", spot, role_face(role))


def _paint_group(state: State, number: int, lit: bool, canvas: Canvas, painting: Painting) -> None:  # noqa: FBT001 - whether it shines
    """Draw the owner and the worth of a combination above it."""
    px, rect = canvas.px, painting.rect
    view, owner = state.view, state.view.table[number].seat
    high, size = state.layout.small_line, state.layout.small_words
    if lit:
        below = pygame.Rect(rect.x, rect.y + high, rect.w, rect.h - high)
        canvas.glow(below)
    own = owner == state.home
    tint = GLOW if own or messages.partners(view, owner, state.home) else ON_DARK
    y = rect.y + high // 2
    worth, at = str(view.worth[number]), (rect.right - px(2), y)
    wide = canvas.text(worth, size, tint, bold=True, midright=at).w
    name, at = state.names[owner], (rect.x + px(2), y)
    canvas.fitted(name, size, tint, rect.w - wide - px(10), bold=own, midleft=at)


def _deck(state: State) -> Iterator[Node]:
    view, spot, legal = state.view, state.layout.deck, Draw() in state.legal
    if not view.deck:
        yield nodes.empty_place("no deck", "place", spot, _("deck is out"), lit=legal)
    yield Node(
        "deck",
        "piles",
        spot,
        BACK if view.deck else None,
        NodeMarks(legal=legal),
        cards=view.deck,
        action=(Draw() if legal else Say(state.why_not(Draw()))) if view.hand else None,
        tip=messages.about_deck(view),
        tip_at=_above_piles(state),
    )


def _discards(state: State, dragged: Card | None, meant: tuple[Card, ...]) -> Iterator[Node]:
    """Return the discard pile, fanned so that its cards can be counted; only the top is face up."""
    view, count, legal = state.view, state.view.discards, state.legal
    fan = state.layout.discard_fan(max(count, 1))
    goes = len(meant) == 1 and Discard(meant[0]) in legal
    if dragged:
        wide = state.layout.discards.inflate(state.layout.deck.height / 5, 0)
        action = Discard(dragged)
        drop = action if goes else Say(state.why_not(action))
        yield area("drop", "drop", wide)._replace(drop=drop)
    if (goes or messages.has_to_discard(view)) and count:
        yield area("glow", "marks", fan.area, lambda on, painting: on.glow(painting.rect))
    if not count:
        yield nodes.empty_place("discards", "place", fan.spots()[0], _("discard pile"), lit=goes)
    puts_down = Discard(state.selection.bench[0]) if goes and not dragged else None
    for index, spot in enumerate(fan.spots() if count else ()):
        top, deep = index == count - 1, count - index
        keys = tuple(_discard_key(state, above) for above in range(index, count))
        yield Node(
            keys[0],
            "piles",
            spot,
            face(view.top) if top and view.top else BACK,
            NodeMarks(legal=top and Take() in legal),
            action=(puts_down or Reaction(state.selection, (Take(),) * deep))
            if view.hand
            else None,
            tip=messages.about_discards(view, deep),
            tip_at=_above_piles(state),
            along=keys[1:],
        )
    if count:
        yield nodes.pile_count("count", fan.spots()[-1], count)


def _above_piles(state: State) -> tuple[int, int]:
    return state.layout.discards.x, round(state.layout.deck.y) - state.viewport.px(52 + 66)


def _discard_key(state: State, index: int) -> Key:
    """Return the key of a discard by its index from the bottom: the card itself if known."""
    view, unseen = state.view, state.view.discards - len(state.memory)
    if index == view.discards - 1:
        return view.top
    return state.memory[index - unseen] if index >= unseen else ("discard", index)


def _own(state: State, card: Card, zone: str, spot: Spot, face: Face) -> Node:
    """Return the node of an own card: draggable; a click puts it on the workbench or back."""
    toggled = Reaction(state.selection.toggle(card))
    return Node(card, zone, spot, face, action=toggled, drags=(card,))


def _bench(state: State, dragged: Card | None) -> Iterator[Node]:
    """Return the workbench, on which a combination is built before it is laid."""
    layout, assessment, chosen = state.layout, assess(state), state.selection
    comes = dragged is not None and dragged not in chosen.bench
    drop = Reaction(chosen.toggle(dragged)) if dragged and comes else None
    edge = GLOW if comes or assessment.actions else RIM
    yield area("bench", "felt", layout.bench, partial(_paint_bench, edge))._replace(drop=drop)
    left, sizes = layout.bench_cards.x, [len(group) for group in assessment.groups]
    for group, spots in zip(assessment.groups, layout.bench_spots(sizes), strict=True):
        for role, spot in zip(group, spots, strict=True):
            yield _own(state, role.card, "bench", spot, role_face(role))
            left = round(spot.x + WIDE * spot.height / 2) + state.viewport.px(20)
    yield area("words", "words", layout.bench, partial(_paint_words, state, assessment, left))


def _paint_bench(edge: RGB, canvas: Canvas, painting: Painting) -> None:
    canvas.panel(painting.rect, canvas.px(12), TRAY, edge, canvas.px(2))


def _paint_words(
    state: State, assessment: Assessment, left: int, canvas: Canvas, painting: Painting
) -> None:
    """Draw the name of the workbench's cards above them, and the advice beside them."""
    viewport, px, rect = canvas.viewport, canvas.px, painting.rect
    x, buttons = state.layout.bench_cards.x, assessment.groups or state.can_undo
    right = (state.layout.reading.x if assessment.reading else rect.right) - px(14)
    head, at = (right - x, px(HEAD - 4)), (x, rect.y + px(HEAD) // 2)
    canvas.name(assessment.title, 17, ON_DARK, head, bold=True, midleft=at)
    right = (state.layout.lay.x if buttons else rect.right) - px(14)
    tint = (GOOD if assessment.actions else BAD) if assessment.good else FAINT
    top = state.layout.bench_cards.y
    room = pygame.Rect(left, top, right - left, rect.bottom - px(4) - top)
    sizes = TextSizes(viewport.grown(15, 22), 11)
    size = TextBox(viewport, [Paragraph(assessment.advice, tint)], room, sizes).size
    lines = viewport.fonts.balanced(assessment.advice, viewport.px(size), room.w)
    for index, text in enumerate(lines):
        canvas.text(text, size, tint, topleft=(left, top + index * px(1.3 * size)))


def _hand(state: State, dragged: Card | None) -> Iterator[Node]:
    """Return the hand at the lower edge without the workbench, as backs without a watcher."""
    view, layout, chosen = state.view, state.layout, state.selection
    yield area(("hand", state.home), "felt", layout.hand)
    if not view.hand:
        unseen = nodes.backs(state.home, view.hands[state.home], BACK)
        yield from nodes.fan_nodes("hand", layout.hand_fan(len(unseen)), unseen)
        return
    held = chosen.hand
    going, places = choices.going(state), layout.hand_fan(len(held)).spots()
    for card, spot in zip(held, places, strict=True):
        marks, lift = NodeMarks(legal=card in going), state.viewport.px(14)
        own = _own(state, card, "hand", spot, face(card))
        yield own._replace(marks=marks, lift=lift, twice=Say(""))
    if dragged:
        others = [card for card in chosen.order if card != dragged]
        spots = zip(held, places, strict=True)
        shown = [(others.index(card), spot.x) for card, spot in spots if card != dragged]
        (whole, bottom), top = state.viewport.size, layout.hand.y
        # It can be dropped between any two other cards, and at both ends.
        for (_before, left), (place, right) in pairwise([(0, 0.0), *shown, (len(others), whole)]):
            rect = pygame.Rect(round(left), top, round(right) - round(left), bottom - top)
            moved = Reaction(chosen.move(dragged, place))
            yield area(("place", place), "drop", rect)._replace(drop=moved)
