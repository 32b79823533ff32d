"""One test for each sentence of the rule text on the course of the game."""

from collections import Counter
from collections.abc import Sequence

import pytest

from tests.rules.rummu.tables import (
    ALONE,
    LAST,
    PAIRED,
    RULES,
    add,
    after,
    allowed,
    card,
    cards,
    dealt,
    discard,
    drawn,
    exchange,
    hand,
    happened,
    lay,
    outcome,
    refused,
    table,
)
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.rules.base import Action, Nature, TurnStarted
from towersim.rules.rummu.cards import deck
from towersim.rules.rummu.log import CameOut, Dealt, Laid, RoundOver, TurnedUp, WentOut
from towersim.rules.rummu.play import DISORDER
from towersim.rules.rummu.state import (
    Add,
    Combination,
    Deal,
    Discard,
    Draw,
    Lay,
    Options,
    Phase,
    State,
    Take,
)


def test_four_or_six_may_play_with_the_partner_opposite() -> None:
    for seats, sides in ((4, [0, 1, 0, 1]), (6, [0, 1, 2, 0, 1, 2])):
        state = RULES.setup(seats, PAIRED)
        assert [state.side(Seat(seat)) for seat in range(seats)] == sides
    for seats in (3, 5):
        with pytest.raises(OptionFault, match=f"rummu: partners need 4 or 6 players, not {seats}"):
            RULES.setup(seats, PAIRED)


def test_the_cards_are_shuffled() -> None:
    state = RULES.setup(3, ALONE)
    assert RULES.actor(state) is Nature.DECK
    assert tuple(RULES.legal(state)) == tuple(map(Deal, deck()))
    first = after(state, Deal(card("r7'")))
    assert tuple(RULES.legal(first)) == tuple(Deal(one) for one in deck() if one != card("r7'"))


@pytest.mark.parametrize(("seats", "each"), [(3, 12), (4, 10), (5, 9), (6, 8)])
def test_each_player_receives_cards_by_the_number_of_players(seats: int, each: int) -> None:
    assert [len(held) for held in dealt(seats).hands] == [each] * seats


def test_the_undealt_cards_are_the_deck_and_one_of_them_begins_the_discard_pile() -> None:
    state = dealt(3)
    assert (len(state.discards), len(state.deck)) == (1, 60 - 36 - 1)
    undealt = RULES.setup(3, ALONE)
    for _ in range(36):
        undealt = after(undealt, Deal(undealt.deck[0]))
    assert undealt.discards == ()
    told = happened(undealt, Deal(undealt.deck[5]))
    assert told[0] == TurnedUp(undealt.deck[5])
    assert after(undealt, Deal(undealt.deck[5])).discards == (undealt.deck[5],)


def test_a_turn_is_drawing_then_if_one_likes_playing_then_discarding() -> None:
    state = table("r3 r4 r5 b9", phase=Phase.DRAWING)
    assert tuple(RULES.legal(state)) == (Draw(), Take())
    playing = drawn(state)
    assert after(playing, discard("b9")).table == ()
    laid = after(playing, lay("r3 r4 r5"))
    assert {type(action) for action in RULES.legal(laid)} == {Discard}
    ended = after(laid, discard("b9"))
    assert (RULES.actor(ended), ended.phase) == (1, Phase.DRAWING)


def test_the_deck_gives_a_card_to_the_seat_that_draws() -> None:
    state = table(LAST, deck="r3 r4", phase=Phase.DRAWING)
    waiting = allowed(state, Draw())
    assert RULES.actor(waiting) is Nature.DECK
    assert tuple(RULES.legal(waiting)) == (Deal(card("r3")), Deal(card("r4")))
    got = after(waiting, Deal(card("r4")))
    assert happened(state, Draw()) == (), "it is told when the card is dealt"
    assert happened(waiting, Deal(card("r4"))) == (Dealt(Seat(0), card("r4")),)
    assert (got.hands[0], got.deck) == (hand("g8 k0 r4"), hand("r3"))
    assert RULES.actor(got) == 0


def test_one_or_more_cards_may_be_taken_from_the_top_of_the_discard_pile() -> None:
    state = table(LAST, discards="b1 b2 b3", phase=Phase.DRAWING)
    one = allowed(state, Take())
    assert (one.hands[0], one.discards) == (hand("g8 k0 b3"), hand("b1 b2"))
    assert allowed(one, discard("b3")).turn == 1
    three = allowed(allowed(one, Take()), Take())
    assert three.hands[0] == hand("g8 k0 b1 b2 b3")


def test_no_discard_can_be_taken_after_cards_were_played() -> None:
    state = table("r3 r4 k0", discards="b1 b2 r5", phase=Phase.DRAWING)
    played = after(state, Take(), lay("r3 r4 r5"))
    assert "lay cards, or discard one" in refused(played, Take())


@pytest.mark.parametrize(
    ("options", "score", "needed"),
    [
        *((ALONE, *step) for step in [(-1, 3), (0, 4), (99, 4), (100, 5), (149, 5), (150, 6)]),
        *((PAIRED, *step) for step in [(-1, 3), (0, 4), (199, 4), (200, 5), (399, 5), (400, 6)]),
    ],
)
def test_the_score_determines_the_cards_needed_to_come_out_in_later_rounds(
    options: Options, score: int, needed: int
) -> None:
    partners = options is PAIRED
    others = [LAST] * (3 if partners else 2)
    scores = (score, 0) if partners else (score, 0, 0)
    for size in range(3, 7):
        held = " ".join(f"r{number}" for number in range(1, size + 1))
        state = table(f"{held} k9 b9", *others, out=(), scores=scores, options=options)
        assert (lay(held) in RULES.legal(state)) is (size >= needed)
    told = RULES.view(state, Seat(1)).minimum
    assert told == ((needed, 4, needed, 4) if partners else (needed, 4, 4))


def test_several_combinations_of_one_turn_count_together_for_coming_out() -> None:
    state = table("r3 r4 r5 b6 g6 k6 k0", out=(), scores=(150, 0, 0))
    begun = allowed(state, lay("r3 r4 r5"))
    assert begun.out == ()
    said = "coming out takes 6 cards and 3 are laid: another combination comes first"
    assert refused(begun, discard("k0")) == said
    came = (Laid(Seat(0), cards("b6 g6 k6")), CameOut(Seat(0), 6))
    assert happened(begun, lay("b6 g6 k6")) == came
    assert allowed(begun, lay("b6 g6 k6")).out == (0,)


def test_cards_laid_in_one_turn_do_not_count_in_the_turn_of_another_seat() -> None:
    first = table("r3 r4 r5 k0 k2", "b3 b4 b5 k1", out=(0,))
    second = drawn(after(first, lay("r3 r4 r5"), discard("k0")))
    assert refused(second, lay("b3 b4 b5")).startswith("coming out takes 4 cards")


def test_a_seat_that_is_out_may_lay_any_combination() -> None:
    state = table("r3 r4 r5 r6 b7 g7 k7 k0", out=())
    same = allowed(after(state, lay("r3 r4 r5 r6")), lay("b7 g7 k7"))
    assert len(same.table) == 2
    assert allowed(table("b7 g7 k7 k0"), lay("b7 g7 k7")).out == (0, 1, 2)


@pytest.mark.parametrize("owner", [0, 1])
def test_a_seat_that_is_out_may_add_to_any_combination(owner: int) -> None:
    state = table("r6 b2 k0 g5", laid=[(owner, "r3 r4 r5"), (owner, "b5 r5 k5")])
    longer = allowed(state, add("r6"))
    assert longer.table[0] == Combination(Seat(owner), cards("r3 r4 r5 r6"))
    assert longer.hands[0] == hand("b2 k0 g5")
    assert allowed(state, add("g5", 1)).table[1].cards == cards("b5 g5 k5 r5")


@pytest.mark.parametrize(
    ("held", "there", "action", "becomes"),
    [
        ("y2", "r3 r4 r5", add("y2=r"), "y2=r r3 r4 r5"),
        ("r2 r6", "r3 r4 r5", add("r2 r6"), "r2 r3 r4 r5 r6"),
        ("k6 y6", "r6 b6 g6", add("k6 y6"), "r6 b6 g6 k6 y6"),
        # In a set of five the yellow card stands for itself.
        ("y5", "r5 b5 g5 k5", add("y5"), "r5 b5 g5 k5 y5"),
        # They fit only together.
        ("y6 r7", "r3 r4 y5=r", add("y6=r r7"), "r3 r4 y5=r y6=r r7"),
        # Of a joker the exact card, either of two identical ones.
        ("b4", "b3 y4=b r5", exchange("b4"), "b3 b4 r5"),
        ("r4", "k4 g4 y4=r", exchange("r4"), "k4 g4 r4"),
        ("g5", "r5 b5 y5=g", exchange("g5"), "r5 b5 g5"),
        ("r7'", "r6 y7=r r8", exchange("r7'"), "r6 r7' r8"),
    ],
)
def test_one_or_several_cards_are_added_or_exchanged_for_a_joker(
    held: str, there: str, action: Action, becomes: str
) -> None:
    state = allowed(table(f"{held} k0", laid=[(1, there)]), action)
    assert state.table == (Combination(Seat(1), cards(becomes)),)
    assert state.hands[0] in (hand("k0"), hand("k0 y4"), hand("k0 y5"), hand("k0 y7"))
    assert state.laid == len(held.split())


RED = [(1, "r3 r4 r5"), (1, "r3 y4=r r5")]
OTHERS = [(1, "r3 r4 y5=r"), (1, "r5 b5 k5"), (1, "b3 y4=b r5")]
COMING = "coming out takes 4 cards, and no other combination in the hand makes them up"
READY = "r3 r4 r5 b6 g6 k6"
DEALS = "now the deck deals a card that it still holds"
OF_YELLOW = "in a set of fewer than five cards a yellow card stands for another colour"
LEFT = "a card must be left to discard at the end of the turn"
BACKWARDS = Lay(cards("r3 r4 r5")[::-1])
FIVE = [(1, "r7' b7 g7 k7 y7")]
GOING = (("r6", add("r6")), ("r6 r7", add("r6 r7")), ("r6 r7 r8", lay("r6 r7 r8")))


@pytest.mark.parametrize(
    ("state", "actions", "reason"),
    [
        (
            table("r3 r4 r5 b9", phase=Phase.DRAWING),
            (lay("r3 r4 r5"), discard("b9"), add("r3"), exchange("r3")),
            "first draw from the deck, or take the top of the discard pile",
        ),
        (table("r3"), (Draw(), Take()), "now lay cards, or discard one"),
        (table("r3", discards="", phase=Phase.TAKING), (Take(),), "the discard pile is empty"),
        (table("k5", phase=Phase.TAKING), (Draw(),), "now take the next discard, lay cards, or"),
        (table("k5", phase=Phase.DEALING), (Take(),), DEALS),
        (table("k5", phase=Phase.FETCHING), (Take(),), DEALS),
        (table("k5", deck="r3", phase=Phase.FETCHING), (Deal(card("k5")),), DEALS),
        (table("k5", phase=Phase.OVER), (Draw(),), "the game is over"),
        (
            table("r3 r4 k0", "r5 g8", laid=[(1, "b3 b4 b5")]),
            (lay("r3 r4 r5"), add("r5"), exchange("r5"), discard("r5")),
            "the red 5 is not in the hand",
        ),
        (table("r3 r4 b9"), (lay("r3 r4"),), "a combination has three cards or more"),
        (table("r3 r4 b9"), (lay("r3 r4 b9"),), "its numbers are neither all the same nor"),
        (table("r3 r4 r5 k0"), (BACKWARDS,), DISORDER),
        (table("r6 r7 k0", laid=RED), (Add(cards("r6 r7")[::-1], 0),), DISORDER),
        # The role of a joker.
        (table("r5 b5 y5 k0"), (lay("r5 b5 y5=r"),), "a set has no colour twice, here red is"),
        (table("r5 b5 y5 k0"), (lay("r5 b5 y5"),), OF_YELLOW),
        (table("r5 b5 g5 y5 k0"), (lay("r5 b5 g5 y5"),), OF_YELLOW),
        (table("y5 k0", laid=[(1, "r5 b5 g5")]), (add("y5"),), OF_YELLOW),
        (table("g5 k0", laid=[(1, "r5 b5 y5=g")]), (add("g5"),), "a set has no colour twice"),
        # Coming out.
        (table("r3 r4 r5 k0", out=(), number=1, scores=(-50, 0, 0)), (lay("r3 r4 r5"),), COMING),
        (table(READY, out=()), (lay("r3 r4 r5"),), COMING),
        (table(f"{READY[:-1]}7 k0", out=()), (lay("r3 r4 r5"),), COMING),
        (
            table("r6 r4 k0", laid=RED, out=(1,)),
            (add("r6"), exchange("r4", 1)),
            "first come out, with combinations of 4 cards in all",
        ),
        # An addition must result in a combination that is there.
        (table("r7 k0", laid=OTHERS), (add("r7"),), "its numbers are neither all the same nor"),
        (table("b6 k0", laid=OTHERS), (add("b6"),), "a mixed run has no colour twice"),
        (table("y6 k0", laid=OTHERS), (add("y6=r"),), "a run of one colour needs more other cards"),
        (table("k0", laid=OTHERS), (add(""),), "no card is named"),
        (table("k0", laid=OTHERS), (add("k0", 3),), "there is no combination 3 on the table"),
        (table("k0", laid=OTHERS), (add("k0", -1),), "there is no combination -1 on the table"),
        (table("r4 k0", laid=OTHERS), (exchange("r4", 3),), "there is no combination 3 on the"),
        # Only the exact card can be exchanged for a joker, and none for the yellow one of five.
        (table("r4 k0", laid=OTHERS), (exchange("r4", 2),), "no joker there stands for the red 4"),
        (table("r3 k0", laid=OTHERS), (exchange("r3", 2),), "no joker there stands for the red 3"),
        (table("r7 y7' k0", laid=FIVE), (exchange("r7"),), "no joker there stands for the red 7"),
        (table("r7 y7' k0", laid=FIVE), (exchange("y7'"),), "no joker there stands for the yellow"),
        # A card is left to discard.
        *((table(held, laid=RED), (play,), LEFT) for held, play in GOING),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(
    state: State, actions: Sequence[Action], reason: str
) -> None:
    for action in actions:
        assert refused(state, action).startswith(reason)


def test_an_exchanged_joker_may_be_used_at_once_or_stay_in_the_hand() -> None:
    state = table("r4 b3 b5 k0", laid=[(1, "r3 y4=r r5")])
    swapped = after(state, exchange("r4"))
    assert allowed(swapped, lay("b3 y4=b b5")).hands[0] == hand("k0")
    assert allowed(swapped, discard("k0")).hands[0] == hand("b3 b5 y4")


def test_combinations_on_the_table_are_neither_rearranged_nor_joined() -> None:
    state = table("r6 k0", laid=[(0, "r3 r4 r5"), (0, "r7 r8 r9")])
    kinds = Counter(type(action).__name__ for action in RULES.legal(state))
    assert kinds == {"Add": 2, "Discard": 2}
    joined = after(state, add("r6"))
    assert [len(each.cards) for each in joined.table] == [4, 3]


def test_a_discarded_card_lies_on_top_and_the_next_player_takes_a_turn() -> None:
    state = table("k0 k5", discards="b1")
    ended = allowed(state, discard("k5"))
    assert (ended.discards, ended.hands[0]) == ((card("b1"), card("k5")), hand("k0"))
    assert happened(state, discard("k5"))[-1] == TurnStarted(Seat(1))


def test_only_the_top_discard_is_visible() -> None:
    state = table("k0 k5", discards="b1 b2 b3")
    for seat in range(3):
        view = RULES.view(state, Seat(seat))
        assert (view.top, view.discards) == (card("b3"), 3)
    view = RULES.view(table("k0 k5", discards=""), Seat(0))
    assert (view.top, RULES.asks(view)) == (None, "now lay cards, or discard one")
    none_left = RULES.view(table("k0 k5", discards="", phase=Phase.TAKING), Seat(0))
    assert RULES.asks(none_left) == "now lay cards, or discard one"


def going_out() -> State:
    return table("k5", "r1 b2 y3", "k1", laid=[(0, "r3 r4 r5")], scores=(10, 20, 30))


def test_the_round_ends_when_the_last_card_is_discarded() -> None:
    told = happened(going_out(), discard("k5"))
    assert told[1] == WentOut(Seat(0))
    assert isinstance(told[2], RoundOver)
    assert after(going_out(), discard("k5")).round == 3


def points(state: State) -> tuple[int, ...]:
    """Return each seat's points of the round if seat 0 now discards the black 5."""
    told = happened(state, discard("k5"))
    return next(event.points for event in told if isinstance(event, RoundOver))


def test_going_out_gives_ten_points_and_cards_in_the_hand_cost_five_or_ten() -> None:
    assert points(going_out()) == (10 + 10, -10 - 5 - 5, -5)


def test_a_combination_scores_for_the_seat_that_laid_it() -> None:
    state = table("r6 k5", "b1", "b2", laid=[(1, "r3 r4 r5")])
    assert points(after(state, add("r6"))) == (10, 20 - 5, -5)


def test_a_combination_is_pure_after_its_joker_was_exchanged() -> None:
    state = table("r4 k5 k6", "b1", "b2", laid=[(1, "r3 y4=r r5")])
    assert RULES.view(state, Seat(0)).worth == (0,)
    assert RULES.view(after(state, exchange("r4")), Seat(0)).worth == (10,)


def test_the_points_are_added_to_those_of_earlier_rounds() -> None:
    assert after(going_out(), discard("k5")).scores == (30, 0, 25)


def test_the_partner_of_the_seat_that_went_out_has_no_minus_points() -> None:
    state = table("k5", "r1", "r2 r3 b4", "b5", options=PAIRED, scores=(0, 0))
    assert points(state) == (10, -10, 0, -5)
    assert after(state, discard("k5")).scores == (10, -15)


def test_a_new_deal_begins_the_next_round() -> None:
    state = after(going_out(), discard("k5"))
    assert (state.phase, state.deck, state.hands) == (Phase.DEALING, deck(), ((), (), ()))
    assert (state.table, state.discards, state.out, state.laid) == ((), (), (), 0)


@pytest.mark.parametrize(
    ("options", "most", "others"), [(ALONE, 200, (0, 0)), (PAIRED, 500, (300,))]
)
def test_the_game_ends_at_two_hundred_points_or_five_hundred_for_partners(
    options: Options, most: int, others: tuple[int, ...]
) -> None:
    seats = ["k5", *[LAST] * (3 if options is PAIRED else 2)]
    for short in (1, 0):
        scores = (most - 10 - short, *others)
        ended = after(table(*seats, options=options, scores=scores), discard("k5"))
        assert (ended.phase is Phase.OVER) is (short == 0)
    assert outcome(ended).reason == f"{most} points are reached."
    assert outcome(ended).scores[0] == most


def test_partners_win_together() -> None:
    state = table("k5", LAST, LAST, LAST, options=PAIRED, scores=(490, 300))
    ended = outcome(after(state, discard("k5")))
    assert (ended.winners, ended.scores) == ((0, 2), (500, 300 - 20, 500, 300 - 20))


def test_the_highest_score_wins() -> None:
    state = table("k5", "k1", "k2", laid=[(0, "r3 r4 r5")], scores=(185, 250, 0))
    ended = outcome(after(state, discard("k5")))
    assert (ended.winners, ended.scores) == ((1,), (205, 245, -5))
