"""From what happened to what flies: each event has its turn on one line of time."""

from collections.abc import Callable, Hashable
from typing import Final

import pygame

from towersim.rules.base import Event
from towersim.rules.palace_cards import Card
from towersim.rules.palace_log import (
    Burned,
    Dealt,
    LaidUp,
    Missed,
    PileTaken,
    Played,
    WentOut,
)
from towersim.rules.palace_state import Source, View
from towersim.ui.cards.faces import back_picture, face_picture
from towersim.ui.cards.flights import SECONDS, Flash, Flight
from towersim.ui.cards.places import Spot
from towersim.ui.draw_marks import symbol
from towersim.ui.games.palace.faces import face
from towersim.ui.games.palace.heap import after, mattering, on_heap
from towersim.ui.games.palace.layout import Layout, blind_spot
from towersim.ui.games.palace.play import PalacePlay
from towersim.ui.games.palace.sight import Eye
from towersim.ui.theme import GLOW, RGB, Stage

Cards = tuple[Card, ...]

AFTER_EACH: Final = 0.07
"""Cards that go together start so many seconds one after the other."""
DEAL: Final = 0.09
PAUSE: Final = 0.3
"""Seconds in which one sees what lies there before it goes on."""
SUSPENSE: Final = 0.65
"""Seconds for which a blind card hangs there before it turns over, and again after."""
FLAME: Final[RGB] = (240, 130, 48)


class Moves:
    """Lets fly what happens on a table, from where things are seen to where they belong."""

    def __init__(
        self, play: PalacePlay, eye: Eye, fly: Callable[..., None], stage: Stage, layout: Layout
    ) -> None:
        self._play, self._eye, self._fly = play, eye, fly
        self._stage, self._layout = stage, layout
        self._now = 0.0
        self._heap: Cards = eye.heap
        self._dealt = 0
        self._keys: dict[Card, Hashable] = {}
        """Blind cards that were turned over and fly as what they were."""
        self.let_go: dict[Card, Spot] = {}
        """Where a person let go of cards that were pulled with the mouse."""

    def begin(self) -> None:
        """Begin a line of time: nothing is in the air."""
        self._now, self._heap, self._keys = 0.0, self._eye.heap, {}

    def show(self, event: Event, view: View) -> None:
        """Let fly what belongs to an event; `view` is what still lies on the table."""
        match event:
            case Dealt(seat, card):
                self._deal(seat, card)
            case LaidUp(seat, cards):
                self._lay_up(seat, cards, view)
            case Played(seat, cards, source):
                self._play_cards(seat, cards, source, view)
            case Burned():
                self._burn()
            case PileTaken(seat) | Missed(seat):
                self._take(seat, event, view)
            case WentOut(seat):
                self._flash("star", GLOW, self._eye.seatings[seat].plate.center, 60)
            case _:
                pass
        self._heap = after(self._heap, event)

    def deal_all(self, events: list[Event]) -> None:
        """Let the cards of the beginning fly to their seats."""
        for event in events:
            if isinstance(event, Dealt):
                self._deal(event.seat, event.card, DEAL)

    def _deal(self, seat: int, card: Card | None, apart: float = 0.16) -> None:
        """Let a card fly from the stock to a hand; whoever may see it sees it turn over."""
        self._dealt += 1
        end = self._in_hand(seat, card)
        back = back_picture(self._stage, round(self._layout.stock.height))
        flight = Flight(
            ("dealt", self._dealt), back, self._layout.stock, end, self._now, unseen=True
        )
        if card is not None:
            flight = flight._replace(key=card, picture=self._face(card), turned=back)
        self._fly(flight)
        self._now += apart

    def _lay_up(self, seat: int, cards: Cards, view: View) -> None:
        places = self._eye.seatings[seat].places
        for card, place in zip(cards, places, strict=True):
            self._go(card, self._start(seat, card, view), place)
        self._now += SECONDS

    def _play_cards(self, seat: int, cards: Cards, source: Source, view: View) -> None:
        pile, top = self._layout.pile, mattering((*self._heap, *cards))
        if source is Source.BLIND:
            start = self._reveal(seat, cards[0], view)
        for card in cards:
            end = on_heap(pile, card, top.index(card), len(top))
            if source is not Source.BLIND:
                start = self._start(seat, card, view)
            self._go(card, start, end)
        # What lay there makes room for what matters now.
        for card in set(top) & set(self._heap):
            end = on_heap(pile, card, top.index(card), len(top))
            start = self._on_pile(card)
            self._fly(Flight(self._key(card), self._face(card), start, end, self._now, 0.1))
        self._now += SECONDS

    def _burn(self) -> None:
        self._now += PAUSE
        self._flash("flame", FLAME, (self._layout.pile.x, self._layout.pile.y), 150)
        self._now += PAUSE
        burnt = self._layout.burnt
        seen = self._eye.heap
        for card in dict.fromkeys((*mattering(seen), *mattering(self._heap))):
            back = back_picture(self._stage, round(burnt.height))
            start = self._on_pile(card)
            key, face_up = self._key(card), self._face(card)
            self._fly(Flight(key, back, start, burnt, self._now, SECONDS, face_up))
        self._now += SECONDS

    def _take(self, seat: int, event: PileTaken | Missed, view: View) -> None:
        """Let the pile fly into a hand: all of it into one's own, as everybody has seen it."""
        cards = self._heap
        if isinstance(event, Missed):
            start = self._reveal(seat, event.card, view)
            self._go(event.card, start, self._in_hand(seat, event.card))
        if seat != self._play.home:
            cards = mattering(cards)
        for card in reversed(cards):
            self._go(card, self._on_pile(card), self._in_hand(seat, card), 0.03)
        self._now += SECONDS

    def _reveal(self, seat: int, card: Card, view: View) -> Spot:
        """Turn a blind card over beside the pile; return where it hangs then."""
        stage, pile = self._stage, self._layout.pile
        place = self._eye.turn_blind(seat, view)
        start = blind_spot(self._eye.seatings[seat].places[place])
        beside = pile._replace(x=pile.x + 0.9 * pile.height, height=1.1 * pile.height)
        back = back_picture(stage, round(beside.height))
        key = self._keys[card] = ("blind", seat, place)
        self._fly(Flight(key, back, start, beside, self._now))
        self._now += SECONDS + SUSPENSE
        face_up = self._face(card, beside.height)
        self._fly(Flight(key, face_up, beside, beside, self._now, 0.4, back))
        self._now += 0.4 + SUSPENSE
        return beside

    def _go(self, card: Card, start: Spot, end: Spot, apart: float = AFTER_EACH) -> None:
        self._fly(Flight(self._key(card), self._face(card), start, end, self._now))
        self._now += apart

    def _key(self, card: Card) -> Hashable:
        return self._keys.get(card, card)

    def _face(self, card: Card, height: float | None = None) -> pygame.Surface:
        high = self._layout.pile.height if height is None else height
        return face_picture(self._stage, face(card), round(high))

    def _start(self, seat: int, card: Card, view: View) -> Spot:
        """Return where a card is that a seat plays: where it is seen, else behind its hand."""
        seen = self.let_go.pop(card, None) or self._eye.spot_of(card, view)
        return seen or self._in_hand(seat, None)

    def _on_pile(self, card: Card) -> Spot:
        top = mattering(self._heap)
        if card not in top:
            return self._layout.pile
        return on_heap(self._layout.pile, card, top.index(card), len(top))

    def _in_hand(self, seat: int, card: Card | None) -> Spot:
        """Return where a card of a hand lies, as it will be when all has landed."""
        view = self._play.view()
        if seat == self._play.home:
            goals = self._eye.goals(view, ())
            fan = self._eye.fan(max(len(view.hand), 1))
            return goals.get(card, fan.spots()[len(view.hand) // 2])
        hand = self._eye.seatings[seat].hand
        return Spot(hand.centerx, hand.centery, 0.8 * hand.h)

    def _flash(self, sign: str, tint: RGB, at: tuple[float, float], units: float) -> None:
        picture = symbol(self._stage, sign, self._stage.px(units), tint)
        self._fly(Flash(picture, at, self._now))
