"""A game being played: the one mutable shell, where rules and physics meet.

A seat acts by `submit`, or with the hand: `lift` a block, `tick` by `tick` towards a target,
`release` it, and `tick` on until gravity has answered. The deck and the die act by themselves.
"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Self

import msgspec
from msgspec.structs import replace

from towersim import dice
from towersim.disturbance import Disturbance, Shift
from towersim.errors import IllegalAction, RecordFault
from towersim.game import Game, V
from towersim.messages import plain
from towersim.physics.hand import Skill, Tremor, skill
from towersim.physics.settle import Fall
from towersim.physics.world import World
from towersim.placing import FAR, Motion, Placing
from towersim.record import Header, Recording, SeatSpec, Step, header
from towersim.recorder import Recorder
from towersim.rules import checked_options
from towersim.rules.base import (
    AUTOMATIC_ACTORS,
    Action,
    Event,
    Nature,
    Place,
    Stacking,
    StartTower,
)
from towersim.table import Figure
from towersim.units import Seat, Target, TowerId


class MatchPhase(StrEnum):
    """What a match is waiting for."""

    CHOOSING = "choosing"
    CARRYING = "carrying"
    SETTLING = "settling"
    OVER = "over"


class Match(Game[V]):
    """A game with a hand in it, saved line by line as it goes."""

    def __init__(self, first: Header) -> None:
        """Set the table; `new` and `resume` are the ways in."""
        super().__init__(first)
        self.record: Path | None = None
        self._recorder = Recorder()
        self._unwritten: list[Step] = []
        self._placing: Placing | None = None
        self._disturbance: Disturbance | None = None

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
        """Begin a game and deal; OptionFault for a game, option, hand or number of seats."""
        chosen = checked_options(game, msgspec.to_builtins(options or {}, enc_hook=plain))
        match = cls(header(game, chosen, seats, seed))
        match.record = record
        match.go_on(Recorder.fresh(record, match.header))
        return match

    @classmethod
    def resume(cls, recording: Recording) -> Self:
        """Go on with a record where it ends; RecordFault if that cannot be done."""
        match = cls.loaded(recording)
        match.record = recording.file
        match.go_on(Recorder.going_on(recording))
        return match

    def go_on(self, recorder: Recorder) -> None:
        """Write to `recorder` from now on, and let nature act if it is its move."""
        self._recorder = recorder
        self._let_nature_act()

    @property
    def phase(self) -> MatchPhase:
        """What the match is waiting for."""
        if self._disturbance is not None:
            return MatchPhase.SETTLING
        if self._placing is not None:
            return MatchPhase.CARRYING if self._placing.tower is None else MatchPhase.SETTLING
        return MatchPhase.OVER if self.actor is Nature.OVER else MatchPhase.CHOOSING

    @property
    def carrying(self) -> bool:
        """Whether a block is in the hand."""
        return self.phase is MatchPhase.CARRYING

    def close(self) -> None:
        """Close the record; RecordFault if something could not be written."""
        self._recorder.close()

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Let the seat whose turn it is act without the hand; return what happened."""
        if self._placing is not None or self._disturbance is not None:
            raise IllegalAction(f"{action}: the move that goes on comes first")
        if isinstance(action, Place | StartTower):
            raise IllegalAction(f"{action}: a block is put down with the hand")
        if isinstance(self.actor, Nature):
            raise IllegalAction(f"{action}: it is the move of {self.actor}")
        before = len(self.events)
        self._record(action)
        if self.handless:
            self._disturbance = Disturbance(self.table, self.profile, self.stress())
        self._let_nature_act()
        return tuple(self.events[before:])

    def undo(self) -> None:
        """Take the last action back, also from the record; IllegalAction if it stays."""
        if self.can_undo:
            try:
                self._recorder.unwrite()
            except RecordFault as fault:
                raise IllegalAction(f"it cannot be taken back: {fault}") from fault
        super().undo()

    def lift(self, block: str) -> None:
        """Take a block of this kind into the hand."""
        actor, places = self.actor, self._places(block)
        if self.phase is not MatchPhase.CHOOSING or isinstance(actor, Nature) or not places:
            raise IllegalAction(f"{block}: no such block can be taken into the hand now")
        noise = dice.stream(self.seed, "tremor", self.steps)
        tremor = Tremor(self.hand(actor), noise, self.tick_seconds)
        self._placing = Placing(self.table, block, min(places), self.profile, tremor)

    def hand(self, seat: Seat) -> Skill:
        """Return the hand that this seat plays with now: its own, or the challenge's if worse."""
        own = self.skills[seat]
        if not isinstance(self.rules, Stacking):
            return own
        name, growth = self.rules.hand(self.state)
        least = skill(name)
        worse = max(own, least, key=lambda hand: hand.tremor)
        return replace(worse, tremor=growth * worse.tremor, smoothing=own.smoothing)

    @property
    def strain(self) -> float | None:
        """What the test that goes on has reached, in its own unit; None if none does."""
        return self._disturbance.strength if self._disturbance and self.stress() else None

    def put_back(self) -> None:
        """Put the block in the hand back where it was taken, if it has touched nothing."""
        if not self._held.untouched:
            raise IllegalAction("the block has touched something and must be placed")
        self._placing = None

    def tick(self, target: Target | None = None) -> tuple[Event, ...]:
        """Let one control tick pass while a block is in the hand or in the air.

        Returns what happened once gravity has answered, else nothing. The hand opens by itself when
        a tower has lost a block to the table. One that has held a block for ten minutes tires: the
        block goes back, or if it has touched something, falls where it is.
        """
        if self._disturbance is not None:
            self._disturbance.tick()
            return self._answer_shift(self._disturbance) if self._disturbance.at_rest else ()
        if self._placing is None:
            raise IllegalAction("no block is in the hand or in the air")
        if target is not None and not all(abs(number) <= FAR for number in target):
            raise IllegalAction(f"{target}: the hand cannot go there")
        if not self._placing.at_rest:
            self._placing.tick(target)
        if self._placing.at_rest:
            return self._answer(self._placing.motion())
        if self.carrying and self._placing.has_lost:
            return self.release()
        if not self._placing.tired:
            return ()
        if not self._placing.untouched:
            return self.release()
        self.put_back()
        return ()

    @property
    def obstacle(self) -> TowerId | None:
        """The tower of another seat that the block in the hand would overlap if it were let go.

        None if it may be let go here, or nothing is in the hand.
        """
        return self._held.obstacle if self.carrying else None

    @property
    def hand_forced_open(self) -> bool:
        """Whether the hand opened by itself in this move, because a tower had lost a block."""
        return self._placing is not None and self._placing.lost_in_hand

    @property
    def airborne(self) -> bool:
        """Whether a block was let go of and gravity has not answered yet."""
        return self._placing is not None and self._placing.tower is not None

    def look_ahead(self) -> bool:
        """Let one tick of a block that was let go of pass; return whether more are to come.

        Gravity does not answer before the next `tick`. So a window knows what will fall while it
        still shows what stands. IllegalAction if nothing was let go of.
        """
        placing = self._placing
        if placing is None or placing.tower is None:
            raise IllegalAction("no block has been let go of")
        if not placing.at_rest:
            placing.tick(None)
        return not placing.at_rest

    def aim(self) -> TowerId:
        """Return the place that the block in the hand is over: the nearest that is allowed."""
        return self.table.nearest(self._held.pose.x, self._places(self._held.block.kind))

    def release(self, tower: TowerId | None = None) -> tuple[Event, ...]:
        """Let go of the block, meant for `tower` or the place it is over.

        Gravity answers in the ticks that follow. IllegalAction if there is an `obstacle`.
        """
        held = self._held
        if held.is_blocked and held.obstacle is not None:
            piece, owner = held.block.kind.replace("-", " "), self.seats[held.obstacle].name
            raise IllegalAction(f"the {piece} is in front of {owner}'s tower: move it clear first")
        tower = self.aim() if tower is None else tower
        put = Place if tower in self.table.homes().values() else StartTower
        before = len(self.events)
        self._record(put(held.block.kind, tower))
        held.let_go(tower)
        return tuple(self.events[before:])

    @property
    def world(self) -> World | None:
        """The simulated table while something moves on it: only to be read."""
        going_on = self._disturbance or self._placing
        return None if going_on is None else going_on.world

    def figures(self) -> tuple[Figure, ...]:
        """Return every block on the table, and the one in the hand, as they are to be drawn."""
        going_on = self._disturbance or self._placing or self.table
        return going_on.figures()

    def falls_so_far(self) -> tuple[Fall, ...]:
        """Return what has fallen in the move that is going on, in order."""
        placing = self._placing
        if self._disturbance is not None:
            return self._disturbance.falls()
        if placing is None:
            return ()
        return placing.falls(self.aim() if placing.tower is None else placing.tower)

    def _places(self, block: str) -> set[TowerId]:
        """Return where a block of this kind may go now."""
        legal = self.rules.legal(self.state)
        return {a.tower for a in legal if isinstance(a, Place | StartTower) and a.block == block}

    @property
    def _held(self) -> Placing:
        if self._placing is None or not self.carrying:
            raise IllegalAction("no block is in the hand")
        return self._placing

    def _answer(self, motion: Motion) -> tuple[Event, ...]:
        """Let gravity act: all has come to rest."""
        self._placing = None
        before = len(self.events)
        self._record(self.verdict(motion), motion)
        self._let_nature_act()
        return tuple(self.events[before:])

    def _answer_shift(self, disturbance: Disturbance) -> tuple[Event, ...]:
        """Let gravity act: the move without the hand is over."""
        self._disturbance = None
        before, shift = len(self.events), disturbance.shift()
        self._record(self.aftermath(shift), shift=shift)
        self._let_nature_act()
        return tuple(self.events[before:])

    def _let_nature_act(self) -> None:
        while self.actor in AUTOMATIC_ACTORS:
            self._record(self.drawn())
        if self.actor is Nature.OVER and not self.ended:
            self._unwritten.append(self.end())
            self._write()

    def _record(
        self, action: Action, motion: Motion | None = None, shift: Shift | None = None
    ) -> None:
        """Apply an action; it is written down as soon as gravity has nothing left to answer."""
        self._unwritten.append(self.act(action, motion, shift))
        if self.actor is not Nature.GRAVITY:
            self._write()

    def _write(self) -> None:
        try:
            self._recorder.write(*self._unwritten)
        except RecordFault as fault:
            sentence = f"{fault}; it is tried again with every move"
            self.notices += [] if sentence in self.notices else [sentence]
        self._unwritten.clear()
