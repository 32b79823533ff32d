"""What is legal in Palace, and why something else is not."""

from functools import cache
from itertools import chain, combinations, groupby
from operator import attrgetter

from towersim.messages import message as _
from towersim.rules.base import Action, First
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
)
from towersim.units import Seat

ROW = 3
"""The number of cards that each seat lays face up."""

ASKED = (Phase.PLAYING, Phase.CHOOSING)
"""The phases in which a seat moves; in all others but the first and the last it is the deck."""

AWAITED = {
    Phase.SEATING: _("now the die says which seat begins"),
    Phase.DEALING: _("now the deck deals"),
    Phase.CHOOSING: _("now the seat whose turn it is lays three cards of its hand face up"),
    Phase.PLAYING: _(
        "now the seat whose turn it is plays, turns a blind card over or takes the pile"
    ),
    Phase.DRAWING: _("now the deck refills the hand of the seat that has played"),
    Phase.TURNING: _("now the deck says which blind card was turned over"),
    Phase.OVER: _("now the game is over"),
}
"""What may happen in each phase, to tell those who ask for something else."""

FIRST = {
    Source.HAND: _("the cards of the hand come first"),
    Source.ROW: _("the cards of the face-up row come first"),
}
"""Why no blind card is turned over yet."""


def legal(state: State) -> tuple[Action, ...]:
    """Return every action of a seat, the deck or the die, each once, in a fixed order."""
    if state.phase in ASKED or state.phase is Phase.OVER:
        return seat_actions(state)
    if state.phase is Phase.SEATING:
        return tuple(First(Seat(seat)) for seat in range(len(state.hands)))
    return tuple(Deal(card, state.turn) for card in state.unseen)


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return what the seat whose turn it is may do; nothing when the deck moves."""
    match state.phase:
        case Phase.CHOOSING:
            return tuple(map(LayUp, combinations(state.hands[state.turn], ROW)))
        case Phase.PLAYING:
            plays = _plays(state) if state.playable else (TurnOver(),)
            return plays if _not_taken(state, bool(plays)) else (*plays, TakePile())
        case _:
            return ()


def refusal(state: State, action: Action) -> str | None:
    """Return in plain English why an action is not legal, or None: it is.

    To a seat it tells nothing that the seat's view does not show.
    """
    match state.phase, action:
        case Phase.PLAYING, Play(cards):
            return _not_held(cards, state.playable, state.source) or _not_played(state, cards)
        case Phase.SEATING, First(seat):
            return (
                None if seat in range(len(state.hands)) else _("there is no seat {seat}", seat=seat)
            )
        case ((Phase.DEALING | Phase.DRAWING | Phase.TURNING), Deal()):
            return _not_dealt(state, action)
        case Phase.CHOOSING, LayUp(cards):
            count = None if len(cards) == ROW else _("it takes exactly three cards")
            return count or _not_held(cards, state.hands[state.turn], Source.HAND)
        case Phase.PLAYING, TurnOver():
            return FIRST.get(state.source)
        case Phase.PLAYING, TakePile():
            fit = fitting(state.asks)
            return _not_taken(state, any(card.rank in fit for card in state.playable))
        case _:
            return AWAITED[state.phase]


def _not_dealt(state: State, deal: Deal) -> str | None:
    if deal.seat != state.turn:
        return _("this card goes to seat {seat}", seat=state.turn)
    if deal.card in state.unseen:
        return None
    return _("the {card} has been seen already", card=str(deal.card))


def _not_held(cards: Cards, held: Cards, source: Source) -> str | None:
    """Return why these cards cannot be taken from those a seat holds."""
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


def _not_played(state: State, cards: Cards) -> str | None:
    if not cards or cards[0].rank != cards[-1].rank:
        return _("one plays one or more cards of one rank")
    if cards[0].rank not in fitting(state.asks):
        return _(
            "the pile asks for {wanted}; only 2, 3 and 10 go on everything", wanted=str(state.asks)
        )
    return None


def _not_taken(state: State, can_play: bool) -> str | None:  # noqa: FBT001 - what it hangs on
    if not state.pile:
        return _("there is no pile to take")
    if state.options.may_decline:
        return None
    if state.source is Source.BLIND:
        return _("a blind card has to be tried first")
    return _("one who can play has to") if can_play else None


def _plays(state: State) -> tuple[SeatAction, ...]:
    """Return every choice of cards of one rank that fits."""
    fit = fitting(state.asks)
    ranks = groupby([card for card in state.playable if card.rank in fit], attrgetter("rank"))
    return tuple(chain.from_iterable([_choices(tuple(alike)) for _, alike in ranks]))


@cache
def _choices(alike: Cards) -> tuple[Play, ...]:
    """Return every choice among cards of one rank; of each rank there are 15 such sets of cards."""
    sizes = range(1, len(alike) + 1)
    return tuple(map(Play, chain.from_iterable(combinations(alike, n) for n in sizes)))
