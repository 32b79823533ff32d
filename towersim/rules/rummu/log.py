"""The events of Rummü, a sentence for each, their sounds, and the zones of a display."""

from collections.abc import Iterable, Sequence
from itertools import chain

from towersim.common.messages import known, message as _, plural
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.base import Action, Event, SeatEvent
from towersim.rules.display import Counts, Face, Sound, Zone, joined, listed, scored
from towersim.rules.points import result
from towersim.rules.rummu import state
from towersim.rules.rummu.cards import Card, Cards, Role, ordered, plain


class RoundStarted(Event, frozen=True):
    """A new round begins: all cards are in the deck again, and this seat deals."""

    round: int
    dealer: Seat


class Dealt(SeatEvent, frozen=True):
    """A seat got a card from the deck; None in the views of other seats."""

    card: Card | None


class TurnedUp(Event, frozen=True):
    """A card of the deck became the first of the discard pile."""

    card: Card


class Reshuffled(Event, frozen=True):
    """The deck was out, so this number of discarded cards was shuffled to be the new one."""

    cards: int


class Took(SeatEvent, frozen=True):
    """A seat took the top card of the discard pile."""

    card: Card


class Laid(SeatEvent, frozen=True):
    """A seat laid a combination."""

    cards: Cards


class CameOut(SeatEvent, frozen=True):
    """A seat has come out by laying this number of cards."""

    cards: int


class Added(SeatEvent, frozen=True):
    """A seat added cards to a combination; the event holds its former state."""

    cards: Cards
    combination: state.Combination


class Exchanged(SeatEvent, frozen=True):
    """A seat put a card in place of a joker, which went to its hand; holds the former state."""

    card: Card
    joker: Role
    combination: state.Combination


class Discarded(SeatEvent, frozen=True):
    """A seat put a card on the discard pile."""

    card: Card


class WentOut(SeatEvent, frozen=True):
    """A seat discarded its last card, which ends the round."""


class Halted(Event, frozen=True):
    """The round ends although nobody went out."""

    reason: str


class RoundOver(Event, frozen=True):
    """The points of a round by seat, and the scores of the sides after it; all cards are public."""

    round: int
    points: tuple[int, ...]
    scores: tuple[int, ...]
    shares: tuple[state.Share, ...] = ()
    """The parts of each seat's points."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """The remaining cards of each seat, sorted."""
    table: tuple[state.Combination, ...] = ()


SENTENCES: base.Sentences = {
    **base.sentences_of(__name__),
    Reshuffled: lambda event, _names: plural(
        "The deck is out: {count} discard is shuffled to be the new one.",
        "The deck is out: {count} discards are shuffled to be the new one.",
        event.cards,
    ),
    Halted: lambda event, _names: known(event.reason),
    base.GameOver: result,
}
VALUES: base.Values = {
    "name": lambda event, names: names[
        event.dealer if isinstance(event, RoundStarted) else event.seat
    ],
    "owner": lambda event, names: names[event.combination.seat],
    "own": lambda event, _names: event.combination.seat == event.seat,
    "card": lambda event, _names: str(event.card),
    "joker": lambda event, _names: str(event.joker.card),
    "cards": lambda event, _names: joined(
        map(str, event.cards if isinstance(event, Laid) else event.combination.cards),
        _("{before} – {one}"),
    ),
    "count": lambda event, _names: event.cards,
    "added": lambda event, _names: listed(_("the {card}", card=str(r)) for r in event.cards),
    "brought": lambda event, names: scored(names, event.points),
    "scores": lambda event, names: scored(
        [listed(names[side :: len(event.scores)]) for side in range(len(event.scores))],
        event.scores,
    ),
}


SOUNDS = {
    Sound.CARD: Dealt | TurnedUp | Took | Laid | Added | Exchanged | Discarded,
    Sound.SHUFFLE: Reshuffled | RoundStarted,
    Sound.NONE: CameOut | WentOut | Halted | RoundOver,
}


def zones(view: state.View) -> tuple[Zone, ...]:
    """Return the deck, the discards, and each seat's hand and combinations."""
    top = map(plain, [view.top] if view.top else [])
    discards = Zone(_("Discards"), _faces(top), max(view.discards - 1, 0))
    shown = [Zone(_("Deck"), hidden=view.deck), discards]
    for seat in map(Seat, range(len(view.hands))):
        known = _faces(map(plain, view.hand)) if seat == view.viewer else ()
        laid = [cards for owner, cards in view.table if owner == seat]
        groups, faces = tuple(map(len, laid)), _faces(chain(*laid))
        shown += (
            Zone(_("Hand"), known, view.hands[seat] - len(known), seat),
            Zone(_("Combinations"), faces, seat=seat, groups=groups),
        )
    return tuple(shown)


def own_cards(view: state.View) -> tuple[tuple[Card, Face], ...]:
    """Return the cards of a seat's hand, with their faces."""
    return tuple(zip(view.hand, _faces(map(plain, view.hand)), strict=True))


def uses(action: Action) -> tuple[Card, ...]:
    """Return the cards that an action takes from the hand."""
    if isinstance(action, state.Lay | state.Add | state.Exchange | state.Discard):
        return state.played(action)
    return ()


def attempt(view: state.View, cards: Sequence[Card]) -> Action:  # noqa: ARG001 - as in other games
    """Return the action of a seat that chooses these cards: one is discarded, several are laid."""
    if len(cards) == 1:
        return state.Discard(cards[0])
    return state.Lay(ordered(map(plain, cards)))


def _faces(cards: Iterable[Role]) -> tuple[Face, ...]:
    return tuple(
        Face(str(card.number), str(role), card.suit, badge=role.suit if role.replaces else "")
        for role in cards
        for card in [role.card]
    )


def counts(view: state.View) -> Counts:
    """Return the score of each seat's side."""
    return Counts("points", view.scores)
