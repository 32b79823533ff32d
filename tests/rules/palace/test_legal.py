"""One test for each sentence of the rule text."""

import pytest

from tests.rules.palace.tables import (
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
    stuck,
    table,
    turned,
)
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Nature, TurnStarted
from towersim.rules.palace.cards import DECK, RANKS
from towersim.rules.palace.log import LeadsAgain
from towersim.rules.palace.state import Deal, LayUp, Options, Phase, Source, TakePile, TurnOver

EACH = "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac"

# --- the deal -----------------------------------------------------------------------------------


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


def test_each_seat_sees_its_own_hand() -> None:
    state = dealt(3)
    for seat in map(Seat, range(3)):
        assert RULES.view(state, seat).hand == state.hands[seat]


def test_each_seat_chooses_three_cards_of_the_hand_to_lay_face_up() -> None:
    state = dealt(3)
    for seat in range(3):
        assert (state.phase, RULES.actor(state)) == (Phase.CHOOSING, seat)
        hand = state.hands[seat]
        choices = RULES.legal(state)
        assert len(choices) == 20
        assert LayUp((hand[0], hand[2], hand[5])) in choices
        state = after(state, LayUp((hand[0], hand[2], hand[5])))
        assert state.rows[seat] == (hand[0], hand[2], hand[5])
        assert state.hands[seat] == (hand[1], hand[3], hand[4])
    assert state.phase is Phase.PLAYING


# --- the aim and the turns ----------------------------------------------------------------------


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
    with pytest.raises(IllegalAction, match="the pile asks for a card higher than"):
        after(state, play(under.replace("h", "c")))


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
    with pytest.raises(IllegalAction, match="one who can play has to"):
        after(table("4c Jc", "4d", pile="9h"), TakePile())


# --- the magic cards ----------------------------------------------------------------------------


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
    with pytest.raises(IllegalAction, match="the pile asks for a card lower than a 7"):
        after(state, play("7c"))


def test_the_seat_after_that_plays_higher_again() -> None:
    state = after(table("7h 8d", "5d 8h", EACH), play("7h"), play("5d"))
    assert playable(state) == [2, 3, *range(6, 15)]


def test_a_7_itself_has_to_be_high_enough() -> None:
    assert stuck(table("7c", "4d", pile="8h"))
    assert playable(table("7c", "4d", pile="6h")) == [7]


# --- several at once ----------------------------------------------------------------------------


def test_cards_of_one_rank_may_be_laid_at_once() -> None:
    state = table("8c 8d 8h 9c", "4d", pile="4h")
    assert RULES.legal(state) == (
        *map(play, ("8c", "8d", "8h", "8c 8d", "8c 8h", "8d 8h", "8c 8d 8h", "9c")),
    )
    assert after(state, play("8c 8h")).pile == cards("4h 8c 8h")
    with pytest.raises(IllegalAction, match="one or more cards of one rank"):
        after(state, play("8c 9c"))


def test_four_of_a_kind_played_at_once_burn_the_pile_and_the_seat_leads_again() -> None:
    state = after(table("8c 8d 8h 8s 4c", "4d", pile="4h 6h"), play("8c 8d 8h 8s"))
    assert (state.pile, len(state.burned)) == ((), 6)
    assert (state.turn, playable(state)) == (0, [4])
    assert stuck(table("8c 8d 8h 8s", "4d", pile="9h"))


def test_only_magic_cards_may_be_played_on_an_ace() -> None:
    assert playable(table(EACH, "4d", pile="Ah")) == [2, 3, 10]
    assert stuck(table("4c 7c Kc Ac", "4d", pile="Ah"))
    assert playable(table("Ac", "4d", pile="Kh")) == [14]


# --- hand, row, blind cards ---------------------------------------------------------------------


def test_the_hand_is_played_first() -> None:
    state = table("5c / Kc / 3", "4d", pile="4h")
    assert (state.source, RULES.legal(state)) == (Source.HAND, (play("5c"),))
    for early, why in ((play("Kc"), "is not in the hand"), (TurnOver(), "cards of the hand come")):
        with pytest.raises(IllegalAction, match=why):
            after(state, early)


def test_the_face_up_cards_are_played_after_the_hand() -> None:
    state = table("/ 5c Kc Kd / 3", "4d", pile="4h")
    assert state.source is Source.ROW
    assert RULES.legal(state) == (*map(play, ("5c", "Kc", "Kd", "Kc Kd")),)
    assert after(state, play("Kc Kd")).rows[0] == cards("5c")
    with pytest.raises(IllegalAction, match="cards of the face-up row come first"):
        after(state, TurnOver())


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


# --- the end ------------------------------------------------------------------------------------


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
