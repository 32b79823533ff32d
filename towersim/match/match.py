"""A game in progress: the mutable object that connects rules and physics.

A seat acts by `submit`, or with the hand: `lift` a block, `tick` it towards a target, `release` it,
and `tick` until gravity has moved. The deck and the die move automatically.
"""

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Self

import msgspec

from towersim.common.errors import IllegalAction, RecordFault
from towersim.common.messages import message as _, plain
from towersim.common.units import BlockId, Pose, Target, TowerId
from towersim.foresight.reach import hand_path, landing, over
from towersim.match.game import Game, V
from towersim.match.record import Header, Recorder, Recording, SeatSpec, Step, header
from towersim.match.replay import validate
from towersim.physics.settle import Fall
from towersim.physics.world import World
from towersim.rules import base, checked_options
from towersim.table.disturbance import Disturbance, Moving
from towersim.table.placing import FAR, RELEASE_SPEED, Motion, Move, Placing, is_reproduced
from towersim.table.table import Figure, Placed

OTHER_MACHINE = "this machine or version simulates the last move differently; the record counts"
BRAKING = 0.5
"""The time in which the hand has to stop a block before it opens, in seconds."""
_RISE = 0.001
"""The rise of the hand per tick to clear another seat's tower, in metres."""
_HIGHER = 0.02
"""The rise of a hand that could not open, before it tries again, in metres."""
_HIGHEST = 0.2
"""The rise after which it gives up a pose that it was asked for, in metres."""


class MatchPhase(StrEnum):
    """The phase of a match: the kind of input it waits for."""

    CHOOSING = "choosing"
    CARRYING = "carrying"
    SETTLING = "settling"
    OVER = "over"


class Match(Game[V]):
    """A game with a hand, recorded line by line."""

    def __init__(self, header: Header) -> None:
        """Set up the game; use `new` or `resume` instead of the constructor."""
        super().__init__(header)
        self.record: Path | None = None
        self._recorder = Recorder()
        self._unwritten: list[Step] = []
        self._moving: Moving | None = None
        """The move that goes on, with the hand or without."""
        self._carried = 0, 0
        """A number of steps, and the ticks for which blocks were carried and put back then."""
        self._own_way: Iterator[Target] | None = None
        """The targets of a hand that has carried for too long."""

    @classmethod
    def new(
        cls,
        game: str,
        seats: Sequence[SeatSpec],
        *,
        seed: int,
        options: msgspec.Struct | None = None,
        record: Path | None = None,
    ) -> Self:
        """Begin a game and deal; OptionFault for a bad game, option, hand or number of seats."""
        chosen = checked_options(game, msgspec.to_builtins(options or {}, enc_hook=plain))
        return cls.begin(header(game, chosen, seats, seed), record)

    @classmethod
    def begin(cls, header: Header, record: Path | None = None) -> Self:
        """Begin the game of a header and deal."""
        match = cls(header)
        match.record = record
        match.go_on(Recorder.fresh(record, header))
        return match

    @classmethod
    def resume(cls, recording: Recording) -> Self:
        """Continue a recorded game at its end; RecordFault if that is not possible."""
        match = cls.loaded(recording)
        last = match.last_motion
        if last is not None and not is_reproduced(match.settled_from, last, match.profile):
            match.notices.append(f"{recording.file}: {OTHER_MACHINE}")
        if match.setup.anywhere:  # the attempt counts if each move is as the simulation has it
            match.hand_proven = validate(recording).hand_proven
        match.record = recording.file
        match.go_on(Recorder.going_on(recording))
        return match

    @classmethod
    def branched(cls, recording: Recording, steps: int) -> Self:
        """Return the game of a record after its first actions, to go on without a record."""
        match = cls.loaded(recording.until(steps))
        match.go_on(Recorder())
        return match

    def clone(self, seed: int | None = None) -> Self:
        """Return an independent match in the same state, without a record, in microseconds.

        Deck, die and tremor will draw the same numbers in both, or others with another `seed`.
        IllegalAction while a block is in the hand or in the air.
        """
        self._check_rest("clone")
        other = super().clone(seed)
        other.record, other._recorder, other._unwritten = None, Recorder(), []  # noqa: SLF001 - of this class
        return other

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes of a clone, so that a copy or a pickle is one."""
        return vars(self.clone())

    def go_on(self, recorder: Recorder) -> None:
        """Write to `recorder` from now on, and make nature's moves that are due."""
        self._recorder = recorder
        self._let_nature_act()

    @property
    def phase(self) -> MatchPhase:
        """The present phase of the match."""
        if self._moving is not None:
            return MatchPhase.CARRYING if self.carrying else MatchPhase.SETTLING
        return MatchPhase.OVER if self.actor is base.Nature.OVER else MatchPhase.CHOOSING

    @property
    def carrying(self) -> bool:
        """Whether a block is in the hand."""
        return isinstance(self._moving, Placing) and self._moving.tower is None

    @property
    def held(self) -> Placing:
        """The block in the hand and its motion; IllegalAction without one."""
        if not isinstance(self._moving, Placing) or self._moving.tower is not None:
            raise IllegalAction("no block is in the hand")
        return self._moving

    def close(self) -> None:
        """Close the record; RecordFault if lines could not be written."""
        self._recorder.close()

    def __enter__(self) -> Self:
        """Return the match, which is closed at the end of the context."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, action: base.Action) -> tuple[base.Event, ...]:
        """Apply an action of the seat to move without the hand; return the events."""
        self._check_rest(action)
        if isinstance(action, base.PUTS):
            raise IllegalAction(f"{action}: a block is put down with the hand")
        if isinstance(self.actor, base.Nature):
            raise IllegalAction(f"{action}: the game is over")
        before = len(self.events)
        self._record(action)
        if self.handless:
            self._moving = Disturbance(self.table, self.profile, self.stress())
        self._let_nature_act()
        return tuple(self.events[before:])

    def undo(self) -> None:
        """Take the last action back, also from the record; IllegalAction if not allowed."""
        if self.can_undo:
            self._check_open()
            try:
                self._recorder.unwrite()
            except RecordFault as fault:
                why = _("that cannot be taken back: {why}", why=str(fault))
                raise IllegalAction(why) from fault
        super().undo()

    def lift(self, block: str) -> None:
        """Take a block of this kind into the hand; IllegalAction if that is not possible now."""
        self._check_open()
        actor, places = self.actor, self.places(block)
        if self.phase is not MatchPhase.CHOOSING or isinstance(actor, base.Nature) or not places:
            raise IllegalAction(f"{block}: no such block can be taken into the hand now")
        tremor = self.tremor(actor, self.steps)
        self._moving = Placing(self.table, block, min(places), self.profile, tremor)
        self._moving.carried = self._carried_before()
        self._own_way = None

    @property
    def strain(self) -> float | None:
        """The value of the running test now, in its own unit; None without one."""
        moving = self._moving
        return moving.strength if isinstance(moving, Disturbance) and self.test else None

    @property
    def reached(self) -> float | None:
        """The value of the running test that counts, up to which nothing moved; or None."""
        moving = self._moving
        return moving.reached if isinstance(moving, Disturbance) and self.test else None

    def put(self, action: base.Action, at: Pose | None = None) -> tuple[base.Event, ...]:
        """Place a block by the seat's trembling hand; return the events after gravity's move.

        It is released in the pose `at` (metres, radians), by default where `landing` says.
        IllegalAction if the rules or the hand's reach forbid it, or if `at` is not over a place of
        the seat's own; then the block stays in the hand.
        """
        before = len(self.events)
        for _tick in self.carry(action, at):
            pass
        self.settle()
        return tuple(self.events[before:])

    def carry(self, action: base.Action, at: Pose | None = None) -> Iterator[None]:
        """Take a block to the pose `at` and release it there, as `put`; yield after each tick."""
        action = self._placement(action)
        end = self._reached(landing(self.table, action.block, action.tower) if at is None else at)
        self.lift(action.block)
        yield from self._bring(end, math.inf if at is None else end.y + _HIGHEST)

    def lay_down(self) -> Iterator[None]:
        """Put the block in the hand down where `landing` says; yield after each tick."""
        yield from self._bring(landing(self.held.pushed, self.held.block.kind, self.aim()))

    def _bring(self, end: Pose, highest: float = math.inf) -> Iterator[None]:
        for target in self._put_down(end, highest):
            self.tick(target)
            yield
            if not self.carrying:
                return  # the hand opened by itself because a tower collapsed

    def _put_down(self, end: Pose, highest: float = math.inf) -> Iterator[Target]:
        """Yield the hand's targets to the pose `end`, and release the block there."""
        while True:
            yield from self._way(end)
            try:
                self.release()
            except IllegalAction:
                # The block was pushed off its tower while it was stopped: again from higher up.
                if end.y > highest:
                    raise
                end = self._reached(end._replace(y=end.y + _HIGHER))
            else:
                return

    def _way(self, end: Pose) -> Iterator[Target]:
        """Yield the hand's targets to the pose `end`, or above it where another tower stands."""
        hand = self.skills[self.last_seat]
        yield from hand_path(self.table, self.held.pose, end, hand, self.tick_seconds)
        while self.obstacle is not None:
            end = end._replace(y=end.y + _RISE)
            yield Target(*end)

    def drop(self, action: base.Action, x: float, angle: float = 0.0) -> tuple[base.Event, ...]:
        """Release a block without the hand; return the events after gravity's move.

        It starts a millimetre above its first contact on the way straight down at `x` (metres)
        with this angle (radians). IllegalAction if the rules or the limits of the table forbid it.
        """
        action = self._placement(action)
        at, places = self.above(action, x, angle), self.places(action.block)
        if self.table.over(action.block, at, places) != action.tower:
            raise IllegalAction(f"{action}: x = {x} m is not over this place")
        before, block = len(self.events), Placed(self.table.name(action.block), action.block, at)
        dropped = Placing(self.table, block, action.tower, self.profile)
        if reason := dropped.why_not(places, [seat.name for seat in self.seats]):
            raise IllegalAction(f"{action}: {reason}")
        self._moving = dropped
        self._record(action)
        dropped.let_go(action.tower)
        self.settle()
        return tuple(self.events[before:])

    def above(self, action: base.Place | base.StartTower, x: float, angle: float = 0.0) -> Pose:
        """Return the pose at `x` (metres) from which a block drops a millimetre straight down.

        IllegalAction beyond the limits of the table, or for an action without a block.
        """
        block = self._putting(action).block
        x, _, angle = self._reached((x, 1.0, angle))
        return self._reached(over(self.table, block, x, angle))

    def settle(self) -> None:
        """Simulate until everything is at rest and gravity has moved, if it has to."""
        while self.phase is MatchPhase.SETTLING:
            self.tick()

    def _placement(self, action: base.Action) -> base.Place | base.StartTower:
        """Return the action; IllegalAction if the seat to move cannot put this block down now."""
        self._check_rest(action)
        self._check_open()
        put = self._putting(action)
        if reason := self.why_not(put):
            raise IllegalAction(f"{put}: {reason}", reason)
        return put

    def _putting(self, action: base.Action) -> base.Place | base.StartTower:
        if not isinstance(action, base.PUTS):
            raise IllegalAction(f"{action}: puts no block down, so it is submitted")
        return action

    def _pose(self, at: Sequence[float]) -> Pose:
        try:
            return Pose(*map(float, at))
        except (OverflowError, TypeError, ValueError):
            raise IllegalAction(f"{at}: a pose has three numbers: x, y, angle") from None

    def _reached(self, at: Sequence[float]) -> Pose:
        pose = self._pose(at)
        if not (self.table.reaches(pose) and abs(pose.angle) <= FAR):
            raise IllegalAction(f"{pose}: the hand cannot go there")
        return pose

    def _check_open(self) -> None:
        if self._recorder.is_closed:
            raise IllegalAction("the record is closed; a clone goes on without one")

    def _check_rest(self, what: object) -> None:
        if self._moving is None:
            return
        if self.carrying:
            raise IllegalAction(f"{what}: put the block in the hand back or let it go first")
        raise IllegalAction(f"{what}: the move that goes on comes first")

    def put_back(self) -> None:
        """Return the block from the hand; IllegalAction if it touched something, or too late."""
        if not self.held.untouched:
            raise IllegalAction(_("the block has touched something and must be placed"))
        if self.held.tired:
            raise IllegalAction(_("the hand has carried for ten minutes and puts the block down"))
        self._carried = self.steps, self._carried_before() + self.held.world.ticks
        self._moving = None

    def _carried_before(self) -> int:
        """Return the number of ticks for which the hand held blocks before in this turn."""
        steps, ticks = self._carried
        return ticks if steps == self.steps else 0

    def tick(self, target: Target | None = None) -> tuple[base.Event, ...]:
        """Simulate one control tick while a block is in the hand or in the air.

        Returns the events after gravity's move, else an empty tuple. The hand opens by itself when
        a tower has lost a block to the table. After ten minutes of a turn it follows no target any
        more, but puts the block down where `landing` says, or opens after eleven with the block.
        """
        placing = self._moving
        if placing is None:
            raise IllegalAction("no block is in the hand or in the air")
        self._check_open()
        if isinstance(placing, Disturbance):
            return () if self.look_ahead() else self._answer(placing)
        if target is not None:
            target = Target(*self._pose(target))
            if not math.hypot(*target) <= FAR:
                raise IllegalAction(f"{target}: the hand cannot go there")
        if placing.tired:
            before, kind = len(self.events), placing.block.kind
            if self._own_way is None:
                self._own_way = self._put_down(landing(placing.pushed, kind, self.aim()))
            target = next(self._own_way, None)
            if target is None:
                return tuple(self.events[before:])
        if not placing.at_rest:
            placing.tick(target)
        if placing.at_rest:
            return self._answer(placing)
        return self._open() if placing.tower is None and placing.must_open else ()

    @property
    def obstacle(self) -> TowerId | None:
        """The tower of another seat that the block in the hand would overlap if released.

        None if it may be released here, or nothing is in the hand.
        """
        return self.held.obstacle if self.carrying else None

    @property
    def hand_forced_open(self) -> bool:
        """Whether the hand opened by itself in this move because a tower had lost a block."""
        return isinstance(self._moving, Placing) and self._moving.lost_in_hand

    @property
    def airborne(self) -> bool:
        """Whether a block was released and gravity has not moved yet."""
        return isinstance(self._moving, Placing) and self._moving.tower is not None

    def look_ahead(self) -> bool:
        """Simulate one tick of a move after the hand's part; return whether more are to come.

        Gravity does not move before the next `tick`, so a window can compute the falls in advance
        and still show the standing towers. IllegalAction if no block was released.
        """
        moving = self._moving
        if moving is None or self.carrying:
            raise IllegalAction("no block has been let go of")
        if not moving.at_rest:
            moving.tick()
        return not moving.at_rest

    @property
    def unanswered(self) -> Move | None:
        """The finished move that gravity answers at the next `tick`; None while it goes on."""
        moving = self._moving
        return None if moving is None or not moving.at_rest else moving.result()

    def aim(self) -> TowerId:
        """Return the nearest legal place for the block in the hand."""
        if (place := self.over()) is not None:
            return place
        return self.held.pushed.nearest(self.held.pose.x, self.places(self.held.block.kind))

    def over(self) -> TowerId | None:
        """Return the legal place that the block in the hand is over; None beside all of them."""
        return self.held.over(self.places(self.held.block.kind))

    def release(self) -> tuple[base.Event, ...]:
        """Stop the hand, and release the block on the place that it is over.

        The hand stops within ticks that the record holds. Gravity moves after further ticks.
        IllegalAction beside all legal places, at an `obstacle`, for a foundation above a block of
        another seat, and as long as the block cannot be stopped; then the hand keeps it.
        """
        self._check_release()
        held = self.held
        stop, checked = Target(*held.pose), held.world.ticks
        for _tick in range(round(BRAKING / self.tick_seconds)):
            if held.speed <= RELEASE_SPEED or held.must_open:
                break
            held.tick(stop)
        if not held.must_open:
            if held.world.ticks > checked:
                self._check_release()
            if held.speed > RELEASE_SPEED:
                raise IllegalAction(_("the block moves too fast: hold it still to let it go"))
        return self._open()

    def _check_release(self) -> None:
        """Raise IllegalAction if the block may not be released where it is."""
        held, owners = self.held, [seat.name for seat in self.seats]
        if reason := held.why_not(self.places(held.block.kind), owners):
            raise IllegalAction(reason)

    def _open(self) -> tuple[base.Event, ...]:
        """Open the hand above the nearest legal place."""
        held, tower, before = self.held, self.aim(), len(self.events)
        put = base.Place if tower in self.table.homes().values() else base.StartTower
        self._record(put(held.block.kind, tower))
        self._own_way = None
        held.let_go(tower)
        return tuple(self.events[before:])

    @property
    def world(self) -> World | None:
        """The simulated world of the move in progress, for an `ImpactReader` alone, or None."""
        return None if self._moving is None else self._moving.world

    @property
    def moving_for(self) -> float:
        """The simulated duration of the move in progress, in seconds; 0 without one."""
        return 0.0 if self.world is None else self.world.ticks / self.profile.tick_hz

    def sinking(self, speed: float) -> set[BlockId]:
        """Return the blocks of the move in progress that sink faster than `speed`, in m/s."""
        world = self.world
        if world is None:
            return set()
        return {world.blocks[i].id for i in (world.velocities[:, 1] < -speed).nonzero()[0]}

    def figures(self) -> tuple[Figure, ...]:
        """Return every block on the table and in the hand, for drawing."""
        return (self._moving or self.table).figures()

    def falls_so_far(self) -> tuple[Fall, ...]:
        """Return the falls in the move in progress, in order."""
        match self._moving:
            case Placing(tower=tower) as placing:
                return placing.falls(self.aim() if tower is None else tower)
            case Disturbance() as disturbance:
                return disturbance.falls()
        return ()

    def _answer(self, moving: Moving) -> tuple[base.Event, ...]:
        """Make gravity's move once everything is at rest."""
        self._moving = None
        before = len(self.events)
        move = moving.result()
        self.act(self.verdict(move), move)
        proves = self.header.proves_hand
        if proves and isinstance(moving, Placing) and isinstance(move, Motion):
            move = moving.wanted(move)
        self._write(move)
        self._let_nature_act()
        return tuple(self.events[before:])

    def _let_nature_act(self) -> None:
        while (actor := self.actor) in base.AUTOMATIC_ACTORS:
            self._record(self.drawn())
        if actor is base.Nature.OVER and not self.ended:
            self.ended = True
            self._write()

    def _record(self, action: base.Action) -> None:
        """Apply an action and write it."""
        self._check_open()
        self.act(action)
        self._write()

    @property
    def _ends_turn(self) -> bool:
        """Whether a seat is to move, or nobody any more, in a game that a person would miss."""
        waits = self.actor is base.Nature.OVER or not isinstance(self.actor, base.Nature)
        return waits and any(seat.is_person for seat in self.seats)

    def _write(self, move: Move | None = None) -> None:
        """Write the last step to the record, if any, unless gravity has to answer it first."""
        if self.record is None:
            return
        self._unwritten.append(self.last_step(move))
        if self.actor is base.Nature.GRAVITY:
            return
        try:
            self._recorder.write(*self._unwritten, sync=self._ends_turn)
        except RecordFault as fault:
            sentence = f"{fault}; it is tried again with every move"
            self.notices += [] if sentence in self.notices else [sentence]
        self._unwritten.clear()
