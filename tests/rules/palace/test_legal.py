"""One test for each sentence of Palace's rule text and each ruling on a gap in it; properties."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.examples import tried
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
    refused,
    stuck,
    table,
    turned,
)
from tests.strategies import Play as Game, plays, steps
from towersim.common.units import Seat
from towersim.rules.base import Action, Nature, TurnStarted
from towersim.rules.palace.log import Burned, LeadsAgain, Missed, Played, WentOut
from towersim.rules.palace.play import HAND, QUIET_TAKES
from towersim.rules.palace.state import (
    DECK,
    RANKS,
    Card,
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
OVER_9 = [2, 3, 10, 11, 12, 13, 14]


def test_there_is_one_deck_without_jokers() -> None:
    assert len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set(range(2, 15))
    assert RULES.setup(2, Options()).unseen == DECK


@pytest.mark.parametrize("seats", RULES.seats)
def test_each_seat_has_three_unknown_cards_face_down_and_is_dealt_a_hand_of_six(seats: int) -> None:
    state = RULES.setup(seats, Options())
    for number in range(6 * seats):
        assert RULES.actor(state) is Nature.DECK
        to = Seat(number % seats)
        assert tuple(RULES.legal(state)) == tuple(Deal(card, to) for card in state.unseen)
        state = after(state, RULES.legal(state)[number % 7])
    assert [*map(len, state.hands)] == [6] * seats
    assert (state.blind, len(state.unseen)) == ((3,) * seats, 52 - 6 * seats)
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


@pytest.mark.parametrize("top", RANKS)
def test_a_card_has_to_be_higher_than_the_one_before_or_a_2_a_3_or_a_10(top: int) -> None:
    beats = {3: RANKS, 7: range(2, 7)}.get(top, range(top + 1, 15))
    (card,) = (one for one in DECK if one == (top, Suit.HEARTS))
    state = replace(table(EACH, "4d"), pile=(card,))
    assert playable(state) == sorted({2, 3, 10, *beats})


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


@pytest.mark.parametrize(
    ("state", "plays", "ranks"),
    [
        # The next card must beat a 2.
        (table("2h 4s", EACH.replace("2c", "2d"), pile="Ah"), "2h", [*RANKS]),
        (table("4c 5c", "4d", pile="2h"), "", [4, 5]),
        # A 3 is invisible: the card below counts, and below all 3s nothing demands nothing.
        *((table(EACH, "4d", pile=f"5h 9h {threes}"), "", OVER_9) for threes in ("3h", "3h 3d 3s")),
        (table("2c 3c 4c", "4d", pile="2h 3h"), "", [2, 3, 4]),
        (table("4c Ac", "4d", pile="3h 3d"), "", [4, 14]),
        (table("3c 4c", "Jd Ad", "Jc Qc", pile="9h"), "3c Jd", [12]),
        # After a 7 the next seat plays lower, and the one after that higher again.
        (table("7h 8d", EACH, pile="5h"), "7h", [2, 3, 4, 5, 6, 10]),
        (table("7h 8d", "5d 8h", EACH), "7h 5d", [2, 3, *range(6, 15)]),
        (table("7c", "4d", pile="8h"), "", []),
        (table("7c", "4d", pile="6h"), "", [7]),
        # Four of a kind have to be high enough, too.
        (table("8c 8d 8h 8s", "4d", pile="9h"), "", []),
        # A 3 answers a 7, or passes it on.
        (table("7h 8d", "3d 8h", "4c 6c 7c 8c"), "7h 3d", [8]),
        (table("7h 8d", "3d 8h", "4c 6c 7c 8c", seven_shines_through=True), "7h 3d", [4, 6]),
        (table("7h 8d", "3d 8h", "4c 6c 7c 8c", seven_shines_through=True), "7h 3d 6c", [8]),
        # An equal card is too low, unless it is allowed.
        *((table(f"{one}c", "4d", pile=f"{one}h"), "", []) for one in (7, 9, "A")),
        *(
            (table("4c 7c 9c Ac", "4d", pile=pile, equal_allowed=True), "", ranks)
            for pile, ranks in (("9h", [9, 14]), ("7h", [4, 7]), ("7h 3h", [7, 9, 14]))
        ),
    ],
)
def test_the_demand_of_magic_cards(state: State, plays: str, ranks: list[int]) -> None:
    led = after(state, *map(play, plays.split()))
    assert playable(led) == ranks
    assert stuck(led) == (not ranks)


def test_cards_of_one_rank_may_be_laid_at_once() -> None:
    state = table("8c 8d 8h 9c", "4d", pile="4h")
    assert RULES.legal(state) == (
        *map(play, ("8c", "8d", "8h", "8c 8d", "8c 8h", "8d 8h", "8c 8d 8h", "9c")),
    )
    assert after(state, play("8c 8h")).pile == cards("4h 8c 8h")


def test_the_hand_is_played_first() -> None:
    state = table("5c / Kc / 3", "4d", pile="4h")
    assert (state.source, RULES.legal(state)) == (Source.HAND, (play("5c"),))


def test_the_face_up_cards_are_played_after_the_hand() -> None:
    state = table("/ 5c Kc Kd / 3", "4d", pile="4h")
    assert state.source is Source.ROW
    assert RULES.legal(state) == (*map(play, ("5c", "Kc", "Kd", "Kc Kd")),)
    assert after(state, play("Kc Kd")).rows[0] == cards("5c")


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


def test_face_up_cards_are_chosen_in_turn_and_visible_to_all() -> None:
    state = dealt(3)
    laid = after(state, LayUp(state.hands[0][:3]))
    assert RULES.view(laid, Seat(1)).rows == (state.hands[0][:3], (), ())
    assert RULES.actor(laid) == 1


@pytest.mark.parametrize(("seats", "stock"), [(2, 34), (3, 25), (4, 16), (5, 7)])
def test_the_stock_is_the_undealt_cards_and_there_is_none_if_so_agreed(
    seats: int, stock: int
) -> None:
    assert dealt(seats).stock == stock
    assert dealt(seats, stock=False).stock == 0
    without = replace(table("5c 5d 9c", "4d", stock=5), options=Options(stock=False))
    state = after(without, play("5c"))
    assert (state.stock, state.phase, state.turn) == (0, Phase.PLAYING, 1)
    assert len(state.unseen) == 5


def test_a_hand_is_refilled_before_its_seat_leads_again() -> None:
    state = after(table("10c 4c", "4d", pile="Kh", unseen="9c Jc Qc"), play("10c"))
    assert state.phase is Phase.DRAWING
    told = happened(drawn(state, "9c"), Deal(cards("Jc")[0], Seat(0)))
    assert told[-1] == LeadsAgain(Seat(0))
    led = drawn(state, "9c Jc")
    assert (led.turn, led.hands[0]) == (0, cards("4c 9c Jc"))


def test_an_empty_hand_is_refilled_before_the_row_is_played() -> None:
    state = after(table("9c / 4c / 1", "4d", unseen="Jc Qc Kc"), play("9c"))
    assert (state.phase, state.stock) == (Phase.DRAWING, 2)
    assert drawn(state, "Jc Kc").hands[0] == cards("Jc Kc")


def test_a_seat_that_takes_the_pile_draws_nothing() -> None:
    state = after(table("4c", "4d", pile="8h", stock=4), TakePile())
    assert (state.phase, state.turn, state.stock) == (Phase.PLAYING, 1, 4)


@pytest.mark.parametrize(
    ("pile", "last", "alike"),
    [
        *[("5h Ah", "10c", False), ("", "10c", False), ("8c", "10c 10d", False)],
        *[("4h 6h", "8c 8d 8h 8s", True), ("Kh 2c 2d 2h", "2s", True), ("8c 8d 8h", "8s", True)],
        *[("Kh 2c 2d", "2h 2s", True), ("3c 3d 3h", "3s", True), ("9h 3c", "3d 3h 3s", True)],
        *[("8c 8d 8h", "9c", None), ("8c 8d 3c 8h", "8s", None)],
    ],
)
def test_a_10_or_four_alike_on_top_however_played_burn_the_pile_and_the_seat_leads_again(
    pile: str, last: str, *, alike: bool | None
) -> None:
    state = table(f"{last} 4c", "4d", pile=pile, equal_allowed=True)
    there = cards(f"{pile} {last}")
    burned, told = RULES.apply(state, play(last))
    if alike is None:
        assert (burned.pile, burned.turn) == (there, 1)
        return
    assert told[1:] == (Burned(Seat(0), len(there), alike=alike), LeadsAgain(Seat(0)))
    assert (burned.pile, burned.burned, burned.turn) == ((), tuple(sorted(there)), 0)
    assert playable(burned) == [4]


def test_a_blind_card_may_be_a_10_or_complete_four_alike() -> None:
    alike = turned(table("/ / 2", "4d", pile="2c 2d 2h", unseen="2s 9c"), "2s")
    ten = turned(table("/ / 2", "4d", pile="5h Ah", unseen="10c Jc"), "10c")
    for state in (alike, ten):
        assert (state.pile, state.turn, state.source) == ((), 0, Source.BLIND)


def test_after_a_taken_pile_the_next_seat_plays_any_card() -> None:
    state = after(table("4c", "4d Ad", pile="8h"), TakePile())
    assert (state.turn, playable(state)) == (1, [4, 14])


def test_a_seat_that_can_play_or_turn_a_card_over_may_take_the_pile_if_so_agreed() -> None:
    free = table("9c", "4d", pile="8h", may_decline=True)
    assert RULES.legal(free) == (play("9c"), TakePile())
    blind = table("/ / 2", "4d", pile="8h", may_decline=True)
    assert RULES.legal(blind) == (TurnOver(), TakePile())


def test_a_row_without_a_legal_card_stays_and_the_pile_is_taken() -> None:
    state = table("/ 4c 5c / 1", "4d", pile="8h")
    assert stuck(state)
    assert after(state, TakePile()).rows[0] == cards("4c 5c")


def test_an_illegal_blind_card_joins_the_hand_with_the_pile() -> None:
    state = table("/ / 2", "4d", pile="5h 9h", unseen="4c Jc")
    told = happened(state, TurnOver(), Deal(cards("4c")[0], Seat(0)))
    assert told == (Missed(Seat(0), cards("4c")[0], 2), TurnStarted(Seat(1)))
    missed = turned(state, "4c")
    assert (missed.hands[0], missed.pile, missed.blind) == (cards("4c 5h 9h"), (), (1, 0))
    assert (missed.source, missed.turn) == (Source.HAND, 1)
    assert after(missed, play("4d")).out == (1,)


def test_a_view_shows_the_top_the_size_and_the_demand_of_the_pile() -> None:
    view = RULES.view(table("4c", "4d", pile="9h Kh 3c"), Seat(1))
    assert (view.top, view.pile, str(view.asks)) == (cards("3c")[0], 3, "a card higher than a king")
    empty = RULES.view(table("4c", "4d"), Seat(1))
    assert (empty.top, empty.pile, str(empty.asks)) == (None, 0, "any card")
    assert RULES.asks(empty) == ""
    beaten = RULES.view(table("4c", "4d", pile="Ah"), Seat(1))
    assert RULES.asks(beaten) == "no card is higher than an ace; only 2, 3 and 10 go on it"


@pytest.mark.parametrize(
    ("last", "pile", "ranks"),
    [
        *[("2c", "9h", [4, 11]), ("3c", "9h", [11]), ("7c", "6h", [4])],
        *[("10c", "9h", [4, 11]), ("6c 6d 6h 6s", "2h", [4, 11])],
    ],
)
def test_the_last_card_may_be_magic_and_the_next_seat_plays_on_it_or_leads_after_a_burn(
    last: str, pile: str, ranks: list[int]
) -> None:
    state = after(table(last, "4d Jd", "5d", pile=pile), play(last))
    assert (state.out, state.turn, playable(state)) == ((0,), 1, ranks)


def test_a_blind_card_may_be_the_last_one() -> None:
    state = table("/ / 1", "4d", "5d", pile="9h", unseen="Jc")
    told = happened(state, TurnOver(), Deal(cards("Jc")[0], Seat(0)))
    played = Played(Seat(0), cards("Jc"), Source.BLIND)
    assert told == (played, WentOut(Seat(0)), TurnStarted(Seat(1)))


def test_a_seat_that_is_out_is_skipped() -> None:
    state = table("4c 9c", "", "5c 9d", "", "6c 9h")
    assert after(state, play("4c")).turn == 2
    assert after(state, play("4c"), play("5c")).turn == 4
    assert after(state, play("4c"), play("5c"), play("6c")).turn == 0


def test_seats_with_cards_are_ranked_by_their_number_of_cards() -> None:
    state = table("9c", "4d 5d", "5c / 4s", "4h / 5h / 2", end="first-wins")
    assert outcome(after(state, play("9c"))).scores == (3, 1, 1, 0)


def circling(quiet: int, *seats: str, **options: Any) -> State:
    return replace(table(*seats, pile="8h", **options), quiet=quiet)


def test_a_game_without_progress_ends_after_twenty_taken_piles_per_seat() -> None:
    assert QUIET_TAKES == 20
    almost = circling(58, "4c 5c", "4d", "5d 6d")
    assert RULES.outcome(after(almost, TakePile())) is None
    over = after(replace(almost, quiet=59), TakePile())
    assert RULES.actor(over) is Nature.OVER
    assert outcome(over).reason == "The same cards have gone round for too long."
    assert outcome(over).winners == (1,)
    assert outcome(over).scores == (0, 2, 1)


def test_without_progress_the_seats_with_the_fewest_cards_share_the_win() -> None:
    level = after(circling(59, "4c", "4d 5s", "5d 6d"), TakePile())
    assert (outcome(level).winners, outcome(level).scores) == ((0, 1, 2), (0, 0, 0))
    ahead = after(circling(59, "4c", "", "5d"), TakePile())
    assert (outcome(ahead).winners, outcome(ahead).scores) == ((1,), (0, 2, 1))


def test_only_progress_resets_the_count_of_taken_piles() -> None:
    assert after(circling(5, "4c 5c", "4d"), TakePile()).quiet == 6
    assert after(circling(5, "9c 9d", "4d"), play("9c")).quiet == 5
    assert after(circling(5, "10c 9d", "4d"), play("10c")).quiet == 0
    drew = drawn(after(circling(5, "9c", "4d", unseen="Jc"), play("9c")), "Jc")
    assert drew.quiet == 0
    assert turned(circling(5, "/ / 2", "4d", unseen="4c 9c"), "4c").quiet == 0
    assert after(circling(5, "/ 9c 9d", "4d"), play("9c")).quiet == 0
    assert after(circling(5, "9c", "4d", "5d"), play("9c")).quiet == 0


@tried(30, game=plays(RULES))
def test_the_unseen_cards_are_the_blind_ones_the_stock_and_those_removed(game: Game) -> None:
    for step in steps(RULES, game):
        state = step.after
        aside = len(state.unseen) - sum(state.blind) - state.stock
        assert aside == 0 if game.options.stock else state.stock == 0
        assert aside >= 0
        if state.phase is Phase.PLAYING:
            full = all(len(hand) >= HAND for hand in state.hands)
            assert full or not state.stock


@tried(30, game=plays(RULES))
def test_a_seat_that_is_out_has_nothing_and_is_never_asked(game: Game) -> None:
    for step in steps(RULES, game):
        state = step.after
        if state.phase in (Phase.PLAYING, Phase.DRAWING, Phase.TURNING):
            bare = {seat for seat in range(game.seats) if not state.cards_left(Seat(seat))}
            assert bare == {*state.out}
            assert state.turn not in state.out
    ended = len(state.out) == (1 if game.options.end == "first-wins" else game.seats - 1)
    assert ended or state.quiet == QUIET_TAKES * game.seats


ACE = Card(14, Suit.SPADES)


NOW = "now the seat whose turn it is"
ORDER = "each card is named once, the lowest first and one rank by suit"
MIXED = "one plays one or more cards of one rank"
HELD = table("4c 4d Jc / 5c / 1", "4h", pile="8h", unseen="As")
BLIND = table("/ / 1", "4d", pile="4h")
SIX = "2c 5s 6c 10c Jc Qc"
CHOICE = replace(table(SIX, SIX), phase=Phase.CHOOSING)
START = replace(table("", "", stock=52), phase=Phase.DEALING)
ASKS = "the pile asks for a card"


@pytest.mark.parametrize(
    ("state", "action", "reason"),
    [
        (HELD, play("9c"), "the 9 of clubs is not in the hand"),
        (HELD, play("5c"), "the 5 of clubs is not in the hand"),
        (HELD, Play((Card(99, Suit.CLUBS),)), "the 99 of clubs is not in the hand"),
        (table("/ 5c Kc / 1", "4d"), play("9c"), "the 9 of clubs is not in the face-up row"),
        (BLIND, play("9c"), "the 9 of clubs is not in the hand or face-up row"),
        *((HELD, play(cards), ORDER) for cards in ("4d 4c", "4c 4c")),
        *((HELD, play(cards), MIXED) for cards in ("4c Jc", "")),
        (HELD, play("4c"), f"{ASKS} higher than an 8; only 2, 3 and 10 go on everything"),
        (table("7c", "4d", pile="7h"), play("7c"), f"{ASKS} lower than a 7; only 2, 3 and 10 go"),
        (table("Jc", "4h", pile="As"), play("Jc"), "no card is higher than an ace; only 2, 3 and"),
        (HELD, TurnOver(), "the cards of the hand come first"),
        (table("/ 5c / 1", "4d"), TurnOver(), "the cards of the face-up row come first"),
        (HELD, TakePile(), "one who can play has to"),
        (BLIND, TakePile(), "a blind card has to be tried first"),
        (table("4c", "4d", may_decline=True), TakePile(), "there is no pile to take"),
        (HELD, Deal(ACE, Seat(0)), f"{NOW} plays, turns a blind card over or takes the pile"),
        *((CHOICE, LayUp(cards(few)), "it takes exactly three cards") for few in ("2c 5s", SIX)),
        (CHOICE, LayUp(cards("2c 5s Kc")), "the king of clubs is not in the hand"),
        (CHOICE, LayUp(cards("2c 6c 5s")), ORDER),
        (CHOICE, play("2c"), f"{NOW} lays three"),
        (START, Deal(ACE, Seat(1)), "this card goes to seat 0"),
        (replace(START, unseen=DECK[:-1]), Deal(ACE, Seat(0)), "the ace of spades has been seen"),
        (START, TakePile(), "now the deck deals"),
        (replace(HELD, phase=Phase.OVER), play("4d"), "now the game is over"),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(
    state: State, action: Action, reason: str
) -> None:
    assert refused(state, action).startswith(reason)


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
