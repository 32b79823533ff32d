"""A match in the window: real time to control ticks, bots' turns, and the hand.

Common to all games; a game may extend `Play` by a subclass.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, Generic, TypeVar
from weakref import proxy

from towersim.bots.base import AnyBot
from towersim.bots.table import best_bot, turn
from towersim.common.errors import IllegalAction
from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose, Seat, Target, TowerId
from towersim.match.match import Match, MatchPhase
from towersim.rules import base
from towersim.serve.table import ServedTable
from towersim.table.table import Figure
from towersim.theatre.falls import SLOW
from towersim.theatre.focus import STILL
from towersim.ui.app_context import PlayContext
from towersim.ui.drawing.theme import ACCENT, RGB
from towersim.ui.events import EventQueue, Script
from towersim.ui.explainer import FallExplainer
from towersim.ui.language.faults import fault_message
from towersim.ui.playback import BlockPlayback

V = TypeVar("V")

NOBODY: Final = None
"""The watcher of public information only."""
UPSET: Final = 0.01
"""Minimum displacement of a block that was pushed away, in metres."""
SINKS: Final = 0.03
"""Least speed downwards of a block that falls, in m/s."""
BREATH: Final = 0.8
"""Usual delay before a bot's move, in seconds, to make the change of turn visible."""

SKIPPING: Final = 0.03
"""Time budget per frame while skipping, in seconds."""
UNHURRIED: Final = 0.001
"""Time budget per frame in slow motion, which needs a tick in two frames, in seconds."""


class BotTurn:
    """The turn of a bot in a match, in slices of a few milliseconds or a tick of its hand."""

    def __init__(self, match: Match, bots: Mapping[str, AnyBot]) -> None:
        self._match, self._bots = match, bots
        self._slices: Iterator[bool] | None = None
        self._begun_at = 0
        """The number of actions when it began."""

    @property
    def is_under_way(self) -> bool:
        """Whether a bot has begun a move, and nobody else has moved since."""
        return self._slices is not None and self._begun_at == self._match.steps

    def step(self) -> bool | None:
        """Return what the next slice yields (`turn`), if need be of a new turn; None at its end.

        A turn is dropped if a person has come back to a phone and moved meanwhile.
        """
        match = self._match
        if self._slices is None or not self.is_under_way:
            best = best_bot(match.game) if match.seats[match.last_seat].is_person else None
            self._slices = turn(match, best, self._bots)
            self._begun_at = match.steps
        ticked = next(self._slices, None)
        if ticked is None:
            self._slices = None
        return ticked


class Play(Generic[V]):
    """One match advanced in real time; `V` is the type of its views."""

    bot_delay: float = BREATH
    """Delay before a bot's move, in seconds."""

    def __init__(
        self,
        match: Match,
        context: PlayContext,
        script: Script[V] | None = None,
        shown: int | None = None,
    ) -> None:
        """Play a match; `shown`: the actions whose events `script` need not show, None: all."""
        self.match = match
        self._context = context
        self._script, self._shown = script or Script(), shown
        self._owed = 0.0
        self._bot = BotTurn(match, context.bots)
        self._breath = self.bot_delay
        self._seen: tuple[int, V] | None = None
        self._figures: tuple[Figure, ...] | None = None
        self.playback = BlockPlayback(match)
        """Playback of settling blocks, and the replay of the last fall."""
        self.falls = FallExplainer(match, self.playback)
        self.is_skipping = False
        """Whether bots' moves are skipped until a person has to act, or until the end."""
        self.before: tuple[Figure, ...] = ()
        """The figures before the last time step."""
        self._slow_for = 0.0
        """Length of the slow motion without a film in this move, in real seconds."""

    @cached_property
    def queue(self) -> EventQueue[V]:
        """The events of the match with a cursor."""
        # Weakly, as else a cycle would hold the match of a screen that was left.
        return EventQueue(proxy(self), self._script, self._shown)

    @property
    def phones(self) -> ServedTable | None:
        """The table on people's phones; None if all play at this screen."""
        return self._context.phones()

    @property
    def seat(self) -> Seat:
        """The seat to move; while nature moves and after the end, the seat that moved last."""
        return self.match.last_seat

    @property
    def watcher(self) -> Seat | None:
        """The seat through whose redacted view the match is shown; `NOBODY` in open games."""
        return NOBODY

    @property
    def name(self) -> str:
        """The name of the player to move."""
        return self.match.seats[self.seat].name

    @property
    def tint(self) -> RGB:
        """The colour of the seat to move, in games with colours for seats."""
        return ACCENT

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
        return () if isinstance(actor, base.Nature) else view.legal

    def figures(self) -> tuple[Figure, ...]:
        """Return every block on the table and in the hand, in the pose to be drawn."""
        if (filmed := self.playback.figures) is not None:
            return filmed
        if self._figures is None:
            self._figures = self.match.figures()
        return self._figures

    def heights(self) -> dict[TowerId, float]:
        """Return the height of each standing tower, in metres."""
        heights: dict[TowerId, float] = {}
        for figure in self.figures():
            if figure.tower is not None:
                heights[figure.tower] = max(heights.get(figure.tower, 0.0), figure.extent[1].y)
        return heights

    @property
    def is_human_turn(self) -> bool:
        """Whether the seat to move is a person at this screen; a bot ends a move that it began."""
        phones = self.phones
        away = phones is not None and (phones.awaits_page or self.seat in phones.stands_in)
        return self.match.seats[self.seat].is_person and not (away or self._bot.is_under_way)

    @property
    def awaited(self) -> Seat | None:
        """The person to act, if the screen must be passed to them first; else None."""
        return None

    @property
    def is_phones_turn(self) -> bool:
        """Whether the seat to move is a person who acts on a phone."""
        return self.phones is not None and self.phones.awaits_page

    @property
    def thinking(self) -> str:
        """A line about the seat to move, which does not act at this screen."""
        if self.phones is None or not self.is_phones_turn:
            return _("{name} is thinking …", name=self.name)
        if self.phones.is_away(self.seat):
            return _(
                "{name}'s phone is closed. The code is in the pause ({key:Esc}).", name=self.name
            )
        return _("{name} acts on the phone …", name=self.name)

    @property
    def is_carrying(self) -> bool:
        """Whether a person has a block in the hand."""
        return self.match.carrying and self.is_human_turn

    @property
    def is_choosing_block(self) -> bool:
        """Whether a person has to take a block into the hand."""
        return self.has_choice(base.Place, base.StartTower)

    @property
    def is_waiting(self) -> bool:
        """Whether the match waits for a person, or is over."""
        is_persons = self.is_human_turn or self.is_phones_turn
        phase = self.match.phase
        return phase is MatchPhase.OVER or (is_persons and phase is MatchPhase.CHOOSING)

    def has_choice(self, *kinds: type) -> bool:
        """Return whether a person has to choose now, with a legal action of one of these types."""
        waits = self.is_human_turn and self.match.phase is MatchPhase.CHOOSING
        return waits and any(isinstance(action, kinds) for action in self.legal())

    @property
    def held(self) -> Figure | None:
        """The block in the hand."""
        return next((figure for figure in self.figures() if figure.held), None)

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of block that can be taken into the hand now."""
        if not self.is_choosing_block:
            return ()
        puts = (action for action in self.legal() if isinstance(action, base.PUTS))
        return tuple(dict.fromkeys(put.block for put in puts))

    def spots(self, kind: str) -> tuple[float, ...]:
        """Return the x of each foundation, or of a free place for a block of `kind`, in metres."""
        table, now = self.match.table, {figure.id: figure.pose.x for figure in self.figures()}
        return tuple(
            now.get(tower[0].id, tower[0].pose.x) if tower else table.free_x(kind, TowerId(index))
            for index, tower in enumerate(table.towers)
        )

    def over(self) -> TowerId | None:
        """Return the allowed tower under the person's block, or None between towers."""
        return self.match.over() if self.is_carrying else None

    @property
    def is_disturbing(self) -> bool:
        """Whether the held block has pushed another one away."""
        return self.is_carrying and self.is_upset(self._rests())

    def is_upset(self, since: Mapping[BlockId, Pose]) -> bool:
        """Whether a block is far from its pose in `since`."""
        poses = ((f.pose, since.get(f.id, f.pose)) for f in self.figures())
        return any(math.dist(now[:2], then[:2]) > UPSET for now, then in poses)

    def _rests(self) -> dict[BlockId, Pose]:
        """Return the pose at rest of each block on the table."""
        return {placed.id: placed.pose for tower in self.match.table.towers for placed in tower}

    def _is_toppling(self) -> bool:
        """Whether a block on the table falls, of which none has landed yet, without a film."""
        match, sinking = self.match, self.match.sinking(SINKS)
        # While the hand holds on, a tower that leans on another counts as fallen, but falls on.
        has_landed = match.airborne or (not match.carrying and match.falls_so_far())
        if not sinking or has_landed:
            return False
        # A hand also pushes blocks a little.
        far, rests = UPSET if match.carrying else STILL, self._rests()
        fallen = (f.id for f in self.figures() if rests.get(f.id, f.pose).y - f.pose.y > far)
        return not sinking.isdisjoint(fallen)

    def _live(self, seconds: float, pace: float) -> float:
        """Return the simulated seconds of live ticks; towers that a hand topples fall slowly."""
        playback = self.playback
        is_slow = self._is_toppling() and self._slow_for < playback.slow_motion.longest
        playback.is_live_slow = is_slow
        if is_slow:
            self._slow_for += seconds
            return seconds * SLOW
        return seconds * (1 if self.is_carrying else pace)

    def lift(self, kind: str) -> Pose:
        """Take a block into the hand; return its pose."""
        self.queue.rest(0.0)
        self.match.lift(kind)
        self._owed, self._figures = 0.0, None
        held = self.held
        if held is None:
            raise RuntimeError("the block that was lifted is not in the hand")
        return held.pose

    def put_back(self) -> str:
        """Put the block back into the pool; return why that is illegal, or an empty string."""
        return self._tried(self.match.put_back)

    def let_go(self) -> str:
        """Release the block; return why that is illegal, or an empty string."""
        return self._tried(self.match.release)

    def _tried(self, act: Callable[[], object]) -> str:
        try:
            act()
        except IllegalAction as refusal:
            return refusal.why
        self._figures = None
        return ""

    def submit(self, action: base.Action) -> bool:
        """Submit a person's action without the hand; return whether it was legal."""
        allowed = self.is_human_turn and action in self.legal()
        if allowed:
            self.queue.rest(0.0)
            self.match.submit(action)
            self._figures = None
        return allowed

    def skip_to_person(self) -> None:
        """Skip the moves of others until a person has to act, or until the end."""
        self.is_skipping = not self.is_waiting and not self.is_human_turn

    def notices(self) -> list[str]:
        """Return the notices, those about the record without the path of its file."""
        path, saved = f"{self.match.record}: ", _("Saved game: {notice}")
        return [
            saved.filled(notice=fault_message(notice.removeprefix(path).removeprefix("file: ")))
            if notice.startswith(path)
            else notice
            for notice in self.match.notices
        ]

    def advance(self, seconds: float, target: Target | None, pace: float, budget: float) -> None:
        """Advance hands, bots and gravity by a time step, in at most `budget` seconds of work.

        Ticks beyond the budget are dropped: the game slows down, the window does not.
        """
        if self.playback.is_replaying:
            self.playback.advance(seconds, pace)
            return
        if self.is_skipping:
            self._skip(self._context.clock() + SKIPPING)
            return
        self.before = self.figures()
        self._owed += self._live(seconds, pace)
        self._breath -= seconds * pace
        self.playback.advance(seconds, pace)
        until = self._context.clock() + (UNHURRIED if self.playback.is_slow else budget)
        while self._context.clock() < until:
            if not self._one(target):
                break
            self._figures = None
        self._owed = min(self._owed, self.match.tick_seconds)

    def _skip(self, until: float) -> None:
        """Let bots and gravity act without playback, up to gravity's next answer."""
        match, answered = self.match, False
        while self._context.clock() < until and not answered:
            if self.is_waiting or (self.is_human_turn and not match.airborne):
                self.is_skipping = False
                return
            self.playback.drop()
            self._figures = None
            if match.phase is not MatchPhase.SETTLING:
                self._bot.step()
            elif not (match.look_ahead() or self.falls.search()):
                answered = self._tick_match(None)

    def _one(self, target: Target | None) -> bool:
        """Advance by one tick or one slice of a bot's turn; return whether to go on this frame."""
        match = self.match
        if match.airborne:
            return self._film_tick()
        if match.phase is MatchPhase.SETTLING or self.is_carrying:
            return self._tick(target)
        if self.falls.recall():
            return True
        if match.phase is MatchPhase.OVER:
            self._owed = 0.0
            return False
        if self.is_human_turn or self.is_phones_turn:
            self._owed, self._breath = 0.0, self.bot_delay
            return False
        return self._bot_moves()

    def _tick(self, target: Target | None) -> bool:
        if self._owed < self.match.tick_seconds:
            return False
        is_settling = not self.match.carrying
        goes_on = is_settling and self.match.look_ahead()
        if is_settling and not goes_on and self.falls.search():
            return True
        self._owed -= self.match.tick_seconds
        if not goes_on:
            self._tick_match(target if self.is_carrying else None)
        return True

    def _film_tick(self) -> bool:
        """Record one more tick; once all is at rest, explained and shown, let gravity answer."""
        if self.playback.record() or self.falls.search():
            return True
        last = self.playback.finish()
        if last is None:
            return False
        self.before = last
        self._tick_match(None)
        return True

    def _tick_match(self, target: Target | None) -> bool:
        """Advance the match by one tick; return whether gravity answered."""
        match = self.match
        motion, shift = match.last_motion, match.last_shift
        match.tick(target)
        if match.phase is MatchPhase.CHOOSING:
            self._owed, self._breath, self._slow_for = 0.0, self.bot_delay, 0.0
        answered = match.last_motion is not motion or match.last_shift is not shift
        if answered:
            self.falls.end_move()
        return answered

    def explain(self, number: int, event: base.Event) -> None:
        """Keep the cause of the collapse that event `number` reports; called when it is shown."""
        if isinstance(event, base.Collapsed) and (collapse := self.falls.take()) is not None:
            self.falls.keep(number, collapse)

    def _bot_moves(self) -> bool:
        if self._breath > 0 or (
            self.match.phase is MatchPhase.CARRYING and self._owed < self.match.tick_seconds
        ):
            return False
        ticked = self._bot.step()
        if ticked is None:
            self._breath = self.bot_delay
        elif ticked:
            self._owed -= self.match.tick_seconds
        else:
            self._owed = 0.0
        return True
