"""From a match being played to what a frame shows: where each card lies, marks and words."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from towersim.record import SeatSpec
from towersim.rules.palace_cards import Card
from towersim.rules.palace_state import View
from towersim.ui.cards.draw_cards import PLAIN, Look
from towersim.ui.cards.faces import WIDE, card_size
from towersim.ui.cards.flights import Gliding
from towersim.ui.cards.places import Fan, Spot
from towersim.ui.games.palace.heap import after, mattering, on_heap
from towersim.ui.games.palace.layout import PLACES, Layout, Seating, blind_spot, seatings
from towersim.ui.games.palace.play import PalacePlay
from towersim.ui.games.palace.words import about_card, hint
from towersim.ui.pointer import Pointer
from towersim.ui.theme import Stage

Cards = tuple[Card, ...]

PACE_TIP: Final = "Speed of bots and cards (F)"
PAUSE_TIP: Final = "Pause (Esc)"
ARC: Final = 7.0
"""How far the outermost cards of a full hand are turned, in degrees."""


class PalacePointer(Pointer):
    """Where mouse and keyboard point on this table."""

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        """The card that the keyboard points at."""
        self.blind: int | None = None
        """Which of the own blind cards the keyboard points at."""


class Sight(NamedTuple):
    """Everything that one frame of the table shows."""

    view: View
    seats: tuple[SeatSpec, ...]
    home: int
    """The seat at the lower edge."""
    hand: Fan
    spots: tuple[Spot, ...]
    """Where the cards of the hand are now."""
    heap: Cards = ()
    """The cards on the pile that matter, the topmost last."""
    looks: Mapping[Card, Look] = {}
    blind_places: tuple[tuple[int, ...], ...] = ()
    """On which places of each seat a blind card lies."""
    blind_look: Look = PLAIN
    """How the own blind cards are marked."""
    blind: int | None = None
    """The own blind card that is pointed at."""
    away: frozenset[object] = frozenset()
    """The cards that are on their way."""
    dragged: Cards = ()
    """The cards that hang at the mouse."""
    at: tuple[int, int] = (0, 0)
    lit: bool = False
    """Whether the pile waits for what was chosen."""
    hint: str = ""
    who: str = ""
    """Whom the hint speaks to."""
    log: tuple[str, ...] = ()
    whole_log: bool = False
    tip: str = ""
    tip_at: tuple[int, int] = (0, 0)


class Eye:
    """Where everything is on a stage, for the mouse and for the picture."""

    def __init__(self, stage: Stage, layout: Layout, play: PalacePlay) -> None:
        self._stage, self._layout, self._play = stage, layout, play
        self.gliding = Gliding()
        self.heap: Cards = ()
        """The pile as it is on the table."""
        self._read = 0
        self._rests = True
        self._turned: dict[int, tuple[int, ...]] = {}
        """Which places of each seat have no blind card any more, in their order."""
        self.wanted: int | None = None
        """The own blind card that a person wants to turn over."""
        self.settle()

    def resize(self, stage: Stage, layout: Layout) -> None:
        """See the same on another stage."""
        self._stage, self._layout = stage, layout
        self.gliding.forget()

    def settle(self) -> None:
        """Show the pile as it is by now."""
        events = self._play.match.events
        for event in events[self._read :]:
            self.heap = after(self.heap, event)
        self._read = len(events)

    @property
    def at_rest(self) -> bool:
        """Whether the cards of the hand lie where they belong."""
        return self._rests

    @property
    def seatings(self) -> list[Seating]:
        """Where everything of each seat lies."""
        play = self._play
        return seatings(self._stage, self._layout, len(play.match.seats), play.home)

    @property
    def places(self) -> tuple[Spot, ...]:
        """Where the own face-up cards lie."""
        return self._layout.places

    def fan(self, cards: int) -> Fan:
        """Return how so many cards lie in the own hand."""
        px = self._stage.px
        return Fan(self._layout.hand, card_size(px(138)), cards, ARC, px(18))

    def raised(self, view: View, chosen: Collection[Card]) -> list[int]:
        """Return which cards of the hand have come up."""
        return [index for index, card in enumerate(view.hand) if card in chosen]

    def goals(self, view: View, raised: Collection[Card]) -> dict[object, Spot]:
        """Return where each card of the own hand belongs."""
        spots = self.fan(len(view.hand)).spots(self.raised(view, raised))
        return dict(zip(view.hand, spots, strict=True))

    def spot_of(self, card: Card, view: View) -> Spot | None:
        """Return where a card lies that can be seen, or None."""
        if card in view.hand:
            return self.gliding.spot(card, self.goals(view, ())[card])
        for seating, row in zip(self.seatings, view.rows, strict=True):
            if card in row:
                return seating.places[row.index(card)]
        top = mattering(self.heap)
        if card in top:
            return on_heap(self._layout.pile, card, top.index(card), len(top))
        return self._layout.pile if card in self.heap else None

    def card_at(self, view: View, chosen: Collection[Card], at: tuple[int, int]) -> Card | None:
        """Return the card of the own hand or row at a point."""
        index = self.fan(len(view.hand)).at(at, self.raised(view, chosen))
        if index is not None:
            return view.hand[index]
        row = view.rows[self._play.home]
        found = (card for card, spot in zip(row, self.places, strict=False) if spot.has(at, WIDE))
        return next(found, None)

    def blind_at(self, view: View, at: tuple[int, int]) -> int | None:
        """Return which of the own blind cards that nothing lies on is at a point."""
        home = self._play.home
        free = (i for i in self.blind_places(home, view) if i >= len(view.rows[home]))
        return next((i for i in free if blind_spot(self.places[i]).has(at, WIDE)), None)

    def blind_places(self, seat: int, view: View) -> tuple[int, ...]:
        """Return on which places of a seat a blind card lies."""
        gone = self._turned.get(seat, ())
        return tuple(i for i in range(PLACES) if i not in gone)[: view.blind[seat]]

    def turn_blind(self, seat: int, view: View) -> int:
        """Return which blind card a seat turns over: the wanted one, else its last."""
        places = self.blind_places(seat, view)
        wanted, self.wanted = self.wanted, None
        place = wanted if wanted in places and seat == self._play.home else places[-1]
        self._turned[seat] = (*self._turned.get(seat, ()), place)
        return place

    def on_pile(self, at: tuple[int, int]) -> bool:
        """Return whether a point is on the pile or close to it."""
        pile = self._layout.pile
        return pile._replace(height=1.25 * pile.height, angle=0).has(at, 2 * WIDE)

    def on_table(self, at: tuple[int, int]) -> bool:
        """Return whether a card let go at a point is meant for the pile."""
        return self._layout.others.bottom < at[1] < self._layout.hand.y or self.on_pile(at)

    def pointed(self, pointer: PalacePointer, view: View, chosen: Collection[Card]) -> Card | None:
        """Return the card that is pointed at."""
        return pointer.card if pointer.keys else self.card_at(view, chosen, pointer.at)

    def step(self, view: View, raised: Collection[Card], seconds: float) -> None:
        """Let time pass: cards glide to where they belong."""
        goals = self.goals(view, raised)
        self.gliding.step(goals, seconds)
        self._rests = self.gliding.at_rest(goals)

    def sight(
        self,
        pointer: PalacePointer,
        view: View,
        chosen: frozenset[Card],
        *,
        busy: bool,
        said: str = "",
    ) -> Sight:
        """Return what a frame shows of a view; `busy`: as long as cards are on their way."""
        play = self._play
        pointed = None if busy else self.pointed(pointer, view, chosen)
        raised = chosen | ({pointed} if pointed else frozenset())
        fan, goals = self.fan(view.hands[play.home]), self.goals(view, raised)
        spots = [self.gliding.spot(card, goal) for card, goal in goals.items()] or fan.spots()
        tip, tip_at = ("", (0, 0)) if busy else self._tip(pointer, view, pointed)
        waits = f"{play.name} is next …" if any(view.hands) else "The cards are dealt …"
        return Sight(
            view=view,
            seats=play.match.seats,
            home=play.home,
            hand=fan,
            spots=tuple(spots),
            heap=mattering(self.heap),
            looks={} if busy else self._looks(view, chosen, pointed),
            blind_places=tuple(self.blind_places(seat, view) for seat in range(len(view.hands))),
            blind_look=Look(legal=not busy and play.turning),
            blind=None if busy else self._blind(pointer, view),
            lit=bool(chosen) and not busy and not play.laying,
            hint=said or (waits if busy else hint(play, chosen)),
            who=play.name,
            whole_log=pointer.whole_log,
            tip=tip,
            tip_at=tip_at,
        )

    def _looks(
        self, view: View, chosen: Collection[Card], pointed: Card | None
    ) -> dict[Card, Look]:
        offered, fitting = self._play.offered(), self._play.fitting()
        laying = self._play.laying
        looks = {
            card: Look(
                legal=card in fitting and not laying,
                dim=card not in fitting,
                chosen=card in chosen,
                pointed=card == pointed,
            )
            for card in offered
        }
        if pointed in view.hand and pointed not in looks:
            looks[pointed] = Look(pointed=True)
        return looks

    def _blind(self, pointer: PalacePointer, view: View) -> int | None:
        if not self._play.turning:
            return None
        return pointer.blind if pointer.keys else self.blind_at(view, pointer.at)

    def _tip(
        self, pointer: PalacePointer, view: View, card: Card | None
    ) -> tuple[str, tuple[int, int]]:
        """Return what can be said about what is pointed at, and where."""
        px, spot = self._stage.px, card and self.spot_of(card, view)
        if card and spot:
            at = round(spot.x + 0.1 * spot.height), round(spot.y - spot.height / 2) - px(80)
            return about_card(self._play, card), at
        areas = self._layout.areas
        for button, words in ((areas.pace, PACE_TIP), (areas.pause, PAUSE_TIP)):
            if button.collidepoint(pointer.at):
                return words, button.bottomleft
        return "", (0, 0)
