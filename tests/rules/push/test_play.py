"""Properties of Push under random play, and the perils of flipping another card."""

import msgspec
import pytest
from hypothesis import assume, given, strategies as st

from tests.examples import examples
from tests.rules.push.tables import (
    FULL,
    MOVES,
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
from tests.strategies import Play, Step, moments, plays, steps
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action, First, Nature
from towersim.rules.push import state as push
from towersim.rules.push.play import full_deck

some = examples(30)
many = examples(100)

EVERY: tuple[Action, ...] = (
    *(push.Flip(), push.Stop()),
    *(kind(place) for kind in (push.Put, push.Take) for place in range(-1, 5)),
    *(kind(mark) for kind in (push.Bank, push.Roll) for mark in push.Mark),
    *(First(Seat(seat)) for seat in range(-1, 7)),
    *map(push.Deal, (*push.deck(), push.Card(push.Mark.STAR), push.Card(push.Mark.RED, 7))),
)
"""All actions, legal or not."""


def everywhere(state: push.State) -> list[push.Card]:
    """Return all cards of a state."""
    piles = (state.deck, *state.benches, *state.banks, *state.stacks)
    return [*sum(piles, ()), *state.flipped, *state.aside, *state.discards]


@some
@given(play=plays(RULES))
def test_no_card_is_lost_or_duplicated(play: Play) -> None:
    for step in steps(RULES, play):
        assert tuple(sorted(everywhere(step.after))) == full_deck(play.seats, play.options)


@many
@given(step=moments(RULES))
def test_legal_actions_apply_and_all_others_are_refused(step: Step) -> None:
    state = step.before
    legal = RULES.legal(state)
    assert set(legal) <= set(EVERY)
    for action in EVERY:
        if action in legal:
            assert RULES.apply(state, action)[0] != state
        else:
            with pytest.raises(IllegalAction, match=r'^{"do":".*}: \w.*\w$'):
                RULES.apply(state, action)


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


@many
@given(step=moments(RULES), data=st.data())
def test_a_view_changes_when_a_visible_card_is_exchanged_for_a_hidden_one(
    step: Step, data: st.DataObject
) -> None:
    state = step.after
    hidden = {*state.deck, *state.discards[:-1]}
    seen = [card for card in everywhere(state) if card not in hidden]
    assume(seen and state.deck)
    gone, come = data.draw(st.sampled_from(seen)), data.draw(st.sampled_from(state.deck))
    text = msgspec.json.encode(state).decode()
    a, b = (msgspec.json.encode(card).decode() for card in (gone, come))
    other = msgspec.json.decode(text.replace(a, "?").replace(b, a).replace("?", b), type=push.State)
    assert RULES.view(other, Seat(0)) != RULES.view(state, Seat(0))


# Counted by hand for the opening: one flip with 120 cards. 108 of them begin a stack; after the 12
# switch cards the seat flips or stops: 108 + 24 = 132. After the 108 it flips or stops; a second
# flip has 119 cards, and after a stop without a stack the next seat flips: 216 + 12 × 120 = 1656.
# For the full table: flip or stop; 3 cards or 3 stacks; the red 6 fits on 2 stacks, after the
# switch card the seat flips or stops, after the yellow 2 (a bust) the die has 6 sides, and each
# stack taken leaves 2 for the next seat: 2 + 2 + 6 + 3 × 2 = 16.
@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("opening", RULES.setup(4, push.Options())),
        ("full", table(FULL, rest="red-6 switch yellow-2")),
        ("last", table("red-1 roll | blue-3", rest="green-4", benches="red-5 | red-2")),
        ("bank", table(seats=2, rest="green-4 switch", benches="red-5 blue-1 | red-2 green-3")),
    ],
)
def test_the_numbers_of_action_sequences_equal_the_golden_ones(
    name: str, state: push.State
) -> None:
    counted, known = MOVES.ways(name, state)
    assert counted == known


NAMES = ("Ann", "Bob", "Cid")
STACKS = "red-1 blue-2 | red-4 roll"


@pytest.mark.parametrize(
    ("flipped", "place", "reason"),
    [
        ("red-6", 0, "stack 1 has a red card already"),
        ("green-4", 1, "stack 2 has a 4 already"),
        ("red-4", 1, "stack 2 has a red card already"),
        ("roll", 1, "stack 2 has a roll card already"),
        ("red-6", -1, "the stacks are numbered 0 to 2"),
        ("red-6", 3, "the stacks are numbered 0 to 2"),
    ],
)
def test_an_illegal_stack_is_refused_with_the_reason(flipped: str, place: int, reason: str) -> None:
    assert refused(flip(table(STACKS), flipped), push.Put(place)) == reason


@pytest.mark.parametrize("place", [-1, 3])
def test_a_stack_number_out_of_range_is_refused(place: int) -> None:
    action = msgspec.convert({"do": "take", "stack": place}, RULES.actions)
    assert refused(stopped(table(STACKS)), action) == "the stacks are numbered 0 to 2"


def test_the_deck_deals_no_card_twice() -> None:
    state = after(table(rest="blue-1"), RULES.legal(table())[0])
    assert (
        refused(state, push.Deal(*cards("red-6"))) == "the deck does not hold this red 6 any more"
    )


def test_a_seat_that_pushes_too_far_takes_no_stack() -> None:
    state = bust(table(FULL))
    assert 0 not in after(state, push.Roll(push.Mark.STAR)).takers
    assert finished(state).benches[0] == ()


def test_a_card_that_fits_nowhere_is_discarded() -> None:
    state = bust(table(FULL))
    assert state.discards == cards("yellow-2")
    assert cards("yellow-2")[0] not in state.deck


def test_a_seat_that_pushed_too_far_rolls_and_loses_that_colour_of_its_bench() -> None:
    state = bust(table(FULL, benches="blue-6 red-2 red-5 | red-1"))
    assert state.rollers == (0,)
    rolled = after(state, push.Roll(push.Mark.RED))
    assert rolled.benches == (cards("blue-6"), cards("red-1"), ())
    assert rolled.discards == cards("yellow-2 red-2 red-5")


def test_the_star_costs_a_seat_that_pushed_too_far_nothing() -> None:
    state = bust(table(FULL, benches="blue-6 red-2"))
    assert after(state, push.Roll(push.Mark.STAR)).benches == state.benches


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


def test_a_seat_that_has_flipped_cannot_bank() -> None:
    state = table("red-1", benches="blue-6")
    assert "now the seat whose turn it is flips one more card" in refused(
        state, push.Bank(push.Mark.BLUE)
    )


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
