"""The card's buttons: what each says and where it lies, by what a person has to decide."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import pygame
from pygame_gui.elements import UIButton

from towersim.ui.games.bausack.layout import Layout
from towersim.ui.games.bausack.messages import tokens
from towersim.ui.games.bausack.pending_decision import PendingDecision
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.games.bausack.presenter import TablePresenter
from towersim.ui.widgets import Form


class Shown(NamedTuple):
    """A button as it is shown now."""

    place: pygame.Rect
    words: str
    allowed: bool = True


class Asking(Protocol):
    """What the buttons are about."""

    play: BausackPlay
    pointer: TablePointer
    presenter: TablePresenter
    decision: PendingDecision

    @property
    def answerable(self) -> bool:
        """Whether the question may be answered already."""


class Buttons:
    """All buttons of the game's own; `fit` makes them what they have to be now."""

    def __init__(self, form: Form, layout: Layout) -> None:
        self._form, self._layout = form, layout
        first, second, third = layout.buttons
        self._made = {
            "less": form.button(layout.less, "–", "less"),
            "more": form.button(layout.more, "+", "more"),
            "first": form.button(first, "", "first", "strong"),
            "limit": form.button(second, "", "limit"),
            "second": form.button(second, "", "second"),
            "third": form.button(third, "", "third"),
        }
        for button in self._made.values():
            form.show(button, on=False)
        self._pile = form.button(layout.show_pile, "Pile  (O)", "pile", "dark")
        self._table = form.button(layout.show_table, "Table  (T)", "table", "dark")
        self._now: Mapping[str, Shown] = {}

    def fit(self, asking: Asking) -> None:
        """Show what can be pressed now."""
        ready = asking.answerable
        shown = {
            name: one._replace(allowed=one.allowed and ready)
            for name, one in self._shown(asking).items()
        }
        if shown != self._now:
            for name, button in self._made.items():
                self._fit(button, shown.get(name))
            self._now = shown

    def _fit(self, button: UIButton, shown: Shown | None) -> None:
        if shown is None:
            self._form.show(button, on=False)
            return
        button.set_relative_position(shown.place.topleft)
        if button.relative_rect.size != shown.place.size:
            button.set_dimensions(shown.place.size)
        self._form.write(button, shown.words)
        self._form.allow(button, on=shown.allowed)
        if not button.visible:
            self._form.show(button, on=True)

    def _shown(self, asking: Asking) -> dict[str, Shown]:
        play, pointer = asking.play, asking.pointer
        bid = pointer.bid
        if asking.presenter.spoken(pointer) is None:
            return {}
        names = [seat.name for seat in play.match.seats]
        first, second, third = self._layout.buttons
        match play.wanted:
            case Wanted.CHOOSE if pointer.taken:
                to = names[play.receiver(pointer.examined)]
                return {
                    **self._stepper(asking, 0),
                    "first": Shown(first, f"Build, bid {pointer.bid}"),
                    "second": Shown(second, f"Push to {_short(to)}  (U)"),
                    "third": Shown(third, "Put it back  (N)"),
                }
            case Wanted.BID:
                down = first.y - self._layout.less.y
                half = second.w // 2 - 3
                left = pygame.Rect(second.topleft, (half, second.h))
                return {
                    **self._stepper(asking, down),
                    "first": Shown(left, f"Bid {bid}"),
                    "limit": Shown(left.move(second.w - half, 0), f"Up to {bid}  (X)"),
                    "second": Shown(third, "Pass for good  (N)"),
                }
            case Wanted.ACCEPT:
                to, price = names[play.receiver("")], play.view().price
                return {
                    "first": Shown(second, "Accept it"),
                    "second": Shown(third, f"Pay {tokens(price)}: to {_short(to)}  (U)"),
                }
            case _:
                return {}

    def _stepper(self, asking: Asking, down: int) -> dict[str, Shown]:
        bids, bid = asking.decision.bids(), asking.pointer.bid
        return {
            "less": Shown(self._layout.less.move(0, down), "–", bid - 1 in bids),
            "more": Shown(self._layout.more.move(0, down), "+", bid + 1 in bids),
        }


def _short(name: str) -> str:
    """Return a name that fits on a button."""
    return name if len(name) <= 11 else f"{name[:10]}…"
