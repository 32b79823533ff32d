"""High Card: a complete card game in the window, kept as small as possible, and a worked example.

Twelve cards, three for each seat. Each seat plays one in turn; the highest takes the trick. The
file holds, in this order, the values, the rules and the table; its bot is `Uniform`.
"""

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec
import pygame
from msgspec.structs import replace

from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.display import Counts, RulesPage, Sound, Viewed, Zone
from towersim.ui.cards.card_faces import BACK, SUIT_BLACK, Face, card_size, paper_face
from towersim.ui.cards.nodes import Fan, empty_place, fan_nodes, plate_rects
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, TableState
from towersim.ui.drawing.layout import Areas, areas
from towersim.ui.drawing.text import Letters
from towersim.ui.drawing.theme import ON_DARK, Viewport
from towersim.ui.input.bindings import COMMON
from towersim.ui.nodes.motion import Showing
from towersim.ui.nodes.node import Key, Node, NodeMarks, Spot, area, line
from towersim.ui.screens.result import Ending


class Card(NamedTuple):
    """A card with a rank and nothing else."""

    rank: int


class Deal(base.Action, frozen=True):
    """The deck gives a card to the next seat."""

    card: Card


class Play(base.Action, frozen=True):
    """A seat plays a card of its hand."""

    card: Card


class Dealt(base.SeatEvent, frozen=True):
    """A seat got a card; other seats do not see which."""

    card: Card | None


class Played(base.Event, frozen=True):
    """A seat played a card."""

    seat: Seat
    card: Card


class Won(base.Event, frozen=True):
    """A seat has the highest card and takes the trick."""

    seat: Seat


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The empty options."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deck: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    won: tuple[int, ...]
    trick: tuple[Card, ...] = ()
    turn: Seat = Seat(0)
    dealt: bool = False


class View(Viewed, msgspec.Struct, frozen=True):
    """The part of the state that one seat may know."""

    actor: base.Actor
    viewer: Seat | None
    hand: tuple[Card, ...]
    hands: tuple[int, ...]
    trick: tuple[Card, ...]
    won: tuple[int, ...]
    legal: tuple[base.Action, ...]


class HighCard(base.Rules[State, Options, View]):
    """The rules."""

    name, title, seats = "high-card", "High Card", range(2, 5)
    options, state, actions = Options, State, Deal | Play

    def setup(self, seats: int, options: Options) -> State:  # noqa: ARG002 - there are none
        self.check_seats(seats)
        return State(tuple(map(Card, range(1, 13))), ((),) * seats, (0,) * seats)

    def actor(self, state: State) -> base.Actor:
        if not state.dealt:
            return base.Nature.DECK
        return state.turn if any(state.hands) else base.Nature.OVER

    def legal(self, state: State) -> tuple[base.Action, ...]:
        if not state.dealt:
            return tuple(map(Deal, state.deck))
        return tuple(map(Play, state.hands[state.turn]))

    def refusal(self, state: State, action: base.Action) -> str:
        return f"{action} is not among {len(self.legal(state))} actions"

    def after(self, state: State, action: base.Action) -> tuple[State, tuple[base.Event, ...]]:
        seat, after = state.turn, Seat((state.turn + 1) % len(state.hands))
        hand = state.hands[seat]
        match action:
            case Deal(card):
                hands = base.swapped(state.hands, seat, tuple(sorted((*hand, card))))
                deck = tuple(other for other in state.deck if other != card)
                done = all(len(some) == 3 for some in hands)
                dealt = replace(state, deck=deck, hands=hands, turn=after, dealt=done)
                return dealt, (Dealt(seat, card),)
            case Play(card):
                hands = base.swapped(state.hands, seat, tuple(c for c in hand if c != card))
                played = replace(state, hands=hands, trick=(*state.trick, card), turn=after)
                full = len(played.trick) == len(hands)
                return self._taken(played) if full else (played, (Played(seat, card),))
            case _:
                raise base.refused(action, "there is no such action")

    def _taken(self, state: State) -> tuple[State, tuple[base.Event, ...]]:
        """Give the trick to the seat with the highest card, which leads the next one."""
        seats, last = len(state.hands), (state.turn - 1) % len(state.hands)
        best = Seat((state.turn + state.trick.index(max(state.trick))) % seats)
        won = base.swapped(state.won, best, state.won[best] + 1)
        taken = replace(state, trick=(), turn=best, won=won)
        return taken, (Played(Seat(last), state.trick[-1]), Won(best))

    def view_of(self, state: State, viewer: Seat | None) -> View:
        actor, sizes = self.actor(state), tuple(map(len, state.hands))
        hand = () if viewer is None else state.hands[viewer]
        legal = self.legal(state) if actor == viewer else ()
        return View(actor, viewer, hand, sizes, state.trick, state.won, legal)

    def ending(self, state: State) -> base.Outcome:
        return base.Outcome("All cards are played.", base.leaders(state.won), state.won)

    sounds = MappingProxyType({Sound.CARD: Dealt | Played})
    secret = Dealt

    def zones(self, view: View) -> tuple[Zone, ...]:
        held = enumerate(view.hands)
        return tuple(Zone("Hand", hidden=count, seat=Seat(seat)) for seat, count in held)

    def counts(self, view: View) -> Counts:
        return Counts("cards", view.won)

    def pages(self, given: Options | None = None) -> tuple[RulesPage, ...]:  # noqa: ARG002 - none
        return ()

    def describe(
        self,
        event: base.Event,
        names: Sequence[str],
        you: Seat | None = None,  # noqa: ARG002 - the name is used
    ) -> str:
        seat = getattr(event, "seat", None)
        return type(event).__name__ if seat is None else f"{names[seat]}: {type(event).__name__}"


class Layout(NamedTuple):
    """The areas of the table."""

    areas: Areas
    others: pygame.Rect
    trick: pygame.Rect
    hand: pygame.Rect
    result: pygame.Rect


class HighCardTable(CardTable[View, None]):
    """The nodes of High Card's table."""

    keys, start = COMMON, None

    def layout(self, viewport: Viewport) -> Layout:
        px, parts = viewport.px, areas(viewport, 0)
        wide, low = viewport.size[0] - px(80), parts.log.top - px(20)
        others, trick = (pygame.Rect(px(40), px(y), wide, px(150)) for y in (90, 270))
        hand = pygame.Rect(px(40), low - px(160), wide, px(150))
        return Layout(parts, others, trick, hand, pygame.Rect(px(40), px(420), px(160), px(40)))

    def hint(self, state: TableState[View, None]) -> str:  # noqa: ARG002 - it is always the same
        return "play a card; the highest takes the trick."

    def nodes(self, state: TableState[View, None]) -> Iterator[Node]:
        view, layout = state.view, state.layout
        size = card_size(state.viewport.px(120))
        row = layout.others
        parts = plate_rects(row, len(state.seats), state.home, row.w, 20)
        for seat, part in parts.items():
            caption = f"{state.names[seat]}: {view.won[seat]}"
            yield line(("won", seat), caption, Letters(18, ON_DARK), midbottom=part.midtop)
            yield from self._fan(seat, part, size, view.hands[seat], ())
        middle = Spot(layout.trick.centerx, layout.trick.centery, size[1])
        yield empty_place("trick", "place", middle, "the trick")
        trick = [(card, face(card)) for card in view.trick]
        yield from fan_nodes("trick", Fan(layout.trick, size, len(trick)), trick)
        yield Node("deck", "deck", middle._replace(x=layout.trick.x))
        for node in self._fan(state.home, layout.hand, size, view.hands[state.home], view.hand):
            action = Play(node.key) if isinstance(node.key, Card) and state.legal else None
            yield node._replace(marks=NodeMarks(legal=action is not None), action=action)

    def _fan(
        self, seat: int, rect: pygame.Rect, size: tuple[int, int], held: int, hand: Iterable[Card]
    ) -> Iterator[Node]:
        """Yield the nodes of a hand, face down if its cards are not known."""
        yield area(("hand", seat), "hands", rect)
        known: list[tuple[Key, Face]] = [(card, face(card)) for card in hand]
        known = known or [(("back", seat, i), BACK) for i in range(held)]
        yield from fan_nodes(f"hand {seat}", Fan(rect, size, len(known)), known, lift=12)

    def showing(self, event: base.Event, state: TableState[View, None]) -> Showing:  # noqa: ARG002 - events say it
        match event:
            case Dealt():
                return Showing("deck", gap=0.1)
            case Played(seat):
                return Showing(("hand", seat))
            case Won(seat):
                return Showing(end=("hand", seat), wait=0.4)
            case _:
                return Showing()

    def ending(self, play: CardPlay[View], outcome: base.Outcome) -> Ending:  # noqa: ARG002 - it says all
        return Ending(outcome, lambda *_: None, caption="tricks")


def face(card: Card) -> Face:
    return paper_face(str(card.rank), "spade", SUIT_BLACK, pips=min(card.rank, 10))
