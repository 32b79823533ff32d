"""The events of Rummü, with redaction, sentences and sounds, and the zones of a display."""

from collections.abc import Iterable, Sequence
from functools import reduce

from msgspec.structs import replace

from towersim.common.messages import known, message as _, plural
from towersim.common.units import Seat
from towersim.rules.base import Action, Event, GameOver, Outcome, TurnStarted, listed, scored
from towersim.rules.display import Counts, Face, Sound, Zone
from towersim.rules.rummu.cards import COLOURS, Card, Cards, Role, ordered, plain
from towersim.rules.rummu.score import Share
from towersim.rules.rummu.state import Add, Combination, Discard, Draw, Exchange, Lay, View, played


class RoundStarted(Event, frozen=True):
    """A new round begins: all cards are in the deck again, and this seat deals."""

    round: int
    dealer: Seat


class Dealt(Event, frozen=True):
    """A seat got a card from the deck; None in the views of other seats."""

    seat: Seat
    card: Card | None


class TurnedUp(Event, frozen=True):
    """A card of the deck became the first of the discard pile."""

    card: Card


class Reshuffled(Event, frozen=True):
    """The deck was out, so this number of discarded cards was shuffled to be the new one."""

    cards: int


class Took(Event, frozen=True):
    """A seat took the top card of the discard pile."""

    seat: Seat
    card: Card


class Laid(Event, frozen=True):
    """A seat laid a combination."""

    seat: Seat
    cards: Cards


class CameOut(Event, frozen=True):
    """A seat has come out by laying this number of cards."""

    seat: Seat
    cards: int


class Added(Event, frozen=True):
    """A seat added cards to a combination; the event holds its former state."""

    seat: Seat
    cards: Cards
    combination: Combination


class Exchanged(Event, frozen=True):
    """A seat put a card in place of a joker, which went to its hand; holds the former state."""

    seat: Seat
    card: Card
    joker: Role
    combination: Combination


class Discarded(Event, frozen=True):
    """A seat put a card on the discard pile."""

    seat: Seat
    card: Card


class WentOut(Event, frozen=True):
    """A seat discarded its last card, which ends the round."""

    seat: Seat


class Halted(Event, frozen=True):
    """The round ends although nobody went out."""

    reason: str


class RoundOver(Event, frozen=True):
    """The points of a round by seat, and the scores of the sides after it; all cards are public."""

    round: int
    points: tuple[int, ...]
    scores: tuple[int, ...]
    shares: tuple[Share, ...] = ()
    """The parts of each seat's points."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """The remaining cards of each seat, sorted."""
    table: tuple[Combination, ...] = ()


DeckEvent = Dealt | TurnedUp | Reshuffled
PlayEvent = Took | Laid | CameOut | Added | Exchanged | Discarded | WentOut
RoundEvent = RoundStarted | TurnStarted | Halted | RoundOver
Happened = DeckEvent | PlayEvent | RoundEvent | GameOver
"""Every event of the game, for decoding."""


def redacted(event: Event, viewer: Seat | None) -> Event:
    """Return an event as a seat may know it: without the card that the deck gave to another seat.

    >>> from towersim.rules.rummu.cards import Suit
    >>> redacted(Dealt(Seat(1), Card(Suit.RED, 4)), Seat(0))
    Dealt(seat=1, card=None)
    """
    if isinstance(event, Dealt) and event.seat != viewer:
        return replace(event, card=None)
    return event


def describe(event: Event, names: Sequence[str]) -> str:
    """Return an event of this game as a sentence for the log; `names` are the players', by seat.

    >>> describe(WentOut(Seat(1)), ["Ann", "Bob"])
    'Bob has no card left and goes out.'
    """
    match event:
        case Dealt() | TurnedUp() | Reshuffled():
            return _about_deck(event, names)
        case Took() | Laid() | CameOut() | Added() | Exchanged() | Discarded() | WentOut():
            return _about_play(event, names)
        case RoundStarted() | TurnStarted() | Halted() | RoundOver():
            return _about_round(event, names)
        case GameOver(outcome):
            return _result(outcome, names)
        case _:
            raise TypeError(f"{event!r} does not happen in this game")


def _about_deck(event: DeckEvent, names: Sequence[str]) -> str:
    match event:
        case Dealt(seat, None):
            return _("{name} gets a card from the deck.", name=names[seat])
        case Dealt(seat, card):
            return _("{name} gets the {card} from the deck.", name=names[seat], card=str(card))
        case TurnedUp(card):
            return _("The {card} begins the discard pile.", card=str(card))
        case _:
            return plural(
                "The deck is out: {count} discard is shuffled to be the new one.",
                "The deck is out: {count} discards are shuffled to be the new one.",
                event.cards,
            )


def _about_play(event: PlayEvent, names: Sequence[str]) -> str:
    who = names[event.seat]
    match event:
        case Took(_, card):
            return _("{name} takes the {card} from the discard pile.", name=who, card=str(card))
        case Laid(_, cards):
            return _("{name} lays {cards}.", name=who, cards=_shown(cards))
        case CameOut(_, cards):
            return _("{name} has come out with {count} cards.", name=who, count=cards)
        case Added() | Exchanged():
            return _about_combination(event, names)
        case Discarded(_, card):
            return _("{name} discards the {card}.", name=who, card=str(card))
        case _:
            return _("{name} has no card left and goes out.", name=who)


def _about_combination(event: Added | Exchanged, names: Sequence[str]) -> str:
    """Return the sentence about a card added to, or exchanged in, a combination."""
    owner, own = names[event.combination.seat], event.combination.seat == event.seat
    name, cards = names[event.seat], _shown(event.combination.cards)
    if isinstance(event, Exchanged):
        card, joker = str(event.card), str(event.joker.card)
        if own:
            return _(
                "{name} puts the {card} into their own {cards} and gets the {joker}.",
                name=name,
                card=card,
                cards=cards,
                joker=joker,
            )
        return _(
            "{name} puts the {card} into {owner}'s {cards} and gets the {joker}.",
            name=name,
            card=card,
            owner=owner,
            cards=cards,
            joker=joker,
        )
    added = listed(_("the {card}", card=str(role)) for role in event.cards)
    if own:
        return _("{name} adds {added} to their own {cards}.", name=name, added=added, cards=cards)
    return _(
        "{name} adds {added} to {owner}'s {cards}.",
        name=name,
        added=added,
        owner=owner,
        cards=cards,
    )


def _about_round(event: RoundEvent, names: Sequence[str]) -> str:
    match event:
        case RoundStarted(number, dealer):
            return _("Round {round} begins: {name} deals.", round=number, name=names[dealer])
        case TurnStarted(seat):
            return _("It is {name}'s turn.", name=names[seat])
        case Halted(reason):
            return known(reason)
        case _:
            sides = len(event.scores)
            partners = [listed(names[side::sides]) for side in range(sides)]
            return _(
                "Round {round} brings {brought}; the score is {scores}.",
                round=event.round,
                brought=scored(names, event.points),
                scores=scored(partners, event.scores),
            )


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    best = max(outcome.scores)
    return plural(
        "{reason} {winners} wins with {points} ({scores}).",
        "{reason} {winners} win with {points} ({scores}).",
        len(outcome.winners),
        reason=known(outcome.reason),
        winners=listed(names[seat] for seat in outcome.winners),
        points=plural("{count} point", "{count} points", best),
        scores=scored(names, outcome.scores),
    )


def _shown(cards: Cards) -> str:
    return reduce(lambda told, one: _("{told} – {one}", told=told, one=one), map(str, cards))


REQUESTS = {Draw: _("Draw a card from the deck.")}
SOUNDS = {
    Sound.CARD: Dealt | TurnedUp | Took | Laid | Added | Exchanged | Discarded,
    Sound.SHUFFLE: Reshuffled | RoundStarted,
    Sound.FANFARE: GameOver,
    Sound.NONE: Happened,
}
"""The sounds of events; the first that fits counts."""


def zones(view: View, names: Sequence[str]) -> tuple[Zone, ...]:
    """Return the discards, the deck, and each seat's hand and combinations."""
    top = map(plain, [view.top] if view.top else [])
    discards = Zone(_("Discards"), _faces(top), max(view.discards - 1, 0))
    shown = [discards, Zone(_("Deck"), hidden=view.deck)]
    for seat, name in enumerate(names):
        known = _faces(map(plain, view.hand)) if seat == view.viewer else ()
        laid = _faces(role for owner, cards in view.table if owner == seat for role in cards)
        shown += (
            Zone(_("{name}'s hand", name=name), known, view.hands[seat] - len(known)),
            Zone(_("{name}'s combinations", name=name), laid),
        )
    return tuple(shown)


def own_cards(view: View) -> tuple[tuple[Card, Face], ...]:
    """Return the cards of a seat's hand, with their faces."""
    return tuple(zip(view.hand, _faces(map(plain, view.hand)), strict=True))


def uses(action: Action) -> tuple[Card, ...]:
    """Return the cards that an action takes from the hand."""
    return played(action) if isinstance(action, Lay | Add | Exchange | Discard) else ()


def attempt(view: View, cards: Sequence[Card]) -> Action:  # noqa: ARG001 - as in other games
    """Return the action of a seat that chooses these cards: one is discarded, several are laid."""
    if len(cards) == 1:
        return Discard(cards[0])
    return Lay(ordered(map(plain, cards)))


def _faces(cards: Iterable[Role]) -> tuple[Face, ...]:
    named = ((role, COLOURS[role.suit]) for role in cards)
    return tuple(
        Face(
            str(role.card.number),
            _("as {suit}", suit=suit) if role.replaces else suit,
            role.card.suit,
        )
        for role, suit in named
    )


def counts(view: View) -> Counts:
    """Return the score of each seat's side."""
    return Counts("points", view.scores)
