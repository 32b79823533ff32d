"""A match as the window plays it: real time into control ticks, bots' turns, the hand.

The same for every game. What a game asks people besides it adds in a class of its own.
"""

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from towersim.bots.table import turn
from towersim.errors import IllegalAction
from towersim.forensics import collapse_told, why_it_fell
from towersim.geometry.shapes import extent
from towersim.match import Match, MatchPhase
from towersim.messages import message as _
from towersim.rules.base import (
    Action,
    Collapsed,
    Event,
    Nature,
    Place,
    StartTower,
    TurnStarted,
)
from towersim.table import Figure, Table
from towersim.ui.collapse_film import CollapseFilm, Marks, Watcher, marks
from towersim.ui.events import EventQueue, Script
from towersim.ui.film import Playback
from towersim.ui.theme import ACCENT, RGB
from towersim.units import BlockId, Pose, Seat, Target, TowerId, Vec

V = TypeVar("V")

NOBODY: Final = Seat(-1)
"""Sees of an event what everybody sees."""
NEAR: Final = 1.25
"""Distance from a tower's blocks up to which a block is over that tower, in its own widths."""
UPSET: Final = 0.01
"""A block further than this from where it rested, in metres, has been pushed away."""
BREATH: Final = 0.45
"""Seconds that a bot usually waits before it moves, so that one sees whose turn it is."""

SKIPPING: Final = 0.03
"""Seconds of a frame that bots may take while nobody looks on."""


class Play(Generic[V]):
    """One match and the time that passes in it; `V` is what its game shows a seat.

    `clock` counts seconds and bounds what a frame may take.
    """

    bot_delay: float = BREATH
    """Seconds that a bot waits before it moves."""
    quiet: tuple[type[Event], ...] = (TurnStarted,)
    """Events that are not worth a line in the log."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        self.match = match
        self._clock = clock
        self._owed = 0.0
        self._bot: Iterator[bool] | None = None
        self._breath = self.bot_delay
        self._seen: tuple[int, V] | None = None
        self._figures: tuple[Figure, ...] | None = None
        self._boxes: dict[BlockId, tuple[Pose, tuple[Vec, Vec]]] = {}
        self.playback = Playback(match)
        """Shows blocks coming to rest, and the last fall once more."""
        self.is_skipping = False
        """Whether bots play on unseen until a person has to act, or until the end."""
        self._answered: Table | None = None
        """The table before gravity's last answer, until that is explained."""
        self._with_hand = True
        """Whether it answered a move of the hand."""
        self._why: dict[int, str] = {}
        """Causes of collapses as sentences, by the number of the first event that tells of them."""
        self._collapse: CollapseFilm | None = None
        self.before: tuple[Figure, ...] = ()
        """What stood and lay where when time last began to pass."""

    @cached_property
    def queue(self) -> EventQueue[V]:
        """The events of the match with a cursor; on first use all of them count as shown."""
        return EventQueue(self, Script())

    @property
    def seat(self) -> Seat:
        """The seat to move; while nature moves and after the end, the seat that moved last."""
        return self.match.last_seat

    @property
    def watcher(self) -> Seat:
        """The seat whose secrets are shown; nobody in a game without secrets."""
        return NOBODY

    @property
    def name(self) -> str:
        """The name of the player to move."""
        return self.match.seats[self.seat].name

    @property
    def tint(self) -> RGB:
        """The colour of the seat whose turn it is, in a game in which seats have colours."""
        return ACCENT

    def named(self, event: Event) -> Event:
        """Return an event as the log describes it."""
        return event

    def view_at(self, step: int) -> V:
        """Return the view of the seat to move, as of the first `step` actions."""
        view: V = self.match.view(self.seat, step)
        return view

    def view(self) -> V:
        """Return the view of the seat to move; a new one after each action."""
        if self._seen is None or self._seen[0] != self.match.steps:
            self._seen = (self.match.steps, self.match.view(self.seat))
        return self._seen[1]

    def legal(self) -> tuple[Any, ...]:
        """Return the legal actions of the seat to move."""
        actor = self.match.actor
        view: Any = self.view()
        return () if isinstance(actor, Nature) else view.legal

    def figures(self) -> tuple[Figure, ...]:
        """Return every block on the table and in the hand, in the pose to be drawn."""
        if (filmed := self.playback.figures) is not None:
            return filmed
        if self._figures is None:
            self._figures = self.match.figures()
        return self._figures

    def box(self, figure: Figure) -> tuple[Vec, Vec]:
        """Return the corners of the upright box around a block, in metres.

        It is kept until the piece moves: outlines have many corners, and frames little time.
        """
        kept = self._boxes.get(figure.id)
        if kept is None or kept[0] != figure.pose:
            kept = (figure.pose, extent(figure.shape, figure.pose))
            self._boxes[figure.id] = kept
        return kept[1]

    def heights(self) -> dict[TowerId, float]:
        """Return the height of each standing tower, in metres."""
        found: dict[TowerId, float] = {}
        for figure in self.figures():
            if figure.tower is not None:
                found[figure.tower] = max(found.get(figure.tower, 0.0), self.box(figure)[1].y)
        return found

    @property
    def is_human_turn(self) -> bool:
        """Whether a person sits on the seat whose turn it is."""
        return self.match.seats[self.seat].is_person

    @property
    def is_carrying(self) -> bool:
        """Whether a person has a block in the hand."""
        return self.is_human_turn and self.match.phase is MatchPhase.CARRYING

    @property
    def is_choosing_block(self) -> bool:
        """Whether a person has to take a block into the hand."""
        return self.has_choice(Place, StartTower)

    @property
    def is_waiting(self) -> bool:
        """Whether nothing goes on until a person acts, or for ever."""
        return self.match.phase is MatchPhase.OVER or (
            self.is_human_turn and self.match.phase is MatchPhase.CHOOSING
        )

    def has_choice(self, *kinds: type) -> bool:
        """Return whether a person has to choose now among actions that include such kinds."""
        waits = self.is_human_turn and self.match.phase is MatchPhase.CHOOSING
        return waits and any(isinstance(action, kinds) for action in self.legal())

    @property
    def held(self) -> Figure | None:
        """The block in the hand."""
        return next((figure for figure in self.figures() if figure.held), None)

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of block that may be taken into the hand now."""
        if not self.is_choosing_block:
            return ()
        puts = (action for action in self.legal() if isinstance(action, Place | StartTower))
        return tuple(dict.fromkeys(put.block for put in puts))

    def spots(self, kind: str) -> tuple[float, ...]:
        """Return the x of each tower, or of the free place for such a block, in metres."""
        table = self.match.table
        return tuple(
            table.setup.spots[index] if tower else table.free_x(kind, TowerId(index))
            for index, tower in enumerate(table.towers)
        )

    def over(self) -> TowerId | None:
        """Return the allowed place that the person's block is over, or None between places."""
        held = self.held
        if held is None or not self.is_carrying:
            return None
        tower = self.match.aim()
        low, high = self.box(held)
        near = NEAR * (high.x - low.x)
        xs = [f.pose.x for f in self.figures() if f.tower == tower]
        xs = xs or [self.spots(held.kind)[tower]]
        close = min(abs(x - held.pose.x) for x in xs) <= near
        return tower if close or self.is_disturbing else None

    @property
    def is_disturbing(self) -> bool:
        """Whether the block in the hand has pushed another out of its place."""
        rest = {placed.id: placed.pose for tower in self.match.table.towers for placed in tower}
        return self.is_carrying and any(
            math.dist(figure.pose[:2], rest[figure.id][:2]) > UPSET
            for figure in self.figures()
            if figure.id in rest
        )

    def lift(self, kind: str) -> Pose:
        """Take a block into the hand; return its pose."""
        self.queue.rest(0.0)
        self.match.lift(kind)
        self._owed, self._figures = 0.0, None
        held = self.held
        if held is None:
            raise RuntimeError("the block that was lifted is not in the hand")
        return held.pose

    def put_back(self) -> bool:
        """Put the block back into the pool; return whether it was untouched."""
        try:
            self.match.put_back()
        except IllegalAction:
            return False
        self._figures = None
        return True

    def let_go(self) -> bool:
        """Let go of the block; return whether it was over an allowed place."""
        tower = self.over()
        if tower is None or self.match.obstacle is not None:
            return False
        self.match.release(tower)
        self._figures = None
        return True

    def submit(self, action: Action) -> bool:
        """Let the person act without the hand; return whether the action was legal."""
        allowed = self.is_human_turn and action in self.legal()
        if allowed:
            self.queue.rest(0.0)
            self.match.submit(action)
            self._figures = None
        return allowed

    def skip_to_person(self) -> None:
        """Let others act unseen until a person has to act, or until the end."""
        self.is_skipping = self.match.outcome is None and not self.is_human_turn

    def notices(self) -> list[str]:
        """Return the notices about the record, without the path of its file."""
        path = f"{self.match.record}: "
        tails = (notice.removeprefix(path) for notice in self.match.notices)
        return [_("Saved game: {notice}", notice=tail.removeprefix("file: ")) for tail in tails]

    def advance(self, seconds: float, target: Target | None, pace: float, budget: float) -> None:
        """Let time pass for people's hands, bots and gravity, for at most `budget` seconds.

        What does not fit into the budget is dropped: the game slows down, the window does not.
        """
        if self.playback.is_replaying:
            self.playback.advance(seconds, pace)
            return
        if self.is_skipping:
            self._skip(self._clock() + SKIPPING)
            return
        self.before = self.figures()
        self._owed += seconds * (1 if self.is_carrying else pace)
        self._breath -= seconds * pace
        self.playback.advance(seconds, pace)
        until = self._clock() + budget
        while self._clock() < until:
            if not self._one(target):
                break
            self._figures = None
        self._owed = min(self._owed, self.match.tick_seconds)

    def _skip(self, until: float) -> None:
        """Let bots and gravity act without showing it, up to gravity's next answer."""
        match, self._answered = self.match, None
        while self._clock() < until and self._answered is None:
            if match.phase is MatchPhase.OVER or (self.is_human_turn and not match.airborne):
                self.is_skipping = False
                return
            self.playback.drop()
            self._figures = None
            if match.phase is MatchPhase.SETTLING:
                self._answer(None)
                continue
            self._bot = self._bot or turn(match)
            if next(self._bot, None) is None:
                self._bot = None

    def _one(self, target: Target | None) -> bool:
        """Let one tick or one slice of thought pass; return whether to go on in this frame."""
        match = self.match
        if match.phase is MatchPhase.OVER:
            self._owed = 0.0
            return False
        if match.airborne:
            return self._film_tick()
        if match.phase is MatchPhase.SETTLING or self.is_carrying:
            return self._tick(target)
        if self.is_human_turn:
            self._owed, self._breath = 0.0, self.bot_delay
            return False
        return self._bot_moves()

    def _tick(self, target: Target | None) -> bool:
        if self._owed < self.match.tick_seconds:
            return False
        self._owed -= self.match.tick_seconds
        self._answer(target if self.is_carrying else None)
        return True

    def _film_tick(self) -> bool:
        """Film one more tick; once all is at rest and has been shown, let gravity answer."""
        if self.playback.record():
            return True
        last = self.playback.finish()
        if last is None:
            return False
        self.before = last
        self._answer(None)
        return True

    def _answer(self, target: Target | None) -> None:
        """Let a tick pass, and remember what gravity answered if it did."""
        match = self.match
        table, motion, shift = match.table, match.last_motion, match.last_shift
        match.tick(target)
        if match.last_motion is not motion or match.last_shift is not shift:
            self._answered, self._with_hand = table, match.last_motion is not motion
        if match.phase is MatchPhase.CHOOSING:
            self._owed, self._breath = 0.0, self.bot_delay

    def explain(self, number: int, event: Event) -> None:
        """Find the cause of the collapse that event `number` tells of; called when it is shown."""
        table, motion = self._answered, self.match.last_motion
        if not isinstance(event, Collapsed) or table is None or motion is None or not motion.fell:
            return
        self._answered = None
        profile = self.match.profile
        watcher = Watcher(profile.tick_hz)
        collapse = why_it_fell(table, motion, profile, watcher.look)
        told = collapse_told(table, motion, collapse)
        self.keep_collapse(number, watcher.film(table, motion, collapse or motion.fell[0], told))

    def keep_collapse(self, number: int, seen: CollapseFilm) -> None:
        """Tell of a collapse beside event `number`, and show it when it is to be seen again."""
        self._why[number], self._collapse = seen.sentence, seen
        self.playback.keep(seen.film)

    @property
    def marks(self) -> Marks | None:
        """What is marked now, while a collapse is seen again."""
        seen = self._collapse
        number = None if seen is None else self.playback.replayed(seen.film)
        return None if seen is None or number is None else marks(seen, number, self.figures())

    def about(self, number: int) -> str:
        """Return a sentence to add to the log's about the event of that number, or nothing."""
        return self._why.get(number, "")

    @property
    def why_it_fell(self) -> str:
        """The cause of the last collapse, as a sentence; empty before the first."""
        return self._why[max(self._why)] if self._why else ""

    def _bot_moves(self) -> bool:
        if self._breath > 0 or (
            self.match.phase is MatchPhase.CARRYING and self._owed < self.match.tick_seconds
        ):
            return False
        if self._bot is None:
            self._bot = turn(self.match)
        ticked = next(self._bot, None)
        if ticked is None:
            self._bot, self._breath = None, self.bot_delay
        elif ticked:
            self._owed -= self.match.tick_seconds
        else:
            self._owed = 0.0
        return True
