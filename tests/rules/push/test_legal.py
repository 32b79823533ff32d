"""One test for each sentence of Push's rule text and each ruling on a gap in it; properties."""

from collections import Counter

import pytest

from tests.examples import tried
from tests.rules.push.tables import (
    FULL,
    RULES,
    after,
    bust,
    cards,
    dealt,
    finished,
    flip,
    happened,
    outcome,
    puts,
    refused,
    stopped,
    table,
)
from tests.strategies import Play, plays, steps
from towersim.common.units import Seat
from towersim.rules.base import Action, GameOver, Nature, TurnStarted
from towersim.rules.push import state as push
from towersim.rules.push.log import Bust, Cleared, DeckOut, Flipped, Rolled, Stopped, Switched, Took
from towersim.rules.push.state import deck


def test_the_draw_deck_has_a_hundred_and_twenty_cards() -> None:
    faces = Counter(card[:2] for card in RULES.setup(4, push.Options()).deck)
    assert sum(faces.values()) == 120
    assert faces.pop((push.Mark.ROLL, 0)) == 18
    assert faces.pop((push.Mark.SWITCH, 0)) == 12
    assert faces == {(colour, number): 3 for colour in push.COLOURS for number in range(1, 7)}


def test_the_deck_is_shuffled_and_face_down() -> None:
    state = after(RULES.setup(4, push.Options()), push.Flip())
    assert RULES.actor(state) is Nature.DECK
    assert tuple(RULES.legal(state)) == tuple(map(push.Deal, deck()))
    assert len(set(RULES.legal(state))) == 120
    assert RULES.view(state, Seat(0)).deck == 120
    assert RULES.zones(RULES.view(state, Seat(0)))[0].title == "Draw deck"


def test_play_continues_clockwise() -> None:
    state, turns = table(FULL), []
    for _ in range(3):
        state = finished(stopped(flip(state, "switch") if state.turn else state))
        turns.append(RULES.actor(state))
    assert turns == [1, 2, 0]


def test_cards_are_flipped_one_at_a_time_face_up_in_the_middle() -> None:
    state = flip(table(), "red-3")
    assert len(state.deck) == 119
    assert RULES.view(state, Seat(1)).flipped == (push.Mark.RED, 3, 1)
    assert after(state, push.Put(0)).stacks == (cards("red-3"), (), ())


SIX = "red-1 blue-2 | green-3 | purple-4 red-5"


@pytest.mark.parametrize(
    ("stacks", "card", "places"),
    [
        # Up to three stacks can be formed, also by a card that fits on another.
        *[("red-1", "red-2", [1]), ("red-1 | red-2", "red-3", [2])],
        *[("red-1 | red-2 | red-3", "red-4", []), ("red-1 | red-2", "blue-3", [0, 1, 2])],
        # No stack has a number or a colour twice.
        *[(SIX, "red-3", []), (SIX, "red-6", [1]), (SIX, "yellow-2", [1, 2])],
        (SIX, "yellow-3", [0, 2]),
        # A roll card goes in a stack without one, or starts one.
        *[("red-1", "roll", [0, 1]), ("red-1 roll | blue-3 | roll", "roll", [1])],
        ("roll | roll | roll", "roll", []),
    ],
)
def test_a_card_goes_where_it_fits(stacks: str, card: str, places: list[int]) -> None:
    state = flip(table(stacks), card)
    assert puts(state) == places
    assert (state.phase is push.Phase.ROLLING) == (not places)


def test_the_example_of_the_yellow_two() -> None:
    before = table("green-2 red-4 | yellow-5 blue-1 | purple-3")
    state = flip(before, "yellow-2")
    refusals = RULES.view(state, Seat(0)).refusals
    assert refusals == ("stack 1 has a 2 already", "stack 2 has a yellow card already", None)
    assert RULES.view(before, Seat(0)).refusals is None
    assert after(state, push.Put(2)).stacks[2] == cards("purple-3 yellow-2")


def test_the_value_of_a_stack_is_the_sum_of_its_numbers() -> None:
    view = RULES.view(table("red-1 blue-6 | green-3 roll | roll"), Seat(1))
    assert (view.values, view.highest) == ((7, 3, 0), (0,))


def test_a_switch_card_is_put_to_one_side_face_up() -> None:
    state = flip(table(FULL), "switch")
    assert state.stacks == table(FULL).stacks
    assert RULES.view(state, Seat(1)).aside == cards("switch")
    assert RULES.legal(state) == (push.Flip(), push.Stop())


def test_there_is_no_limit_to_the_number_of_flips() -> None:
    state = table("red-1")
    for number in range(2, 7):
        state = after(flip(state, f"{push.COLOURS[number - 2]}-{number}"), push.Put(number == 2))
    for _ in range(12):
        state = flip(state, "switch")
    assert RULES.legal(state) == (push.Flip(), push.Stop())


def test_the_seat_that_stops_takes_a_stack_to_its_bench() -> None:
    state = stopped(table(FULL, benches="purple-6 red-1"))
    assert RULES.actor(state) == 0
    assert RULES.view(state, Seat(0)).highest == (2,)
    taken = after(state, push.Take(2))
    assert taken.benches[0] == tuple(sorted(cards("purple-6 red-1 yellow-4 green-2")))
    assert taken.stacks[2] == ()


def test_the_other_seats_take_stacks_clockwise_while_there_are_any() -> None:
    state = stopped(table(FULL, seats=4, turn=2))
    assert state.takers == (2, 3, 0, 1)
    state = after(state, push.Take(0), push.Take(2))
    assert (RULES.actor(state), RULES.legal(state)) == (0, (push.Take(1),))
    done = after(state, push.Take(1))
    held = ("blue-2 yellow-3", "", "red-2 yellow-1", "green-2 yellow-4")
    assert done.benches == (*map(cards, held),)
    assert (done.phase, done.turn) == (push.Phase.STARTING, 3)


def test_a_switch_card_changes_the_order_of_taking_but_not_of_play() -> None:
    state = stopped(table(FULL, turn=1), "switch")
    assert state.takers == (1, 0, 2)
    assert finished(state).turn == 2


@pytest.mark.parametrize("number", range(5))
def test_each_switch_card_reverses_the_order_once_more(number: int) -> None:
    state = stopped(table(FULL, seats=4), *["switch"] * number)
    assert state.takers == ((0, 3, 2, 1) if number % 2 else (0, 1, 2, 3))


def test_used_switch_cards_are_discarded_at_the_end_of_the_turn() -> None:
    state = stopped(table(FULL), "switch", "switch")
    assert (state.discards, len(state.aside)) == ((), 2)
    done = finished(state)
    assert (done.discards, done.aside) == (cards("switch switch"), ())
    assert stopped(flip(done, "switch"), "switch", "switch").turn == 2


def test_in_a_game_of_two_switch_cards_are_discarded_when_flipped() -> None:
    state = table(FULL, seats=2)
    told = happened(state, push.Flip(), dealt(state, "switch"))
    assert not [event for event in told if isinstance(event, Switched)]
    state = flip(state, "switch")
    assert (state.aside, state.discards) == ((), cards("switch"))
    assert RULES.legal(state) == (push.Flip(), push.Stop())
    assert stopped(state).takers == (0, 1)


def test_a_seat_that_took_a_roll_card_rolls_and_loses_that_colour_of_its_bench() -> None:
    state = after(stopped(table("red-1 roll", benches="blue-6 red-2 red-5")), push.Take(0))
    assert RULES.actor(state) is Nature.DIE
    assert RULES.legal(state) == tuple(map(push.Roll, push.FACES))
    rolled = after(state, push.Roll(push.Mark.RED))
    assert rolled.benches[0] == cards("blue-6")
    assert set(cards("red-1 red-2 red-5")) < set(rolled.discards)


def test_without_a_roll_card_no_seat_rolls() -> None:
    assert happened(stopped(table("red-1")), push.Take(0))[-1] == TurnStarted(Seat(1))


def test_every_seat_with_a_roll_card_in_its_stack_rolls() -> None:
    state = stopped(table("roll red-1 | blue-2 | green-3 roll", benches="|| red-6"))
    state = after(state, push.Take(2), push.Take(1), push.Take(0))
    assert state.rollers == (0, 2)
    state = after(state, push.Roll(push.Mark.RED))
    assert state.benches == (cards("green-3"), cards("blue-2"), cards("red-1 red-6"))
    assert after(state, push.Roll(push.Mark.RED)).benches == (cards("green-3"), cards("blue-2"), ())


def test_used_roll_cards_are_discarded_at_the_end_of_the_turn() -> None:
    state = after(stopped(table("roll red-1")), push.Take(0))
    assert (state.aside, state.discards) == (cards("roll"), ())
    done = after(state, push.Roll(push.Mark.STAR))
    assert (done.aside, done.discards) == ((), cards("roll"))
    assert done.benches[0] == cards("red-1")


def test_stacks_that_are_not_taken_are_discarded() -> None:
    state = after(stopped(table(FULL, seats=2)), push.Take(2), push.Take(0))
    assert state.stacks == ((), (), ())
    assert state.discards == cards("yellow-3 blue-2")
    assert (state.phase, state.turn) == (push.Phase.STARTING, 1)


def test_only_putting_a_card_can_be_undone() -> None:
    actions = (push.Put(0), push.Flip(), push.Stop(), push.Take(0), push.Roll(push.Mark.RED))
    assert [RULES.can_undo(action) for action in actions] == [True, False, False, False, False]


HIGHEST = push.Options(highest_only=True)
LEFT_OUT = push.Options(two_seat_switches="leave-out")


@pytest.mark.parametrize(
    ("seats", "options", "switches"),
    [(2, LEFT_OUT, 0), (2, push.Options(), 12), (3, LEFT_OUT, 12), (6, LEFT_OUT, 12)],
)
def test_switch_cards_may_be_left_out_in_a_game_of_two(
    seats: int, options: push.Options, switches: int
) -> None:
    deck = RULES.setup(seats, options).deck
    assert [card.mark for card in deck].count(push.Mark.SWITCH) == switches
    assert len(deck) == 108 + switches


def test_the_seat_that_stops_may_take_any_stack() -> None:
    assert RULES.legal(stopped(table(FULL))) == (push.Take(0), push.Take(1), push.Take(2))


def test_the_seat_that_stops_takes_a_stack_of_the_highest_value_if_so_agreed() -> None:
    state = stopped(table("red-1 | blue-5 | green-2 purple-3", options=HIGHEST))
    assert RULES.legal(state) == (push.Take(1), push.Take(2))
    why = "the seat that stops takes a stack of the highest value"
    assert why in refused(state, push.Take(0))


def test_the_other_seats_may_take_any_stack_in_every_variant() -> None:
    state = after(stopped(table(FULL, options=HIGHEST)), push.Take(2))
    assert RULES.legal(state) == (push.Take(0), push.Take(1))
    state = after(bust(table(FULL, options=HIGHEST)), push.Roll(push.Mark.STAR))
    assert RULES.legal(state) == (push.Take(0), push.Take(1), push.Take(2))


def test_a_seat_must_take_a_stack_that_is_there() -> None:
    state = after(stopped(table("red-1 | roll")), push.Take(0))
    assert RULES.legal(state) == (push.Take(1),)
    assert "now the seat that is asked takes a stack" in refused(state, push.Stop())
    assert refused(state, push.Take(0)) == "stack 1 is not there, or somebody has it"
    for place in (-1, 3):
        assert refused(state, push.Take(place)) == "the index of a stack is 0 to 2"


def test_with_more_seats_than_stacks_the_last_ones_get_none() -> None:
    state = table(FULL, seats=6, turn=4)
    done = finished(stopped(state))
    assert [bool(bench) for bench in done.benches] == [True, False, False, False, True, True]


def test_a_seat_may_stop_with_only_a_switch_card() -> None:
    state = flip(table(), "switch")
    told = happened(state, push.Stop())
    assert told == (Stopped(Seat(0)), TurnStarted(Seat(1)))
    assert after(state, push.Stop()).discards == cards("switch")


def test_the_dice_are_rolled_after_all_stacks_are_taken_or_discarded() -> None:
    state = after(stopped(table("red-1 roll | blue-1 | green-1", seats=2)), push.Take(0))
    assert (state.phase, state.rollers) == (push.Phase.TAKING, (0,))
    told = happened(state, push.Take(1))
    assert told == (Took(Seat(1), 1, cards("blue-1")), Cleared(cards("green-1")))
    assert after(state, push.Take(1)).phase is push.Phase.ROLLING


def test_the_dice_are_rolled_in_the_order_of_taking() -> None:
    state = table("red-1 roll | blue-1 roll | green-1 roll", turn=1)
    done = after(stopped(state, "switch"), push.Take(0), push.Take(1), push.Take(2))
    assert done.rollers == (1, 0, 2)


def test_a_seat_with_an_empty_bench_rolls_too() -> None:
    assert RULES.actor(bust(table(FULL))) is Nature.DIE
    state = after(stopped(table("roll")), push.Take(0))
    assert happened(state, push.Roll(push.Mark.RED))[0] == Rolled(Seat(0), push.Mark.RED, ())


def test_a_seat_that_pushed_too_far_rolls_once_and_before_the_others_take() -> None:
    state = flip(table("roll | roll red-1 | roll blue-2"), "roll")
    assert (state.phase, state.rollers) == (push.Phase.ROLLING, (0,))
    state = after(state, push.Roll(push.Mark.STAR))
    assert (state.phase, state.rollers) == (push.Phase.TAKING, ())
    assert after(state, push.Take(0), push.Take(1)).rollers == (1, 2)


def test_the_die_has_the_five_colours_and_a_star() -> None:
    assert len(set(push.FACES)) == 6
    assert push.Mark.STAR in push.FACES
    for mark in (push.Mark.ROLL, push.Mark.SWITCH):
        assert f"no side of the die shows a {mark}" in refused(bust(table(FULL)), push.Roll(mark))


def test_placing_the_last_card_of_the_deck_counts_as_a_stop() -> None:
    state = flip(table("red-1 roll", rest="blue-5"), "blue-5")
    told = happened(state, push.Put(1))
    assert told[1:] == (DeckOut(Seat(0)),)
    taking = after(state, push.Put(1), push.Take(0))
    assert RULES.outcome(after(taking, push.Take(1))) is None
    over = after(taking, push.Take(1), push.Roll(push.Mark.RED))
    assert outcome(over).scores == (0, 5, 0)
    assert over.discards == cards("red-1 roll")


def test_a_switch_card_as_the_last_card_counts_as_a_stop() -> None:
    state = table(FULL, rest="switch")
    told = happened(state, push.Flip(), push.Deal(*cards("switch")))
    assert told[1:] == (Switched(reverse=True), DeckOut(Seat(0)))
    assert flip(state, "switch").takers == (0, 2, 1)


def test_after_a_bust_with_the_last_card_the_game_ends_as_usual() -> None:
    state = table(FULL, rest="yellow-2", benches="red-6")
    assert happened(state, push.Flip(), dealt(state, "yellow-2")) == (
        Flipped(Seat(0), *cards("yellow-2")),
        Bust(Seat(0), *cards("yellow-2")),
    )
    state = after(bust(state), push.Roll(push.Mark.STAR), push.Take(0))
    told = happened(state, push.Take(2))
    assert [type(event) for event in told] == [Took, Cleared, GameOver]
    assert outcome(after(state, push.Take(2))).scores == (6, 3, 6)


def test_a_view_shows_the_top_and_the_size_of_the_discard_pile() -> None:
    state = bust(table(FULL, benches="blue-6 red-2"))
    fresh = RULES.view(table(FULL), Seat(2))
    assert (fresh.top, fresh.discarded) == (None, 0)
    view = RULES.view(after(state, push.Roll(push.Mark.RED)), Seat(2))
    assert (view.top, view.discarded) == (*cards("red-2"), 2)


def test_banked_cards_are_visible_to_all_and_count() -> None:
    view = RULES.view(table(benches="blue-6 red-2 | red-1", banks="red-5 | green-4"), None)
    assert view.banks == (cards("red-5"), cards("green-4"), ())
    assert view.scores == (13, 5, 0)


@tried(30, play=plays(RULES))
def test_no_stack_repeats_a_colour_or_a_number(play: Play) -> None:
    for step in steps(RULES, play):
        for stack in step.after.stacks:
            numbers = [card.number for card in stack if card.number]
            marks = [card.mark for card in stack]
            assert len(set(numbers)) == len(numbers)
            assert len(set(marks)) == len(marks)
            assert push.Mark.SWITCH not in marks


@tried(30, play=plays(RULES))
def test_benches_and_banks_contain_only_numbers_and_banks_only_grow(play: Play) -> None:
    for step in steps(RULES, play):
        for bench, bank in zip(step.after.benches, step.after.banks, strict=True):
            assert all(card.number for card in bench + bank)
            assert (bench, bank) == (tuple(sorted(bench)), tuple(sorted(bank)))
        for first, then in zip(step.before.banks, step.after.banks, strict=True):
            assert set(first) <= set(then)


@tried(30, play=plays(RULES))
def test_the_table_is_empty_after_a_turn(play: Play) -> None:
    for step in steps(RULES, play):
        state = step.after
        if state.phase in {push.Phase.STARTING, push.Phase.OVER}:
            assert not any((*state.stacks, state.flipped, state.aside))
            assert not state.takers + state.rollers
        assert bool(state.flipped) is (state.phase is push.Phase.PLACING)
        assert bool(state.rollers) or state.phase is not push.Phase.ROLLING


STACKS = "red-1 blue-2 | red-4 roll"
EARLY = (push.Flip(), push.Stop())


FREE = "a new stack begins in the leftmost free"
PLACES = "the index of a stack is 0 to 2"


@pytest.mark.parametrize(
    ("stacks", "flipped", "action", "reason"),
    [
        ("", "", push.Stop(), "now the seat whose turn it is flips a card or banks"),
        ("red-1", "", push.Bank(push.Mark.BLUE), "now the seat whose turn it is flips one more"),
        *((STACKS, "red-6", early, "now the flipped card goes") for early in EARLY),
        (STACKS, "red-6", push.Put(0), "stack 1 has a red card already"),
        (STACKS, "green-4", push.Put(1), "stack 2 has a 4 already"),
        (STACKS, "red-4", push.Put(1), "stack 2 has a red card already"),
        (STACKS, "roll", push.Put(1), "stack 2 has a roll card already"),
        *((STACKS, "red-6", push.Put(place), PLACES) for place in (-1, 3)),
        ("", "red-1", push.Put(1), FREE),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(
    stacks: str, flipped: str, action: Action, reason: str
) -> None:
    before = table(stacks, benches="blue-6")
    assert refused(flip(before, flipped) if flipped else before, action).startswith(reason)


def test_the_deck_deals_no_card_twice_and_none_that_there_is_not() -> None:
    flipping = after(table(rest="blue-1"), push.Flip())
    for card in (*cards("red-6"), push.Card(push.Mark.ROLL, 3)):
        why = refused(flipping, push.Deal(card))
        assert why == f"the deck does not hold this {card} any more"


def test_a_bust_costs_the_card_a_colour_of_the_bench_and_the_right_to_a_stack() -> None:
    state = bust(table(FULL, benches="blue-6 red-2 red-5 | red-1"))
    assert (state.discards, state.rollers) == (cards("yellow-2"), (0,))
    assert cards("yellow-2")[0] not in state.deck
    rolled = after(state, push.Roll(push.Mark.RED))
    assert rolled.benches == (cards("blue-6"), cards("red-1"), ())
    assert rolled.discards == cards("yellow-2 red-2 red-5")
    assert 0 not in rolled.takers
    assert finished(rolled).benches[0] == cards("blue-6")


def test_the_star_is_safe() -> None:
    state = bust(table(FULL, benches="blue-6 red-2"))
    took = after(stopped(table("red-1 roll", benches="blue-6 red-2")), push.Take(0))
    for rolling in (state, took):
        assert after(rolling, push.Roll(push.Mark.STAR)).benches == rolling.benches


@pytest.mark.parametrize(("switches", "takers"), [(0, (1, 2, 3)), (1, (3, 2, 1))])
def test_after_a_bust_the_other_seats_take_as_usual(switches: int, takers: tuple[int, ...]) -> None:
    state = table(FULL, seats=4)
    for _ in range(switches):
        state = flip(state, "switch")
    state = after(bust(state), push.Roll(push.Mark.STAR))
    assert (state.phase, state.takers) == (push.Phase.TAKING, takers)


def test_after_a_bust_the_other_seats_roll_for_their_roll_cards() -> None:
    state = bust(table("yellow-1 red-2 roll | yellow-3 blue-2 | yellow-4 green-2"))
    state = after(state, push.Roll(push.Mark.STAR), push.Take(0), push.Take(1))
    assert (state.phase, state.rollers) == (push.Phase.ROLLING, (1,))
    assert state.discards == cards("yellow-2 yellow-4 green-2")


def test_a_seat_may_bank_one_colour_instead_of_its_turn() -> None:
    state = table(benches="blue-6 red-2 red-5 | green-1")
    assert RULES.legal(state) == (push.Flip(), push.Bank(push.Mark.RED), push.Bank(push.Mark.BLUE))
    banked = after(state, push.Bank(push.Mark.RED))
    assert (banked.benches[0], banked.banks[0]) == (cards("blue-6"), cards("red-2 red-5"))
    assert (banked.phase, banked.turn) == (push.Phase.STARTING, 1)


@pytest.mark.parametrize("options", [push.Options(), push.Options(star="lose-bench")])
@pytest.mark.parametrize("face", push.FACES)
def test_banked_cards_are_safe_from_the_die(face: push.Mark, options: push.Options) -> None:
    banks = "red-1 yellow-1 green-1 blue-1 purple-1"
    state = bust(table(FULL, banks=banks, options=options))
    assert after(state, push.Roll(face)).banks[0] == tuple(sorted(cards(banks)))


def test_the_same_colour_may_be_banked_repeatedly() -> None:
    state = table(benches="red-1", banks="red-6 blue-2")
    assert after(state, push.Bank(push.Mark.RED)).banks[0] == cards("blue-2 red-1 red-6")


def test_only_cards_on_the_bench_may_be_banked() -> None:
    state = table("", benches="blue-6 | red-1")
    for mark in (push.Mark.RED, push.Mark.ROLL):
        assert f"no {mark} card lies on the bench" in refused(state, push.Bank(mark))
    assert RULES.legal(table()) == (push.Flip(),)


def test_the_game_ends_when_the_deck_is_empty_and_all_stacks_are_taken() -> None:
    state = after(flip(table("red-1", rest="blue-5"), "blue-5"), push.Put(1))
    assert (state.phase, state.takers) == (push.Phase.TAKING, (0, 1, 2))
    assert RULES.outcome(state) is None
    over = after(state, push.Take(1), push.Take(0))
    assert RULES.actor(over) is Nature.OVER
    assert outcome(over).scores == (5, 1, 0)
    assert outcome(over).reason == "The deck is empty and the last stacks are taken."


@pytest.mark.parametrize(
    ("benches", "banks", "scores", "winners"),
    [
        ("red-6 | blue-2", "| red-3 | green-4", (7, 5, 4), (0,)),
        ("red-2 | blue-2 | red-6", "", (3, 2, 6), (2,)),
        ("blue-5 | red-4 | red-1 red-2", "|| red-3", (6, 4, 6), (2,)),
        ("blue-2 | red-3 | red-1 red-2", "", (3, 3, 3), (0, 2)),
    ],
    ids=["bench and bank count", "the highest total", "more cards", "shared"],
)
def test_the_highest_total_wins_and_at_equal_totals_the_seat_with_more_cards(
    benches: str, banks: str, scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    state = table("red-1", rest="switch", benches=benches, banks=banks)
    over = outcome(finished(flip(state, "switch")))
    assert (over.scores, over.winners) == (scores, winners)


@pytest.mark.parametrize(
    ("face", "bench"), [(push.Mark.STAR, ""), (push.Mark.RED, "blue-6")], ids=["star", "colour"]
)
def test_in_the_star_variant_the_star_costs_the_bench_and_a_colour_that_colour(
    face: push.Mark, bench: str
) -> None:
    state = table("red-1 roll", benches="blue-6 red-2", options=push.Options(star="lose-bench"))
    rolled = after(stopped(state), push.Take(0), push.Roll(face))
    assert rolled.benches[0] == cards(bench)
    assert rolled.discards == cards("blue-6 red-1 red-2 roll" if not bench else "red-1 red-2 roll")
