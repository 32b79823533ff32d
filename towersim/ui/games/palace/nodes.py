"""The card faces of Palace, and the layout and the nodes of its table."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.palace.log import Played, attempt
from towersim.rules.palace.play import ROW
from towersim.rules.palace.state import (
    ACE,
    NAMES,
    Card,
    Demand,
    LayUp,
    Phase,
    Play,
    Source,
    Suit,
    TurnOver,
)
from towersim.ui.cards import card_faces, nodes
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.table import Reaction
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.scenery import symbol
from towersim.ui.drawing.text import draw_slip
from towersim.ui.drawing.theme import ACCENT_DARK, TEXT, Viewport
from towersim.ui.games.palace import choices
from towersim.ui.games.palace.choices import State, after_play, mattering, remembered
from towersim.ui.games.palace.messages import FULL, THREE, about_card, in_hand, named
from towersim.ui.nodes.node import PLAIN, Node, NodeMarks, Painting, Say, Spot, area

PLACES: Final = 3
"""Number of places for face-up and blind cards in front of each seat."""
PEEP: Final = 0.13
"""Visible height of a blind card above the one on it, as a share of a card's height."""
WIDEST: Final = 400
"""Largest width of another seat, in units."""
MARGIN: Final = 26


class Seating(NamedTuple):
    """The layout of one seat: plate, places of cards, and hand."""

    plate: pygame.Rect
    places: tuple[Spot, ...]
    hand: pygame.Rect


class Layout:
    """Rectangles and spots in pixels, for a viewport."""

    def __init__(self, viewport: Viewport) -> None:
        """Lay everything out: other seats at the upper edge, the own cards at the lower one."""
        px, width = viewport.px, viewport.size[0]
        self.viewport, self.areas = viewport, areas(viewport, 0)
        low = self.areas.log.top - px(14)
        self.others = pygame.Rect(px(MARGIN), px(62), width - px(2 * MARGIN), px(142))
        """Rectangle of the other seats."""
        high = px(118)
        wide = card_size(high)[0]
        step, y = wide + px(10), low - high // 2
        plate = pygame.Rect(px(MARGIN), 0, 2 * step + wide, px(38))
        plate.bottom = round(y - high / 2 - PEEP * high - px(9))
        side = pygame.Rect(width - px(MARGIN + 196), low - px(46), px(196), px(46))
        self.take = side
        self.go = self.result = side.move(0, -px(46) - px(12))
        """Rectangle of the button that plays the chosen cards."""
        left, right = plate.right + px(24), side.x - px(24)
        self.hand = pygame.Rect(left, low - px(176), right - left, px(176))
        places = Spot(plate.x + wide / 2, y, high).row(PLACES, step)
        self.own = Seating(plate, places, self.hand)
        centre = width / 2
        self.asks = pygame.Rect(0, self.others.bottom + px(8), px(270), px(32))
        """Rectangle of the pile's demand, above the pile."""
        self.asks.centerx = round(centre)
        room = self.hand.y - px(14) - self.asks.bottom
        high = min(px(146), room - px(20))
        self.pile = Spot(centre, self.asks.bottom + room / 2, high)
        self.stock = self.pile._replace(x=centre - px(250), height=round(0.84 * high))
        self.burnt = self.stock._replace(x=centre + px(250))

    def seatings(self, seats: int, home: int) -> list[Seating]:
        """Return the layout of each seat, by seat; `home` sits at the lower edge."""
        px, high = self.viewport.px, self.viewport.px(80)
        by_seat, wide = {home: self.own}, card_size(high)[0]
        row = pygame.Rect(self.others.topleft, (self.others.w, px(36)))
        for seat, plate in nodes.plate_rects(row, seats, home, px(WIDEST), px(22)).items():
            y = plate.bottom + px(8) + round(PEEP * high) + high / 2
            places = Spot(plate.x + wide / 2, y, high).row(PLACES, wide + px(5))
            left = round(places[-1].x + wide / 2) + px(12)
            hand = pygame.Rect(left, round(y - high / 2), plate.right - left, high)
            by_seat[seat] = Seating(plate, places, hand)
        return [by_seat[seat] for seat in range(seats)]


SIGNS: Final = {
    Suit.CLUBS: ("club", card_faces.SUIT_BLACK),
    Suit.DIAMONDS: ("diamond", card_faces.SUIT_RED),
    Suit.HEARTS: ("heart", card_faces.SUIT_RED),
    Suit.SPADES: ("spade", card_faces.SUIT_BLACK),
}
BACK: Final = card_faces.back_face("crown", (44, 62, 104))
CLOTH: Final = card_faces.Cloth(felt=(98, 48, 52), back=BACK)
EMBLEMS: Final = {11: "plume", 12: "tiara", 13: "crown"}


def face(card: Card) -> card_faces.Face:
    """Return the face of a card.

    >>> face(Card(12, Suit.HEARTS)).corner
    'Q'
    """
    sign, tint = SIGNS[card.suit]
    corner = NAMES[card.rank][0].upper() if card.rank in NAMES else str(card.rank)
    emblem = EMBLEMS.get(card.rank, "")
    pips = 1 if card.rank == ACE else 0 if emblem else card.rank
    return card_faces.paper_face(corner, sign, tint, pips=pips, emblem=emblem)


APART: Final = 0.25
"""Distance between the pile's visible cards, as a share of their height."""
ASKEW: Final = 5
"""Largest rotation of a card on the pile, in degrees."""
BACKS: Final = 14
"""Largest number of backs drawn for a hidden hand; the count beside them is exact."""
CLOSE: Final = 0.42
"""Distance between the backs of a hidden hand, as a share of a card's width."""
ARC: Final = 7.0
"""Angle of the outermost cards of a full hand, in degrees."""
OWN_CARD: Final = 138
"""Height of a card in the own hand, in units."""


def table_nodes(state: State) -> Iterator[Node]:
    """Return all nodes of the table, from the lowest to the topmost."""
    state = with_held(state)
    places = state.layout.seatings(len(state.seats), state.home)
    yield from _middle(state)
    for index, seating in enumerate(places):
        seat = Seat(index)
        yield from _seat(state, seat, seating)
        if seat != state.home:
            yield from _backs(state, seat, seating)
    turning, card, pile = state.memory.turning, state.memory.card, state.layout.pile
    if turning is not None:
        # The blind card is shown beside the pile before it is played or taken.
        beside = pile._replace(x=pile.x + 0.9 * pile.height, height=1.1 * pile.height)
        yield Node("turned", "turned", beside, BACK if card is None else face(card))
    yield from _hand(state)


def with_held(state: State) -> State:
    """Return the state with a held play's cards on the pile already."""
    if not isinstance(state.held, Play):
        return state
    source = Source.HAND if state.view.hand else Source.ROW
    event = Played(state.view.seat, state.held.cards, source)
    memory = remembered(state.memory, event)
    return state._replace(view=after_play(state.view, event), memory=memory)


def played(state: State, cards: Iterable[Card], *, held: bool = False) -> Reaction | Say:
    """Return the command that plays or lays up cards, or a refusal; `held`: can be taken back."""
    cards = tuple(sorted(cards))
    action = attempt(state.view, cards)
    refusal = state.why_not(action)
    if not refusal:
        return Reaction(state.selection, (action,), held=held)
    short = isinstance(action, LayUp) and len(cards) != ROW
    return Say(THREE if short else _("{cards:capital}: {why}", cards=named(cards), why=refusal))


def _toggled(state: State, card: Card) -> Reaction:
    choice, cards = state.selection, choices.chosen_with(state, card)
    return Reaction(choice._replace(cards=cards), say=FULL if cards == choice.cards else "")


def _turned(state: State, place: int) -> Reaction:
    choice = state.selection
    return Reaction(choice._replace(turned=(*choice.turned, place)), (TurnOver(),))


def _own(state: State, node: Node) -> Node:
    """Return a node, with marks and commands if it is one of the offered cards."""
    card = node.key
    if not isinstance(card, Card) or card not in choices.offered(state):
        return node
    go, laying = choices.fitting(state), choices.may(state, LayUp)
    goes = card in go
    refusal = "" if goes else state.why_not(attempt(state.view, (card,)))
    refused = None if goes else Say(_("{cards:capital}: {why}", cards=named((card,)), why=refusal))
    marks = NodeMarks(
        legal=goes and not laying and len(go) < len(choices.offered(state)),
        dim=not goes,
        chosen=card in state.selection.cards,
    )
    carried, same = choices.carried_with(state, card), choices.alike(state, card)
    choice = state.selection
    all_alike = Reaction(choice._replace(cards=frozenset() if choice.cards == same else same))
    return node._replace(
        marks=marks,
        action=refused or _toggled(state, card),
        twice=None if laying else refused or played(state, carried, held=True),
        other=refused or all_alike,
        tip="" if laying else about_card(card, refusal),
        drags=carried,
    )


def _hand(state: State) -> Iterator[Node]:
    """Return the hand at the lower edge, as backs if there is no watcher."""
    view, layout, px = state.view, state.layout, state.viewport.px
    fan = nodes.Fan(layout.hand, card_faces.card_size(px(OWN_CARD)), view.hands[state.home], ARC)
    yield area(("hand", state.home), "seat", layout.hand)
    cards = [(card, face(card)) for card in view.hand] or nodes.backs(state.home, fan.cards, BACK)
    for node in nodes.fan_nodes("hand", fan, cards, lift=px(18)):
        yield _own(state, node)


def _seat(state: State, seat: Seat, seating: Seating) -> Iterator[Node]:
    """Return a seat's plate, its blind cards and its face-up row."""
    view, mine = state.view, seat == state.home
    turn = view.turn == seat and view.phase is not Phase.OVER
    text = in_hand(view, seat, mine=mine)
    brief = in_hand(view, seat, mine=False)
    plate = nodes.Plate(state.seats[seat], text, turn, seat in view.out, brief=brief)
    yield nodes.seat_plate(seat, seating.plate, plate)
    if mine and isinstance(state.dragged, Card) and choices.may(state, LayUp):
        row_rect = seating.places[0].rect().union(seating.places[-1].rect())
        yield area("row", "drop", row_rect)._replace(drop=_toggled(state, state.dragged))
    row, blind = view.rows[seat], blind_places(state, seat)
    for index, place in enumerate(seating.places):
        if index in blind:
            free = mine and index >= len(row) and choices.may(state, TurnOver)
            yield Node(
                ("blind", seat, index),
                f"blind {seat}",
                place._replace(y=place.y - PEEP * place.height),
                BACK,
                NodeMarks(legal=free),
                action=_turned(state, index) if free else None,
                drags=(("blind", seat, index),) if free else (),
            )
        else:
            yield nodes.empty_place(("place", seat, index), "place", place)
        if index < len(row):
            lift = 0.12 * place.height if mine else 0.0
            yield _own(state, Node(row[index], f"row {seat}", place, face(row[index]), lift=lift))


def blind_places(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the indices of a seat's places that still hold a blind card."""
    left = state.view.blind[seat] - (state.memory.turning == seat)
    chosen = state.selection.turned if seat == state.home else ()
    gone = dict.fromkeys((*chosen, *reversed(range(PLACES))))
    return tuple(sorted(tuple(gone)[PLACES - left :]))


def _backs(state: State, seat: Seat, seating: Seating) -> Iterator[Node]:
    cards, hand = state.view.hands[seat], seating.hand
    high = round(hand.h * 0.8)
    yield Node(("hand", seat), "seat", Spot(hand.centerx, hand.centery, high))
    if cards == 0:
        return
    size, shown = card_faces.card_size(high), min(cards, BACKS)
    room = hand.copy()
    room.w = min(room.w, round(size[0] * (1 + CLOSE * (shown - 1))))
    room.centerx = hand.centerx
    fan = nodes.Fan(room, size, shown, 0 if cards < 3 else 6)
    for node in nodes.fan_nodes(f"hand {seat}", fan, nodes.backs(seat, shown, BACK)):
        yield node._replace(place=node.place._replace(y=hand.centery))
    if cards > 1:  # during the deal, the first card is still on its way
        yield nodes.pile_count(("hand count", seat), Spot(hand.centerx, hand.centery, high), cards)


def _middle(state: State) -> Iterator[Node]:
    view, layout = state.view, state.layout
    yield from _drop(state)
    if view.options.stock:
        caption = _("no stock left") if not view.stock else ""
        yield nodes.empty_place("stock place", "place", layout.stock, caption)
        yield nodes.caption("stock", state.viewport, layout.stock, _("Stock"))
    face_of_stock = BACK if view.stock and view.options.stock else None
    yield Node("stock", "stock", layout.stock, face_of_stock, cards=view.stock)
    caption = "" if view.burned else _("nothing burned yet")
    yield nodes.empty_place("burnt place", "place", layout.burnt, caption)
    burnt = layout.burnt._replace(angle=3)
    yield Node("burnt", "burnt", burnt, BACK if view.burned else None, cards=view.burned)
    yield nodes.caption("burnt", state.viewport, layout.burnt, _("Burned"))
    yield from _heap(state)
    if view.phase not in (Phase.DEALING, Phase.CHOOSING):
        yield area("asks", "words", layout.asks, partial(_paint_asks, view.asks))


def _drop(state: State) -> Iterator[Node]:
    """Return the drop zone for playing cards: the middle of the table."""
    layout, dragged = state.layout, state.dragged
    if dragged is None or choices.may(state, LayUp):
        return
    rect = pygame.Rect(0, layout.others.bottom, state.viewport.size[0], 0)
    rect.h = layout.hand.y - rect.y
    if isinstance(dragged, Card):
        drop = played(state, choices.carried_with(state, dragged))
    else:
        drop = _turned(state, dragged[2])  # type: ignore[index]  # ("blind", seat, place)
    yield area("table", "drop", rect)._replace(drop=drop)


def _heap(state: State) -> Iterator[Node]:
    """Return the pile; its cards that count are fanned, on the face of the card below them."""
    view, pile, heap = state.view, state.layout.pile, mattering(state.memory.heap)
    covered = state.memory.heap[: -len(heap)][-1:]
    laying, dragged = choices.may(state, LayUp), isinstance(state.dragged, Card)
    lit = not laying and (bool(state.selection.cards) or dragged)
    caption = "" if view.pile else _("the pile")
    yield nodes.empty_place("pile", "place", pile, caption, lit=lit and not heap)
    wide = pile._replace(height=1.25 * pile.height)
    chosen = state.selection.cards
    press = played(state, chosen) if chosen and not laying else None
    if choices.must_take(state):
        press = state.legal[-1]
    yield Node("pile press", "pile", wide, None, wide=1.4, action=press)
    below = view.pile - len(heap)
    for index, card in enumerate((*covered, *heap), -len(covered)):
        off = (max(index, 0) - (len(heap) - 1) / 2) * APART * pile.height
        turn = (7 * card.rank + 5 * list(Suit).index(card.suit)) % (2 * ASKEW + 1) - ASKEW
        spot = pile._replace(x=pile.x + off, angle=turn)
        if index == -len(covered) and below:
            edges = partial(_paint_edges, spot, face(card), below)
            yield area("edges", "below", spot.rect(), edges)
        # The top card is lit as the target of a play.
        top = lit and card is heap[-1]
        zone = "below" if index < 0 else "heap"
        yield Node(card, zone, spot, face(card), NodeMarks(legal=top, pointed=top))
    if heap:
        yield nodes.pile_count("pile count", pile, view.pile)


def _paint_edges(
    spot: Spot, paper: card_faces.Face, below: int, canvas: Canvas, _seen: Painting
) -> None:
    """Draw the edges of the `below` cards deeper in the pile, at most five."""
    for edge in range(min(-(-below // 5), 5), 0, -1):
        card_faces.draw_card(canvas, paper, spot._replace(y=spot.y + 2 * edge), PLAIN)


def _paint_asks(asks: Demand, canvas: Canvas, painting: Painting) -> None:
    """Draw the pile's demand on a slip of paper, with an arrow up or down, or a star."""
    viewport, rect, size = canvas.viewport, painting.rect, canvas.px(18)
    demand = viewport.text(asks.told("short demands"), 18, TEXT, bold=True)
    sign = symbol(viewport, "star" if asks.is_met_by_all else "arrow", size, ACCENT_DARK)
    if asks.rank is not None and asks.lower:
        arrow = sign
        sign = viewport.cached(("lower", size), lambda: pygame.transform.rotate(arrow, 180))
    slip = pygame.Rect(0, 0, demand.get_width() + size + canvas.px(44), rect.h)
    slip.midtop = rect.midtop
    draw_slip(canvas, slip)
    canvas.put(sign, center=(slip.x + canvas.px(24), slip.centery))
    canvas.put(demand, midleft=(slip.x + canvas.px(40), slip.centery))
