"""Properties of Push under random play, and the perils of flipping another card."""

import pytest
from hypothesis import given

from tests.examples import examples
from tests.rules.push.tables import (
    FULL,
    RULES,
    after,
    bust,
    cards,
    finished,
    flip,
    outcome,
    refused,
    stopped,
    table,
)
from tests.strategies import Play, plays, steps
from towersim.rules.base import Action, Nature
from towersim.rules.push import state as push

some = examples(30)


@some
@given(play=plays(RULES))
def test_no_stack_repeats_a_colour_or_a_number(play: Play) -> None:
    for step in steps(RULES, play):
        for stack in step.after.stacks:
            numbers = [card.number for card in stack if card.number]
            marks = [card.mark for card in stack]
            assert len(set(numbers)) == len(numbers)
            assert len(set(marks)) == len(marks)
            assert push.Mark.SWITCH not in marks


@some
@given(play=plays(RULES))
def test_benches_and_banks_contain_only_numbers_and_banks_only_grow(play: Play) -> None:
    for step in steps(RULES, play):
        for bench, bank in zip(step.after.benches, step.after.banks, strict=True):
            assert all(card.number for card in bench + bank)
            assert (bench, bank) == (tuple(sorted(bench)), tuple(sorted(bank)))
        for first, then in zip(step.before.banks, step.after.banks, strict=True):
            assert set(first) <= set(then)


@some
@given(play=plays(RULES))
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
