"""From what happened in Rummü to what flies: each event has its turn on one line of time."""

from collections.abc import Callable
from typing import Final

import pygame

from towersim.rules.base import Event
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.log import (
    Added,
    Dealt,
    Discarded,
    Exchanged,
    Laid,
    Reshuffled,
    Took,
    TurnedUp,
    WentOut,
)
from towersim.ui.cards.card_faces import back_picture, face_picture
from towersim.ui.cards.flights import SECONDS, Flash, Flight
from towersim.ui.cards.places import Spot
from towersim.ui.draw_marks import symbol
from towersim.ui.games.rummu.faces import face
from towersim.ui.games.rummu.layout import CARD, Layout
from towersim.ui.games.rummu.play import RummuPlay
from towersim.ui.games.rummu.sight import Eye
from towersim.ui.theme import GLOW, Stage
from towersim.units import Seat

APART: Final = 0.09
"""Cards that go together start so many seconds one after the other."""
DEAL: Final = 0.05
"""The same for cards that are dealt."""
SHIFT: Final = 0.16
"""Seconds for a card from the hand to the workbench or back."""
SHUFFLED: Final = 6
"""So many cards are seen to go when discards become the deck."""


class Moves:
    """Lets fly what happens on a table, from where things were seen to where they belong."""

    def __init__(
        self, play: RummuPlay, eye: Eye, fly: Callable[..., None], stage: Stage, layout: Layout
    ) -> None:
        self._play, self._eye, self._fly = play, eye, fly
        self._stage, self._layout = stage, layout
        self._now, self._backs = 0.0, 0

    def begin(self) -> None:
        """Begin a line of time."""
        self._now = 0.0

    def shift(self, before: dict[Card, Spot]) -> None:
        """Let own cards that lie elsewhere now get there from where they lay."""
        goals = self._eye.goals()
        for card, start in before.items():
            end = goals.get(card)
            if end is not None and end != start and card in self._play.view().hand:
                self._fly(Flight(card, self._face(card), start, end, 0.0, SHIFT))

    def show(self, event: Event) -> None:
        """Let fly what belongs to an event."""
        match event:
            case Dealt(seat, card):
                self._deal(seat, card)
            case TurnedUp(card):
                self._turn_up(card)
            case Reshuffled(cards):
                self._reshuffle(cards)
            case _:
                self._play_cards(event)

    def _play_cards(self, event: Event) -> None:
        """Let fly what a seat takes, lays and discards."""
        match event:
            case Took(seat, card):
                # One that lay below the top was not seen before, but it was just there.
                pile = self._eye.discard_spot(self._play.view().discards)
                self._eye.places.setdefault(card, pile)
                self._go(seat, card, to_hand=True)
            case Laid(seat, cards) | Added(seat, cards):
                for role in cards:
                    self._go(seat, role.card)
            case Exchanged(seat, card, joker):
                self._go(seat, card)
                self._go(seat, joker.card, to_hand=True)
            case Discarded(seat, card):
                self._go(seat, card)
            case WentOut(seat):
                star = symbol(self._stage, "star", self._stage.px(70), GLOW)
                at = self._eye.plates()[seat].center
                self._fly(Flash(star, at, self._now + SECONDS / 2))
            case _:
                pass

    def _deal(self, seat: Seat, card: Card | None) -> None:
        self._backs += 1
        end = self._in_hand(seat, card)
        back = back_picture(self._stage, round(self._layout.deck.height))
        flight = Flight(("back", self._backs), back, self._layout.deck, end, self._now)
        if card is not None:
            flight = flight._replace(key=card, picture=self._face(card), turned=back)
        self._fly(flight)
        self._now += DEAL

    def _turn_up(self, card: Card) -> None:
        back = back_picture(self._stage, round(self._layout.deck.height))
        end = self._eye.discard_spot(1)
        self._fly(Flight(card, self._face(card), self._layout.deck, end, self._now, SECONDS, back))

    def _reshuffle(self, cards: int) -> None:
        back = back_picture(self._stage, round(self._layout.deck.height))
        start = self._eye.discard_spot(cards)
        for _ in range(min(cards, SHUFFLED)):
            self._backs += 1
            self._fly(Flight(("back", self._backs), back, start, self._layout.deck, self._now))
            self._now += DEAL
        self._now += SECONDS

    def _go(self, seat: Seat, card: Card, *, to_hand: bool = False) -> None:
        """Let an open card fly: from where it lay, or from the seat, to where it lies now."""
        start = self._eye.places.get(card) or self._in_hand(seat, None)
        end = self._in_hand(seat, card) if to_hand else self._eye.goals().get(card)
        if end is not None:
            self._fly(Flight(card, self._face(card), start, end, self._now))
            self._now += APART

    def _in_hand(self, seat: Seat, card: Card | None) -> Spot:
        """Return where a card of a hand lies; one that is not seen, behind the seat's plate."""
        px = self._stage.px
        if seat == self._play.home:
            hand = self._layout.hand
            middle = Spot(hand.centerx, hand.centery, px(CARD))
            return middle if card is None else self._eye.goals().get(card, middle)
        plate = self._eye.plates()[seat]
        return Spot(plate.centerx, plate.centery, px(40))

    def _face(self, card: Card) -> pygame.Surface:
        return face_picture(self._stage, face(card), self._stage.px(CARD))
