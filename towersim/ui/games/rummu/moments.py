"""The moments shown of each action in Rummü: a round's last table, and the known discards."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from towersim.rules.base import Event, GameOver, swapped
from towersim.rules.rummu import log
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.state import Phase, View
from towersim.ui.events import Moment

Memory = tuple[Card, ...]
"""The publicly known discards, bottom card first."""


def remembered(memory: Memory, event: Event) -> Memory:
    """Return the known discards after an event."""
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
    """Return the moments of one action; a round's last table stays until its result is closed."""
    ends = any(isinstance(event, log.RoundOver) for event in events)
    view = after
    for event in events:
        if ends and isinstance(event, log.Discarded):
            view = last_table(before, event)
        if isinstance(event, log.RoundStarted | GameOver):
            view = after
        yield Moment(event, view)


def last_table(view: View, last: log.Discarded) -> View:
    """Return the view after the last discard of a round, before all cards are gathered."""
    return replace(
        view,
        phase=Phase.OVER,
        legal=(),
        hand=tuple(card for card in view.hand if card != last.card),
        hands=swapped(view.hands, last.seat, view.hands[last.seat] - 1),
        top=last.card,
        discards=view.discards + 1,
    )
