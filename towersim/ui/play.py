"""A match as the window plays it: real time into control ticks, bots' turns, the hand.

The same for every game. What a game asks people besides it adds in a class of its own.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, TypeVar

from towersim.bots.table import HUMAN, turn
from towersim.errors import IllegalAction
from towersim.match import Match, Phase
from towersim.rules.base import Action, Event, Found, Nature, Place
from towersim.scene import extent
from towersim.table import Figure, Table
from towersim.units import Pose, Seat, Target, TowerId, Vec

V = TypeVar("V")

NOBODY: Final = Seat(-1)
"""Sees of an event what everybody sees."""
NEAR: Final = 1.25
"""Over a tower is a block no further from one of its blocks than so many of its own widths."""
UPSET: Final = 0.01
"""A block further than this from where it rested, in metres, has been pushed away."""
BREATH: Final = 0.45
"""Usually a bot waits so long before it moves, in seconds: one sees whose turn it is."""


class Play(Generic[V]):
    """One match and the time that passes in it; `V` is what its game shows a seat.

    `clock` counts seconds and bounds what a frame may take.
    """

    breath: float = BREATH
    """A bot waits so long before it moves, in seconds."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        self.match = match
        self._clock = clock
        self._owed = 0.0
        self._bot: Iterator[bool] | None = None
        self._breath = self.breath
        self._read = 0
        self._asked = Seat(0)
        self._seen: tuple[int, V] | None = None
        self._figures: tuple[Figure, ...] | None = None
        self.before: tuple[Figure, ...] = ()
        """What stood and lay where when time last began to pass."""

    @property
    def seat(self) -> Seat:
        """Whose turn it is; while nature moves and after the end, who had to move last."""
        actor = self.match.actor
        if not isinstance(actor, Nature):
            self._asked = actor
        return self._asked

    @property
    def watcher(self) -> Seat:
        """Who is told of events what only that seat may see; where all lies open, nobody."""
        return NOBODY

    @property
    def name(self) -> str:
        """How the player is called whose turn it is."""
        return self.match.seats[self.seat].name

    def view(self) -> V:
        """Return what the player whose turn it is may know now: it changes with each action."""
        if self._seen is None or self._seen[0] != self.match.steps:
            self._seen = (self.match.steps, self.match.view(self.seat))
        return self._seen[1]

    def legal(self) -> tuple[Any, ...]:
        """Return what the player whose turn it is may do now."""
        actor = self.match.actor
        view: Any = self.view()
        return () if isinstance(actor, Nature) else view.legal

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
        """Whether a person has to take a block into the hand."""
        return self.may(Place, Found)

    @property
    def waits(self) -> bool:
        """Whether nothing goes on until a person acts, or for ever."""
        return self.match.phase is Phase.OVER or (self.human and self.match.phase is Phase.CHOOSING)

    def may(self, *kinds: type) -> bool:
        """Return whether a person has to choose now, and such an action is among the choices."""
        waits = self.human and self.match.phase is Phase.CHOOSING
        return waits and any(isinstance(action, kinds) for action in self.legal())

    @property
    def held(self) -> Figure | None:
        """The block in the hand."""
        return next((figure for figure in self.figures() if figure.held), None)

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of block that may be taken into the hand now."""
        if not self.choosing:
            return ()
        puts = (action for action in self.legal() if isinstance(action, Place | Found))
        return tuple(dict.fromkeys(put.block for put in puts))

    def spots(self, kind: str) -> tuple[float, ...]:
        """Return where towers stand or one can be founded with such a block, in metres."""
        table = self.match.table
        return tuple(
            table.setup.spots[index] if tower else table.free_x(kind, TowerId(index))
            for index, tower in enumerate(table.towers)
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
        xs = xs or [self.spots(held.kind)[tower]]
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

    def submit(self, action: Action) -> bool:
        """Let the person act without the hand; return whether that was allowed."""
        allowed = self.human and action in self.legal()
        if allowed:
            self.match.submit(action)
        return allowed

    def notices(self) -> list[str]:
        """Return what there is to know about the record, without the path of its file."""
        path = f"{self.match.record}: "
        tails = (notice.removeprefix(path) for notice in self.match.notices)
        return [f"Saved game: {tail.removeprefix('file: ')}" for tail in tails]

    def news(self) -> list[tuple[int, Event]]:
        """Return the events since the last time this was asked, with their numbers, as seen."""
        seen, watcher = self.match.rules.seen, self.watcher
        new = self.match.events[self._read :]
        fresh = [(number, seen(event, watcher)) for number, event in enumerate(new, self._read)]
        self._read = len(self.match.events)
        return fresh

    def advance(self, seconds: float, target: Target | None, pace: int, budget: float) -> None:
        """Let time pass for people's hands, bots and gravity, for at most `budget` seconds.

        What does not fit into the budget is dropped: the game slows down, the window does not.
        """
        self.before = self.figures()
        quick = 1 if self.carrying else pace
        self._owed += seconds * quick * self.speed()
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
            self._owed, self._breath = 0.0, self.breath
            return False
        return self._bot_moves()

    def _tick(self, target: Target | None) -> bool:
        if self._owed < self.match.tick_seconds:
            return False
        self._owed -= self.match.tick_seconds
        carrying, table, first = self.carrying, self.match.table, len(self.match.events)
        for number, event in enumerate(self.match.tick(target if carrying else None), first):
            self.answered(number, event, table)
        if self.match.phase is Phase.CHOOSING:
            self._owed, self._breath = 0.0, self.breath
        return True

    def speed(self) -> float:
        """Return how fast blocks move, as a share of real time. For slow motion."""
        return 1.0

    def about(self, number: int) -> str:  # noqa: ARG002 - for games that know more
        """Return a sentence to add to the log's about the event of that number, or nothing."""
        return ""

    def answered(self, number: int, event: Event, table: Table) -> None:
        """Take note of what gravity's answer brought; `table` is from before it. For games."""

    def _bot_moves(self) -> bool:
        if self._breath > 0 or (
            self.match.phase is Phase.CARRYING and self._owed < self.match.tick_seconds
        ):
            return False
        if self._bot is None:
            self._bot = turn(self.match)
        ticked = next(self._bot, None)
        if ticked is None:
            self._bot, self._breath = None, self.breath
        elif ticked:
            self._owed -= self.match.tick_seconds
        else:
            self._owed = 0.0
        return True


def room_for_hand(held: Figure, angle: float, low: Vec, high: Vec) -> tuple[Vec, Vec]:
    """Return the corners of where the hand may go: its block is seen and is not in the table.

    The block is turned by `angle`, in radians.
    """
    foot, head = extent(held.shape, Pose(0.0, 0.0, angle))
    reach = math.hypot(head.x, head.y)
    return Vec(low.x + reach, -foot.y), Vec(high.x - reach, high.y - reach)
