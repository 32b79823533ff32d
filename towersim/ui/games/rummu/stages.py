"""What is seen of Rummü one thing after the other: a round's last table, and known discards."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from towersim.rules.base import Event, GameOver, swapped
from towersim.rules.rummu import log
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.state import Phase, View
from towersim.ui.events import Moment

Memory = tuple[Card, ...]
"""The discard pile as everybody saw it grow, bottom card first."""


def remembered(memory: Memory, event: Event) -> Memory:
    """Return which cards lie in the discard pile after an event."""
    match event:
        case log.TurnedUp(card) | log.Discarded(_, card):
            return (*memory, card)
        case log.Took():
            return memory[:-1]
        case log.Reshuffled():
            return memory[-1:]
        case log.RoundStarted():
            return ()
        case _:
            return memory


def moments(before: View, events: Sequence[Event], after: View) -> Iterator[Moment[View]]:
    """Return what is seen of one action; a round's last table stays until its result was seen."""
    ends = any(isinstance(event, log.RoundOver) for event in events)
    view = last_table(before, events) if ends else after
    for event in events:
        view = after if isinstance(event, log.RoundStarted | GameOver) else view
        yield Moment(event, view)


def last_table(view: View, events: Sequence[Event]) -> View:
    """Return what lies there after the last discard of a round, before all cards are taken up."""
    view = replace(view, legal=(), phase=Phase.OVER)
    for event in events:
        if isinstance(event, log.Discarded):
            hand = tuple(card for card in view.hand if card != event.card)
            hands = swapped(view.hands, event.seat, view.hands[event.seat] - 1)
            count = view.discards + 1
            view = replace(view, hand=hand, hands=hands, top=event.card, discards=count)
    return view
