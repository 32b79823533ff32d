"""The buttons on the offer card of Bausack, for each kind of decision."""

from collections.abc import Iterator

import pygame

from towersim.common.messages import Message, plural
from towersim.common.messages import message as _
from towersim.rules.bausack.state import Phase
from towersim.ui.drawing.theme import Stage, text_steps
from towersim.ui.games.bausack.keys import BausackCommand
from towersim.ui.games.bausack.layout import Layout
from towersim.ui.games.bausack.pending_decision import PendingDecision
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.input.bindings import KeyCommand
from towersim.ui.widgets.buttons import Button


def answers(decision: PendingDecision, stage: Stage, layout: Layout) -> Iterator[Button]:
    """Yield the buttons for the pending decision; each triggers the command of its key."""
    play, pointer = decision.play, decision.pointer
    names = [seat.name for seat in play.match.seats]
    first, second, third = layout.buttons
    build, bid = _("Build, bid {bid}", bid=pointer.bid), _("Bid {bid}", bid=pointer.bid)
    match play.wanted:
        case Phase.CHOOSING if pointer.taken:
            push = _("Push to {name}  ({key:U})", name=names[decision.receiver()])
            yield from _stepper(decision, layout, 0)
            yield Button(first, build, KeyCommand.CONFIRM, "strong")
            yield Button(second, _fitted(stage, push, second), BausackCommand.ON)
            yield Button(third, _("Put it back  ({key:N})"), KeyCommand.REFUSE)
        case Phase.BIDDING:
            left, right = _halves(second)
            yield from _stepper(decision, layout, first.y - layout.less.y)
            yield Button(left, bid, KeyCommand.CONFIRM, "strong")
            yield Button(right, _("Up to {bid}  ({key:X})", bid=pointer.bid), BausackCommand.LIMIT)
            yield Button(third, _("Pass for good  ({key:N})"), KeyCommand.REFUSE)
        case Phase.OFFERED:
            yield Button(second, _("Accept it"), KeyCommand.CONFIRM, "strong")
            pay = plural(
                "Pay {count} token: to {name}  ({key:U})",
                "Pay {count} tokens: to {name}  ({key:U})",
                play.view().price,
                name=names[decision.receiver()],
            )
            yield Button(third, _fitted(stage, pay, third), BausackCommand.ON)


def limit_tip(play: BausackPlay, layout: Layout, bid: int) -> Iterator[tuple[pygame.Rect, Message]]:
    """Yield the place and the tooltip of the button that bids up to a limit, while it is shown."""
    if play.wanted is Phase.BIDDING:
        words = _("Bids for you up to {bid}, as long as others bid more; then passes.", bid=bid)
        yield _halves(layout.buttons[1])[1], words


def _halves(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the two buttons that share the place of one: to bid once, and up to a limit."""
    left = rect.copy()
    left.w = rect.w // 2 - 3
    return left, left.move(rect.w - left.w, 0)


def _stepper(decision: PendingDecision, layout: Layout, down: int) -> Iterator[Button]:
    """Yield the buttons for a lower and a higher bid, moved `down` by that number of pixels."""
    bids, bid = decision.bids(), decision.pointer.bid
    yield Button(layout.less.move(0, down), "–", BausackCommand.LESS, on=bid - 1 in bids)
    yield Button(layout.more.move(0, down), "+", BausackCommand.MORE, on=bid + 1 in bids)


def _fitted(stage: Stage, words: Message, rect: pygame.Rect) -> Message:
    """Return `words`, with the name cut if they would not fit into the button `rect`."""
    fonts, size = stage.fonts, text_steps(stage, "")[-1]

    def naming(name: str) -> Message:
        values = {**words.values, "name": name}
        return Message(words.template, values, words.many, words.number)

    room = rect.w - stage.px(12) - fonts.width(naming(""), size)
    return naming(fonts.cut(str(words.values["name"]), size, room))
