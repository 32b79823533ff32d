"""From a match of Rummü to what a frame shows: where each card lies, marks and words."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec
import pygame

from towersim.record import SeatSpec
from towersim.rules.base import TurnStarted
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.log import Dealt
from towersim.rules.rummu.state import Draw, Take, View
from towersim.ui.cards.card_faces import WIDE
from towersim.ui.cards.draw_cards import Look
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.games.rummu.layout import (
    Layout,
    bench_spots,
    discard_fan,
    hand_fan,
    plates,
)
from towersim.ui.games.rummu.messages import (
    PACE_TIP,
    PAUSE_TIP,
    about_combination,
    about_deck,
    about_discards,
    again,
    hint,
)
from towersim.ui.games.rummu.play import RummuPlay
from towersim.ui.games.rummu.shelf import Shelf
from towersim.ui.games.rummu.spread import Group, spread
from towersim.ui.games.rummu.verdict import Verdict, judge, judge_added
from towersim.ui.logbook import Logbook
from towersim.ui.play import NOBODY
from towersim.ui.pointer import Pointer
from towersim.ui.theme import Stage
from towersim.units import Seat


class Deck(msgspec.Struct, frozen=True):
    """The deck is pointed at."""


class Heap(msgspec.Struct, frozen=True):
    """So many upper cards of the discard pile are pointed at."""

    cards: int


class Combo(msgspec.Struct, frozen=True):
    """A combination on the table is pointed at, by its number."""

    number: int


Thing = Card | Deck | Heap | Combo
"""What can be pointed at; a card is one of the hand or of the workbench."""
DECK: Final = Deck()


class RummuPointer(Pointer):
    """Where mouse and keyboard point on this table."""

    def __init__(self) -> None:
        super().__init__()
        self.thing: Thing | None = None
        """What the keyboard points at."""
        self.marked: Card | None = None
        """The card under the mouse that is discarded if that is asked for once more."""


class Sight(NamedTuple):
    """Everything that one frame of the table shows."""

    view: View
    seats: tuple[SeatSpec, ...]
    home: Seat
    """The seat at the lower edge."""
    hand: tuple[Card, ...]
    slots: tuple[Card, ...]
    """The places of the hand, from the left: some of their cards may just have left it."""
    looks: Mapping[Card, Look]
    bench: Verdict | None
    on_bench: tuple[Spot, ...]
    """Where the cards of the workbench lie."""
    groups: tuple[Group, ...]
    plates: list[pygame.Rect]
    top: Card | None
    """The card seen on the discard pile."""
    discards: int
    pointed: Thing | None
    lit: frozenset[int]
    """The combinations to which the card in question can go."""
    drawing: bool
    """Whether the deck may be drawn from."""
    taking: bool
    """Whether the discard pile may be taken from."""
    putting: bool
    """Whether the card in question can be discarded."""
    away: frozenset[object]
    dragged: Card | None
    at: tuple[int, int]
    hint: str
    who: str
    """Whom the hint speaks to."""
    log: list[str]
    whole_log: bool
    tip: str = ""
    tip_at: tuple[int, int] = (0, 0)


class Eye:
    """Where everything is on a stage, for the mouse and for the picture."""

    def __init__(self, stage: Stage, layout: Layout, play: RummuPlay) -> None:
        self._stage, self._layout, self._play = stage, layout, play
        self._shelves: dict[Seat, Shelf] = {}
        self._under: tuple[Card | None, int] = (None, 0)
        self._log = Logbook(play, quiet=(TurnStarted, Dealt))
        self._judged: tuple[object, Verdict] | None = None
        self._lines: list[str] = []
        self._slots: tuple[Card, ...] = ()
        self.places: dict[Card, Spot] = {}
        """Where each card was in the last frame that could be seen."""

    def resize(self, stage: Stage, layout: Layout) -> None:
        """See the same on another stage."""
        self._stage, self._layout = stage, layout
        self.places = {}

    @property
    def shelf(self) -> Shelf:
        """How whoever looks has arranged the own cards; an empty one if nobody looks."""
        watcher = self._play.watcher
        shelf = Shelf() if watcher == NOBODY else self._shelves.setdefault(watcher, Shelf())
        shelf.fit(self._play.view().hand)
        return shelf

    def begin(self) -> None:
        """Be ready for another round."""
        for shelf in self._shelves.values():
            shelf.begin()

    # --- where things lie -----------------------------------------------------------------------

    @property
    def order(self) -> list[Seat]:
        """The seats in the order in which their combinations lie: own ones last."""
        seats, home = len(self._play.match.seats), self._play.home
        return [Seat((home + step) % seats) for step in range(1, seats + 1)]

    def groups(self) -> tuple[Group, ...]:
        """Return where the combinations lie."""
        return spread(self._stage, self._layout.table, self._play.view().table, self.order)

    def plates(self) -> list[pygame.Rect]:
        """Return where the seats' plates lie."""
        play = self._play
        return plates(self._stage, self._layout, len(play.match.seats), play.home)

    def discard_spot(self, cards: int) -> Spot:
        """Return where the top one of so many discards lies."""
        return discard_fan(self._stage, self._layout, max(cards, 1)).spots()[-1]

    @property
    def slots(self) -> tuple[Card, ...]:
        """The cards whose places the hand has: its own, and held ones that have left it."""
        hand = self.shelf.hand
        still = tuple(card for card in self._slots if card in hand)
        return self._slots if still == hand else hand

    def hold(self) -> None:
        """Let the cards of the hand lie where they lie, though some leave it."""
        self._slots = self.slots

    def let_go(self) -> None:
        """Let the cards of the hand close up again."""
        self._slots = ()

    def fan(self) -> Fan:
        """Return how the hand lies."""
        return hand_fan(self._stage, self._layout, len(self.slots))

    def in_hand(self) -> dict[Card, Spot]:
        """Return where the cards of the hand belong, from the left."""
        slots, hand = self.slots, self.shelf.hand
        lying = zip(slots, self.fan().spots(), strict=True)
        return {card: spot for card, spot in lying if card in hand}

    def bench(self) -> dict[Card, Spot]:
        """Return where the cards on the workbench lie, from the left."""
        verdict = self.verdict()
        if verdict is None:
            return {}
        spots = bench_spots(self._stage, self._layout, [len(group) for group in verdict.groups])
        return {role.card: spot for role, spot in zip(verdict.cards, spots, strict=True)}

    def goals(self) -> dict[Card, Spot]:
        """Return where each open card belongs."""
        view = self._play.view()
        found = self.in_hand() | self.bench()
        for group in self.groups():
            cards = tuple(role.card for role in view.table[group.number].cards)
            found |= zip(cards, group.spots, strict=True)
        if view.top is not None:
            found[view.top] = self.discard_spot(view.discards)
        return found

    def at(self, point: tuple[int, int], raised: Thing | None = None) -> Thing | None:
        """Return what lies at a point; `raised` was pointed at before and has come up."""
        slots, hand = self.slots, self.shelf.hand
        up = [slots.index(raised)] if isinstance(raised, Card) and raised in hand else []
        index = self.fan().at(point, up)
        if index is not None:
            # Nothing lies at a gap: the neighbour that shows there was not aimed at.
            return slots[index] if slots[index] in hand else None
        bench = reversed(self.bench().items())
        found = next((card for card, spot in bench if spot.has(point, WIDE)), None)
        return self._on_table(point) if found is None else found

    def _on_table(self, point: tuple[int, int]) -> Thing | None:
        view, deck = self._play.view(), self._layout.deck
        if deck.has(point, WIDE):
            return DECK
        if view.discards:
            index = discard_fan(self._stage, self._layout, view.discards).at(point)
            if index is not None:
                return Heap(view.discards - index)
        return next((Combo(g.number) for g in self.groups() if g.rect.collidepoint(point)), None)

    def insertion(self, x: int, card: Card) -> int:
        """Return to which place of the hand a card goes that is let go at x."""
        return sum(spot.x < x for other, spot in self.in_hand().items() if other != card)

    def rows(self) -> list[list[Thing]]:
        """Return what the keyboard walks over, from the lowest row up."""
        view, shelf = self._play.view(), self.shelf
        hand: list[Thing] = [*shelf.hand]
        piles: list[Thing] = [DECK, *(Heap(n) for n in range(view.discards, 0, -1))]
        groups: list[Thing] = [Combo(group.number) for group in self.groups()]
        return [row for row in (hand, [*piles, *self.bench()], groups) if row]

    # --- what is seen ---------------------------------------------------------------------------

    def verdict(self) -> Verdict | None:
        """Return what there is to say about the workbench, or None: it is empty."""
        shelf, play = self.shelf, self._play
        if not shelf.bench:
            return None
        key = (play.match.steps, play.watcher, play.between, shelf.bench, shelf.onto, shelf.reading)
        if self._judged is None or self._judged[0] != key:
            self._judged = (key, self._judge(shelf))
        return self._judged[1]

    def _judge(self, shelf: Shelf) -> Verdict:
        play, view = self._play, self._play.view()
        if shelf.onto is not None and shelf.onto < len(view.table):
            return judge_added(view, shelf.bench, shelf.onto, shelf.reading)
        return judge(view, shelf.bench, shelf.reading, play.why_not)

    def sight(
        self,
        pointer: RummuPointer,
        said: str = "",
        away: frozenset[object] = frozenset(),
        dragged: Card | None = None,
    ) -> Sight:
        """Return everything that a frame shows now."""
        play, view, shelf = self._play, self._play.view(), self.shelf
        pointed = self.pointed(pointer)
        meant = shelf.bench if dragged is None else (dragged,)
        asked = meant[0] if len(meant) == 1 else None
        legal = play.legal() if play.mine else ()
        top, discards = self._seen_discards(view, away)
        tip, tip_at = ("", (0, 0)) if dragged else self._tip(pointer, pointed)
        self.places = self.goals()
        if not play.between:
            self._lines = list(self._log.lines())
        return Sight(
            view=view,
            seats=play.match.seats,
            home=play.home,
            hand=shelf.hand,
            slots=self.slots,
            looks=self._looks(shelf, pointed, dragged, pointer.marked),
            bench=self.verdict(),
            on_bench=tuple(self.bench().values()),
            groups=self.groups(),
            plates=self.plates(),
            top=top,
            discards=discards,
            pointed=pointed,
            lit=frozenset(put.combination for put in play.puts(meant)) if meant else frozenset(),
            drawing=Draw() in legal,
            taking=Take() in legal,
            putting=asked is not None and play.may_discard(asked),
            away=away,
            dragged=dragged,
            at=pointer.at,
            hint=said or (again(pointer.marked) if pointer.marked else hint(play)),
            who=play.name,
            log=self._lines,
            whole_log=pointer.whole_log,
            tip=tip,
            tip_at=tip_at,
        )

    def pointed(self, pointer: RummuPointer) -> Thing | None:
        """Return what mouse or keyboard point at."""
        if pointer.keys:
            known = any(pointer.thing in row for row in self.rows())
            return pointer.thing if known else None
        before = pointer.thing
        pointer.thing = self.at(pointer.at, before)
        return pointer.thing

    def _looks(
        self, shelf: Shelf, pointed: Thing | None, dragged: Card | None, marked: Card | None
    ) -> dict[Card, Look]:
        verdict = self.verdict()
        going = self._play.going(shelf.bench, whole=verdict is not None and verdict.good)
        return {
            card: Look(
                legal=card in going,
                chosen=card == marked,
                pointed=card == pointed and dragged is None,
            )
            for card in (*shelf.hand, *shelf.bench)
        }

    def _seen_discards(self, view: View, away: frozenset[object]) -> tuple[Card | None, int]:
        """Return top and height of the discard pile as seen: what flies there is not there yet."""
        if view.top not in away:
            self._under = (view.top, view.discards)
        elif self._under[1] >= view.discards:
            self._under = (None, view.discards - 1)
        return self._under

    def _tip(self, pointer: RummuPointer, pointed: Thing | None) -> tuple[str, tuple[int, int]]:
        """Return what can be said about what is pointed at, and where."""
        areas, view = self._layout.areas, self._play.view()
        for button, words in ((areas.pace, PACE_TIP), (areas.pause, PAUSE_TIP)):
            if button.collidepoint(pointer.at):
                return words, button.bottomleft
        names = [seat.name for seat in self._play.match.seats]
        match pointed:
            case Deck():
                return about_deck(view), self._above(self._layout.deck.y)
            case Heap(cards):
                return about_discards(view, cards), self._above(self._layout.deck.y)
            case Combo(number):
                rect = next(g.rect for g in self.groups() if g.number == number)
                at = rect.x, rect.bottom + self._stage.px(6)
                return about_combination(view, number, names), at
            case _:
                return "", (0, 0)

    def _above(self, y: float) -> tuple[int, int]:
        px = self._stage.px
        return self._layout.discards.x, round(y) - px(52 + 66)
