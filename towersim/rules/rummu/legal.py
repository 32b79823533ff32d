"""The legal actions of Rummü, and the reasons for refusing any other."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from towersim.common.lazy_sequence import LazySequence
from towersim.common.messages import message as _
from towersim.rules.base import Action, Deals
from towersim.rules.rummu.cards import (
    SHORTEST,
    Card,
    Cards,
    every_addition,
    every_combination,
    fault,
    ordered,
)
from towersim.rules.rummu.score import minimum
from towersim.rules.rummu.state import (
    Add,
    Deal,
    Discard,
    Draw,
    Exchange,
    Lay,
    Phase,
    SeatAction,
    State,
    Take,
    played,
)

AWAITED = {
    Phase.DEALING: _("now the deck deals a card that it still holds"),
    Phase.DRAWING: _("first draw from the deck, or take the top of the discard pile"),
    Phase.FETCHING: _("now the deck deals a card that it still holds"),
    Phase.TAKING: _("now take the next discard, lay cards, or discard one"),
    Phase.PLAYING: _("now lay cards, or discard one"),
    Phase.OVER: _("the game is over"),
}
"""The message that refuses any other action, by phase."""
DISORDER = _("cards are named from the lowest to the highest, then by suit")
NOTHING_LEFT = _("a card must be left to discard at the end of the turn")


class Plays(LazySequence[SeatAction]):
    """The legal actions of a seat after its draw; the test of membership needs no list."""

    def __init__(self, state: State) -> None:
        self._state = state

    @cached_property
    def _all(self) -> tuple[SeatAction, ...]:
        state = self._state
        return tuple(action for action in _candidates(state) if refusal(state, action) is None)

    def __contains__(self, action: object) -> bool:
        """Return whether nothing speaks against an action."""
        return isinstance(action, SeatAction) and refusal(self._state, action) is None

    def __len__(self) -> int:
        return len(self._all)

    def nth(self, number: int) -> SeatAction:
        """Return the action with this index."""
        return self._all[number]


def legal(state: State) -> Sequence[Action]:
    """Return every legal action of the actor, each once, in a fixed order."""
    match state.phase:
        case Phase.DEALING | Phase.FETCHING:
            return Deals(state.deck, Deal)
        case Phase.TAKING | Phase.PLAYING:
            return Plays(state)
        case _:
            return seat_actions(state)


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return the legal actions of the seat in `turn`; none when nature moves."""
    match state.phase:
        case Phase.DRAWING:
            return (Draw(), Take())
        case Phase.TAKING | Phase.PLAYING:
            return Plays(state)[:]
        case _:
            return ()


def refusal(state: State, action: Action) -> str | None:
    """Return the reason why an action is illegal; None for one of `Plays`."""
    match state.phase, action:
        case Phase.TAKING, Take():
            return None if state.discards else _("the discard pile is empty")
        case Phase.TAKING | Phase.PLAYING, Lay() | Add() | Exchange() | Discard():
            return _play_refusal(state, action)
        case _:
            return AWAITED[state.phase]


def _play_refusal(state: State, action: Lay | Add | Exchange | Discard) -> str | None:
    for card in played(action):
        if card not in state.hand:
            return _("the {card} is not in the hand", card=str(card))
    match action:
        case Lay(cards):
            return _lay_refusal(state, cards)
        case Discard():
            return _discard_refusal(state)
        case _:
            return _table_refusal(state, action)


def _lay_refusal(state: State, cards: Cards) -> str | None:
    why = DISORDER if cards != ordered(cards) else fault(cards)
    if why is not None:
        return why
    laid = {role.card for role in cards}
    left = tuple(card for card in state.hand if card not in laid)
    if not left:
        return NOTHING_LEFT
    needed = minimum(state, state.turn)
    short = state.turn not in state.out and state.laid + len(cards) < needed
    if not short or _can_lay(left):
        return None
    return _(
        "coming out takes {needed} cards, and no other combination in the hand makes them up",
        needed=needed,
    )


@lru_cache(maxsize=1 << 12)  # many ways to lay leave the same cards
def _can_lay(hand: tuple[Card, ...]) -> bool:
    """Return whether a combination can be laid that leaves a card in the hand.

    Two combinations are enough to come out, as that takes at most six cards. The first one has
    to leave another to lay, so the turn can always be ended.
    """
    return len(hand) > SHORTEST and any(every_combination(hand, longest=SHORTEST))


def _table_refusal(state: State, action: Add | Exchange) -> str | None:
    if state.turn not in state.out:
        needed = minimum(state, state.turn)
        return _("first come out, with combinations of {needed} cards in all", needed=needed)
    if action.combination not in range(len(state.table)):
        number = action.combination
        return _("there is no combination {number} on the table", number=number)
    cards = state.table[action.combination].cards
    match action:
        case Exchange(card):
            fits = any(role.stands_in_for(card) for role in cards)
            return None if fits else _("no joker there stands for the {card}", card=str(card))
        case _:
            return _add_refusal(state, cards, action.cards)


def _add_refusal(state: State, cards: Cards, added: Cards) -> str | None:
    if added != ordered(added):
        return DISORDER
    if not added:
        return _("no card is named")
    why = fault(ordered((*cards, *added)))
    return why or (None if len(added) < len(state.hand) else NOTHING_LEFT)


def _discard_refusal(state: State) -> str | None:
    if state.laid and state.turn not in state.out:
        return _(
            "coming out takes {needed} cards and {laid} are laid: another combination comes first",
            needed=minimum(state, state.turn),
            laid=state.laid,
        )
    return None


def _candidates(state: State) -> Iterator[SeatAction]:
    """Yield a superset of the legal actions of a seat."""
    yield Take()
    yield from map(Lay, every_combination(state.hand))
    if state.turn in state.out:
        for i, (_, cards) in enumerate(state.table):
            yield from (Add(added, i) for added in every_addition(state.hand, cards))
            replaced = [role for role in cards if role.replaces]
            for card in state.hand:
                if any(role.stands_in_for(card) for role in replaced):
                    yield Exchange(card, i)
    yield from map(Discard, state.hand)
