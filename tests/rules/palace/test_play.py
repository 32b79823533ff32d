"""Properties of Palace under random play, and its event sentences with their redaction."""

import pytest
from hypothesis import given, strategies as st

from tests.examples import examples
from tests.rules.hidden_cards import with_hidden_cards_shuffled
from tests.rules.palace.tables import (
    MOVES,
    RULES,
    after,
    cards,
    dealt,
    laid_out,
    play,
    refused,
    table,
)
from tests.strategies import Play as Game, Step, moments, plays, steps
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action, Event
from towersim.rules.palace.cards import DECK, Card, Suit
from towersim.rules.palace.legal import refusal
from towersim.rules.palace.log import Burned, Dealt, Missed, PileTaken
from towersim.rules.palace.pile import Demand
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


@many
@given(step=moments(RULES), names=named(), data=st.data())
def test_a_refusal_does_not_depend_on_hidden_cards(
    step: Step, names: Cards, data: st.DataObject
) -> None:
    state = step.before
    if RULES.actor(state) == state.turn:
        other = with_hidden_cards_shuffled(state, state.turn, data.draw(st.randoms()))
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


NAMES = ("Ann", "Bob", "Cid")
ACE = Card(14, Suit.SPADES)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (play("9c"), "the 9 of clubs is not in the hand"),
        (play("4d 4c"), "each card is named once, the lowest first and one rank by suit"),
        (play("4c 4c"), "each card is named once, the lowest first and one rank by suit"),
        (play("4c Jc"), "one plays one or more cards of one rank"),
        (Play(()), "one plays one or more cards of one rank"),
        (
            play("4c"),
            "the pile asks for a card higher than an 8; only 2, 3 and 10 go on everything",
        ),
        (TurnOver(), "the cards of the hand come first"),
        (TakePile(), "one who can play has to"),
        (
            Deal(ACE, Seat(0)),
            "now the seat whose turn it is plays, turns a blind card over or takes the pile",
        ),
    ],
)
def test_an_illegal_play_is_refused_with_the_reason(action: Action, reason: str) -> None:
    state = table("4c 4d Jc / 5c / 1", "4h", pile="8h", unseen="As")
    assert refused(state, action) == reason


def test_a_card_outside_the_deck_is_refused() -> None:
    assert refused(table("4c", "4d"), Play((Card(99, Suit.CLUBS),))) == (
        "the 99 of clubs is not in the hand"
    )


def test_a_card_not_in_the_face_up_row_is_refused() -> None:
    state = table("/ 5c Kc / 1", "4d", pile="4h")
    assert refused(state, play("9c")) == "the 9 of clubs is not in the face-up row"


def test_no_card_can_be_named_with_only_blind_cards_left() -> None:
    state = table("/ / 1", "4d", pile="8h")
    assert refused(state, play("9c")) == "the 9 of clubs is not in the hand or face-up row"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("2c 5s", "it takes exactly three cards"),
        ("2c 5s 6c 10c", "it takes exactly three cards"),
        ("2c 5s Kc", "the king of clubs is not in the hand"),
        ("2c 6c 5s", "each card is named once, the lowest first and one rank by suit"),
    ],
)
def test_an_illegal_choice_of_face_up_cards_is_refused_with_the_reason(
    names: str, reason: str
) -> None:
    assert refused(dealt(2), LayUp(cards(names))) == reason
    assert refused(dealt(2), play("2c")).startswith("now the seat whose turn it is lays three")


def test_an_illegal_deal_is_refused_with_the_reason() -> None:
    state = RULES.setup(2, Options())
    assert refused(state, Deal(ACE, Seat(1))) == "this card goes to seat 0"
    assert refused(after(state, Deal(ACE, Seat(0))), Deal(ACE, Seat(1))) == (
        "the ace of spades has been seen already"
    )
    assert refused(state, TakePile()) == "now the deck deals"


def test_every_action_after_the_end_is_refused() -> None:
    over = after(table("9c", "4d"), play("9c"))
    assert refused(over, play("4d")) == "now the game is over"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (Demand(), "any card"),
        (Demand(14), "a 2, 3 or 10"),
        (Demand(14, equal=True), "an ace"),
        (Demand(11), "a card higher than a jack"),
        (Demand(7, lower=True), "a card lower than a 7"),
        (Demand(8, equal=True), "an 8 or a higher card"),
        (Demand(7, lower=True, equal=True), "a 7 or a lower card"),
    ],
)
def test_the_demand_of_the_pile_in_words(asked: Demand, told: str) -> None:
    assert str(asked) == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Dealt(Seat(1), None), "The deck gives Bob a card."),
        (PileTaken(Seat(1), 1), "Bob takes the pile of 1 card."),
        (PileTaken(Seat(1), 9), "Bob takes the pile of 9 cards."),
        (Burned(Seat(1), 1, alike=False), "The 10 burns the pile: 1 card out of play."),
        (Burned(Seat(1), 4, alike=True), "Four alike burn the pile: 4 cards out of play."),
        (
            Missed(Seat(1), ACE, 1),
            "It is the ace of spades, which does not go: Bob takes it and 1 card.",
        ),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert RULES.describe(event, NAMES) == told


def test_on_an_ace_the_refusal_names_no_higher_card() -> None:
    state = table("4c Jc", "4h", pile="As", unseen="5s")
    assert refused(state, play("Jc")) == "no card is higher than an ace; only 2, 3 and 10 go on it"
