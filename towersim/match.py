"""A game being played: the one mutable shell, where rules and physics meet.

A seat acts by `submit`, or with the hand: `lift` a block, `tick` by `tick` towards a target,
`release` it, and `tick` on until gravity has answered. The deck and the die act by themselves.
"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

import msgspec

from towersim import dice
from towersim.errors import IllegalAction, OptionFault, RecordFault, TowersimError
from towersim.physics.hand import Tremor, skill
from towersim.physics.profile import TABLE_1, profile
from towersim.physics.settle import Fall
from towersim.placing import (
    FAR,
    Motion,
    Placing,
    after,
    again,
    fallen_by_tick,
    misfit,
    towers_fallen,
)
from towersim.record import Header, Recorder, Recording, SeatSpec, Step, header, line_of, read
from towersim.rules import checked_options
from towersim.rules import game as rules_of
from towersim.rules.base import (
    BY_ITSELF,
    Action,
    Actor,
    Event,
    Found,
    Nature,
    Outcome,
    Place,
    Settled,
    Stacking,
    called,
)
from towersim.table import Figure, Table
from towersim.tablefile import BARE, load_table
from towersim.units import Seat, Target, TowerId

OTHER_MACHINE = "this machine or version simulates the last move otherwise; what was written counts"


class Phase(StrEnum):
    """What a match is waiting for."""

    CHOOSING = "choosing"
    CARRYING = "carrying"
    SETTLING = "settling"
    OVER = "over"


class Match:
    """One game from its first card to its outcome, saved line by line as it goes."""

    def __init__(self, first: Header) -> None:
        """Set the table; `new` and `resume` are the ways in."""
        self.header = first
        self.rules = rules_of(first.game)
        self.options = checked_options(first.game, first.options)
        self.profile = profile(first.profile)
        if first.level != _level(first.game):
            raise OptionFault(f"level {first.level!r}: no table of {first.game}")
        self.setup = load_table(first.level, len(first.seats)) if first.level else BARE
        self.skills = tuple(skill(seat.skill) for seat in first.seats)
        self.state = self.rules.setup(len(first.seats), self.options)
        self.table = self._laid()
        self.events: list[Event] = []
        self.steps = 0
        """Actions so far; it numbers the lines of the record and the draws of the dice."""
        self.ticks = 0
        """Control ticks of all finished moves."""
        self.last_motion: Motion | None = None
        """The last finished move of the hand and gravity."""
        self.collapses = 0
        """Towers that fell so far."""
        self.record: Path | None = None
        self.notices: list[str] = []
        """What the user should know about the record, as sentences."""
        self._recorder = Recorder()
        self._unwritten: list[Step] = []
        self._ended = False
        self._placing: Placing | None = None

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
        chosen = checked_options(game, msgspec.to_builtins(options or {}))
        match = cls(header(game, chosen, seats, seed, TABLE_1.name, _level(game)))
        match.record = record
        match.go_on(Recorder.fresh(record, match.header))
        return match

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Go on with a record where it ends; RecordFault if that cannot be done."""
        recording = read(path)
        match = cls.loaded(recording)
        match.record = path
        match.go_on(Recorder.going_on(recording))
        return match

    @classmethod
    def loaded(cls, recording: Recording) -> Self:
        """Return the match where a record ends; it writes nothing until it goes on."""
        match = cls.at_start(recording)
        before, last = match.table, None
        for step in recording.steps:
            if step.motion is not None:
                before, last = match.table, step.motion
            try:
                match.follow(step)
            except TowersimError as fault:
                line = f"line {line_of(step.n)}"
                raise RecordFault(recording.file, line, str(fault)) from fault
        match.notices += [recording.cut_off] if recording.cut_off else []
        if last is not None and again(before, last, match.profile) != last:
            match.notices.append(f"{recording.file}: {OTHER_MACHINE}")
        return match

    @classmethod
    def at_start(cls, recording: Recording) -> Self:
        """Return the match of a record before its first action; it writes nothing."""
        try:
            return cls(recording.header)
        except TowersimError as fault:
            raise RecordFault(recording.file, "line 1", str(fault)) from fault

    def go_on(self, recorder: Recorder) -> None:
        """Write to `recorder` from now on, and let nature act if it is its move."""
        self._recorder = recorder
        self._let_nature_act()

    @property
    def game(self) -> str:
        """The game's name on the command line."""
        return self.header.game

    @property
    def seats(self) -> tuple[SeatSpec, ...]:
        """Who plays, by seat."""
        return self.header.seats

    @property
    def seed(self) -> int:
        """The seed of all dice."""
        return self.header.seed

    @property
    def tick_seconds(self) -> float:
        """How long a control tick is."""
        return 1 / self.profile.tick_hz

    @property
    def actor(self) -> Actor:
        """Who has to move."""
        return self.rules.actor(self.state)

    @property
    def phase(self) -> Phase:
        """What the match is waiting for."""
        if self._placing is not None:
            return Phase.CARRYING if self._placing.tower is None else Phase.SETTLING
        return Phase.OVER if self.actor is Nature.OVER else Phase.CHOOSING

    @property
    def carrying(self) -> bool:
        """Whether a block is in the hand."""
        return self.phase is Phase.CARRYING

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        return self.rules.outcome(self.state)

    @property
    def stacking(self) -> Stacking[Any, Any]:
        """The rules of a game with gravity; TypeError in another."""
        if not isinstance(self.rules, Stacking):
            raise TypeError(f"nothing is stacked in {self.rules.title}")
        return self.rules

    def view(self, seat: Seat) -> Any:  # noqa: ANN401 - each game shows its own
        """Return what this seat may know."""
        return self.rules.view(self.state, seat)

    def close(self) -> None:
        """Close the record; RecordFault if something could not be written."""
        self._recorder.close()

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Let the seat whose turn it is act without the hand; return what happened."""
        if self._placing is not None:
            raise IllegalAction(f"{action}: the block that was taken comes first")
        if isinstance(action, Place | Found):
            raise IllegalAction(f"{action}: a block is put down with the hand")
        if isinstance(self.actor, Nature):
            raise IllegalAction(f"{action}: it is the move of {self.actor}")
        before = len(self.events)
        self._act(action)
        self._let_nature_act()
        return tuple(self.events[before:])

    def lift(self, block: str) -> None:
        """Take a block of this kind into the hand."""
        actor, places = self.actor, self._places(block)
        if self._placing is not None or isinstance(actor, Nature) or not places:
            raise IllegalAction(f"{block}: no such block can be taken into the hand now")
        noise = dice.stream(self.seed, "tremor", self.steps)
        tremor = Tremor(self.skills[actor], noise, self.tick_seconds)
        self._placing = Placing(self.table, block, min(places), self.profile, tremor)

    def put_back(self) -> None:
        """Put the block in the hand back where it was taken, if it has touched nothing."""
        if not self._held.untouched:
            raise IllegalAction("the block has touched something and must be placed")
        self._placing = None

    def tick(self, target: Target | None = None) -> tuple[Event, ...]:
        """Let one control tick pass while a block is in the hand or in the air.

        Returns what happened once gravity has answered, else nothing. The hand opens by itself when
        the tower it builds has collapsed, where a game says so. One that has held a block for ten
        minutes tires: the block goes back, or if it has touched something, falls where it is.
        """
        if self._placing is None:
            raise IllegalAction("no block is in the hand or in the air")
        if target is not None and not all(abs(number) <= FAR for number in target):
            raise IllegalAction(f"{target}: the hand cannot go there")
        self._placing.tick(target)
        if self._placing.at_rest:
            return self._answer(self._placing)
        if self.setup.falls.in_hand and self.carrying and self._placing.lost(self.aim()):
            return self.release()
        if not self._placing.tired:
            return ()
        if not self._placing.untouched:
            return self.release()
        self.put_back()
        return ()

    def aim(self) -> TowerId:
        """Return the place that the block in the hand is over: the nearest that is allowed."""
        return self.table.nearest(self._held.pose.x, self._places(self._held.block.kind))

    def release(self, tower: TowerId | None = None) -> tuple[Event, ...]:
        """Let go of the block, meant for `tower` or the place it is over.

        Gravity answers in the ticks that follow.
        """
        held = self._held
        tower = self.aim() if tower is None else tower
        put = Place if tower in self.table.homes().values() else Found
        before = len(self.events)
        self._act(put(held.block.kind, tower))
        held.let_go(tower)
        return tuple(self.events[before:])

    def figures(self) -> tuple[Figure, ...]:
        """Return every block on the table, and the one in the hand, as they are to be drawn."""
        return self.table.figures() if self._placing is None else self._placing.figures()

    def falls_so_far(self) -> tuple[Fall, ...]:
        """Return what has fallen in the move that is going on, in order."""
        placing = self._placing
        if placing is None:
            return ()
        return placing.falls(self.aim() if placing.tower is None else placing.tower)

    def drawn(self) -> Action:
        """Return what the deck, the die or the height measurer does now.

        Of a deck or die every legal action is equally likely.
        """
        if self.actor is Nature.MEASURER:
            return self.stacking.measured(self.table.tallest())
        stream = dice.stream(self.seed, str(self.actor), self.steps)
        return stream.choice(self.rules.legal(self.state))

    def follow(self, step: Step) -> None:
        """Take one action from a record; nothing is simulated, the written poses count."""
        if step.actor != self.actor:
            raise IllegalAction(
                f"$.actor: {called(self.actor)} has to move, not {called(step.actor)}"
            )
        if step.actor is Nature.OVER:
            if step.over != self.outcome:
                raise IllegalAction(f"$.over: the game ended otherwise: {self.outcome}")
            self._end()
            return
        try:
            action = msgspec.convert(step.action, self.rules.actions)
        except msgspec.ValidationError as fault:
            raise IllegalAction(f"$.action: {fault}") from fault
        falling = self.actor is Nature.GRAVITY
        if not isinstance(action, Settled) == (step.motion is not None) == falling:
            raise IllegalAction("$.motion: goes with gravity's actions, and only with them")
        if step.over is not None:
            raise IllegalAction("$.over: the game is not over")
        if step.motion is not None:
            self._check(step.motion, action)
        self._act(action, step.motion)

    def _check(self, motion: Motion, action: Settled) -> None:
        """Refuse a written motion that does not fit the table, the move before, or itself."""
        meant = self._unwritten[-1].action
        why = misfit(self.table, meant.block, meant.tower, motion)
        if why:
            raise IllegalAction(f"$.motion.{why}")
        if self._verdict(motion) != action:
            raise IllegalAction("$.action.fell: does not follow from what fell")

    def _laid(self) -> Table:
        """Return the table at the start; OptionFault if it is another game's."""
        towers = self.rules.towers(self.state) if isinstance(self.rules, Stacking) else ()
        if len(towers) != len(self.setup.spots):
            places = f"{len(self.setup.spots)} places for towers"
            raise OptionFault(f"the table {self.header.level!r} has {places}, not {len(towers)}")
        return Table.with_bases(self.setup, towers)

    def _places(self, block: str) -> set[TowerId]:
        """Return where a block of this kind may go now."""
        legal = self.rules.legal(self.state)
        return {a.tower for a in legal if isinstance(a, Place | Found) and a.block == block}

    @property
    def _held(self) -> Placing:
        if self._placing is None or not self.carrying:
            raise IllegalAction("no block is in the hand")
        return self._placing

    def _answer(self, placing: Placing) -> tuple[Event, ...]:
        """Let gravity act: the block has come to rest."""
        motion = placing.motion()
        self._placing = None
        before = len(self.events)
        self._act(self._verdict(motion), motion)
        self._let_nature_act()
        return tuple(self.events[before:])

    def _verdict(self, motion: Motion) -> Settled:
        """Return gravity's move after a motion."""
        return self.stacking.verdict(fallen_by_tick(self.table, motion))

    def _let_nature_act(self) -> None:
        while self.actor in BY_ITSELF:
            self._act(self.drawn())
        if self.actor is Nature.OVER and not self._ended:
            self._end()

    def _act(self, action: Action, motion: Motion | None = None) -> None:
        """Apply an action; it is written down as soon as gravity has nothing left to answer."""
        actor = self.actor
        self.state, events = self.rules.apply(self.state, action)
        self.events.extend(events)
        if motion is not None:
            self.ticks += motion.ticks
            self.collapses += len(towers_fallen(self.table, motion))
            self.table = after(self.table, motion)
            self.last_motion = motion
        self._unwritten.append(Step(self.steps, actor, action, motion))
        self.steps += 1
        if self.actor is not Nature.GRAVITY:
            self._write()

    def _end(self) -> None:
        self._ended = True
        self._unwritten.append(Step(self.steps, Nature.OVER, over=self.outcome))
        self._write()

    def _write(self) -> None:
        try:
            self._recorder.write(*self._unwritten)
        except RecordFault as fault:
            sentence = f"{fault}; it is tried again with every move"
            self.notices += [] if sentence in self.notices else [sentence]
        self._unwritten.clear()


def _level(game: str) -> str:
    """Return the name of a game's table; nothing where nothing is stacked."""
    return game if isinstance(rules_of(game), Stacking) else ""
