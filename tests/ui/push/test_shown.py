"""What the screen shows step by step ends where the rules are."""

import pytest
from msgspec.structs import replace

from tests.ui.push.pushing import new_match
from towersim.bots.table import turn
from towersim.rules.push_cards import Card, Mark
from towersim.rules.push_log import Bust, Flipped, Rolled
from towersim.rules.push_state import Options, View
from towersim.ui.games.push.play import PushPlay
from towersim.ui.games.push.reel import Reel
from towersim.ui.games.push.shown import Idled, Shown, Thrown, parts, shown_after
from towersim.units import Seat


def agree(shown: Shown, view: View) -> None:
    """Check that a table shows exactly what can be seen."""
    assert (shown.deck, shown.stacks, shown.aside) == (view.deck, view.stacks, view.aside)
    assert (shown.benches, shown.banks) == (view.benches, view.banks)
    assert (shown.flipped, shown.turn) == (view.flipped, view.turn)
    assert len(shown.discards) == view.discarded
    assert (shown.discards[-1] if shown.discards else None) == view.top
    assert shown.scores == view.scores
    if view.takers:
        assert [seat for seat in shown.order if seat not in shown.taken] == list(view.takers)


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("star", ["safe", "lose-bench"])
def test_after_every_action_the_table_is_the_one_of_the_rules(seats: int, star: str) -> None:
    options = Options(star=star)  # type: ignore[arg-type]  # one of two words
    match = new_match(*["uniform"] * seats, seed=seats, options=options)
    shown, read = Shown.first(seats), 0
    while match.outcome is None:
        for _ in turn(match):
            pass
        shown, read = shown_after(shown, match.events[read:]), len(match.events)
        agree(shown, match.view(Seat(0)))


def test_the_die_lies_still_before_cards_are_lost() -> None:
    lost = (Card(Mark.RED, 3),)
    rolled = Rolled(Seat(0), Mark.RED, lost)
    thrown = Thrown(Seat(0), Mark.RED)
    assert parts(rolled, 3) == (thrown, rolled)
    before = Shown(9, (lost, ()), ((), ()))
    reel = Reel(2, [])
    reel.shown = before
    reel.add(7, rolled)
    reel.next()
    assert (reel.shown.die, reel.shown.benches[0], reel.told) == (Mark.RED, lost, 7)
    reel.next()
    assert (reel.shown.benches[0], reel.shown.discards, reel.told) == ((), lost, 8)


def test_between_two_a_switch_card_is_seen_and_goes() -> None:
    flipped = Flipped(Seat(1), Card(Mark.SWITCH))
    assert parts(flipped, 2) == (flipped, Idled(flipped.card))
    assert parts(flipped, 3) == (flipped,)


def test_one_thing_is_seen_after_the_other() -> None:
    card = Card(Mark.BLUE, 2)
    reel = Reel(3, [])
    reel.add(0, Flipped(Seat(0), card))
    reel.add(1, Bust(Seat(0), card))
    assert reel.next() is not None
    assert (reel.shown.flipped, reel.shown.bust) == (card, False)
    reel.stay(Flipped(Seat(0), card))
    assert reel.next() is None
    assert reel.busy
    reel.step(5.0)
    assert reel.next() is not None
    assert (reel.shown.flipped, reel.shown.bust, reel.shown.discards) == (None, True, (card,))
    assert reel.shown.order == (1, 2)


def test_the_chances_count_what_nobody_sees() -> None:
    match = new_match("human", "human")
    every = PushPlay(match, lambda: 0.0).chances()
    assert every == (120, 120)
    state = match.state
    full = tuple(
        tuple(Card(mark, number) for number, mark in enumerate(list(Mark)[:5], first))
        for first in (1, 2, 1)
    )
    out = set(sum(full, ()))
    rest = tuple(card for card in state.deck if card not in out)
    match.state = replace(state, deck=rest, stacks=full)
    fitting, unseen = PushPlay(match, lambda: 0.0).chances()
    assert (fitting, unseen) == (18 + 12, 120 - len(out)), "roll and switch cards only"
