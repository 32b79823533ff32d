"""Properties of Fawlty Towers under random play: conservation, views, reachable positions."""

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tests.examples import examples
from tests.rules.fawlty_towers.tables import MOVES, RULES, laid_out, table
from tests.strategies import Play, Step, moments, plays, steps
from towersim.common.units import Seat
from towersim.rules.base import Place, Settled, StartTower
from towersim.rules.fawlty_towers.cards import deck
from towersim.rules.fawlty_towers.play import SHORT, claims
from towersim.rules.fawlty_towers.state import Phase, State, Take

some = examples(30)


@some
@given(play=plays(RULES))
def test_no_card_and_no_cube_is_lost_or_duplicated(play: Play) -> None:
    cards = deck(black=play.options.black_cards)
    for step in steps(RULES, play):
        state = step.after
        columns, taken = sum(state.columns, ()), sum(state.taken, ())
        assert tuple(sorted(columns + taken + state.deck)) == cards
        assert state.deck == tuple(sorted(state.deck))
        pool = RULES.view(state, Seat(0)).pool
        assert all(0 <= left <= 20 for _, left in pool)
        assert sum(left for _, left in pool) + sum(map(len, state.towers)) == 80


@some
@given(step=moments(RULES), data=st.data())
def test_a_view_does_not_depend_on_the_cards_in_the_deck(step: Step, data: st.DataObject) -> None:
    size = len(step.after.deck)
    other = data.draw(st.lists(st.sampled_from(deck()), min_size=size, max_size=size))
    hidden = replace(step.after, deck=tuple(sorted(other)))
    for seat in map(Seat, range(len(hidden.taken))):
        assert RULES.view(hidden, seat) == RULES.view(step.after, seat)
    options = hidden.options
    aside = len(deck(black=options.black_cards)) - SHORT if options.short else 0
    assert RULES.view(hidden, Seat(0)).deck == size - aside


@some
@given(play=plays(RULES))
def test_claims_predict_the_cards_that_may_be_taken(play: Play) -> None:
    for step in steps(RULES, play):
        if isinstance(step.action, Place | StartTower):
            stood, _ = RULES.apply(step.after, Settled())
            foretold = claims(
                RULES.view(step.before, Seat(0)), step.action.block, step.action.tower
            )
            takes = [action for action in RULES.legal(stood) if isinstance(action, Take)]
            assert list(foretold) == takes


@some
@given(play=plays(RULES))
def test_a_view_has_a_refusal_for_every_card_that_may_not_be_taken(play: Play) -> None:
    for step in steps(RULES, play):
        view = RULES.view(step.after, step.after.turn)
        if view.phase is not Phase.CLAIMING:
            assert view.refusals is None
            continue
        assert view.refusals is not None
        assert [*map(len, view.refusals)] == [*map(len, view.columns)]
        free = {
            (c, r) for c, row in enumerate(view.refusals) for r, why in enumerate(row) if not why
        }
        assert free == {(t.column, t.row) for t in view.legal if isinstance(t, Take)}


def test_a_view_names_the_acting_seat_from_the_first_turn_to_the_last() -> None:
    turns = [RULES.view(step.after, Seat(0)).turn for step in steps(RULES, ONE)]
    assert turns[:24] == [None] * 24
    assert None not in turns[24:-1]
    assert turns[-1] is None


ONE = Play(seats=2, options=RULES.options(), seed=1, steady=0.9)


# Counted by hand for the opening: 4 cubes × 4 towers = 16; × 65 verdicts (all ordered choices of up
# to four towers) = 1040; then with k towers fallen 4·k ways to start one: 16 × (4·4 + 12·8 + 24·12
# + 24·16) = 12544; after each of the 16 without a fall the seat takes a card in reach or declines.
@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("opening", laid_out()),
        ("late", table("red white blue", "green", "blue red", "", towers=("red blue", "", "", ""))),
    ],
)
def test_the_numbers_of_action_sequences_equal_the_golden_ones(name: str, state: State) -> None:
    counted, known = MOVES.ways(name, state)
    assert counted == known
