"""A match as the window plays it: real time into control ticks, bots' turns, what may be done."""

import math
from collections.abc import Callable, Iterator
from typing import Final

from towersim.bots.table import HUMAN, turn
from towersim.errors import IllegalAction
from towersim.match import Match, Phase
from towersim.rules.base import Collapsed, Event, Found, Place
from towersim.rules.fawlty_towers import View, claims
from towersim.rules.fawlty_towers_state import Decline, Take
from towersim.scene import extent
from towersim.table import Figure, Table
from towersim.ui.falls import why_fallen
from towersim.units import Pose, Seat, Target, TowerId, Vec

NEAR: Final = 1.25
"""Over a tower is a block no further from one of its blocks than so many of its own widths."""
UPSET: Final = 0.01
"""A block further than this from where it rested, in metres, has been pushed away."""
BREATH: Final = 0.45
"""A bot waits so long before it moves, in seconds: one sees whose turn it is."""


class Play:
    """One match and the time that passes in it; `clock` counts seconds and bounds each frame."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        self.match = match
        self._clock = clock
        self._owed = 0.0
        self._bot: Iterator[bool] | None = None
        self._breath = BREATH
        self._read = 0
        self._seen: tuple[int, View] | None = None
        self._figures: tuple[Figure, ...] | None = None
        self.before: tuple[Figure, ...] = ()
        """What stood and lay where when time last began to pass."""
        self.why: dict[int, str] = {}
        """Why towers fell, as a sentence, by the number of the event."""

    @property
    def seat(self) -> Seat:
        """Whose turn it is; the first seat when it is nobody's."""
        return self.view().seat

    def view(self) -> View:
        """Return what the player at the table may know now: it changes with each action only."""
        if self._seen is None or self._seen[0] != self.match.steps:
            view: View = self.match.view(Seat(0))
            if view.turn:
                view = self.match.view(view.turn)
            self._seen = (self.match.steps, view)
        return self._seen[1]

    def figures(self) -> tuple[Figure, ...]:
        """Return every block on the table and in the hand as it is to be drawn."""
        if self._figures is None:
            self._figures = self.match.figures()
        return self._figures

    @property
    def human(self) -> bool:
        """Whether a person sits on the seat whose turn it is."""
        return self.match.seats[self.seat].player == HUMAN

    @property
    def carrying(self) -> bool:
        """Whether a person has a block in the hand."""
        return self.human and self.match.phase is Phase.CARRYING

    @property
    def choosing(self) -> bool:
        """Whether a person has to take a block from the pool."""
        return self._chooses(Place, Found)

    @property
    def claiming(self) -> bool:
        """Whether a person has to take a card or decline."""
        return self._chooses(Take, Decline)

    def _chooses(self, *kinds: type) -> bool:
        waits = self.human and self.match.phase is Phase.CHOOSING
        return waits and any(isinstance(action, kinds) for action in self.view().legal)

    @property
    def held(self) -> Figure | None:
        """The block in the hand."""
        return next((figure for figure in self.figures() if figure.held), None)

    def takes(self) -> tuple[Take, ...]:
        """Return the cards that the person may take now."""
        if not self.claiming:
            return ()
        return tuple(action for action in self.view().legal if isinstance(action, Take))

    def prospects(self) -> tuple[Take, ...]:
        """Return the cards that the held block would win where it is, if everything stands."""
        held, tower = self.held, self.over()
        if held is None or tower is None or not self.carrying:
            return ()
        return claims(self.view(), held.kind, tower)

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of block that may be taken into the hand now."""
        if not self.choosing:
            return ()
        legal = self.view().legal
        return tuple(dict.fromkeys(a.block for a in legal if isinstance(a, Place | Found)))

    def spots(self) -> tuple[float, ...]:
        """Return where towers stand or can be founded, in metres."""
        table = self.match.table
        return tuple(
            table.free_x("red", TowerId(index)) if tower is None else table.setup.spots[index]
            for index, tower in enumerate(self.view().towers)
        )

    def over(self) -> TowerId | None:
        """Return the allowed place that the person's block is over, or None between places."""
        held = self.held
        if held is None or not self.carrying:
            return None
        tower = self.match.aim()
        low, high = extent(held.shape, held.pose)
        near = NEAR * (high.x - low.x)
        xs = [f.pose.x for f in self.figures() if f.tower == tower]
        xs = xs or [self.spots()[tower]]
        close = min(abs(x - held.pose.x) for x in xs) <= near
        return tower if close or self.upset else None

    @property
    def upset(self) -> bool:
        """Whether the block in the hand has pushed another out of its place."""
        rest = {placed.id: placed.pose for tower in self.match.table.towers for placed in tower}
        return self.carrying and any(
            math.dist(figure.pose[:2], rest[figure.id][:2]) > UPSET
            for figure in self.figures()
            if figure.id in rest
        )

    def lift(self, kind: str) -> Pose:
        """Take a block into the hand; return where it is."""
        self.match.lift(kind)
        self._owed, self._figures = 0.0, None
        held = self.held
        if held is None:
            raise RuntimeError("the block that was lifted is not in the hand")
        return held.pose

    def put_back(self) -> bool:
        """Put the block back into the pool; return whether that was still possible."""
        try:
            self.match.put_back()
        except IllegalAction:
            return False
        self._figures = None
        return True

    def let_go(self) -> bool:
        """Let go of the block; return whether it is over a place where it may go."""
        tower = self.over()
        if tower is None:
            return False
        self.match.release(tower)
        self._figures = None
        return True

    def fallen(self) -> list[TowerId]:
        """Return which towers the last move brought down, in the order in which they fell."""
        towers: list[TowerId] = []
        for event in reversed(self.match.events):
            if not isinstance(event, Collapsed):
                break
            towers.insert(0, event.tower)
        return towers

    def founding_only(self) -> bool:
        """Whether the seat has to found a tower, because one fell."""
        return self.view().phase == "founding"

    def submit(self, action: Take | Decline) -> None:
        """Take a card or decline."""
        self.match.submit(action)

    def notices(self) -> list[str]:
        """Return what there is to know about the record, without the path of its file."""
        path = f"{self.match.record}: "
        tails = (notice.removeprefix(path) for notice in self.match.notices)
        return [f"Saved game: {tail.removeprefix('file: ')}" for tail in tails]

    def news(self) -> list[tuple[int, Event]]:
        """Return the events since the last time this was asked, with their numbers."""
        fresh = list(enumerate(self.match.events[self._read :], self._read))
        self._read = len(self.match.events)
        return fresh

    def advance(self, seconds: float, target: Target | None, pace: int, budget: float) -> None:
        """Let time pass for people's hands, bots and gravity, for at most `budget` seconds.

        What does not fit into the budget is dropped: the game slows down, the window does not.
        """
        self.before = self.figures()
        quick = 1 if self.carrying else pace
        self._owed += seconds * quick
        self._breath -= seconds * pace
        until = self._clock() + budget
        while self._clock() < until:
            if not self._one(target):
                break
            self._figures = None
        self._owed = min(self._owed, self.match.tick_seconds)

    def _one(self, target: Target | None) -> bool:
        """Let one tick or one slice of thought pass; return whether there is more to do now."""
        match = self.match
        if match.phase is Phase.OVER:
            self._owed = 0.0
            return False
        if match.phase is Phase.SETTLING or self.carrying:
            return self._tick(target)
        if self.human:
            self._owed, self._breath = 0.0, BREATH
            return False
        return self._bot_moves()

    def _tick(self, target: Target | None) -> bool:
        if self._owed < self.match.tick_seconds:
            return False
        self._owed -= self.match.tick_seconds
        carrying, table, first = self.carrying, self.match.table, len(self.match.events)
        for number, event in enumerate(self.match.tick(target if carrying else None), first):
            if isinstance(event, Collapsed):
                self.why[number] = self._why(table, event.tower)
        if self.match.phase is Phase.CHOOSING:
            self._owed, self._breath = 0.0, BREATH
        return True

    def _why(self, table: Table, tower: TowerId) -> str:
        """Say why a tower fell, from how everything lay just before it was cleared away."""
        put = tower == self.view().tower
        mine = [f for f in self.before if f.tower == tower or (put and f.tower is None)]
        bases = (*(placed.id for placed in table.towers[tower]), *(f.id for f in mine))
        return why_fallen(mine, bases[:1], table.setup.table.width / 2)

    def _bot_moves(self) -> bool:
        if self._breath > 0 or (
            self.match.phase is Phase.CARRYING and self._owed < self.match.tick_seconds
        ):
            return False
        if self._bot is None:
            self._bot = turn(self.match)
        ticked = next(self._bot, None)
        if ticked is None:
            self._bot, self._breath = None, BREATH
        elif ticked:
            self._owed -= self.match.tick_seconds
        else:
            self._owed = 0.0
        return True


def room_for_hand(match: Match, low: Vec, high: Vec) -> tuple[Vec, Vec]:
    """Return the corners of where the hand may go: its block is seen and is not in the table."""
    foot, head = extent(match.setup.piece("red").shape, Pose(0.0, 0.0, 0.0))
    reach = math.hypot(head.x, head.y)
    return Vec(low.x + reach, -foot.y), Vec(high.x - reach, high.y - reach)
