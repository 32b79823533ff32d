"""The event queue shows the rules' events in order, redacted for the viewer."""

from collections.abc import Iterable, Sequence

import pytest
from msgspec.structs import replace

from tests.ui.cards.tables import small_match
from towersim.bots.baselines import Uniform
from towersim.bots.table import turn
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Event
from towersim.rules.palace.log import Dealt
from towersim.rules.palace.state import View
from towersim.ui.events import EventQueue, Moment, Script


class Looker:
    """A fake viewer at a seat."""

    def __init__(self, match: Match, seat: int = 0) -> None:
        self.match, self.watcher = match, Seat(seat)

    def view_at(self, step: int) -> View:
        view: View = self.match.view(self.watcher, step)
        return view


class Counting(Script[View]):
    """Shows each event twice and counts the events."""

    blank = 0

    def moments(self, before: View, events: Sequence[Event], after: View) -> Iterable[Moment[View]]:
        for event in events:
            yield Moment(event, before)
            yield Moment(event, after)

    def remember(self, memory: int, event: Event) -> int:  # noqa: ARG002 - the caller passes it
        return memory + 1


class Keeping(Script[View]):
    """Remembers each event."""

    blank = ()

    def remember(self, memory: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
        return *memory, event


def play(match: Match, turns: int) -> None:
    """Play some turns at random."""
    for _ in range(turns):
        for _ in turn(match, Uniform()):
            pass


def test_events_before_the_start_or_a_given_step_count_as_shown() -> None:
    match = small_match("human", "human")
    queue: EventQueue[View] = EventQueue(Looker(match), Script())
    assert not queue.busy
    assert queue.next() is None
    assert (queue.view, queue.told) == (match.view(Seat(0)), len(match.events))
    queue = EventQueue(Looker(match), Script(), step=0)
    assert (queue.told, queue.view.hand, queue.busy) == (0, (), True)
    show_all(queue)
    assert queue.view.hand == match.state.hands[0]


def test_every_event_is_shown_once_in_order_up_to_the_view_of_the_rules() -> None:
    match = small_match("human", "human", "human")
    queue: EventQueue[View] = EventQueue(Looker(match), Script())
    first = len(match.events)
    play(match, 12)
    shown = []
    while (moment := queue.next()) is not None:
        shown.append(moment.event)
        assert queue.view == moment.view
        assert queue.told == first + len(shown)
    assert shown == [match.rules.seen(event, Seat(0)) for event in match.events[first:]]
    assert (queue.view, queue.told, queue.busy) == (match.view(Seat(0)), len(match.events), False)


def test_equal_events_of_one_action_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    match = small_match("human", "human")
    monkeypatch.setattr(match, "events_of", lambda _step: [*map(replace, 3 * match.events[:1])])
    queue: EventQueue[View] = EventQueue(Looker(match), Script(), step=0)
    assert [queue.told for _ in range(3) if queue.next()] == [1, 2, 3]


def show_all(queue: EventQueue[View]) -> None:
    """Show all waiting events at once."""
    queue.rest(0.0)
    while queue.next() is not None:
        pass


def test_a_pause_has_the_given_length() -> None:
    match = small_match("human", "human")
    queue: EventQueue[View] = EventQueue(Looker(match), Script())
    play(match, 3)
    assert queue.next() is not None
    queue.rest(1.0)
    queue.wait(0.6)
    assert queue.next() is None
    queue.wait(0.6)
    assert queue.next() is not None
    queue.rest(9.0)
    show_all(queue)
    assert not queue.busy
    assert queue.view == match.view(Seat(0))


def test_cards_of_a_hand_are_shown_to_their_owner_only() -> None:
    match = small_match("human", "human")
    looker = Looker(match)
    queue: EventQueue[View] = EventQueue(looker, Keeping(), step=0)
    dealt = [one.event for one in iter(queue.next, None) if isinstance(one.event, Dealt)]
    assert {event.seat for event in dealt if event.card is not None} == {0}
    looker.watcher = Seat(1)
    queue.rebuild()
    assert queue.view == match.view(Seat(1))
    dealt = [event for event in queue.memory if isinstance(event, Dealt)]
    assert {event.seat for event in dealt if event.card is not None} == {1}


def test_a_script_supplies_intermediate_views_and_memory() -> None:
    match = small_match("human", "human")
    queue: EventQueue[View] = EventQueue(Looker(match), Counting())
    begun = queue.memory
    before = queue.view
    match.submit(match.rules.legal(match.state)[0])
    count = len(match.events) - queue.told
    assert queue.next() is not None
    assert queue.view == before, "the first half"
    show_all(queue)
    assert queue.memory == begun + 2 * count
    queue.rebuild()
    assert queue.memory == len(match.events), "told anew, each event once"
