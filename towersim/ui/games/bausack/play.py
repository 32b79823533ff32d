"""A match of Bausack, a person's pending decision in it, and the buttons for that."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

import pygame

from towersim.common.messages import Message, message as _
from towersim.common.units import Seat, TowerId, Vec
from towersim.geometry.shapes import box_around
from towersim.match.match import MatchPhase
from towersim.rules.base import Action
from towersim.rules.bausack.state import Accept, Bid, Build, Pass, Pay, Phase, PushPiece, View
from towersim.ui.drawing.theme import RGB, STYLES, Viewport
from towersim.ui.games.bausack.draw_seats import Layout, tint
from towersim.ui.input.bindings import KeyCommand, Pointer, quarter_turn
from towersim.ui.play import Play
from towersim.ui.widgets.forms import Button


class BausackCommand(StrEnum):
    """The commands that only this game has."""

    MORE = "bid more"
    LESS = "bid less"
    ON = "push on"
    PILE = "pile"
    HOME = "home"
    WHOLE = "whole table"
    SEAT = "tower of a seat"
    NEARER = "nearer"
    FARTHER = "farther"
    MEASURE = "measure"
    LIMIT = "highest bid"
    SKIP = "skip to the result"


NEAR: Final = 0.07
"""Distance beside a tower up to which a piece counts as over it, in metres."""


class BausackPlay(Play[View]):
    """A match of Bausack."""

    bot_delay = 1.15

    @property
    def tint(self) -> RGB:
        """The colour of the seat to move, or that has won."""
        outcome = self.match.outcome
        return tint(self.seat if outcome is None else outcome.winners[0])

    @property
    def wanted(self) -> Phase | None:
        """The phase in which a person has to decide now; None if no person has to."""
        waits = self.is_human_turn and self.match.phase is MatchPhase.CHOOSING
        return self.view().phase if waits else None

    def bids(self, piece: str) -> tuple[int, ...]:
        """Return the person's legal bids; an opening bid is for `piece`."""
        if self.wanted not in (Phase.CHOOSING, Phase.BIDDING):
            return ()
        return tuple(
            action.bid if isinstance(action, Build) else action.amount
            for action in self.legal()
            if isinstance(action, Bid) or (isinstance(action, Build) and action.piece == piece)
        )

    @property
    def can_skip(self) -> bool:
        """Whether the people are out and only bots play on, so that the rest may be skipped."""
        view, seats = self.view(), self.match.seats
        people = {index for index, seat in enumerate(seats) if seat.is_person}
        playing = self.match.phase is not MatchPhase.OVER and not self.is_skipping
        return bool(people) and people.isdisjoint(view.standing) and playing

    def over(self) -> TowerId | None:
        """Return the person's tower if the held piece is over it, or over its empty part."""
        held, tower = self.held, super().over()
        span = None if tower is None else self.span(tower)
        if held is None or span is None or self.is_disturbing:
            return tower
        return tower if span[0].x - NEAR <= held.pose.x <= span[1].x + NEAR else None

    def area(self, tower: TowerId) -> tuple[float, float]:
        """Return the left and right end of a seat's part of the table, in metres."""
        setup = self.match.setup
        half = setup.table.width / len(setup.spots) / 2
        return setup.spots[tower] - half, setup.spots[tower] + half

    def out(self, seat: Seat) -> int:
        """Return a seat's rank in the order of collapse, from 1; 0 while its tower stands.

        Towers that collapse in the same tick share a rank, as they share a score.
        """
        ticks = self.view().collapsed
        ranks = (1 + sum(map(len, ticks[:n])) for n, tick in enumerate(ticks) if seat in tick)
        return next(ranks, 0)

    def span(self, tower: TowerId) -> tuple[Vec, Vec] | None:
        """Return the corners of a tower's bounding box, in metres; None without a tower."""
        boxes = [figure.extent for figure in self.figures() if figure.tower == tower]
        return box_around(boxes) if boxes else None


class BausackPointer(Pointer):
    """The pointer, a person's unfinished choices, and the actions that these stand for."""

    def __init__(self, play: BausackPlay) -> None:
        super().__init__()
        self.play = play
        self.examined = ""
        """The piece taken from the pile for examination; empty for none."""
        self.hovered = ""
        """The piece in the pile under the mouse, or marked with the arrow keys; empty for none."""
        self.angles: dict[str, float] = {}
        """The angle of each piece, in radians, counter-clockwise."""
        self.bid = 0
        self.pile_open = False
        self.slider: float | None = None
        """Height of the slider, in metres; None: it follows the tower of the seat to move."""
        self.limits: dict[Seat, int] = {}
        """Highest automatic bid in this auction, by seat."""

    @property
    def looked_at(self) -> str:
        """The piece on the card while a person chooses one."""
        return self.hovered or self.examined

    @property
    def taken(self) -> str:
        """The examined piece, which can be built or pushed while the card shows it; else empty."""
        shown = self.pile_open and self.looked_at == self.examined
        return self.examined if shown else ""

    def toggle_pile(self) -> None:
        """Open the pile, or close it."""
        self.pile_open = not self.pile_open
        self.hovered = ""

    def begin(self) -> None:
        """Reset for a new decision: nothing examined, the lowest bid, the pile open or closed."""
        wanted = self.play.wanted
        if wanted is not None or self.examined:
            self.pile_open = wanted is Phase.CHOOSING
        self.examined = self.hovered = ""
        if wanted is Phase.CHOOSING:
            self.angles.clear()
        self.bid = min(self.bids(), default=0)

    def bids(self) -> tuple[int, ...]:
        """Return the bids that are legal now."""
        return self.play.bids(self.examined)

    @property
    def piece(self) -> str:
        """The piece to turn: the one looked at in the pile, or the one on offer."""
        if self.play.wanted is Phase.CHOOSING:
            return self.looked_at
        return self.play.view().piece if self.play.is_human_turn else ""

    def examine(self, piece: str) -> None:
        """Take a piece from the pile for examination, or put it back if it is examined already."""
        if self.play.wanted is Phase.CHOOSING:
            self.examined = "" if piece == self.examined else piece
            bids = self.bids()
            self.bid = min(max(self.bid, min(bids, default=0)), max(bids, default=0))

    @property
    def marked(self) -> str:
        """The piece in the pile that Enter would take now; empty for none."""
        choosing = self.play.wanted is Phase.CHOOSING and self.pile_open
        return self.hovered if choosing and not self.taken else ""

    def take_marked(self) -> None:
        """Take the marked piece from the pile."""
        piece, self.hovered = self.marked, ""
        self.examine(piece)

    def put_away(self) -> None:
        """Put the examined piece back into the pile."""
        self.examined = ""

    def turn(self, angle: float) -> None:
        """Turn the piece by `angle`, in radians, counter-clockwise."""
        if piece := self.piece:
            self.angles[piece] = self.angles.get(piece, 0.0) + angle

    def turn_quarter(self, quarters: int) -> None:
        """Turn the piece by quarter turns counter-clockwise; 0: to the nearest one."""
        if piece := self.piece:
            self.angles[piece] = quarter_turn(self.angles.get(piece, 0.0), quarters)

    def change_bid(self, step: int) -> None:
        """Change the bid by `step` (1 or -1) if the new bid is legal."""
        if self.bid + step in self.bids():
            self.bid += step

    def actions(self) -> Mapping[StrEnum, Action]:
        """Return the actions that answer the pending decision, by command."""
        taken, bid = self.taken, self.bid
        match self.play.wanted:
            case Phase.CHOOSING if taken:
                return {KeyCommand.CONFIRM: Build(taken, bid), BausackCommand.ON: PushPiece(taken)}
            case Phase.BIDDING:
                return {KeyCommand.CONFIRM: Bid(bid), KeyCommand.REFUSE: Pass()}
            case Phase.OFFERED:
                return {KeyCommand.CONFIRM: Accept(), BausackCommand.ON: Pay()}
        return {}

    def submit(self, command: StrEnum) -> None:
        """Submit the action of a command; ignore a command without one."""
        action = self.actions().get(command)
        if action is not None:
            self.play.submit(action)

    def receiver(self) -> Seat:
        """Return the seat that would receive the piece if the person pushed it, or paid."""
        push = self.actions()[BausackCommand.ON]
        told: Any = self.play.match.would_bring(push, self.play.seat)[0]
        return Seat(told.to)

    def bid_up_to(self) -> None:
        """Bid the minimum, repeatedly, up to the shown bid; then pass."""
        if self.play.wanted is Phase.BIDDING:
            self.limits[self.play.seat] = self.bid
            self.keep_to_limit()

    def keep_to_limit(self) -> None:
        """Bid or pass for a person who has set a limit in this auction."""
        play = self.play
        limit = self.limits.get(play.seat)
        if limit is not None and play.wanted is Phase.BIDDING:
            lowest = min(self.bids(), default=limit + 1)
            self.play.submit(Bid(lowest) if lowest <= limit else Pass())


def answers(pointer: BausackPointer, viewport: Viewport, layout: Layout) -> Iterator[Button]:
    """Yield the buttons for the pending decision; each triggers the command of its key."""
    play = pointer.play
    names = [seat.name for seat in play.match.seats]
    first, second, third = layout.buttons
    build, bid = _("Build, bid {bid}", bid=pointer.bid), _("Bid {bid}", bid=pointer.bid)
    match play.wanted:
        case Phase.CHOOSING if pointer.taken:
            push = _("Push to {name}  ({key:U})", name=names[pointer.receiver()])
            yield from _stepper(pointer, layout, 0)
            yield Button(first, build, KeyCommand.CONFIRM, "strong")
            yield Button(second, _fitted(viewport, push, second), BausackCommand.ON)
            yield Button(third, _("Put it back  ({key:N})"), KeyCommand.REFUSE)
        case Phase.BIDDING:
            left = second.copy()
            left.w = second.w // 2 - 3
            right = left.move(second.w - left.w, 0)
            yield from _stepper(pointer, layout, first.y - layout.less.y)
            yield Button(left, bid, KeyCommand.CONFIRM, "strong")
            yield Button(right, _("Up to {bid}  ({key:X})", bid=pointer.bid), BausackCommand.LIMIT)
            yield Button(third, _("Pass for good  ({key:N})"), KeyCommand.REFUSE)
        case Phase.OFFERED:
            yield Button(second, _("Accept it"), KeyCommand.CONFIRM, "strong")
            to = names[pointer.receiver()]
            pay = _("Pay {count}: to {name}  ({key:U})", count=play.view().price, name=to)
            yield Button(third, _fitted(viewport, pay, third), BausackCommand.ON)


def _stepper(pointer: BausackPointer, layout: Layout, down: int) -> Iterator[Button]:
    """Yield the buttons for a lower and a higher bid, moved `down` by that number of pixels."""
    bids, bid = pointer.bids(), pointer.bid
    yield Button(layout.less.move(0, down), "–", BausackCommand.LESS, on=bid - 1 in bids)
    yield Button(layout.more.move(0, down), "+", BausackCommand.MORE, on=bid + 1 in bids)


def _fitted(viewport: Viewport, label: Message, rect: pygame.Rect) -> Message:
    """Return `label`, with the name cut if they would not fit into the button `rect`."""
    fonts, size = viewport.fonts, viewport.px(STYLES[""][0])
    room = rect.w - viewport.px(12) - fonts.width(label.filled(name=""), size)
    return label.filled(name=fonts.cut(str(label.values["name"]), size, room))
