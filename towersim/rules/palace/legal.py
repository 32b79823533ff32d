"""The legal actions of Palace, and the reasons for refusing any other."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import chain, combinations

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Action, Deals, First
from towersim.rules.display import sentences
from towersim.rules.palace.cards import Card
from towersim.rules.palace.pile import fitting
from towersim.rules.palace.state import (
    Cards,
    Deal,
    LayUp,
    Phase,
    Play,
    SeatAction,
    Source,
    State,
    TakePile,
    TurnOver,
    View,
)

ROW = 3
"""The number of cards that each seat lays face up."""

ASKED = (Phase.PLAYING, Phase.CHOOSING)
"""The phases in which a seat moves; the die moves in the first, the deck in the others."""

AWAITED = sentences("palace")["phases"]
"""The message that refuses any other action, by phase."""

FIRST = {
    Source.HAND: _("the cards of the hand come first"),
    Source.ROW: _("the cards of the face-up row come first"),
}
"""The refusal to turn a blind card over, by the source that comes first."""


def legal(state: State) -> Sequence[Action]:
    """Return every legal action of a seat, the deck or the die, each once, in a fixed order."""
    if state.phase in ASKED or state.phase is Phase.OVER:
        return seat_actions(state)
    if state.phase is Phase.SEATING:
        return tuple(First(Seat(seat)) for seat in range(len(state.hands)))
    return Deals(state.unseen, partial(Deal, seat=state.turn))


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return the legal actions of the seat in `turn`; none when the deck moves.

    The state keeps them, as both the view and `apply` ask.
    """
    kept: dict[str, tuple[SeatAction, ...]] = vars(state)
    if "actions" not in kept:
        kept["actions"] = _seat_actions(state)
    return kept["actions"]


def _seat_actions(state: State) -> tuple[SeatAction, ...]:
    match state.phase:
        case Phase.CHOOSING:
            return tuple(map(LayUp, combinations(state.hands[state.turn], ROW)))
        case Phase.PLAYING:
            plays = _plays(state) if state.playable else (TurnOver(),)
            takes = state.pile and (state.options.may_decline or not plays)
            return (*plays, TakePile()) if takes else plays
        case _:
            return ()


def refusal(state: State, action: Action) -> str | None:
    """Return the reason why an illegal action is illegal.

    It reveals nothing that the seat's view hides.
    """
    match state.phase, action:
        case Phase.PLAYING, Play(cards):
            return _not_held(cards, state.playable, state.source) or _not_played(state, cards)
        case Phase.SEATING, First(seat):
            return _("there is no seat {seat}", seat=seat)
        case ((Phase.DEALING | Phase.DRAWING | Phase.TURNING), Deal(card, seat)):
            if seat != state.turn:
                return _("this card goes to seat {seat}", seat=state.turn)
            return _("the {card} has been seen already", card=str(card))
        case Phase.CHOOSING, LayUp(cards):
            if len(cards) != ROW:
                return _("it takes exactly three cards")
            return _not_held(cards, state.hands[state.turn], Source.HAND)
        case Phase.PLAYING, TurnOver():
            return FIRST[state.source]
        case Phase.PLAYING, TakePile():
            return _not_taken(state)
        case _:
            return AWAITED[state.phase]


def _not_held(cards: Cards, held: Cards, source: Source) -> str | None:
    """Return the reason why these cards cannot be played from those held, or None."""
    for card in cards:
        if card not in held:
            return _not_there(card, source)
    if cards[1:] and list(cards) != sorted(set(cards)):
        return _("each card is named once, the lowest first and one rank by suit")
    return None


def _not_there(card: Card, source: Source) -> str:
    match source:
        case Source.HAND:
            return _("the {card} is not in the hand", card=str(card))
        case Source.ROW:
            return _("the {card} is not in the face-up row", card=str(card))
        case _:
            return _("the {card} is not in the hand or face-up row", card=str(card))


def _not_played(state: State, cards: Cards) -> str:
    """Return the reason why cards that are held cannot be played."""
    if not cards or cards[0].rank != cards[-1].rank:
        return _("one plays one or more cards of one rank")
    return asks(state)


def asks(view: State | View) -> str:
    """Return what the cards of the seat to move have to be, in words; empty for anything."""
    if view.phase is Phase.CHOOSING:
        return _(
            "choose three cards to lie face up in front of you. You play them after your hand."
        )
    if view.asks.rank is None:
        return ""
    if view.asks.is_unbeatable:
        return _("no card is higher than an ace; only 2, 3 and 10 go on it")
    return _("the pile asks for {wanted}; only 2, 3 and 10 go on everything", wanted=str(view.asks))


def _not_taken(state: State) -> str:
    """Return the reason why the pile cannot be taken."""
    if not state.pile:
        return _("there is no pile to take")
    if state.source is Source.BLIND:
        return _("a blind card has to be tried first")
    return _("one who can play has to")


def _plays(state: State) -> tuple[SeatAction, ...]:
    """Return every play of cards of one fitting rank."""
    fit, by_rank = fitting(state.asks), dict[int, Cards]()
    for card in state.playable:
        by_rank[card[0]] = (*by_rank.get(card[0], ()), card)
    plays = [_choices(alike) for rank, alike in by_rank.items() if rank in fit]
    return tuple(chain.from_iterable(plays))


@cache
def _choices(alike: Cards) -> tuple[Play, ...]:
    """Return every play of some of these cards of one rank; the cache gets 15 sets per rank."""
    sizes = range(1, len(alike) + 1)
    return tuple(map(Play, chain.from_iterable(combinations(alike, n) for n in sizes)))
