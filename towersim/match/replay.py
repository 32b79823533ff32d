"""The validation of records: every action is applied and every move simulated again."""

from collections.abc import Collection, Sequence
from typing import cast

import msgspec

from towersim.common.errors import IllegalAction, TowersimError, abridged
from towersim.common.units import TowerId
from towersim.foresight.reach import over
from towersim.match.game import Game
from towersim.match.record import Recording, Step, line_of
from towersim.rules.base import AUTOMATIC_ACTORS, Nature
from towersim.table.disturbance import each_tick_of
from towersim.table.placing import RELEASE_SPEED, Motion, Placing, resimulate
from towersim.table.table import Table

_MOVED = ("block", "let_go", "fell", "ticks", "rest", "strength", "hash", "poses", "hand")
"""The fields of a move that its simulation gives, in the order of their comparison."""


class Divergence(msgspec.Struct, frozen=True):
    """The first line that contradicts rules, random streams or physics, and the reason."""

    line: int
    why: str


class Report(msgspec.Struct, frozen=True):
    """The result of a validation."""

    valid: bool
    actions: int
    """The number of actions in the record, without the outcome's line."""
    first_divergence: Divergence | None
    hand_proven: bool
    """Whether each block was carried by its seat's trembling hand, as the seed determines."""


def validate(recording: Recording) -> Report:
    """Check the contents of a record line by line; RecordFault if its game cannot be set up.

    Seats have to act legally, the deck and the die as the seed determines, and the simulation of
    the same hand has to give bit-identical results.
    """
    game = Game.at_start(recording)
    checked = ((step, _difference(game, step)) for step in recording.steps)
    divergences = (
        Divergence(line_of(step.n), abridged(reason)) for step, reason in checked if reason
    )
    earliest = next(divergences, None)
    actions = sum(step.over is None for step in recording.steps)
    return Report(earliest is None, actions, earliest, game.hand_proven and earliest is None)


def _difference(game: Game, step: Step) -> str:
    """Apply one step; return its difference from rules, seed or simulation, or ""."""
    table, stress = game.table, game.stress()
    placed = "" if step.motion is None else step.motion.block.kind
    allowed = game.places(placed, game.steps - 1) if placed and game.steps else set()
    drawn = game.drawn() if game.actor in AUTOMATIC_ACTORS else None
    is_measured = game.actor is Nature.MEASURER
    try:
        game.follow(step)
    except TowersimError as fault:
        return str(fault)
    if is_measured and drawn is not None:
        return _first_change("action", game.last_action, drawn, drawn.__struct_fields__)
    if drawn is not None and game.last_action != drawn:
        would = msgspec.json.encode(drawn).decode()
        return f"$.action: with this seed it is {would}"
    if step.shift is not None:
        *_, again = each_tick_of(table, step.shift, game.profile, stress)
        return _first_change("shift", step.shift, again.result())
    return "" if step.motion is None else _replayed(game, table, allowed)


def _replayed(game: Game, table: Table, allowed: Collection[TowerId]) -> str:
    """Simulate the last move again, where `allowed` were the legal places; return what differs."""
    written, owners = cast("Motion", game.last_motion), [seat.name for seat in game.seats]

    def released(placing: Placing) -> None:
        if game.header.proves_hand:
            _check_release(placing, written, allowed, owners)

    try:
        simulated = resimulate(table, written, game.profile, released)
    except IllegalAction as fault:
        return f"$.motion.let_go: {fault}"
    return _first_change("motion", written, simulated)


def _first_change(
    kind: str, written: object, simulated: object, fields: Sequence[str] = _MOVED
) -> str:
    """Return the first field of a move or measurement that its simulation changes, or ""."""
    for name in fields:
        before, now = getattr(written, name, None), getattr(simulated, name, None)
        if before != now:
            what = "" if name in {"poses", "hand"} else f": {before} is written, {now} simulated"
            return f"$.{kind}.{name}: differs from the simulation{what}"
    return ""


def _check_release(
    placing: Placing, written: Motion, allowed: Collection[TowerId], owners: Sequence[str]
) -> None:
    """Raise IllegalAction if the hand may not open here, or a block not begin here without a hand.

    A hand that has to open may.
    """
    kind, at = placing.block.kind, placing.block.pose
    # Where the hand has pushed them, or for records of former versions before.
    tables = (placing.pushed, placing.table)
    if written.tower not in {table.nearest(placing.pose.x, allowed) for table in tables}:
        raise IllegalAction("the hand is above another tower")
    if placing.overdue > 0:
        raise IllegalAction("the hand has held the block for too long")
    if not placing.must_open:
        if reason := placing.why_not(allowed, owners):
            raise IllegalAction(reason)
        if placing.speed > RELEASE_SPEED:
            raise IllegalAction("the hand moves too fast to open")
    if not written.let_go and over(placing.table, kind, at.x, at.angle) != at:
        raise IllegalAction("it was not dropped from above its first contact")
