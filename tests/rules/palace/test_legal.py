"""One test for each sentence of Palace's rule text, and its properties under random play."""

import pytest
from hypothesis import given, strategies as st

from tests.examples import examples
from tests.rules.moves import with_hidden_cards_shuffled
from tests.rules.palace.tables import (
    MOVES,
    RULES,
    after,
    cards,
    dealt,
    drawn,
    happened,
    laid_out,
    outcome,
    play,
    playable,
    refused,
    stuck,
    table,
    turned,
)
from tests.strategies import Play as Game, Step, moments, plays, steps
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action, Event, Nature, TurnStarted
from towersim.rules.palace.log import Burned, Dealt, LeadsAgain, PileTaken
from towersim.rules.palace.play import HAND, QUIET_TAKES, refusal
from towersim.rules.palace.state import (
    DECK,
    RANKS,
    Card,
    Cards,
    Deal,
    Demand,
    LayUp,
    Options,
    Phase,
    Play,
    Source,
    State,
    Suit,
    TakePile,
    TurnOver,
)

EACH = "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac"


def test_there_is_one_deck_without_jokers() -> None:
    assert len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set(range(2, 15))
    assert RULES.setup(2, Options()).unseen == DECK


def test_each_seat_has_three_cards_face_down_that_are_unknown_to_all() -> None:
    state = RULES.setup(4, Options())
    assert state.blind == (3, 3, 3, 3)
    assert len(dealt(4).unseen) == 52 - 4 * 6
    assert RULES.view(dealt(4), Seat(0)).blind == (3, 3, 3, 3)


@pytest.mark.parametrize("seats", RULES.seats)
def test_each_seat_is_dealt_a_hand_of_six(seats: int) -> None:
    state = RULES.setup(seats, Options())
    for number in range(6 * seats):
        assert RULES.actor(state) is Nature.DECK
        assert tuple(RULES.legal(state)) == tuple(
            Deal(card, Seat(number % seats)) for card in state.unseen
        )
        state = after(state, RULES.legal(state)[number % 7])
    assert [*map(len, state.hands)] == [6] * seats
    assert RULES.actor(state) == 0


def test_each_seat_chooses_three_cards_of_the_hand_to_lay_face_up() -> None:
    state = dealt(3)
    for seat in range(3):
        assert (state.phase, RULES.actor(state)) == (Phase.CHOOSING, seat)
        assert RULES.asks(RULES.view(state, Seat(seat))).startswith("choose three cards to lie")
        hand = state.hands[seat]
        choices = RULES.legal(state)
        assert len(choices) == 20
        meant = RULES.attempt(RULES.view(state, Seat(seat)), (hand[5], hand[0], hand[2]))
        assert meant in choices
        state = after(state, meant)
        assert state.rows[seat] == (hand[0], hand[2], hand[5])
        assert state.hands[seat] == (hand[1], hand[3], hand[4])
    assert state.phase is Phase.PLAYING


def test_the_cards_on_the_table_have_to_be_played_too() -> None:
    for rest in ("/ 4c / ", "/ / 1"):
        state = after(table(f"9h {rest}", "5c"), play("9h"))
        assert (state.out, RULES.outcome(state)) == ((), None)
    assert after(table("9h", "5c"), play("9h")).out == (0,)


def test_the_seat_to_the_left_of_the_dealer_begins_and_the_others_follow() -> None:
    assert [laid_out(seats).turn for seats in RULES.seats] == [0, 0, 0, 0]
    state = table("4c 9c", "5c 9d", "6c 9h")
    assert after(state, play("4c")).turn == 1
    assert after(state, play("4c"), play("5c")).turn == 2
    assert after(state, play("4c"), play("5c"), play("6c")).turn == 0


def test_a_card_goes_to_the_centre() -> None:
    state = after(table("5c 9h", "4d"), play("5c"))
    assert (state.pile, state.hands[0]) == (cards("5c"), cards("9h"))
    assert after(table("5c 9h", "4d", pile="4c"), play("9h")).pile == cards("4c 9h")


@pytest.mark.parametrize("top", [4, 5, 6, 8, 9, 11, 12, 13])
def test_a_card_has_to_be_higher_than_the_one_before(top: int) -> None:
    under = f"{ {11: 'J', 12: 'Q', 13: 'K'}.get(top, top) }h"
    state = table(EACH, "4d", pile=under)
    assert playable(state) == [rank for rank in RANKS if rank > top or rank in (2, 3, 10)]
    assert "the pile asks for a card higher than" in refused(state, play(under.replace("h", "c")))


def test_suits_do_not_matter() -> None:
    for suit in "cdhs":
        state = table("5c 5d 5h 5s 8c 8d 8h 8s", "4d", pile=f"6{suit}")
        ones = [action for action in RULES.legal(state) if len(getattr(action, "cards", ())) == 1]
        assert ones == [play("8c"), play("8d"), play("8h"), play("8s")]


def test_a_seat_that_cannot_play_has_to_take_the_whole_pile() -> None:
    state = table("4c 5c", "4d", pile="6h 8h 9h")
    assert stuck(state)
    took = after(state, TakePile())
    assert (took.hands[0], took.pile) == (cards("4c 5c 6h 8h 9h"), ())
    assert "one who can play has to" in refused(table("4c Jc", "4d", pile="9h"), TakePile())


def tops() -> list[str]:
    return [f"{name}h" for name in (*range(2, 10), "J", "Q", "K", "A")]


@pytest.mark.parametrize("top", tops())
@pytest.mark.parametrize("magic", ["2c", "3c", "10c"])
def test_a_2_a_3_and_a_10_may_be_played_on_every_card(magic: str, top: str) -> None:
    assert play(magic) in RULES.legal(table(f"{magic} 4c", "4d", pile=top))


def test_every_card_above_2_may_be_played_on_a_2() -> None:
    state = after(table("2h 4s", EACH.replace("2c", "2d"), pile="Ah"), play("2h"))
    assert state.asks.rank == 2
    assert playable(state) == list(RANKS)
    assert playable(table("4c 5c", "4d", pile="2h")) == [4, 5]


def test_a_10_burns_the_pile() -> None:
    state = after(table("10c 4c", "4d", pile="5h Ah", stock=5), play("10c"))
    assert (state.pile, state.burned) == ((), cards("5h 10c Ah"))
    assert after(table("10c 4c", "4d"), play("10c")).burned == cards("10c")


def test_the_seat_that_burned_the_pile_starts_a_new_one_with_any_card() -> None:
    state = table("10c 4c Ac", "4d", pile="Kh")
    assert happened(state, play("10c"))[-1] == LeadsAgain(Seat(0))
    led = after(state, play("10c"))
    assert (led.turn, playable(led)) == (0, [4, 14])


@pytest.mark.parametrize("threes", ["3h", "3h 3d", "3h 3d 3s"])
def test_a_3_is_invisible_and_the_card_below_it_counts(threes: str) -> None:
    state = table(EACH, "4d", pile=f"5h 9h {threes}")
    assert playable(state) == [2, 3, 10, 11, 12, 13, 14]
    assert stuck(table("4c 9c", "4d", pile=f"9h {threes}"))


def test_a_card_on_a_3_counts_again() -> None:
    state = after(table("3c 4c", "Jd Ad", pile="9h"), play("3c"), play("Jd"))
    assert state.asks.rank == 11


def test_after_a_7_the_next_player_plays_lower() -> None:
    state = after(table("7h 8d", EACH, pile="5h"), play("7h"))
    assert playable(state) == [2, 3, 4, 5, 6, 10]
    assert "the pile asks for a card lower than a 7" in refused(state, play("7c"))


def test_the_seat_after_that_plays_higher_again() -> None:
    state = after(table("7h 8d", "5d 8h", EACH), play("7h"), play("5d"))
    assert playable(state) == [2, 3, *range(6, 15)]


def test_a_7_itself_has_to_be_high_enough() -> None:
    assert stuck(table("7c", "4d", pile="8h"))
    assert playable(table("7c", "4d", pile="6h")) == [7]


def test_cards_of_one_rank_may_be_laid_at_once() -> None:
    state = table("8c 8d 8h 9c", "4d", pile="4h")
    assert RULES.legal(state) == (
        *map(play, ("8c", "8d", "8h", "8c 8d", "8c 8h", "8d 8h", "8c 8d 8h", "9c")),
    )
    assert after(state, play("8c 8h")).pile == cards("4h 8c 8h")
    assert "one or more cards of one rank" in refused(state, play("8c 9c"))


def test_four_of_a_kind_played_at_once_burn_the_pile_and_the_seat_leads_again() -> None:
    state = after(table("8c 8d 8h 8s 4c", "4d", pile="4h 6h"), play("8c 8d 8h 8s"))
    assert (state.pile, len(state.burned)) == ((), 6)
    assert (state.turn, playable(state)) == (0, [4])
    assert stuck(table("8c 8d 8h 8s", "4d", pile="9h"))


def test_only_magic_cards_may_be_played_on_an_ace() -> None:
    assert playable(table(EACH, "4d", pile="Ah")) == [2, 3, 10]
    assert stuck(table("4c 7c Kc Ac", "4d", pile="Ah"))
    assert playable(table("Ac", "4d", pile="Kh")) == [14]


def test_the_hand_is_played_first() -> None:
    state = table("5c / Kc / 3", "4d", pile="4h")
    assert (state.source, RULES.legal(state)) == (Source.HAND, (play("5c"),))
    for early, why in ((play("Kc"), "is not in the hand"), (TurnOver(), "cards of the hand come")):
        assert why in refused(state, early)


def test_the_face_up_cards_are_played_after_the_hand() -> None:
    state = table("/ 5c Kc Kd / 3", "4d", pile="4h")
    assert state.source is Source.ROW
    assert RULES.legal(state) == (*map(play, ("5c", "Kc", "Kd", "Kc Kd")),)
    assert after(state, play("Kc Kd")).rows[0] == cards("5c")
    assert "cards of the face-up row come first" in refused(state, TurnOver())


def test_the_blind_cards_are_played_last_and_one_at_a_time() -> None:
    state = table("/ / 2", "4d", pile="5h", unseen="9c Jc")
    assert (state.source, RULES.legal(state)) == (Source.BLIND, (TurnOver(),))
    turning = after(state, TurnOver())
    assert RULES.actor(turning) is Nature.DECK
    assert tuple(RULES.legal(turning)) == (*(Deal(card, Seat(0)) for card in cards("9c Jc")),)
    played = turned(state, "Jc")
    assert (played.pile, played.blind, played.unseen) == (cards("5h Jc"), (1, 0), cards("9c"))


def test_a_taken_pile_becomes_the_hand_and_is_played_first_again() -> None:
    took = after(table("/ 4c / 3", "5d 6d", pile="8h 9h"), TakePile())
    assert (took.hands[0], took.rows[0]) == (cards("8h 9h"), cards("4c"))
    again = after(took, play("5d"))
    assert (again.turn, again.source, playable(again)) == (0, Source.HAND, [8, 9])


def test_the_last_one_with_cards_loses() -> None:
    state = after(table("9c", "Jc", "4d"), play("9c"))
    assert (state.turn, RULES.outcome(state)) == (1, None)
    over = after(state, play("Jc"))
    assert RULES.actor(over) is Nature.OVER
    assert outcome(over).winners == (0,)
    assert outcome(over).scores == (2, 1, 0)
    assert outcome(over).reason == "Only one player still has cards."


def test_the_first_seat_without_cards_wins_if_so_agreed() -> None:
    over = after(table("9c", "Jc", "4d", end="first-wins"), play("9c"))
    assert RULES.actor(over) is Nature.OVER
    assert outcome(over).winners == (0,)
    assert outcome(over).reason == "One player has got rid of all cards."


def test_the_hand_is_refilled_to_three_while_the_stock_lasts() -> None:
    state = after(table("5c 5d 9c", "4d", unseen="Jc Kc Ac"), play("5c 5d"))
    assert (state.phase, state.turn, RULES.actor(state)) == (Phase.DRAWING, 0, Nature.DECK)
    assert tuple(RULES.legal(state)) == (*(Deal(card, Seat(0)) for card in cards("Jc Kc Ac")),)
    full = drawn(state, "Ac Jc")
    assert (full.hands[0], full.turn) == (cards("9c Jc Ac"), 1)
    scarce = drawn(after(table("5c 5d 9c", "4d", unseen="Kc"), play("5c 5d")), "Kc")
    assert (scarce.hands[0], scarce.turn) == (cards("9c Kc"), 1)
    assert happened(table("5c 6c 7c 8c", "4d", stock=4), play("5c"))[-1] == TurnStarted(Seat(1))


some = examples(30)
many = examples(150)


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
        (Play((Card(99, Suit.CLUBS),)), "the 99 of clubs is not in the hand"),
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


@pytest.mark.parametrize(
    ("own", "place"), [("/ 5c Kc / 1", "face-up row"), ("/ / 1", "hand or face-up row")]
)
def test_a_card_is_refused_that_is_not_where_cards_can_be_named(own: str, place: str) -> None:
    state = table(own, "4d", pile="4h")
    assert refused(state, play("9c")) == f"the 9 of clubs is not in the {place}"


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
        (Burned(Seat(1), 1, alike=False), "The 10 burns the pile: 1 card out of play."),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert RULES.describe(event, NAMES) == told


def test_on_an_ace_the_refusal_names_no_higher_card() -> None:
    state = table("4c Jc", "4h", pile="As", unseen="5s")
    assert refused(state, play("Jc")) == "no card is higher than an ace; only 2, 3 and 10 go on it"
