"""The steps in which the screen shows an action of Push end in the state of the rules."""

import pytest
from msgspec.structs import replace

from tests.ui.push.pushing import new_match
from towersim.bots.table import turn
from towersim.common.units import Seat
from towersim.rules.push.log import Bust, Flipped, Rolled
from towersim.rules.push.state import Card, Mark, Options, View
from towersim.ui.cards.play import CardPlay
from towersim.ui.events import EventQueue
from towersim.ui.games.push.moments import Idled, Memory, Thrown, chances, moments, order
from towersim.ui.games.push.table import PushTable


def pictured(view: View) -> object:
    """Return the places of all cards in a view."""
    lying = view.stacks, view.benches, view.banks, view.aside, view.flipped
    return lying, view.deck, view.discarded, view.top


@pytest.mark.parametrize(("seats", "star"), [(2, "safe"), (3, "lose-bench"), (6, "lose-bench")])
def test_after_every_action_the_table_shows_the_state_of_the_rules(seats: int, star: str) -> None:
    options = Options(star=star)  # type: ignore[arg-type]  # one of two words
    match, table = new_match(*["uniform"] * seats, seed=seats, options=options), PushTable()
    play: CardPlay[View] = CardPlay(match, lambda: 0.0, hidden=False)
    queue = EventQueue(play, table, 0)
    while match.outcome is None:
        for _ in turn(match):
            pass
        while queue.next() is not None:
            cards = (queue.view.stacks, queue.view.benches, queue.view.banks)
            lying = sum((len(some) for group in cards for some in group), len(queue.view.aside))
            known = lying + queue.view.deck + queue.view.discarded + bool(queue.view.flipped)
            assert known == 120, "no card is lost in between, none is seen twice"
        view = match.view(Seat(0))
        assert pictured(queue.view) == pictured(view)
        if view.takers:
            taken = queue.memory.taken
            assert [s for s in order(view, queue.memory) if s not in taken][: len(view.takers)] == [
                *view.takers
            ]


def test_the_die_comes_to_rest_before_cards_are_lost() -> None:
    lost = (Card(Mark.RED, 3),)
    before = new_match("human", "human", "human").view(Seat(0))
    before = replace(before, benches=(lost, (), ()))
    after = replace(before, benches=((), (), ()), discarded=1, top=lost[0])
    rolled = Rolled(Seat(0), Mark.RED, lost)
    thrown, cost = moments(before, [rolled], after)
    assert thrown.event == Thrown(Seat(0), Mark.RED)
    assert thrown.view.benches[0] == lost
    assert (cost.event, cost.view) == (rolled, after)


def test_in_a_game_of_two_a_switch_card_is_shown_and_then_discarded() -> None:
    flipped = Flipped(Seat(1), Card(Mark.SWITCH))
    for players, seen in ((("human",) * 2, [flipped, Idled(flipped.card)]), (("human",) * 3, None)):
        view = new_match(*players).view(Seat(0))
        events = [moment.event for moment in moments(view, [flipped], view)]
        assert events == (seen or [flipped])


def test_a_card_that_fits_nowhere_is_shown_before_it_is_discarded() -> None:
    card = Card(Mark.BLUE, 2)
    before = new_match("human", "human", "human").view(Seat(0))
    after = replace(before, deck=before.deck - 1, top=card, discarded=1)
    events = [Flipped(Seat(0), card), Bust(Seat(0), card)]
    first, second = moments(before, events, after)
    assert (first.view.flipped, first.view.discarded) == (card, 0)
    assert second.view == after
    memory = PushTable().remember(Memory(), second.event)
    assert memory.bust
    assert order(after, memory) == (1, 2, 0)


def test_the_chances_count_the_unseen_cards() -> None:
    match = new_match("human", "human")
    assert chances(match.view(Seat(0))) == (120, 120)
    state = match.state
    full = tuple(
        tuple(Card(mark, number) for number, mark in enumerate(list(Mark)[:5], first))
        for first in (1, 2, 1)
    )
    out = set(sum(full, ()))
    rest = tuple(card for card in state.deck if card not in out)
    match.state = replace(state, deck=rest, stacks=full)
    fitting, unseen = chances(match.view(Seat(0)))
    assert (fitting, unseen) == (18 + 12, 120 - len(out)), "roll and switch cards only"
