"""Decisions of Reckoner in Push."""

from collections.abc import Sequence

import pytest

from tests.bots.card_games import decided
from tests.rules.push.tables import FULL, RULES, after, dealt, flip, stopped, table
from towersim.bots.reckoner import Reckoner, Sums
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.rules.base import Action, Nature
from towersim.rules.push.log import Flipped
from towersim.rules.push.play import full_deck
from towersim.rules.push.state import Bank, Card, Flip, Mark, Options, Put, State, Stop, Take

STAR = Options(star="lose-bench")
LEFT_OUT = Options(two_seat_switches="leave-out")


def sums(state: State, history: Sequence[Flipped] = ()) -> Sums:
    return Sums.of(RULES.view(state, Seat(0)), history)


def chosen(state: State) -> Action:
    actor = RULES.actor(state)
    assert not isinstance(actor, Nature)
    return decided(Reckoner(), RULES.view(state, actor), stream(1, "bot"))


RICH = "red-6 blue-6 green-6 purple-6 red-5 blue-5 green-5 purple-5 red-4"
ROLL, SOME = "blue-6 red-2 roll | green-5", "red-6 red-5 blue-6 green-6 green-5"
REDS = "red-6 red-6 red-5 red-5 red-4 red-4 blue-1"
END = "blue-6 green-6 purple-6 blue-5 green-5"
MOVES = {
    "flips while nearly every card fits a stack": (table("red-1"), Flip()),
    "stops when too many cards fit no stack": (
        table(FULL + " red-6 blue-5", benches="red-6 red-5 blue-6"),
        Stop(),
    ),
    "flips with nothing to lose": (table(FULL), Flip()),
    "stops with much to lose": (table(FULL, benches=RICH, options=STAR), Stop()),
    # On the first stack the blue 6 makes a stack of 12; on the second it makes one of 7.
    "puts a card where most is gained": (flip(table("red-6 | green-1"), "blue-5"), Put(0)),
    "takes a roll card with nothing to lose": (stopped(table(ROLL)), Take(0)),
    "takes no roll card with much to lose": (stopped(table(ROLL, benches=SOME)), Take(1)),
    "banks a colour of high value": (table(benches=REDS), Bank(Mark.RED)),
    "banks no colour of low value": (table(benches="red-6 blue-1"), Flip()),
    "banks none near the end of the deck": (table(benches=REDS, rest=END), Flip()),
}


@pytest.mark.parametrize(("state", "move"), MOVES.values(), ids=MOVES)
def test_it_plays(state: State, move: Action) -> None:
    assert chosen(state) == move


def test_a_roll_costs_twice_as_much_if_a_star_loses_the_bench_too() -> None:
    tolls = [sums(table("red-1", options=options)).toll for options in (Options(), STAR)]
    assert tolls == pytest.approx([1 / 6, 2 / 6])


def test_it_counts_the_cards_not_yet_seen() -> None:
    state = table("red-1 blue-2", benches="red-6 red-6 red-6 | blue-1", banks="green-3")
    coming = {str(card): chance for card, chance in sums(state).coming}
    assert "red 6" not in coming
    assert coming["blue 1"] == pytest.approx(2 / 113)
    assert coming["roll card"] == pytest.approx(18 / 113)
    assert sum(coming.values()) == pytest.approx(1)


def test_it_expects_no_switch_card_that_was_left_out() -> None:
    for seats, options, switches in ((2, Options(), 1), (2, LEFT_OUT, 0), (3, LEFT_OUT, 1)):
        marks = [card.mark for card, _ in sums(RULES.setup(seats, options)).coming]
        assert marks.count(Mark.SWITCH) == switches


def test_a_switch_card_reverses_the_order_of_taking() -> None:
    state = after(table("red-1"), Flip(), dealt(table("red-1"), "switch"))
    assert [sums(each).others for each in (table("red-1"), state)] == [(1, 2), (2, 1)]
    # The first to take has most to lose by a roll card; the second takes what is left.
    stacks, before = table("red-6 | blue-5 roll").stacks, sums(table("red-1", benches=f"|{RICH}"))
    switched = before.met(stacks, Card(Mark.SWITCH), 0.0)
    assert (
        before.stop(stacks) != switched == before._replace(others=before.others[::-1]).stop(stacks)
    )


def test_a_card_that_fits_no_stack_costs_a_sixth_of_the_bench() -> None:
    stack = "red-1 yellow-2 green-3 blue-4 purple-5 roll"
    stacks = table(" | ".join([stack] * 3)).stacks
    rich = "red-6 red-6 red-6 blue-6 blue-6"
    poor, wealthy = (sums(table("red-1", benches=bench)) for bench in ("", rich))
    assert len(wealthy.coming) < len(poor.coming)
    wealthy = wealthy._replace(coming=poor.coming)
    assert poor.flip(stacks) - wealthy.flip(stacks) == pytest.approx(30 / 6)


def test_it_counts_the_discards_that_it_saw_flipped() -> None:
    gone = [card for card in full_deck(3, Options()) if card[:2] == (Mark.BLUE, 6)]
    seen = [Flipped(Seat(1), card) for card in gone]
    both = (sums(table("red-1"), history).coming for history in ((), seen))
    before, after_them = ({str(card) for card, _ in coming} for coming in both)
    assert before - after_them == {"blue 6"}
