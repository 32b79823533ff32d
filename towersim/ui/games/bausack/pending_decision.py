"""A person's decisions without the hand: a piece, its angle, a bid, yes or no."""

import math
from typing import Final

from towersim.rules.bausack.state import Accept, Bid, Build, Pass, Pay, Phase, Push, SeatAction
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.units import Seat

QUARTER: Final = math.pi / 2


class PendingDecision:
    """A person's choices in the making; only what the rules list is ever done."""

    def __init__(self, play: BausackPlay, pointer: TablePointer) -> None:
        self._play, self._pointer = play, pointer
        self._limits: dict[Seat, int] = {}
        """The bid up to which each seat bids by itself in this auction."""

    def begin(self) -> None:
        """Get ready for a new question: the pile open or not, the lowest bid, nothing in hand."""
        pointer, wanted = self._pointer, self._play.wanted
        if wanted is not Wanted.NOTHING or pointer.examined:
            pointer.pile_open = wanted is Wanted.CHOOSE
        pointer.examined = pointer.hovered = ""
        if wanted is Wanted.CHOOSE:
            pointer.angles.clear()
        pointer.bid = min(self.bids(), default=0)

    def bids(self) -> tuple[int, ...]:
        """Return the bids that are legal now."""
        return self._play.bids(self._pointer.examined)

    @property
    def piece(self) -> str:
        """The piece that is turned: the one looked at in the pile, or the one on offer."""
        if self._play.wanted is Wanted.CHOOSE:
            return self._pointer.looked_at
        return self._play.view().piece if self._play.is_human_turn else ""

    def examine(self, piece: str) -> None:
        """Take a piece from the pile to look at it; a second time, put it back."""
        pointer = self._pointer
        if self._play.wanted is Wanted.CHOOSE:
            pointer.examined = "" if piece == pointer.examined else piece
            bids = self.bids()
            pointer.bid = min(max(pointer.bid, min(bids, default=0)), max(bids, default=0))

    @property
    def marked(self) -> str:
        """The piece in the pile that the keyboard would take now."""
        pointer = self._pointer
        choosing = self._play.wanted is Wanted.CHOOSE and pointer.pile_open
        return pointer.hovered if choosing and not pointer.taken else ""

    def take_marked(self) -> None:
        """Take the marked piece from the pile."""
        piece, self._pointer.hovered = self.marked, ""
        self.examine(piece)

    def put_away(self) -> None:
        """Put the examined piece back into the pile."""
        self._pointer.examined = ""

    def turn(self, angle: float) -> None:
        """Turn the piece, in radians, counter-clockwise."""
        piece, angles = self.piece, self._pointer.angles
        if piece:
            angles[piece] = angles.get(piece, 0.0) + angle

    def set_straight(self) -> None:
        """Turn the piece to the nearest quarter turn."""
        piece, angles = self.piece, self._pointer.angles
        if piece:
            angles[piece] = round(angles.get(piece, 0.0) / QUARTER) * QUARTER

    def turn_quarter(self, way: int) -> None:
        """Turn the piece on to the next quarter turn: counter-clockwise (1) or clockwise (-1)."""
        piece, angles = self.piece, self._pointer.angles
        if piece:
            angles[piece] = (round(angles.get(piece, 0.0) / QUARTER) + way) * QUARTER

    def change_bid(self, way: int) -> None:
        """Bid one token more or less, as far as that is allowed."""
        if self._pointer.bid + way in self.bids():
            self._pointer.bid += way

    def confirm(self) -> None:
        """Build, bid or accept."""
        pointer = self._pointer
        match self._play.wanted:
            case Wanted.CHOOSE if pointer.taken:
                self._act(Build(pointer.taken, pointer.bid))
            case Wanted.BID:
                self._act(Bid(pointer.bid))
            case Wanted.ACCEPT:
                self._act(Accept())

    def bid_up_to(self) -> None:
        """Bid as little as goes, and again until the bid that is shown; then pass."""
        if self._play.wanted is Wanted.BID:
            self._limits[self._play.seat] = self._pointer.bid
            self.keep_to_limit()

    def keep_to_limit(self) -> None:
        """Bid or pass for a person who has named a highest bid in this auction."""
        play = self._play
        if play.view().phase is not Phase.BIDDING:
            self._limits.clear()
        limit = self._limits.get(play.seat)
        if limit is not None and play.wanted is Wanted.BID:
            lowest = min(self.bids(), default=limit + 1)
            self._act(Bid(lowest) if lowest <= limit else Pass())

    def second(self) -> None:
        """Push, pass or pay."""
        match self._play.wanted:
            case Wanted.BID:
                self._act(Pass())
            case _:
                self.push_on()

    def push_on(self) -> None:
        """Push the examined piece, or pay to push it on."""
        match self._play.wanted:
            case Wanted.CHOOSE if self._pointer.taken:
                self._act(Push(self._pointer.taken))
            case Wanted.ACCEPT:
                self._act(Pay())

    def refuse(self) -> None:
        """Put the examined piece back, or pass."""
        match self._play.wanted:
            case Wanted.CHOOSE:
                self.put_away()
            case Wanted.BID:
                self._act(Pass())

    def _act(self, action: SeatAction) -> None:
        self._play.submit(action)
