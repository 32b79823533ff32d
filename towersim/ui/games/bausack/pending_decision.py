"""What a person points at and decides without the hand: a piece, its angle, a bid, yes or no."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from towersim.rules.base import Action
from towersim.rules.bausack.state import Accept, Bid, Build, Pass, Pay, Phase, Push
from towersim.ui.games.bausack.keys import BausackCommand
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.input import Command, quarter_turn
from towersim.ui.pointer import Pointer
from towersim.units import Seat


class TablePointer(Pointer):
    """Where mouse and keyboard point, and what a person has set up before they act."""

    def __init__(self) -> None:
        super().__init__()
        self.examined = ""
        """The piece that was taken from the pile to look at it."""
        self.hovered = ""
        """The piece in the pile that the mouse is over, or that the arrows have marked."""
        self.angles: dict[str, float] = {}
        """The angle of each piece, in radians, counter-clockwise."""
        self.bid = 0
        self.pile_open = False
        self.slider: float | None = None
        """Where the height measurer was set, in metres; None: at the tower whose turn it is."""

    @property
    def looked_at(self) -> str:
        """The piece that the card shows while one is chosen."""
        return self.hovered or self.examined

    @property
    def taken(self) -> str:
        """The piece from the pile that can be built with or pushed: the card has to show it."""
        shown = self.pile_open and self.looked_at == self.examined
        return self.examined if shown else ""

    def toggle_pile(self) -> None:
        """Open the pile, or close it."""
        self.pile_open = not self.pile_open
        self.hovered = ""


class PendingDecision:
    """A person's choices in the making; only what the rules list is ever done."""

    def __init__(self, play: BausackPlay, pointer: TablePointer) -> None:
        self.play, self.pointer = play, pointer
        self._limits: dict[Seat, int] = {}
        """The bid up to which each seat bids by itself in this auction."""

    def begin(self) -> None:
        """Get ready for a new question: the pile open or not, the lowest bid, nothing in hand."""
        pointer, wanted = self.pointer, self.play.wanted
        if wanted is not None or pointer.examined:
            pointer.pile_open = wanted is Phase.CHOOSING
        pointer.examined = pointer.hovered = ""
        if wanted is Phase.CHOOSING:
            pointer.angles.clear()
        pointer.bid = min(self.bids(), default=0)

    def bids(self) -> tuple[int, ...]:
        """Return the bids that are legal now."""
        return self.play.bids(self.pointer.examined)

    @property
    def piece(self) -> str:
        """The piece that is turned: the one looked at in the pile, or the one on offer."""
        if self.play.wanted is Phase.CHOOSING:
            return self.pointer.looked_at
        return self.play.view().piece if self.play.is_human_turn else ""

    def examine(self, piece: str) -> None:
        """Take a piece from the pile to look at it; a second time, put it back."""
        pointer = self.pointer
        if self.play.wanted is Phase.CHOOSING:
            pointer.examined = "" if piece == pointer.examined else piece
            bids = self.bids()
            pointer.bid = min(max(pointer.bid, min(bids, default=0)), max(bids, default=0))

    @property
    def marked(self) -> str:
        """The piece in the pile that the keyboard would take now."""
        pointer = self.pointer
        choosing = self.play.wanted is Phase.CHOOSING and pointer.pile_open
        return pointer.hovered if choosing and not pointer.taken else ""

    def take_marked(self) -> None:
        """Take the marked piece from the pile."""
        piece, self.pointer.hovered = self.marked, ""
        self.examine(piece)

    def put_away(self) -> None:
        """Put the examined piece back into the pile."""
        self.pointer.examined = ""

    def turn(self, angle: float) -> None:
        """Turn the piece, in radians, counter-clockwise."""
        piece, angles = self.piece, self.pointer.angles
        if piece:
            angles[piece] = angles.get(piece, 0.0) + angle

    def turn_quarter(self, way: int) -> None:
        """Turn the piece on to the next quarter turn: counter-clockwise (1) or clockwise (-1).

        0: to the nearest.
        """
        piece, angles = self.piece, self.pointer.angles
        if piece:
            angles[piece] = quarter_turn(angles.get(piece, 0.0), way)

    def change_bid(self, way: int) -> None:
        """Bid one token more or less, as far as that is allowed."""
        if self.pointer.bid + way in self.bids():
            self.pointer.bid += way

    def actions(self) -> Mapping[StrEnum, Action]:
        """Return the actions that answer the question, each by the command that stands for it."""
        taken, bid = self.pointer.taken, self.pointer.bid
        match self.play.wanted:
            case Phase.CHOOSING if taken:
                return {Command.CONFIRM: Build(taken, bid), BausackCommand.ON: Push(taken)}
            case Phase.BIDDING:
                return {Command.CONFIRM: Bid(bid), Command.REFUSE: Pass()}
            case Phase.OFFERED:
                return {Command.CONFIRM: Accept(), BausackCommand.ON: Pay()}
        return {}

    def answer(self, command: StrEnum) -> None:
        """Answer the question, if the command does."""
        action = self.actions().get(command)
        if action is not None:
            self.play.submit(action)

    def receiver(self) -> Seat:
        """Return to whom the rules bring the piece if the person pushes it, or pays."""
        push = self.actions()[BausackCommand.ON]
        told: Any = self.play.match.would_bring(push, self.play.seat)[0]
        return Seat(told.to)

    def bid_up_to(self) -> None:
        """Bid as little as goes, and again until the bid that is shown; then pass."""
        if self.play.wanted is Phase.BIDDING:
            self._limits[self.play.seat] = self.pointer.bid
            self.keep_to_limit()

    def keep_to_limit(self) -> None:
        """Bid or pass for a person who has named a highest bid in this auction."""
        play = self.play
        if play.view().phase is not Phase.BIDDING:
            self._limits.clear()
        limit = self._limits.get(play.seat)
        if limit is not None and play.wanted is Phase.BIDDING:
            lowest = min(self.bids(), default=limit + 1)
            self.play.submit(Bid(lowest) if lowest <= limit else Pass())
