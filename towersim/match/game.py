"""The state of a game and its table, derived from the recorded actions alone.

Nothing is simulated here and no file is written; gravity's actions come with their motion.
`towersim.match.match` adds the hand, nature's moves and the record.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Generic, NamedTuple, Self

import msgspec
from msgspec.structs import replace
from typing_extensions import TypeVar

from towersim.common import dice
from towersim.common.errors import (
    IllegalAction,
    OptionFault,
    RecordFault,
    TowersimError,
    check_kind,
    whole_number,
)
from towersim.common.messages import message as _
from towersim.common.units import Seat, TowerId
from towersim.files.level import load_table
from towersim.match.record import Header, Recording, SeatSpec, Step, level_of, line_of
from towersim.physics.hand import Skill, Tremor, skill
from towersim.physics.profile import profile
from towersim.rules import base, checked_options, game as rules_of
from towersim.scene.table_setup import BARE, TableSetup
from towersim.table import placing
from towersim.table.disturbance import Stress, fell_since, stress_of, survey
from towersim.table.table import Placed, Table

V = TypeVar("V", bound=base.SeatView, default=Any)  # Any: a header names the game at run time


@cache
def _indices(game: str, seats: int) -> Mapping[base.Action, int]:
    """Return the index of every action in a game's fixed action space."""
    return {action: n for n, action in enumerate(rules_of(game).action_space(seats))}


@cache
def _decoder(game: str) -> msgspec.json.Decoder[base.Action]:
    """Return the decoder of a game's actions."""
    return msgspec.json.Decoder(rules_of(game).actions)


class _Past(NamedTuple):
    """The state of a game before one of its actions."""

    state: Any
    events: int
    """The number of events before the action."""
    table: Table
    actor: base.Actor
    action: base.Action


class Game(Generic[V]):
    """One game from its start, advanced by known actions.

    `V` is the type of the game's views, for callers that know the game.
    """

    def __init__(self, header: Header) -> None:
        """Set up the game of a record's header; OptionFault if the header is invalid."""
        self.header = header
        self.rules: base.Rules[Any, Any, V] = rules_of(header.game)
        self.options = checked_options(header.game, header.options)
        self.profile = replace(profile(header.profile), portable=header.proves_hand)
        if header.level != level_of(header.game):
            raise OptionFault(f"level {header.level!r}: no table of {header.game}")
        self.setup = self._setup()
        self.skills = tuple(skill(seat.skill) for seat in header.seats)
        self.state = self.rules.setup(len(header.seats), self.options)
        self.hand(Seat(0))  # its name may be of the options, and unknown
        self.table = self._bases()
        self.events: list[base.Event] = []
        self.ticks = 0
        """Control ticks of all finished moves."""
        self.last_motion: placing.Motion | None = None
        """The last finished move of the hand and gravity."""
        self.settled_from = self.table
        """The table before that move."""
        self.last_shift: placing.Shift | None = None
        """The last finished move without the hand."""
        self.hand_proven = header.proves_hand or not isinstance(self.rules, base.Stacking)
        """Whether each block so far was carried by its seat's trembling hand."""
        self.collapses = 0
        """The number of towers that fell so far."""
        self.notices: list[str] = []
        """Sentences about the record for the user."""
        self.failures: Counter[Seat] = Counter()
        """How many times in a row the bot of a seat has failed to choose."""
        self.replaced: Counter[Seat] = Counter()
        """The number of moves that the game's best bot chose for the bot of a seat."""
        self.ended = False
        """Whether the last line, the outcome, has been written or read."""
        self._past: list[_Past] = []
        self._seen: dict[Seat | None, list[base.Event]] = {}
        """The redacted events by viewer, as far as they were asked for."""

    @classmethod
    def at_start(cls, recording: Recording) -> Self:
        """Return the game of a record before its first action."""
        check_kind("recording", recording, Recording, "recording, as `record.read` returns it")
        try:
            return cls(recording.header)
        except TowersimError as fault:
            raise RecordFault(recording.file, "line 1", str(fault)) from fault

    @classmethod
    def loaded(cls, recording: Recording) -> Self:
        """Return the game at the end of a record; RecordFault names an inconsistent line."""
        game = cls.at_start(recording)
        for step in recording.steps:
            game.follow_line(recording, step)
        game.notices += [recording.cut_off] if recording.cut_off else []
        return game

    def clone(self, seed: int | None = None) -> Self:
        """Return an independent game in the same state, in microseconds, as states are values.

        Deck, die and tremor will draw the same numbers in both games, or others with another
        `seed`; OptionFault for one that no record can hold.
        """
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        if seed is not None:
            number = whole_number("seed", seed, most=dice.LARGEST_SEED)
            other.header = replace(self.header, seed=number)
        other.events, other.notices = self.events.copy(), self.notices.copy()
        other.failures, other.replaced = self.failures.copy(), self.replaced.copy()
        other._past = self._past.copy()
        other._seen = {}
        return other

    def __repr__(self) -> str:
        """Return the game, its seed, the number of actions, and who is to move, in one line."""
        actor = self.actor
        mover = actor if isinstance(actor, base.Nature) else self.seats[actor].name
        now = f"{mover} to move" if self.outcome is None else f"over: {self.outcome.reason}"
        return f"{type(self).__name__}({self.game}, seed {self.seed}, {self.steps} actions, {now})"

    @property
    def game(self) -> str:
        """The game's name on the command line."""
        return self.header.game

    @property
    def seats(self) -> tuple[SeatSpec, ...]:
        """The players by seat."""
        return self.header.seats

    @property
    def seed(self) -> int:
        """The seed of all random streams."""
        return self.header.seed

    @property
    def steps(self) -> int:
        """The number of actions so far; it indexes the record's lines and the random streams."""
        return len(self._past)

    @property
    def tick_seconds(self) -> float:
        """The length of a control tick, in seconds."""
        return 1 / self.profile.tick_hz

    @property
    def actor(self) -> base.Actor:
        """The actor that has to move."""
        return self.rules.actor(self.state)

    def actor_of(self, step: int) -> base.Actor:
        """Return the actor of action number `step`, counted from 0; after the last, who moves."""
        return self._past[step].actor if whole_number("step", step) < self.steps else self.actor

    @property
    def last_seat(self) -> Seat:
        """The seat to move; while nature moves and after the end, the seat that moved last."""
        if not isinstance(actor := self.actor, base.Nature):
            return actor
        actors = (past.actor for past in reversed(self._past))
        return next((actor for actor in actors if not isinstance(actor, base.Nature)), Seat(0))

    @property
    def last_action(self) -> base.Action | None:
        """The last action; None at the start."""
        return self._past[-1].action if self._past else None

    @property
    def outcome(self) -> base.Outcome | None:
        """The outcome, or None while the game goes on."""
        return self.rules.outcome(self.state)

    @property
    def stacking(self) -> base.Stacking[Any, Any, V]:
        """The rules of a game with gravity; TypeError for another game."""
        if not isinstance(self.rules, base.Stacking):
            raise TypeError(f"nothing is stacked in {self.rules.title}")
        return self.rules

    @property
    def legal(self) -> tuple[base.Action, ...]:
        """The legal actions of the seat to move; empty while nature has to move."""
        return () if isinstance(self.actor, base.Nature) else tuple(self.rules.legal(self.state))

    @property
    def legal_indices(self) -> tuple[int, ...]:
        """The indices of `legal` in the game's fixed `action_space`.

        TypeError for a game without one: its actions are taken in steps (`towersim.envs`).
        """
        if not (indices := _indices(self.game, len(self.seats))):
            raise TypeError(f"{self.rules.title} has no fixed action space")
        return tuple(indices[action] for action in self.legal)

    def history(self, viewer: Seat | None) -> tuple[base.Event, ...]:
        """Return all events so far, redacted for a seat or an onlooker; OptionFault for another."""
        seen = self._seen.setdefault(base.checked_viewer(viewer, len(self.seats)), [])
        seen += [self.rules.seen(event, viewer) for event in self.events[len(seen) :]]
        return tuple(seen)

    def view(self, viewer: Seat | None, step: int | None = None) -> V:
        """Return the view of a seat or an onlooker, now or after the first `step` actions.

        OptionFault for a seat that this game does not have, or no number of actions.
        """
        return self.rules.view_of(
            self._state_at(step), base.checked_viewer(viewer, len(self.seats))
        )

    def _state_at(self, step: int | None) -> Any:  # noqa: ANN401 - the game's own type
        """Return the state after the first `step` actions, by default the present one."""
        now = step is None or whole_number("step", step) >= self.steps
        return self.state if now else self._past[step or 0].state

    def events_of(self, step: int) -> tuple[base.Event, ...]:
        """Return the events of action number `step`, counted from 0; none after the last."""
        first = whole_number("step", step)
        starts = [past.events for past in self._past[first : first + 2]]
        begin, end = [*starts, len(self.events), len(self.events)][:2]
        return tuple(self.events[begin:end])

    def would_bring(self, action: base.Action, viewer: Seat | None) -> tuple[base.Event, ...]:
        """Return the events that an action would have now, as redacted for a viewer.

        IllegalAction if the rules do not allow it.
        """
        _, events = self.rules.apply(self.state, action)
        return tuple(self.rules.seen(event, viewer) for event in events)

    def why_not(self, *actions: base.Action) -> str:
        """Return the reason why these actions in sequence are illegal now; empty if legal."""
        state = self.state
        for action in actions:
            try:
                state, _ = self.rules.apply(state, action)
            except IllegalAction as refusal:
                return refusal.why
        return ""

    @property
    def can_undo(self) -> bool:
        """Whether the seat that has to move may take its last action back."""
        last = self._past[-1] if self._past else None
        return last is not None and last.actor == self.actor and self.rules.can_undo(last.action)

    def undo(self) -> None:
        """Take the last action back; IllegalAction if that is not allowed."""
        if not self.can_undo:
            raise IllegalAction(_("that cannot be taken back"))
        past = self._past.pop()
        self.state = past.state
        del self.events[past.events :]
        self._seen.clear()

    def act(self, action: base.Action, move: placing.Move | None = None) -> None:
        """Apply an action, gravity's with the move that it answers.

        IllegalAction if the rules do not allow it now.
        """
        actor = self.actor
        past = _Past(self.state, len(self.events), self.table, actor, action)
        self.state, events = self.rules.apply(self.state, action)
        self._past.append(past)
        self.events.extend(events)
        if isinstance(action, base.TakeOut):
            self.table = self.table.without(action.tower)
        elif isinstance(action, base.TakeBack):
            moves = (*base.PUTS, base.TakeOut)
            taken = next(p for p in reversed(self._past) if isinstance(p.action, moves))
            self.table = replace(taken.table, used=self.table.used)
        if move is not None:
            self.ticks += move.ticks
            self.collapses += len(placing.towers_fallen(self.table, move))
            self.table = placing.apply_move(self.table, move)
        if isinstance(move, placing.Motion):
            self.last_motion, self.settled_from = move, past.table
            self.hand_proven = self.hand_proven and move.let_go > 0
        elif move is not None:
            self.last_shift = move
        if actor is base.Nature.MEASURER:
            self.table = self.table.with_places(len(self.stacking.towers(self.state)))

    def last_step(self, move: placing.Move | None = None) -> Step:
        """Return the last step for the record, gravity's with its move; after `ended`, the end."""
        if self.ended:
            return Step(self.steps, base.Nature.OVER, over=self.outcome)
        past = self._past[-1]
        motion = move if isinstance(move, placing.Motion) else None
        shift = move if isinstance(move, placing.Shift) else None
        text = msgspec.Raw(msgspec.json.encode(past.action))
        return Step(self.steps - 1, past.actor, text, motion, shift)

    def places(self, kind: str, step: int | None = None) -> set[TowerId]:
        """Return the places where a block of this kind may legally be put, now or at a step."""
        legal = self.rules.legal(self._state_at(step))
        return {put.tower for put in legal if isinstance(put, base.PUTS) and put.block == kind}

    def hand(self, seat: Seat, step: int | None = None) -> Skill:
        """Return a seat's hand, now or at a step: its own, or the challenge's less steady one."""
        own = self.skills[whole_number("seat", seat, most=len(self.seats) - 1)]
        if not isinstance(self.rules, base.Stacking):
            return own
        name, growth = self.rules.hand(self._state_at(step))
        worse = max(own, skill(name), key=lambda hand: hand.tremor)
        return replace(worse, tremor=growth * worse.tremor, smoothing=own.smoothing)

    def tremor(self, seat: Seat, step: int) -> Tremor | None:
        """Return the tremor of a seat's hand at action number `step`; None for a steady one."""
        hand = self.hand(seat, step)
        if not (hand.tremor or hand.smoothing):
            return None
        return Tremor(hand, dice.stream(self.seed, "tremor", step), self.tick_seconds)

    def drawn(self) -> base.Action:
        """Return the move of the deck, the die or the height measurer.

        For the deck and the die, all legal actions are equally likely. If they draw by counters of
        their own, games of one seed see the same cards, however long their turns are.
        """
        actor, index = self.actor, self.steps
        if actor is base.Nature.MEASURER:
            strength = self.last_shift.strength if self.last_shift else 0.0
            judged = self.header.proves_hand and self.setup.anywhere
            settled = isinstance(self.last_action, base.Settled)
            before = self._past[-1].table if settled else self.table
            fell = fell_since(before, self.table) if judged else None
            return self.stacking.measured(self.state, survey(self.table, strength, fell))
        if self.header.draws == "actor":
            index = sum(past.actor is actor for past in self._past)
        stream = dice.stream(self.seed, str(actor), index)
        return stream.choice(self.rules.legal(self.state))

    def verdict(self, move: placing.Move) -> base.Settled:
        """Return gravity's answer to a move."""
        return self.stacking.verdict(placing.fallen_by_tick(self.table, move))

    def stress(self) -> Stress | None:
        """Return the test that gravity has to answer, or None without a test."""
        return stress_of(self.test, self.table) if self.test else None

    @property
    def taken(self) -> Placed | None:
        """The block taken out, as long as gravity has to answer; else None."""
        last = self.last_action
        if not isinstance(last, base.TakeOut):
            return None
        return self._past[-1].table.towers[last.tower][0]

    @property
    def test(self) -> base.StressTest | None:
        """The test that gravity has to answer, or None without a test."""
        return self.rules.test(self.state) if isinstance(self.rules, base.Stacking) else None

    @property
    def handless(self) -> bool:
        """Whether gravity has to answer a move without the hand."""
        return isinstance(self.last_action, base.TakeOut | base.StartTest)

    def follow(self, step: Step) -> None:
        """Apply one step of a record; the recorded poses are used without simulation."""
        if step.actor != self.actor:
            due = base.actor_name(self.actor)
            raise IllegalAction(f"$.actor: {due} has to move, not {base.actor_name(step.actor)}")
        if step.actor is base.Nature.OVER:
            # Older versions word the reason otherwise.
            said = step.over and self.outcome and replace(step.over, reason=self.outcome.reason)
            if said != self.outcome:
                raise IllegalAction("$.over: not what the moves lead to")
            self.ended = True
            return
        try:
            action = _decoder(self.game).decode(step.action)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise IllegalAction(f"$.action: {fault}") from fault
        answered = step.motion is not None or step.shift is not None
        falling = self.actor is base.Nature.GRAVITY
        if not isinstance(action, base.Settled) == answered == falling:
            raise IllegalAction("$.motion: goes with gravity's actions, and only with them")
        if step.over is not None:
            raise IllegalAction("$.over: the game is not over")
        if step.motion is not None and step.shift is not None:
            raise IllegalAction("$.motion: is of another kind than the move before")
        move = step.shift or self._with_tremor(step.motion)
        if move is not None:
            self._check(move, action)
        self.act(action, move)

    def _with_tremor(self, written: placing.Motion | None) -> placing.Motion | None:
        """Return a recorded motion with the hand's targets after the tremor."""
        if written is None or not self.header.proves_hand or not self._past:
            return written
        seat, step = self._past[-1].actor, self.steps - 1
        if isinstance(seat, base.Nature):
            return written
        try:
            return placing.shaken(written, self.tremor(seat, step))
        except ValueError as fault:
            raise IllegalAction(f"$.motion.hand: {fault}") from fault

    def follow_line(self, recording: Recording, step: Step) -> None:
        """Apply one action of a record, as `follow` does; RecordFault names its line."""
        try:
            self.follow(step)
        except TowersimError as fault:
            raise RecordFault(recording.file, f"line {line_of(step.n)}", str(fault)) from fault

    def _check(self, move: placing.Move, action: base.Action) -> None:
        """Raise IllegalAction if a recorded move is inconsistent with itself or the game."""
        is_shift, reason = isinstance(move, placing.Shift), ""
        if is_shift is not self.handless:
            raise IllegalAction("$.motion: is of another kind than the move before")
        if isinstance(move, placing.Shift):
            reason = placing.result_fault(self.table, move)
        elif isinstance(put := self.last_action, base.PUTS):
            reason = placing.inconsistency(self.table, put.block, put.tower, move)
        if reason:
            raise IllegalAction(f"$.{'shift' if is_shift else 'motion'}.{reason}")
        if self.verdict(move) != action:
            raise IllegalAction("$.action.fell: does not follow from what fell")

    def _setup(self) -> TableSetup:
        """Return the table set-up that the game's options or its file describe."""
        if not isinstance(self.rules, base.Stacking):
            return BARE
        described = self.rules.table(self.options)
        return load_table(self.header.level, len(self.seats)) if described is None else described

    def _bases(self) -> Table:
        """Return the table at the start; OptionFault if its places do not match the game."""
        towers = self.rules.towers(self.state) if isinstance(self.rules, base.Stacking) else ()
        if len(towers) != len(self.setup.spots):
            places = f"{len(self.setup.spots)} places for towers"
            raise OptionFault(f"the table {self.header.level!r} has {places}, not {len(towers)}")
        return Table.with_bases(self.setup, towers)
