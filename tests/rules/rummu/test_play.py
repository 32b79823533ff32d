"""Properties of Rummü under random play: invariants, conservation, views of seats."""

from itertools import islice

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tests.examples import examples
from tests.rules.games import RUMMU as RULES
from tests.rules.rummu.tables import ALONE, MOVES, card, cards, dealt, hand, table
from tests.strategies import Play, Step, moments, plays, steps
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.rules.rummu.cards import SHORTEST, Role, Suit, deck, fault, ordered
from towersim.rules.rummu.state import Add, Deal, Discard, Draw, Exchange, Lay, Phase, State, Take

some = examples(10)
many = examples(40)


# --- conservation -------------------------------------------------------------------------------


@some
@given(play=plays(RULES))
def test_no_card_is_lost_or_duplicated(play: Play) -> None:
    for step in steps(RULES, play):
        state = step.after
        laid = tuple(role.card for _, roles in state.table for role in roles)
        assert tuple(sorted(sum(state.hands, state.deck + state.discards + laid))) == deck()
        assert state.deck == tuple(sorted(state.deck))
        assert all(held == tuple(sorted(held)) for held in state.hands)


@some
@given(play=plays(RULES))
def test_the_table_holds_only_combinations_and_they_only_grow(play: Play) -> None:
    for step in steps(RULES, play):
        before, after = step.before.table, step.after.table
        assert all(fault(roles) is None and roles == ordered(roles) for _, roles in after)
        if step.after.round == step.before.round:
            assert [seat for seat, _ in after[: len(before)]] == [seat for seat, _ in before]
            for (_, old), (_, new) in zip(before, after, strict=False):
                assert len(old) <= len(new)
                assert len({*old} - {*new}) <= isinstance(step.action, Exchange)


@some
@given(play=plays(RULES))
def test_every_turn_has_a_legal_action_and_a_card_to_discard(play: Play) -> None:
    for step in steps(RULES, play):
        state = step.after
        assert RULES.legal(state) or state.phase is Phase.OVER
        if state.phase in {Phase.TAKING, Phase.PLAYING}:
            assert state.hand
            assert 0 <= state.quiet < 10 * len(state.hands)


# --- legal actions ------------------------------------------------------------------------------


def every_action(state: State) -> list[Action]:
    """Return candidate actions with the cards at hand and on the table, legal or not."""
    known = sorted({card("r4"), card("y5"), *state.hand[:4]})
    meant = [Role(one, suit) for one in known for suit in Suit]
    numbers = range(-1, len(state.table) + 1)
    lays = [Lay(roles) for _, roles in state.table]
    adds = [Add((role,), number) for role in meant for number in numbers]
    swaps = [Exchange(one, number) for one in known for number in numbers]
    return [Draw(), Take(), *lays, *adds, *swaps, *map(Discard, known), *map(Deal, known)]


@many
@given(step=moments(RULES))
def test_unlisted_actions_are_refused_with_a_reason(step: Step) -> None:
    state = step.before
    legal = set(RULES.legal(state))
    for action in every_action(state):
        if action in legal:
            RULES.apply(state, action)
        else:
            with pytest.raises(IllegalAction, match=r"}: [a-z]"):
                RULES.apply(state, action)


def test_a_hand_of_all_red_and_yellow_cards_has_fewer_than_two_thousand_actions() -> None:
    laid = [(1, "r3 r4 r5"), (1, "b3 g4 k5")]
    reds = {one for one in deck() if one.suit is Suit.RED} - {
        role.card for role in cards("r3 r4 r5")
    }
    held = sorted({*reds, *(one for one in deck() if one.suit is Suit.YELLOW)})
    state = replace(table(laid=laid), hands=(tuple(held), hand("g8"), hand("g9")))
    assert 1000 < len(RULES.legal(state)) < 2000


@examples(300)
@given(data=st.data())
def test_a_lay_is_listed_if_and_only_if_it_applies(data: st.DataObject) -> None:
    near = [one for one in deck() if 4 <= one.number <= 7]
    held = data.draw(st.sets(st.sampled_from(near), min_size=4, max_size=10))
    out = data.draw(st.sampled_from([(), (0,)]))
    state = replace(table(out=out), hands=(tuple(sorted(held)), hand("g8"), hand("g9")))
    chosen = data.draw(st.sets(st.sampled_from(sorted(held)), min_size=SHORTEST, max_size=5))
    suits = st.sampled_from(Suit)
    meant = [Role(o, data.draw(suits) if o.suit is Suit.YELLOW else o.suit) for o in chosen]
    lay = Lay(ordered(meant))
    try:
        RULES.apply(state, lay)
    except IllegalAction:
        assert lay not in RULES.legal(state)
    else:
        assert lay in RULES.legal(state)


def test_a_hand_of_ordinary_size_has_a_few_dozen_actions() -> None:
    sizes = [
        len(RULES.legal(step.before))
        for step in islice(steps(RULES, Play(3, ALONE, seed=3, steady=1)), 800)
        if step.before.phase is Phase.PLAYING
    ]
    assert sorted(sizes)[len(sizes) // 2] < 40
    assert max(sizes) < 300


# --- views --------------------------------------------------------------------------------------


@many
@given(step=moments(RULES))
def test_a_view_shows_the_own_hand_and_the_numbers_of_other_cards(step: Step) -> None:
    state = step.after
    view = RULES.view(state, Seat(1))
    assert (view.seat, view.hand, view.actor) == (1, state.hands[1], RULES.actor(state))
    assert view.hands == tuple(map(len, state.hands))
    assert (view.deck, view.discards) == (len(state.deck), len(state.discards))
    shared = ("phase", "options", "table", "out", "laid", "quiet", "round", "dealer", "turn")
    assert all(getattr(view, name) == getattr(state, name) for name in shared)


# --- numbers of reachable positions -------------------------------------------------------------


JOKER = table("r3 r4 r5 k5 g9", laid=[(1, "b5 g5 y5=r")], deck="k9", phase=Phase.DRAWING)
COMING_OUT = table("r3 r4 r5 b6 g6 k6 y6 k0", out=(), deck="k9")


# Counted by hand for coming out: 3 red runs, the set of three 6s, 3 × 2 of two and the yellow one
# as a missing suit, 1 of all four; and 8 discards: 19. After r3 r4 r5 the 8 sets are left, after
# the run of four a set and 4 discards, after r4 r5 y6 a set, after the sets with two 6s and the
# yellow one r3 r4 r5 each, after the plain set 3 runs, after that of four a run and 4 discards,
# after a discard the next seat draws or takes: 8 + 5 + 1 + 6 + 3 + 5 + 8 × 2.
# For the joker: draw or take; then 1 card to deal, or with the black 8 in the hand: take the other,
# lay r3 r4 r5, add k5 to the set, exchange r5, or 6 discards: 1 + 10.
@pytest.mark.parametrize(
    ("name", "state"), [("opening", dealt()), ("joker", JOKER), ("coming out", COMING_OUT)]
)
def test_the_numbers_of_action_sequences_equal_the_golden_ones(name: str, state: State) -> None:
    counted, known = MOVES.ways(name, state)
    assert counted == known
