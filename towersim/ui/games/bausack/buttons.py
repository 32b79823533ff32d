"""The buttons of Bausack: each with its words and place, by the question to the person."""

from collections.abc import Iterator
from typing import Protocol

from towersim.messages import message as _
from towersim.messages import plural
from towersim.ui.buttons import Button
from towersim.ui.games.bausack.layout import Layout
from towersim.ui.games.bausack.pending_decision import PendingDecision
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.games.bausack.presenter import TablePresenter
from towersim.ui.games.bausack.view_control import ViewControl


class Asking(Protocol):
    """The screen whose question the buttons answer."""

    play: BausackPlay
    pointer: TablePointer
    presenter: TablePresenter
    decision: PendingDecision
    layout: Layout
    view_control: ViewControl

    @property
    def answerable(self) -> bool:
        """Whether the question may be answered already."""


def table_buttons(asking: Asking) -> Iterator[Button]:
    """Yield all buttons that are seen now."""
    layout, ready, view_control = asking.layout, asking.answerable, asking.view_control
    opened = asking.presenter.pile_shown(asking.pointer)
    yield Button(layout.show_pile, _("Pile  (O)"), "pile", "dark", lit=opened)
    yield Button(layout.show_table, _("Table  (T)"), "table", "dark", lit=view_control.is_whole)
    if asking.play.can_skip:
        yield Button(layout.buttons[2], _("To the result  (S)"), "skip", "dark")
    if asking.presenter.spoken(asking.pointer) is not None:
        for button in _answers(asking):
            yield button._replace(on=button.on and ready)


def _answers(asking: Asking) -> Iterator[Button]:
    """Yield the buttons that answer the question on the card."""
    play, pointer = asking.play, asking.pointer
    names = [seat.name for seat in play.match.seats]
    first, second, third = asking.layout.buttons
    match play.wanted:
        case Wanted.CHOOSE if pointer.taken:
            to = names[play.receiver(pointer.examined)]
            yield from _stepper(asking, 0)
            yield Button(first, _("Build, bid {bid}", bid=pointer.bid), "first", "strong")
            yield Button(second, _("Push to {name}  (U)", name=_short(to)), "second")
            yield Button(third, _("Put it back  (N)"), "third")
        case Wanted.BID:
            left = second.copy()
            left.w = second.w // 2 - 3
            right = left.move(second.w - left.w, 0)
            yield from _stepper(asking, first.y - asking.layout.less.y)
            yield Button(left, _("Bid {bid}", bid=pointer.bid), "first", "strong")
            yield Button(right, _("Up to {bid}  (X)", bid=pointer.bid), "limit")
            yield Button(third, _("Pass for good  (N)"), "second")
        case Wanted.ACCEPT:
            to, price = names[play.receiver("")], play.view().price
            yield Button(second, _("Accept it"), "first", "strong")
            pay = plural(
                "Pay {count} token: to {name}  (U)",
                "Pay {count} tokens: to {name}  (U)",
                price,
                name=_short(to),
            )
            yield Button(third, pay, "second")


def _stepper(asking: Asking, down: int) -> Iterator[Button]:
    """Yield the buttons for a lower and a higher bid, `down` pixels below their usual place."""
    bids, bid, layout = asking.decision.bids(), asking.pointer.bid, asking.layout
    yield Button(layout.less.move(0, down), "–", "less", on=bid - 1 in bids)
    yield Button(layout.more.move(0, down), "+", "more", on=bid + 1 in bids)


def _short(name: str) -> str:
    """Return a name that fits on a button."""
    return name if len(name) <= 11 else f"{name[:10]}…"
