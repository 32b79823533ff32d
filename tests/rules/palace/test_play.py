"""Properties of Palace under random play: invariants, conservation, hidden cards."""

from collections.abc import Callable
from itertools import dropwhile

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tests.examples import examples
from tests.rules.palace.tables import MOVES, RULES, dealt, laid_out, table
from tests.strategies import Play as Game, Step, moments, plays, steps
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.rules.palace.cards import DECK, INVISIBLE
from towersim.rules.palace.legal import refusal
from towersim.rules.palace.play import HAND, QUIET_TAKES
from towersim.rules.palace.state import (
    Cards,
    Deal,
    LayUp,
    Options,
    Phase,
    Play,
    State,
    TakePile,
    TurnOver,
)

some = examples(30)
many = examples(150)


# --- invariants ---------------------------------------------------------------------------------


@some
@given(game=plays(RULES))
def test_no_card_is_lost_or_duplicated_and_hidden_cards_are_sorted(game: Game) -> None:
    for step in steps(RULES, game):
        state = step.after
        held = sum(state.hands + state.rows, ())
        assert sorted(held + state.pile + state.burned + state.unseen) == list(DECK)
        for row in (*state.hands, *state.rows, state.burned, state.unseen):
            assert row == tuple(sorted(row))


@some
@given(game=plays(RULES))
def test_the_unseen_cards_are_the_blind_ones_the_stock_and_those_removed(game: Game) -> None:
    for step in steps(RULES, game):
        state = step.after
        aside = len(state.unseen) - sum(state.blind) - state.stock
        assert aside == 0 if game.options.stock else state.stock == 0
        assert aside >= 0
        if state.phase is Phase.PLAYING:
            full = all(len(hand) >= HAND for hand in state.hands)
            assert full or not state.stock


@some
@given(game=plays(RULES))
def test_a_seat_that_is_out_has_nothing_and_is_never_asked(game: Game) -> None:
    for step in steps(RULES, game):
        state = step.after
        if state.phase in (Phase.PLAYING, Phase.DRAWING, Phase.TURNING):
            assert {seat for seat in range(game.seats) if not state.cards_left(Seat(seat))} == {
                *state.out
            }
            assert state.turn not in state.out
    ended = len(state.out) == (1 if game.options.end == "first-wins" else game.seats - 1)
    assert ended or state.quiet == QUIET_TAKES * game.seats


def named() -> st.SearchStrategy[Cards]:
    """Return a strategy for up to four cards in any order, possibly with repetitions."""
    return st.lists(st.sampled_from(DECK), max_size=4).map(tuple)


@many
@given(step=moments(RULES), data=st.data())
def test_an_action_is_legal_exactly_if_it_is_not_refused(step: Step, data: st.DataObject) -> None:
    state = step.before
    held = state.playable or DECK
    near = st.lists(st.sampled_from(held), max_size=4).map(tuple)
    deals = st.builds(Deal, st.sampled_from(DECK), st.integers(0, 4).map(Seat))
    laid = st.builds(Play, near | named()) | st.builds(LayUp, near | named())
    listed = st.sampled_from(RULES.legal(state))
    action: Action = data.draw(
        deals | laid | listed | st.sampled_from([TurnOver(), TakePile()]), label="action"
    )
    try:
        RULES.apply(state, action)
    except IllegalAction:
        assert action not in RULES.legal(state)
    else:
        assert action in RULES.legal(state)


# --- hidden information -------------------------------------------------------------------------


def shuffled(state: State, seat: Seat, order: Callable[[list[int]], list[int]]) -> State:
    """Return a state with the same view for a seat, but all hidden cards in another order."""
    others = [other for other in range(len(state.hands)) if other != seat]
    under = sum(1 for _ in dropwhile(lambda card: card.rank == INVISIBLE, reversed(state.pile)))
    buried = state.pile[: max(under - 1, 0)]
    hidden = [*buried, *state.burned, *state.unseen]
    hidden += [card for other in others for card in state.hands[other]]
    mixed = iter([hidden[i] for i in order(list(range(len(hidden))))])

    def taken(cards: Cards) -> Cards:
        return tuple(next(mixed) for _ in cards)

    pile = (*taken(buried), *state.pile[len(buried) :])
    burned, unseen = sorted(taken(state.burned)), sorted(taken(state.unseen))
    hands = [
        hand if seat == other else tuple(sorted(taken(hand)))
        for other, hand in enumerate(state.hands)
    ]
    return replace(state, pile=pile, burned=tuple(burned), unseen=tuple(unseen), hands=tuple(hands))


@many
@given(step=moments(RULES), data=st.data())
def test_a_view_does_not_depend_on_hidden_cards(step: Step, data: st.DataObject) -> None:
    for seat in map(Seat, range(len(step.after.hands))):
        other = shuffled(step.after, seat, lambda order: data.draw(st.permutations(order)))
        assert RULES.view(other, seat) == RULES.view(step.after, seat)


@many
@given(step=moments(RULES), names=named(), data=st.data())
def test_a_refusal_does_not_depend_on_hidden_cards(
    step: Step, names: Cards, data: st.DataObject
) -> None:
    state = step.before
    if RULES.actor(state) == state.turn:
        other = shuffled(state, state.turn, lambda order: data.draw(st.permutations(order)))
        for action in (Play(names), LayUp(names), TurnOver(), TakePile()):
            if action not in RULES.legal(state):
                assert refusal(other, action) == refusal(state, action)


@some
@given(step=moments(RULES))
def test_a_view_shows_open_cards_and_the_numbers_of_hidden_ones(step: Step) -> None:
    state = step.after
    for seat in map(Seat, range(len(state.hands))):
        view = RULES.view(state, seat)
        assert (view.seat, view.hand, view.rows) == (seat, state.hands[seat], state.rows)
        assert view.hands == tuple(map(len, state.hands))
        assert (view.pile, view.burned) == (len(state.pile), len(state.burned))
        assert (view.top,) == (state.pile[-1:] or (None,))
        assert (view.actor, view.turn) == (RULES.actor(state), state.turn)
        assert (view.asks, view.stock, view.out) == (state.asks, state.stock, state.out)


# --- numbers of reachable positions -------------------------------------------------------------


# Counted by hand. Choice: 20 ways each to lay up three of six, then three single cards: 1200.
# Opening, 10 J A against 8 Q K: 3 leads; the 10 burns and leaves 2, on the J go 2, on the A none:
# 5; then 2 + 1, 2 + 2, and 2 after the taken pile: 9.
# Blind, 5 and J unseen under an 8 against 4 9: 2 cards to turn over; the 5 misses and leaves 2
# leads, on the J nothing goes: 3; then 5 and 8 on the 4, none on the 9, the last blind card: 4;
# each of these has one continuation, then all seats but one are out.
# Magic, 2 3 7 10 on an A against 6 6 8: 3; on the 2 go 4, through the 3 none, after the 10 3: 8;
# then 3 · 3 + 2 after the 2, 3 after the taken pile, 4 + 4 + 3 on the new one: 25.
# Declined, 2 9 9 on an 8 against an 8 and a blind card: 5; then 2 + 1 + 1 + 1 + 1.
@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("deal", RULES.setup(2, Options())),
        ("choice", dealt(2)),
        ("opening", laid_out(2, stock=False)),
        ("blind", table("/ / 2", "4d 9d", pile="8h", unseen="5c Jc")),
        ("magic", table("2c 3c 7c 10c", "6d 6h 8d", pile="Ah")),
        ("declined", table("2c 9c 9d", "/ 8d / 1", pile="8h", unseen="Ks", may_decline=True)),
    ],
)
def test_the_numbers_of_action_sequences_equal_the_golden_ones(name: str, state: State) -> None:
    counted, known = MOVES.ways(name, state)
    assert counted == known
