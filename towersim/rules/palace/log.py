"""The events of Palace, a sentence for each, their sounds, and the zones of a display."""

from collections.abc import Iterable, Sequence

from towersim.common.messages import Message, known, message as _
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.display import Counts, Face, Sound, Zone, count_text, listed, scored
from towersim.rules.palace.state import NAMES, Card, Cards, LayUp, Phase, Play, Source, Suit, View


class Dealt(base.SeatEvent, frozen=True):
    """The deck gave a card to a seat's hand; for all other seats it has no face."""

    card: Card | None


class LaidUp(base.SeatEvent, frozen=True):
    """A seat laid cards of its hand face up."""

    cards: Cards


class Played(base.SeatEvent, frozen=True):
    """A seat put cards of one rank on the pile."""

    cards: Cards
    source: Source


class Burned(base.SeatEvent, frozen=True):
    """The pile of this number of cards burned, because of a 10 or of four alike on top."""

    cards: int
    alike: bool


class TurnedOver(base.SeatEvent, frozen=True):
    """A seat turned a blind card over; the deck's next action names it."""


class Missed(base.SeatEvent, frozen=True):
    """The blind card did not go on the pile, so it went to the hand with the pile's cards."""

    card: Card
    pile: int


class PileTaken(base.SeatEvent, frozen=True):
    """A seat took the whole pile, of this number of cards, into its hand."""

    pile: int


class WentOut(base.SeatEvent, frozen=True):
    """A seat got rid of its last card."""


class LeadsAgain(base.SeatEvent, frozen=True):
    """A seat burned the pile, so it starts the new one."""


SENTENCES: base.Sentences = {
    **base.sentences_of(__name__),
    base.GameOver: lambda event, names: _result(event.outcome, names),
}
VALUES: base.Values = {
    "name": lambda event, names: names[event.seat],
    "card": lambda event, _names: str(event.cards[0] if isinstance(event, Played) else event.card),
    "cards": lambda event, _names: (
        listed(event.cards)
        if isinstance(event, LaidUp | Played)
        else count_text("cards", event.cards if isinstance(event, Burned) else event.pile)
    ),
    "pile": lambda event, _names: count_text("cards", event.pile),
}


def _result(outcome: base.Outcome, names: Sequence[str]) -> Message:
    won = base.victory(outcome, names)
    behind = [names[seat] for seat, score in enumerate(outcome.scores) if score == 0]
    if behind == [base.YOU]:
        won = _("{won} and you come last", won=won)
    elif len(behind) == 1:
        won = _("{won} and {name} comes last", won=won, name=behind[0])
    return _(
        "{reason} {won} (opponents left behind: {scores}).",
        reason=known(outcome.reason),
        won=won,
        scores=scored(names, outcome.scores),
    )


SOUNDS = {
    Sound.CARD: Dealt | LaidUp | Played | Burned | TurnedOver | Missed | PileTaken,
    Sound.DIE: base.FirstChosen,
    Sound.NONE: WentOut | LeadsAgain,
}


def zones(view: View) -> tuple[Zone, ...]:
    """Return the stock, the pile, the burned cards, and each seat's blind cards, row and hand."""
    pile = Zone(_("Pile"), _faces([view.top] if view.top else []), max(view.pile - 1, 0))
    burned = Zone(_("Burned"), hidden=view.burned)
    shown = [Zone(_("Stock"), hidden=view.stock), pile, burned]
    for seat in map(Seat, range(len(view.hands))):
        known = _faces(view.hand) if seat == view.viewer else ()
        shown += (
            Zone(_("Blind"), hidden=view.blind[seat], seat=seat),
            Zone(_("Row"), _faces(view.rows[seat]), seat=seat),
            Zone(_("Hand"), known, view.hands[seat] - len(known), seat),
        )
    return tuple(shown)


def own_cards(view: View) -> tuple[tuple[Card, Face], ...]:
    """Return the cards of a seat's hand, or of its row when that is empty, with their faces."""
    cards = view.hand or view.rows[view.seat]
    return tuple(zip(cards, _faces(cards), strict=True))


def uses(action: base.Action) -> Cards:
    """Return the cards that an action plays or lays up."""
    return action.cards if isinstance(action, LayUp | Play) else ()


def attempt(view: View, cards: Sequence[Card]) -> base.Action:
    """Return the action of a seat that chooses these cards: of three, or of the last's rank."""
    if view.phase is Phase.CHOOSING:
        return LayUp(tuple(sorted(cards[-3:])))
    return Play(tuple(sorted(card for card in cards if card.rank == cards[-1].rank)))


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    red = (Suit.HEARTS, Suit.DIAMONDS)
    return tuple(
        Face(
            NAMES[card.rank][0].upper() if card.rank in NAMES else str(card.rank),
            str(card),
            "paper" if card.suit in red else "ink",
            card.suit.removesuffix("s"),
        )
        for card in cards
    )


def counts(view: View) -> Counts:
    """Return the number of each seat's cards."""
    held = zip(view.hands, view.rows, view.blind, strict=True)
    return Counts("cards", tuple(hand + len(row) + blind for hand, row, blind in held))
