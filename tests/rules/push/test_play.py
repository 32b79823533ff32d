"""Properties of Push under random play, and its event sentences."""

import msgspec
import pytest
from hypothesis import assume, given, strategies as st

from tests.examples import examples
from tests.rules.push.tables import FULL, MOVES, RULES, after, cards, flip, refused, stopped, table
from tests.strategies import Play, Step, moments, plays, steps
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action, Event, First
from towersim.rules.push.cards import Card, Mark, deck
from towersim.rules.push.log import Banked, Bust, Cleared, Flipped, Rolled, Switched, Took
from towersim.rules.push.play import full_deck
from towersim.rules.push.state import Bank, Deal, Flip, Options, Phase, Put, Roll, State, Stop, Take

some = examples(30)
many = examples(100)

EVERY: tuple[Action, ...] = (
    *(Flip(), Stop()),
    *(kind(place) for kind in (Put, Take) for place in range(-1, 5)),
    *(kind(mark) for kind in (Bank, Roll) for mark in Mark),
    *(First(Seat(seat)) for seat in range(-1, 7)),
    *map(Deal, (*deck(), Card(Mark.STAR), Card(Mark.RED, 7))),
)
"""All actions, legal or not."""


# --- invariants ---------------------------------------------------------------------------------


def everywhere(state: State) -> list[Card]:
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
            assert Mark.SWITCH not in marks


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
        if state.phase in {Phase.STARTING, Phase.OVER}:
            assert not any((*state.stacks, state.flipped, state.aside))
            assert not state.takers + state.rollers
        assert bool(state.flipped) is (state.phase is Phase.PLACING)
        assert bool(state.rollers) or state.phase is not Phase.ROLLING


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
    other = msgspec.json.decode(text.replace(a, "?").replace(b, a).replace("?", b), type=State)
    assert RULES.view(other, Seat(0)) != RULES.view(state, Seat(0))


# --- numbers of reachable positions -------------------------------------------------------------


# Counted by hand for the opening: one flip with 120 cards. 108 of them begin a stack; after the 12
# switch cards the seat flips or stops: 108 + 24 = 132. After the 108 it flips or stops; a second
# flip has 119 cards, and after a stop without a stack the next seat flips: 216 + 12 × 120 = 1656.
# For the full table: flip or stop; 3 cards or 3 stacks; the red 6 fits on 2 stacks, after the
# switch card the seat flips or stops, after the yellow 2 (a bust) the die has 6 sides, and each
# stack taken leaves 2 for the next seat: 2 + 2 + 6 + 3 × 2 = 16.
@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("opening", RULES.setup(4, Options())),
        ("full", table(FULL, rest="red-6 switch yellow-2")),
        ("last", table("red-1 roll | blue-3", rest="green-4", benches="red-5 | red-2")),
        ("bank", table(seats=2, rest="green-4 switch", benches="red-5 blue-1 | red-2 green-3")),
    ],
)
def test_the_numbers_of_action_sequences_equal_the_golden_ones(name: str, state: State) -> None:
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
    assert refused(flip(table(STACKS), flipped), Put(place)) == reason


@pytest.mark.parametrize("place", [-1, 3])
def test_a_stack_number_out_of_range_is_refused(place: int) -> None:
    action = msgspec.convert({"do": "take", "stack": place}, RULES.actions)
    assert refused(stopped(table(STACKS)), action) == "the stacks are numbered 0 to 2"


def test_the_deck_deals_no_card_twice() -> None:
    state = after(table(rest="blue-1"), RULES.legal(table())[0])
    assert refused(state, Deal(*cards("red-6"))) == "the deck does not hold this red 6 any more"


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Flipped(Seat(1), *cards("roll")), "Bob flips a roll card."),
        (Switched(reverse=True), "The other players will take stacks the other way round."),
        (Switched(reverse=False), "The other players will take stacks clockwise again."),
        (Bust(Seat(1), *cards("red-3")), "No stack takes the red 3: Bob has pushed too far."),
        (Took(Seat(0), 2, cards("red-1")), "Ann takes stack 3 worth 1 point: red 1."),
        (Took(Seat(0), 0, cards("roll")), "Ann takes stack 1 worth 0 points: a roll card."),
        (
            Took(Seat(0), 0, cards("red-1 blue-2 roll")),
            "Ann takes stack 1 worth 3 points: red 1, blue 2 and a roll card.",
        ),
        (
            Cleared(cards("red-1 blue-2")),
            "Nobody is left to take red 1 and blue 2: off to the discard pile.",
        ),
        (Rolled(Seat(2), Mark.RED, ()), "Cid rolls red and loses nothing."),
        (Rolled(Seat(2), Mark.STAR, ()), "Cid rolls the star and loses nothing."),
        (
            Rolled(Seat(2), Mark.STAR, cards("red-1 blue-2")),
            "Cid rolls the star and loses 3 points: red 1 and blue 2.",
        ),
        (Banked(Seat(0), Mark.RED, cards("red-1 red-6")), "Ann banks 7 points: red 1 and red 6."),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert RULES.describe(event, NAMES) == told
