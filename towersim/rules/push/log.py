"""The events of Push, all public, a sentence for each, their sounds, and the zones of a display."""

from collections.abc import Iterable, Sequence

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.base import Event, SeatEvent
from towersim.rules.display import Counts, Face, Sound, Zone, count_text, listed
from towersim.rules.points import result
from towersim.rules.push.state import NAMES, Card, Mark, View, value


class Flipped(SeatEvent, frozen=True):
    """The deck turned a card face up for the acting seat."""

    card: Card


class Switched(Event, frozen=True):
    """A switch card turned the order of taking round; now it is `reverse` or as usual."""

    reverse: bool


class Added(SeatEvent, frozen=True):
    """A seat put a card on the stack in this place, or began a stack there."""

    card: Card
    stack: int
    began: bool


class Bust(SeatEvent, frozen=True):
    """A card goes on no stack: the seat has flipped too often, and the card is discarded."""

    card: Card


class Stopped(SeatEvent, frozen=True):
    """A seat flips no more cards."""


class DeckOut(SeatEvent, frozen=True):
    """The deck is empty, so the turn of this seat becomes a stop and is the last one."""


class Took(SeatEvent, frozen=True):
    """A seat took a stack; its cards with numbers are on the bench."""

    stack: int
    cards: tuple[Card, ...]


class Cleared(Event, frozen=True):
    """Nobody was left to take these cards, so they are discarded."""

    cards: tuple[Card, ...]


class Rolled(SeatEvent, frozen=True):
    """A seat rolled this side of the die and lost these cards of its bench."""

    face: Mark
    lost: tuple[Card, ...]


class Banked(SeatEvent, frozen=True):
    """A seat turned these cards of one colour face down; nothing can happen to them any more."""

    colour: Mark
    cards: tuple[Card, ...]


SENTENCES: base.Sentences = {**base.sentences_of(__name__), base.GameOver: result}
VALUES: base.Values = {
    "name": lambda event, names: names[event.seat],
    "card": lambda event, _names: str(event.card),
    "cards": lambda event, _names: _spoken(event.cards),
    "stack": lambda event, _names: event.stack + 1,
    "face": lambda event, _names: NAMES[event.face],
    "worth": lambda event, _names: _worth(event.lost if isinstance(event, Rolled) else event.cards),
}


def _worth(cards: Sequence[Card]) -> str:
    points = count_text("points", value(cards))
    return _("{points}: {cards}", points=points, cards=_spoken(cards))


def _spoken(cards: Sequence[Card]) -> str:
    return listed(str(card) if card.number else _("a {card}", card=str(card)) for card in cards)


SOUNDS = {
    Sound.CARD: Flipped | Added | Took | Banked | Bust | Cleared,
    Sound.DIE: base.FirstChosen | Rolled,
    Sound.NONE: Switched | Stopped | DeckOut,
}


def zones(view: View) -> tuple[Zone, ...]:
    """Return the deck with the flipped card, discards, stacks, and each seat's bench and bank."""
    discards = _faces([view.top] if view.top else [])
    shown = [
        Zone(_("Draw deck"), _faces([view.flipped] if view.flipped else []), view.deck),
        Zone(_("Discards"), discards, max(view.discarded - 1, 0)),
    ]
    for number, stack in enumerate(view.stacks, 1):
        shown.append(Zone(_("Stack {number}", number=number), _faces(stack)))
    for seat, (bench, bank) in enumerate(zip(view.benches, view.banks, strict=True)):
        shown.append(Zone(_("Bank"), hidden=len(bank), seat=Seat(seat)))
        shown.append(Zone(_("Bench"), _faces(bench), seat=Seat(seat)))
    return tuple(shown)


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    colours = {Mark.ROLL: ("black", "die"), Mark.SWITCH: ("white", "switch")}
    return tuple(
        Face(str(c.number or ""), str(c), *colours.get(c.mark, (c.mark, ""))) for c in cards
    )


def counts(view: View) -> Counts:
    """Return the points of each seat's cards."""
    held = zip(view.benches, view.banks, strict=True)
    return Counts("points", tuple(value((*bench, *bank)) for bench, bank in held))
